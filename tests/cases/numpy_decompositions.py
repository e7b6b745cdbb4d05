# imports: numpy, numpy.*, warnings
import warnings

import numpy as np

warnings.simplefilter("error")
many = np.random.RandomState(1).rand(3000, 12, 12)
print(np.abs(np.linalg.inv(many) @ many - np.eye(12)).max() < 1e-6)
print([part.shape for part in np.linalg.svd(many)], np.linalg.eigvals(many).shape, np.linalg.solve(many, many)[2999].round(6).sum())
print(np.allclose(np.linalg.det(many), np.prod(np.linalg.eigvals(many), axis=1).real), np.linalg.slogdet(many[::7]).sign.sum() < 429)
print(np.linalg.det(np.zeros((0, 0))), np.linalg.svd(np.zeros((0, 3, 3)))[1].shape, np.linalg.inv(np.zeros((2, 0, 0))).shape)
print(np.linalg.lstsq(np.eye(3), np.ones(3), rcond=None)[0], np.linalg.qr(many[0])[0].shape, np.linalg.cholesky(np.eye(2)).tolist())
print(list(map(np.linalg.det, [np.eye(2), 2 * np.eye(3)])))
many[7] = 0
try:
    np.linalg.inv(many)
except np.linalg.LinAlgError as error:
    print(error)
many[7] = np.nan
try:
    np.linalg.svd(many)
except np.linalg.LinAlgError as error:
    print(error)
turned = np.asfortranarray(np.arange(18.0).reshape(2, 3, 3) + 4 * np.eye(3))[:, ::-1]
print(np.linalg.det(turned).round(6), np.linalg.inv(turned)[1].round(4).tolist())
several = np.tile(np.eye(60), (2000, 1, 1))
several[:, 0, 1] = np.arange(2000)
print((np.linalg.inv(several)[:, 0, 1] == -np.arange(2000)).all())
several[3] = 0
try:
    np.linalg.inv(several)
except np.linalg.LinAlgError as error:
    print(error)
