a: int = 3
b: "not evaluated" = 4
c: list[int]
print(a, b)
try:
    print(c)
except NameError:
    print("c is not bound")


def f():
    x: int = 5
    y: undefined_type = 6
    return x + y


print(f())


class Point:
    x: int = 0
    y: float
    z: "str" = "z"


print(Point.x, Point.z, hasattr(Point, "y"))
p = Point()
p.w: int = 9
print(p.w)
d = {}
d["k"]: int = 1
print(d)
(e): int = 2
print(e)
