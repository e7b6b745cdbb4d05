# --- more than there is: items that are repeated too often | numpy,pandas,decimal | expr:False
import numpy as np
import pandas as pd
class Count:
    asked = 0
    def __index__(self):
        Count.asked += 1
        return 1 if Count.asked < 3 else 2**62
class Bank(pd.Categorical):
    _ndarray = np.zeros(1)
four = np.arange(4)
for f in (
    lambda: four.repeat(2**62),
    lambda: four.repeat([2**62] * 4),
    lambda: np.repeat(four, np.array([2**62])),
    lambda: four.reshape(2, 2).repeat(2**62, axis=0),
    lambda: four.reshape(2, 2).repeat([2**62, 2**62], axis=-1),
    lambda: four.astype(object).repeat(2**62),
    lambda: four.repeat(Count()),
    lambda: four.repeat([Count(), 1, 1, 1]),
    lambda: np.ma.arange(4).repeat(2**62),
    lambda: np.rec.array(four).repeat(repeats=2**62),
    lambda: list(map(np.ndarray.repeat, [four], [2**62])),
    lambda: pd.Categorical(list("abca")).repeat(2**62),
    lambda: Bank(list("abca")).repeat(2**62),
    lambda: pd.array(pd.date_range("2020", periods=4)).repeat(2**62),
    lambda: pd.Series([1, 2, 3, 4]).repeat(2**62),
    lambda: pd.Index([1, 2, 3, 4]).repeat([2**62] * 4),
    lambda: pd.arrays.SparseArray([0, 1, 2, 3]).repeat(2**62),
):
    try:
        print(f())
    except (TypeError, ValueError, MemoryError, OverflowError) as e:
        print(e)
# --- more than there is: neighbours that are numbered from none | numpy,scipy.* | expr:False
import numpy as np
from scipy.spatial import KDTree, cKDTree
class Count:
    asked = 0
    def __index__(self):
        Count.asked += 1
        return 1 if Count.asked < 3 else 10**9
points = np.random.default_rng(0).random((30, 2))
for Tree in (KDTree, cKDTree):
    tree = Tree(points)
    for k in ([0], [-1, 2], [1, -(2**40)], np.arange(-99, 1.0), [10**9], (1, 10**12), [0.5], [float("nan")], Count(), [Count()]):
        for x in ([0.5, 0.5], [[0.5, 0.5]] * 20):
            try:
                print(tree.query(x, k), tree.query(x, k=k, p=5))
            except (TypeError, ValueError, MemoryError, OverflowError) as e:
                print(e)
# --- more than there is: hulls of other numbers | numpy,scipy.* | expr:False
import numpy as np
from scipy.spatial import ConvexHull, Delaunay, HalfspaceIntersection, Voronoi
points = np.random.default_rng(0).random((20, 2))
for Kind in (ConvexHull, Delaunay, Voronoi):
    for more in (points + 1j, points.astype(object), points.astype("g"), points.astype("U"), np.zeros((3, 3)), np.zeros((2, 2, 2)), [["a", "b"]], points.astype(">f8")):
        for restart in (True, False):
            hull = Kind(points, incremental=True)
            try:
                hull.add_points(more, restart)
                hull.close()
            except Exception as e:
                print(type(e))
# --- more than there is: lines, blocks and no objects | numpy,scipy.*,pandas,PIL.* | expr:False
import numpy as np
import pandas as pd
from PIL import Image
from scipy import ndimage
class Size(int):
    def __index__(self):
        return 2**62
for f in (
    lambda: ndimage.grey_dilation(np.zeros((5, 2)), 2**62),
    lambda: ndimage.maximum_filter(np.zeros((5, 2)), 2**62),
    lambda: ndimage.minimum_filter1d(np.zeros(5), 2**60 + 1),
    lambda: ndimage.uniform_filter1d(np.zeros(5), Size(3)),
    lambda: ndimage.uniform_filter(np.zeros(5), 2**62),
    lambda: ndimage.rank_filter(np.zeros(5), Size(1), 3),
    lambda: ndimage.correlate1d(np.zeros(5), [1, 2, 3], origin=Size(0)),
    lambda: Image.new("RGB", (9, 7)).reduce(2**31 - 1),
    lambda: Image.new("L", (9, 7)).reduce((2**30, 3), (0, 0, 9, 7)),
    lambda: Image.new("F", (9, 7)).reduce((1, 2**31 - 2)),
    lambda: Image.new("F", (9, 7)).im.reduce((2**16, 2**16), (0, 0, 9, 7)),
    lambda: np.arange(12).reshape(3, 4).trace(-(2**31)),
    lambda: np.trace(np.eye(3, dtype=object), offset=-(2**31)),
    lambda: np.arange(12).reshape(3, 4).diagonal(Size(-(2**31))).sum(),
    lambda: np.random.default_rng(1).standard_exponential(out=-1, method={"a": 1}),
    lambda: np.random.default_rng(1).standard_gamma(2.0, None, "d", "out"),
    lambda: np.random.default_rng(1).random(out=object()),
    lambda: np.random.default_rng(1).standard_normal(3, np.float64, (1, 2)),
    lambda: pd.offsets.MonthEnd().is_year_start(None),
    lambda: pd.offsets.BusinessHour().is_month_end(ts=None),
    lambda: pd.offsets.Day().is_quarter_start(None),
    lambda: list(map(pd.offsets.Week().is_quarter_end, [None])),
):
    try:
        print(f())
    except Exception as e:
        print(type(e))
