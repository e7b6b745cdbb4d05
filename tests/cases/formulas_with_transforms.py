# imports: pandas, numpy, statsmodels.formula.api, patsy
import numpy as np, pandas as pd, patsy
import statsmodels.formula.api as smf
frame = pd.DataFrame({"x": [0, .1, .3, .6, 1, 2., 2.2, 3.1], "y": [0., 1, 2, 3, 4, 5, 4.5, 7], "g": list("aabbabab")})
for formula in ["y ~ standardize(x)", "y ~ center(x) + C(g)", "y ~ bs(x, df=4)", "y ~ cr(x, df=3)", "y ~ scale(np.log1p(x)):g", "y ~ center(standardize(x))"]:
    print(formula, smf.ols(formula, frame).fit().params.round(3).tolist())
print(np.asarray(patsy.dmatrix("scale(x) + bs(center(x), 3)", frame)).round(3)[:2].tolist())
class Halves:
    def __init__(self): self.most = 0
    def memorize_chunk(self, x): self.most = max(self.most, float(np.max(x)))
    def memorize_finish(self): pass
    def transform(self, x): return np.asarray(x) / self.most / 2
halves = patsy.stateful_transform(Halves)
design = patsy.dmatrix("halves(x)", frame)
print(np.asarray(design).round(3)[:, 1].tolist())
print(np.asarray(patsy.build_design_matrices([design.design_info], {"x": [6.2]})[0]).round(3).tolist())
model = smf.ols("y ~ bs(x, df=4) + center(x)", frame).fit()
print(model.predict(pd.DataFrame({"x": [0.5, 1.5]})).round(3).tolist())
