# --- numbers that overflow: steps of BLAS | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import blas
x = np.ones(5)
blas.ddot(x, x, n=2, incx=-2**31)
# --- numbers that overflow: steps and counts of BLAS | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import blas
x = np.ones(70000)
blas.dcopy(x, np.ones(70000), incy=65536)
# --- numbers that overflow: counts of BLAS, by place | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import blas
x = np.ones(70000)
blas.dscal(2.0, x, 65537, 0, 65536)
# --- numbers that overflow: steps and a matrix of BLAS | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import blas
blas.dgemv(1.0, np.ones((1, 65537)), np.ones(65537), incx=65536)
# --- numbers that overflow: an array in the place of a number | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import blas
x = np.ones(5)
blas.ddot(x, x, n=[2], incx=np.array([-2**31]))
# --- numbers that overflow: an object in the place of a number | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import blas
class N:
    asked = 0
    def __index__(self):
        N.asked += 1
        return 1 if N.asked < 2 else -2**31
    __int__ = __index__
x = np.ones(5)
blas.ddot(x, x, n=2, incx=N())
# --- numbers that overflow: by C code | numpy,numpy.*,scipy.*,functools | expr:err is None
import functools
import numpy as np
from scipy.linalg import blas
x = np.ones(5)
list(map(functools.partial(blas.daxpy, x, x, incx=-2**31), [2]))
# --- numbers that overflow: an array in the place of a number, which changes | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import blas
step = np.array(1, "i4")
class A:
    def __array__(self, dtype=None, copy=None):
        step[()] = -2**31
        return np.ones(5)
blas.ddot(A(), A(), n=2, incx=step)
# --- numbers that overflow: rows of a matrix of bands | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import blas
blas.dgbmv(65537, 6, 1, 1, 1.0, np.ones((4, 6)), np.ones(6), incy=65536)
# --- numbers that overflow: a triangle of BLAS | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import blas
blas.dtpmv(46341, np.ones(15), np.ones(46341))
# --- numbers that overflow: triangles of LAPACK | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import lapack
lapack.dpptrf(46341, np.ones(15))
# --- numbers that overflow: a triangle that is not there | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import lapack
lapack.dppcon(10000, np.ones(15), 1.0)
# --- numbers that overflow: bands that are not there | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import lapack
lapack.dlangb("1", 10**6, 0, np.ones((4, 6)))
# --- numbers that overflow: bands of a decomposition that are not there | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import lapack
lapack.dgbcon(0, 10**6, np.ones((4, 6)), np.ones(6, "i4"), 1.0)
# --- numbers that overflow: rows of bands that are not there | numpy,numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.linalg import lapack
lapack.dgbcon(1, 1, np.ones((4, 6)), np.ones(6, "i4"), 1.0, ldab=10**6)
# --- numbers that overflow: places of a decomposition that is shown | numpy,numpy.*,scipy.* | expr:err is not None or out != (10.0, [10.0])
import numpy as np
import scipy.sparse, scipy.sparse.linalg
lu = scipy.sparse.linalg.splu(scipy.sparse.csc_matrix(np.eye(10)))
for places in (lu.perm_c, lu.perm_r, *map(lambda name: getattr(lu, name), ["perm_c", "perm_r"])):
    places[:] = 10**8
float(lu.solve(np.ones(10)).sum()), [float(lu.solve(np.ones((10, 1)), "T").sum())]
# --- a missing string whose text fails later | numpy,numpy.* | expr:False
import numpy as np
class N:
    asked = 0
    def __str__(self):
        N.asked += 1
        if N.asked > 3:
            raise ValueError
        return "none"
strings = np.array(["b", "a"], dtype=np.dtypes.StringDType(na_object=N()))
for _ in range(5):
    strings = np.sort(strings.copy())
# --- a missing string whose comparison fails later | numpy,numpy.* | expr:False
import numpy as np
class N:
    asked = 0
    def __ne__(self, other):
        N.asked += 1
        if N.asked > 3:
            raise ValueError
        return False
strings = np.array(["b", "a"], dtype=np.dtypes.StringDType(na_object=N()))
for _ in range(5):
    strings = strings.copy()
# --- a missing string whose parts fail later, by C code | numpy,numpy.*,functools | expr:False
import functools
import numpy as np
class N:
    asked = 0
    def __repr__(self):
        N.asked += 1
        if N.asked > 3:
            raise ValueError
        return "none"
made = list(map(functools.partial(np.dtypes.StringDType, na_object=[N()]), []))
made = functools.partial(np.dtypes.StringDType, na_object=[N()])()
strings = np.array(["b", "a"], dtype=made)
for _ in range(5):
    strings = strings.copy()
