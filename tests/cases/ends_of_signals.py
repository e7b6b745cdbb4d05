# imports: numpy.*, scipy.*, pandas.*
# Signals and pictures that go on beyond their ends, windows of pictures, labels, windows of series.
import numpy as np
import pandas as pd
from scipy import ndimage
from scipy.signal import convolve2d, correlate2d, medfilt2d, resample_poly, upfirdn

for mode in ("constant", "symmetric", "edge", "wrap", "antisymmetric", "smooth", "reflect", "antireflect", "line"):
    print(mode, upfirdn([1.0, 2.0, 1.0], [1.0, 3.0, 2.0], 2, 1, mode=mode).round(6).tolist())
for mode in ("constant", "symmetric", "edge", "wrap"):
    print(mode, upfirdn([1.0, 2.0], [3.0], mode=mode).tolist(), upfirdn([1.0], np.ones((2, 1)), axis=1, mode=mode).tolist())
print(resample_poly([1.0], 3, 2).round(6).tolist(), resample_poly(np.arange(6.0), 3, 2, padtype="line").round(6).tolist())
print(upfirdn([1.0, 1.0], np.ones((0, 3))).shape)

picture = np.arange(12.0).reshape(3, 4)
for boundary in ("fill", "symm", "wrap"):
    print(boundary, convolve2d(picture, np.ones((2, 2)), mode="same", boundary=boundary).tolist())
    print(boundary, correlate2d(picture[:1, :1], np.ones((3, 3)), boundary=boundary).sum())
print(medfilt2d(picture).tolist(), medfilt2d(picture, 5)[1].tolist(), medfilt2d(picture, [1, 3])[2].tolist(), medfilt2d(picture, 99)[0].tolist())

labels, count = ndimage.label(np.eye(4))
print(ndimage.find_objects(labels), len(ndimage.find_objects(np.array([[0, 9], [0, 2]]))), ndimage.find_objects(labels, max_label=2))

times = pd.date_range("2024-01-01", periods=5, freq="D")
series = pd.Series(range(5), index=times)
print(series.rolling("2D").sum().tolist(), series.rolling("3D", closed="left").mean().tolist())
print(series.rolling(pd.api.indexers.FixedForwardWindowIndexer(window_size=2)).sum().tolist())

kept = np.random.get_bit_generator()
np.random.set_bit_generator(np.random.MT19937(7))
print(np.random.randint(0, 100, 3).tolist())
np.random.set_bit_generator(bitgen=kept)

import scipy.linalg.interpolative as interpolative
matrix = np.vander(np.arange(1.0, 5.0), 4)[:, :3] @ np.ones((3, 4))
k, order, projection = interpolative.interp_decomp(matrix, 1e-8, rand=False)
order2, projection2 = interpolative.interp_decomp(matrix, 1, rand=False)
basis = interpolative.reconstruct_skel_matrix(matrix, k, order)
print(k, np.allclose(interpolative.reconstruct_matrix_from_id(basis, order, projection), matrix))
u, s, v = interpolative.id_to_svd(basis, order, projection)
print(np.allclose(u * s @ v.T, matrix), order2.shape, projection2.shape, interpolative.svd(matrix, 1)[1].shape)
