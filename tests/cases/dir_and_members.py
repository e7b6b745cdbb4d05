# imports: enum, inspect
"""What `dir` and `inspect.getmembers` show of the code's classes and objects, and that all of it can be read."""

import inspect
from enum import Enum


class Shape:
    sides = 0

    def __init__(self, name="s"):
        self.name = name
        self._cache = {}

    def __repr__(self):
        return "Shape()"

    def __len__(self):
        return 3

    def area(self):
        return 1

    def _private(self):
        return 2

    def __hidden(self):
        return 3

    @staticmethod
    def static():
        return 4

    @classmethod
    def make(cls):
        return cls()

    @property
    def size(self):
        return 5


class Square(Shape):
    def area(self):
        return 4

    def _more(self):
        return 6


class Numbers(list):
    def total(self):
        return sum(self)


class Failed(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Color(Enum):
    RED = 1


def methods(thing):
    return [name for name in dir(thing) if callable(getattr(thing, name)) and not name.startswith("__")]


for thing in (Shape(), Square(), Numbers([1]), Shape, Square, Color, Color.RED, Failed(3)):
    print(methods(thing), [name for name in dir(thing) if not name.startswith("_")])
for cls in (Shape, Square):
    print([name for name, _ in inspect.getmembers(cls, inspect.isfunction)])
    print([name for name, _ in inspect.getmembers(cls(), inspect.ismethod)])
    print([name for name, _ in inspect.getmembers(cls) if not name.startswith("__")])
    print([name for name, kind in inspect.getmembers(cls, lambda member: isinstance(member, property))])
print("__init__" in dir(Shape), "__init__" in dir(Square()), "_private" in dir(Square), sorted(name for name in set(dir(Shape())) - set(dir(Shape)) if not name.startswith("__")))
shown = {name: getattr(Square(), name) for name in dir(Square())}
print(len(shown) > 20, shown["size"], shown["_more"](), shown["_Shape__hidden"]())
print([name for name in dir(Square) if name in vars(Shape()) or "area" in name], sorted(name for name in Shape().__dir__() if not name.startswith("__")))


# Without an argument: the names of the scope, in a class body too.
class Listed:
    x = 1

    def method(self):
        return dir()

    names = [name for name in dir() if not name.startswith("_")]
    y = 2
    del x
    print([name for name in dir() if name in ("__module__", "__qualname__", "names", "x", "y")])


print(Listed.names, Listed().method())


class Ordered(dict):
    def keys(self):
        print("asked")
        return ["b", "a"]


class Prepares(type):
    def __prepare__(name, bases):
        return Ordered()

    def __new__(cls, name, bases, namespace):
        return super().__new__(cls, name, bases, dict(namespace.items()))


class Strange(metaclass=Prepares):
    shown = dir()


print(Strange.shown)


class Periods(Enum):
    _ignore_ = "Periods days"
    Periods = vars()
    for days in range(1, 4):
        Periods[f"day_{days}"] = days


print([(p.name, p.value) for p in Periods])


class Table:
    x = 1
    for name in ("a", "b"):
        vars()[name] = name.upper()
    print(sorted(n for n in vars() if not n.startswith("__")), vars()["x"])


print(Table.a, Table.b, Table.name)
