# Arrays whose class tells another shape than they have, and sizes that compiled functions of scipy and scikit-learn take for granted.
# --- a transform into an array that tells another shape | numpy.* | expr:err is None
import numpy as np
class Liar(np.ndarray):
    @property
    def shape(self): return (5001,)
np.fft.rfft(np.ones(10000), n=10000, out=np.zeros(0, complex).view(Liar))
# --- labels into such an array | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class Liar(np.ndarray):
    @property
    def shape(self): return (300, 300)
for n in range(20): ndimage.label(np.ones((300, 300)), output=np.zeros((1, 1), np.int32).view(Liar))
# --- a filter in the other space into such an array | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class Liar(np.ndarray):
    @property
    def shape(self): return (300, 300)
for n in range(20): ndimage.fourier_gaussian(np.ones((300, 300)), 1, output=np.zeros((1, 1)).view(Liar))
# --- places of a transform of distances into such an array | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class Liar(np.ndarray):
    @property
    def shape(self): return (2, 300, 300)
for n in range(20): ndimage.distance_transform_edt(np.ones((300, 300)), return_indices=True, indices=np.zeros((1, 1, 1), np.int32).view(Liar))
# --- distances into such an array | scipy.*,numpy | expr:err is None
import numpy as np
from scipy.spatial import distance
class Liar(np.ndarray):
    @property
    def shape(self): return (300, 300)
distance.cdist(np.ones((300, 4)), np.ones((300, 4)), "correlation", out=np.zeros((1, 1)).view(Liar))
# --- the shape from a class beside that of arrays | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class Telling:
    shape = (300, 300)
class Liar(Telling, np.ndarray): pass
for n in range(20): ndimage.fourier_gaussian(np.ones((300, 300)), 1, output=np.zeros((1, 1)).view(Liar))
# --- the shape set later | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class Liar(np.ndarray): pass
Liar.shape = property(lambda self: (300, 300))
for n in range(20): ndimage.fourier_gaussian(np.ones((300, 300)), 1, output=np.zeros((1, 1)).view(Liar))
# --- the shape set later, in a class beside that of arrays | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class Telling: pass
class Liar(Telling, np.ndarray): pass
Telling.shape = (300, 300)
for n in range(20): ndimage.fourier_gaussian(np.ones((300, 300)), 1, output=np.zeros((1, 1)).view(Liar))
# --- the shape by __getattribute__ | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class Liar(np.ndarray):
    def __getattribute__(self, name): return (300, 300) if name == "shape" else super().__getattribute__(name)
for n in range(20): ndimage.fourier_gaussian(np.ones((300, 300)), 1, output=np.zeros((1, 1)).view(Liar))
# --- the shape by __getattr__, which a property lets come | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class Liar(np.ndarray):
    @property
    def shape(self): raise AttributeError("shape")
    def __getattr__(self, name): return (300, 300)
for n in range(20): ndimage.fourier_gaussian(np.ones((300, 300)), 1, output=np.zeros((1, 1)).view(Liar))
# --- a shape of numbers that say that they are equal | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class N(int):
    def __eq__(self, other): return True
    __hash__ = int.__hash__
class Liar(np.ndarray):
    @property
    def shape(self): return (N(300), N(300))
for n in range(20): ndimage.fourier_gaussian(np.ones((300, 300)), 1, output=np.zeros((1, 1)).view(Liar))
# --- partial dependence with fewer sums than rows | sklearn.*,numpy | expr:err is None
import numpy as np
from sklearn.tree import DecisionTreeRegressor
X = np.random.RandomState(0).rand(200, 3)
tree = DecisionTreeRegressor().fit(X, X.sum(1)).tree_
for n in range(20): tree.compute_partial_dependence(np.ones((100000, 3), np.float32), np.arange(3), np.zeros(1))
# --- partial dependence on more features than there are columns | sklearn.*,numpy | expr:err is None
import numpy as np
from sklearn.tree import DecisionTreeRegressor
X = np.random.RandomState(0).rand(200, 3)
tree = DecisionTreeRegressor().fit(X, X.sum(1)).tree_
tree.compute_partial_dependence(np.ones((1000, 3), np.float32), np.concatenate([np.full(10**7, 50), np.arange(3)]), np.zeros(1000))
# --- sums of partial dependence in a buffer that is no array | sklearn.*,numpy,array | expr:err is None
import array
import numpy as np
from sklearn.tree import DecisionTreeRegressor
X = np.random.RandomState(0).rand(200, 3)
tree = DecisionTreeRegressor().fit(X, X.sum(1)).tree_
for n in range(20): tree.compute_partial_dependence(np.ones((100000, 3), np.float32), np.arange(3), array.array("d", [0.0]))
# --- distances of sparse rows with fewer parameters than columns | sklearn.*,scipy.*,numpy | expr:err is None
import numpy as np
import scipy.sparse as sp
from sklearn.metrics import DistanceMetric
X = sp.random(10, 5000, 0.1, format="csr", random_state=0)
for n in range(3): DistanceMetric.get_metric("seuclidean", V=np.ones(1)).pairwise(X, X)
# --- distances between sparse rows and shorter dense ones | sklearn.*,scipy.*,numpy | expr:err is None
import numpy as np
import scipy.sparse as sp
from sklearn.metrics import DistanceMetric
DistanceMetric.get_metric("euclidean").pairwise(sp.random(10, 5000, 0.5, format="csr", random_state=0), np.ones((10, 3)))
# --- fewer norms than rows | sklearn.*,numpy | expr:err is None
import numpy as np
from sklearn.metrics import pairwise_distances_argmin
X = np.random.RandomState(0).rand(200000, 2)
pairwise_distances_argmin(X[:10], X, metric_kwargs={"Y_norm_squared": np.zeros(1)})
# --- a linkage of HDBSCAN that joins what is not there | sklearn.*,numpy | expr:err is None
import numpy as np
from sklearn.cluster import HDBSCAN
class Cut(HDBSCAN):
    def change(self): self._single_linkage_tree_["left_node"][:] = 10**8
cut = Cut(copy=True).fit(np.random.RandomState(0).rand(100, 2))
cut.change()
cut.dbscan_clustering(0.1)
# --- a spline of several dimensions with knots that are not there | scipy.*,numpy | expr:err is None
import numpy as np
from scipy.interpolate import NdBSpline
class Spline(NdBSpline):
    def put(self, name, value): setattr(self, name, value)
spline = Spline((np.arange(12.0), np.arange(12.0)), np.ones((8, 8)), 3)
spline.put("_len_t", np.array([10**6, 10**6]))
spline([[4.5, 5.5]])
# --- the same with places that are not there | scipy.*,numpy | expr:err is None
import numpy as np
from scipy.interpolate import NdBSpline
class Spline(NdBSpline):
    def put(self, name, value): setattr(self, name, value)
spline = Spline((np.arange(12.0), np.arange(12.0)), np.ones((8, 8)), 3)
spline.put("_indices_k1d", np.full((16, 2), 10**6))
spline([[4.5, 5.5]])
# --- no shortest paths at all | scipy.*,numpy | expr:err is None
import scipy.sparse as sp
from scipy.sparse import csgraph
for n in range(60): csgraph.yen(sp.random(30, 30, 0.2, format="csr", random_state=0), 0, 1, 0)
