# --- an option that names a package behind one that does not | pandas | expr:'wave' in mod('sys').modules
import pandas as pd
pd.set_option("display.precision", 3, "plotting.backend", "wave")
# --- the same, told by the option afterwards | pandas | expr:'wave' in out
import pandas as pd
try:
    pd.set_option("display.precision", 3, "plotting.backend", "wave")
except Exception as error:
    pass
print(pd.get_option("plotting.backend"))
# --- in a dict | pandas | expr:'wave' in mod('sys').modules
import pandas as pd
pd.set_option({"display.precision": 3, "plotting.backend": "wave"})
# --- in a dict of the code's own class | pandas | expr:'wave' in mod('sys').modules
import pandas as pd
class Options(dict):
    asked = 0
    def items(self):
        return [("plotting.backend", "wave")]
    def keys(self):
        return ["display.precision"]
pd.set_option(Options({"display.precision": 3}))
# --- windows that end behind the array | pandas.*,numpy | expr:'shown' in out
import numpy as np, pandas as pd
class Ahead(pd.api.indexers.BaseIndexer):
    def get_window_bounds(self, num_values=0, min_periods=None, center=None, closed=None, step=None):
        start = np.arange(num_values, dtype=np.int64)
        return start, start + 1000
pd.Series(range(5)).rolling(Ahead(window_size=2)).sum()
print("shown")
