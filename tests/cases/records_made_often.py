# imports: dataclasses, typing
"""Namedtuples and dataclasses made, read and unpacked, builtins called with keywords, and loops over dicts."""

from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple


def shown(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


Point = namedtuple("Point", "x y", defaults=[5])


class Place(NamedTuple):
    x: int
    name: str = "here"

    @property
    def text(self):
        return f"{self.name} {self.x}"


class Backwards(Point):
    def __iter__(self):
        return reversed(tuple(super().__iter__()))


class Renamed(Point):
    x = 9


@dataclass
class Item:
    name: str
    count: int = 1


@dataclass(frozen=True, order=True)
class Fixed:
    a: int
    b: int = 2

    def __post_init__(self):
        if self.a < 0:
            raise ValueError("negative")


for place in (Point(1, 2), Place(3), Backwards(1, 2), Renamed(1, 2), Point(y=1, x=2), Item("a"), Fixed(1)):
    x = shown(lambda: place.x)
    pair = shown(lambda: [*place])

    def unpacked():
        first, second = place
        return first, second

    print(x, pair, shown(unpacked), shown(lambda: place.text), shown(lambda: place.name))
for count in range(3):
    print(Point(count), Point(count, 1), Point(x=count), shown(lambda: Point()), shown(lambda: Point(1, 2, 3)), shown(lambda: Point(z=1)))
    print(Item("a", count), Item(name="b"), shown(lambda: Item()), shown(lambda: Item("a", other=1)), shown(lambda: Item("a", 1, 2)))
    print(Fixed(count), shown(lambda: Fixed(-1)), Fixed(b=count, a=1), shown(lambda: Fixed(1) < Fixed(2)), shown(lambda: Fixed(1) < 5))
    print(dict(a=count), int("12", base=8), shown(lambda: int("9", base=8)), sorted([2, count], reverse=True), shown(lambda: dict(1, a=2)))
    print(max([1, -5], key=abs), shown(lambda: max([], default=count)), str(b"ab", encoding="ascii"), print("a", end="!\n", sep=""))

table = {name: len(name) for name in ("a", "bcd", "ef")}
for turn in range(2):
    print([key for key in table], [(key, value) for key, value in table.items()], [value for value in table.values()])
    print([key for key in sorted(table, key=table.get)], [value for value in map(str, table.values())], list(zip(table, range(5))))
    try:
        for key in table:
            table[key + "!"] = 1
    except RuntimeError as error:
        print(error)
    del table[[*table][-1]]
