# imports: abc, enum
# Metaclasses that define no `__new__` go on to what comes behind them, and special methods that are those of the interpreter's classes.
from abc import ABCMeta, abstractmethod
from enum import Enum, EnumMeta


class SingletonMeta(type):
    made = {}

    def __call__(cls, *args):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*args)
        return cls.made[cls]


class SingletonABC(SingletonMeta, ABCMeta):
    pass


class Store(metaclass=SingletonABC):
    @abstractmethod
    def size(self): ...


class Shop(Store):
    def size(self):
        return 3


Store.register(int)
print(Shop() is Shop(), Shop().size(), isinstance(Shop(), Store), isinstance(3, Store), isinstance("", Store))
try:
    Store()
except TypeError as error:
    print(type(error).__name__)

# --- step
class Greeting(type):
    def hello(cls):
        return f"hello {cls.__name__}"


class GreetingEnum(Greeting, EnumMeta):
    pass


class Color(Enum, metaclass=GreetingEnum):
    RED = 1
    BLUE = 2


print(Color.hello(), list(Color), Color(2), len(Color))

# --- step
class Telling:
    def __new__(meta, name, bases, namespace, **options):
        print("telling", name, options)
        return super().__new__(meta, name, bases, namespace)


class OfMixin(Telling, type):
    def __init__(cls, name, bases, namespace, **options):
        super().__init__(name, bases, namespace)


class First(type):
    def __new__(meta, name, bases, namespace):
        print("first", name)
        return super().__new__(meta, name, bases, namespace)


class Second(type):
    pass


class Both(Second, First):
    pass


class Turned(First, Second):
    pass


class A(metaclass=OfMixin, speed=3):
    pass


class B(metaclass=Both):
    pass


class C(metaclass=Turned):
    pass


class D(B):
    pass


print([type(c).__name__ for c in (A, B, C, D)], Both("E", (B,), {"x": 1}).x)

# --- step
class Plain(type):
    pass


def attempt(act):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__, "__new__" in str(error))


def lose(meta):
    del meta.__new__


print("__new__" in vars(Plain), "__orig_bases__" in vars(Plain), hasattr(Plain, "__orig_bases__"))
attempt(lambda: lose(Plain))
attempt(lambda: delattr(Plain, "__new__"))
attempt(lambda: lose(First))
attempt(lambda: lose(First))
attempt(lambda: type.__delattr__(First, "__new__"))
print(type(Plain("F", (), {})).__name__, type(First("G", (), {})).__name__, "__new__" in First.__dict__)


class H(B):
    pass


print(type(H).__name__)

# --- step
class Same:
    def __eq__(self, other):
        return isinstance(other, Same)

    __hash__ = object.__hash__
    __str__ = object.__repr__


one = Same()
print(hash(one) == hash(one), str(one)[:10], len({one, Same()}))


class Record(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


record = Record(x=1)
record.y = 2
del record.x
print(record, record.y)


class Turn(int):
    __add__ = int.__sub__
    __str__ = int.__repr__
    __repr__ = float.__repr__


print(Turn(5) + 2, str(Turn(3)))
attempt(lambda: repr(Turn(3)))


class Options:
    def __new__(cls, *args, **options):
        made = object.__new__(cls)
        made.given = args, options
        return made

    __init__ = object.__init__


print(Options(1, a=2).given)


class Late:
    def __new__(cls, *args, **options):
        return object.__new__(cls)


print(type(Late(1)).__name__)
Late.__init__ = object.__init__
print(type(Late(1, a=2)).__name__)
Late.__init__ = list.__init__
try:
    Late(1)
except TypeError as error:
    print(error)


class Bare:
    __init__ = object.__init__


try:
    Bare(1)
except TypeError as error:
    print(error)

# --- step
class Base:
    def who(self):
        return "base"


class Below(Base):
    pass


def parts(name):
    try:
        getattr(super(Below, Below), name)("x")
    except TypeError as error:
        return str(error)


for _ in range(3):
    print(super(Below, Below).__setattr__ is object.__setattr__, super(Below, Below).__repr__.__name__)
    try:
        super(Below, Below).__setattr__("x", 1)
    except TypeError as error:
        print(type(error).__name__)
    target = Below()
    super(Below, Below).__setattr__(target, "x", 1)
    super(Below, target).__setattr__("y", 2)
    print(vars(target), super(Below, Below).__getattribute__(target, "x"), super(Below, target).__getattribute__("y"))
None
