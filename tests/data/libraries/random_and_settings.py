# --- states can be taken and given back
import numpy as np
import random
np.random.seed(0); random.seed(0)
s, t = np.random.get_state(), random.getstate()
a = np.random.rand(), random.random()
np.random.set_state(s); random.setstate(t)
print(a == (np.random.rand(), random.random()), s[0], len(s[1]))
# --- seeds hold from one call to the next
import numpy as np, random
np.random.seed(11); random.seed(11)
# --- step
print(np.random.normal(), random.gauss(0, 1))
# --- step
print(np.random.choice(list("abc"), 4), random.sample(range(50), 3), random.choices("xyz", k=3))
# --- generators of one's own stay apart from the global one
import numpy as np, random
np.random.seed(2); random.seed(2)
r, g = np.random.RandomState(9), random.Random(9)
print(r.rand(), g.random(), np.random.rand(), random.random(), np.random.default_rng(0).random())
# --- shuffles in place
import numpy as np, random
np.random.seed(8); random.seed(8)
a, b = np.arange(6), list(range(6))
np.random.shuffle(a); random.shuffle(b)
print(a, b, np.random.permutation(4))
# --- distributions with the global generator
import numpy as np
np.random.seed(12)
print(np.random.binomial(10, 0.3, 3), np.random.poisson(4, 3), np.random.beta(1, 2), np.random.multinomial(5, [0.2, 0.8]), np.random.standard_t(3))
# --- bootstrap and permutation tests under a seed
import numpy as np
from scipy import stats
r = stats.bootstrap((np.arange(10.0),), np.mean, n_resamples=99, random_state=1, method="percentile")
print(r.confidence_interval.low, stats.permutation_test(([1, 2, 3], [4, 5, 6]), lambda a, b: np.mean(a) - np.mean(b)).pvalue)
# --- seterr counts for numpy's own work
import numpy as np
old = np.seterr(all="raise")
try:
    np.float64(1) / np.float64(0)
except FloatingPointError as e:
    print(e, old["divide"])
np.seterr(**old)
with np.errstate(invalid="raise"):
    try:
        np.sqrt(-1.0)
    except FloatingPointError as e:
        print("invalid:", e)
# --- options of pandas
import pandas as pd
pd.set_option("display.max_rows", 4, "display.precision", 2)
print(pd.DataFrame({"a": [x / 7 for x in range(9)]}))
# --- step
print(pd.get_option("display.max_rows"), pd.Series([1 / 3]))
with pd.option_context("display.float_format", "{:.1f}".format):
    print(pd.Series([1 / 3]))
pd.reset_option("display.precision")
print(pd.Series([1 / 3]))
# --- decimal context
from decimal import ROUND_UP, Decimal, getcontext, setcontext, Context
getcontext().prec = 6
getcontext().rounding = ROUND_UP
# --- step
print(Decimal(1) / 7, Decimal("1.00000001") + 0, getcontext().prec)
setcontext(Context(prec=3))
print(Decimal(2) / 3)
# --- number of threads and recursion limit can be asked for
import sys
print(sys.getrecursionlimit() > 100, sys.maxsize, sys.byteorder, sys.version_info >= (3, 10), sys.float_info.max)
# --- interval of integers as text
import sys
print(int("9" * 4000) % 7, len(str(10**4000)), f"{10**20:,}")
# --- a seed reaches the generators of scipy
import numpy as np
from scipy import stats
np.random.seed(3)
print(stats.gamma.rvs(2, size=3), stats.multivariate_normal.rvs(size=2), np.random.rand())
# --- a seed reaches samples of pandas
import numpy as np
import pandas as pd
np.random.seed(1)
df = pd.DataFrame({"a": range(20)})
print(df.sample(frac=0.2).index.tolist(), df.a.sample(3, replace=True).tolist(), np.random.randint(100))
# --- a seed reaches estimators
import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs
from sklearn.ensemble import RandomForestClassifier
np.random.seed(5)
X, y = make_blobs(n_samples=30, centers=3)
print(X[0], RandomForestClassifier(n_estimators=3).fit(X, y).feature_importances_, KMeans(3, n_init=1).fit(X).labels_[:9])
# --- a seed reaches splitters and shuffles
import numpy as np
from sklearn.model_selection import KFold, ShuffleSplit
from sklearn.utils import shuffle
np.random.seed(7)
print([b.tolist() for _, b in KFold(3, shuffle=True).split(range(9))], shuffle([1, 2, 3, 4]), [b.tolist() for _, b in ShuffleSplit(2).split(range(8))])
# --- a seed reaches graphs, by random and by numpy
import random
import numpy as np
import networkx as nx
random.seed(4)
np.random.seed(4)
print(sorted(nx.barabasi_albert_graph(8, 2).edges), list(nx.fast_gnp_random_graph(6, 0.5).edges), nx.spring_layout(nx.path_graph(3))[0])
# --- seterr counts from one call to the next
import numpy as np
_ = np.seterr(over="raise", divide="ignore")
# --- step
print(np.geterr(), np.array([1.0]) / 0)
# --- step
try:
    np.float64(1e308) * 10
except FloatingPointError as e:
    print(e)
# --- print options of numpy
import numpy as np
np.set_printoptions(precision=2, suppress=True, threshold=5)
print(np.array([1.23456, 1e-9]), np.arange(10))
# --- step
print(np.array([3.14159]), np.get_printoptions()["precision"])
with np.printoptions(precision=1):
    print(np.array([3.14159]), str(np.array([2.71828])), repr(np.array([2.71828])))
# --- warnings that are counted, filtered and made errors
import warnings
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    warnings.warn("one")
    warnings.warn("two", DeprecationWarning)
print([(w.category.__name__, str(w.message)) for w in seen])
warnings.simplefilter("error")
try:
    warnings.warn("three")
except UserWarning as e:
    print("raised", e)
# --- filters of warnings reach libraries
import warnings
import numpy as np
warnings.filterwarnings("error", category=RuntimeWarning)
try:
    print(np.array([1.0]) / 0)
except RuntimeWarning as e:
    print("warned:", e)
# --- step
try:
    np.log(np.array([-1.0]))
except RuntimeWarning as e:
    print("still:", e)
# --- locale
import locale
print(locale.setlocale(locale.LC_ALL, "C"), locale.localeconv()["decimal_point"], locale.format_string("%.2f", 3.14159), locale.atof("2.5"))
# --- quasi-random sequences
from scipy.stats import qmc
print(qmc.Sobol(3, scramble=False).random_base2(2), qmc.Halton(2, scramble=False).random(3), qmc.discrepancy([[0.1, 0.2], [0.7, 0.8]]))
# --- quasi-random sequences, scrambled under a seed
from scipy.stats import qmc
print(qmc.Sobol(2, seed=1).random(4), qmc.LatinHypercube(2, seed=1).random(2), qmc.PoissonDisk(2, radius=0.4, seed=1).random(2).shape)
