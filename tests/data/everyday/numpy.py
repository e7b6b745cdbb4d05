# --- statistics of an array
import numpy as np
data = np.array([2.5, 3.7, 1.2, 8.8, 4.4])
print(data.mean().round(3), data.std().round(3), np.median(data), data.min(), data.max())
# --- boolean masks
import numpy as np
a = np.arange(20)
print(a[(a % 3 == 0) & (a > 5)], np.where(a > 15, a, -1)[-3:])
# --- reshape and transpose
import numpy as np
m = np.arange(12).reshape(3, 4)
print(m.T.shape, m.sum(axis=0), m.mean(axis=1), m[:, 1::2].tolist())
# --- solve a linear system
import numpy as np
A = np.array([[3.0, 2.0], [1.0, 4.0]])
b = np.array([7.0, 9.0])
x = np.linalg.solve(A, b)
print(np.round(x, 6), np.allclose(A @ x, b), round(float(np.linalg.det(A)), 6))
# --- eigenvalues
import numpy as np
w, v = np.linalg.eigh(np.array([[2.0, 1.0], [1.0, 2.0]]))
print(np.round(w, 6), v.shape, np.linalg.norm(v[:, 0]).round(6))
# --- fourier transform
import numpy as np
t = np.linspace(0, 1, 64, endpoint=False)
signal = np.sin(2 * np.pi * 5 * t)
spectrum = np.abs(np.fft.rfft(signal))
freqs = np.fft.rfftfreq(64, d=1 / 64)
print(freqs[np.argmax(spectrum)])
# --- random generator with a seed
import numpy as np
rng = np.random.default_rng(42)
print(rng.integers(0, 10, size=5), rng.normal(size=2).round(4), rng.choice(["a", "b", "c"], size=3))
# --- legacy random state of its own
import numpy as np
r = np.random.RandomState(0)
print(r.rand(3).round(4), r.permutation(5))
# --- polynomial fit
import numpy as np
x = np.array([0, 1, 2, 3, 4.0])
y = 2 * x**2 - 3 * x + 1
print(np.polyfit(x, y, 2).round(4), np.poly1d([1, -3, 2]).roots, np.polyval([1, 0, -1], 3))
# --- new polynomial interface
import numpy as np
p = np.polynomial.Polynomial([1, 2, 3])
print(p(2), p.deriv().coef, np.polynomial.polynomial.polyroots([6, -5, 1]))
# --- structured array
import numpy as np
people = np.array([("Ann", 31), ("Bob", 25)], dtype=[("name", "U10"), ("age", "i4")])
print(np.sort(people, order="age")["name"], people["age"].mean())
# --- unique with counts
import numpy as np
values, counts = np.unique([3, 1, 3, 2, 3, 1], return_counts=True)
print(dict(zip(values.tolist(), counts.tolist())))
# --- broadcasting and einsum
import numpy as np
a = np.arange(3)[:, None] + np.arange(4)
print(a, np.einsum("ij,ij->i", a, a))
# --- stacking and splitting
import numpy as np
a, b = np.zeros((2, 2)), np.ones((2, 2))
print(np.hstack([a, b]), np.vstack([a, b]).shape, [s.shape for s in np.array_split(np.arange(7), 3)])
# --- cumulative and differences
import numpy as np
a = np.array([1, 3, 6, 10])
print(np.cumsum(a), np.diff(a), np.prod(a), np.gradient(a.astype(float)))
# --- histogram and percentiles
import numpy as np
counts, edges = np.histogram([1, 2, 2, 3, 5], bins=4)
print(counts, edges, np.percentile([1, 2, 3, 4], [25, 50, 75]), np.quantile([1, 2, 3], 0.5))
# --- dates
import numpy as np
days = np.arange("2024-01-30", "2024-02-03", dtype="datetime64[D]")
print(days, np.busday_count("2024-01-01", "2024-02-01"), (days[1] - days[0]).astype(int))
# --- vectorize and apply_along_axis
import numpy as np
f = np.vectorize(lambda x, y: x if x > y else y)
print(f([1, 5, 3], 2), np.apply_along_axis(lambda r: r.max() - r.min(), 1, np.arange(6).reshape(2, 3)))
# --- object arrays and frompyfunc
import numpy as np
up = np.frompyfunc(str.upper, 1, 1)
print(up(np.array(["a", "b"], dtype=object)))
# --- ufunc methods
import numpy as np
print(np.add.reduce([1, 2, 3]), np.multiply.outer([1, 2], [3, 4]), np.maximum.accumulate([1, 3, 2, 5]), np.add.accumulate([1, 2]))
a = np.zeros(3)
np.add.at(a, [0, 0, 2], 1)
print(a)
# --- nan handling
import numpy as np
a = np.array([1, np.nan, 3])
print(np.nanmean(a), np.isnan(a).sum(), np.nan_to_num(a), np.isfinite(a))
# --- errstate
import numpy as np
with np.errstate(divide="ignore", invalid="ignore"):
    print(np.array([1.0, 0.0]) / 0)
# --- sort, argsort, searchsorted
import numpy as np
a = np.array([30, 10, 20])
print(np.argsort(a), np.sort(a)[::-1], np.searchsorted([1, 3, 5], 4), np.lexsort(([1, 0, 1], [2, 2, 1])))
# --- meshgrid and distances
import numpy as np
x, y = np.meshgrid(np.linspace(-1, 1, 3), np.linspace(-1, 1, 3))
print(np.hypot(x, y).round(3))
# --- dtype facts and casting
import numpy as np
a = np.array([1.7, 2.2])
print(a.dtype, a.astype(int), a.itemsize, a.nbytes, np.iinfo(np.int16).max, np.finfo(float).eps, np.dtype("f4").name, a.flags.writeable)
# --- text arrays
import numpy as np
print(np.char.upper(np.array(["ab", "cd"])), np.strings.str_len(np.array(["abc", "d"])) if hasattr(np, "strings") else [3, 1])
# --- set operations
import numpy as np
print(np.intersect1d([1, 2, 3], [2, 3, 4]), np.setdiff1d([1, 2], [2]), np.isin([1, 5], [5]), np.union1d([1], [2]))
# --- masked arrays
import numpy as np
m = np.ma.masked_array([1, 2, 3], mask=[0, 1, 0])
print(m.mean(), m.filled(0), np.ma.masked_where(np.array([1, 9]) > 5, np.array([1, 9])))
# --- matrix decompositions
import numpy as np
A = np.array([[4.0, 2.0], [2.0, 3.0]])
q, r = np.linalg.qr(A)
u, s, vt = np.linalg.svd(A)
print(np.allclose(q @ r, A), s.round(4), np.linalg.cholesky(A).round(4), np.linalg.matrix_rank(A), np.linalg.pinv(A).round(3), np.linalg.inv(A))
# --- in place changes
import numpy as np
a = np.arange(6.0)
a[2:4] = 9
a += 1
a.shape = (2, 3)
a.sort(axis=1)
print(a, a.ravel(), a.flatten().base is None)
# --- correlation and covariance
import numpy as np
x = np.array([1, 2, 3, 4])
print(np.corrcoef(x, x**2).round(4), np.cov(x, 2 * x), np.interp(2.5, x, x * 10), np.convolve([1, 2], [1, 1]))
# --- text output in memory
import io
import numpy as np
buffer = io.StringIO()
np.savetxt(buffer, np.eye(2), fmt="%d", delimiter=",")
print(buffer.getvalue().split())
print(np.loadtxt(io.StringIO("1 2\n3 4")))
# --- sliding windows and clip
import numpy as np
a = np.arange(6)
print(np.lib.stride_tricks.sliding_window_view(a, 3).mean(axis=1), np.clip(a, 1, 4), np.roll(a, 2), np.tile([0, 1], 2), np.repeat([1, 2], 2))
# --- type annotations
import numpy as np
import numpy.typing as npt
def scale(a: npt.NDArray[np.float64], k: float = 2.0) -> np.ndarray:
    return a * k
print(scale(np.ones(2)), isinstance(np.ones(1), np.ndarray), issubclass(np.float64, np.floating))
# --- subclass of ndarray
import numpy as np
class Vector(np.ndarray):
    def length(self):
        return float(np.sqrt((self**2).sum()))
print(np.array([3.0, 4.0]).view(Vector).length())
# --- bytes of an array
import numpy as np
raw = np.array([1, 2], dtype=np.uint8).tobytes()
print(raw, np.frombuffer(raw, dtype=np.uint8), np.array2string(np.pi * np.ones(2), precision=2), np.packbits([1, 0, 1]))
# --- numpy linear regression by hand
import numpy as np
rng = np.random.default_rng(0)
X = rng.normal(size=(50, 3)); w = np.array([1., -2., 3.])
y = X @ w + 0.5
A = np.c_[X, np.ones(len(X))]
coef, res, rank, sv = np.linalg.lstsq(A, y, rcond=None)
print(np.round(coef, 6), rank)
# --- numpy structured and masked arrays
import numpy as np
a = np.array([("a", 1, 2.5), ("b", 2, 3.5)], dtype=[("name", "U5"), ("n", "i4"), ("x", "f8")])
print(a["name"], a[a["n"] > 1]["x"], a.dtype.names, np.sort(a, order="x")[::-1]["name"])
m = np.ma.masked_where(np.arange(5) % 2 == 0, np.arange(5)); print(m.sum(), m.filled(-1), m.mask)
a["x"] *= 2; print(a.tolist())
r = a.view(np.recarray); print(r.name, r.n.sum())
# --- numpy einsum broadcasting ufuncs
import numpy as np
a = np.arange(6).reshape(2, 3); b = np.arange(12).reshape(3, 4)
print(np.einsum("ij,jk->ik", a, b), np.einsum("ij->j", a), np.tensordot(a, b, 1).shape)
c = np.zeros(5); np.add.at(c, [0, 0, 3], 1); print(c, np.add.reduceat(np.arange(8), [0, 4]), np.multiply.outer([1, 2], [3, 4]))
print(np.frompyfunc(lambda x, y: x * y + 1, 2, 1)([1, 2], [3, 4]), np.vectorize(lambda v: v if v > 2 else 0)(np.arange(5)))
print(np.piecewise(np.array([-1.0, 0.0, 1.0]), [np.array([True, False, False])], [lambda x: -x, lambda x: x * 10]))
# --- numpy iteration, indexing helpers and polynomials
import numpy as np
for i, v in np.ndenumerate(np.arange(4).reshape(2, 2)): print(i, v)
with np.nditer(np.arange(3), op_flags=["readwrite"]) as it:
    for x in it: pass
print(np.polyfit([0, 1, 2], [1, 3, 7], 2).round(6), np.poly1d([1, 2, 3])(2), np.roots([1, -3, 2]), np.polynomial.Polynomial([1, 2, 3])(2))
print(np.unravel_index(7, (3, 4)), np.ix_([0, 1], [1, 2]), np.digitize([0.5, 1.5], [0, 1, 2]), np.select([np.arange(3) > 1], [1], 0), np.interp(1.5, [1, 2], [10, 20]))
# --- numpy fft, random and io in memory
import numpy as np, io
print(np.abs(np.fft.rfft(np.sin(np.linspace(0, 2 * np.pi, 8, endpoint=False)))).round(3))
np.random.seed(1); print(np.random.randint(0, 10, 5), np.random.choice(["a", "b"], 3), np.random.permutation(4))
s = io.StringIO(); np.savetxt(s, np.eye(2), fmt="%d", delimiter=","); print(s.getvalue()); s.seek(0); print(np.loadtxt(s, delimiter=","))
b = io.BytesIO(); np.savez(b, a=np.arange(3)); b.seek(0); print(np.load(b)["a"])
print(np.array2string(np.array([1.23456]), precision=2), np.format_float_positional(1.5), np.array_repr(np.arange(3)))
# --- numpy subclass with array protocols
import numpy as np
class Celsius(np.ndarray):
    def __new__(cls, data, unit="C"):
        obj = np.asarray(data, dtype=float).view(cls); obj.unit = unit; return obj
    def __array_finalize__(self, obj):
        self.unit = getattr(obj, "unit", None)
t = Celsius([1, 2, 3]); print((t * 2).unit, type(t[1:]).__name__, t.mean())
class Wrap:
    def __init__(self, a): self.a = np.asarray(a)
    def __array__(self, dtype=None, copy=None): return self.a
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        inputs = [x.a if isinstance(x, Wrap) else x for x in inputs]
        return Wrap(getattr(ufunc, method)(*inputs, **kwargs))
print((Wrap([1, 2]) + 1).a if hasattr(Wrap([1]), "__add__") else np.add(Wrap([1, 2]), 1).a, np.sum(np.asarray(Wrap([1, 2]))))
# --- warnings of C code have the lines of the code
import warnings
import numpy as np
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    np.array([1.0]) / np.array([0.0])
    def f(x):
        return np.log(x)
    list(map(f, [np.float64(-1), np.float64(-2)]))
    warnings.simplefilter("default")
    for i in range(3):
        np.array([1.0]) / 0
    np.array([1.0]) / 0
    warnings.simplefilter("once")
    for i in range(3):
        np.array([0.0]) / 0
    warnings.simplefilter("error")
    try:
        np.array([1]) / 0
    except RuntimeWarning as error:
        print(error)
print([(str(w.message), w.lineno) for w in caught])
# --- arrays in arrays, and records in records
import numpy as np
inner = np.empty(2, dtype=object)
inner[:] = [np.arange(2), np.arange(3)]
outer = np.empty(1, dtype=object)
outer[0] = inner
print((outer + outer)[0][1], (-inner)[0], (inner * 2)[1], abs(inner)[0])
d = np.dtype([("a", np.dtype([("b", "i4"), ("c", [("d", "f8", (2, 2))])]))])
z = np.zeros(2, d)
z["a"]["c"]["d"][1] = 7
print(d, z[1], z.dtype["a"], z.itemsize)
# --- bytes in another order
import numpy as np
print(np.int16(1).byteswap(), np.array([(1, 2)], dtype=[("n", "i2"), ("m", "i2")]).byteswap(), np.array([1, 256], "i2").byteswap())
# --- iterators by hand, one inside of the other, and with buffers that come later
import numpy as np
table = np.arange(6).reshape(2, 3)
outer, inner = np.nested_iters(table, [[0], [1]])
for _ in outer:
    print([int(item) for item in inner])
outer.reset()
print(outer.iternext(), [int(item) for item in inner])
steps = np.nditer(np.arange(3, dtype="i4"), flags=["delay_bufalloc", "buffered"], op_dtypes=["f8"], casting="unsafe")
steps.reset()
print(float(steps[0]), steps.iternext(), float(steps[0]), steps.iternext(), steps.iternext())
steps.close()
print(np.frompyfunc(lambda: 7, 0, 1)(), np.frompyfunc(lambda a: None, 1, 0)(np.arange(2)))
# --- iterators over arrays that are written and closed
import heapq

import numpy as np

numbers = np.arange(6.0)
with np.nditer(numbers, op_flags=[["readwrite"]]) as steps:
    for number in steps:
        number[...] = number * 2
print(numbers, number)
with np.nditer(numbers, flags=["buffered", "external_loop"], op_flags=[["readwrite"]], op_dtypes=["f4"], casting="same_kind", buffersize=4) as steps:
    for part in steps:
        part[...] = part + 1
        print(part.dtype, len(part))
print(numbers)
steps = np.nditer([numbers, None], flags=["external_loop"], op_flags=[["readonly"], ["writeonly", "allocate"]])
with steps:
    for given, made in steps:
        made[...] = given * 10
    result = steps.operands[1]
print(result)
try:
    steps.operands
except ValueError as e:
    print(e)
table = np.arange(6).reshape(2, 3)
with np.nditer(table, flags=["multi_index"]) as steps:
    print([(steps.multi_index, int(value)) for value in steps])
outer, inner = np.nested_iters(table, [[0], [1]], flags=["multi_index"], op_flags=[["readwrite"]])
for _ in outer:
    for value in inner:
        value[...] = value + 1
inner.close()
outer.close()
print(table)
copied = np.nditer(table, op_flags=[["readwrite", "updateifcopy"]], op_dtypes=["f8"], casting="unsafe")
with copied:
    for value in copied:
        value[...] = value / 2
print(table)
steps = np.nditer(np.arange(3))
print(int(next(steps)), steps.finished, steps.iterindex)
steps.close()
try:
    next(steps)
except (ValueError, StopIteration) as e:
    print(type(e).__name__, e)
grown = np.arange(3)
# (Since 3.14 calls borrow references, and CPython itself refuses this at times.)
grown.resize(5, refcheck=not hasattr(heapq, "heappush_max"))
print(grown)
# --- the generator that everybody shares
import numpy as np
seeds = np.random.get_bit_generator().seed_seq
print(isinstance(seeds, np.random.SeedSequence), len(seeds.spawn(2)), seeds.generate_state(3).dtype, 0 <= np.random.default_rng(seeds).random() < 1)
np.random.seed(5)
print(np.random.rand(), np.random.randint(10, size=3), np.random.get_bit_generator().seed_seq)
# --- states of random generators, kept and put back
import numpy as np
from numpy.random import MT19937, PCG64, SFC64, Generator, Philox
rng = np.random.default_rng(7)
state = rng.bit_generator.state
first = rng.normal(size=3)
rng.bit_generator.state = state
print((first == rng.normal(size=3)).all(), type(state).__name__, state["bit_generator"])
for kind in (MT19937, PCG64, SFC64, Philox):
    bits = kind(3)
    before, draws = bits.state, Generator(bits).random(4)
    other = kind(4)
    other.state = before
    print(kind.__name__, (Generator(other).random(4) == draws).all())
try:
    PCG64(1).state = MT19937(1).state
except ValueError as e:
    print(e)
# --- polynomials whose coefficients are set
import numpy as np
p = np.polynomial.Polynomial([1.0, 2.0, 3.0])
p.coef = p.coef[:2]
p.domain, p.window = np.array([0.0, 1.0]), np.array([0.0, 1.0])
print(p(2.0), p.coef, p.degree())
q = np.poly1d([1, 2, 3])
q.coeffs = q.coeffs
q.coeffs += 1
print(q, q.order)
try:
    q.variable = "z"
except AttributeError as e:
    print(type(e).__name__)
# --- what is only to be read of arrays, dtypes and scalars
import numpy as np
for obj, name in [(np.arange(3), "size"), (np.arange(3), "ndim"), (np.float64(1), "real"), (np.dtype("i4"), "name"), (np.random.default_rng(1), "bit_generator")]:
    try:
        setattr(obj, name, 1)
    except AttributeError as e:
        print(type(obj).__name__, e)
# --- an object that passes on what it is asked to its array
import numpy as np
class Quantity:
    def __init__(self, data, unit):
        self.data, self.unit = np.asarray(data, dtype=float), unit
    def __getattr__(self, name):
        return getattr(self.data, name)
q = Quantity([1, 2, 3], "m")
print(q.mean(), q.shape, q.data.__array__() is not None, np.arange(3).__array__().dtype)
# --- arrays in pickles
import copy
import io
import pickle
import numpy as np
records = np.zeros(2, [("a", "i4"), ("b", "U3")])
for value in (np.arange(6.0).reshape(2, 3), np.asfortranarray(np.eye(2)), np.array([1, "a", None], object), records, np.float64(1.5), np.datetime64("2024-01-01"), np.dtype("M8[ns]"), np.matrix([[1]]), np.ma.array([1, 2], mask=[0, 1]), np.zeros((0, 2)), np.bool_(True), {"w": [np.eye(2), ("x", np.arange(2))]}):
    for protocol in (None, 2, 4, 5):
        back = pickle.loads(pickle.dumps(value, protocol))
        assert type(back) is type(value) and repr(back) == repr(value), (value, back)
    assert repr(copy.deepcopy(value)) == repr(value) == repr(copy.copy(value))
file = io.BytesIO()
for value in (np.arange(3), [1, 2], {"m": np.ones(2)}):
    pickle.dump(value, file)
file.seek(0)
first = pickle.load(file)
first[0] = 9
print(first, pickle.load(file), pickle.load(file), file.read())
# --- warnings are at the lines of what they warn of
import warnings
import numpy as np
import pandas as pd
small, nothing = np.int8(-128), np.int64(0)
def products(value):
    print(len("abc"), end=" ")
    return {
        "product": value * value,
        "ratio": (
            1,
            1 / nothing,
        ),
        **{name: value * value for name in "a"},
        "text": f"{value * value}",
        "later": lambda: value
        * value,
    }
def each(values):
    print(sum([1]), end=" ")
    for value in values:
        yield (value
               * value)
class Table(pd.DataFrame):
    def __matmul__(self, other):
        warnings.warn("a product", stacklevel=2)
        return 1
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    products(small)["later"]()
    list(each([small]))
    total = small
    total += small
    found = [
        [1, 2][0],
        Table({"a": [1]}) @ 2,
        [value
         * value
         for value in [small]],
    ]
    if (len("a")
            and Table({"a": [2]}) @ 3):
        print("a test", end=" ")
    squares = {
        "x": small
        ** 3,
    }
print([(warning.lineno, str(warning.message).split()[0]) for warning in said])
# --- swapped bytes, running sums into arrays that are there
import numpy as np
from numpy import array, zeros
print(np.array([1, "x"], dtype=object).byteswap(), array(["ab", "c"]).byteswap().byteswap(), array([1.5]).byteswap(inplace=True).view(">f8"))
print(array([(1, "x")], dtype=[("n", "i4"), ("o", "O")]).byteswap())
out = zeros(5)
print(np.cumsum(np.arange(5.0), out=out) is out, out, np.arange(5.0).cumprod(out=out), np.add.accumulate(np.arange(5), out=out))
table = zeros((2, 3))
print(np.cumsum(np.ones((2, 3)), axis=1, out=table), np.maximum.accumulate(array([[3, 1], [2, 4]]), axis=0), np.cumulative_sum(array([1, 2])))
print(np.multiply.accumulate([1, 2, 3], 0, None, zeros(3, int)), np.add.accumulate([1, 2, 3], out=(zeros(3, int),)), np.cumsum(3))
print(np.add.reduce(np.arange(5), out=np.array(0)), np.sum(np.ones(3), out=zeros(())), np.ma.cumsum(np.ma.array([1, 2, 3], mask=[0, 1, 0])))
for f in (lambda: np.add.accumulate(3), lambda: np.add.accumulate([1, 2], out=zeros(3)), lambda: np.add.accumulate([1, 2], out=5)):
    try:
        f()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
# --- random numbers of older generators, raw ones and jumps
import numpy as np
from enum import IntEnum
state = np.random.RandomState(7)
print(state.zipf(2.5, 4), state.zipf(a=[2.0, 1000.0]), state.zipf(1024.5), state.vonmises(0.5, 4.0, 2).round(6), state.vonmises([0, 1], kappa=[1e3, 1e12]).round(3))
print(np.random.default_rng(7).zipf(2000.0), np.random.default_rng(7).vonmises(0, 1e18))
print(np.random.PCG64(1).random_raw(), np.random.PCG64(1).random_raw(2), np.random.PCG64(1).random_raw((2, 2)).shape, np.random.MT19937(1).random_raw(10**5, False))
print(np.random.MT19937(1).jumped().random_raw(), np.random.MT19937(1).jumped(jumps=3).random_raw())
class Taken(IntEnum):
    FEW = 3
print(np.random.PCG64(1).random_raw(Taken.FEW).shape, state.zipf(range(2, 5)).shape, state.zipf([[2, 3.5], (4, np.float32(5))]).shape, state.zipf(np.ma.array([2, 3])).shape, np.random.MT19937(1).jumped(np.int64(2)).random_raw())
for f in (lambda: state.zipf(0.5), lambda: state.zipf("a"), lambda: state.vonmises(0, -1), lambda: np.random.PCG64(1).random_raw("a", False)):
    try:
        f()
    except (TypeError, ValueError) as e:
        print(type(e).__name__)
