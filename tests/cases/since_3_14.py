# imports: contextlib, functools, string.templatelib, heapq
# python: 3.14
import contextlib
import functools
import heapq
from string.templatelib import Interpolation, Template

# Handlers without parentheses.
for wrong in (lambda: 1 / 0, lambda: {}["a"], lambda: [][1]):
    try:
        wrong()
    except ZeroDivisionError, KeyError:
        print("first")
    except IndexError:
        print("second")
try:
    raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
except* ValueError, KeyError:
    print("group")

# Template strings.
name, n = "World", 3
t = t"Hello {name}! {n + 1:>{n}} {n!r} {n=}"
print(type(t).__name__, t.strings, t.values)
for part in t:
    if isinstance(part, Interpolation):
        print(part.value, part.expression, part.conversion, repr(part.format_spec))
    else:
        print(repr(part))


def render(template: Template) -> str:
    out = []
    for part in template:
        match part:
            case str() as s:
                out.append(s)
            case Interpolation(value, _, conversion, spec):
                value = repr(value) if conversion == "r" else value
                out.append(format(value, spec))
    return "".join(out)


print(render(t))
print(render(t"a{1}" + t"b{2}"), list(t"{1}{2}"), t"".strings)
print(rt"\n{1}".strings)
print(f"{t'{n}'.values[0]} {t'{f"{n}"}'.values}")

# Messages.
for wrong in (lambda: [0 for a, b in [(1, 2, 3)]], lambda: [0 for a, b in [{1: 1, 2: 2, 3: 3}]], lambda: [0 for a, b in ["abc"]]):
    try:
        wrong()
    except ValueError as error:
        print(error)


class OnlyAsync:
    async def __aenter__(self):
        pass

    async def __aexit__(self, *args):
        pass


class OnlyEnter:
    def __enter__(self):
        pass


class OnlyExit:
    def __exit__(self, *args):
        pass


for manager in (OnlyAsync(), OnlyEnter(), OnlyExit(), 1, contextlib.nullcontext()):
    try:
        with manager:
            print("entered")
    except TypeError as error:
        print(error)


# The order in which a function's variables go.
class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone", self.name)


def variables(p, q):
    a, b, c = Noisy("a"), Noisy("b"), Noisy("c")
    print("ends")


variables(Noisy("p"), Noisy("q"))


def generator():
    a, b = Noisy("a"), Noisy("b")
    yield 1


for _ in generator():
    pass

# Library.
print(functools.partial(pow, functools.Placeholder, 2)(5))
heap = [3, 1, 2]
heapq.heapify_max(heap)
print(heapq.heappop_max(heap), list(map(lambda a, b: a + b, [1], [2], strict=True)))
print(bytes.fromhex(b"6162"), float.from_number(3), complex.from_number(2), int("1_000"), "\N{DIGIT ONE}")


def in_finally():
    for i in range(3):
        try:
            continue
        finally:
            print(i)


in_finally()
