# --- bytes under an array, overwritten by a solver | numpy,scipy.* | expr:out
import numpy as np, scipy.linalg as la
text = np.array([[2.0, 1], [1, 3]]).tobytes()
before = bytes(bytearray(text))
la.inv(np.frombuffer(text, dtype=float).reshape(2, 2).T, overwrite_a=True)
text != before
# --- bytes under an array, overwritten by BLAS | numpy,scipy.* | expr:out
import numpy as np
from scipy.linalg import blas
text = np.arange(4.0).tobytes()
before = bytes(bytearray(text))
blas.dscal(5.0, np.frombuffer(buffer=text, dtype=float))
text != before
# --- bytes under an array made by its constructor, overwritten by eigenvalues | numpy,scipy.* | expr:out
import numpy as np, scipy.linalg as la
text = np.array([[2.0, 1], [1, 3]]).tobytes()
before = bytes(bytearray(text))
la.eig(np.ndarray((2, 2), float, text).T, overwrite_a=True)
la.schur(np.ndarray(shape=(2, 2), dtype=float, buffer=text).T, overwrite_a=True)
text != before
# --- bytes under an array, made by C code | numpy,scipy.* | expr:out
import numpy as np
from scipy.linalg import blas
text = np.arange(4.0).tobytes()
before = bytes(bytearray(text))
blas.dscal(5.0, list(map(np.frombuffer, [text]))[0])
text != before
# --- bytes under a table of records | numpy,scipy.* | expr:out
import numpy as np
from scipy.linalg import blas
text = np.arange(4.0).tobytes()
before = bytes(bytearray(text))
blas.dscal(5.0, np.rec.fromstring(text, dtype=[("a", "f8")]).a)
text != before
# --- labels written to bytes | numpy,scipy.* | expr:out
import numpy as np
from scipy import ndimage
text = np.arange(4.0).tobytes()
before = bytes(bytearray(text))
given = np.frombuffer(text, dtype=float)
ndimage.label(given, output=given)
text != before
# --- bytes under an image, point by point | PIL,PIL.* | expr:out
from PIL import Image
text = bytes(16)
image = Image.frombuffer("L", (4, 4), text, "raw", "L", 0, 1)
image.im.putpixel((0, 0), 65)
image.im.pixel_access(0)[1, 0] = 66
text != bytes(16)
# --- marks behind the groups of a pattern | sre_parse,sre_compile | expr:False
import sre_parse, sre_compile
kept = []
for n in range(20000):
    tree = sre_parse.parse("(a)")
    code, about = tree.data[0]
    tree.data[0] = (code, (2, *about[1:]))
    try:
        kept.append(sre_compile.compile(tree).match("a"))
    except RuntimeError:
        pass
    kept.append([n, n, n])
# --- marks behind the groups of a scanner | re | expr:False
import re
kept = []
for n in range(20000):
    try:
        kept.append(re.Scanner([(r"(\d)(\d)", None)]).scan("12"))
    except RuntimeError:
        pass
    kept.append((n,))
# --- a cursor closed by what its step calls | sqlite3 | expr:False
import sqlite3
con = sqlite3.connect(":memory:")
con.execute("create table t(x)")
con.executemany("insert into t values(?)", [(n,) for n in range(100)])
cursor = con.cursor()
def step(x):
    for again in (lambda: cursor.execute("select 2"), cursor.close, cursor.fetchall):
        try:
            again()
        except sqlite3.Error:
            pass
    return x
con.create_function("step", 1, step)
cursor.execute("select step(x) from t limit 20").fetchall()
# --- a database closed while another one is copied to it | sqlite3 | expr:False
import sqlite3
con, other = sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
con.execute("create table t(x)")
con.executemany("insert into t values(zeroblob(100000))", [() for n in range(20)])
con.commit()
def progress(*about):
    try:
        other.close()
    except RuntimeError:
        pass
con.backup(target=other, pages=1, progress=progress)
# --- a compiled part of a package | numpy,scipy.* | expr:out
import scipy.spatial._distance_wrap as part
part is not None
# --- a compiled part of a package, of another one | numpy,sklearn.* | expr:out
import sklearn.tree._tree as part
part is not None
# --- a compiled part of a package, from around it | numpy,scipy.* | expr:out
from scipy.cluster import _hierarchy as part
part is not None
# --- distances by a matrix that is too small | numpy,scipy.* | expr:False
import numpy as np
from scipy.spatial.distance import pdist
pdist(np.random.rand(50, 3000), "mahalanobis", VI=np.ones((1, 1)))
# --- distances of two sets by a matrix that is too small | numpy,scipy.* | expr:False
import numpy as np
from scipy.spatial.distance import cdist
points = np.random.rand(10, 2000)
cdist(points, points, "mahalanobis", VI=np.zeros((1, 1)))
# --- a linkage of what is no number | numpy,scipy.* | expr:False
import numpy as np
from scipy.cluster import hierarchy
distances = np.random.rand(1225)
linkage = hierarchy.linkage(distances)
linkage[3, 0] = np.nan
hierarchy.optimal_leaf_ordering(linkage, distances)
# --- a linkage of what is no number, cut | numpy,scipy.* | expr:False
import numpy as np
from scipy.cluster import hierarchy
linkage = hierarchy.linkage(np.random.rand(50, 2))
linkage[3, 0] = np.nan
for cut in (lambda: hierarchy.fcluster(linkage, 1.0), lambda: hierarchy.cophenet(linkage), lambda: hierarchy.inconsistent(linkage)):
    try:
        cut()
    except ValueError:
        pass
# --- a linkage cut by too few numbers | numpy,scipy.* | expr:out
import numpy as np
from scipy.cluster import hierarchy
linkage = hierarchy.linkage(np.random.rand(5000, 2))
hierarchy.fcluster(linkage, 1.0, criterion="monocrit", monocrit=np.zeros(1)) is not None
# --- a spline of too few numbers | numpy,scipy.* | expr:out is not None
import numpy as np
from scipy.interpolate import BSpline
float(BSpline.construct_fast(np.linspace(0, 1, 10), np.zeros(2), 3)(0.9))
# --- a spline of a degree that there is not | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import BSpline
BSpline.construct_fast(np.linspace(0, 1, 1000), np.zeros(2), -3)(0.9)
# --- a spline of a degree beyond its knots | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import BSpline
BSpline.construct_fast(np.linspace(0, 1, 1000), np.zeros(1000), 1000000)(0.9)
# --- a spline whose numbers are exchanged | numpy,scipy.* | expr:out is not None
import numpy as np
from scipy.interpolate import BSpline
spline = BSpline(np.linspace(0, 1, 1000), np.zeros(996), 3)
spline.c = np.zeros(3)
float(spline(0.9))
