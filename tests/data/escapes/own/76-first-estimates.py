# --- the first estimate of a boosted model has fewer classes | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
model = GradientBoostingClassifier(n_estimators=5).fit(np.arange(160.0).reshape(40, 4), np.arange(40) % 3)
class First:
    def predict_proba(self, X): return np.ones((len(X), 1))
model.init_ = First()
[model.predict(np.arange(40000.0).reshape(10000, 4)).shape for _ in range(9)]
# --- the same with fewer rows | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
model = GradientBoostingClassifier(n_estimators=5).fit(np.arange(160.0).reshape(40, 4), np.arange(40) % 3)
class First:
    def predict_proba(self, X): return np.ones((1, 3))
model.init_ = First()
model.predict(np.arange(400000.0).reshape(100000, 4)).shape
# --- the same of one stage after the other | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn.ensemble import GradientBoostingRegressor
model = GradientBoostingRegressor(n_estimators=5).fit(np.arange(160.0).reshape(40, 4), np.arange(40.0))
class First:
    def predict(self, X): return np.ones(1)
model.init_ = First()
[one.shape for one in model.staged_predict(np.arange(4000000.0).reshape(1000000, 4))]
# --- the same of a sparse table | sklearn.*,scipy.*,numpy | expr:out is not None
import numpy as np
from scipy.sparse import csr_matrix
from sklearn.ensemble import GradientBoostingRegressor
model = GradientBoostingRegressor(n_estimators=5).fit(np.arange(160.0).reshape(40, 4), np.arange(40.0))
class First:
    def predict(self, X): return np.ones(1)
model.init_ = First()
model.predict(csr_matrix((1000000, 4))).shape
# --- a first estimate of fewer rows while a model is fitted | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.base import BaseEstimator
class First(BaseEstimator):
    def fit(self, X, y, sample_weight=None): return self
    def predict(self, X): return np.ones(1)
GradientBoostingRegressor(n_estimators=1, init=First()).fit(np.arange(4000000.0).reshape(1000000, 4), np.arange(1000000.0) % 3).n_estimators_
# --- a loss of fewer estimates than values | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn._loss import loss
loss.HalfMultinomialLoss(n_classes=3).gradient(np.ones(10**7), np.ones((1, 3))).shape
# --- the same by place, of its compiled part | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn._loss import loss
out = np.ones(1)
loss.HalfSquaredError().closs.gradient(np.ones(10**7), np.ones(1), None, out)
out.shape
# --- a loss with fewer weights than values | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn._loss import loss
loss.HalfPoissonLoss().loss_gradient(np.ones(10**7), np.ones(10**7), np.ones(1))[0].shape
# --- a loss by more threads than there may be | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn._loss import loss
loss.HalfSquaredError().gradient(np.ones(10**5), np.ones(10**5), n_threads=10**6).shape
# --- a loss of the code that makes too short gradients for histograms | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn._loss.loss import HalfSquaredError
class Loss(HalfSquaredError):
    def init_gradient_and_hessian(self, n_samples, dtype=np.float64, order="F"):
        return np.empty((1, 1), dtype, order=order), np.empty((1, 1), dtype, order=order)
    def gradient(self, gradient_out=None, **given): return gradient_out
X = np.arange(400000.0).reshape(100000, 4)
HistGradientBoostingRegressor(loss=Loss(), max_iter=3).fit(X, X[:, 0]).n_iter_
# --- the same of hessians | sklearn.*,numpy | expr:out is not None
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn._loss.loss import HalfPoissonLoss
class Loss(HalfPoissonLoss):
    def init_gradient_and_hessian(self, n_samples, dtype=np.float64, order="F"):
        return np.ones((n_samples, 1), dtype, order=order), np.ones((2, 1), dtype, order=order)
    def gradient_hessian(self, gradient_out=None, hessian_out=None, **given): return gradient_out, hessian_out
X = np.arange(400000.0).reshape(100000, 4)
HistGradientBoostingRegressor(loss=Loss(), max_iter=3).fit(X, X[:, 0]).n_iter_
