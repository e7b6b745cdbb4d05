# imports: numpy.*, scipy.*, sklearn.*, statsmodels.*
"""What compiled code computes in steps that are counted before, as ordinary programs ask for it."""

import numpy as np
from scipy import ndimage, signal
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import floyd_warshall, shortest_path
from scipy.stats import random_table
from sklearn.linear_model import LogisticRegression
from statsmodels.tsa.exponential_smoothing.ets import ETSModel
from statsmodels.tsa.seasonal import STL

# --- filters, paths and tables
rng = np.random.default_rng(0)
image = rng.random((40, 30))
print(ndimage.convolve(image, np.ones((3, 3))).shape, ndimage.median_filter(image, 5).sum().round(6), ndimage.minimum_filter(image, 3).sum().round(6))
print(signal.convolve2d(image, np.ones((3, 3)), "valid").shape, signal.correlate(image, image, method="direct").max().round(6), signal.lfilter([1, 2], [1, 0.5], image)[0, :3].round(6).tolist())
graph = np.array([[0, 3, 0], [3, 0, 1], [0, 1, 0]])
print(floyd_warshall(graph).tolist(), shortest_path(csr_matrix(graph), method="FW").tolist())
print(random_table([3, 4], [2, 5]).rvs(size=2, method="boyett", random_state=1).tolist())

# --- models
labels = np.arange(40) % 2
print(LogisticRegression(C=1e6, solver="liblinear").fit(image, labels).score(image, labels) > 0.5)
series = np.sin(np.arange(60)) + 3
print(STL(series, period=6).fit(5, 1).trend.shape, ETSModel(series, error="add", trend="add").fit(disp=False).params.shape)
