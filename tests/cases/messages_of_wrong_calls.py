# imports: operator, functools, collections, contextlib, dataclasses, types, copy, time, inspect, pickle, sys
import collections
import contextlib
import copy
import dataclasses
import functools
import inspect
import operator
import pickle
import sys
import time
import types


class A:
    x = 1


class M(type):
    pass


def numbers():
    yield 1


async def later():
    return 1


async def items():
    yield 1


def attempt(name, f, *args, **kwargs):
    try:
        print(name, f(*args, **kwargs))
    except BaseException as e:
        print(name, type(e).__name__, e)


# Too few, too many, names that are none of the function's, one value twice.
positional = [(), (1,), (A, "x"), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)]
named = [{}, {"zz": 1}, {"obj": 1}, {"base": 2, "zz": 3}]
functions = {
    "iter": (iter, (0, 3, 4, 5)),
    "pow": (pow, (0, 1, 4, 5)),
    "vars": (vars, (2, 3, 4)),
    "dir": (dir, (2, 3, 4)),
    "super": (super, (3, 4)),
    "type": (type, (2, 4, 5)),
    "getattr": (getattr, (0, 1, 4, 5)),
    "hasattr": (hasattr, (0, 1, 3, 4)),
    "setattr": (setattr, (0, 1, 2, 4)),
    "delattr": (delattr, (0, 1, 3, 4)),
    "next": (next, (0, 3)),
    "sum": (sum, (0, 3)),
    "operator.attrgetter": (operator.attrgetter, (0,)),
    "operator.attrgetter()": (operator.attrgetter("x"), (0, 2, 3)),
    "operator.methodcaller": (operator.methodcaller, (0,)),
    "operator.methodcaller()": (operator.methodcaller("x"), (0, 2, 3)),
    "object.__setattr__": (object.__setattr__, (0, 1, 2, 4)),
    "object.__getattribute__": (object.__getattribute__, (0, 1, 3)),
    "object.__delattr__": (object.__delattr__, (0, 1, 3)),
    "type.__setattr__": (type.__setattr__, (0, 1, 4)),
    "A().__setattr__": (A().__setattr__, (0, 1, 3)),
    "A().__getattribute__": (A().__getattribute__, (0, 2, 3)),
    "A().__delattr__": (A().__delattr__, (0, 2, 3)),
    "type.__new__": (type.__new__, (0, 1, 2, 3)),
    "M.__new__": (M.__new__, (0, 1, 2, 3)),
    "functools.wraps": (functools.wraps, (0, 4)),
    "functools.update_wrapper": (functools.update_wrapper, (0, 1, 5)),
    "collections.namedtuple": (collections.namedtuple, (0, 1, 3)),
    "dataclasses.fields": (dataclasses.fields, (0, 2)),
    "types.MappingProxyType": (types.MappingProxyType, (0, 2)),
    "types.coroutine": (types.coroutine, (0, 2)),
    "copy.deepcopy": (copy.deepcopy, (0, 4)),
    "time.sleep": (time.sleep, (0, 2)),
    "sys.setrecursionlimit": (sys.setrecursionlimit, (0, 4)),
    "sys.getrecursionlimit": (sys.getrecursionlimit, (1, 4)),
    "sys.exc_info": (sys.exc_info, (1, 4)),
    "pickle.dumps": (pickle.dumps, (0, 3)),
    "dataclasses.asdict": (dataclasses.asdict, (0, 1, 2)),
    "dataclasses.astuple": (dataclasses.astuple, (0, 1, 2)),
    "functools.wraps()": (functools.wraps(len), (0, 4)),
    "types.MappingProxyType.get": (types.MappingProxyType({}).get, (0, 3)),
    "contextlib.redirect_stdout": (contextlib.redirect_stdout, (0,)),
    "inspect.isfunction": (inspect.isfunction, (0, 2)),
    "inspect.isgenerator": (inspect.isgenerator, (0, 2)),
    "inspect.unwrap": (inspect.unwrap, (0, 2)),
    "inspect.getmembers": (inspect.getmembers, (0, 3)),
}
for name, (function, places) in functions.items():
    for at in places:
        attempt(name, function, *positional[at])
    for at in range(len(positional)):
        attempt(name, function, *positional[at], zz=1)
attempt("type", type, obj=1)
attempt("pow", pow, 1, base=2)
attempt("pow", pow, 2, base=2, exp=3)
attempt("pow", pow, base=2, exp=3)
attempt("pow", pow, 2, 3, mod=5)
attempt("pow", pow, 2, 3, None)
attempt("iter", iter, obj=[])
attempt("type.__new__", type.__new__, A)
attempt("type.__new__", type.__new__, None, "a")
attempt("collections.namedtuple", collections.namedtuple, "P", "a", module=None)
attempt("dataclasses.dataclass", dataclasses.dataclass, zz=1)
attempt("dataclasses.dataclass", dataclasses.dataclass, cls=A)
attempt("dataclasses.make_dataclass", dataclasses.make_dataclass, "B", ["1"])
attempt("dataclasses.make_dataclass", dataclasses.make_dataclass, "B", [(1, int)])
attempt("dataclasses.asdict", dataclasses.asdict, obj=dataclasses.make_dataclass("B", ["x"])(1))
attempt("inspect.isfunction", inspect.isfunction, object=attempt)
for length in (1e30, 10**400, -(10**400), float("inf"), float("nan"), -1, -0.5, "a", None):
    attempt("time.sleep", time.sleep, length)
values = [3, None, 4]
print(list(iter(lambda: values.pop(0), None)))

# Methods of what the code's functions give. (Attributes of a call: a method that is called as it is read.)
makers = {
    "generator": (numbers, ("send", "throw", "close")),
    "coroutine": (later, ("send", "throw", "close")),
    "wrapper": (lambda: later().__await__(), ("send", "throw", "close")),
    "asend": (lambda: items().asend(None), ("send", "throw", "close")),
    "athrow": (lambda: items().athrow(ValueError), ("send", "throw", "close")),
    "aclose": (lambda: items().aclose(), ("send", "throw", "close")),
    "async generator": (items, ("asend", "aclose")),
}
thrown = [(), (1,), (1, 2), (int,), (ValueError, 1, 2), (ValueError("a"), "b"), (1, 2, 3, 4), (None,), (ValueError,)]
for kind, (make, methods) in makers.items():
    for method in methods:
        for args in thrown if method == "throw" else [(1, 2), (1, 2, 3)] + [()] * (method in ("send", "asend")):
            made = make()
            attempt(f"{kind}.{method}", getattr(made, method), *args)
            made.aclose() if method in ("asend", "aclose") else made.close()
# (3.10 names no class where `throw` is given keywords.)
if sys.version_info >= (3, 11):
    attempt("generator", lambda: numbers().throw(zz=1))
    attempt("generator", lambda: numbers().throw(ValueError, val=1))
    attempt("coroutine", lambda: later().throw(zz=1))
    attempt("wrapper", lambda: later().__await__().throw(zz=1))
    attempt("async generator", lambda: items().athrow(zz=1))
    attempt("asend", lambda: items().asend(None).throw(zz=1))
    attempt("athrow", lambda: items().athrow(ValueError).throw(zz=1))
attempt("generator", lambda: numbers().send(value=1))
attempt("generator", lambda: numbers().close(zz=1))
attempt("wrapper", lambda: later().__await__().send(value=1))
attempt("async generator", lambda: items().asend(zz=1))
attempt("asend", lambda: items().asend(None).send(zz=1))
attempt("asend", lambda: items().asend(None).close(1))
attempt("aclose", lambda: items().aclose().send(zz=1))
attempt("aclose", lambda: items().aclose().close(1))

# An awaitable of an async generator does nothing before its first step, and nothing after its last.
for args in thrown:
    step = items().athrow(*args)
    attempt("athrow", step.send, None)
    if 1 <= len(args) <= 3:
        attempt("athrow again", step.send, None)
for make in (lambda: items().aclose(), lambda: items().athrow(ValueError), lambda: items().asend(None)):
    step = make()
    attempt("too early", step.send, 1)
    attempt("first", step.send, None)
    attempt("again", step.send, None)
    attempt("again", step.throw, ValueError)
kept = items()
kept.aclose().close()
attempt("not closed", kept.asend(None).send, None)
attempt("closed", kept.aclose().send, None)
attempt("after", kept.asend(None).send, None)
attempt("after", kept.athrow(ValueError).send, None)
attempt("after", kept.aclose().send, None)
