# --- odd arguments: the middle of a structure outside of it | numpy,scipy.* | expr:False
import numpy as np
from scipy.ndimage import binary_closing, binary_dilation, binary_erosion, binary_fill_holes, binary_opening, binary_propagation
class Far(int):
    def __index__(self):
        return 0
image = np.ones((50, 5))
for origin in (2, -2, [500, -300], [-500, 2**31], (2**40, 0), Far(7), [Far(900), Far(900)]):
    for f in (binary_dilation, binary_fill_holes, binary_propagation, binary_closing, binary_opening, binary_erosion):
        for more in ({}, {"structure": np.ones((2, 2))}, {"iterations": 3}, {"iterations": 3, "brute_force": True}):
            try:
                f(image, origin=origin, **more)
            except Exception:
                pass
# --- odd arguments: a metric of other dimensions | numpy,scipy.* | expr:False
import numpy as np
from scipy.ndimage import distance_transform_bf, distance_transform_cdt, distance_transform_edt
for metric in (-1000, np.ones(3), np.ones((3, 3)), np.ones((3,) * 5)):
    for f in (distance_transform_cdt, distance_transform_bf, distance_transform_edt):
        for _ in range(30):
            try:
                f(np.ones((30, 30, 30)), metric)
            except Exception:
                pass
# --- odd arguments: objects in a matrix of distances | numpy,scipy.* | expr:False
import numpy as np
from scipy.spatial.distance import squareform
for i in range(1000):
    x = i * 1.1
    for given in (np.array([x, x, x], dtype=object), np.array([[0, x], [x, 0]], dtype=object)):
        try:
            matrix = squareform(given, checks=False)
            del matrix
        except TypeError:
            pass
    str(x)
# --- odd arguments: degrees below zero | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import BSpline, generate_knots, make_interp_spline, make_lsq_spline, make_splprep, make_splrep
x = np.linspace(0, 1, 10)
for k in (-1, -2, -5, -100, 9, 50, 10**9):
    for f in (
        lambda: make_splrep(x, x, k=k, s=1),
        lambda: make_splprep([x, x], k=k, s=1),
        lambda: make_splrep(x, x, k=k, s=1, t=np.r_[0.0, 1.0]),
        lambda: list(generate_knots(x, x, k=k, s=1)),
        lambda: make_lsq_spline(x, x, np.r_[0.0, 1.0], k=k),
        lambda: make_interp_spline(x, x, k=k),
        lambda: BSpline.design_matrix(x, np.r_[0.0, 0.0, 1.0, 1.0], k),
    ):
        try:
            f()
        except Exception:
            pass
# --- odd arguments: points of other dimensions | numpy,scipy.* | expr:False
import numpy as np
from scipy.spatial import ConvexHull, Delaunay, HalfspaceIntersection, Voronoi
for kind in (ConvexHull, Delaunay, Voronoi):
    for shape in ((4, 2, 2), (4,), (0, 2), (4, 0), (), (3, 3)):
        for more in ({}, {"incremental": True}, {"qhull_options": "Qt QG0"}, {"qhull_options": ""}):
            try:
                kind(np.random.rand(*shape), **more)
            except Exception:
                pass
class Options(str):
    def encode(self, *how):
        return 5
for f in (
    lambda: ConvexHull(np.random.rand(10, 2), qhull_options=Options("Qt")),
    lambda: Delaunay(np.random.rand(10, 2), qhull_options=Options("Qt")),
    lambda: Voronoi(np.random.rand(10, 2), qhull_options=Options("Qt")),
    lambda: HalfspaceIntersection(np.random.rand(4, 3), np.zeros(2), qhull_options=Options("Qt")),
):
    try:
        f()
    except TypeError:
        pass
for point in (np.zeros((2, 2)), 0.5, np.zeros(2)):
    try:
        HalfspaceIntersection(np.random.rand(4, 3), point)
    except Exception:
        pass
# --- odd arguments: numbers of zeros and of characteristic values | scipy.*,numbers | expr:False
import numbers
import scipy.special as s
class Order(int):
    def __float__(self):
        return 1.0
class Other:
    def __int__(self):
        return -200
    __index__ = __int__
    def __float__(self):
        return 1.0
    def __floor__(self):
        return self
    def __eq__(self, other):
        return True
    def __ne__(self, other):
        return False
    def __gt__(self, other):
        return False
    def __sub__(self, other):
        return 5
numbers.Number.register(Other)
def attempt(f, *args):
    try:
        f(*args)
    except Exception as e:
        print(type(e))
for _ in range(50):
    for count in (-1, -2, -3, -1000, 1201):
        attempt(s.jnjnp_zeros, count)
    for f in (s.pro_cv_seq, s.obl_cv_seq):
        for m in (-200, -1, 0, 1, 50, Order(-200), Other()):
            for n in (-200, -2, 0, 1, 100, 199, 240, Order(-2)):
                for c in (-1000.0, -200.0, 0.0, 1.0, 150.0, 200.0, 1000.0, Order(1000)):
                    attempt(f, m, n, c)
# --- odd arguments: columns that are decomposed at once | numpy,scipy.* | expr:False
import numpy as np
from scipy.sparse.linalg import spilu, splu
class Name(str):
    def __hash__(self):
        return 1
    def __eq__(self, other):
        return False
part = np.random.rand(300, 300) * (np.random.rand(300, 300) < 0.1) + np.eye(300)
for matrix in (np.random.rand(4, 4), np.eye(300), part):
    for number in (0, -1, False, -5, 30, 100, 1000, 10**6, 10**9, 2**40):
        for more in ({"panel_size": number}, {"relax": number}, {"options": {"PanelSize": number}}, {"options": {Name("PanelSize"): number}}):
            for f in (splu, spilu):
                try:
                    f(matrix, **more)
                except Exception:
                    pass
    for fill in (0, 0.01, 0.5, 0.99, -1, float("nan"), float("inf")):
        for rule in ("basic", "interp", "dynamic,area"):
            try:
                spilu(matrix, fill_factor=fill, drop_rule=rule)
            except Exception:
                pass
# --- odd arguments: tables of large numbers | numpy,scipy.* | expr:False
import numpy as np
from scipy.stats import fisher_exact, random_table
big = 2**32 - 1
for f in (
    lambda: fisher_exact([[big, big, 2, big, big], [0, big, 4, big, 1], [4, 5, 6, 7, 8]]),
    lambda: random_table([big, big, 5], [big, big, 4, 1]).rvs(3, method="patefield"),
    lambda: random_table([2**30, 2**30, 5], [2**30, 2**30, 4, 1]).rvs(3, method="patefield"),
    lambda: random_table([2**60, 5], [2**60, 4, 1]).rvs(3, method="patefield"),
):
    try:
        f()
    except ValueError:
        pass
