"""Objects as hosts give them to the code, and what programs do with them."""

from __future__ import annotations

import abc
import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import pathlib
import re
import types
import typing
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import pydantic


class Plain:
    """A plain one."""

    kind = "p"
    limit = 5

    def __init__(self, x: int = 1, y: int = 2) -> None:
        self.x, self.y = x, y

    def area(self, k: int = 1) -> int:
        """How large it is."""
        return self.x * self.y * k

    @property
    def double(self) -> int:
        return self.x * 2

    @double.setter
    def double(self, value: int) -> None:
        self.x = value // 2

    @classmethod
    def make(cls, *args: int) -> Plain:
        return cls(*args)

    @staticmethod
    def helper(a: int) -> int:
        return a + 1

    def __repr__(self) -> str:
        return f"Plain({self.x}, {self.y})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self) -> int:
        return hash((self.x, self.y))

    def __lt__(self, other: Plain) -> bool:
        return self.x < other.x


class Sub(Plain):
    def area(self, k: int = 1) -> int:
        return super().area(k) + 100


class Slots:
    __slots__ = ("a", "b")

    def __init__(self) -> None:
        self.a, self.b = 1, "q"

    def total(self) -> int:
        return self.a


@dataclasses.dataclass(order=True)
class Data:
    name: str = "n"
    price: float = 2.5
    tags: list[str] = dataclasses.field(default_factory=list)

    def total(self, n: int = 1) -> float:
        return self.price * n


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: int = 1
    b: int = 2


@dataclasses.dataclass(slots=True)
class Slotted:
    price: float = 1.0
    name: str = "s"


class Model(pydantic.BaseModel):
    n: int = 3
    name: str = "t"
    price: float = 1.5

    def total(self) -> int:
        return self.n * 2


Pair = collections.namedtuple("Pair", "a b")


class Typed(typing.NamedTuple):
    u: int = 1
    v: str = "w"


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Options(enum.Flag):
    A = 1
    B = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Word(str, enum.Enum):
    X = "x"
    Y = "y"


class OwnDict(dict):
    def total(self) -> int:
        return sum(self.values())


class OwnList(list):
    def first(self) -> Any:
        return self[0]


class OwnText(str):
    def shout(self) -> str:
        return self.upper() + "!"


class OwnNumber(int):
    pass


class OwnError(Exception):
    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Context:
    def __init__(self) -> None:
        self.log: list[str] = []

    def __enter__(self) -> Context:
        self.log.append("in")
        return self

    def __exit__(self, *_error: object) -> bool:
        self.log.append("out")
        return False


class Row:
    def __init__(self) -> None:
        self.items = [1, 2, 3]

    def __len__(self) -> int:
        return 3

    def __getitem__(self, i: int) -> int:
        return self.items[i]

    def __setitem__(self, i: int, value: int) -> None:
        self.items[i] = value


class Steps:
    def __init__(self) -> None:
        self.i = 0

    def __iter__(self) -> Steps:
        return self

    def __next__(self) -> int:
        self.i += 1
        if self.i > 3:
            raise StopIteration
        return self.i


class Call:
    """It can be called."""

    def __call__(self, a: int, b: int = 2) -> int:
        return a * b


class Number:
    def __init__(self, v: int = 3) -> None:
        self.v = v

    def __add__(self, other: Any) -> Number:
        return Number(self.v + (other.v if isinstance(other, Number) else other))

    __radd__ = __add__

    def __float__(self) -> float:
        return float(self.v)

    def __int__(self) -> int:
        return self.v

    def __bool__(self) -> bool:
        return self.v != 0

    def __repr__(self) -> str:
        return f"Number({self.v})"


class Abstract(abc.ABC):
    @abc.abstractmethod
    def go(self) -> str: ...


class Concrete(Abstract):
    def go(self) -> str:
        return "went"


T = typing.TypeVar("T")


class Box(typing.Generic[T]):
    def __init__(self, v: Any = 5) -> None:
        self.v = v

    def get(self) -> Any:
        return self.v


class Anything:
    def __getattr__(self, name: str) -> str:
        if name.startswith("_"):
            raise AttributeError(name)
        return f"any {name}"


class Frame(pd.DataFrame):
    _metadata = ["unit"]
    unit = "m"

    @property
    def _constructor(self) -> type:
        return Frame

    def rows(self) -> int:
        return len(self)


class Array(np.ndarray):
    pass


class Day(datetime.date):
    def quarter(self) -> int:
        return (self.month - 1) // 3 + 1


def steps() -> Iterator[int]:
    yield 1
    yield 2


class Cached:
    @functools.cached_property
    def value(self) -> int:
        return 42


OBJECTS: dict[str, Callable[[], Any]] = {
    "plain": Plain, "sub": Sub, "slots": Slots, "data": lambda: Data("a", 1.5, ["t"]), "frozen": Frozen, "slotted": Slotted, "model": Model,
    "pair": lambda: Pair(1, 2), "typed": Typed, "color": lambda: Color.RED, "options": lambda: Options.A | Options.B, "level": lambda: Level.HIGH,
    "word": lambda: Word.X, "dict": lambda: OwnDict(a=1, b=2), "list": lambda: OwnList([3, 1, 2]), "text": lambda: OwnText("hey"),
    "number": lambda: OwnNumber(7), "error": lambda: OwnError(4, "bad"), "context": Context, "row": Row, "steps": Steps, "call": Call, "sum": Number,
    "concrete": Concrete, "box": Box, "anything": Anything, "frame": lambda: Frame({"a": [1, 2], "b": [3.0, 4.5]}),
    "array": lambda: np.arange(4).view(Array), "day": lambda: Day(2024, 5, 6), "generator": steps, "cached": Cached,
    "path": lambda: pathlib.PurePosixPath("/a/b.txt"), "file": lambda: io.StringIO("ab\ncd\n"), "decimal": lambda: decimal.Decimal("1.50"),
    "fraction": lambda: fractions.Fraction(1, 3), "datetime": lambda: datetime.datetime(2024, 1, 2, 3, 4), "ordered": lambda: collections.OrderedDict(a=1),
    "counter": lambda: collections.Counter("aab"), "deque": lambda: collections.deque([1, 2]), "default": lambda: collections.defaultdict(list, {"k": [1]}),
    "namespace": lambda: types.SimpleNamespace(q=1), "series": lambda: pd.Series([1, 2, 3], name="z"), "random": lambda: np.random.default_rng(0),
    "chain": lambda: collections.ChainMap({"a": 1}, {"b": 2}), "pattern": lambda: re.compile("a+"), "match": lambda: re.match("a(b)", "ab"),
    "uuid": lambda: uuid.UUID(int=5), "partial": lambda: functools.partial(max, 3), "user dict": lambda: collections.UserDict(a=1),
    "zone": lambda: datetime.timezone.utc, "delta": lambda: datetime.timedelta(days=1), "integers": lambda: array.array("i", [1, 2]),
    "items": lambda: {"a": 1}.items(), "records": lambda: np.rec.array([(1, 2.0)], dtype=[("i", int), ("f", float)]),
}  # fmt: skip
CLASSES = {"Plain": Plain, "Data": Data, "Color": Color, "OwnError": OwnError}

IMPORTS = [
    "copy", "json", "pprint", "dataclasses", "inspect", "operator", "functools", "weakref", "collections", "itertools", "textwrap", "numpy",
    "numpy.*", "pandas", "pandas.*", "typing",
]  # fmt: skip

USES = r"""
type(x).__name__
str(type(x))
repr(x)
str(x)
f"{x}"
f"{x!r:>40}"
"%s" % (x,)
"{}".format(x)
[n for n in dir(x) if not n.startswith('_')]
sorted(vars(x))
[isinstance(x, t) for t in (int, str, dict, list, tuple, Plain, Data, Exception)]
x == x, x != x, x is x
hash(x) == hash(x)
bool(x)
len(x)
list(x)
[i for i in x]
x[0]
x['a']
x.x
x.name
x.a
x.nope
getattr(x, 'nope', 'default')
hasattr(x, 'x'), hasattr(x, 'area'), hasattr(x, 'nope')
setattr(x, 'x', 9), x.x
x.fresh = 5; x.fresh
x.double, x.area(2)
x.double = 10; x.x
import copy; copy.copy(x)
import copy; copy.deepcopy(x)
import copy; copy.copy(x) == x, type(copy.copy(x)).__name__
import json; json.dumps(x)
import json; json.dumps(x, default=str)
import json; json.dumps(x, default=lambda o: o.__class__.__name__)
import json; json.dumps(x, default=vars)
import pprint; pprint.pformat(x)
import dataclasses; dataclasses.asdict(x)
import dataclasses; dataclasses.replace(x)
import dataclasses; [f.name for f in dataclasses.fields(x)]
import dataclasses; dataclasses.is_dataclass(x)
import inspect; str(inspect.signature(x))
import inspect; str(inspect.signature(x.area))
import inspect; inspect.getdoc(x)
import inspect; inspect.isclass(type(x)), inspect.isfunction(x), callable(x)
import inspect; [n for n, v in inspect.getmembers(x) if n in ('x', 'a', 'name', 'value', 'total')]
import inspect; inspect.ismethod(x.area)
import operator; operator.attrgetter('x')(x)
import operator; operator.methodcaller('area')(x)
import operator; operator.itemgetter(0)(x)
import functools; functools.partial(x.area, 3)()
list(map(lambda o: type(o).__name__, [x]))
sorted([x, x], key=lambda o: str(o))
sorted([x, x])
max([x, x], key=str)
{x: 1}[x]
{x}
(x,)
[x, x].count(x)
x in [x]
x.area
x.area.__name__
x.area.__doc__
x.__doc__
type(x).__doc__
x.__class__.__name__
type(x) is type(x), type(x) == x.__class__
x.make(3)
x.helper(3)
x.kind
type(x).kind
x()
x(3)
x(3, b=4)
x + 1
1 + x
x * 2
-x
float(x)
int(x)
round(x, 1)
abs(x)
x > x, x <= x
next(x)
iter(x) is x
next(iter(x))
a, *b = x; (a, b)
a, b = x; (a, b)
[*x]
{**x}
dict(x)
tuple(x)
set(x)
sum(x)
min(x)
''.join(x)
enumerate(x); [i for i in enumerate(x)]
list(zip(x, x))
any(x), all(x)
list(reversed(x))
x.items()
list(x.keys()), list(x.values())
x.get('a')
x['z'] = 1; x['z']
x[0] = 1; x[0]
del x['a']
x.append(4); x
x.update(c=3); x
x.total()
x.first()
x.shout()
x.upper()
x.model_dump()
x.model_dump_json()
x.model_copy(update={'n': 5})
x.n = 7; x.n
x._replace(a=5)
x._asdict()
x.value, x.name
x.code, x.args
raise x
with x as c: c.log
with x as c: pass
x.log
x.go()
x.get()
x.v
x.rows()
x.mean()
x.sum()
x.quarter()
x.f
x.f = 3; x.f
match x:\n    case Plain(x=a): r = a\n    case Data(name=a): r = a\n    case {'a': v}: r = v\n    case [a, *r2]: r = a\n    case str(): r = 'str'\n    case Color.RED: r = 'red'\n    case _: r = 'other'\nr
class C(type(x)): pass\nC.__name__, issubclass(C, type(x))
class C(type(x)):\n    def extra(self): return 'e'\nC().extra()
class C(type(x)):\n    def area(self, k=1): return super().area(k) + 1\nC(2, 3).area()
class M:\n    def more(self): return 'm'\nclass C(M, type(x)): pass\nC.more is M.more, issubclass(C, type(x))
class M:\n    def more(self): return 'm'\nclass C(type(x), M): pass\nC().more()
class C(type(x)):\n    __made = 0\n    def more(self):\n        self.__seen = C.__made = C.__made + 1\n        return self.__seen, self._C__made, hasattr(self, '_C__none')\nC().more()
class C(type(x)):\n    @property\n    def __twice(self): return 2\n    @staticmethod\n    def __thrice(): return 3\n    def more(self): return self.__twice, self.__thrice()\nC().more()
class C(type(x)):\n    def more(self):\n        self.__seen = 1\n        del self.__seen\n        return getattr(self, '_C__seen', None)\nC().more()
isinstance(x, type(x))
type('N', (type(x),), {}).__name__
import typing; typing.Optional[type(x)]
def f(a: type(x)) -> type(x): return a\nf(x) is x
import weakref; weakref.ref(x)() is x
import collections; collections.Counter([x, x])[x]
import itertools; list(itertools.islice(x, 2))
import textwrap; textwrap.shorten(str(x), 20)
import numpy as np; np.array([x]).dtype.name
import numpy as np; np.asarray(x).shape
import pandas as pd; pd.Series([x]).iloc[0] is x
import pandas as pd; pd.DataFrame([x]).shape
print(x)
print([x, {'k': x}])
try:\n    x.nope\nexcept AttributeError as e: r = str(e)\nr
try:\n    x.nope()\nexcept Exception as e: r = type(e).__name__\nr
try:\n    raise x\nexcept OwnError as e: r = (e.code, str(e), e is x)\nr
x.area(k=2), x.area(*[2]), x.area(**{'k': 2})
x.area(1, 2, 3)
x and 1, x or 2, not x
id(x) == id(x)
getattr(x, 'area')(2)
callable(x.area), callable(getattr(x, 'nope', None))
x.real, x.imag
x.year, x.isoformat()
x.strftime('%Y')
x.read()
x.readlines()
x.suffix, x.name, x.parent
x.match('aa').group()
x.group(1)
x.normal(size=2).shape
sum([x, x], x)
x | x
x & x
x ^ x
hash((x, 1)) == hash((x, 1))
x.price = 3; x.price
x.price += 1; x.price
x.a = 5; x.a
x.kind = 'z'; x.kind
x.limit = 6; x.limit
x.b = 'w'; x.b
del x.price; x.price
"""
"""One a line, of `x`."""
