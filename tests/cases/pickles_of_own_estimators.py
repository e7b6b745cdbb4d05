# imports: copy, io, pickle, numpy, numpy.random, sklearn.base, sklearn.model_selection, sklearn.pipeline, sklearn.linear_model
# Estimators of the code: copied, searched by, and pickled with what they learned.
import copy
import io
import pickle

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, TransformerMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import Pipeline


class Scaler(TransformerMixin, BaseEstimator):
    def __init__(self, k=1, names=None):
        self.k = k
        self.names = names

    def fit(self, X, y=None):
        self.mean_ = X.mean(axis=0)
        self._seen = len(X)
        return self

    def transform(self, X):
        return (X - self.mean_) * self.k


class Threshold(ClassifierMixin, BaseEstimator):
    def __init__(self, at=0.0):
        self.at = at

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return (X[:, 0] > self.at).astype(int)


class Kept(RegressorMixin, BaseEstimator):
    def __init__(self, how=None):
        self.how = how
        self.calls = 0

    def __getstate__(self):
        return {"how": self.how, "calls": -1}

    def __setstate__(self, state):
        for name, value in state.items():
            setattr(self, name, value)
        self.restored = True


rng = np.random.RandomState(0)
X = rng.normal(size=(60, 3))
y = (X[:, 0] > 0).astype(int)
print(clone(Scaler(3)).k, cross_val_score(Threshold(), X, y, cv=3))
pipe = Pipeline([("scale", Scaler(2)), ("fit", LogisticRegression())])
print(GridSearchCV(pipe, {"scale__k": [1, 2]}, cv=3).fit(X, y).best_params_)
print(GridSearchCV(Threshold(), {"at": [-1, 0, 1]}, cv=3, n_jobs=1).fit(X, y).best_params_)
print(copy.deepcopy(pipe.fit(X, y)).predict(X)[:5])

fitted = Scaler(2, names=["a", {"b": Threshold(3)}]).fit(X)
for protocol in (2, 3, 4, 5):
    found = pickle.loads(pickle.dumps(fitted, protocol))
    print(type(found) is Scaler, found.k, found.names, np.allclose(found.transform(X), fitted.transform(X)), found._seen)
again = pickle.loads(pickle.dumps([Threshold(1).fit(X, y), Scaler()]))
print(again, again[0].predict(X)[:4], again[0].classes_)
file = io.BytesIO()
pickle.dump(fitted, file)
file.seek(0)
print(pickle.load(file).get_params())
kept = pickle.loads(pickle.dumps(Kept("x")))
print(kept.how, kept.calls, kept.restored)
print(copy.deepcopy(fitted).names, copy.copy(fitted).k)


def local():
    class Inner(BaseEstimator):
        pass

    return Inner()


try:
    pickle.dumps(local())
except (AttributeError, pickle.PicklingError) as error:
    print("local object" in str(error))
