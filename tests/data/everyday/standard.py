# --- json
import json
text = json.dumps({"b": [1, 2.5, None, True], "a": "ü"}, indent=2, sort_keys=True, ensure_ascii=False)
print(text, json.loads(text)["b"])
try:
    json.loads("{bad")
except json.JSONDecodeError as e:
    print(e.msg, e.pos, e.lineno)
# --- json encoder of one's own
import json
from datetime import date
class Encoder(json.JSONEncoder):
    def default(self, o):
        return o.isoformat() if isinstance(o, date) else super().default(o)
print(json.dumps({"d": date(2024, 1, 2)}, cls=Encoder), json.dumps({1, 2}, default=sorted), json.loads("[1.5]", parse_float=str), json.loads('{"a": 1}', object_hook=lambda d: list(d)))
# --- csv
import csv
import io
rows = list(csv.DictReader(io.StringIO("a,b\n1,x\n2,y\n")))
out = io.StringIO()
w = csv.writer(out, lineterminator="\n")
w.writerow(["q", 'with "quotes"', 3])
d = csv.DictWriter(out, fieldnames=["a", "b"], lineterminator="\n")
d.writeheader(); d.writerows(rows)
print(rows, out.getvalue(), csv.Sniffer().sniff("a;b\n1;2").delimiter)
# --- io
import io
s = io.StringIO("one\ntwo\n")
b = io.BytesIO(b"abc")
print([line.strip() for line in s], b.read(2), b.tell(), io.TextIOWrapper(io.BytesIO("é".encode()), encoding="utf-8").read())
# --- datetime
from datetime import date, datetime, timedelta, timezone
d = datetime(2024, 2, 28, 23, 30, tzinfo=timezone.utc)
print(d + timedelta(hours=1), d.isoformat(), d.strftime("%A %d %B"), (date(2024, 12, 25) - date(2024, 1, 1)).days, datetime.strptime("03/04/24", "%d/%m/%y").date(), d.timestamp(), d.replace(day=1).weekday(), timedelta(days=1.5).total_seconds())
# --- decimal
from decimal import ROUND_HALF_UP, Decimal, getcontext, localcontext
getcontext().prec = 10
with localcontext() as ctx:
    ctx.prec = 4
    inner = Decimal(1) / 3
print(inner, Decimal(1) / 3, Decimal("2.675").quantize(Decimal("0.01"), rounding=ROUND_HALF_UP), Decimal("1.10") + Decimal("2.20"), Decimal(2).sqrt(), Decimal("1E+3").normalize().as_tuple().exponent)
# --- fractions and statistics
import statistics
from fractions import Fraction
print(Fraction(1, 3) + Fraction("0.25"), Fraction(0.5).limit_denominator(10), statistics.mean([1, 2, 4]), statistics.stdev([1, 2, 4]), statistics.median([3, 1]), statistics.mode("aab"), statistics.quantiles([1, 2, 3, 4]), statistics.NormalDist(0, 1).cdf(0))
# --- string and textwrap
import string
import textwrap
print(string.ascii_lowercase[:3], string.digits, string.Template("$a and ${b}").substitute(a=1, b=2), string.capwords("a tale"), textwrap.fill("the quick brown fox " * 3, 20), textwrap.dedent("  x\n  y"), textwrap.shorten("many words here", 10), textwrap.indent("a\nb", "> "))
# --- typing
from typing import Any, Callable, Dict, Generic, List, Literal, NamedTuple, Optional, Protocol, Tuple, TypedDict, TypeVar, Union, cast, get_args, get_origin
T = TypeVar("T")
class Stack(Generic[T]):
    def __init__(self) -> None:
        self._items: List[T] = []
    def push(self, x: T) -> "Stack[T]":
        self._items.append(x)
        return self
    def peek(self) -> Optional[T]:
        return self._items[-1] if self._items else None
class Point(NamedTuple):
    x: int
    y: int = 0
class Movie(TypedDict, total=False):
    name: str
class Named(Protocol):
    name: str
def f(a: Union[int, str], b: Callable[[int], str] = str, c: Literal["x"] = "x") -> Dict[str, Any]:
    return {"a": a}
print(Stack[int]().push(3).peek(), Point(1)._asdict(), Movie(name="m"), f(1), get_origin(List[int]), get_args(Dict[str, int]), cast(int, "x"))
# --- hashes and encodings
import base64
import binascii
import hashlib
import hmac
print(hashlib.sha256(b"abc").hexdigest()[:10], hashlib.md5(b"x").hexdigest()[:6], base64.b64encode(b"hello"), base64.urlsafe_b64decode("aGk="), hmac.new(b"k", b"m", "sha256").hexdigest()[:8], binascii.hexlify(b"ab"), hashlib.new("sha1", b"q").digest_size)
# --- uuid and secrets
import secrets
import uuid
print(len(str(uuid.uuid4())), uuid.uuid5(uuid.NAMESPACE_DNS, "example.org"), uuid.UUID(int=5).hex[-1], len(secrets.token_hex(8)), secrets.choice([7]), secrets.randbelow(1))
# --- zoneinfo and calendar
import calendar
from datetime import datetime
from zoneinfo import ZoneInfo
d = datetime(2024, 7, 1, 12, tzinfo=ZoneInfo("Europe/Berlin"))
print(d.utcoffset(), d.astimezone(ZoneInfo("America/New_York")).hour, calendar.monthrange(2024, 2), calendar.isleap(2024), calendar.month_name[3], calendar.month(2024, 2))
# --- operator and itertools
import itertools
import operator
people = [{"n": "b", "a": 2}, {"n": "a", "a": 2}, {"n": "c", "a": 1}]
print(sorted(people, key=operator.itemgetter("a", "n")), operator.add(1, 2), operator.attrgetter("real")(3), operator.methodcaller("upper")("x"))
for k, g in itertools.groupby(sorted(people, key=lambda p: p["a"]), key=lambda p: p["a"]):
    print(k, [p["n"] for p in g])
print(list(itertools.accumulate([1, 2, 3], operator.mul)), list(itertools.combinations("abc", 2)), list(itertools.chain([1], [2])), list(itertools.zip_longest([1], [2, 3], fillvalue=0)), list(itertools.islice(itertools.cycle("ab"), 3)), list(itertools.starmap(pow, [(2, 3)])))
# --- copy and pprint
import copy
import pprint
class Node:
    def __init__(self, v, kids=()):
        self.v, self.kids = v, list(kids)
    def __copy__(self):
        return Node(self.v)
a = {"x": [1, 2], "n": Node(1, [Node(2)])}
b = copy.deepcopy(a)
b["x"].append(3)
print(a["x"], b["n"].kids[0].v, copy.copy(a["n"]).kids, pprint.pformat({"k": list(range(30)), "b": "x" * 60}))
pprint.pprint([1, {"a": (2, 3)}])
# --- difflib and html
import difflib
import html
print(difflib.SequenceMatcher(None, "abcd", "bcde").ratio(), difflib.get_close_matches("appel", ["ape", "apple"]), "\n".join(difflib.unified_diff(["a", "b"], ["a", "c"], lineterm="")), html.escape("<a & b>"), html.unescape("&lt;"))
# --- html parser
from html.parser import HTMLParser
class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links = []
    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.links.append(dict(attrs).get("href"))
p = Links()
p.feed('<p><a href="/x">x</a><a href="/y">y</a>')
print(p.links)
# --- urls
from urllib.parse import parse_qs, quote, unquote, urlencode, urljoin, urlparse
u = urlparse("https://u@example.org:8080/p/a?x=1&y=2#f")
print(u.netloc, u.port, u.path, parse_qs(u.query), urlencode({"a": "b c"}), quote("ä/ "), unquote("%20"), urljoin("http://a/b/c", "../d"), u._replace(scheme="http").geturl())
# --- xml
import xml.etree.ElementTree as ET
root = ET.fromstring("<a><b k='1'>x</b><b k='2'>y</b></a>")
for b in root.findall("b"):
    print(b.attrib, b.text, b.get("k"))
new = ET.SubElement(root, "c", name="n")
new.text = "t"
print(ET.tostring(root, encoding="unicode"), root.find("c").tag, len(list(root.iter())))
# --- configparser and argparse
import argparse
import configparser
c = configparser.ConfigParser()
c.read_string("[a]\nx = 1\ny = yes\n[b]\nz = 2.5\n")
print(c.sections(), c.getint("a", "x"), c["a"].getboolean("y"), c.getfloat("b", "z"), c.has_option("a", "q"), dict(c["a"]))
p = argparse.ArgumentParser(prog="tool", description="d")
p.add_argument("name")
p.add_argument("-n", "--count", type=int, default=1)
p.add_argument("--flag", action="store_true")
args = p.parse_args(["bob", "-n", "3", "--flag"])
print(args.name, args.count, args.flag, vars(args))
# --- functools
import functools
@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
@functools.singledispatch
def show(x):
    return "?"
@show.register
def _(x: int):
    return "int"
def log(f):
    @functools.wraps(f)
    def inner(*a, **k):
        return f(*a, **k) + 1
    return inner
@log
def one():
    "doc"
    return 1
@functools.total_ordering
class V:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
    def __lt__(self, o): return self.n < o.n
class C:
    @functools.cached_property
    def big(self): return 10
    @functools.partialmethod
    def pm(self): return 1
print(fib(50), fib.cache_info().hits > 0, show(1), one.__name__, one(), one.__doc__, V(1) <= V(2), C().big, functools.reduce(lambda a, b: a * b, [1, 2, 3]), functools.partial(int, base=2)("101"), sorted([3, 1], key=functools.cmp_to_key(lambda a, b: a - b)))
# --- collections
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict, deque, namedtuple
P = namedtuple("P", "x y", defaults=[0])
d = defaultdict(list)
d["a"].append(1)
q = deque([1, 2, 3], maxlen=3)
q.append(4); q.rotate(1)
class Low(UserDict):
    def __getitem__(self, k): return super().__getitem__(k.lower())
print(P(1), P(1)._replace(y=5), P._fields, dict(d), q, Counter("hello").most_common(1), ChainMap({"a": 1}, {"b": 2})["b"], OrderedDict(a=1).popitem(), Low({"a": 1})["A"], Counter("ab") + Counter("b"), deque("ab").popleft())
# --- dataclasses
from dataclasses import asdict, astuple, dataclass, field, fields, replace
@dataclass(order=True)
class Item:
    name: str
    price: float = 0.0
    tags: list = field(default_factory=list, compare=False)
    def __post_init__(self):
        self.name = self.name.title()
@dataclass(frozen=True)
class Fixed:
    x: int
i = Item("tea", 2.5)
i.tags.append("hot")
print(i, asdict(i), astuple(i), [f.name for f in fields(i)], replace(i, price=3), Item("a") < Item("b"), hash(Fixed(1)) == hash(Fixed(1)))
try:
    Fixed(1).x = 2
except Exception as e:
    print(type(e).__name__)
# --- enum
from enum import Enum, Flag, IntEnum, auto, unique
@unique
class Colour(Enum):
    RED = "r"
    GREEN = "g"
    @property
    def nice(self): return self.name.lower()
class Level(IntEnum):
    LOW = auto()
    HIGH = auto()
class Right(Flag):
    R = auto()
    W = auto()
print(Colour("r"), Colour["GREEN"].value, [c.nice for c in Colour], Level.HIGH > Level.LOW, Right.R | Right.W, Right.R in (Right.R | Right.W), Colour.RED is Colour.RED, list(Colour.__members__), Enum("Dyn", "A B").B.value)
# --- abc and contextlib
from abc import ABC, abstractmethod
from contextlib import ExitStack, contextmanager, nullcontext, suppress
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Sq(Shape):
    def area(self): return 4
try:
    Shape()
except TypeError as e:
    print("abstract" in str(e))
@contextmanager
def tag(n):
    print("<", n)
    yield n
    print(">", n)
with tag("a") as t, suppress(KeyError), ExitStack() as stack:
    stack.callback(print, "last")
    {}["x"]
print(Sq().area(), isinstance(Sq(), Shape))
# --- heapq, bisect, array, struct
import array
import bisect
import heapq
import struct
h = [5, 1, 4]
heapq.heapify(h)
heapq.heappush(h, 0)
l = [1, 3, 5]
bisect.insort(l, 4)
print(heapq.heappop(h), heapq.nlargest(2, h), heapq.nsmallest(1, h, key=lambda v: -v), l, bisect.bisect_left(l, 3), array.array("i", [1, 2]).tolist(), struct.unpack("<IH", struct.pack("<IH", 1, 2)), list(heapq.merge([1, 4], [2, 3])))
# --- random and math
import cmath
import math
import random
random.seed(5)
xs = [random.random() for _ in range(3)]
r = random.Random(7)
print(all(0 <= x < 1 for x in xs), r.randint(1, 6), r.choice("abc"), r.sample(range(10), 3), math.isclose(math.pi, 3.14159265, rel_tol=1e-6), math.gcd(12, 18), math.hypot(3, 4), math.comb(5, 2), cmath.sqrt(-1), math.inf > 1, math.prod([1, 2, 3]), math.dist((0, 0), (3, 4)))
# --- re
import re
text = "Ann: 31, Bob: 25"
pattern = re.compile(r"(?P<name>\w+): (?P<age>\d+)")
print(pattern.findall(text), [m.group("name") for m in pattern.finditer(text)], pattern.search(text).groupdict(), re.sub(r"\d+", lambda m: str(int(m.group()) + 1), text), re.split(r",\s*", text), re.match("x", text), pattern.pattern, re.fullmatch(r"\d+", "12").span(), re.escape("a.b"), re.findall("a", "A", re.I))
# --- pickle of plain data and zlib
import gzip
import pickle
import zlib
data = {"a": [1, (2, 3)], "s": {4}}
print(pickle.loads(pickle.dumps(data)) == data, zlib.decompress(zlib.compress(b"abc" * 10)), gzip.decompress(gzip.compress(b"q")), zlib.crc32(b"a"))
# --- zip in memory
import io
import zipfile
b = io.BytesIO()
with zipfile.ZipFile(b, "w") as z:
    z.writestr("a.txt", "hello")
with zipfile.ZipFile(b) as z:
    print(z.namelist(), z.read("a.txt"), z.getinfo("a.txt").file_size)
# --- ast of a literal
import ast
print(ast.literal_eval("{'a': [1, 2]}"), type(ast.parse("x + 1").body[0].value).__name__, ast.dump(ast.parse("1", mode="eval").body))
# --- inspect
import inspect
def f(a, b=2, *, c: int = 3):
    "doc of f"
    return a
print(inspect.isclass(int), inspect.getdoc(f), list(inspect.signature(f).parameters), str(inspect.signature(f)))
# --- types, numbers, weakref, shlex, glob names
import fnmatch
import numbers
import shlex
import types
import weakref
class A: pass
a = A()
ns = types.SimpleNamespace(x=1)
ns.y = 2
print(ns, isinstance(3, numbers.Integral), weakref.ref(a)() is a, shlex.split("a 'b c'"), fnmatch.filter(["a.py", "b.txt"], "*.py"), weakref.WeakValueDictionary(k=a)["k"] is a, isinstance(len, types.BuiltinFunctionType))
# --- ipaddress, colorsys, locale free number formatting, unicodedata
import colorsys
import ipaddress
import unicodedata
print(ipaddress.ip_address("192.168.0.1").is_private, [str(h) for h in ipaddress.ip_network("10.0.0.0/30").hosts()], colorsys.rgb_to_hsv(1, 0, 0), unicodedata.normalize("NFKD", "é")[0], unicodedata.name("a"), f"{1234567.891:,.2f}", f"{0.25:.0%}")
# --- graphs by graphlib, secrets of sched
import graphlib
print(list(graphlib.TopologicalSorter({"b": {"a"}, "c": {"b"}}).static_order()))
# --- email and mimetypes
import mimetypes
from email.message import EmailMessage
m = EmailMessage()
m["Subject"] = "Hi"
m.set_content("text")
print(m["Subject"], m.get_content().strip(), mimetypes.guess_type("a.png")[0])
# --- timer decorator
import time
from functools import wraps
def timed(f):
    @wraps(f)
    def inner(*args, **kwargs):
        t = time.time()
        try:
            return f(*args, **kwargs)
        finally:
            inner.took = time.time() - t
    return inner
@timed
def add(a, b):
    return a + b
print(add(1, 2), add.took >= 0, add.__name__)
# --- argparse with a boolean option and a custom action
import argparse
class Upper(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values.upper())
p = argparse.ArgumentParser()
p.add_argument("--verbose", action=argparse.BooleanOptionalAction, default=False)
p.add_argument("--name", action=Upper)
group = p.add_mutually_exclusive_group()
group.add_argument("--a", action="store_true")
sub = p.add_subparsers(dest="command")
sub.add_parser("go").add_argument("n", type=int)
print(p.parse_args(["--verbose", "--name", "x", "go", "3"]))
# --- builtins handed to builtins
import functools, itertools, operator
from collections import Counter, deque
words = ["pear", "fig", "banana"]
class P:
    def __init__(self, x): self.x = x
points = [P(3), P(1)]
print(list(map(str, [1, 2])), sorted(words, key=len), list(filter(None, [0, 1, 2])), functools.reduce(operator.add, [1, 2, 3]))
print(list(map(getattr, points, ["x", "x"])), list(map(functools.partial(getattr, points[0]), ["x"])), list(map(hasattr, points, ["x", "y"])))
deque(map(setattr, points, ["x", "x"], [5, 6]), maxlen=0)
print([p.x for p in points], list(map(vars, points)), list(itertools.starmap(getattr, [(p, "x") for p in points])))
print(list(map("{0[0]}-{1}".format, ["ab", "cd"], [1, 2])), list(map(str.format, ["{:>3}", "{:<3}"], ["a", "b"])))
print(Counter(map(type, [1, "a", 2])).most_common(1), max(words, key=functools.cmp_to_key(lambda a, b: len(a) - len(b))))
# --- views of dicts
import types
table = {"a": 1}
view = types.MappingProxyType(table)
table["b"] = 2
print(view, repr(view), view["b"], isinstance(view, types.MappingProxyType), dict(view), len(view), list(view.items()), view | {"c": 3}, "a" in view, view.get("z", 0), view == table, type(view).__name__)
try:
    view["c"] = 1
except TypeError as error:
    print(error)
try:
    types.MappingProxyType([1])
except TypeError as error:
    print(error)
# --- states of generators
import inspect
def numbers():
    yield 1
gen = numbers()
states = [inspect.getgeneratorstate(gen)]
next(gen)
states.append(inspect.getgeneratorstate(gen))
gen.close()
states.append(inspect.getgeneratorstate(gen))
async def work():
    return 1
coroutine = work()
states.append(inspect.getcoroutinestate(coroutine))
coroutine.close()
print(states, inspect.getcoroutinestate(coroutine))
# --- iterators of C code in a row
import itertools, collections
numbers = itertools.chain([1, 2], (n for n in range(3)), itertools.islice(itertools.count(5), 2))
print(list(itertools.zip_longest(numbers, "ab")), list(itertools.pairwise("abc")), list(itertools.islice(itertools.cycle("ab"), 5)))
print([(k, list(g)) for k, g in itertools.groupby("aabbb")], list(itertools.chain.from_iterable(map(iter, ["ab", "c"]))))
def nested(items): return itertools.chain.from_iterable(nested(i) if isinstance(i, list) else [i] for i in items)
print(list(nested([1, [2, [3, [4]]], 5])))
lines = iter(["a", "b", "", "c"])
print(list(iter(lambda: next(lines), "")), list(lines))
class Seq:
    def __getitem__(self, i):
        if i > 3: raise IndexError
        return i * i
print(list(Seq()), 4 in Seq(), [a + b for a, b in zip(Seq(), Seq())])
queue = collections.deque("abcab")
print(queue.index("b"), queue.index("b", 2), queue.count("a"), "c" in queue)
# --- bytearrays looked through
data = bytearray(b"one,two,,three")
print(data.find(b","), data.rfind(b",", 0, 8), data.index(b"t"), data.count(b","), data.split(b","), data.partition(b","), data.hex(" ", 2)[:9])
print(data.startswith((b"x", b"one")), data.endswith(b"ee"), b"two" in data, 44 in data, data.replace(b",", b";"), data.decode(), bytearray(b"-").join([b"a", data[:3]]))
data.extend(b"!"); data.append(33); del data[:4]
print(data, data.strip(b"!"), data.removeprefix(b"two"), data.translate(None, b","))
# --- structures, contexts, compressors
import struct, decimal, lzma, bz2, zlib
s = struct.Struct("<ih")
print(s.size, s.unpack(s.pack(1, 2)), struct.unpack("<2h", struct.pack("<2h", 3, 4)))
with decimal.localcontext() as context:
    context.prec = 5
    print(decimal.Decimal(1) / 3, context.flags[decimal.Inexact], context.traps[decimal.DivisionByZero])
flags = decimal.getcontext().flags
print(sorted(f.__name__ for f in flags)[:2], decimal.Context(prec=3).divide(1, 3))
print(lzma.decompress(lzma.compress(b"a" * 50)) == b"a" * 50, bz2.decompress(bz2.compress(b"b")), zlib.decompress(zlib.compress(b"c")))
# --- dates of one's own
import datetime as dt
class Day(dt.date):
    def __new__(cls, *args):
        return super().__new__(cls, *args) if args else super().__new__(cls, 2020, 1, 1)
    def next(self): return self + dt.timedelta(1)
class Moment(dt.datetime):
    pass
print(Day(), Day().next(), Day.fromisoformat("2024-02-29"), type(Day(2021, 1, 2)).__name__, Day().replace(year=2000))
print(Moment(2020, 1, 1).astimezone(dt.timezone.utc).tzinfo, type(Moment.fromtimestamp(0, dt.timezone.utc)).__name__, Moment.strptime("2020", "%Y"))
# --- parsers of XML with handlers
import xml.parsers.expat as expat
p, seen = expat.ParserCreate(), []
p.buffer_text = True
p.StartElementHandler = lambda name, attributes: seen.append((name, attributes))
p.CharacterDataHandler = seen.append
p.Parse("<a x='1'>text<b/></a>", True)
print(seen)
# --- slices of lists set by iterators
l = list(range(10))
l[::2] = (x * 10 for x in range(5))
l[1::2] = map(str, range(5))
l[::-1] = iter(l[:])
l[2:4] = (x for x in "ab")
print(l)
for key, values in ((slice(None, None, 2), 5), (slice(None, None, 2), iter([1])), (slice(1, 3), 5), (slice(0, 4, 1), 5), (slice(None, None, -1), [1])):
    try:
        l[key] = values
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
l[::3] = l[:4]
print(l)
# --- slices of elements
import xml.etree.ElementTree as ET
root = ET.fromstring("<r><a/><b/><c/><d/></r>")
root[1:3] = [ET.Element("x"), ET.Element("y"), ET.Element("z")]
root[0] = ET.Element("first")
del root[-1], root[::2]
root[::-1] = root[:]
print([e.tag for e in root], root[0].tag, [e.tag for e in root[::-1]])
try:
    root[9]
except IndexError as e:
    print(e)
# --- futures and their callbacks
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    told = []
    future = loop.create_future()
    future.add_done_callback(lambda f: told.append(("a", f.result())))
    def gone(f): told.append("gone")
    future.add_done_callback(gone)
    print(future.remove_done_callback(gone), future.done())
    loop.call_soon(future.set_result, 5)
    print(await future)
    other = asyncio.Future(loop=loop)
    other.add_done_callback(lambda f: future.add_done_callback(lambda g: told.append(("late", g.result()))))
    other.set_exception(ValueError("x"))
    try:
        await other
    except ValueError as e:
        print(repr(e))
    task = asyncio.create_task(asyncio.sleep(5))
    task.add_done_callback(lambda t: told.append(t.cancelled()))
    await asyncio.sleep(0)
    print(task.cancel(), (await asyncio.gather(task, return_exceptions=True))[0].__class__.__name__)
    await asyncio.sleep(0)
    print(told)
asyncio.run(main())
# --- states of codecs
import codecs
for name in ("iso2022_jp", "shift_jis", "hz", "gbk", "utf-16", "utf-8"):
    text = "aéb" if name.startswith("utf") else "aあb"
    encoder = codecs.getincrementalencoder(name)()
    state = encoder.getstate()
    data = encoder.encode(text[:2])
    middle = encoder.getstate()
    data += encoder.encode(text[2:], True)
    encoder.setstate(middle)
    encoder.setstate(state)
    decoder = codecs.getincrementaldecoder(name)()
    first = decoder.decode(data[:4])
    kept = decoder.getstate()
    rest = decoder.decode(data[4:], True)
    decoder.setstate(kept)
    print(name, encoder.encode(text, True) == data, first + rest == text, first + decoder.decode(data[4:], True) == text)
# --- names of classes of libraries' objects
import collections
import fractions
import json
print(collections.Counter().__class__.__name__, json.JSONEncoder().__class__ is json.JSONEncoder, fractions.Fraction(1, 2).__class__.__qualname__)
# --- timers of functions
import timeit
calls = []
t = timeit.Timer(lambda: calls.append(1), setup=lambda: calls.append("setup"), timer=lambda: len(calls))
print(t.timeit(5), t.repeat(2, 3), t.timeit(number=2), t.repeat(repeat=1, number=1), calls.count("setup"))
number, seconds = timeit.Timer(lambda: sum(range(1000))).autorange()
print(number >= 1000, seconds >= 0.2, isinstance(t, timeit.Timer))
# --- errors kept for later
import traceback
def outer(): return inner()
def inner(): raise ValueError("bad") from KeyError("k")
try:
    outer()
except ValueError as e:
    kept = traceback.TracebackException.from_exception(e)
    print([(frame.name, frame.lineno) for frame in kept.stack][-2:], list(kept.format_exception_only()), kept.exc_type, str(kept))
    print(str(kept.__cause__), kept.__suppress_context__, list(kept.format())[-1], traceback.TracebackException(type(e), e, None).exc_type)
class Short(traceback.TracebackException):
    def last(self): return list(self.format())[-1].strip()
try:
    {}["nothing"]
except KeyError as e:
    print(Short.from_exception(e).last())
# --- a scanner of a language
import re
scanner = re.Scanner([(r"\d+", lambda s, text: int(text)), (r"(a|b)+", lambda s, text: text), (r"\s+", None)])
print(scanner.scan("12 abba 3"), re.compile(r"(a)(b)?").match("a").groups())
# --- objects that are looked at without knowing what they are
import collections
import math


class Point:
    def __init__(self):
        self.x, self.parts = 1, [2]


class Slots:
    __slots__ = ("x",)


def plain(value):
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    try:
        return {name: plain(item) for name, item in vars(value).items()}
    except TypeError:
        return value


def shown(value):
    length = getattr(value, "__len__", None)
    return getattr(value, "shape", None), length is None, hasattr(value, "items"), getattr(value, "__enter__", 0), getattr(value, "name", "?")


print(plain([Point(), 3, "x", (1, Point()), None, 2.5]), [getattr(value, "__dict__", None) for value in (3, [], "a", Slots())])
for value in ({}, [1], (n for n in ()), iter([]), map(str, []), zip(), range(3), "a", 5, None, len, math.sqrt, shown, type, int, collections.deque(), print):
    print(shown(value))
for value in (3, "a", [1], (1,), Slots(), range(3), iter([]), (n for n in ()), collections.namedtuple("P", "x")(1)):
    try:
        print(vars(value))
    except TypeError as e:
        print(e)
# --- an element printed
import xml.etree.ElementTree as ET
root = ET.Element("a", k="1")
ET.SubElement(root, "b").text = "t & u"
ET.dump(root)
ET.dump(ET.ElementTree(root))
# --- texts that are no programs
import ast
for text in ("x = = 1", "a +", "def f(:", "'abc", "(1", "  x\n y", "1 = x", "return", "x = 1 +\n"):
    for read in (ast.parse, ast.literal_eval):
        try:
            print(type(read(text)).__name__)
        except (SyntaxError, ValueError) as e:
            print(type(e).__name__, e)
# --- a calendar that begins on Sunday, a template that changes
import calendar
import string
c = calendar.TextCalendar()
c.firstweekday = calendar.SUNDAY
print(c.formatmonth(2024, 2))
t = string.Template("$a")
t.template = "$a and $b"
print(t.substitute(a=1, b=2))
# --- formats of UserString, and a queue that gets a size
import collections
import queue
text = collections.UserString("{} {name}")
print(text.format(1, name="x"), collections.UserString("{a}").format_map({"a": 3}))
jobs = queue.Queue()
jobs.maxsize = 1
jobs.put("a")
print(jobs.full(), jobs.maxsize)
