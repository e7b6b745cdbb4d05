# imports: inspect, functools
"""`__defaults__` and `__kwdefaults__` of functions may be set; what is in them holds for the calls that follow."""
import functools
import inspect


def f(a, b=1, *, c=2):
    return a, b, c


print(f.__defaults__, f.__kwdefaults__, inspect.signature(f))
f.__defaults__ = (7, 8)
print(f(), f(1), f(1, 2), f(b=3), f.__defaults__, inspect.signature(f))
f.__kwdefaults__ = {"c": 9}
print(f(), f(c=1), f.__kwdefaults__)
f.__kwdefaults__["c"] = 10
print(f(), f(*[3]), f(**{"a": 4}), inspect.signature(f))
f.__defaults__ = None
for call in (lambda: f(), lambda: f(1), lambda: f(1, 2), lambda: f(b=1), lambda: f(1, 2, 3)):
    try:
        print(call())
    except TypeError as error:
        print(error)
del f.__kwdefaults__
print(f.__kwdefaults__)
try:
    f(1, 2)
except TypeError as error:
    print(error)
f.__defaults__ = (0, 5, 6)
print(f(c=1), f(1, c=1), f.__defaults__)
for name, value in (("__defaults__", [1]), ("__kwdefaults__", [1])):
    try:
        setattr(f, name, value)
    except TypeError as error:
        print(error)


def many(n):
    def g(x=1, y=2):
        return x + y

    total = 0
    for i in range(n):
        if i == n // 2:
            g.__defaults__ = (10, 20)
        if i == n - 10:
            g.__defaults__ = (100,)
        total += g(1) if i >= n - 10 else g()
    return total


print(many(200))


def keywords(n):
    def g(*, x=1):
        return x

    total = 0
    for i in range(n):
        if i == 50:
            g.__kwdefaults__ = {"x": 5}
        if i == 150:
            g.__kwdefaults__["x"] = 7
        total += g()
    return total


print(keywords(200))


class A:
    def m(self, a=1):
        return a


A.m.__defaults__ = ("set",)
print(A().m(), A.m(None), A().m.__defaults__)


def clear(seen=[]):
    seen.append(1)
    return len(seen)


clear(), clear()
clear.__defaults__[0].clear()
print(clear())
print(clear(*()), functools.partial(clear)())
