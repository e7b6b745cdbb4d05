# imports: pandas.*, numpy.*, statsmodels.*, patsy.*
# Columns of formulas, whatever they are called.
import pandas as pd, numpy as np, statsmodels.formula.api as smf, patsy
names="c type data format input object dir vars env os sys open _x load dump call exit code modules trace source site test var proxy string stack help signal socket parse template info io gc super globals locals compile mro pickle x len abs".split()
bad=[]
for n in names:
    df = pd.DataFrame({"y": [0, .1, .3, .6], n: [1, 2, 3, 2]})
    try:
        m=smf.ols("y ~ "+n, df).fit()
        assert m.params.index[1]==n
        patsy.dmatrix("C(%s)"%n, df); patsy.dmatrix("np.log(%s)"%n, df)
    except Exception as x: bad.append((n, str(x)[:80]))
print(bad)
k = 3
df=pd.DataFrame({"x":[1.,2,3],"y":[1,3,2]})
print(patsy.dmatrix("x + np.exp(x) + I(x**2) + abs(x)", df).shape, patsy.dmatrix("I(x*k)",df).shape)
