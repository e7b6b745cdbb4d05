# imports: abc, collections.abc
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, MutableMapping, Sequence


class Shape(ABC):
    @abstractmethod
    def area(self): ...

    @property
    @abstractmethod
    def name(self): ...

    def describe(self):
        return f"{self.name}: {self.area()}"


class Square(Shape):
    name = "square"

    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s**2


print(Square(3).describe(), isinstance(Square(1), Shape))
for make in (Shape, type("Half", (Shape,), {"name": "half"})):
    try:
        make()
    except TypeError as e:
        print("TypeError", "abstract" in str(e))


class Lower(MutableMapping):
    def __init__(self, *a, **k):
        self.data = {}
        self.update(*a, **k)

    def __getitem__(self, k):
        return self.data[k.lower()]

    def __setitem__(self, k, v):
        self.data[k.lower()] = v

    def __delitem__(self, k):
        del self.data[k.lower()]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


m = Lower({"A": 1}, B=2)
m["C"] = 3
print(m["a"], dict(m), "b" in m, m.pop("c"), m.get("zz", 0), list(m.items()), m == {"a": 1, "b": 2}, isinstance(m, Mapping), {**m})


class Seq(Sequence):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if not 0 <= i < self.n:
            raise IndexError(i)
        return i * 10


s = Seq(4)
print(list(s), 20 in s, s.index(30), list(reversed(s)), s.count(10), isinstance(s, Iterable), isinstance([], Sequence), isinstance(5, Iterable))


class Even(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return hasattr(other, "even") or NotImplemented


class HasEven:
    even = True


print(issubclass(HasEven, Even), issubclass(int, Even))
Shape.register(HasEven)
print(isinstance(HasEven(), Shape))
# --- step: a mark that `abstractmethod` makes, made by hand
from abc import ABC as Abstract


def to_be_made(function):
    function.__isabstractmethod__ = True
    return function


class Plan(Abstract):
    @to_be_made
    def build(self):
        return "built"

    @property
    @to_be_made
    def size(self):
        return 1


class House(Plan):
    def build(self):
        return super().build() + " as a house"

    size = 3


print(sorted(Plan.__abstractmethods__), Plan.build.__isabstractmethod__, Plan.size.__isabstractmethod__)
try:
    Plan()
except TypeError as error:
    print(error)
print(House().build(), House().size)
