# --- a reference whose bytes are swapped | numpy | expr:False
import numpy as np
scalar = np.zeros(1, dtype=[("x", "i8"), ("o", "O")])[0]
scalar["x"] = 0x4141414141414141
print(scalar.byteswap()["o"])
# --- a reference whose bytes are swapped, by C code | numpy | expr:False
import numpy as np
scalar = np.zeros(1, dtype=[("x", "i8"), ("o", "O")])[0]
scalar["x"] = 0x4141414141414141
print(list(map(np.generic.byteswap, [scalar]))[0]["o"])
# --- an iterator without its buffers | numpy | expr:False
import numpy as np
steps = np.nditer(np.arange(12, dtype="i4"), flags=["delay_bufalloc", "buffered"], op_dtypes=["f8"], casting="unsafe")
steps.iternext()
# --- an iterator without the one inside of it | numpy | expr:False
import numpy as np
outer, inner = np.nested_iters(np.arange(12).reshape(3, 4), [[0], [1]])
inner.close()
for _ in outer:
    pass
# --- an iterator without the one inside of it, set back | numpy | expr:False
import numpy as np
outer, middle, inner = np.nested_iters(np.arange(24).reshape(2, 3, 4), [[0], [1], [2]])
inner.close()
outer.reset()
# --- a function of arrays that takes and gives nothing | numpy | expr:False
import numpy as np
np.frompyfunc(lambda: None, 0, 0)()
# --- items from outside of an array, by codes | pandas,numpy | expr:False
import numpy as np, pandas as pd
codes = np.array([1 << 40, 1 << 41])
list(pd.Categorical.from_codes(codes, ["a", "b"], validate=False))
# --- items from outside of an array, by an inner function | pandas,pandas.*,numpy | expr:out is not None
import numpy as np, pandas as pd
pd.core.algorithms.take_nd(np.arange(3), np.array([1000]))
# --- items from outside of an array, by levels | pandas,numpy | expr:False
import pandas as pd
pd.MultiIndex(levels=[["a"]], codes=[[1 << 40]], verify_integrity=False)[0]
# --- windows outside of the values | pandas,numpy | expr:False
import numpy as np, pandas as pd
from pandas.api.indexers import BaseIndexer
class Outside(BaseIndexer):
    def get_window_bounds(self, num_values=0, *args, **kwargs):
        return np.full(num_values, 1 << 40), np.full(num_values, (1 << 40) + 5)
pd.Series(np.arange(10.0)).rolling(Outside(), min_periods=1).sum()
# --- windows before the values | pandas,numpy | expr:False
import numpy as np, pandas as pd
from pandas.api.indexers import BaseIndexer
class Before(BaseIndexer):
    def get_window_bounds(self, num_values=0, *args, **kwargs):
        return np.full(num_values, -(1 << 40)), np.full(num_values, 5)
pd.Series(np.arange(10.0)).rolling(Before(), min_periods=1).median()
# --- windows that say that there are more of them | pandas,numpy | expr:False
import numpy as np, pandas as pd
from pandas.api.indexers import BaseIndexer
class Longer(np.ndarray):
    def __len__(self):
        return 10
class Windows(BaseIndexer):
    def get_window_bounds(self, num_values=0, *args, **kwargs):
        return np.zeros(1, "i8").view(Longer), np.zeros(1, "i8").view(Longer)
pd.Series(np.arange(10.0)).rolling(Windows(), min_periods=1).sum()
# --- what the host's main thread runs | threading | expr:'run' in vars(mod('threading').main_thread())
import threading
threading.main_thread().run = print
# --- a query without an end | sqlite3 | limit
import sqlite3
sqlite3.connect(":memory:").execute("with recursive t(x) as (select 1 union all select x + 1 from t) select count(*) from t").fetchall()
# --- a query without an end, its looks switched off | sqlite3 | limit
import sqlite3
con = sqlite3.connect(":memory:")
con.set_progress_handler(int, 1 << 30)
con.set_progress_handler(None, 1)
con.execute("with recursive t(x) as (select 1 union all select x + 1 from t) select count(*) from t").fetchall()
# --- a query without an end, its looks switched off by C code | sqlite3,operator | limit
import sqlite3, operator
con = sqlite3.connect(":memory:")
operator.methodcaller("set_progress_handler", None, 1)(con)
list(map(type(con).set_progress_handler, [con], [None], [0]))
con.execute("with recursive t(x) as (select 1 union all select x + 1 from t) select count(*) from t").fetchall()
