# imports: inspect, functools, dataclasses, copy, types, collections, weakref, enum, re
"""What `inspect` and `dir` tell of functions, slots and properties that the engine has its own objects for."""
import collections
import copy
import dataclasses
import enum
import functools
import inspect
import types
import weakref

for function in (
    functools.wraps, functools.update_wrapper, dataclasses.dataclass, dataclasses.replace, dataclasses.asdict, dataclasses.astuple,
    dataclasses.fields, dataclasses.make_dataclass, copy.copy, types.new_class, types.coroutine, inspect.getmembers,
    collections.namedtuple, inspect.isfunction,
):
    print(function.__name__, inspect.signature(function))
print(list(inspect.signature(copy.deepcopy).parameters), list(inspect.signature(inspect.getattr_static).parameters))


class A:
    __slots__ = ("a", "__dict__")

    @property
    def p(self):
        """of p"""


print(inspect.ismemberdescriptor(A.a), inspect.isgetsetdescriptor(A.a), inspect.isdatadescriptor(A.a))
print(A.a.__class__.__name__, type(A.a).__name__)
print("__doc__" in dir(A.p), "__doc__" in dir(A.a), "__doc__" in dir([]), "__name__" in dir(len), "__doc__" in dir(inspect))

member = enum.auto()
member.value = 5
print(member.value)


class Flags(enum.Flag):
    X = 1
    Y = 2


print(Flags._boundary_)


def gone(reference):
    print("gone", reference is kept)


class Thing:
    pass


thing = Thing()
kept = weakref.ref(thing, gone)
print(weakref.ref(thing).__callback__, kept.__callback__ is gone)
del thing
print(kept.__callback__)
