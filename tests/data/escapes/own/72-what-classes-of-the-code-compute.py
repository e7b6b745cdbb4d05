# Numbers that compiled functions of scipy and scikit-learn go by, though the code gave them, or a class of the code computed them.
# --- a fit that goes on with any number of parameters | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import odr
x = np.linspace(0, 5, 50)
odr.odr(lambda b, x: b[0] * x + b[1], [1.0, 2.0], 2 * x + 1, x, work=np.full(5000, 1e18), iwork=np.full(100, 10**8, np.int32), job=10000)
# --- a first vector of ARPACK with one number | scipy.*,numpy | expr:err is None
import numpy as np
from scipy.sparse import linalg
for n in range(20): linalg.eigsh(np.eye(300), 3, v0=np.ones(1))
# --- the same of a matrix that is not symmetric | scipy.*,numpy | expr:err is None
import numpy as np
from scipy.sparse import linalg
for n in range(20): linalg.eigs(np.eye(300), 3, v0=np.ones((1, 1)))
# --- a gradient that becomes shorter | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import optimize
optimize.minimize(lambda x: float((x**2).sum()), np.ones(300000), jac=lambda x: np.ones(1), method="L-BFGS-B", options={"maxiter": 3})
# --- the same of another search | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import optimize
optimize.minimize(lambda x: float((x**2).sum()), np.ones(300), jac=lambda x: np.ones(1), method="SLSQP", options={"maxiter": 3})
# --- many more equations than variables | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import optimize
for n in range(30): optimize.minimize(lambda x: (x**2).sum(), np.ones(5), method="SLSQP", constraints={"type": "eq", "fun": lambda x: np.ones(100) * x[0]})
# --- a density with more points than weights | scipy.*,numpy | expr:err is None
import numpy as np
from scipy.stats import gaussian_kde
class Density(gaussian_kde): pass
density = Density(np.arange(15.0).reshape(3, 5) % 4 + np.eye(3, 5))
density.dataset = np.ones((3, 3_000_000))
density(np.ones((3, 2)))
# --- the same, said by no array | scipy.*,numpy | expr:err is None
import numpy as np
from scipy.stats import gaussian_kde
class Points: T = [[1.0, 2, 3]] * 300_000
class Density(gaussian_kde): pass
density = Density(np.arange(15.0).reshape(3, 5) % 4 + np.eye(3, 5))
density.dataset = Points()
density(np.ones((3, 2)))
# --- an interpolator that is moved by fewer numbers than it has dimensions | scipy.*,numpy.* | expr:err is None
import numpy as np
from scipy.interpolate import RBFInterpolator
class Moved(RBFInterpolator): pass
moved = Moved(np.random.default_rng(1).random((60, 2)), np.ones(60))
moved._shift = np.ones(1)
moved(np.ones((5, 2)))
# --- powers of fewer dimensions | scipy.*,numpy.* | expr:err is None
import numpy as np
from scipy.interpolate import RBFInterpolator
class Moved(RBFInterpolator): pass
moved = Moved(np.random.default_rng(1).random((60, 2)), np.ones(60))
moved.powers = np.ones((3, 1), int)
moved(np.ones((5, 2)))
# --- a path that comes back | scipy.*,numpy | limit
import numpy as np
from scipy.sparse import csgraph
csgraph.construct_dist_matrix(np.ones((30, 30)), np.full((30, 30), 7, np.int32))
# --- categories that are not there | sklearn.*,numpy.* | expr:err is None
import numpy as np
from sklearn.preprocessing import TargetEncoder
class Encoder(TargetEncoder):
    def _transform(self, X, *rest, **named): return np.full(np.shape(X), 10**8, np.int64), np.ones(np.shape(X), bool)
Encoder(cv=2, target_type="continuous").fit(np.arange(100).reshape(50, 2).astype(object) % 3, np.arange(50.0))
# --- weights of fewer columns | sklearn.*,numpy | expr:err is None
import numpy as np
from sklearn.linear_model import SGDRegressor
class Model(SGDRegressor): pass
table = np.arange(60000.0).reshape(60, 1000) % 7
model = Model(warm_start=True, max_iter=2).fit(table, np.arange(60.0) % 3)
model.coef_ = np.ones(1)
for n in range(20): model.partial_fit(table, np.arange(60.0) % 3)
# --- the same of several classes | sklearn.*,numpy | expr:err is None
import numpy as np
from sklearn.linear_model import SGDClassifier
class Model(SGDClassifier): pass
table = np.arange(60000.0).reshape(60, 1000) % 7
model = Model(average=True, max_iter=2).fit(table, np.arange(60) % 3)
model._standard_coef, model._average_coef = np.ones((3, 1)), np.ones((3, 1))
for n in range(20): model.partial_fit(table, np.arange(60) % 3)
# --- a loss that is none | sklearn.*,numpy | expr:err is None
import numpy as np
from sklearn.linear_model import SGDRegressor
class Model(SGDRegressor):
    def _get_loss_function(self, loss): return None
Model(max_iter=2).fit(np.arange(60.0).reshape(20, 3), np.arange(20.0))
