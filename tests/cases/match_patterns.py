# imports: dataclasses, enum
from dataclasses import dataclass
from enum import Enum


@dataclass
class Point:
    x: int
    y: int


class Color(Enum):
    RED = 1
    BLUE = 2


class Shape:
    __match_args__ = ("kind", "size")

    def __init__(self, kind, size):
        self.kind, self.size = kind, size


def f(v):
    match v:
        case None:
            return "none"
        case True | False as b:
            return f"bool {b}"
        case 0:
            return "zero"
        case -1:
            return "minus one"
        case 1.5 | 2.5:
            return "float"
        case 1 + 2j:
            return "complex"
        case int(n) if n > 100:
            return f"big {n}"
        case int():
            return "int"
        case "hello":
            return "greeting"
        case str(s):
            return f"str {s}"
        case Color.RED:
            return "red"
        case []:
            return "empty"
        case [x]:
            return f"one {x}"
        case [1, 2, *rest]:
            return f"starts 1 2, {rest}"
        case [first, *_, last] if first == last:
            return f"same ends {first}"
        case (a, [b, c]):
            return f"nested {a} {b} {c}"
        case {"type": "circle", "r": r}:
            return f"circle {r}"
        case {"type": t, **others}:
            return f"{t} {others}"
        case {}:
            return "mapping"
        case Point(x=0, y=0):
            return "origin"
        case Point(x, y) if x == y:
            return f"diagonal {x}"
        case Point(x=px):
            return f"point {px}"
        case Shape("square", size=s):
            return f"square {s}"
        case Shape(kind):
            return f"shape {kind}"
        case bytes() | bytearray():
            return "bytes"
        case _:
            return "other"


for v in (None, True, False, 0, -1, 1.5, 2.5, 1 + 2j, 500, 7, "hello", "x", Color.RED, Color.BLUE, [], [9], (9,), [1, 2], [1, 2, 3, 4], [5, 6, 5], [1, [2, 3]], (7, (8, 9)), {"type": "circle", "r": 2}, {"type": "box", "w": 1}, {}, {"a": 1}, Point(0, 0), Point(3, 3), Point(1, 2), Shape("square", 4), Shape("tri", 1), b"x", {1, 2}, range(1), range(3)):
    print(repr(v)[:40] if not isinstance(v, Shape) else "Shape", "->", f(v))


def command(text):
    match text.split():
        case ["go", ("north" | "south") as direction]:
            return direction
        case ["take", *items] if items:
            return items
        case [cmd, _]:
            return cmd
        case [*words]:
            return len(words)


print(command("go north"), command("go west"), command("take a b"), command("take"), command("a b c"))
match 5:
    case x:
        pass
print(x)
match (1, 2, 3):
    case [a, b]:
        print("two")
    case a, b, c:
        print(a + b + c)
match {"a": {"b": [1, {"c": "deep"}]}}:
    case {"a": {"b": [_, {"c": found}]}}:
        print(found)
match "ab":
    case [a, b]:
        print("sequence")
    case _:
        print("strings are not sequences")
try:
    match Point(1, 2):
        case Point(1, 2, 3):
            pass
except TypeError as e:
    print(e)
try:
    match 5:
        case int(1, 2):
            pass
except TypeError as e:
    print(e)
match = 3
case = match + 1
print(match, case)


class Hidden:
    """The names of a class pattern are those of attributes as they are."""

    def __init__(self):
        self.__value = 3

    def look(self, other):
        match other:
            case Hidden(__value=found):
                return "mangled", found
            case Hidden(_Hidden__value=found):
                return found


print(Hidden().look(Hidden()))
