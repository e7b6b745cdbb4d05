# imports: copy, types, enum, dataclasses, abc, functools, typing, inspect
# What a class of the code holds, as `vars` and `__dict__` show it.
import abc
import copy
import dataclasses
import enum
import functools
import inspect
import types


class Base:
    kind = "base"

    def speak(self):
        return "base"


class Animal(Base):
    """An animal."""

    count = 3
    _hidden = [1]

    def __init__(self, name):
        self.name = name

    def speak(self):
        return self.name

    @property
    def loud(self):
        return self.name.upper()

    @classmethod
    def make(cls, name):
        return cls(name)

    @staticmethod
    def legs():
        return 4

    @functools.cached_property
    def slow(self):
        return len(self.name)


def shown(namespace):
    left = {"__module__", "__doc__", "__static_attributes__", "__firstlineno__", "__dict__", "__weakref__", "__qualname__"}
    return [name for name in namespace if name not in left]


print(shown(vars(Animal)), shown(Animal.__dict__), shown(getattr(Animal, "__dict__")))
print("__dict__" in vars(Base), "__weakref__" in vars(Base), "__module__" in vars(Base), "__doc__" in vars(Base), vars(Animal)["__doc__"])
print("__dict__" in vars(Animal), repr(vars(Base)["__dict__"]), repr(vars(Base)["__weakref__"]))
print([(name, value) for name, value in vars(Animal).items() if not callable(value) and not name.startswith("__") and type(value) in (int, list, str)])
print("speak" in Animal.__dict__, "kind" in Animal.__dict__, Animal.__dict__.get("kind"), Animal.__dict__["count"])
print(sorted(name for name, value in vars(Animal).items() if inspect.isfunction(value)))
print({name: type(value).__name__ for name, value in vars(Animal).items() if not name.startswith("__")})
print(vars(Animal)["speak"](Animal("cat")))
print([name for name in vars(Animal) if isinstance(vars(Animal)[name], property)], [name for name in vars(Animal) if isinstance(vars(Animal)[name], (staticmethod, classmethod))])
print(type(vars(Animal)).__name__, isinstance(vars(Animal), types.MappingProxyType), isinstance(vars(Animal), dict))
print(type(Animal("x")).__dict__["count"], Animal("x").__class__.__dict__["count"], vars(Animal("x")))
try:
    vars(Animal)["count"] = 4
except TypeError as e:
    print(e)
try:
    del Animal.__dict__["count"]
except TypeError as e:
    print(e)
try:
    Animal.__dict__["nothing"]
except KeyError as e:
    print("KeyError", e)
Animal.added = 5
print("added" in vars(Animal), len(dict(vars(Animal))) == len(vars(Animal)), {**vars(Animal)}["added"])
copied = type("Copied", (), {name: value for name, value in vars(Animal).items() if name not in ("__dict__", "__weakref__")})
print(copied("cow").speak(), copied("cow").loud, copied.legs())


class Plugin:
    found = {}

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        for name, value in cls.__dict__.items():
            if getattr(value, "_registered", False):
                Plugin.found[name] = cls.__name__


def registered(function):
    function._registered = True
    return function


class One(Plugin):
    @registered
    def run(self):
        return 1

    def other(self):
        return 2


print(Plugin.found)


class Field:
    def __set_name__(self, owner, name):
        self.name = name
        print(owner.__name__, name, sorted(shown(owner.__dict__)))

    def __get__(self, instance, owner=None):
        return self if instance is None else instance.__dict__.get(self.name, 0)

    def __set__(self, instance, value):
        instance.__dict__[self.name] = value


class Row:
    a = Field()
    b = Field()


row = Row()
row.a = 4
print(row.a, row.b, vars(row), type(Row.__dict__["a"]).__name__)


class Meta(type):
    def __new__(mcls, name, bases, namespace):
        made = super().__new__(mcls, name, bases, namespace)
        made.fields = [key for key, value in made.__dict__.items() if isinstance(value, int) and not key.startswith("__")]
        return made


class Model(metaclass=Meta):
    x = 1
    y = 2
    z = "no"


print(Model.fields)


def tracing(cls):
    for name, value in list(vars(cls).items()):
        if callable(value) and not name.startswith("__"):

            def wrapper(self, *args, _inner=value, _name=name):
                print("call", _name)
                return _inner(self, *args)

            setattr(cls, name, wrapper)
    return cls


@tracing
class Traced:
    def one(self):
        return 1

    def two(self, x):
        return x * 2


print(Traced().one(), Traced().two(4))


class Slots:
    __slots__ = ("x", "y")

    def __init__(self, x):
        self.x = x


s = Slots(3)
print(shown(vars(Slots)), Slots.x, repr(vars(Slots)["y"]), Slots.x.__get__(s, Slots), Slots.__dict__["x"].__name__)
Slots.x.__set__(s, 7)
print(s.x, {name: getattr(s, name) for name in Slots.__slots__ if hasattr(s, name)})
Slots.x.__delete__(s)
for program in (lambda: Slots.y.__get__(s, Slots), lambda: Slots.x.__get__(s), lambda: Slots.x.__get__(5, int), lambda: Slots.x.__set__("a", 1), lambda: vars(s), lambda: vars(5)):
    try:
        print(program())
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e)


@dataclasses.dataclass(slots=True)
class Point:
    x: int
    y: int = dataclasses.field(default=2, metadata={"unit": "m"})


print([f.metadata for f in dataclasses.fields(Point)], dataclasses.fields(Point)[1].metadata["unit"], Point.x, type(dataclasses.fields(Point)[0].metadata).__name__)
try:
    dataclasses.fields(Point)[1].metadata["unit"] = "km"
except TypeError as e:
    print(e)


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1


print(Color.__members__, type(Color.__members__).__name__, list(Color.__members__.items()), "RED" in Color.__members__)
try:
    Color.__members__["BLUE"] = 3
except TypeError as e:
    print(e)


def typed(a: int, b: str = "x", *args, c: float = 1.0, **kw) -> bool: ...


parameters = inspect.signature(typed).parameters
print(parameters, type(parameters).__name__, list(parameters), parameters["b"].default, [p.kind.name for p in parameters.values()])


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...

    def twice(self):
        return 2 * self.area()


print([name for name, value in vars(Shape).items() if getattr(value, "__isabstractmethod__", False)], [name for name in vars(Shape) if not name.startswith("_")])


class Failing(Exception):
    code = 5


print(vars(Failing) == vars(Failing), vars(Base) == vars(Base), Base.mro == Base.mro, Base.mro == Animal.mro, type(vars(Base)), type(Color.__members__))
try:
    copy.copy(vars(Base))
except TypeError as e:
    print(e)
print(vars(Failing)["code"], [n for n in vars(Failing) if not n.startswith("__")], vars(Failing("a")))
print({name: vars(cls).get("code") for name, cls in {"Failing": Failing, "Shape": Shape}.items()})
