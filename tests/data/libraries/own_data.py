# --- ordinary least squares, whole summary
import numpy as np
import statsmodels.api as sm
x = np.arange(20.0)
m = sm.OLS(2 * x + 1 + np.sin(x), sm.add_constant(x)).fit()
print(m.params, m.rsquared, m.pvalues, m.conf_int(), str(m.summary().tables[1]))
# --- formulas
import pandas as pd
import statsmodels.formula.api as smf
df = pd.DataFrame({"y": [1, 3, 2, 5, 4, 6.5], "x": [1, 2, 3, 4, 5, 6], "g": list("aabbab")})
r = smf.ols("y ~ x + C(g)", data=df).fit()
print(r.params, r.predict(pd.DataFrame({"x": [7], "g": ["a"]})))
# --- time series of statsmodels
import numpy as np
from statsmodels.tsa.seasonal import seasonal_decompose
from statsmodels.tsa.stattools import acf, adfuller
from statsmodels.tsa.holtwinters import SimpleExpSmoothing
x = np.sin(np.arange(48) * 2 * np.pi / 12) + np.arange(48) / 10
print(seasonal_decompose(x, period=12).seasonal[:3].round(4), acf(x, nlags=3).round(4), round(adfuller(x, maxlag=1)[0], 4), SimpleExpSmoothing(x, initialization_method="estimated").fit().forecast(2).round(4))
# --- arima and its smoother
import numpy as np
from statsmodels.tsa.arima.model import ARIMA
r = ARIMA(np.cumsum(np.cos(np.arange(40))), order=(1, 0, 0)).fit()
print(r.params.round(2), r.forecast(2).round(2), r.smoothed_state.shape, r.nobs)
# --- data sets of scikit-learn
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine
for load in (load_iris, load_wine, load_digits, load_breast_cancer, load_diabetes):
    d = load()
    print(load.__name__, d.data.shape, d.target[:3], round(float(d.data.mean()), 4), d.DESCR[:30])
# --- data sets as frames
from sklearn.datasets import load_iris
d = load_iris(as_frame=True)
print(d.frame.describe().round(3), d.target_names, d.feature_names[0], d.frame.groupby("target").mean().round(2))
# --- pipelines and columns
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
df = pd.DataFrame({"n": [1.0, None, 3, 4], "c": ["a", "b", "a", "b"]})
t = ColumnTransformer([("n", make_pipeline(SimpleImputer(), StandardScaler()), ["n"]), ("c", OneHotEncoder(), ["c"])])
p = Pipeline([("t", t), ("m", LogisticRegression())]).fit(df, [0, 1, 0, 1])
print(p.predict(df), t.get_feature_names_out(), p)
# --- metrics and reports
from sklearn import metrics
y, p = [0, 1, 1, 0, 1], [0, 1, 0, 0, 1]
print(metrics.classification_report(y, p), metrics.confusion_matrix(y, p), metrics.roc_auc_score(y, [0.1, 0.9, 0.4, 0.3, 0.8]), metrics.f1_score(y, p), metrics.mean_squared_error(y, p))
# --- estimators as text and by parameter
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.svm import SVC
class Scale(BaseEstimator, TransformerMixin):
    def __init__(self, by=2):
        self.by = by
    def fit(self, X, y=None):
        return self
    def transform(self, X):
        return [[v * self.by for v in row] for row in X]
s = Scale(3)
print(s, clone(s).get_params(), s.set_params(by=4).fit_transform([[1]]), SVC(C=2), SVC().get_params()["kernel"])
# --- trees as text
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier, export_text
X, y = load_iris(return_X_y=True)
print(export_text(DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, y)))
# --- text of documents
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
v = CountVectorizer(stop_words="english", ngram_range=(1, 2))
print(v.fit_transform(["the cat sat", "a dog sat down"]).toarray(), v.get_feature_names_out(), TfidfVectorizer().fit_transform(["a bc", "bc de"]).toarray().round(3))
# --- styles and fonts of plots
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.style.use("ggplot")
fig, ax = plt.subplots()
ax.set_title("Ä $x^2$"); ax.plot([1, 2], label="l"); ax.legend()
fig.canvas.draw()
print(len(plt.style.available) > 10, plt.rcParams["axes.grid"], ax.get_title(), len(fig.axes), ax.get_legend().get_texts()[0].get_text())
plt.close("all")
# --- settings of plots
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.rcParams["font.size"] = 7
with plt.rc_context({"lines.linewidth": 5}):
    print(plt.plot([1, 2])[0].get_linewidth())
print(plt.rcParams["font.size"], plt.plot([1, 2])[0].get_linewidth(), plt.gcf().get_size_inches())
plt.close("all")
# --- colours, ticks and dates of plots
import datetime, io
import matplotlib
matplotlib.use("Agg")
import matplotlib.dates as md
import matplotlib.pyplot as plt
import matplotlib.ticker as mt
fig, ax = plt.subplots()
ax.plot([datetime.date(2024, 1, d) for d in (1, 2, 3)], [1, 2, 3], c="tab:red")
ax.xaxis.set_major_formatter(md.DateFormatter("%d.%m.")); ax.yaxis.set_major_locator(mt.MultipleLocator(1))
ax.imshow([[1, 2]], cmap="viridis", aspect="auto"); fig.autofmt_xdate()
b = io.BytesIO(); fig.savefig(b, format="png")
print(b.getvalue()[1:4], md.num2date(19723).year, plt.get_cmap("viridis")(0.0), matplotlib.colors.to_hex("C1"))
plt.close("all")
# --- frames draw themselves
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
df = pd.DataFrame({"a": [1, 2, 4], "b": [3, 1, 2]})
print([type(df.plot(kind=k)).__name__ for k in ("line", "bar", "area")], df.plot.scatter("a", "b").get_xlabel(), df.hist().shape, type(df.boxplot()).__name__)
plt.close("all")
# --- images in other formats
import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig = plt.figure(); fig.text(0.5, 0.5, "hi")
for kind in ("svg", "pdf", "png"):
    b = io.BytesIO(); fig.savefig(b, format=kind); print(kind, b.getvalue()[:4])
plt.close("all")
# --- data of scipy
from scipy import constants
import scipy
print(constants.c, constants.physical_constants["electron mass"][1], constants.find("Boltzmann")[:1], scipy.__version__[0])
# --- documents of openpyxl
import io
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font
from openpyxl.chart import BarChart, Reference
w = Workbook(); s = w.active; s.append(["a", "b"]); s.append([1, 2]); s["A1"].font = Font(bold=True)
c = BarChart(); c.add_data(Reference(s, min_col=1, min_row=1, max_row=2), titles_from_data=True); s.add_chart(c, "D1")
b = io.BytesIO(); w.save(b); b.seek(0)
r = load_workbook(b)
print(r.sheetnames, [[x.value for x in row] for row in r.active.iter_rows()], r.active["A1"].font.bold)
# --- statsmodels' data sets
import statsmodels.api as sm
d = sm.datasets.longley.load_pandas()
print(d.endog.mean(), list(d.exog.columns), sm.datasets.macrodata.load().data.shape, sm.datasets.get_rdataset.__name__)
# --- logit and anova
import numpy as np
import statsmodels.api as sm
from statsmodels.formula.api import ols
import pandas as pd
d = sm.datasets.spector.load_pandas()
print(sm.Logit(d.endog, sm.add_constant(d.exog)).fit(disp=0).params.round(4))
df = pd.DataFrame({"v": [1, 2, 3, 2, 5, 6], "k": list("aabbcc")})
print(sm.stats.anova_lm(ols("v ~ C(k)", df).fit()).round(4))
# --- grid search in several jobs
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
X, y = load_iris(return_X_y=True)
g = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3, 5]}, cv=3, n_jobs=-1).fit(X, y)
print(g.best_params_, round(g.best_score_, 4), cross_val_score(KNeighborsClassifier(), X, y, cv=3, n_jobs=2).round(3))
# --- frames draw themselves, plots not authorized by name
import pandas as pd
ax = pd.Series([1, 3, 2], name="s").plot(kind="bar", title="T")
print(ax.get_title(), len(ax.patches))
