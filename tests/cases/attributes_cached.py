"""Attribute sites that met a class before it changes: shadowing, rebinding, deletion, many attributes, class members."""


class Base:
    limit = 10
    items = (1, 2)

    def method(self):
        return "method"

    @staticmethod
    def static(x):
        return ("static", x)

    @classmethod
    def make(cls, x=0):
        return (cls.__name__, x)


class Derived(Base):
    pass


def read(o):
    return o.limit


def call(o):
    return o.method()


def classes(c):
    return c.limit, c.static(1), c.make(2), c.method(c)


def instances(o):
    return o.static(3), o.make(x=4), o.items


first, second = Base(), Derived()
for _ in range(3):
    print(read(first), read(second), call(first), call(second))
    print(classes(Base), classes(Derived), instances(first), instances(second))

second.limit = 99
second.method = lambda: "own"
print(read(first), read(second), call(first), call(second))
del second.limit
print(read(second))
Base.limit = 11
Derived.limit = 12
print(read(first), read(second), classes(Base), classes(Derived))
del Derived.limit
Base.static = staticmethod(lambda x: ("new static", x))
Base.make = classmethod(lambda cls, x=0: ("new make", cls.__name__, x))
Base.method = lambda self: "new method"
print(classes(Base), classes(Derived), instances(first), call(first))
Base.limit = property(lambda self: "computed")
print(read(first), read(second))
del Base.limit
try:
    read(first)
except AttributeError as error:
    print(error)


class Many:
    def __init__(self, n):
        for i in range(n):
            setattr(self, f"a{i}", i)

    def total(self):
        return self.a0 + self.a1 + self.a2

    def change(self):
        self.a1 += 5
        self.late = "late"
        return self.late, self.a1


crowd = [Many(3 + i % 40) for i in range(60)]
print(sum(m.total() for m in crowd), {m.change() for m in crowd})
print(list(vars(crowd[0])), sorted(vars(crowd[5]))[:4])
for m in crowd[:3]:
    m.__dict__["a2"] = 100
    print(m.total(), m.change(), list(m.__dict__))


class Order:
    def __init__(self, flip):
        if flip:
            self.b = 1
            self.a = 2
        else:
            self.a = 1
            self.b = 2


print([list(vars(Order(flip))) for flip in (False, True, False, True)])


class Slotted:
    __slots__ = ("x", "y")

    def __init__(self, x):
        self.x = x


def see(o):
    try:
        return o.x, o.y
    except AttributeError as error:
        return str(error)


boxes = [Slotted(i) for i in range(3)]
print([see(b) for b in boxes])
boxes[1].y = "y"
print([see(b) for b in boxes])
del boxes[1].x
print([see(b) for b in boxes])


class Grand:
    def __init__(self, tag):
        self.tag = tag

    def say(self, *words, end="."):
        return f"grand {self.tag} {words}{end}"


class Parent(Grand):
    def __init__(self, tag):
        super().__init__(tag + "!")

    def say(self, *words, end="?"):
        return "parent " + super().say(*words, end=end)


class Mixin:
    def say(self, *words, **options):
        return "mixin " + super().say(*words, **options)


class Child(Mixin, Parent):
    def say(self, *words):
        return "child " + super().say(*words)


people = [Parent("p"), Child("c"), Parent("q"), Child("d")]
for person in people * 2:
    print(person.say("hi"), person.tag)
Grand.say = lambda self, *words, end=".": "changed"
print([person.say("hi") for person in people])


class Vector:
    def __init__(self, x, y=0):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y) if isinstance(other, Vector) else NotImplemented

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k) if isinstance(k, (int, float)) else NotImplemented

    def __sub__(self, other):
        raise ValueError("no difference")

    def __getitem__(self, i):
        return (self.x, self.y)[i]

    def __setitem__(self, i, value):
        self.__dict__["xy"[i]] = value

    def __repr__(self):
        return f"<{self.x} {self.y}>"


v = Vector(1, y=2)
for _ in range(2):
    v[0] = 5
    print(v + v, v * 2, v * 2.5, v[0], v[1], v * True)
for bad in (lambda: v + 1, lambda: v * v, lambda: v + None, lambda: v - v, lambda: v[7], lambda: v * "x", lambda: 2 * v):
    try:
        print(bad())
    except (TypeError, ValueError, IndexError) as error:
        print(type(error).__name__, error)


def options(a, b=2, *rest, **named):
    return a, b, rest, named


def plain(a, b=2, c=3):
    return a, b, c


print(options(1), options(1, 5), options(1, 5, 6, 7), options(1, x=3), options(b=1, a=2))
print(plain(1), plain(1, c=5), plain(c=1, b=2, a=3), plain(b=7, a=0))
for bad in (lambda: plain(), lambda: plain(1, a=2), lambda: plain(1, d=2), lambda: plain(1, 2, 3, 4), lambda: options()):
    try:
        print(bad())
    except TypeError as error:
        print(error)
bound = v.__add__
print(bound(v), Vector.__mul__(v, 3), [f(2) for f in (v.__mul__,)])
