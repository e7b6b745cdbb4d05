# imports: types, functools, collections.abc, json, textwrap, typing, copy, enum
# The classes of functions, generators and modules are those that `types` names, whoever made the object.
import collections.abc
import copy
import functools
import json
import textwrap
import types
from typing import Optional


def function(x: int) -> int:
    return x


def generator():
    yield 1


async def coroutine():
    pass


async def async_generator():
    yield 1


class Own:
    def method(self):
        pass

    @staticmethod
    def static():
        pass


waiting = coroutine()
objects = {
    "function": function,
    "lambda": lambda: 0,
    "static": Own.static,
    "in class": Own.method,
    "of library": json.dumps,
    "generator": generator(),
    "expression": (n for n in "ab"),
    "of a library": json.JSONEncoder().iterencode({"a": [1, 2]}),
    "coroutine": waiting,
    "async generator": async_generator(),
    "module": json,
    "package": collections.abc,
    "bound": Own().method,
    "builtin": len,
    "class": Own,
    "value": 3,
}
names = ["FunctionType", "LambdaType", "GeneratorType", "CoroutineType", "AsyncGeneratorType", "ModuleType", "MethodType", "BuiltinFunctionType"]
for name, value in objects.items():
    kinds = [n for n in names if type(value) is getattr(types, n)]
    same = [n for n in names if isinstance(value, getattr(types, n))]
    print(name, type(value), type(value).__name__, kinds, kinds == same, type(value) in {types.FunctionType, types.GeneratorType})
print(type(function) is type(json.dumps), type(function) == types.LambdaType, types.LambdaType is types.FunctionType)
print(type(function), repr(types.ModuleType), types.GeneratorType.__name__, types.FunctionType.__module__, str(types.CoroutineType))
print({types.FunctionType: "f", types.GeneratorType: "g", int: "i"}[type(function)])
print(isinstance(types.FunctionType, type), type(types.FunctionType), callable(types.GeneratorType))
print(types.FunctionType | None, Optional[types.GeneratorType], copy.deepcopy(types.ModuleType) is types.ModuleType)


def kind(value):
    match value:
        case types.FunctionType() | types.BuiltinFunctionType():
            return "function"
        case types.GeneratorType():
            return "generator"
        case types.ModuleType():
            return "module"
        case _:
            return "other"


print([kind(value) for value in objects.values()])


@functools.singledispatch
def shown(value):
    return "other"


@shown.register(types.FunctionType)
def _(value):
    return "function"


@shown.register
def _(value: types.GeneratorType):
    return "generator"


@shown.register(types.ModuleType)
def _(value):
    return "module"


print([shown(value) for name, value in objects.items() if name != "class"])
abstract = [collections.abc.Callable, collections.abc.Generator, collections.abc.Iterator, collections.abc.Iterable, collections.abc.Coroutine]
abstract += [collections.abc.Awaitable, collections.abc.AsyncGenerator, collections.abc.AsyncIterator, collections.abc.Hashable]
for name in ("function", "of library", "generator", "of a library", "coroutine", "async generator"):
    print(name, [a.__name__ for a in abstract if issubclass(type(objects[name]), a)])
    print(name, [a.__name__ for a in abstract if isinstance(objects[name], a)])
print(issubclass(types.FunctionType, object), issubclass(int, types.FunctionType), issubclass(types.FunctionType, types.FunctionType))
print(function.__annotations__ == {"x": int, "return": int}, type(function)(function) if False else "not called")
for make in (lambda: types.GeneratorType(), lambda: types.CoroutineType(1), lambda: type(generator())()):
    try:
        make()
    except TypeError as e:
        print(e)
try:

    class Made(types.FunctionType):
        pass
except TypeError as e:
    print(e)
try:
    types.FunctionType.mark = 1
except Exception as e:
    print(type(e).__name__ in ("TypeError", "InterpreterError"))
waiting.close()
print(textwrap.dedent(" a"))
