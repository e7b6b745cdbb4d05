# imports: decimal, datetime
import datetime
import decimal


class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.x == other.x

    def __repr__(self):
        return f"{self.__class__.__name__}({self.x})"


print(Point(1) == Point(1), Point(1) == 5, Point(1) != "a", [Point(1)] == [1], 1 == Point(1), {Point(2).x: Point(2)})
values = (1, "a", [1], (1,), {1: 2}, {1}, None, 1.5, True, b"x", range(3), lambda: 0, len, ValueError("x"), iter([]), 1j, ..., Point(1))
for v in values:
    print(v.__class__.__name__, f"{v.__class__.__qualname__:>12} {v.__class__.__module__}", v.__class__ == type(v), v.__class__ in (int, str), end="; ")
print()
print([v for v in values if v.__class__ is not int and int is not v.__class__ != str][:2], sorted({v.__class__.__name__ for v in values}))
print(datetime.date(2024, 1, 1).__class__.__name__, decimal.Decimal(1).__class__.__name__, {}.__class__.fromkeys("ab"), "".__class__.join("-", "ab"))
print(int.__class__.__name__, Point.__class__ is type, ValueError.__class__ is type)


class Says:
    @property
    def __doc__(self):
        return "a text"


class Proxy:
    def __init__(self, held):
        self.held = held

    def __getattr__(self, name):
        return getattr(self.held, name)


print(Says().__class__.__name__, Proxy([]).__class__.__name__, Proxy(3).real)


def describe(value):
    kind = value.__class__.__name__
    match kind:
        case "list" | "tuple":
            return f"{kind} of {[describe(v) for v in value]}"
        case "dict":
            return {k: describe(v) for k, v in value.items()}
    return kind


print(describe({"a": [1, (2.5, None)], "b": "x"}))
try:
    None.__class__.nothing
except AttributeError as e:
    print(e)
if 3 .__class__ is int and not (3 .__class__ is str):
    print("an int")
while [].__class__ is list:
    break
