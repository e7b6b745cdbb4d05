# imports: abc, copy, pickle, collections, dataclasses, functools
import abc
import collections
import dataclasses
import functools


class Point:
    __slots__ = ("x", "y")

    def __new__(cls, x, y=2, *rest, scale=1, **more):
        self = object.__new__(cls)
        self.x, self.y = x * scale, y * scale
        print("new", cls.__name__, x, y, rest, scale, more)
        return self


for made in (Point(1), Point(1, 3), Point(1, 3, 4, 5), Point(x=7), Point(1, scale=3, other=4), Point(*[1, 2], **{"scale": 2})):
    print(type(made).__name__, made.x, made.y)
for wrong in (lambda: Point(), lambda: Point(1, x=2), lambda: Point(1, 2, y=3)):
    try:
        wrong()
    except TypeError as error:
        print(error)


# --- step
class Filled:
    def __new__(cls, *given, **named):
        print("new", given, named)
        return super().__new__(cls)

    def __init__(self, first, second=0):
        self.total = first + second


print(Filled(1).total, Filled(1, 2).total, Filled(first=4, second=5).total, Filled(*[3], **{"second": 3}).total)
for wrong in (lambda: Filled(), lambda: Filled(1, 2, 3), lambda: Filled("a", 1)):
    try:
        wrong()
    except TypeError as error:
        print(error)


class Once:
    made = None
    count = 0

    def __new__(cls, *given):
        if cls.made is None:
            cls.made = super().__new__(cls)
        return cls.made

    def __init__(self, name="none"):
        Once.count += 1
        self.name = name


print(Once("a") is Once("b"), Once.made.name, Once.count, [Once().name for _ in range(3)], Once.count)


# --- step
# What is given need not be of the class, and may be of one below it, whose own `__init__` fills it.
class Shape:
    def __new__(cls, kind, *sizes):
        if cls is Shape:
            return super().__new__({"circle": Circle, "square": Square}[kind])
        return super().__new__(cls)


class Circle(Shape):
    def __init__(self, kind, radius):
        self.area = 3 * radius


class Square(Shape):
    pass


print([type(shape).__name__ for shape in (Shape("circle", 2), Shape("square", 2), Circle("any", 5))], Shape("circle", 4).area)
try:
    Shape("circle")
except TypeError as error:
    print(error)


class Other:
    def __new__(cls, what):
        return what

    def __init__(self, what):
        print("never", what)


print([Other(what) for what in (1, 2.5, "text", None, [1], True)])


class Local:
    def __new__(cls, *given):
        class Below(cls):
            def __init__(self, *given):
                self.given = given

        return object.__new__(Below)


print(Local(1, 2).given)


class Late:
    def __new__(cls, value):
        cls.__init__ = lambda self, value: setattr(self, "value", value)
        return object.__new__(cls)


print(Late(1).value, Late(2).value)


class Various:
    def __new__(cls, kind, *given, **named):
        return object.__new__({"record": Record, "plain": Unbound, "partly": Partly, "wrong": Wrong, "class": OfClass}[kind])


@dataclasses.dataclass
class Record(Various):
    kind: str
    size: int = 3


class Unbound(Various):
    __init__ = staticmethod(lambda *given, **named: print("unbound", given, named))


class OfClass(Various):
    __init__ = classmethod(lambda cls, *given: print("class", cls.__name__, given))


class Partly(Various):
    def fill(self, first, *given, **named):
        print("partly", type(self).__name__, first, given, named)

    __init__ = functools.partialmethod(fill, "first")


class Wrong(Various):
    __init__ = staticmethod(lambda *given: 5)


print(Various("record").size, Various("record", 5).size, Various(kind="record", size=7), Record("record", 8))
for kind in ("plain", "partly", "class"):
    print(type(Various(kind, 1)).__name__)
try:
    Various("wrong")
except TypeError as error:
    print(error)


class NotNone:
    def __new__(cls):
        return object.__new__(cls)

    def __init__(self):
        return 5


try:
    NotNone()
except TypeError as error:
    print(error)


class FilledInC(dict):
    def __new__(cls, *given, **named):
        return dict.__new__(cls)


print(FilledInC(a=1), FilledInC([(1, 2)]), FilledInC(FilledInC(b=2)))


# --- step
# Values with classes of their own.
class Pair(tuple):
    def __new__(cls, left, right):
        return tuple.__new__(cls, (left, right))

    left = property(lambda self: self[0])


class Loud(str):
    def __new__(cls, text):
        return super().__new__(cls, text.upper())


class Even(int):
    def __new__(cls, value):
        return int.__new__(cls, value // 2 * 2)


class Rounded(float):
    def __new__(cls, value):
        return float.__new__(cls, round(value, 1))


class Letters(frozenset):
    def __new__(cls, text):
        return frozenset.__new__(cls, text)


class Nothing(bytes):
    def __new__(cls, *_):
        return bytes.__new__(cls)


print(Pair(1, 2), Pair(1, 2).left, Loud("a"), Even(5), Rounded(1.26), sorted(Letters("abca")), Nothing(1, 2))
print([Even(value) + 1 for value in range(4)], {Loud("a"): 1}["A"], hash(Pair(1, 2)) == hash((1, 2)))


class Base(type):
    def __new__(mcls, name, bases, namespace, **named):
        namespace["made_by"] = (mcls.__name__, named)
        return super().__new__(mcls, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **named):
        super().__init__(name, bases, namespace)


class Made(metaclass=Base, tag=1):
    def __new__(cls, *given):
        self = super().__new__(cls)
        self.given = given
        return self


print(Made.made_by, Made(1, 2).given, Base("Named", (), {}).made_by)


class Counted(type):
    calls = 0

    def __call__(cls, *given):
        Counted.calls += 1
        return super().__call__(*given)


class Called(metaclass=Counted):
    def __new__(cls, value):
        return super().__new__(cls)

    def __init__(self, value):
        self.value = value


print(Called(3).value, Counted.calls)


# --- step
class Abstract(abc.ABC):
    def __new__(cls, *given):
        return super().__new__(cls)

    @abc.abstractmethod
    def area(self): ...


class Real(Abstract):
    def area(self):
        return 5


for kind in (Abstract, Real):
    try:
        print(kind(1).area())
    except TypeError as error:
        print(str(error).split(" with")[0])


class TakesNothing:
    def __new__(cls, value):
        return object.__new__(cls, value)


class Left:
    def __new__(cls, *given, **named):
        print("left")
        return super().__new__(cls, *given, **named)


class Right:
    def __new__(cls, *given, **named):
        print("right", given, named)
        return object.__new__(cls)


class Both(Left, Right):
    pass


class Grand(Both):
    def __new__(cls, value):
        print("grand")
        return super().__new__(cls, value, key=value)


try:
    TakesNothing(1)
except TypeError as error:
    print(error)
print([type(kind).__name__ for kind in (Both(1), Grand(2), Grand(3))])


class Changed:
    def __new__(cls, value):
        self = super().__new__(cls)
        self.how = "first"
        return self


def second(cls, value):
    self = object.__new__(cls)
    self.how = "second"
    return self


seen = []
for turn in range(4):
    if turn == 2:
        Changed.__new__ = second
    seen.append(Changed(turn).how)
print(seen)


class Steps:
    def __new__(cls):
        yield 1
        yield cls.__name__


print(list(Steps()))


class Deep:
    def __new__(cls, depth):
        return Deep(depth - 1) if depth else object.__new__(cls)


class Endless:
    def __new__(cls):
        return Endless()


print(type(Deep(150)).__name__)
try:
    Endless()
except RecursionError as error:
    print(type(error).__name__)


class Failing:
    def __new__(cls, value):
        return 1 / value


try:
    Failing(0)
except ZeroDivisionError as error:
    print(error)
print(list(map(Pair, [1, 2], [3, 4])), functools.reduce(Pair, [1, 2, 3]), sorted([3, 1, 2], key=Even))


# --- step
import copy
import pickle


class Kept:
    def __new__(cls, value=0):
        self = super().__new__(cls)
        self.value = value
        return self


class Argued(tuple):
    def __new__(cls, left, right):
        return super().__new__(cls, (left, right))

    def __getnewargs__(self):
        return tuple(self)


kept = Kept(5)
print(copy.copy(kept).value, copy.deepcopy(kept).value, pickle.loads(pickle.dumps(kept)).value, copy.copy(Argued(1, 2)), copy.deepcopy(Argued(1, [2])))


class Told:
    def __del__(self):
        print("gone")


class Drops:
    def __new__(cls, told):
        del told
        print("made")
        return object.__new__(cls)


Drops(Told())
print("after")
Cached = collections.namedtuple("Cached", "a b")


class Named(Cached):
    def __new__(cls, a):
        return super().__new__(cls, a, a + 1)


print(Named(1), Named(2)._replace(a=5), Named._make([7, 8]))
