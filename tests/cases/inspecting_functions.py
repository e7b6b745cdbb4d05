# imports: inspect, types, asyncio, functools, typing, enum, sys, operator
import asyncio
import enum
import functools
import inspect
import types
import typing


def g():
    yield 1


async def c():
    return 5


async def ag():
    yield 1


class A:
    def method(self, a, b=2): pass

    def gen(self):
        yield


co = c()
things = [g, c, ag, g(), co, ag(), A, A.method, A().method, A().gen, len, lambda: 1, 3, functools.partial(g), functools.partial(c, 1), (x for x in [])]
tests = [
    inspect.isfunction, inspect.isroutine, inspect.isgeneratorfunction, inspect.iscoroutinefunction, inspect.isasyncgenfunction,
    inspect.isgenerator, inspect.iscoroutine, inspect.isasyncgen, inspect.isawaitable, inspect.ismethod, inspect.isclass,
    inspect.isbuiltin, asyncio.iscoroutinefunction, asyncio.iscoroutine, callable,
]
for test in tests:
    print(test.__name__, [test(thing) for thing in things])
kinds = [types.FunctionType, types.LambdaType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, types.MethodType, types.BuiltinFunctionType]
for kind in kinds:
    print(kind.__name__, [isinstance(thing, kind) for thing in things])
co.close()
print(inspect.signature(A.method), inspect.signature(lambda a, /, *b, c=1, **d: 0), inspect.getdoc(g))


@types.coroutine
def wait(x):
    got = yield x
    return got


async def main():
    return await wait("asked")


running = main()
print(running.send(None))
try:
    running.send("told")
except StopIteration as e:
    print(e.value)
print(typing.NewType("Id", int), typing.TypedDict("TD", {"x": int}), typing.NamedTuple("NT", [("a", int)]), typing.TypeVar("T").__module__)
print(enum.Enum("Color", "RED GREEN").RED, enum.Enum("Color", "RED").__module__)
print((x for x in []).__name__, (lambda: (x for x in []))().__qualname__, [lambda: 1 for _ in "a"][0].__qualname__)


def wrapped(f):
    @functools.wraps(f)
    def inner(*args):
        return f(*args) + 1

    return inner


@wrapped
def double(x):
    "Doubles."
    return 2 * x


print(double(2), double.__wrapped__(2), double.__name__, double.__doc__)
import operator

print(functools.reduce(operator.__mul__, [1, 2, 3]), operator.__lt__(1, 2), operator.__getitem__([4, 5], 1))
print(enum.Enum("Own", "a b")._member_type_, enum.IntEnum("Numbers", "a")._member_type_)

import statistics
import types

method = statistics.NormalDist.cdf
print(inspect.signature(method), inspect.signature(statistics.NormalDist().cdf), inspect.getfullargspec(method).args, method.__module__, inspect.getdoc(method))
print(inspect.isfunction(method), inspect.isroutine(method), isinstance(method, types.FunctionType), isinstance(method, types.LambdaType), inspect.ismethod(statistics.NormalDist().cdf))
print([name for name, _ in inspect.getmembers(statistics.NormalDist, inspect.isfunction) if not name.startswith("_")])
print(inspect.isbuiltin(method), inspect.isclass(method))


def logged(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)
    return wrapper


@logged
@logged
def scaled(x: "int", *, by: "float | None" = 2) -> "list[A]": pass


class Wrapped:
    @logged
    def method(self, a: "A", b=1) -> "Wrapped": pass

    def __call__(self, c: "int"): pass


print(inspect.signature(scaled), inspect.signature(scaled, follow_wrapped=False), inspect.signature(scaled, eval_str=True))
print(inspect.signature(Wrapped.method), inspect.signature(Wrapped().method), inspect.signature(Wrapped().method, eval_str=True))
print(inspect.signature(Wrapped(), eval_str=True), inspect.signature(functools.partial(scaled, 1)), inspect.getfullargspec(scaled))
print(inspect.unwrap(scaled) is scaled.__wrapped__.__wrapped__, inspect.unwrap(scaled, stop=lambda f: f is scaled.__wrapped__) is scaled.__wrapped__, inspect.unwrap(len) is len)
print(hasattr(scaled, "__signature__"), inspect.get_annotations(scaled, eval_str=True), inspect.get_annotations(scaled))
scaled.__signature__ = inspect.signature(lambda own: 0)
print(inspect.signature(scaled), scaled.__signature__)


def unknown(a: "nowhere"): pass


try:
    inspect.signature(unknown, eval_str=True)
except NameError as error:
    print(error)
scaled.__wrapped__.__wrapped__.__wrapped__ = scaled
try:
    inspect.unwrap(scaled.__wrapped__)
except ValueError as error:
    print(str(error)[:30])
