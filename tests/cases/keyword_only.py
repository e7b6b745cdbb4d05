# Parameters that are given by keyword alone, called in every way.
def only(*, a, b=2):
    return a, b


def mixed(x, y=1, *, key=None, flag=False):
    return x, y, key, flag


def positional(x, /, y=1, *, z):
    return x, y, z


def many(a, b=1, c=2, d=3, *, e=4, f=5, g=6, h=7, i=8, j=9, k=10):
    return a, b, c, d, e, f, g, h, i, j, k


class Box:
    def __init__(self, width, *, height=1, depth):
        self.size = (width, height, depth)

    def scaled(self, by=2, *, only=None):
        return [n * by if only is None or only == i else n for i, n in enumerate(self.size)]

    @classmethod
    def cube(cls, n, *, deep=True):
        return cls(n, height=n, depth=n if deep else 0)


def tried(call):
    try:
        return call()
    except TypeError as error:
        return f"TypeError: {error}"


for _ in range(3):
    print(tried(lambda: only(a=1)), tried(lambda: only(b=1, a=0)), tried(lambda: only()), tried(lambda: only(b=1)), tried(lambda: only(1)))
    print(tried(lambda: mixed(1)), tried(lambda: mixed(1, 2)), tried(lambda: mixed(1, 2, 3)), tried(lambda: mixed(1, key=3)))
    print(tried(lambda: mixed(key=1, flag=True, x=2)), tried(lambda: mixed(1, flag=1, y=5)), tried(lambda: mixed(1, x=2)), tried(lambda: mixed(1, other=2)))
    print(tried(lambda: positional(1, z=2)), tried(lambda: positional(x=1, z=2)), tried(lambda: positional(1, 2, z=3)), tried(lambda: positional(1, 2)))
    print(tried(lambda: many(0)), tried(lambda: many(0, k=1, e=2)), tried(lambda: many(0, 1, 2, 3, f=1)), tried(lambda: many(e=1)))
    print(tried(lambda: Box(1, depth=2).size), tried(lambda: Box(1)), tried(lambda: Box(1, 2, depth=3)), tried(lambda: Box(depth=1, width=2).scaled(only=1)))
    print(tried(lambda: Box.cube(2).size), tried(lambda: Box.cube(2, deep=False).scaled(3)), tried(lambda: Box.cube(2, shallow=1)))

# A default is one object for all calls.
def collect(item, *, into=[]):
    into.append(item)
    return into


print(collect(1), collect(2), collect(3, into=[0]), collect(4))


# Recursion, closures, and arguments that are let go of.
def depth(n, *, so_far=()):
    return so_far if n == 0 else depth(n - 1, so_far=so_far + (n,))


print(depth(5))


# An instance is made once, whatever is wrong with the arguments.
class Made:
    def __init__(self, a, *, b=2):
        print("made", a, b)

    def __del__(self):
        print("gone")


for arguments, named in [((1,), {}), ((), {"c": 1}), ((1, 2), {}), ((), {})]:
    try:
        Made(*arguments, **named)
    except TypeError as error:
        print(error)
for wrong in range(3):
    try:
        Made(1, b=3) if wrong == 0 else Made(1, c=3) if wrong == 1 else Made(b=3)
    except TypeError as error:
        print(error)
