# --- copies of objects of one's own
import copy
from collections import deque
from enum import Enum
class Tree:
    def __init__(self, kids=()):
        self.kids = list(kids)
    def __deepcopy__(self, memo):
        made = Tree()
        memo[id(self)] = made
        made.kids = copy.deepcopy(self.kids, memo)
        return made
class Bag(dict):
    pass
class E(Enum):
    A = 1
leaf = Tree()
both = copy.deepcopy([leaf, leaf, Tree([leaf])])
b = Bag(a=1)
b.note = "n"
print(both[0] is both[1], both[2].kids[0] is both[0], copy.deepcopy(b), copy.copy(b).note, copy.deepcopy(E.A) is E.A, copy.copy(deque([1], maxlen=2)))
# --- dataclasses, enums, typing protocol in one program
import dataclasses, enum, typing, functools, abc, collections
@dataclasses.dataclass(order=True, frozen=True)
class Item:
    price: float
    name: str = dataclasses.field(compare=False, default="x")
    tags: list = dataclasses.field(default_factory=list, compare=False, repr=False)
    def __post_init__(self): object.__setattr__(self, "name", self.name.upper())
class Colour(enum.Flag): RED = enum.auto(); BLUE = enum.auto()
@typing.runtime_checkable
class Priced(typing.Protocol):
    price: float
T = typing.TypeVar("T")
class Stack(typing.Generic[T]):
    def __init__(self): self._items: list[T] = []
    def push(self, i: T) -> None: self._items.append(i)
s = Stack[int](); s.push(1)
print(sorted([Item(2), Item(1, "b")]), dataclasses.asdict(Item(1)), dataclasses.replace(Item(1), price=5), Colour.RED | Colour.BLUE, isinstance(Item(1), Priced), s._items, typing.get_type_hints(Item)["price"], Stack.__orig_bases__)
# --- context managers, generators and descriptors
import contextlib, functools, itertools, operator, weakref
class Typed:
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, obj, owner=None): return self if obj is None else getattr(obj, self.name, None)
    def __set__(self, obj, value):
        if not isinstance(value, int): raise TypeError("int!")
        setattr(obj, self.name, value)
class P:
    x = Typed()
    _cache = weakref.WeakValueDictionary()
    def __init__(self, x): self.x = x; P._cache[x] = self
p = P(3)
try: p.x = "a"
except TypeError as e: print(e)
@contextlib.contextmanager
def tag(n):
    print("<", n)
    try: yield n
    finally: print(">", n)
with contextlib.ExitStack() as st: print([st.enter_context(tag(i)) for i in range(2)])
with contextlib.suppress(KeyError): {}["a"]
def gen():
    r = yield from (i for i in range(2)); got = yield "x"; print("got", got); return 5
g = gen(); print(next(g), next(g), next(g)); 
try: g.send(1)
except StopIteration as e: print(e.value)
print(list(itertools.groupby("aab")) and functools.reduce(operator.mul, range(1, 6)), P._cache[3].x, operator.attrgetter("x")(p), operator.itemgetter(1, 0)("ab"))
# --- inspection and dynamic classes
import inspect, types, functools
def f(a, *b, c=1, **d): "doc"; return a
print(inspect.signature(f), inspect.getdoc(f), [p.kind.name for p in inspect.signature(f).parameters.values()], inspect.isfunction(f), inspect.signature(f).bind(1, c=2).arguments)
A = type("A", (object,), {"x": 1, "hi": lambda self: self.x}); print(A().hi(), A.__name__, A.__mro__ if False else issubclass(A, object), [n for n, v in inspect.getmembers(A, inspect.isfunction)])
n = types.SimpleNamespace(a=1); n.b = 2; print(n, vars(n)); setattr(A, "y", 5); print(getattr(A(), "y"), hasattr(A, "z"), callable(f), A.hi.__name__, A().__class__.__name__, type(A()).__name__)
print({k: v for k, v in vars(A()).items()}, functools.partial(f, 1)(c=3), inspect.isgeneratorfunction(lambda: (yield)), f.__defaults__, f.__kwdefaults__, f.__annotations__)
# --- cached_property and descriptors of own classes
import functools
class Circle:
    def __init__(self, r): self.r = r
    @functools.cached_property
    def area(self): return 3 * self.r ** 2
    @functools.cached_property
    def _half(self): return self.area / 2
class Sub(Circle):
    area = functools.cached_property(lambda self: 7)
c = Circle(2)
print(c.area, c._half, vars(c), Sub(1).area)
class Positive:
    def __set_name__(self, owner, name): self.name = "_" + name
    def __set__(self, obj, value):
        if value < 0: raise ValueError("negative")
        setattr(obj, self.name, value)
    def __get__(self, obj, owner=None): return self if obj is None else getattr(obj, self.name)
class Box:
    width = Positive()
    def __init__(self, w): self.width = w
b = Box(3)
print(b.width, vars(b))
Positive.__delete__ = lambda self, obj: delattr(obj, self.name)
del b.width
print(vars(b))
# --- copies of own user containers
import collections, copy
class U(collections.UserDict):
    def __init__(self, *a, **k):
        self.tag = "t"
        super().__init__(*a, **k)
class L(collections.UserList): pass
u = U(a=1); u.tag = "x"
v = u.copy(); w = copy.copy(u); x = copy.deepcopy(u)
print(v, v.tag, type(w).__name__, w.tag, x == u, L([1, 2]).copy(), copy.copy(L([3])))
# --- enums with rules of their own
import enum
class Colour(str, enum.Enum):
    def _generate_next_value_(name, start, count, last_values): return name.lower()
    RED = enum.auto()
    BLUE = enum.auto()
class Meta(enum.EnumMeta):
    def __getitem__(cls, name): return super().__getitem__(name.upper())
class Size(enum.IntEnum, metaclass=Meta):
    SMALL = 1
    @classmethod
    def _missing_(cls, value): return cls.SMALL
print(list(Colour), Colour("red"), Size["small"], Size(9), enum.Enum("Made", "A B").B)
# --- dataclasses with private fields and hints of own functions
import dataclasses, typing
@dataclasses.dataclass
class Node:
    name: str
    _cache: dict = dataclasses.field(default_factory=dict, repr=False)
@dataclasses.dataclass(order=True)
class Leaf(Node):
    size: int = 0
def area(w: "int", h: float = 1.0) -> "float": return w * h
d = {}
print(typing.get_type_hints(area), typing.get_type_hints(area, globalns=d), typing.get_type_hints(Leaf)["size"])
print(dataclasses.asdict(Leaf("a")), Leaf("a") == Leaf("a"), [f.name for f in dataclasses.fields(Node)], dataclasses.replace(Leaf("a"), size=2))
# --- metaclasses and slots of own classes
import abc
class Registry(type):
    known = {}
    def __new__(mcls, name, bases, namespace):
        cls = super().__new__(mcls, name, bases, namespace)
        mcls.known[name] = cls
        return cls
class Base(metaclass=Registry):
    __slots__ = ("_x",)
    def __setattr__(self, name, value): object.__setattr__(self, name, value)
class Child(Base):
    def mro(self): return "mine"
c = Child(); c._x = 3
Base.extra = property(lambda self: self._x + 1)
print(sorted(Registry.known), c._x, c.extra, c.mro(), abc.ABCMeta("Made", (), {"f": lambda self: 4})().f())
# --- attributes of what is laid round own functions, of counters and of files in memory
import collections
import functools
import io
@functools.lru_cache(maxsize=None)
def square(n):
    square.calls += 1
    return n * n
square.calls = 0
square.__doc__ = "n times n"
print([square(n % 2) for n in range(5)], square.calls, square.__doc__, square.cache_info().hits)
double = functools.partial(lambda factor, n: factor * n, 2)
double.label = "twice"
double.__name__ = "double"
print(double(4), double.label, double.__name__)
words = collections.Counter("abca")
words.source = "letters"
ordered = collections.OrderedDict(a=1)
ordered.note = "one"
buffer = io.BytesIO(b"data")
buffer.name = "table.csv"
text = io.StringIO("x")
text.name = "x.txt"
print(words.source, ordered.note, buffer.name, buffer.read(), text.name)
# --- what things are
import types, math
print(isinstance(math, types.ModuleType), isinstance(1, types.ModuleType))
for v in (1, len, lambda: 0, (i for i in ()), print):
    print(f"{type(v).__module__}.{type(v).__name__}")
class A: pass
print([n for n in dir(A()) if "array" in n])
# --- methods that a dataclass lends to another class
import dataclasses
@dataclasses.dataclass
class Shown:
    a: int
class Other:
    a = 3
    __repr__ = Shown.__repr__
print(Other())
# --- types of named tuples and typed dicts that are made by a call
import typing
from typing import NamedTuple, Optional, TypedDict
Point = NamedTuple("Point", [("x", int), ("y", Optional[float])])
Options = TypedDict("Options", {"name": str, "size": "int"}, total=False)
Plain = TypedDict("Plain", {"name": str, "in": list[int]})
class Pair(NamedTuple):
    a: int
    b: "str" = ""
print(typing.get_type_hints(Point), typing.get_type_hints(Plain), typing.get_type_hints(Pair), Point(1, 2.0)._asdict())
# --- protocols with data that others are asked for
from typing import Protocol, runtime_checkable
import collections
import datetime
@runtime_checkable
class Dated(Protocol):
    year: int
    def isoformat(self) -> str: ...
class Own:
    year = 5
    def isoformat(self): return ""
print([isinstance(x, Dated) for x in (datetime.date(2024, 1, 2), Own(), 5, "a", datetime.time(1), collections.Counter())])
# --- a graph that is copied with its memo
import copy
class Node:
    def __init__(self, name):
        self.name, self.links = name, []
    def __deepcopy__(self, memo):
        found = memo.get(id(self))
        if found is not None:
            return found
        made = memo[id(self)] = Node(self.name + "'")
        made.links = copy.deepcopy(self.links, memo)
        return made
a, b = Node("a"), Node("b")
a.links, b.links = [b, b], [a]
c = copy.deepcopy(a)
print(c.name, c.links[0].name, c.links[0] is c.links[1], c.links[0].links[0] is c)
