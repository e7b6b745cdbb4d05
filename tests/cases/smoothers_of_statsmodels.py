# imports: numpy.*, statsmodels.*, sklearn.*, scipy.*, warnings
# What public modules of statsmodels and sklearn compute by compiled parts of theirs.
import warnings
import numpy as np
import scipy.sparse as sp
from statsmodels.nonparametric.smoothers_lowess import lowess
from statsmodels.tsa.arima.model import ARIMA
from statsmodels.tsa.holtwinters import ExponentialSmoothing, Holt, SimpleExpSmoothing
from statsmodels.tsa.exponential_smoothing.ets import ETSModel
from statsmodels.tsa.stattools import acovf, innovations_algo, innovations_filter
from statsmodels.robust.scale import qn_scale
from sklearn.preprocessing import StandardScaler, normalize
from sklearn.utils.sparsefuncs import mean_variance_axis

warnings.simplefilter("ignore")
y = np.abs(np.cumsum(np.random.default_rng(0).normal(size=60))) + 20
print(ExponentialSmoothing(y, trend="add", seasonal="add", seasonal_periods=6).fit().fittedvalues.shape)
print(Holt(y, initialization_method="estimated").fit().forecast(2).shape, SimpleExpSmoothing(y, initialization_method="estimated").fit().forecast(1).shape)
print(ETSModel(y, error="add", trend="add").fit(disp=0).forecast(2).shape, ARIMA(y, order=(1, 0, 0)).fit().forecast(2).shape)
theta, errors = innovations_algo(acovf(y), nobs=60)
print(theta.shape, errors.shape, innovations_filter(y, theta).shape, lowess(y, np.arange(60.0), frac=0.3).shape, float(qn_scale(y)) > 0)
one = sp.csr_matrix(np.eye(3))
print(normalize(one).toarray().sum(), StandardScaler(with_mean=False).fit(one).scale_.shape, mean_variance_axis(one, axis=0)[0].tolist())
