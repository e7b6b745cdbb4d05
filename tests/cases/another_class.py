# imports: abc, dataclasses, enum
# Objects that become those of another class.
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum


class State(ABC):
    def __init__(self):
        self.log = []

    def become(self, other):
        self.__class__ = other

    @abstractmethod
    def press(self): ...


class On(State):
    def press(self):
        self.become(Off)
        self.log.append("off")
        return self


class Off(State):
    def press(self):
        self.become(On)
        self.log.append("on")
        return self


light = Off()
for _ in range(3):
    light.press()
print(light.log, type(light).__name__, isinstance(light, On), light.__class__ is On)


class A:
    def hi(self):
        return "A"


class B:
    def hi(self):
        return "B" + str(self.x)


a = A()
a.x = 1
print([a.hi()])
a.__class__ = B
print(a.hi(), vars(a))
setattr(a, "__class__", A)
print(a.hi())
object.__setattr__(a, "__class__", B)
print(a.hi())


class Slots1:
    __slots__ = ("a",)


class Slots2:
    __slots__ = ("b",)


class Slots3:
    __slots__ = ("a",)


one = Slots1()
one.a = 5
one.__class__ = Slots3
print(type(one).__name__, one.a)
for wrong in (Slots2, 5, "A"):
    try:
        one.__class__ = wrong
    except TypeError as error:
        print(error)


@dataclass
class Draft:
    text: str

    def show(self):
        return "draft " + self.text


@dataclass
class Final(Draft):
    def show(self):
        return "final " + self.text


draft = Draft("t")
draft.__class__ = Final
print(draft, draft.show())


class Kept(A):
    def __setattr__(self, name, value):
        print("set", name)
        super().__setattr__(name, value)


kept = Kept()
kept.__class__ = A
kept.y = 2
print(type(kept).__name__, kept.y)


class Sized(list):
    def total(self):
        return sum(self)


class Counted(list):
    def total(self):
        return len(self)


numbers = Sized([4, 5])
print(numbers.total())
numbers.__class__ = Counted
print(numbers.total(), numbers)
for i in range(4):
    a.__class__ = (A, B)[i % 2]
    print(a.hi(), end=" ")
print()
# --- step
print(type(light).__name__, light.press().log)
