# imports: abc, collections, contextlib, dataclasses, typing
# `make_dataclass` with bases whose classes have a class of their own.
import abc
import collections
import contextlib
import dataclasses
import typing


class Base(abc.ABC):
    @abc.abstractmethod
    def f(self): ...


Made = dataclasses.make_dataclass("Made", [("a", int)], bases=(Base,), namespace={"f": lambda self: self.a})
print(Made(3).f(), Made(3), Made.__qualname__, type(Made), Made(3) == Made(3), Made.__annotations__)
Open = dataclasses.make_dataclass("Open", [("a", int)], bases=(Base,))
try:
    Open(3)
except TypeError as error:
    print(str(error).split(" with")[0])


class HasX(typing.Protocol):
    x: int


print(dataclasses.make_dataclass("P", [("x", int)], bases=(HasX,))(3))


class Meta(type):
    made = []

    def __new__(meta, name, bases, namespace, **options):
        print("new", name, bases, sorted(n for n in namespace if n[:2] != "__"), options)
        return super().__new__(meta, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **options):
        print("init", name)
        Meta.made.append(name)
        super().__init__(name, bases, namespace)


class OfMeta(metaclass=Meta):
    def hello(self):
        return "hello"


M = dataclasses.make_dataclass("M", ["u", ("x", int, 5), ("y", list, dataclasses.field(default_factory=list))], bases=(OfMeta,))
print(M(1), M(1, y=[2]).hello(), [field.name for field in dataclasses.fields(M)], Meta.made)
Sorted = dataclasses.make_dataclass("Sorted", [("x", int)], bases=(OfMeta,), order=True)
print(Sorted(1) < Sorted(2))
Slots = dataclasses.make_dataclass("Slots", [("x", int)], bases=(Base,), namespace={"f": lambda self: 4}, slots=True)
print(Slots(3).f(), Slots(3), Slots.__slots__)
Frozen = dataclasses.make_dataclass("Frozen", [("x", int)], bases=(OfMeta,), frozen=True)
try:
    Frozen(1).x = 2
except dataclasses.FrozenInstanceError as error:
    print(error)
print(dataclasses.make_dataclass("U", [("x", int)], bases=(collections.UserDict,)).__mro__[1].__name__)
print(dataclasses.make_dataclass("S", [("x", int)], bases=(contextlib.ExitStack,))(4).x)


@dataclasses.dataclass(slots=True)
class Slotted(metaclass=Meta):
    x: int
    y: int = 5

    def both(self):
        return self.x, self.y


@dataclasses.dataclass(slots=True, frozen=True, order=True)
class Point(metaclass=Meta):
    x: int
    z: list = dataclasses.field(default_factory=list, compare=False)


@dataclasses.dataclass(slots=True)
class Named(Slotted):
    name: str = "n"


print(Slotted(1), Slotted(1).both(), Slotted.__slots__, Point(1) < Point(2), Named(1, name="m"), Named.__slots__, Meta.made)
try:
    Slotted(1).other = 2
except AttributeError as error:
    print(error)


def again(cls):
    return type(cls)(cls.__name__, cls.__bases__, {})


print(dataclasses.is_dataclass(again(Named)), [field.name for field in dataclasses.fields(Named)], Point(1, z=[3]).z)
T = typing.TypeVar("T")


class Generic(typing.Generic[T], metaclass=Meta):
    pass


G = dataclasses.make_dataclass("G", [("x", int)], bases=(Generic[int],))
print(G(3), G.__orig_bases__)
for fields, options in (
    (["1a"], {}),
    (["a", "a"], {}),
    (["if"], {}),
    ([("a",)], {}),
    ([("a", int, 1), "b"], {}),
    ([("a", list, [])], {}),
    (["a"], {"odd": 1}),
):
    try:
        print(dataclasses.make_dataclass("W", fields, bases=(OfMeta,), **options))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


def own(a, b):
    try:
        print(dataclasses.make_dataclass("W", ["a"], bases=(a, b)))
    except TypeError as error:
        print(str(error)[:40])


class Other(metaclass=type("OtherMeta", (type,), {})):
    pass


own(OfMeta, Other)
