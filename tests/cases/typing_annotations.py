# imports: typing, __future__
from __future__ import annotations

import typing
from typing import Any, Callable, Dict, Generic, List, Literal, NamedTuple, Optional, Protocol, Tuple, TypedDict, TypeVar, Union, cast, overload

T = TypeVar("T")


def f(a: List[int], b: Optional[str] = None, *args: Any, c: Undefined = 1, **kw: Dict[str, int]) -> Union[int, Missing]:
    x: Nowhere = 5
    return len(a) + x


print(f([1, 2]))


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: List[T] = []

    def push(self, item: T) -> Stack[T]:
        self.items.append(item)
        return self


print(Stack().push(1).push(2).items, Stack[int]().push("x").items)


class Point(NamedTuple):
    x: int
    y: int = 5

    def total(self) -> int:
        return self.x + self.y


p = Point(1)
print(p, p.total(), p._replace(y=7), p._asdict(), Point._fields, p == (1, 5), Point(y=1, x=2))
x, y = p
print(x, y)


class Movie(TypedDict, total=False):
    name: str
    year: int


m: Movie = {"name": "Up", "year": 2009}
print(m, Movie(name="A"), cast(int, "not checked"))


class Greets(Protocol):
    def greet(self) -> str: ...


def use(g: Greets) -> Literal["a", "b"]:
    return g.greet()


class G:
    def greet(self):
        return "a"


print(use(G()), Tuple[int, ...] == Tuple[int, ...], list[int], dict[str, list[int]], int | None, Optional[int])
callback: Callable[[int], int] = lambda v: v + 1
print(callback(1))


class Overloaded:
    @overload
    def method(self, a: int) -> int: ...

    @overload
    def method(self, a: str) -> str: ...

    def method(self, a): return a

    @overload
    @staticmethod
    def static(a: int) -> int: ...

    @overload
    @staticmethod
    def static(a: str) -> str: ...

    @staticmethod
    def static(a): return a


@overload
def twofold(a: int) -> int: ...
@overload
def twofold(a: str) -> str: ...
def twofold(a): return a


if hasattr(typing, "get_overloads"):
    for f in (Overloaded.method, twofold, use):
        print(f.__name__, [each.__annotations__ for each in typing.get_overloads(f)])
    print(len(typing.get_overloads(Overloaded.static)))
print(Overloaded().method(1), Overloaded.static("a"), twofold(2))
