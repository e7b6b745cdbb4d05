# Dtypes of a type and fields that numpy takes as they are, units of time that are nothing, queries under way.
# --- a dtype of a text and fields of objects | numpy.* | expr:err is None
import numpy as np
x = np.array([0x414141], "u8")
x.view(np.dtype(("U0", [("a", "O")])))["a"]
# --- the same told to view | numpy.* | expr:err is None
import numpy as np
np.array([0x414141], "u8").view(("S0", {"a": ("O", 0)}))["a"]
# --- the same within fields | numpy.* | expr:err is None
import numpy as np
np.array([0x414141], "u8").view([("f", ("U0", [("a", "O")]))])["f"]["a"]
# --- the same over bytes | numpy.* | expr:err is None
import numpy as np
np.frombuffer(b"a" * 8, dtype=("U0", [("a", "O")]))["a"]
# --- the same by the constructor of arrays | numpy.* | expr:err is None
import numpy as np
np.ndarray((1,), ("U0", [("a", "O")]), bytearray(b"a" * 8))["a"]
# --- the same without a function of the code | numpy.* | expr:err is None
import numpy as np
from operator import itemgetter
list(map(itemgetter("a"), map(np.ndarray.view, [np.array([0x414141], "u8")], [("U0", [("a", "O")])])))
# --- the same in void of the array's own | numpy.* | expr:err is None
import numpy as np
bad = np.result_type(("U0", [("a", "O")]))
np.array([0x414141], "u8").view(np.dtype(("V", bad))).tolist()
# --- the same told by an object | numpy.* | expr:err is None
import numpy as np
class K:
    n = 0
    @property
    def dtype(self):
        K.n += 1
        return np.dtype("u8") if K.n == 1 else ("U0", [("a", "O")])
np.array([0x414141], "u8").view(K())["a"]
# --- the same told by a class | numpy.* | expr:err is None
import numpy as np
class K:
    dtype = ("U0", [("a", "O")])
np.array([0x414141], "u8").view(K)["a"]
# --- the same in memory that nobody filled | numpy.* | expr:err is None
import numpy as np
np.empty(100, ("U0", [("a", "O")]))["a"].tolist()
# --- the same through nditer | numpy.* | expr:err is None
import numpy as np
it = np.nditer(np.array([0x414141], "u8"), flags=["buffered"], op_dtypes=[("U0", [("a", "O")])], casting="unsafe")
it.itviews[0]["a"]
# --- the same through fields | numpy.* | expr:err is None
import numpy as np
np.array([0x414141], "u8").getfield(("U0", [("a", "O")]))["a"]
# --- a text that is a record | numpy.* | expr:err is None
import numpy as np
a = np.zeros(3, np.dtype(("S0", {"a": ("i4", 0)})))
np.sort(a.view(np.dtype((np.record, a.dtype))))
# --- a text of numbers | numpy.* | expr:err is None
import numpy as np
a = np.full(3, 7, np.dtype(("U1", {"a": ("i4", 0)})))
repr(np.unique(a.view(np.dtype((np.record, a.dtype)))))
# --- a record of nothing over a string | numpy.* | expr:err is None
import numpy as np
d = np.dtype((np.dtype(([(("t", "x"), "T"), ("d", "S3")], 0)), {"names": ["a", "b"], "formats": ["i4", "U1"], "offsets": [0, 2]}))
np.zeros(0, d).byteswap()
# --- a unit that is taken zero times | numpy.* | expr:err is None
import numpy as np
np.array(["2020"], "M8[s]").astype("M8[0s]")
# --- the same of a scalar | numpy.* | expr:err is None
import numpy as np
np.datetime64("2020", "s").astype("M8[ 0s]")
# --- the same told by the unit | numpy.* | expr:err is None
import numpy as np
np.datetime64("2020", ("s", 0)).astype("M8[s]")
# --- the same of spans | numpy.* | expr:err is None
import numpy as np
np.zeros(2, "m8[0s]").astype("m8[0ms]")
# --- the same in pandas | pandas,numpy.* | expr:err is None
import pandas as pd
pd.Series([1, 2]).astype("datetime64[0s]")
# --- deserialize under a query | sqlite3 | expr:out != []
import sqlite3
c = sqlite3.connect(":memory:")
c.executescript("create table t(x); insert into t values(1),(2)")
s = c.serialize()
cur = c.execute("select * from t")
c.deserialize(s)
list(cur)
# --- deserialize under a blob | sqlite3 | expr:out == b'a' * 8
import sqlite3
c = sqlite3.connect(":memory:")
c.executescript("create table t(x); insert into t values(zeroblob(8))")
s = c.serialize()
b = c.blobopen("t", "x", 1)
c.deserialize(s)
b.read()
# --- a unit that is divided by nothing | numpy.* | expr:err is None
import numpy as np
np.dtype("M8[s/0]")
# --- the same in a list of fields | numpy.* | expr:err is None
import numpy as np
np.zeros(1, [("a", "m8[Y/ 0]")])
# --- the same as a tuple | numpy.* | expr:err is None
import numpy as np
np.datetime64(5, ("s", 1, 0))
# --- the same by a number that changes | numpy.* | expr:err is None
import numpy as np
class N:
    n = 0
    def __index__(self):
        N.n += 1
        return 1 if N.n == 1 else 0
np.datetime64(5, ("s", N())).astype("M8[ms]")
# --- the same by the constructor of arrays | numpy.* | expr:err is None
import numpy as np
np.ndarray((1,), "M8[s/0]")
# --- the same by a sum | numpy.* | expr:err is None
import numpy as np
np.zeros(1).sum(dtype="M8[s/0]")
# --- the same by the method of a ufunc | numpy.* | expr:err is None
import numpy as np
np.add.reduce([1, 2], dtype="M8[s/0]")
# --- the same by a record | numpy.* | expr:err is None
import numpy as np
np.void(b"a" * 8, dtype="M8[s/0]")
# --- the same by random numbers | numpy.* | expr:err is None
import numpy as np
np.random.default_rng().integers(3, dtype="M8[s/0]")
# --- the same by the lower half of a number | numpy.* | expr:err is None
import numpy as np
np.array(["2020"], "M8[s]").astype("M8[4294967296s]")
# --- deserialize in the middle of a query | sqlite3 | leak
import sqlite3
c = sqlite3.connect(":memory:")
c.executescript("create table t(x); insert into t values(1),(2)")
s = c.serialize()
c.create_function("f", 1, lambda x: c.deserialize(s))
c.execute("select f(x) from t").fetchall()
# --- a dtype by a name that is equal to another one | numpy.* | expr:err is None
import numpy as np
class Name(str):
    def __eq__(self, other): return other == "dtype"
    def __hash__(self): return hash("dtype")
np.frombuffer(b"a" * 8, **{Name("xx"): ("U0", [("a", "O")])})["a"]
