# imports: functools, io, pickle, numpy, pandas, sklearn.base, sklearn.linear_model, sklearn.pipeline, sklearn.preprocessing, sklearn.compose
# Values of packages that hold objects, classes and functions of the code: pipelines with own steps, columns of records.
import functools
import io
import pickle

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler


class Add(BaseEstimator, TransformerMixin):
    def __init__(self, k=1, inner=None):
        self.k = k
        self.inner = inner

    def fit(self, X, y=None):
        self.n_ = X.shape[1]
        if self.inner is not None:
            self.inner.fit(X)
        return self

    def transform(self, X):
        return X + self.k if self.inner is None else self.inner.transform(X) + self.k


def double(X):
    return X * 2


class Record:
    def __init__(self, name, values):
        self.name, self.values = name, values

    def __repr__(self):
        return f"Record({self.name!r}, {self.values!r})"

    def total(self):
        return sum(self.values)

    @classmethod
    def empty(cls):
        return cls("empty", [])


def again(value, *protocol):
    return pickle.loads(pickle.dumps(value, *protocol))


X = np.arange(20.0).reshape(10, 2)
y = np.array([0, 1] * 5)
pipes = [
    make_pipeline(Add(2), StandardScaler(), LogisticRegression()),
    Pipeline([("double", FunctionTransformer(double)), ("add", Add(1, inner=StandardScaler())), ("fit", LogisticRegression())]),
    make_pipeline(FeatureUnion([("a", Add(1)), ("b", make_pipeline(Add(3, inner=make_pipeline(Add(5), StandardScaler()))))]), LogisticRegression()),
    make_pipeline(ColumnTransformer([("a", Add(4), [0]), ("b", "passthrough", [1])]), LogisticRegression()),
]
for pipe in pipes:
    pipe.fit(X, y)
    for protocol in (2, 3, 4, 5):
        found = again(pipe, protocol)
        print((found.predict_proba(X) == pipe.predict_proba(X)).all(), found is pipe, repr(found) == repr(pipe))
print(again({"model": pipes[0], "name": "first", "score": np.float64(0.5)})["model"][0].k)
series = pd.Series([Record("a", [1]), Record("b", [2, 3]), None])
print(again(series).tolist())
frame = pd.DataFrame({"kind": [Record, int], "how": [double, len], "n": [1, 2]})
found = again(frame)
print(found["kind"][0] is Record, found["how"][0](4), found["n"].sum())
array = np.array([Record("x", (1,)), Record("y", (2,))], dtype=object)
print(again(array).tolist(), again([array, array])[0] is not None)
same = Record("same", [])
found = again(np.array([same, same, 1], dtype=object))
print(found[0] is found[1], found[2])
file = io.BytesIO()
pickle.dump(pipes[1], file)
pickle.dump(Add(3).fit(X), file)
file.seek(0)
print(pickle.load(file)[1].k, pickle.load(file).n_)

# Methods of objects and classes.
total = again(Record("r", [1, 2, 3]).total)
print(total(), again(Record.empty)(), again([same.total, same])[0]())
method, owner = again((same.total, same))
owner.values.append(5)
print(method(), again(functools.partial(double, 4))())


class Row(tuple):
    pass


# One that holds itself by a list.
row = Row([[], np.eye(2)])
row[0].append(row)
found = again(row)
print(type(found[0][0]).__name__, found[0][0] is found, found[1].tolist())
