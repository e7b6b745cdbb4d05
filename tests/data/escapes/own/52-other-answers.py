# --- other answers: places that are far away when numpy asks again | numpy | expr:False
import numpy as np
FAR = 2**62
class Unmoved(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *given, **named):
        return np.asarray(given[0])
class Endless(np.ndarray):
    size = 2**63 - 1
    shape = (2**63 - 1,)
class Longer(list):
    asked = 0
    def __len__(self):
        Longer.asked += 1
        return FAR if Longer.asked < 3 else list.__len__(self)
class Number:
    def __init__(self, *numbers):
        self.numbers = list(numbers)
    def __index__(self):
        return self.numbers.pop(0) if len(self.numbers) > 1 else self.numbers[0]
class Places:
    asked = 0
    def __array__(self, *given, **named):
        Places.asked += 1
        return np.array([FAR if Places.asked > 1 else 0])
class Name(str):
    asked = 0
    __hash__ = str.__hash__
    def __eq__(self, other):
        Name.asked += 1
        return Name.asked > 1 and str.__eq__(self, other)
narrow = np.zeros((10**7, 1), dtype="i1")
for f in (
    lambda: np.arange(7).take(np.array([FAR]).view(Unmoved), mode="wrap"),
    lambda: np.arange(7).view(Endless).take([FAR], mode="wrap"),
    lambda: np.arange(7).view(Endless).put([FAR], [1], mode="wrap"),
    lambda: np.array([FAR]).view(Unmoved).choose([[1], [2]], mode="wrap"),
    lambda: np.choose([FAR], Longer([[1], [2], [3]]), mode="wrap"),
    lambda: narrow.take(np.full(10**6, 10**7 - 1), axis=Number(0, 1), mode="wrap").shape,
    lambda: np.arange(7).take([FAR], mode=Number(0, 1)),
    lambda: np.arange(7).take(Places(), None, None, "wrap"),
    lambda: np.arange(7).take([FAR], **{Name("mode"): "wrap"}),
    lambda: np.arange(7).put([FAR], [1], **{Name("mode"): "wrap"}),
    lambda: np.choose([FAR], [[1], [2]], **{Name("mode"): "wrap"}),
    lambda: np.arange(1).take(np.full(1000, 2**32 - 1, dtype="u4"), mode="wrap").sum(),
):
    try:
        print(f())
    except (TypeError, ValueError, IndexError, MemoryError) as e:
        print(e)
# --- other answers: numbers that are large when the function asks again | numpy,scipy.*,weakref | expr:False
import weakref
import numpy as np
from scipy import signal
class Float:
    asked = 0
    def __float__(self):
        Float.asked += 1
        return 2.0 if Float.asked < 2 else 2.0**62
class Array:
    asked = 0
    def __array__(self, *given, **named):
        Array.asked += 1
        return np.array([2.0 if Array.asked < 2 else 2.0**62])
class Integer(int):
    def __float__(self):
        return 5.0
class Index:
    asked = 0
    def __float__(self):
        return 5.0
    def __index__(self):
        Index.asked += 1
        return 5 if Index.asked < 2 else 2**40
class Floats(list):
    def __iter__(self):
        return iter([2.0])
random, index = np.random.RandomState(1), Index()
for f in (
    lambda: random.zipf(Float()),
    lambda: random.zipf([Float()]),
    lambda: random.zipf(([1.5, 2.5], [Float(), 2.0])),
    lambda: random.zipf(np.array([Float()], dtype=object)),
    lambda: random.zipf(Array()),
    lambda: random.zipf(Floats([2.0**62])),
    lambda: random.vonmises(0, kappa=Array()),
    lambda: np.random.PCG64(1).random_raw(Integer(2**40), False),
    lambda: np.random.PCG64(1).random_raw((3, Index()), False),
    lambda: np.random.PCG64(1).random_raw(weakref.proxy(index), False),
    lambda: np.random.MT19937(1).jumped(Integer(2**50)),
    lambda: signal.remez(Integer(10**6), [0, 0.1, 0.2, 0.5], [1, 0]),
):
    try:
        print(f())
    except (TypeError, ValueError) as e:
        print(e)
# --- other answers: tables of other sizes | numpy,scipy.*,sklearn.* | expr:False
import numpy as np
from scipy.spatial import Delaunay
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.tree import DecisionTreeRegressor
class Wide(np.ndarray):
    shape = (3, 40)
class One(np.ndarray):
    shape = (0, 1)
    def __getitem__(self, place):
        return np.asarray(self)[0, 0]
class Points:
    asked = 0
    @property
    def shape(self):
        return (1, 2)
    def __array__(self, *given, **named):
        Points.asked += 1
        return np.zeros((1 if Points.asked < 2 else 1000, 2))
random = np.random.default_rng(0)
tree = DecisionTreeRegressor().fit(random.random((50, 40)), random.random(50))
few, many = [GradientBoostingRegressor(n_estimators=3).fit(random.random((50, n)), random.random(50)) for n in (2, 400)]
few.estimators_ = many.estimators_.view(One)
triangles = Delaunay(random.random((20, 2)))
for f in (
    lambda: tree.tree_.predict(np.zeros((3, 1), dtype="f4").view(Wide)),
    lambda: tree.tree_.apply(np.zeros((3, 1), dtype="f4").view(Wide)),
    lambda: few.predict(np.zeros((3, 2))),
    lambda: list(few.staged_predict(np.zeros((3, 2)))),
    lambda: triangles.find_simplex(bruteforce=True, xi=Points()).shape,
    lambda: triangles.find_simplex(tol=1e-3, bruteforce=False, xi=Points()).shape,
    lambda: triangles.plane_distance(xi=Points()).shape,
):
    try:
        print(f())
    except (TypeError, ValueError, AttributeError) as e:
        print(e)
