# --- variables of the host in a formula | formulaic,pandas | leak
import formulaic, pandas as pd
str(formulaic.model_matrix("{HOST_SECRET}", pd.DataFrame({"x": [1]}), context=3))
# --- a formula of statsmodels that calls what the host has | statsmodels.*,pandas | expr: out is not None
import pandas as pd, statsmodels.formula as F, statsmodels.formula.api as smf
F.options.formula_engine = "formulaic"
found = []
for n in range(6):
    try:
        found.append(smf.ols("y ~ {[ord(c) for c in HOST_SECRET[:3]]}", pd.DataFrame({"x": [1.0, 2, 3], "y": [1.0, 3, 4]}), eval_env=n).exog)
    except Exception:
        pass
found[0]
# --- variables of the callers in a log | rich,rich.* | leak
import rich.console
for n in range(1, 6):
    try:
        rich.console.Console().log("x", log_locals=True, _stack_offset=n)
    except AssertionError:
        pass
# --- the caller of a named tuple | collections | leak
import collections
str(vars(collections.namedtuple("N", "a")))
# --- an attribute by a method of the object itself | numpy,numpy.* | leak
from numpy.lib.user_array import container
class C(container): pass
c = C([1])
c.array = fetch_record()
c._kind
# --- an attribute of a module by a method of the module itself | numpy,numpy.*,re | expr: 'HACK' in mod('re')._cache
import re
from numpy.lib.user_array import container
class C(container): pass
c = C([1])
c.array = re
c._cache["HACK"] = 1
