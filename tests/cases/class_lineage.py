# imports: abc, enum, typing, collections, dataclasses, operator
# What the code's own classes inherit from, and which inherit from them.
import abc
import collections
import dataclasses
import enum
import operator
import typing


class A:
    def who(self):
        return "A"


class B(A):
    def who(self):
        return "B" + super().who()


class C(A):
    def who(self):
        return "C" + super().who()


class D(B, C):
    def who(self):
        return "D" + super().who()


print(D().who(), [k.__name__ for k in D.__mro__], D.mro() == list(D.__mro__), D.__bases__, D.__base__, A.__bases__, A.__base__)
print(" -> ".join(c.__name__ for c in D.mro()), D.__mro__[-1] is object, object in D.__mro__, D.__mro__.index(A))
print(A.__subclasses__(), [c.__name__ for c in A.__subclasses__()], D.__subclasses__(), type(A.__subclasses__()).__name__)
print(type(D()).__mro__ == D.__mro__, D().__class__.__bases__, getattr(D, "__mro__")[1], operator.attrgetter("__base__.__name__")(D))


def descendants(cls):
    found = []
    for sub in cls.__subclasses__():
        found.append(sub.__name__)
        found.extend(descendants(sub))
    return found


print(descendants(A), sorted(set(descendants(A))))


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...


class Square(Shape):
    def area(self):
        return 4


class Color(enum.Enum):
    RED = 1


class Failing(ValueError):
    pass


class Words(dict):
    pass


class Pair(typing.NamedTuple):
    a: int
    b: int


T = typing.TypeVar("T")


class Box(typing.Generic[T]):
    pass


class Ordered(collections.UserDict):
    pass


@dataclasses.dataclass
class Point:
    x: int


@dataclasses.dataclass
class Point3(Point):
    z: int = 0


for kind in (Shape, Square, Color, Failing, Words, Pair, Box, Point3):
    print(kind.__name__, [k.__name__ for k in kind.__mro__], [k.__name__ for k in kind.__bases__], kind.__base__.__name__)
print([c.__name__ for c in Shape.__subclasses__()], {c.__name__: c().area() for c in Shape.__subclasses__()})


def inherited(cls, name):
    return [k.__name__ for k in cls.__mro__ if name in k.__dict__]


print(inherited(D, "who"), inherited(D, "nothing"), inherited(D, "__eq__"), inherited(Point3, "__eq__"))
collected = {}
for k in reversed(Point3.__mro__):
    collected.update(k.__dict__.get("__annotations__", {}))
print(collected, sorted(n for k in D.__mro__ for n in vars(k) if not n.startswith("_")))


class Meta(type):
    @property
    def lineage(cls):
        return [c.__name__ for c in cls.__mro__]


class Made(A, metaclass=Meta):
    pass


print(Made.lineage, Made.__bases__)


class Own:
    def mro(self):
        return "mine"

    @classmethod
    def __subclasses__(cls):
        return "none"


print(Own().mro())
for program in (lambda: D.mro(1), lambda: A.__subclasses__(1), lambda: A.__mro__[9], lambda: A().mro()):
    try:
        print(program())
    except (TypeError, IndexError, AttributeError) as e:
        print(type(e).__name__, e)

method = D().who
d = D()
bound = d.who
print(bound.__self__ is d, bound.__func__ is D.who, method.__func__(d), D.who(d), method.__self__.__class__.__name__)


def tell(method):
    return f"{method.__self__.__class__.__name__}.{method.__func__.__name__}"


print(tell(bound), [tell(m) for m in (A().who, B().who)])


class Counted:
    made = 0

    @classmethod
    def make(cls):
        cls.made += 1
        return cls()


print(Counted.make.__self__ is Counted, Counted.make.__func__(Counted).made, Counted.made)
