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
# --- what compiled code believes: lengths of sequences for pictures | PIL,PIL.* | expr:False
from PIL import Image, ImageDraw, ImageFilter, ImagePath
class OfList(list):
    def __len__(self): return 100000
class OfTuple(tuple):
    def __len__(self): return 100000
class Other:
    def __init__(self, items): self.items = items
    def __len__(self): return 100000
    def __iter__(self): return iter(self.items)
    def __getitem__(self, place): return self.items[place]
for mode in ("L", "I", "F", "RGB"):
    picture = Image.new(mode, (1000, 1000))
    for make in (OfList, OfTuple, Other):
        for count in (2, 4, 9, 12, 256):
            items = make([1] * count)
            for give in (picture.putdata, lambda x: picture.im.filter((3, 3), 1.0, 0.0, x), ImagePath.Path, ImageDraw.Draw(picture).line, ImageDraw.Draw(picture).point, lambda x: ImageDraw.Draw(picture).draw.draw_lines(x, 1, 1)):
                try:
                    give(items)
                except (TypeError, ValueError):
                    pass
# --- what compiled code believes: length of bytes for a picture | PIL,PIL.*,numpy | expr:out
import numpy as np
from PIL import Image, ImagePath
class OfBytes(bytes):
    def __len__(self): return 1000000
class OfText(str):
    def __len__(self): return 1000000
class OfArray(np.ndarray):
    def __len__(self): return 1000000
picture = Image.new("L", (1000, 1000))
picture.putdata(OfBytes(b"\0"))
out = any(picture.tobytes())
for items in (OfBytes(b"ab"), OfText("ab"), np.zeros(4, "f4").view(OfArray)):
    for give in (picture.putdata, ImagePath.Path, lambda x: picture.im.filter((3, 3), 1.0, 0.0, x)):
        try:
            give(items)
        except (TypeError, ValueError):
            pass
out
# --- what compiled code believes: lists of pictures that their items empty | PIL,PIL.* | expr:False
from PIL import Image
class Empties:
    def __init__(self, items): self.items = items
    def __float__(self):
        self.items.clear()
        return 1.0
    def __index__(self): return int(float(self))
def listed(count):
    items = []
    items.extend([Empties(items)] * count)
    return items
for mode in ("L", "RGB"):
    picture = Image.new(mode, (10, 10))
    for count in (6, 9, 100, 256, 768):
        for give in (picture.putdata, picture.point, lambda x: picture.im.point(x, "L"), lambda x: picture.im.filter((3, 3), 1.0, 0.0, x), lambda x: picture.im.transform((0, 0, 5, 5), Image.new(mode, (5, 5)).im, 0, x, 0, 1)):
            try:
                give(listed(count))
            except (TypeError, ValueError):
                pass
# --- what compiled code believes: decoder of three colours for one | PIL,PIL.* | expr:out
from PIL import Image
out = False
for mode in ("1", "L", "P", "I;16"):
    try:
        Image.frombytes(mode, (500, 500), bytes(1000000), "pcd")
        out = True
    except ValueError:
        pass
out
# --- what compiled code believes: mode of a picture that is another one | PIL,PIL.* | expr:out
from PIL import Image
class Picture(Image.Image):
    @property
    def mode(self): return "RGBA"
picture = Picture()
picture._im, picture._size = Image.new("L", (2000, 2000)).im, (2000, 2000)
len(picture.tobytes()) > 4000000
# --- what compiled code believes: mode of a file of pictures | PIL,PIL.*,io | expr:out
import io
from PIL import ImageFile
class File(ImageFile.ImageFile):
    format, format_description, is_ready = "X", "x", False
    def _open(self):
        self._size, self._mode = (500, 500), "L"
        self.tile = [("raw", (0, 0, 500, 500), 0, ("RGB", 0, 1))]
    @property
    def mode(self): return "RGB" if self.is_ready else self._mode
    def load_prepare(self):
        super().load_prepare()
        self.is_ready = True
picture, out = File(io.BytesIO(bytes(1000000))), False
try:
    picture.load()
    out = True
except ValueError:
    pass
out
# --- what compiled code believes: steps of a picture | PIL,PIL.* | limit
from PIL import Image
Image.effect_mandelbrot((3000, 3000), (-0.1, -0.1, 0.1, 0.1), 2**20)
# --- what compiled code believes: neighbours of the points of a picture | PIL,PIL.* | limit
from PIL import Image, ImageFilter
Image.new("L", (3000, 3000)).filter(ImageFilter.RankFilter(2001, 5))
# --- what compiled code believes: centres of clusters | numpy,numpy.*,scipy.*,sklearn.* | expr:out
import numpy as np
from scipy import sparse
from sklearn.cluster import KMeans, MiniBatchKMeans
X, out = np.random.rand(30, 6), []
for kind, table in ((KMeans, X), (KMeans, sparse.csr_matrix(X)), (MiniBatchKMeans, X.astype(np.float32))):
    model = kind(3, n_init=1, max_iter=2).fit(table)
    model.cluster_centers_ = np.random.rand(3, 1).astype(table.dtype)
    for ask in (model.predict, model.score):
        try:
            ask(table)
            out.append(model)
        except ValueError:
            pass
out
# --- what compiled code believes: centres of clusters, part by part | numpy,numpy.*,sklearn.* | expr:out
import numpy as np
from sklearn.cluster import BisectingKMeans, MiniBatchKMeans
X, out = np.random.rand(30, 6), []
parts = MiniBatchKMeans(3, n_init=1).partial_fit(X)
parts.cluster_centers_ = np.random.rand(1000, 6)
halves = BisectingKMeans(3, max_iter=2).fit(X)
halves.n_features_in_ = 2
for ask in (lambda: parts.partial_fit(X), lambda: halves.predict(X[:, :2])):
    try:
        ask()
        out.append(ask)
    except ValueError:
        pass
out
# --- what compiled code believes: columns of a table that a model was fitted to | numpy,numpy.*,sklearn.* | expr:out
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.neighbors import KNeighborsClassifier, RadiusNeighborsClassifier
X, out = np.random.rand(60, 6), []
y = (X[:, 5] * 3).astype(int)
for model in (HistGradientBoostingRegressor(max_iter=2, min_samples_leaf=2), KNeighborsClassifier(algorithm="brute"), RadiusNeighborsClassifier(algorithm="brute"), KNeighborsClassifier(algorithm="brute", weights="distance")):
    model.fit(X, y).n_features_in_ = 1
    try:
        model.predict(np.ones((1000, 1)))
        out.append(model)
    except ValueError:
        pass
out
# --- what compiled code believes: sparse support vectors | numpy,numpy.*,scipy.*,sklearn.* | expr:out
import numpy as np
from scipy import sparse
from sklearn.svm import SVC
X, out = np.random.rand(100, 3), False
table = sparse.csr_matrix(X)
for counts in ([10**6, 10**6], [-(10**8), 10**8]):
    model = SVC().fit(table, X[:, 0] > 0.5)
    model.n_support_[:] = counts
    try:
        model.predict(table)
        out = True
    except ValueError:
        pass
out
# --- what compiled code believes: a number that takes for ever | numpy,scipy.* | limit
from scipy import special as s
s.hyp1f1(0.5, 3, 1e300)
# --- what compiled code believes: a parameter that takes long | numpy,scipy.* | limit
from scipy import special as s
s.hyperu([1.0, 1e15], 1.5, 1.5)
