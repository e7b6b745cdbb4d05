# --- methods of objects: swapped bytes of strings of variable length | numpy | expr:False
import numpy as np
from numpy.dtypes import StringDType
class Strings(np.ndarray):
    pass
for missing in ({}, {"na_object": None}):
    for text in ("a", "abc" * 50):
        for f in (
            lambda a: a.byteswap(),
            lambda a: a.byteswap(inplace=True),
            lambda a: a.byteswap(True),
            lambda a: np.ndarray.byteswap(a),
            lambda a: a[::-1].byteswap(True),
            lambda a: a.reshape(3, 1).T.byteswap(True),
            lambda a: a[0:1].reshape(()).byteswap(True),
            lambda a: a[0:0].byteswap(),
            lambda a: a.view(Strings).byteswap(True),
            lambda a: np.ma.array(a).byteswap(True),
            lambda a: list(map(np.ndarray.byteswap, [a])),
        ):
            strings = np.array([text, "b", "c" * 300], dtype=StringDType(**missing))
            try:
                print(f(strings))
                print(strings, strings + "x")
            except Exception as e:
                print(type(e))
# --- methods of objects: sums written to an array without dimensions | numpy | expr:False
import numpy as np
class Out(np.ndarray):
    @property
    def shape(self):
        return (5,)
    @property
    def ndim(self):
        return 1
for dtype in ("f8", "i8", "O", "?"):
    for size in (0, 1, 5, (3, 4)):
        numbers, none = np.zeros(size, dtype), np.zeros((), dtype)
        for out in (none, none.view(Out), np.ma.array(0, dtype=dtype)):
            for f in (
                lambda: np.cumsum(numbers, out=out),
                lambda: numbers.cumsum(None, None, out),
                lambda: numbers.cumprod(out=out),
                lambda: np.nancumsum(numbers, out=out),
                lambda: np.cumulative_sum(numbers, out=out),
                lambda: np.ma.cumsum(numbers, out=out),
                lambda: np.add.accumulate(numbers, out=out),
                lambda: np.add.accumulate(numbers, out=(out,)),
                lambda: np.maximum.accumulate(numbers, 0, None, out),
                lambda: list(map(np.logical_or.accumulate, [numbers], [0], [None], [out])),
            ):
                try:
                    f()
                except Exception:
                    pass
# --- methods of objects: points that say other sizes each time | numpy,scipy.*,types | expr:False
import numpy as np
from scipy.interpolate import CloughTocher2DInterpolator, LinearNDInterpolator
from scipy.spatial import Delaunay, tsearch
from types import SimpleNamespace
class Lying(np.ndarray):
    @property
    def shape(self):
        return (self.size, 2)
    def reshape(self, *sizes):
        return self
    def astype(self, *dtype, **more):
        return np.zeros((self.size, 1))
class Plain:
    shape = (1000, 2)
    def reshape(self, *sizes):
        return self
    def astype(self, *dtype):
        return np.zeros((1000, 1))
    def __array__(self, *dtype, **more):
        return np.zeros(1000).view(Lying)
there = np.random.rand(10, 2)
triangles = Delaunay(there)
lying = np.zeros(1000).view(Lying)
inner = SimpleNamespace(astype=lambda *dtype: np.zeros((1000, 1)))
asked = (
    lying,
    Plain(),
    Plain,
    SimpleNamespace(shape=(1000, 2), reshape=lambda *sizes: inner),
    SimpleNamespace(**{"__array__": lambda *dtype, **more: lying}),
    np.ma.array(lying),
    np.zeros(2).view(Lying),
    np.array(2.5),
    np.array(3),
    np.float64(2),
    np.array(object()),
)
for points in asked:
    for f in (
        triangles.plane_distance,
        triangles.find_simplex,
        lambda p: triangles.plane_distance(xi=p),
        lambda p: triangles.find_simplex(xi=p, bruteforce=True),
        lambda p: tsearch(triangles, p),
        LinearNDInterpolator(triangles, np.zeros(10)),
        CloughTocher2DInterpolator(triangles, np.zeros(10)),
        LinearNDInterpolator(triangles, np.zeros(10, complex)),
    ):
        try:
            found = f(points)
        except Exception:
            continue
        if np.any(np.asarray(found).size > 100):
            print("read beyond")
