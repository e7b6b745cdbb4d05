# --- testing of pandas
import pandas as pd
from pandas.testing import assert_frame_equal, assert_series_equal
assert_frame_equal(pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [1]}))
try:
    assert_series_equal(pd.Series([1]), pd.Series([2]))
except AssertionError as error:
    print(error)
pd.testing.assert_index_equal(pd.Index([1]), pd.Index([1]))
# --- testing of numpy
import numpy as np
import numpy.testing as npt
np.testing.assert_allclose([1.0], [1.0 + 1e-9])
npt.assert_array_less([1], [2])
try:
    np.testing.assert_array_almost_equal([1.0], [1.1])
except AssertionError as error:
    print(error)
with np.testing.assert_raises(ValueError):
    int("x")
# --- flags of a frame
import pandas as pd
df = pd.DataFrame({"x": [1]})
print(df.flags.allows_duplicate_labels, df.set_flags(allows_duplicate_labels=False).flags)
df.flags.allows_duplicate_labels = False
print(df.flags["allows_duplicate_labels"], pd.Series([1]).flags)
# --- data of a masked array
import numpy as np
a = np.ma.masked_array([1, 2], [0, 1])
print(a.data, a.mask, a.filled(0), np.ma.masked_array([None, 1], [0, 1]).data)
# --- data of an array
import numpy as np
print(np.arange(3, dtype=np.int8).data.tobytes(), np.arange(4).data.shape)
# --- records of the older name
import numpy as np
print(np.core.records.fromarrays([[1], [2]], names="a,b"), np.core.numeric.ones(2))
# --- info of numpy
import numpy as np
from io import StringIO
out = StringIO()
np.info(np.add, output=out)
print(out.getvalue()[:30], type(np.get_include()).__name__, sorted(np.show_config(mode="dicts"))[:2])
# --- resize in place
import numpy as np
a = np.array([1, 2, 3])
a.resize((2, 2))
print(a)
def grown():
    b = np.arange(2)
    b.resize(4, refcheck=False)
    b.resize((5,))
    return b
print(grown())
c = d = np.arange(3)
try:
    c.resize(7)
except ValueError as error:
    print("shared")
# --- views by strides
import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view
a = np.arange(10)
print(as_strided(a, (8, 3), (8, 8)).sum(axis=1), np.lib.stride_tricks.as_strided(a, shape=(4,), strides=(16,)))
print(as_strided(a[::-1], (3,), (-8,)), as_strided(a[4:], (2, 2), (0, -8))[0], sliding_window_view(a, 9), as_strided(a, (0,), (800,)))
class Kept(np.ndarray):
    def __array_finalize__(self, original):
        self.info = getattr(original, "info", "new")
kept = a.view(Kept)
kept.info = "given"
for subok in (False, True):
    view = as_strided(kept, shape=(2,), strides=(16,), subok=subok)
    print(type(view).__name__, getattr(view, "info", None), view.tolist())
# --- queries with variables
import pandas as pd
df = pd.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "z"], "c d": [1, 1, 2]})
class Settings:
    least = 2
settings, wanted = Settings(), ["y", "z"]
def chosen(least, names):
    def inside():
        return df.query("a >= @least") if least else None
    return df.query("a >= @least and b in @names"), inside().shape
print(chosen(2, ["y"]), df.query("a > 1 and b in @wanted", engine="python"))
print(df.query("a == @settings.least"), df.query("`c d` == 2"), df.query("b.str.contains('x')", engine="python"))
x = 7
print([df.query("a == @x").shape for x in (1, 9)], df.query("a < @x", parser="python").shape if False else df.query("a < @x").shape)
print(df.eval("q = a * @x").q.tolist(), df.query("a > @limit", local_dict={"limit": 2}).shape)
df.query("a > 1", inplace=True)
print(df)
# --- expressions
import pandas as pd
df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
print(pd.eval("df.a + df.b").tolist(), pd.eval("1 + 2"))
def doubled():
    twice = df * 2
    return pd.eval("twice.a > 2").tolist()
print(doubled())
pd.eval("c = df.a * 2", target=df, inplace=True)
print(df)
# --- a frame in a buffer of Stata
import pandas as pd
from io import BytesIO
b = BytesIO()
pd.DataFrame({"a": [1, 2]}).to_stata(b)
b.seek(0)
print(pd.read_stata(b))
# --- fields by a pattern
import numpy as np
from io import StringIO
print(np.fromregex(StringIO("1 a"), r"(\d+)\s+(\w)", [("n", np.int64), ("k", "S1")]))
# --- a name of json's
import json
try:
    json.loads("x")
except json.decoder.JSONDecodeError as error:
    print(error.pos)
# --- parsers of lxml
from io import BytesIO, StringIO
from lxml import etree
parser = etree.XMLParser(remove_blank_text=True, recover=True)
print(etree.tostring(etree.fromstring(b"<a> <b/></a>", parser)), etree.parse(StringIO("<a/>"), parser).getroot().tag)
print([(event, element.tag) for event, element in etree.iterparse(BytesIO(b"<a><b/></a>"), events=("start", "end"))])
print(etree.parse(BytesIO(b"<!DOCTYPE a [<!ENTITY e 'text'>]><a>&e;</a>"), etree.XMLParser(resolve_entities="internal")).getroot().text)
# --- a function in a thread
import asyncio
import time
def slow(x, plus=0):
    time.sleep(0.01)
    return x + plus
async def main():
    return await asyncio.gather(asyncio.to_thread(slow, 1), asyncio.to_thread(slow, 2, plus=5), asyncio.create_task(asyncio.to_thread(len, "abc")))
print(asyncio.run(main()))
# --- jobs
from joblib import Parallel, delayed, parallel_backend
def square(x):
    return x * x
print(Parallel(n_jobs=2)(delayed(square)(i) for i in range(4)), Parallel(-1, "threading")(delayed(square)(i) for i in range(4)))
with parallel_backend("loky", n_jobs=2):
    print(Parallel()(delayed(square)(i) for i in range(3)))
# --- jobs of an estimator
import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.tree import DecisionTreeClassifier
X, y = np.arange(40).reshape(20, 2), np.array([0, 1] * 10)
print(GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2]}, cv=3, n_jobs=-1).fit(X, y).best_params_)
print(RandomForestClassifier(n_estimators=5, n_jobs=-1, random_state=0).fit(X, y).predict(X))
# --- options of a parser, and values of one's own
import optparse, argparse
parser = optparse.OptionParser()
parser.add_option("--level", dest="level", type=int, default=1)
values, rest = parser.parse_args(["--level", "3", "file"])
print(values.level, rest, optparse.Values({"a": 1}).a)
class Settings(argparse.Namespace):
    def __init__(self, **given):
        argparse.Namespace.__init__(self, kind="mine", **given)
settings = Settings(level=2)
command = argparse.ArgumentParser()
command.add_argument("--name")
print(command.parse_args(["--name", "x"], namespace=settings))
# --- policies of messages
import email.message, email.policy
class Short(email.policy.EmailPolicy):
    pass
short = Short(max_line_length=20)
longer = short.clone(max_line_length=40) + email.policy.SMTP
print(short.max_line_length, longer.linesep == "\r\n", type(longer).__name__, email.policy.default.clone(utf8=True).utf8)
message = email.message.EmailMessage(policy=longer)
message["Subject"] = "words " * 10
print(len(message.as_string().splitlines()) > 2)
# --- readers of texts hand on to their streams
import codecs, io
class Reader(codecs.getreader("utf-8")):
    pass
reader = Reader(io.BytesIO("ä\nö".encode()))
print(reader.read(), reader.seekable(), reader.stream.tell())
# --- singletons of one's own
import sympy
from sympy.core.singleton import Singleton
class MyOwnNumber(sympy.Basic, metaclass=Singleton):
    pass
print(MyOwnNumber() is MyOwnNumber(), sympy.S.Half + 1, sympy.S.MyOwnNumber is MyOwnNumber())
# --- wrappers with the names of what they wrap
import functools
from sklearn.utils.metaestimators import available_if
class Counted:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function, self.calls = function, 0
    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)
@Counted
def double(x):
    "Twice."
    return 2 * x
class Model:
    ready = True
    @available_if(lambda self: self.ready)
    def fit(self, x):
        "Fits."
        return x
print(double(2), double.calls, double.__name__, double.__doc__, Model().fit(1), Model.fit.__doc__)
