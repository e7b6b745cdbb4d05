# --- nodes of trees: children that are not there | numpy,sklearn.* | expr:False
import numpy as np
from sklearn.tree import DecisionTreeClassifier
X = np.random.RandomState(1).rand(50, 3)
model = DecisionTreeClassifier().fit(X, X[:, 0] > 0.5)
model.tree_.children_left[:] = 10**9
model.predict(X)
# --- nodes of trees: columns that are not there | numpy,sklearn.* | expr:False
import numpy as np
from sklearn.tree import DecisionTreeRegressor
X = np.random.RandomState(1).rand(50, 3)
model = DecisionTreeRegressor().fit(X, X[:, 0])
model.tree_.feature[:] = 10**9
for ask in (lambda: model.predict(X), lambda: model.apply(X), lambda: model.decision_path(X), lambda: model.feature_importances_, lambda: model.tree_.compute_feature_importances()):
    try:
        ask()
    except ValueError:
        pass
# --- nodes of trees: fewer columns than the tree was made for | numpy,sklearn.* | expr:out
import numpy as np
from sklearn.tree import DecisionTreeRegressor
X = np.random.RandomState(1).rand(50, 3)
model = DecisionTreeRegressor().fit(X, X[:, 2])
model.n_features_in_ = 1
try:
    out = len(model.predict(X[:, :1])) > 0
except ValueError:
    out = False
out
# --- nodes of trees: a circle | numpy,sklearn.* | expr:False
import numpy as np
from sklearn.tree import DecisionTreeRegressor
X = np.random.RandomState(1).rand(50, 3)
model = DecisionTreeRegressor().fit(X, X[:, 2])
model.tree_.children_left[model.tree_.children_left >= 0] = 0
model.predict(X)
# --- nodes of trees: those of a forest | numpy,sklearn.* | expr:False
import numpy as np
from sklearn.ensemble import IsolationForest, RandomForestClassifier
X = np.random.RandomState(1).rand(50, 3)
for model in (RandomForestClassifier(3).fit(X, X[:, 0] > 0.5), IsolationForest(n_estimators=3).fit(X)):
    for tree in model.estimators_:
        tree.tree_.children_right[:] = 10**9
    try:
        model.predict(X)
    except ValueError:
        pass
# --- nodes of trees: stages of a boosted one | numpy,sklearn.* | expr:False
import numpy as np
from sklearn.ensemble import GradientBoostingRegressor
X = np.random.RandomState(1).rand(50, 3)
model = GradientBoostingRegressor(n_estimators=3).fit(X, X[:, 0])
model.estimators_[1, 0].tree_.feature[:] = 10**8
for ask in (lambda: model.predict(X), lambda: list(model.staged_predict(X))):
    try:
        ask()
    except ValueError:
        pass
# --- nodes of trees: an estimator with another tree each time | numpy,sklearn.* | expr:False
import numpy as np
from sklearn.ensemble import GradientBoostingRegressor
X = np.random.RandomState(1).rand(50, 3)
model = GradientBoostingRegressor(n_estimators=3).fit(X, X[:, 0])
bad = model.estimators_[1, 0].tree_
class Turns:
    asked = 0
    def __init__(self, model): self.model = model
    def _validate_X_predict(self, X, check_input): return X
    @property
    def tree_(self):
        Turns.asked += 1
        if Turns.asked > 1:
            bad.feature[:] = 10**8
        return bad
model.estimators_[0, 0] = Turns(model.estimators_[0, 0])
model.estimators_[1, 0] = Turns(model.estimators_[1, 0])
model.predict(X)
# --- nodes of trees: one without any | numpy,sklearn.* | expr:False
import numpy as np
from sklearn.tree import DecisionTreeRegressor
X = np.random.RandomState(1).rand(50, 3).astype("f4")
model = DecisionTreeRegressor().fit(X, X[:, 2])
type(model.tree_)(3, np.array([1]), 1).apply(X)
# --- nodes of trees: pruned by a path | numpy,sklearn.* | expr:False
import numpy as np
from sklearn.tree import DecisionTreeRegressor
X = np.random.RandomState(1).rand(50, 3)
model = DecisionTreeRegressor().fit(X, X[:, 2])
model.tree_.children_left[:] = 10**9
model.cost_complexity_pruning_path(X, X[:, 2])
