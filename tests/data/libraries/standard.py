# --- help and documentation
import inspect, pydoc
def f(a, *, b=2):
    """Adds.

    >>> f(1)
    3
    """
    return a + b
print(inspect.signature(f), inspect.getdoc(f), inspect.isfunction(f), [p.kind.name for p in inspect.signature(f).parameters.values()])
# --- unit tests of one's own
import unittest
class T(unittest.TestCase):
    def test_a(self): self.assertEqual(1 + 1, 2)
    def test_b(self):
        with self.assertRaises(ValueError): int("x")
r = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(T).run(r)
print(r.testsRun, len(r.failures), r.wasSuccessful())
# --- enumerations
from enum import Enum, Flag, IntEnum, auto, unique
@unique
class C(Enum):
    RED = auto()
    BLUE = auto()
    @property
    def low(self): return self.name.lower()
class F(Flag):
    A = 1
    B = 2
print(C.RED, C["BLUE"].low, C(1), list(C), F.A | F.B, F.A in (F.A | F.B), IntEnum("N", "a b").b + 1, repr(C.RED))
# --- templates of text
import string, textwrap
print(string.Template("$a costs $$5 ${b}").substitute(a="Tea", b=1), string.Formatter().format("{0:>5}", 3), textwrap.fill("word " * 12, 20), textwrap.dedent("  a\n   b"), string.capwords("a bc"), textwrap.shorten("hello big world", 10))
# --- patterns
import re
p = re.compile(r"(?P<y>\d{4})-(?P<m>\d\d)")
print(p.search("on 2024-05").groupdict(), p.sub(lambda m: m["m"] + "/" + m["y"], "2024-05 2023-01"), re.split(r"[,;]\s*", "a, b;c"), re.findall(r"\b\w", "hello big world"), re.fullmatch("a+", "aaa").span(), re.escape("a.b"), [m.start() for m in re.finditer("a", "banana")])
# --- copies of all kinds
import copy, collections, dataclasses
@dataclasses.dataclass
class N:
    v: list
    def __copy__(self): return N(self.v + ["copied"])
n = N([1, [2]])
d = copy.deepcopy(n); d.v[1].append(3)
print(copy.copy(n), n, d, copy.deepcopy({"a": collections.deque([1])}), copy.copy(collections.Counter("ab")))
# --- pickles of plain values
import pickle
print(pickle.loads(pickle.dumps({"a": [1, (2, 3)], "b": {4}})), len(pickle.dumps(1, protocol=2)))
# --- shelves of names
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple
P = namedtuple("P", "x y", defaults=[0])
class U(UserDict):
    def __missing__(self, k): return k
print(P(1)._replace(y=5), P._fields, Counter("banana").most_common(1), ChainMap({"a": 1}, {"b": 2})["b"], OrderedDict(a=1).popitem(), U(a=1)["z"], UserList([1]) + [2], deque([1, 2, 3], 2), defaultdict(list, a=[1])["b"])
# --- generators, contexts and caches
import contextlib, functools, itertools
@contextlib.contextmanager
def tag(n):
    print("<", n); yield n; print(">", n)
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
@functools.singledispatch
def show(v): return "any"
@show.register
def _(v: int): return "int"
with tag("a") as t, contextlib.suppress(KeyError), contextlib.ExitStack() as st:
    st.callback(print, "done"); {}["x"]
print(fib(80), fib.cache_info(), show(1), show("x"), list(itertools.pairwise([1, 2, 3])), functools.partial(int, base=2)("101"), [*itertools.batched("abc", 2)] if hasattr(itertools, "batched") else "")
# --- abstract classes and protocols
import abc, typing
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
@typing.runtime_checkable
class HasLen(typing.Protocol):
    def __len__(self) -> int: ...
try:
    Shape()
except TypeError as e:
    print(e)
class Sq(Shape):
    def area(self): return 4
print(Sq().area(), isinstance([], HasLen), isinstance(1, HasLen), typing.get_type_hints(Sq.area), typing.get_args(typing.Union[int, str]), typing.NamedTuple("T", [("a", int)])(1), typing.cast(int, "x"))
# --- threads and locks
import threading, queue
q, out, lock = queue.Queue(), [], threading.Lock()
def work():
    while (n := q.get()) is not None:
        with lock: out.append(n * n)
ts = [threading.Thread(target=work) for _ in range(2)]
for t in ts: t.start()
for n in [1, 2, 3, None, None]: q.put(n)
for t in ts: t.join()
e = threading.Event(); e.set()
print(sorted(out), e.wait(1), threading.current_thread().name, threading.local() is not None)
# --- async generators, locks and groups
import asyncio
async def ticks(n):
    for i in range(n):
        await asyncio.sleep(0); yield i
async def main():
    lock, q = asyncio.Lock(), asyncio.Queue()
    async with lock:
        await q.put([i async for i in ticks(3)])
    done = await asyncio.gather(asyncio.sleep(0, "s"), q.get(), return_exceptions=True)
    try:
        await asyncio.wait_for(asyncio.sleep(5), 0.01)
    except asyncio.TimeoutError:
        done.append("late")
    return done
print(asyncio.run(main()))
# --- times and durations
import datetime as dt, time
d = dt.datetime(2024, 2, 28, 22, 30, 15, 123)
print(d + dt.timedelta(hours=2), d.strftime("%A %d %B %Y %H:%M:%S.%f %j %U %p"), dt.date.fromisoformat("2024-01-05").isocalendar(), dt.timedelta(days=-1, hours=3), dt.datetime.fromtimestamp(0, dt.timezone.utc), time.strftime("%Y", time.gmtime(0)), dt.datetime.fromisoformat("2024-01-05T10:00:00+02:00").utcoffset(), divmod(dt.timedelta(hours=5), dt.timedelta(hours=2)))
# --- paths without files
from pathlib import PurePath, PurePosixPath, PureWindowsPath
import fnmatch, os.path, posixpath
p = PurePosixPath("/a/b/../c.tar.gz")
print(p.suffixes, p.parts, p.with_name("z"), p.is_relative_to("/a"), PureWindowsPath("C:\\x\\y").drive, fnmatch.filter(["a.py", "b.c"], "*.py"), os.path.splitext("a.b/c"), posixpath.join("a", "/b"), os.path.commonprefix(["ab", "ac"]))
# --- addresses, colours, units of text
import colorsys, ipaddress, secrets, shlex, urllib.parse, http
print(ipaddress.ip_network("10.0.0.0/30").num_addresses, list(ipaddress.ip_network("10.0.0.0/30").hosts())[0], colorsys.rgb_to_hsv(1, 0, 0), shlex.split("a 'b c'"), urllib.parse.urlparse("http://u@h:8/p?q=1#f").port, urllib.parse.parse_qs("a=1&a=2"), http.HTTPStatus.NOT_FOUND.phrase, len(secrets.token_hex(4)))
# --- trees of code
import ast, tokenize, io, keyword
t = ast.parse("x = a + 1")
print(ast.dump(t.body[0].value), ast.unparse(t), ast.literal_eval("{'a': (1, None)}"), [k.string for k in tokenize.generate_tokens(io.StringIO("a+b").readline)][:3], keyword.iskeyword("for"))
class V(ast.NodeVisitor):
    def visit_Name(self, n): print("name", n.id)
V().visit(t)
# --- tables in memory
import sqlite3
c = sqlite3.connect(":memory:")
c.execute("create table t (a int, b text)"); c.executemany("insert into t values (?, ?)", [(1, "x"), (2, "y")])
c.row_factory = sqlite3.Row
print([tuple(r) for r in c.execute("select * from t order by a desc")], c.execute("select count(*) n from t").fetchone()["n"])
c.close()
# --- a frame out of tables in memory
import sqlite3
import pandas as pd
c = sqlite3.connect(":memory:")
pd.DataFrame({"a": [1, 2]}).to_sql("t", c, index=False)
print(pd.read_sql("select sum(a) s from t", c))
c.close()
# --- a closest pair of many points
from itertools import combinations
import math
p = [(i * 7 % 1000, i * 13 % 997) for i in range(600)]
print(min(combinations(p, 2), key=lambda ab: math.dist(*ab)))
# --- exceptions that carry more
class Bad(Exception):
    def __init__(self, code, **more):
        super().__init__(code); self.code, self.more = code, more
try:
    try:
        {}["k"]
    except KeyError as e:
        raise Bad(5, a=1) from e
except Bad as b:
    print(b.code, b.more, type(b.__cause__).__name__ if hasattr(b, "__cause__") else "", b.args)
# --- tracebacks as text
import traceback
try:
    int("x")
except ValueError as e:
    print(traceback.format_exception_only(e)[-1], "ValueError" in traceback.format_exc())
# --- arguments of a command line
import argparse
p = argparse.ArgumentParser(prog="t", description="d")
a = p.add_argument("--v", type=int, default=3, help="number")
g = p.add_mutually_exclusive_group(); g.add_argument("-q", action="store_true")
s = p.add_subparsers(dest="cmd"); c = s.add_parser("run"); c.add_argument("files", nargs="*")
print(a.dest, a.default, p.parse_args(["--v", "5", "run", "x", "y"]), p.format_help())
# --- output is sent elsewhere
import io, sys, contextlib
old, sys.stdout = sys.stdout, io.StringIO()
print("hidden"); sys.stdout.write("too\n")
text = sys.stdout.getvalue(); sys.stdout = old
b = io.StringIO()
with contextlib.redirect_stdout(b):
    print("again")
print(repr(text), repr(b.getvalue()))
print("to stdout", file=sys.stdout)
# --- output comes back after an error
import io, sys
old = sys.stdout
try:
    sys.stdout = io.StringIO()
    print("lost"); 1 / 0
except ZeroDivisionError as e:
    seen = sys.stdout.getvalue(), e
    sys.stdout = old
print("back", seen)
# --- what libraries print
import calendar, dis, pprint, textwrap
calendar.prmonth(2024, 2)
pprint.pprint({"b": list(range(30)), "a": "x" * 60}, width=40)
print(calendar.calendar(2024)[:20])
# --- numbers as text
n, w = 1234567.891, 12
print("Account 9999999999: {}".format(5), "{:>{}}|".format("x", w), f"{n:,.2f} {n:e} {255:#x} {0.256:.1%} {-5:+d}", "%08.3f|%-6s|%+d" % (3.14159, "ab", 7), "{0!r:>10}".format("a"), "{a[k]} {b.real}".format(a={"k": 1}, b=2j))
# --- large arrays
import numpy as np
a = np.zeros((6000, 6000))
a[10, 10] = 1
print(a.sum(), a.nbytes, (a + 1).mean())
