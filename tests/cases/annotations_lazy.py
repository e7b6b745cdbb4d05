# imports: dataclasses, typing, functools, inspect, annotationlib, contextlib
# python: 3.14
import annotationlib
import dataclasses
import functools
import inspect
import typing


def noted(what):
    print("noted", what)
    return int


def f(a: noted("a"), *args: noted("args"), k: noted("k") = 1, **rest: "text") -> noted("returns"):
    pass


print("defined")
print(f.__annotations__)
print(f.__annotations__ is f.__annotations__)


def late(a: Undefined, b: list[Undefined] = ()):
    return a


print(late(1))
try:
    late.__annotations__
except NameError as error:
    print(error)
Undefined = float
print(late.__annotations__)


def starred(*args: *tuple[int, str]):
    pass


print(starred.__annotations__)
print(inspect.signature(f))
f.__annotations__ = {"x": 1}
print(f.__annotations__)


# Classes.
class A:
    print("body")
    x: noted("x") = 1
    y: noted("y")
    __private: int
    if x:
        inside: str
    if not x:
        never: str
    for i in range(2):
        looped: noted("looped")
    holder = {}
    holder["k"]: noted("subscript") = 1
    (z): noted("parenthesised") = 2

    def method(self, other: A) -> list[A]:
        return self


print(A.x, A.z, A.holder)
print(A.__annotations__)
print(A.method.__annotations__)


class B(A):
    pass


print(B.__annotations__)


class Own:
    __annotations__ = {"mine": 1}


print(Own.__annotations__)


class Named:
    Local = str
    x: Local

    def method(self, x: Local):
        pass


print(Named.__annotations__, Named.method.__annotations__)


def maker(kind):
    class Made:
        x: kind

        def method(self, y: kind) -> Later:
            pass

    Later = bytes
    return Made


print(maker(int).__annotations__, maker(str).method.__annotations__)


def generic[T](x: T, y: list[T]) -> T:
    return x


print(generic.__annotations__)


class Box[T]:
    item: T

    def get(self) -> T:
        pass


print(Box.__annotations__, Box.get.__annotations__)


# Libraries.
@dataclasses.dataclass
class Node:
    value: int
    next: Node | None = None
    odd: NotThere = 3

    def walk(self) -> list[Node]:
        return []


print(Node(1, Node(2)))
print([field.name for field in dataclasses.fields(Node)])


class Point(typing.NamedTuple):
    x: int
    y: int = 2


print(Point(1), Point._fields, Point.__annotations__)


class Options(typing.TypedDict, total=False):
    a: int
    b: typing.Required[str]


print(Options.__required_keys__, Options.__optional_keys__, Options(a=1))
print(typing.get_type_hints(Node.walk) if False else typing.get_type_hints(Point))


@functools.wraps(late)
def wrapper(*args):
    pass


print(wrapper.__annotations__)


@functools.singledispatch
def show(x):
    return "any"


@show.register
def _(x: int):
    return "int"


@show.register
def _(x: list):
    return "list"


print(show(1), show([]), show("a"))
print(annotationlib.get_annotations(late), annotationlib.get_annotations(Named))
print(annotationlib.get_annotations(late, format=annotationlib.Format.STRING))


def missing(x: int, y: NotThere):
    pass


print(annotationlib.get_annotations(missing, format=annotationlib.Format.STRING))
found = annotationlib.get_annotations(missing, format=annotationlib.Format.FORWARDREF)
print(found["x"], found["y"] is int, list(found))

# A snippet's own are never evaluated.
plain: noted("plain") = 5
bare: NotThere
(odd): noted("odd") = 6
table = {}
table["k"]: noted("item") = 7
print(plain, odd, table)
try:
    print(__annotations__)
except NameError as error:
    print("no annotations")


def inner():
    local: noted("local") = 1
    return local


print(inner())


def spelled(a: "text", b: NotThere|int, c: ( NotThere ), d: NotThere . real, *e: *NotThere):
    pass


print(annotationlib.get_annotations(spelled, format=annotationlib.Format.STRING))
