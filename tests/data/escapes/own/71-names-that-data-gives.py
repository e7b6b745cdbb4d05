# --- what a table keeps, where a column has its name | pandas | expr:type(out).__name__ == 'BlockManager'
import pandas as pd
table = pd.DataFrame({"_mgr": [1], "_data": [2]})
table._mgr
# --- the same, of a series | pandas | expr:type(out).__name__ == 'SingleBlockManager'
import pandas as pd
pd.Series([1, 2], index=["_mgr", "_name"])._mgr
# --- the same, of groups | pandas | expr:type(out).__name__ == 'BaseGrouper'
import pandas as pd
pd.DataFrame({"_grouper": [1], "a": [2]}).groupby("a")._grouper
# --- defaults of a tool |  | expr:err is None
fetch_record.__defaults__ = (1,)
# --- defaults of a function of a library | json | expr:err is None
import json
json.dumps.__defaults__ = (1,)
# --- defaults by name of a function of a library, by the general way | json | expr:err is None
import json
setattr(json.dumps, "__kwdefaults__", {"indent": 3})
# --- a default of the code's function that is the host's | json | leak
def f(a=1): return a
f.__defaults__ = (fetch_record(),)
f()._conn.password
# --- a default by name of the code's function that is the host's | json | leak
def f(*, a=1): return a
f.__kwdefaults__ = {"a": fetch_record()}
f()._conn.password
# --- a record made again |  | expr:err is None
record = fetch_record()
record.__init__()
# --- the text of a field of a class of the host's | collections,http,urllib.parse | expr:err is None
import urllib.parse
urllib.parse.SplitResult.scheme.__doc__ = "mine"
# --- the same, where a class of the code has the field, too | urllib.parse | expr:err is None
import urllib.parse
class Mine(tuple):
    scheme = urllib.parse.SplitResult.scheme
Mine.scheme.__doc__ = "mine"
# --- what a slot of the code's is, by its class | types | leak
import types
class A: __slots__ = ("a",)
type(A.a).__get__(A.a, fetch_record()).password
# --- how a slot of the code's is read, of another object |  | leak
class A: __slots__ = ("_conn",)
A._conn.__class__.__get__(A._conn, fetch_record()).password
