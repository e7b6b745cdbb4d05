# --- liars: an array whose copy changes indices | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.sparse import random as matrix
class Liar(np.ndarray):
    def __array_finalize__(self, made_of):
        if lies:
            m.indices[:] = 10**8
for use in (lambda: m @ np.ones(50), lambda: m.T.tocsr().sum(), lambda: m.toarray(), lambda: (m @ m).sum(), lambda: m + m, lambda: m[3:7]):
    m, lies = matrix(50, 50, 0.5, format="csr", random_state=0), False
    m.data = np.repeat(m.data, 2).view(Liar)[::2]
    lies = True
    try:
        use()
    except Exception:
        pass
# --- liars: a right side whose copy changes indices | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import spsolve
class Liar(np.ndarray):
    def __array_finalize__(self, made_of):
        if lies:
            m.indices[:] = 10**8
m, lies = csc_matrix(np.eye(50) * 4), False
right = np.ones(100).view(Liar)[::2]
lies = True
spsolve(m, right)
# --- liars: values whose dtype changes indices | numpy,scipy.*,sklearn.* | expr:False
import numpy as np
from scipy.sparse import random as matrix
from sklearn.preprocessing import StandardScaler
class Liar(np.ndarray):
    @property
    def dtype(self):
        m.indices[:] = 10**8
        return super().dtype
m = matrix(500, 500, 0.5, format="csr")
m.data = m.data.view(Liar)
try:
    StandardScaler(with_mean=False, copy=False).fit(m)
except Exception:
    pass
# --- liars: more values than indices in lists | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.sparse import lil_matrix
m = lil_matrix((200, 200))
m.setdiag(1)
m.data[0].extend([1.0] * 20000)
try:
    m.tocsr()
except ValueError:
    pass
# --- liars: a value that makes lists longer | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.sparse import lil_matrix
m = lil_matrix((200, 200))
m.setdiag(1)
class Liar:
    def __float__(self):
        for i in range(1, 200):
            m.data[i].extend([1.0] * 2000)
        return 1.0
m.data[0][0] = Liar()
try:
    m.tocsr()
except TypeError:
    pass
# --- liars: fewer values than indices in lists, fewer rows, a list that stands for two | numpy,numpy.*,scipy.* | expr:False
import numpy as np
from scipy.sparse import lil_matrix
def short(m):
    m[0, :] = 1
    m.data[0] = []
def few(m):
    m.rows = m.rows[:1]
def shared(m):
    m.rows[1] = m.rows[0]
def use(m):
    for i in range(200):
        yield lambda: m[i, i]
        yield lambda: str(m[0, i])
        yield lambda: m.__setitem__((0, i), 7.5)
    yield lambda: m.__setitem__((np.repeat([0, 1], 200), np.tile(np.arange(200), 2)), np.arange(400.0))
    yield lambda: m[:, 3:9]
    yield lambda: m[[0, 1, 150], [0, 1, 150]]
for spoil in (short, few, shared):
    m = lil_matrix((200, 200))
    spoil(m)
    for one in use(m):
        try:
            one()
        except Exception:
            pass
# --- liars: numbers of columns between tabs | numpy,numpy.* | expr:err is None
import numpy as np
class Liar(np.ndarray):
    def max(self, *args, **kwargs):
        return 0
np.strings.expandtabs(np.array(["a\tb\t"] * 64, dtype=np.dtypes.StringDType()), np.array(2**29).view(Liar))
# --- liars: a support vector's numbers | numpy,scipy.*,sklearn.* | expr:False
import numpy as np
from scipy.sparse import csr_matrix
from sklearn.svm import SVC
class Liar(np.ndarray):
    size = 10**7
    def __len__(self):
        return 3
X = csr_matrix(np.random.default_rng(0).normal(size=(60, 5)))
for change in ("data", "indptr"):
    m = SVC().fit(X, np.arange(60) % 3)
    try:
        setattr(m.dual_coef_, change, getattr(m.dual_coef_, change)[:1].view(Liar))
        setattr(m.support_vectors_, change, getattr(m.support_vectors_, change)[:1].view(Liar))
        m.predict(X)
    except Exception:
        pass
