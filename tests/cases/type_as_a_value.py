# imports: abc, copy, inspect, weakref
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
