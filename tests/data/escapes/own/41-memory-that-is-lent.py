# --- an array over memory that a solver frees | numpy,scipy.* | expr:out
import numpy as np
from scipy.optimize import leastsq
kept = []
def distance(x):
    kept.append(x)
    return x**2 - 2 + np.arange(len(x))
leastsq(distance, np.ones(50))
before = [list(x) for x in kept]
others = [np.full(250, 7.5) for _ in range(2000)]
before != [list(x) for x in kept]
# --- a part of such an array | numpy,scipy.* | expr:out
import numpy as np
from scipy.optimize import leastsq
kept = []
def distance(x):
    kept.append(x[1:])
    return x**2 - 2 + np.arange(len(x))
leastsq(distance, np.ones(50))
before = [list(x) for x in kept]
others = [np.full(250, 7.5) for _ in range(2000)]
before != [list(x) for x in kept]
# --- an array over memory that an integrator frees | numpy,scipy.* | expr:out
import numpy as np
from scipy.integrate import ode
kept = []
def slope(t, y):
    kept.append(y)
    return -y
ode(slope).set_integrator("vode").set_initial_value(np.ones(500), 0).integrate(1.0)
before = [list(y) for y in kept]
others = [np.full(500 * n, 7.5) for n in range(100)]
before != [list(y) for y in kept]
# --- an array over memory that an integrator frees, by a name | numpy,scipy.* | expr:out
import numpy as np
from scipy.integrate import odeint
kept = []
def slope(y, t, **more):
    kept.append(y)
    return -y
odeint(slope, np.ones(500), np.linspace(0, 1, 5))
before = [list(y) for y in kept]
others = [np.full(500 * n, 7.5) for n in range(100)]
before != [list(y) for y in kept]
# --- an array over memory that a decomposition frees | numpy,scipy.* | expr:out
import numpy as np
from scipy.sparse.linalg import LinearOperator, svds
kept = []
def product(x):
    kept.append(x)
    return x * 2
svds(LinearOperator((500, 500), matvec=product, rmatvec=product, dtype=float), k=3, solver="propack")
before = [list(x) for x in kept]
others = [np.full(500 * n, 7.5) for n in range(100)]
before != [list(x) for x in kept]
# --- an array over memory that a tree of points frees | numpy,sklearn.* | expr:out
import numpy as np
from sklearn.neighbors import BallTree
kept = []
def distance(a, b):
    kept.append(a)
    return float(abs(a - b).sum())
points = np.arange(600.0).reshape(3, 200)
BallTree(points, metric=distance).query(points[:1] + 1)
del points
before = [list(x) for x in kept]
others = [np.full(200 * n, 7.5) for n in range(100)]
before != [list(x) for x in kept]
# --- an array that a method of a list keeps | numpy,scipy.* | expr:out
import numpy as np
from scipy.optimize import leastsq
kept = []
leastsq(kept.append, np.ones(1))
not all(x.flags.owndata for x in kept[1:])
# --- an array that another method keeps, for a tree of points | numpy,sklearn.* | expr:out
import numpy as np
from sklearn.neighbors import BallTree
kept = {}
try:
    BallTree(np.arange(600.0).reshape(3, 200), metric=lambda a, b: 1.0 if kept else kept.update(x=a))
except TypeError:
    pass
class Keeps(dict):
    pass
held = Keeps(x=0)
try:
    BallTree(np.arange(600.0).reshape(3, 200), metric=[].insert)
except TypeError:
    pass
try:
    BallTree(np.arange(600.0).reshape(3, 200), metric=lambda a, b, keep=held.__setitem__: keep("x", a))
except TypeError:
    pass
not kept["x"].flags.owndata or not held["x"].flags.owndata
# --- a time zone whose times are of a kind that is not there | zoneinfo,struct,datetime | expr:False
import datetime, struct, zoneinfo
class Data:
    def __init__(self, data):
        self.data, self.at = data, 0
    def read(self, count=-1):
        end = len(self.data) if count < 0 else self.at + count
        part, self.at = self.data[self.at:end], min(end, len(self.data))
        return part
    def readline(self):
        return self.read(self.data.find(b"\n", self.at) + 1 - self.at)
    def seek(self, to, whence=0):
        self.at = to if whence == 0 else self.at + to
    def tell(self):
        return self.at
def part(version, code, kinds):
    head = b"TZif" + version + bytes(15) + struct.pack(">6l", 0, 0, 0, 1, kinds, 4)
    return head + struct.pack(">1" + code, 0) + bytes([kinds]) + struct.pack(">lbb", 3600, 0, 0) * kinds + b"AAA\0"
for kinds in range(1, 9):
    try:
        zone = zoneinfo.ZoneInfo.from_file(Data(part(b"2", "l", kinds) + part(b"2", "q", kinds) + b"\n\n"))
        datetime.datetime(2020, 1, 1, tzinfo=zone).utcoffset()
    except ValueError:
        pass
# --- a callback of a database taken out by itself | sqlite3 | expr:False
import sqlite3
con = sqlite3.connect(":memory:")
def trace(text):
    con.set_trace_callback(None)
    others = [bytes(48) for _ in range(1000)]
    raise ValueError
for _ in range(50):
    con.set_trace_callback(trace)
    con.execute("select 1")
# --- a callback of a database taken out by itself, of its progress | sqlite3 | expr:False
import sqlite3
con = sqlite3.connect(":memory:")
class No:
    def __bool__(self):
        raise ValueError
def progress():
    con.set_progress_handler(None, 0)
    others = [bytes(24) for _ in range(1000)]
    return No()
for _ in range(50):
    con.set_progress_handler(progress, 1)
    try:
        con.execute("with recursive t(x) as (select 1 union all select x + 1 from t where x < 1000) select sum(x) from t").fetchall()
    except sqlite3.Error:
        pass
# --- a compiled part of a package whose name is public | numpy,numpy.* | expr:out
import numpy.linalg.lapack_lite as part
part is not None
# --- a compiled part of a package whose name is public, of another one | numpy,sklearn.* | expr:out
import numpy as np
from sklearn.utils import arrayfuncs
arrayfuncs.cholesky_delete(np.eye(4), -10**7)
# --- a compiled part of a package, by a name that another part gave it | numpy,sklearn.* | expr:out
import sklearn.linear_model._coordinate_descent as part
part.cd_fast is not None
# --- a compiled part of a package, by a public module | numpy,statsmodels.* | expr:out
import statsmodels.tsa.holtwinters.model as part
part.smoothers is not None
# --- a function of a compiled part, by a part of the package | numpy,sklearn.* | expr:out
import numpy as np, sklearn.cluster._dbscan as part
near = np.empty(3, dtype=object)
for n in range(3):
    near[n] = np.array([10**9])
part.dbscan_inner(np.ones(3, dtype=np.uint8), near, np.full(3, -1))
# --- a class of a compiled part, by a part of the package | numpy,scipy.* | expr:out
from scipy.optimize._linprog_rs import BGLU
BGLU is not None
# --- knots inserted into a spline of too few numbers | numpy,scipy.* | expr:out is not None
import numpy as np
from scipy.interpolate import insert
insert(0.3, (np.linspace(0, 1, 40), np.zeros(3), 3))[1]
# --- a descent by products that are too small | numpy,sklearn.* | expr:False
import numpy as np
from sklearn.linear_model import enet_path
points, values = np.asfortranarray(np.random.rand(50, 2000)), np.random.rand(50)
for options in (dict(precompute=np.zeros((2, 2)), Xy=np.zeros(2)), dict(precompute=points.T @ points, Xy=np.zeros(2))):
    try:
        enet_path(points, values, check_input=False, alphas=[0.1], **options)
    except ValueError:
        pass
# --- a descent that begins with too few numbers | numpy,sklearn.* | expr:False
import numpy as np, scipy.sparse
from sklearn.linear_model import enet_path
points, values = np.asfortranarray(np.random.rand(50, 2000)), np.random.rand(50)
for given in (points, scipy.sparse.csc_matrix(points)):
    try:
        enet_path(given, values, check_input=False, alphas=[0.1], coef_init=np.zeros(2))
    except ValueError:
        pass
# --- blurs as wide as no integer | PIL,PIL.*,math | expr:False
import math
from PIL import Image, ImageFilter
image = Image.new("L", (10, 10))
class Changing:
    asked = 0
    def __float__(self):
        self.asked += 1
        return 2.0 if self.asked < 2 else 1e300
for kind in (ImageFilter.BoxBlur, ImageFilter.GaussianBlur, ImageFilter.UnsharpMask):
    for radius in (1e300, 3e9, math.nan, math.inf, 2147483647, Changing(), (2, 3e9)):
        try:
            image.filter(kind(radius))
        except (TypeError, ValueError):
            pass
# --- pivots outside of their matrix | numpy,scipy.* | expr:False
import numpy as np, scipy.linalg as la
from scipy.linalg import lapack
far = np.array([10**8] * 2, dtype=np.int32)
class Changing:
    asked = 0
    def __index__(self):
        self.asked += 1
        return 0 if self.asked < 2 else 10**8
for act in (
    lambda: la.lu_solve((np.eye(2), far), np.ones(2)),
    lambda: la.lu_solve((np.eye(2), [Changing(), Changing()]), np.ones(2)),
    lambda: lapack.dgetrs(lu=np.eye(2), piv=far, b=np.ones(2)),
    lambda: lapack.dlaswp(np.eye(2), far),
    lambda: lapack.zgetri(np.eye(2), far),
    lambda: lapack.dsytrs(np.eye(2), -far, np.ones((2, 1))),
    lambda: lapack.dgbtrs(np.ones((4, 2)), 1, 1, np.ones((2, 1)), far),
    lambda: lapack.dgttrs(np.ones(1), np.ones(2), np.ones(1), np.ones(0), far, np.ones((2, 1))),
    lambda: lapack.dstein(np.ones(2), np.ones(1), np.ones(2), far, far),
):
    try:
        act()
    except (TypeError, ValueError, OverflowError):
        pass
# --- filters that are longer than what they filter | numpy,scipy.* | expr:out is not None
import numpy as np
from scipy.signal import sepfir2d
sepfir2d(np.ones((2, 2)), np.ones(10001), np.ones(10001))
# --- more threads than there may be | numpy,scipy.* | expr:out is not None
import numpy as np
from scipy.stats import qmc
qmc.discrepancy(np.random.rand(5, 2), method="L2-star", workers=10**6)
# --- fewer weights than rows | numpy,scipy.*,sklearn.* | expr:out is not None
import numpy as np, scipy.sparse
from sklearn.utils import sparsefuncs
sparsefuncs.mean_variance_axis(scipy.sparse.csr_matrix(np.eye(4)), 0, weights=np.zeros(1))
# --- an array that a class keeps, for a solver | numpy,scipy.*,collections | expr:out
import numpy as np
from collections import namedtuple
from scipy.optimize import leastsq
kept = []
class Keeps(namedtuple("Keeps", "x")):
    def __array__(self, *args, **kwargs):
        kept.append(self.x)
        return np.arange(500.0) - 2
try:
    leastsq(Keeps, np.ones(500))
except TypeError:
    pass
not all(x.flags.owndata for x in kept[1:])
# --- an array that a class keeps, for an integrator | numpy,scipy.*,collections | expr:out
import numpy as np
from collections import namedtuple
from scipy.integrate import odeint
kept = []
class Keeps(namedtuple("Keeps", "y t")):
    def __array__(self, *args, **kwargs):
        kept.append(self.y)
        return np.zeros(500)
    def __getitem__(self, place):
        kept.append(self.y)
        return 0.0
odeint(Keeps, np.ones(500), np.linspace(0, 1, 3))
not all(y.flags.owndata for y in kept[1:])
# --- an array that a class keeps, for a tree of points | numpy,sklearn.*,collections | expr:out
import numpy as np
from collections import namedtuple
from sklearn.neighbors import BallTree
kept = []
class Keeps(namedtuple("Keeps", "a b")):
    def __float__(self):
        kept.append(self.a)
        return 1.0
BallTree(np.arange(600.0).reshape(3, 200), metric=Keeps)
not all(a.flags.owndata for a in kept)
# --- an array over the buffer of an iterator that is closed | numpy | expr:out
import numpy as np
def closed(how):
    steps = np.nditer(np.arange(100000), flags=["external_loop", "buffered"], op_dtypes=["f8"], casting="safe", buffersize=50000)
    part = next(steps)
    how(steps)
    return part
parts = [closed(lambda steps: steps.close()), closed(lambda steps: steps.__exit__(None, None, None)), closed(lambda steps: np.nditer.close(steps))]
with np.nditer(np.arange(100000), flags=["external_loop", "buffered"], op_dtypes=["f8"], casting="safe", buffersize=50000) as steps:
    parts.append(steps[0])
others = [np.full(50000, 7.5) for _ in range(200)]
any(list(part[:5]) != [0, 1, 2, 3, 4] for part in parts)
# --- an array over what an iterator that is closed went through | numpy | expr:out
import numpy as np
steps = np.nditer([np.arange(100000.0), None], flags=["external_loop"], op_flags=[["readonly"], ["writeonly", "allocate"]])
part, made = steps[0], steps[1]
made[...] = part
views = part[:5], made[:5]
steps.close()
del steps
others = [np.full(100000, 7.5) for _ in range(200)]
any(list(view) != [0, 1, 2, 3, 4] for view in (*views, part[:5], made[:5]))
# --- an array over the buffer of an iterator of a class of the code, closed twice | numpy | expr:out
import numpy as np
class Steps(np.nditer):
    operands = ()
    def again(self):
        self.close()
        self.close()
steps = Steps(np.arange(100000), flags=["external_loop", "buffered"], op_dtypes=["f8"], casting="safe", buffersize=50000)
part = steps[0]
steps.again()
others = [np.full(50000, 7.5) for _ in range(200)]
list(part[:5]) != [0, 1, 2, 3, 4]
# --- pivots outside of their matrix, of functions that solve by what was decomposed, or tell how well it is | numpy,scipy.* | expr:False
import numpy as np
from scipy.linalg import lapack
far, two, three = np.array([10**8] * 3, dtype=np.int32), np.ones(2), np.ones(3)
square, column = np.eye(2), np.ones((2, 1))
for act in (
    lambda: lapack.dgesc2(square, two, far[:2], np.zeros(2, dtype=np.int32)),
    lambda: lapack.dgesc2(square, two, rhs=two, ipiv=np.zeros(2, dtype=np.int32), jpiv=far[:2]),
    lambda: lapack.dgesc2(square, two, np.zeros(2, dtype=np.int32), far[:2]),
    lambda: lapack.dgesvx(square, column, fact="F", af=square, ipiv=far[:2], equed="N"),
    lambda: lapack.dgtcon(two, three, two, np.ones(1), far, 1.0),
    lambda: lapack.dgtsvx(two, three, two, np.ones((3, 1)), fact="F", dlf=two, df=three, duf=two, du2=np.ones(1), ipiv=far),
    lambda: lapack.dgtsvx(two, three, two, np.ones((3, 1)), "F", "N", two, three, two, np.ones(1), -far),
    lambda: lapack.dsysvx(square, column, af=square, ipiv=far[:2], factored=1),
    lambda: lapack.dsysvx(square, column, square, -far[:2], factored=1),
    lambda: lapack.zhesvx(square + 0j, column, af=square + 0j, ipiv=far[:2], factored=1),
    lambda: lapack.dgbcon(1, 1, np.ones((4, 3)), far, 1.0),
    lambda: lapack.dsytrs(square, np.zeros(2, dtype=np.int32), column),
):
    for _ in range(3):
        try:
            act()
        except (TypeError, ValueError, OverflowError):
            pass
# --- pivots that are gone through in steps, behind the last | numpy,scipy.* | expr:False
import numpy as np
from scipy.linalg import lapack
class Changing:
    asked = 0
    def __int__(self):
        self.asked += 1
        return 1 if self.asked < 2 else 10**8
    __index__ = __int__
for steps in (dict(inc=10**8), dict(inc=3), dict(inc=-(10**6)), dict(off=1), dict(k1=-1), dict(k1=2, k2=1, inc=10**6), dict(inc=Changing()), dict(inc=2**31)):
    for _ in range(3):
        try:
            lapack.dlaswp(np.eye(3), np.array([0, 1, 2], dtype=np.int32), **steps)
        except (TypeError, ValueError, OverflowError):
            pass
# --- what makes instances, called of its class | numpy,operator,zipfile | expr:out
import numpy as np, operator, zipfile
got = []
for act in (
    lambda: type.__call__(np.ndarray, (1,), object, b"12345678"),
    lambda: type.__call__(zipfile.ZipFile, "/etc/hosts.zip", "w"),
    lambda: type.__call__(type(lambda: 0), 1, {}),
    lambda: list(map(type.__call__, [np.ndarray], [(1,)], [object], [b"12345678"])),
):
    try:
        got.append(act())
    except (TypeError, ValueError):
        pass
    except BaseException as error:
        if not type(error).__name__ == "InterpreterError":
            raise
bool(got)
# --- rows far from a number that stands for a matrix | scipy.linalg | expr:err is None
from scipy.linalg import lapack
lapack.dlaswp(True, 100000)
# --- rows far from a number that stands for a factorized matrix | scipy.linalg,numpy | expr:err is None
import numpy as np
from scipy.linalg import lapack
lapack.dgetrs(2.0, 10**6, np.ones((1, 1)))
