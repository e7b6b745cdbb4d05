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
