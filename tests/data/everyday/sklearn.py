# --- linear regression
import numpy as np
from sklearn.linear_model import LinearRegression
X = np.arange(10).reshape(-1, 1)
m = LinearRegression().fit(X, 3 * X.ravel() + 1)
print(m.coef_.round(4), round(float(m.intercept_), 4), m.predict([[20]]).round(3), m.score(X, 3 * X.ravel() + 1))
# --- train and test
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, confusion_matrix
from sklearn.model_selection import train_test_split
X, y = load_iris(return_X_y=True)
a, b, c, d = train_test_split(X, y, test_size=0.3, random_state=0)
p = LogisticRegression(max_iter=500).fit(a, c).predict(b)
print(round(accuracy_score(d, p), 3), confusion_matrix(d, p))
# --- pipeline
from sklearn.datasets import load_wine
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.model_selection import cross_val_score
X, y = load_wine(return_X_y=True)
pipe = make_pipeline(StandardScaler(), SVC(C=1.0))
print(cross_val_score(pipe, X, y, cv=3).round(3), list(pipe.named_steps))
# --- forest
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
X, y = make_classification(n_samples=60, n_features=5, random_state=1)
f = RandomForestClassifier(n_estimators=5, random_state=0).fit(X, y)
print(f.feature_importances_.shape, f.predict_proba(X[:2]).shape, f.classes_)
# --- clusters
import numpy as np
from sklearn.cluster import DBSCAN, KMeans
X = np.array([[0, 0], [0.1, 0], [5, 5], [5.1, 5]])
k = KMeans(n_clusters=2, n_init=3, random_state=0).fit(X)
print(len(set(k.labels_)), k.cluster_centers_.shape, DBSCAN(eps=0.5, min_samples=1).fit_predict(X))
# --- principal components
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
pca = PCA(n_components=2).fit(load_iris().data)
print(pca.explained_variance_ratio_.round(3), pca.transform(load_iris().data).shape)
# --- grid search
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
X, y = load_iris(return_X_y=True)
g = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, cv=3).fit(X, y)
print(g.best_params_, round(g.best_score_, 3))
# --- text features
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.naive_bayes import MultinomialNB
docs = ["good film", "bad film", "very good", "very bad"]
v = TfidfVectorizer()
X = v.fit_transform(docs)
print(v.get_feature_names_out().tolist(), MultinomialNB().fit(X, [1, 0, 1, 0]).predict(v.transform(["good"])), CountVectorizer().fit_transform(docs).toarray().sum())
# --- preprocessing
import numpy as np
from sklearn.preprocessing import LabelEncoder, MinMaxScaler, OneHotEncoder, PolynomialFeatures
print(MinMaxScaler().fit_transform([[1.0], [3], [5]]).ravel(), LabelEncoder().fit_transform(["b", "a", "b"]), OneHotEncoder().fit_transform([["x"], ["y"]]).toarray(), PolynomialFeatures(2).fit_transform([[2, 3]]))
# --- column transformer with a frame
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier
df = pd.DataFrame({"age": [20, None, 40, 50], "city": ["a", "b", "a", "b"]})
pre = ColumnTransformer([("n", SimpleImputer(), ["age"]), ("c", OneHotEncoder(), ["city"])])
p = Pipeline([("pre", pre), ("tree", DecisionTreeClassifier(random_state=0))]).fit(df, [0, 1, 0, 1])
print(p.predict(df), p["tree"].get_depth())
# --- tree as text
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier, export_text
X, y = load_iris(return_X_y=True)
print(export_text(DecisionTreeClassifier(max_depth=1, random_state=0).fit(X, y)))
# --- metrics
from sklearn.metrics import classification_report, f1_score, mean_absolute_error, mean_squared_error, r2_score, roc_auc_score
print(mean_squared_error([1, 2], [1, 3]), mean_absolute_error([1, 2], [1, 3]), round(r2_score([1, 2, 3], [1, 2, 4]), 3), f1_score([1, 0, 1], [1, 1, 1]), roc_auc_score([0, 1], [0.2, 0.8]))
print(classification_report([0, 1, 1], [0, 1, 1]))
# --- estimator of one's own
import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
class MeanModel(RegressorMixin, BaseEstimator):
    def __init__(self, shift=0.0):
        self.shift = shift
    def fit(self, X, y):
        self.mean_ = float(np.mean(y))
        return self
    def predict(self, X):
        return np.full(len(X), self.mean_ + self.shift)
m = MeanModel(shift=1.0).fit([[1], [2]], [3, 5])
print(m.predict([[0]]), m.get_params(), round(m.score([[1], [2]], [3, 5]), 3))
# --- transformer from a function
import numpy as np
from sklearn.preprocessing import FunctionTransformer
print(FunctionTransformer(np.log1p).fit_transform(np.array([[0.0, 1.0]])).round(4), FunctionTransformer(lambda a: a * 2).transform(np.array([[1]])))
# --- boosting and linear variants
from sklearn.datasets import make_regression
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.linear_model import Lasso, Ridge
X, y = make_regression(n_samples=40, n_features=3, random_state=0)
print(Ridge(alpha=0.1).fit(X, y).coef_.shape, Lasso(alpha=0.1).fit(X, y).n_iter_ > 0, round(GradientBoostingRegressor(n_estimators=5, random_state=0).fit(X, y).score(X, y), 1) > 0)
# --- folds
import numpy as np
from sklearn.model_selection import KFold, StratifiedKFold
print([t.tolist() for _, t in KFold(3).split(np.arange(6))], len(list(StratifiedKFold(2).split([[0]] * 4, [0, 0, 1, 1]))))
# --- nearest neighbours and outliers
import numpy as np
from sklearn.ensemble import IsolationForest
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.neighbors import NearestNeighbors
X = np.array([[0.0, 1], [1, 0], [10, 10]])
print(NearestNeighbors(n_neighbors=1).fit(X).kneighbors([[0.9, 0.1]])[1], cosine_similarity(X[:2]), IsolationForest(random_state=0, n_estimators=10).fit_predict(X).shape)
# --- gaussian process and a small network
import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.neural_network import MLPRegressor
X = np.linspace(0, 1, 5).reshape(-1, 1)
print(GaussianProcessRegressor().fit(X, X.ravel()).predict([[0.5]]).round(2), MLPRegressor(hidden_layer_sizes=(4,), max_iter=5, random_state=0, early_stopping=False, solver="lbfgs").fit(X, X.ravel()).n_layers_)
# --- scikit-learn pipelines and model selection
import numpy as np
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler, OneHotEncoder, FunctionTransformer, PolynomialFeatures
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.ensemble import RandomForestClassifier, GradientBoostingRegressor
from sklearn.model_selection import train_test_split, cross_val_score, GridSearchCV, KFold
from sklearn.metrics import accuracy_score, classification_report, confusion_matrix, make_scorer
from sklearn.datasets import make_classification, load_iris
X, y = make_classification(n_samples=120, n_features=5, random_state=0)
a, b, c, d = train_test_split(X, y, random_state=0)
p = Pipeline([("s", StandardScaler()), ("f", FunctionTransformer(np.abs)), ("m", LogisticRegression())]).fit(a, c); print(round(p.score(b, d), 3), p.named_steps["m"].coef_.shape)
g = GridSearchCV(make_pipeline(PolynomialFeatures(), Ridge()), {"ridge__alpha": [.1, 1]}, cv=KFold(3), scoring=make_scorer(lambda t, p: -abs(t - p).mean())).fit(X, y); print(g.best_params_)
print(cross_val_score(RandomForestClassifier(5, random_state=0), X, y, cv=3).round(2), confusion_matrix(d, p.predict(b)).sum(), load_iris().target_names.tolist(), len(classification_report(d, p.predict(b))) > 50)
# --- scikit-learn own transformer and estimator
import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin, ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted
from sklearn.pipeline import make_pipeline
class Clip(BaseEstimator, TransformerMixin):
    def __init__(self, low=0.0, high=1.0): self.low, self.high = low, high
    def fit(self, X, y=None): self.n_features_in_ = np.asarray(X).shape[1]; return self
    def transform(self, X): check_is_fitted(self); return np.clip(X, self.low, self.high)
class Mean(ClassifierMixin, BaseEstimator):
    def fit(self, X, y): self.classes_ = np.unique(y); self.m_ = np.mean(X); return self
    def predict(self, X): return self.classes_[(np.asarray(X).mean(axis=1) > self.m_).astype(int)]
p = make_pipeline(Clip(high=2), Mean()).fit([[1, 2], [3, 4]], [0, 1]); print(p.predict([[0, 0], [5, 5]]), clone(Clip(high=3)).get_params(), p.set_params(clip__high=9)["clip"].high, Clip().fit_transform([[5.0, -1.0]]).tolist(), repr(Clip(low=1)))
# --- scikit-learn clustering, reduction and text
import numpy as np
from sklearn.cluster import KMeans, DBSCAN, AgglomerativeClustering
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors
from sklearn.feature_selection import SelectFromModel, SelectKBest, f_classif
from sklearn.tree import DecisionTreeClassifier, export_text
X = np.array([[0, 0], [0, 1], [9, 9], [9, 8.0]])
print(sorted(np.bincount(KMeans(2, n_init=1, random_state=0).fit_predict(X)).tolist()), DBSCAN(eps=2, min_samples=2).fit(X).labels_, PCA(1).fit(X).explained_variance_ratio_.round(2), AgglomerativeClustering(2).fit_predict(X).size)
v = TfidfVectorizer(tokenizer=str.split, token_pattern=None, preprocessor=lambda t: t.lower()); m = v.fit_transform(["A b", "b C c"]); print(v.get_feature_names_out().tolist(), m.toarray().round(2).tolist(), CountVectorizer(ngram_range=(1, 2)).fit(["a bb cc"]).vocabulary_)
t = DecisionTreeClassifier(random_state=0).fit(X, [0, 0, 1, 1]); print(export_text(t).splitlines()[0][:10], SelectFromModel(t, threshold=0.1).fit(X, [0, 0, 1, 1]).get_support().sum(), SelectKBest(f_classif, k=1).fit(X, [0, 1, 0, 1]).k, KNeighborsClassifier(1, metric=lambda a, b: abs(a - b).sum()).fit(X, [0, 0, 1, 1]).predict([[8, 8]]))
# --- scikit-learn with jobs and saved in memory
import io, numpy as np
import joblib
from sklearn.ensemble import RandomForestClassifier
from sklearn.inspection import permutation_importance
X = np.arange(20.0).reshape(10, 2); y = np.arange(10) % 2
m = RandomForestClassifier(3, random_state=0, n_jobs=1).fit(X, y)
print(m.predict_proba(X[:1]).shape, permutation_importance(m, X, y, n_repeats=2, random_state=0).importances_mean.shape)
print(joblib.Parallel(n_jobs=1)(joblib.delayed(lambda v: v * 2)(i) for i in range(3)))
# --- work shared out among threads
from sklearn.utils.parallel import Parallel, delayed
print(Parallel(n_jobs=2, backend="threading")(delayed(pow)(i, 2) for i in range(4)))
# --- what an estimator holds
from sklearn.base import BaseEstimator
from sklearn.linear_model import LinearRegression
class Mean(BaseEstimator):
    def __init__(self, k=1):
        self.k = k
    def fit(self, X, y=None):
        self.mean_ = sum(X) / len(X)
        return self
print(vars(Mean(2).fit([1, 3])), sorted(vars(LinearRegression())), sorted(name for name in vars(LinearRegression().fit([[1.0], [2.0]], [1.0, 2.0])) if name.endswith("_")))
# --- descents by products, of sparse points and of several tasks
import warnings
warnings.simplefilter("ignore")
import numpy as np
import scipy.sparse
from sklearn.covariance import graphical_lasso
from sklearn.linear_model import ElasticNet, Lasso, MultiTaskLasso, enet_path
random = np.random.RandomState(0)
X, y, Y = random.rand(30, 5), random.rand(30), random.rand(30, 2)
print(Lasso(0.01).fit(X, y).coef_.round(4).tolist(), ElasticNet(0.01, precompute=True).fit(X, y).coef_.round(4).tolist())
print(ElasticNet(0.01).fit(scipy.sparse.csc_matrix(X), y, sample_weight=np.arange(30) + 1.0).coef_.round(4).tolist())
print(MultiTaskLasso(0.01).fit(X, Y).coef_.round(4).tolist(), Lasso(0.01).fit(X, Y).coef_.shape)
print(enet_path(X, y, alphas=[0.1, 0.01], precompute=X.T @ X, coef_init=np.zeros(5))[1].round(4).tolist())
print(graphical_lasso(np.cov(X.T), 0.01)[0].round(3)[0].tolist())
# --- trees of points by a distance of one's own
import numpy as np
from sklearn.metrics import DistanceMetric
from sklearn.neighbors import BallTree, KNeighborsClassifier
def distance(a, b):
    return float(np.abs(a - b).sum())
X = np.arange(20.0).reshape(10, 2)
print(BallTree(X, metric=distance).query(X[:2], k=3)[0].tolist())
print(KNeighborsClassifier(3, metric=distance).fit(X, [0] * 5 + [1] * 5).predict(X[3:6]).tolist())
print(DistanceMetric.get_metric("pyfunc", func=distance).pairwise(X[:2]).tolist())
# --- trees: what is asked of them, and pruning by hand
import numpy as np
from sklearn.ensemble import ExtraTreesClassifier, GradientBoostingClassifier, GradientBoostingRegressor, IsolationForest, RandomForestClassifier, RandomForestRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, export_text
X = np.random.RandomState(0).rand(80, 4)
y = (X[:, 0] + X[:, 1] > 1).astype(int)
tree = DecisionTreeClassifier(random_state=0).fit(X, y)
print(tree.predict(X[:5]), tree.apply(X[:3]), tree.decision_path(X[:2]).toarray().sum(), np.round(tree.feature_importances_, 3), tree.tree_.node_count)
small = DecisionTreeClassifier(random_state=0, max_leaf_nodes=5).fit(X, y)
print(small.predict(X[:9]), export_text(small)[:40])
print(DecisionTreeClassifier(random_state=0, ccp_alpha=0.02).fit(X, y).tree_.node_count, np.round(tree.cost_complexity_pruning_path(X, y).ccp_alphas[:3], 4))
inner = tree.tree_
def prune(index, least):
    if inner.value[index].min() * 1 < least:
        inner.children_left[index] = -1
        inner.children_right[index] = -1
    if inner.children_left[index] != -1:
        prune(inner.children_left[index], least)
        prune(inner.children_right[index], least)
prune(0, 0.2)
print((inner.children_left == -1).sum() > 0, tree.predict(X).sum(), tree.apply(X[:5]), np.round(inner.compute_feature_importances(), 3))
one = DecisionTreeRegressor().fit(X, np.ones(80))
print(one.predict(X[:2]), one.feature_importances_, one.tree_.node_count)
for model in (RandomForestClassifier(5, random_state=0), ExtraTreesClassifier(5, random_state=0), GradientBoostingClassifier(n_estimators=5, random_state=0)):
    print(model.fit(X, y).predict(X[:8]), np.round(model.predict_proba(X[:1]), 3), np.round(model.feature_importances_, 3))
boosted = GradientBoostingRegressor(n_estimators=4, random_state=0).fit(X, X[:, 0])
print(np.round(boosted.predict(X[:2]), 4), [round(float(stage[0]), 4) for stage in boosted.staged_predict(X[:1])], boosted.apply(X[:2]))
print(np.round(RandomForestRegressor(3, random_state=0).fit(X, X[:, :2]).predict(X[:2]), 4), IsolationForest(n_estimators=5, random_state=0).fit(X).predict(X[:6]))
# --- arrays of trees of points
import numpy as np
from sklearn.neighbors import BallTree, KDTree, KernelDensity, KNeighborsClassifier
points = np.random.default_rng(1).random((60, 3))
for kind in (BallTree, KDTree):
    tree = kind(points, leaf_size=5)
    data, places, nodes, bounds = tree.get_arrays()
    print((data == points).all(), sorted(places) == list(range(60)), nodes.dtype.names, bounds.shape, nodes["idx_end"][0], places.dtype)
    print(np.asarray(tree.idx_array)[:4], np.asarray(tree.node_data)["is_leaf"].sum(), tree.idx_array.shape, len(tree.node_data), tree.idx_array[3])
    print(tree.query(points[:2], k=2), [len(found) for found in tree.query_radius(points[:3], 0.4)], tree.kernel_density(points[:2], 0.3).round(6))
print(KNeighborsClassifier(3).fit(points, points[:, 0] > 0.5).predict(points[:5]), KernelDensity().fit(points).score_samples(points[:2]).round(6))
# --- support vectors of many kinds
import numpy as np
from sklearn.svm import SVC, SVR, LinearSVC, NuSVC, NuSVR, OneClassSVM
X = np.random.default_rng(1).random((60, 3))
y = (X[:, 0] * 3).astype(int)
for model in (SVC(), NuSVC(nu=0.1), SVC(kernel="linear"), SVC(kernel=lambda a, b: a @ b.T), SVC(decision_function_shape="ovo"), LinearSVC()):
    for classes in (y, y > 0):
        model.fit(X, classes)
        print(model.predict(X[:5]), model.decision_function(X[:2]).round(3), getattr(model, "n_support_", None))
for model in (SVR(), NuSVR(), OneClassSVM(), SVR(kernel="poly")):
    print(model.fit(X, X[:, 0]).predict(X[:3]).round(4))
for model in (SVC(kernel="precomputed"), SVR(kernel="precomputed")):
    print(model.fit(X @ X.T, y).predict((X @ X.T)[:4]).round(4), len(model.support_), model.support_vectors_.shape)
model = SVC().fit(X, y)
model.support_vectors_[:] *= 1.0
print(model.predict(X[:3]), model.dual_coef_.shape, model.score(X, y) > 0.5)
# --- clusters of dense and sparse tables, in single and double precision
import numpy as np
from scipy import sparse
from sklearn.cluster import BisectingKMeans, KMeans, MiniBatchKMeans
rng = np.random.RandomState(0)
X = np.vstack([rng.rand(30, 4), rng.rand(30, 4) + 5])
for kind in (KMeans, MiniBatchKMeans, BisectingKMeans):
    for table in (X, X.astype(np.float32), sparse.csr_matrix(X)):
        for more in ({"algorithm": "elkan"}, {"algorithm": "lloyd"}) if kind is KMeans else ({},):
            model = kind(2, n_init=1, random_state=0, **more).fit(table)
            print(kind.__name__, len(set(model.labels_)), model.predict(table[:3]).tolist() == model.labels_[:3].tolist(), model.transform(table).shape, round(float(-model.score(table)), 2))
batch = MiniBatchKMeans(2, random_state=0)
for part in (X[:20], X[20:40], X[40:]):
    batch.partial_fit(part)
print(batch.cluster_centers_.shape, KMeans(2, init=X[[0, 40]], n_init=1).fit(X, sample_weight=np.arange(60.0)).n_iter_ > 0)
# --- neighbours by brute force, boosted trees over histograms and sparse support vectors
import numpy as np
from scipy import sparse
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.metrics import pairwise_distances_argmin
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors, RadiusNeighborsClassifier
from sklearn.svm import SVC, SVR
rng = np.random.RandomState(0)
X = rng.rand(90, 4)
y = (X[:, 0] * 3).astype(int)
for table in (X, X.astype(np.float32), sparse.csr_matrix(X)):
    print([KNeighborsClassifier(algorithm="brute", weights=w).fit(table, y).score(table, y) > 0.5 for w in ("uniform", "distance")], NearestNeighbors(algorithm="brute").fit(table).kneighbors(table[:2])[1][:, 0].tolist())
    model = SVC().fit(table, y)
    print(model.predict(table[:5]).tolist(), model.decision_function(table).shape, SVR().fit(table, X[:, 1]).predict(table[:2]).round(1).tolist())
print(RadiusNeighborsClassifier(0.9, algorithm="brute").fit(X, y).predict(X[:3]).shape, pairwise_distances_argmin(X[:4], X).tolist())
for model in (HistGradientBoostingClassifier(max_iter=5), HistGradientBoostingRegressor(max_iter=5, categorical_features=[3])):
    table = np.column_stack([X[:, :3], y])
    table[::9, 1] = np.nan
    print(model.fit(table, y).predict(table[:6]).round(1).tolist())
# --- fitted models in pickles
import io
import pickle
import numpy as np
from sklearn.cluster import KMeans
from sklearn.ensemble import GradientBoostingRegressor, RandomForestClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC
rng = np.random.default_rng(0)
X = np.abs(rng.normal(size=(60, 3)))
y = (X[:, 0] > X[:, 1]).astype(int)
models = [
    LogisticRegression(),
    RandomForestClassifier(5, random_state=0),
    GradientBoostingRegressor(n_estimators=3, random_state=0),
    make_pipeline(StandardScaler(), SVC()),
    make_pipeline(FunctionTransformer(np.log1p), KMeans(2, n_init=1, random_state=np.random.RandomState(3))),
    KNeighborsClassifier(3, algorithm="kd_tree"),
    GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, cv=3),
]
for model in models:
    model.fit(X, y)
    file = io.BytesIO()
    pickle.dump(model, file)
    file.seek(0)
    back = pickle.load(file)
    print(type(back).__name__, np.array_equal(back.predict(X), model.predict(X)), back.get_params().keys() == model.get_params().keys())
texts = ["a good film", "a bad film", "good fun", "bad bore"] * 3
model = make_pipeline(TfidfVectorizer(), LogisticRegression()).fit(texts, [1, 0, 1, 0] * 3)
print(pickle.loads(pickle.dumps({"model": model, "labels": ["bad", "good"]}))["model"].predict(["bad film", "good"]))
# --- partial dependence of estimators with trees
import numpy as np
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.inspection import partial_dependence
X = np.random.RandomState(0).rand(100, 4)
model = GradientBoostingRegressor(n_estimators=5, random_state=0).fit(X, X[:, 3] + X[:, 0])
for features in ([3], [0, 3]):
    print(partial_dependence(model, X, features, grid_resolution=3)["average"].shape, partial_dependence(model, X, features, method="brute", grid_resolution=3)["average"].shape)
# --- linear models by steps, and targets of categories
import numpy as np
from scipy import sparse
from sklearn.linear_model import PassiveAggressiveClassifier, Perceptron, SGDClassifier, SGDOneClassSVM, SGDRegressor
from sklearn.preprocessing import TargetEncoder
rng = np.random.default_rng(5)
table, target = rng.random((60, 5)), np.arange(60) % 3
for given in (table, table.tolist(), table.astype("f4"), sparse.csr_matrix(table), sparse.coo_array(table), np.asfortranarray(table)):
    for kind in (SGDClassifier(max_iter=20, tol=None, random_state=1), SGDClassifier(average=True, early_stopping=True, random_state=1, max_iter=20), SGDRegressor(random_state=1, average=5, max_iter=20), SGDRegressor(random_state=1, early_stopping=True, max_iter=20)):
        print(type(kind).__name__, kind.fit(given, target).coef_.shape, kind.partial_fit(given, target).predict(given).shape)
print(Perceptron(random_state=1).fit(table, target).coef_.shape, SGDOneClassSVM(random_state=1).fit(table).coef_.shape)
class Model(SGDRegressor):
    def fit(self, X, y, **named):
        return super().fit(X, y, coef_init=np.zeros(5), **named)
model = Model(random_state=1, warm_start=True, max_iter=30).fit(table, target)
model.coef_ = model.coef_ * 0.5
print(model.partial_fit(table, target).coef_.shape)
letters = np.array(list("abc" * 20), dtype=object).reshape(-1, 1)
for encoder in (TargetEncoder(cv=3, random_state=1), TargetEncoder(smooth=2.0, cv=2, random_state=1)):
    print([e.round(3).tolist() for e in encoder.fit(letters, target % 2).encodings_], encoder.fit_transform(letters, target % 2).shape, encoder.transform([["a"], ["z"]]).round(3).tolist(), encoder.fit(letters, target).encodings_[0].shape)
