# --- references given back: tuples of records with an empty place, and records that are too long for a text | numpy | expr:False
import numpy as np
records = np.array([(1, 2.0, "a"), (3, 4.0, "b")], dtype=[("x", "i4"), ("y", "f8"), ("z", "U2")]).byteswap()
inner = np.zeros(2, dtype=[("a", [("b", "U1"), ("c", "O")])])
inner["a"]["b"] = np.array([2**31 - 1, 2**31 - 1], "u4").view("U1")
long = np.void(2**30)
for f in (
    lambda: records.sum(dtype=object),
    lambda: records.tolist(),
    lambda: records[0].item(),
    lambda: [*records.astype(object)],
    lambda: np.add.reduce(records, dtype=object),
    lambda: {records[0].item(): 1},
    lambda: sorted(records.tolist()),
    lambda: inner.tolist(),
    lambda: inner.astype(object)[0] + (1,),
    lambda: repr(long),
    lambda: str(long),
    lambda: f"{long}",
    lambda: str([long]),
    lambda: str(np.zeros(1, "V1100000000")),
):
    try:
        f()
    except Exception:
        pass
# --- references given back: failed arguments of functions of f2py | scipy.*,numpy.* | expr:False
import numpy as np
import scipy.optimize as op
from scipy.linalg import blas, lapack
for n in range(2000):
    for f, args in (
        (blas.ddot, (float, [1.0])),
        (blas.dsymv, (1, ["a", "b"], [1.0])),
        (blas.sdot, (float, [1.0])),
        (blas.zdotu, ([object], [1.0])),
        (lapack.dgesv, (object, [1.0])),
        (lapack.dgetrs, (object, [1], [1.0])),
    ):
        try:
            f(*args)
        except (TypeError, ValueError):
            pass
for q in (op.BFGS(), op.SR1()):
    q.initialize(2, "hess")
    for n in range(500):
        try:
            q.update(np.array([float, float]), np.array(["clip", "x"]))
        except (TypeError, ValueError):
            pass
assert str(np.arange(3.0) + 1) == "[1. 2. 3.]"
# --- references given back: steps of lsoda whose arguments are not what it asks for | scipy.integrate,numpy | expr:False
import scipy.integrate as ig
class Lying(float):
    def __float__(self):
        raise ValueError
f = lambda t, y, *more: -y
def made():
    return ig.ode(f).set_integrator("lsoda").set_initial_value([1.0, 2.0], 0)
def with_values(**values):
    def change(o):
        for name, value in values.items():
            setattr(o, name, value)
    return change
for change in (
    with_values(f_params=[1.5]),
    with_values(f_params=None),
    with_values(jac_params=[1.5]),
    with_values(f=3),
    with_values(t="q"),
    lambda o: o.set_initial_value([[1.0, 2.0], [3.0, 4.0]], 0),
    lambda o: o.set_initial_value([[[1.0]]], 0),
    lambda o: o.set_integrator("zvode").set_initial_value([1j, 2.0], 0).set_integrator("lsoda"),
    lambda o: o.set_integrator("lsoda", rtol=[[1e-3]]),
    lambda o: o.set_integrator("lsoda", atol="x"),
    lambda o: o.set_integrator("lsoda", rtol=Lying(1)),
    lambda o: o.set_integrator("lsoda", rtol=[Lying(1), 1]),
):
    o = made()
    for n in range(50):
        try:
            change(o)
            o.integrate(1.0 + n)
        except Exception:
            pass
# --- references given back: strings of variable length made of objects that read such strings | numpy.* | expr:False
import numpy as np
a = np.array(["a", "b", "c"], np.dtypes.StringDType())
missing = np.array(["a", "b"], np.dtypes.StringDType(na_object=None))
class Reader:
    def __str__(self):
        return "<" + a[0] + str(missing[1]) + ">"
    __repr__ = __str__
class Text(str):
    def __str__(self):
        return a[2]
class Turned:
    asked = 0
    def __eq__(self, other):
        Turned.asked += 1
        return Turned.asked % 2 == 1
    def __str__(self):
        return a[0]
def objects(value):
    made = np.empty(1, object)
    made[0] = value
    return made
for n, value in enumerate((Reader(), Text("t"), Turned(), [Reader()], {"k": Reader()}, a, a[1:], a[:0])):
    for array in (a, missing):
        for f in (
            lambda: array.__setitem__(0, value),
            lambda: array.__setitem__(slice(0, 1), [value]),
            lambda: array.__setitem__(slice(0, 1), objects(value)),
            lambda: array.fill(value),
            lambda: array.put([0], objects(value)),
            lambda: array.flat.__setitem__(0, value),
            lambda: np.copyto(array[:1], objects(value), casting="unsafe"),
            lambda: np.full(2, value, array.dtype),
            lambda: objects(value).astype(array.dtype),
        ):
            try:
                f()
            except Exception:
                pass
# --- lists of two numbers where pairs are looked at: blurs, blocks and pictures | PIL.* | expr:False
from PIL import Image, ImageFilter
im = Image.new("RGB", (9, 7))
for f in (
    lambda: im.filter(ImageFilter.BoxBlur([2**31, 5])),
    lambda: im.filter(ImageFilter.GaussianBlur([5, 2**31])),
    lambda: im.im.box_blur([2**31, 5]),
    lambda: im.im.gaussian_blur(range(2**31, 2**31 + 2)),
    lambda: im.im.box_blur([[2**31], 5]),
    lambda: im.reduce([2**31 - 1, 1]),
    lambda: im.reduce([2**31 - 1] * 2),
    lambda: im.resize([2**30, 2**30]),
):
    try:
        f()
    except (TypeError, ValueError, MemoryError, OverflowError):
        pass
# --- texts of strings of variable length that are looked for elsewhere | numpy.* | expr:False
import numpy as np
T = np.dtypes.StringDType
class Late:
    def __array__(self, *args, **named):
        return np.array(["a", "b" * 50, "c", "d", "e"], T())
def made():
    return np.array(["a" * 3, "b" * 50, "c" * 300, "d" * 20, "e"], T())
def stepped(a):
    with np.nditer([a, a[::-1]], flags=["refs_ok", "copy_if_overlap"], op_flags=[["readwrite"], ["readonly"]]) as it:
        for x, y in it:
            x[...] = y
missing = np.array(["x" * 99, None], T(na_object=None))
for f in (
    lambda a: a[1:].__iadd__(a[:-1]),
    lambda a: a.__iadd__(a[::-1]),
    lambda a: np.add(a[:-1], "k" * 99, out=a[1:]),
    lambda a: np.multiply(a[:-1], 4, out=a[1:]),
    lambda a: np.maximum(a, a[::-1], out=a),
    lambda a: np.add.accumulate(a[:-1], out=a[1:]),
    lambda a: np.choose([0, 0, 1, 1, 0], [a, a[::-1]], out=a),
    lambda a: a.put([4, 3, 2, 1, 0], a[::-1]),
    lambda a: a.put([4, 3], np.array(["m" * 200, "k" * 77])),
    lambda a: a.put([4, 3], missing),
    lambda a: np.put(a, [0, 1], np.array(["m" * 200, "k" * 77], object)),
    lambda a: np.putmask(a, [1, 1, 1, 1, 0], a[2:]),
    lambda a: np.place(a, [1, 1, 1, 1, 0], a[1:]),
    lambda a: np.place(a, [1, 1, 1, 1, 0], ["m" * 200]),
    lambda a: setattr(a, "flat", a[::-1]),
    lambda a: setattr(a, "flat", missing),
    lambda a: setattr(a, "flat", ["m" * 200]),
    lambda a: np.lexsort([a]),
    lambda a: np.lexsort((a, a[::-1])),
    lambda a: np.lexsort([Late()]),
    lambda a: np.lexsort(Late()),
    stepped,
):
    a = made()
    try:
        f(a)
    except (TypeError, ValueError):
        pass
    assert all(text is None or set(text) <= set("abcdekmxNon") for text in a.tolist()), a.tolist()
    a[...] = "z" * 400
# --- months that no table has | pandas | expr:False
import pandas as pd
class Late(int):
    def __index__(self):
        return 2**31 - 1
day = pd.Timestamp("2020-01-01")
fiscal = dict(startingMonth=-(2**31), weekday=1)
for f in (
    lambda: day.replace(2020, -(2**31)),
    lambda: day.replace(month=2**31 - 1),
    lambda: day.replace(month=Late(3)),
    lambda: pd.Timestamp.replace(day, month=2**31 - 1),
    lambda: pd.Period(year=2020, month=2**31 - 1, day=5, freq="D"),
    lambda: pd.Period(year=2020, month=100, freq="h"),
    lambda: pd.Period(year=2020, month=Late(3), freq="D"),
    lambda: pd.Period(None, pd.offsets.Week(), None, 2020, 10**6),
    lambda: pd.PeriodIndex.from_fields(year=[2020], month=[2**31 - 1], day=[1], freq="D"),
    lambda: pd.PeriodIndex.from_fields(year=[2020], month=[-(2**31)], freq="B"),
    lambda: pd.offsets.FY5253(**fiscal).is_on_offset(day),
    lambda: day + pd.offsets.FY5253(**fiscal),
    lambda: pd.offsets.FY5253(**fiscal, variation="last").rollforward(day),
    lambda: pd.offsets.FY5253Quarter(**fiscal, qtr_with_extra_week=1).is_on_offset(day),
    lambda: pd.date_range(day, periods=3) + pd.offsets.FY5253Quarter(**fiscal, qtr_with_extra_week=1),
):
    try:
        f()
    except (TypeError, ValueError, OverflowError):
        pass
    else:
        raise AssertionError("it read beyond its tables")
# --- filters and fits of less than there is | scipy.ndimage,scipy.optimize,numpy | expr:False
import numpy as np
from scipy import ndimage, optimize
line, table = np.zeros(5), np.zeros((5, 5))
for f in (
    lambda: ndimage.grey_dilation(line, footprint=np.ones(3, bool), structure=np.zeros(1)),
    lambda: ndimage.grey_dilation(np.array(1), size=(), footprint=np.zeros((), bool), structure=np.zeros(())),
    lambda: ndimage.grey_dilation(True, range(0), range(0), 128),
    lambda: ndimage.grey_erosion(table, footprint=np.ones((3, 3), bool), structure=np.zeros((2, 2))),
    lambda: ndimage.grey_opening(table, footprint=np.ones((3, 3), bool), structure=np.zeros((3, 1))),
    lambda: ndimage.morphological_gradient(table, footprint=np.ones((3, 3), bool), structure=np.zeros(9)),
    lambda: optimize.nnls(np.zeros((3, 0)), np.zeros(3)),
    lambda: optimize.nnls(np.zeros((0, 2)), np.zeros(0)),
):
    try:
        f()
    except (ValueError, RuntimeError):
        pass
    else:
        raise AssertionError("it read beyond its arrays")
# --- matrices of BLAS and LAPACK that are no squares, or have no items | scipy.linalg,numpy | expr:False
import numpy as np
from scipy.linalg import blas, lapack
row, square = np.arange(1.0, 25.0), np.eye(3) * 3
def z(*shape):
    return np.ones(shape, order="F")
class Late:
    def __array__(self, *args, **named):
        return z(24)
for f in (
    lambda: blas.dger(3.0, z(0), z(5)),
    lambda: blas.zgeru(1.0, z(0), z(24)),
    lambda: lapack.dsytrf(row),
    lambda: lapack.dsytrf([1.0] * 24),
    lambda: lapack.dsytrf(Late()),
    lambda: lapack.dsytrf(a=z(0, 0)),
    lambda: lapack.dsytf2(row),
    lambda: lapack.zhetrf(z(3)),
    lambda: lapack.dggev(square, z(1)),
    lambda: lapack.dggev(z(1), z()),
    lambda: lapack.dsygst(square, z(3)),
    lambda: lapack.dgglse(z(1, 1), z(0), z(5, 2), z()),
    lambda: lapack.dgglse(z(4, 3), z(2, 3), z(1), z(2)),
    lambda: lapack.dppsv(1, z(3, 3), z(0, 0)),
    lambda: lapack.dpptrs(5, z(5, 2), z(3, 0)),
    lambda: lapack.dtbtrs(z(1, 5), z(0)),
    lambda: lapack.dtpqrt(5, 2, row, z(0, 3)),
    lambda: lapack.dtpqrt(0, 1, row, z(5, 1)),
    lambda: lapack.dorcsd(z(0, 3), z(0, 0), z(1), z(1, 5)),
    lambda: lapack.dsytri(row, z(1, 1) * 4),
    lambda: lapack.zhetri(z(5, 2), z(5, 1)),
    lambda: lapack.zsytrs(z(5, 1), z(1, 1) * 4, z(3)),
    lambda: lapack.dsytrs(row, z(3, 0), z(0, 0)),
    lambda: lapack.dlaswp(z(3), z(1, 1) * 3),
):
    for n in range(20):
        try:
            f()
        except Exception:
            pass
