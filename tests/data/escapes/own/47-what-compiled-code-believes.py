# --- what compiled code believes: records for objects | numpy,pandas | expr:False
import numpy as np, pandas as pd
pd.MultiIndex.from_tuples(np.zeros(3, dtype=[("a", "O"), ("b", "i4")]))
# --- what compiled code believes: places of a tree of points | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.spatial import KDTree, cKDTree
points = np.random.rand(200, 3)
for tree in (cKDTree(points, leafsize=4), KDTree(points, leafsize=4)):
    tree.indices[:] = 10**12
    for node in (tree.tree, tree.tree.lesser):
        places = getattr(node, "indices", None)
        if places is not None:
            places[:] = 10**12
    tree.query(points[:5])
    tree.query_pairs(0.1)
    tree.query_ball_point(points[0], 1.0)
# --- what compiled code believes: places of a leaf | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.spatial import KDTree
points = np.random.rand(200, 3)
tree = KDTree(points, leafsize=4)
node = tree.tree
while not hasattr(node, "idx"):
    node = node.less
node.idx[:] = 10**12
tree.query(points[:5])
tree.query_pairs(0.1)
# --- what compiled code believes: arrays of a tree of scikit-learn | numpy,numpy.*,sklearn.* | expr:False
import numpy as np
from sklearn.neighbors import BallTree, KDTree
points = np.random.rand(200, 3)
for kind in (BallTree, KDTree):
    tree = kind(points, leaf_size=4)
    for places in (tree.get_arrays()[1], np.asarray(tree.idx_array)):
        places[:] = 10**12
    for nodes in (tree.get_arrays()[2], np.asarray(tree.node_data)):
        nodes["idx_end"][:] = 10**12
        nodes["is_leaf"][:] = 1
    tree.query(points[:5])
    tree.query_radius(points[:5], 0.3)
# --- what compiled code believes: corners of triangles | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.spatial import Delaunay
points = np.random.rand(50, 2)
for ask in (lambda t: t.find_simplex(points), lambda t: t.vertex_to_simplex, lambda t: t.vertex_neighbor_vertices, lambda t: t.transform, lambda t: t.convex_hull, lambda t: t.plane_distance(points)):
    for name in ("simplices", "neighbors"):
        triangles = Delaunay(points)
        getattr(triangles, name)[:] = 10**8
        try:
            ask(triangles)
        except ValueError:
            pass
# --- what compiled code believes: sizes of a triangulation | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.spatial import Delaunay
points = np.random.rand(50, 2)
for name, value in (("nsimplex", 10**8), ("npoints", 10**8), ("ndim", 6), ("equations", np.zeros((1, 4))), ("neighbors", np.zeros((1, 3), "i4")), ("min_bound", np.zeros(0)), ("simplices", np.zeros((0, 3), "i4"))):
    triangles = Delaunay(points)
    setattr(triangles, name, value)
    try:
        triangles.find_simplex(points)
    except ValueError:
        pass
# --- what compiled code believes: triangles that are others the second time | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.spatial import Delaunay
points = np.random.rand(50, 2)
class Turns(Delaunay):
    asked = 0
    @property
    def neighbors(self):
        Turns.asked += 1
        return self.kept if Turns.asked < 2 else np.full_like(self.kept, 10**8)
    @neighbors.setter
    def neighbors(self, to): self.kept = to
Turns(points).find_simplex(points)
# --- what compiled code believes: triangles of an interpolator | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.interpolate import CloughTocher2DInterpolator, LinearNDInterpolator
from scipy.spatial import Delaunay
points = np.random.rand(50, 2)
for kind in (CloughTocher2DInterpolator, LinearNDInterpolator):
    for name in ("simplices", "neighbors"):
        triangles = Delaunay(points)
        interpolator = kind(triangles, points[:, 0])
        getattr(triangles, name)[:] = 10**8
        try:
            interpolator(points)
        except ValueError:
            pass
# --- what compiled code believes: values of an interpolator | numpy,numpy.*,scipy.* | expr:out
import numpy as np
from scipy.interpolate import CloughTocher2DInterpolator, LinearNDInterpolator
points, out = np.random.rand(50, 2), False
for kind in (CloughTocher2DInterpolator, LinearNDInterpolator):
    for name in ("values", "grad"):
        interpolator = kind(points, points[:, 0])
        if hasattr(interpolator, name):
            setattr(interpolator, name, np.zeros((1, 1) if name == "values" else (1, 1, 2)))
            try:
                interpolator(points)
                out = True
            except ValueError:
                pass
out
# --- what compiled code believes: gradients of triangles | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.interpolate import CloughTocher2DInterpolator
from scipy.spatial import Delaunay
points = np.random.rand(50, 2)
triangles = Delaunay(points)
triangles.vertex_neighbor_vertices[1][:] = 10**8
CloughTocher2DInterpolator(triangles, points[:, 0])(points)
# --- what compiled code believes: regions of a sphere | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.spatial import SphericalVoronoi
points = np.random.randn(30, 3)
points /= np.linalg.norm(points, axis=1)[:, None]
for regions in ([[10**9, 10**9 + 1, 5, 10**8]] * 30, [[]] * 30, [[-(10**9)]] * 30):
    voronoi = SphericalVoronoi(points)
    voronoi.regions = regions
    try:
        voronoi.sort_vertices_of_regions()
    except ValueError:
        pass
# --- what compiled code believes: numbers of support vectors | numpy,numpy.*,sklearn.* | expr:out
import numpy as np
from sklearn.svm import SVC
X, out = np.random.rand(100, 3), False
for counts in (lambda n: [-(10**8), 10**8 + n], lambda n: [10**8, n - 10**8]):
    model = SVC().fit(X, X[:, 0] > 0.5)
    model.n_support_[:] = counts(len(model.support_))
    try:
        model.predict(X)
        out = True
    except ValueError:
        pass
model = SVC().fit(X, X[:, 0] > 0.5)
model.n_support_[:] = [10**5, 10**5]
model.support_vectors_ = np.zeros((2 * 10**5, 3))
try:
    model.predict(X)
    out = True
except ValueError:
    pass
out
# --- what compiled code believes: places of support vectors | numpy,numpy.*,sklearn.* | expr:False
import numpy as np
from sklearn.svm import SVC, SVR
X = np.random.rand(100, 3)
for model in (SVC(kernel="precomputed").fit(X @ X.T, X[:, 0] > 0.5), SVR(kernel="precomputed").fit(X @ X.T, X[:, 0])):
    model.support_[:] = 10**8
    try:
        model.predict(X @ X.T)
    except ValueError:
        pass
# --- what compiled code believes: orders and parameters of special functions | numpy,scipy.* | expr:False
import numpy as np
from scipy import special as s
for call in (
    lambda: s.mathieu_cem(3, 1e18, 1000), lambda: s.mathieu_sem(1e4, -1e300, 1e300), lambda: s.mathieu_modsem1([1e300, 1.0], [250, 1e8], 1000),
    lambda: s.mathieu_modcem2.outer([3, np.nan], [1e9, 1e300], 3), lambda: s.pro_rad2_cv(0, 1, 250, 10, 3), lambda: s.obl_ang1_cv(1, 3, 200, 10, 0.999),
    lambda: s.obl_rad1(2, 150, 50, 1.5), lambda: s.pro_ang1(1, 197, 1000, 0.5), lambda: s.obl_cv(0, 1, 500), lambda: s.pro_rad2(2, 4, -28.6, np.inf),
    lambda: np.vectorize(s.obl_rad2)(0, 2, [500.0, 1e9], 1e9), lambda: s.obl_rad2(np.float32(3), 5, np.float32(900), 3),
):
    call()
# --- what compiled code believes: an order that takes long | numpy,scipy.* | limit
from scipy import special as s
s.eval_hermite(2**40, 0.5)
# --- what compiled code believes: an order that takes long, by C code | numpy,scipy.* | limit
from scipy import special as s
list(map(s.lpmv, [0], [1e12], [0.5]))
# --- what compiled code believes: a row of numbers that takes long | numpy,numpy.*,scipy.* | limit
import numpy as np
from scipy import special as s
s.eval_hermite(10**7, np.full(100_000, 0.5))
