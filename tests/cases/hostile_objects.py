class BadLen:
    def __len__(self):
        return -1


class HugeLen:
    def __len__(self):
        return 2**62

    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i


class BadEq:
    def __eq__(self, o):
        raise RuntimeError("no comparing")

    def __hash__(self):
        return 1


class BadHash:
    def __hash__(self):
        raise RuntimeError("no hashing")


class BadRepr:
    def __repr__(self):
        raise RuntimeError("no repr")


class BadGetattr:
    def __getattr__(self, name):
        raise RuntimeError("no attribute " + name)


class Mutating:
    def __init__(self, victim):
        self.victim = victim

    def __eq__(self, o):
        self.victim.clear()
        return False

    def __hash__(self):
        return 1


for f in (
    lambda: len(BadLen()), lambda: bool(BadLen()), lambda: list(HugeLen())[:2], lambda: [BadEq()] == [BadEq()], lambda: 5 in [BadEq()], lambda: {BadEq(): 1, BadEq(): 2}, lambda: {BadHash()}, lambda: repr(BadRepr()),
    lambda: f"{BadRepr()}", lambda: str([BadRepr()]), lambda: BadGetattr().x, lambda: hasattr(BadGetattr(), "x"), lambda: [BadEq(), BadEq()].index(3), lambda: max([BadEq(), BadEq()]), lambda: sorted([BadEq(), 1]), lambda: BadGetattr() + 1,
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
victim = [1, 2, 3]
victim[1] = Mutating(victim)
print(99 in victim, victim)
lst = list(range(10))


class KeyClears:
    def __call__(self, v):
        lst.clear()
        return v


try:
    lst.sort(key=KeyClears())
except ValueError as e:
    print(e)
d = {i: i for i in range(5)}


class Deleter:
    def __index__(self):
        d.clear()
        return 0


print([7][Deleter()], d)
items = [1, 2, 3, 4]
for i in items:
    if i < 3:
        items.remove(i)
print(items)
a = [1, 2, 3]
a[:] = (x for x in a if a.clear() is None)
print(a)


class Rebinds:
    def __add__(self, o):
        global r
        r = None
        return "added"


r = Rebinds()
print(r + r, r)


class IterLies:
    def __iter__(self):
        yield 1
        raise KeyError("in iteration")


for f in (lambda: list(IterLies()), lambda: [*IterLies()], lambda: {**{}, "a": list(IterLies())}, lambda: sum(IterLies()), lambda: tuple(x for x in IterLies())):
    try:
        f()
    except KeyError as e:
        print("KeyError", e)
x = []
x.append(x)
y = {}
y["self"] = y
print(x == x, y, x in x)
try:
    z = []
    z.append(z)
    w = []
    w.append(w)
    print(z == w)
except RecursionError:
    print("RecursionError")
