# --- attrs with validators and converters
import attrs
from attrs import define, frozen, mutable, field, validators, converters, Factory
@define
class Base:
    id: int = field(converter=int, validator=validators.ge(0))
    tags: set[str] = field(factory=set, repr=lambda s: "|".join(sorted(s)))
    @id.validator
    def _odd(self, attribute, value):
        if value % 2: raise ValueError(f"{attribute.name} must be even, got {value}")
    def describe(self): return f"B{self.id}"
@define
class Child(Base):
    name: str = "x"
    _secret: int = 3
    total: int = field(init=False)
    def __attrs_post_init__(self): self.total = self.id + self._secret
    def describe(self): return super().describe() + self.name
    @property
    def up(self): return super().describe().upper()
    @classmethod
    def make(cls): return cls(2)
    @staticmethod
    def st(): return __class__.__name__
c = Child("4", {"b","a"}, name="n", secret=5)
print(c, c.describe(), c.up, Child.make(), Child.st(), c == Child(4, {"a","b"}, "n", 5), sorted(attrs.asdict(c)['tags']), attrs.astuple(Child(0)), [f.name for f in attrs.fields(Child)], attrs.has(Child))
for bad in (3, -2, "q"):
    try: Base(bad)
    except ValueError as e: print(e)
c.id = "6"; print(c.id)
try: c.id = 7
except ValueError as e: print(e)
try: c.nope = 1
except AttributeError as e: print(e)
try: Child()
except TypeError as e: print(e)
try: Child(2, zz=1)
except TypeError as e: print(e)
# --- attrs that are frozen or ordered
import attr, attrs
from attrs import define, frozen, field, validators, Factory
@frozen(order=True)
class V:
    x: float = 0
    y: float = field(default=Factory(lambda self: self.x * 2, takes_self=True), eq=False)
    def moved(self, dx): return attrs.evolve(self, x=self.x + dx)
print(V(1), V(1).moved(2), V(1) < V(2), {V(1): 1}[V(1)], sorted([V(3), V(1)]), hash(V(1)) == hash(V(1)))
match V(1, 5):
    case V(x, y): print(x, y)
try: V(1).x = 3
except attr.exceptions.FrozenInstanceError as e: print(repr(e))
del_ok = False
try: del V(1).x
except Exception as e: print(type(e).__name__)
@attr.s(auto_attribs=True, cmp=True, hash=True, cache_hash=True)
class H:
    a: int
    b: list = attr.ib(factory=list, hash=False)
print(hash(H(1)) == hash(H(1)), H(1) < H(2))
# --- attrs in other forms
import attr, attrs
from attrs import define, frozen, field, validators, Factory
D = attr.make_class("D", ["p", "q"]); print(D(1, q=2), D(1,2) == D(1,2), D(1,2) < D(1,3))
E = attr.make_class("E", {"p": attr.ib(default=1, type=int), "q": attr.ib(factory=list)}, class_body={"hi": lambda self: self.p + 1}); print(E(), E(3).hi(), E.__annotations__)
@attr.s(kw_only=True)
class K:
    a = attr.ib(validator=attr.validators.optional(attr.validators.in_(["u","v"])), default=None)
    b = attr.ib(default=0, converter=lambda v: v * 2, on_setattr=attr.setters.frozen)
print(K(a="u", b=4))
try: K(a="z")
except ValueError as e: print(e.args[0])
try: K().b = 3
except attr.exceptions.FrozenAttributeError as e: print(type(e).__name__)
@define
class ErrX(Exception):
    code: int
    why: str = ""
try: raise ErrX(3, "y")
except ErrX as e: print(repr(e), e.code, e.args, str(e))
@define(slots=False)
class Loose:
    a: int = 1
l = Loose(); l.zz = 3; print(l, l.zz, vars(l))
@define
class Cp:
    n: int
    from functools import cached_property
    @cached_property
    def sq(self): print("calc"); return self.n ** 2
print(Cp(4).sq)
@define
class Node:
    val: int
    next: "Node | None" = None
n = Node(1, Node(2)); n.next.next = n; print(n)
print(attr.asdict(Node(1, Node(2))), attr.fields_dict(Node)["val"].default)
# --- attrs and the rest of Python
import attr, attrs
from attrs import define, frozen, field, validators, Factory
import json, copy
@define
class P0:
    x: int
    y: int = 4
print(json.dumps(attrs.asdict(P0(1), filter=lambda a, v: a.name != "y", value_serializer=lambda i, a, v: str(v))), copy.copy(P0(1)))
from typing import Generic, TypeVar
T = TypeVar("T")
@define
class Box(Generic[T]):
    item: T
print(Box[int](3), Box("a"))
@define
class Abs:
    x: int
    def __eq__(self, o): return "own"
    def __repr__(self): return "R"
print(Abs(1) == 1, Abs(1))
import abc
@define
class AB(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
@define
class AC(AB):
    v: int = 1
    def f(self): return self.v
print(AC().f())
try: AB()
except TypeError as e: print(e)
@attr.dataclass
class Old:
    a: int = 3
print(Old(), attr.__version__ > "20")
def auto(cls, fields): return [f.evolve(converter=float) if f.type is float else f for f in fields]
@define(field_transformer=auto)
class FT:
    a: float
print(FT("1.5"))
@define
class P:
    x: int = field(alias="ecks")
print(P(ecks=2), attrs.inspect(P).is_slotted if hasattr(attrs,"inspect") else True)
import inspect; print(inspect.signature(P0), P.__init__.__doc__, P.__match_args__)
# --- attrs with slots below a metaclass that keeps an account
from attrs import define, frozen
class Registered(type):
    made = []
    def __new__(mcs, name, bases, namespace):
        cls = super().__new__(mcs, name, bases, namespace)
        mcs.made.append(name)
        return cls
@define
class Point(metaclass=Registered):
    x: int
    y: int = 2
@frozen
class Fixed(metaclass=Registered):
    name: str
print(Point(1), Fixed("a"), Registered.made, type(Point).__name__, Point(1) == Point(1, 2))
