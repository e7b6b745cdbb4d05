# imports: abc, copy, functools, inspect, typing, weakref
import abc
import copy
import inspect
import weakref


class Meta(type):
    pass


class Base(abc.ABC):
    pass


print(issubclass(type, object), issubclass(type, type), issubclass(Meta, type), issubclass(type, Meta), issubclass(type, (int, type)))
print(issubclass(type, abc.ABC), issubclass(type, Base), issubclass(abc.ABCMeta, type), isinstance(type, abc.ABC))
print(inspect.isclass(type), inspect.isclass(Meta), inspect.isclass(int), inspect.isclass(3), inspect.isclass(len))
print(copy.copy(type) is type, copy.deepcopy([type, int])[0] is type, weakref.ref(type)() is type)
for wrong in ((), (int,), (3, int), (int, 3), (int, int, int)):
    try:
        issubclass(*wrong)
    except TypeError as e:
        print(e)

from functools import singledispatch
from typing import Callable, List, Optional, Type, Union


class Own:
    pass


@singledispatch
def show(value):
    return "other"


@show.register(type)
def _(value):
    return f"class {value.__name__}"


@show.register
def _(value: int):
    return "int"


print(show(3), show(int), show(Own), show(Meta), show(type), show(2.0))
print(Optional[type], Union[type, None], List[type], Type[Own], Callable[[type], int], dict[type, int], type | None)
print(type == type, type in {int, type}, {type: 1}[type], hash(type) == hash(type), [int, type].index(type), type != int)


def make(kind: Type[Own], other: Optional[type] = None, *, table: "dict[type, str]" = {}) -> type:
    return kind


print(make.__annotations__, inspect.signature(make))
match Own:
    case type():
        print("a class")
match 3:
    case type():
        print("a class")
    case _:
        print("none")
