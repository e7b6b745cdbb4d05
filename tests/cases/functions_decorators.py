# imports: functools
import functools


def logged(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        result = f(*args, **kwargs)
        print(f.__name__, args, kwargs, "->", result)
        return result

    return wrapper


def repeat(n):
    def decorate(f):
        def wrapper(*a):
            return [f(*a) for _ in range(n)]

        return wrapper

    return decorate


@logged
def add(a, b=1):
    "Adds."
    return a + b


@repeat(2)
@repeat(3)
def hi(x):
    return x


print(add(1), add(2, b=3), add.__name__, add.__doc__, hi("x"))


class Register:
    def __init__(self):
        self.items = {}

    def __call__(self, name):
        def decorate(obj):
            self.items[name] = obj
            return obj

        return decorate


register = Register()


@register("f")
def f():
    return "called f"


@register("C")
class C:
    pass


print(sorted(register.items), register.items["f"](), register.items["C"] is C)
order = []


def mark(n):
    order.append(("make", n))

    def decorate(f):
        order.append(("apply", n))
        return f

    return decorate


@mark(1)
@mark(2)
def g():
    pass


print(order)


@lambda f: 42
def number():
    pass


print(number)


@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.cache_info().hits > 0)


@functools.cache
def square(n):
    print("computing", n)
    return n * n


print(square(3), square(3))


class T:
    def __init__(self):
        self.calls = 0

    @functools.cached_property
    def heavy(self):
        self.calls += 1
        return self.calls * 10


t = T()
print(t.heavy, t.heavy, t.calls)


@functools.total_ordering
class V:
    def __init__(self, n):
        self.n = n

    def __eq__(self, o):
        return self.n == o.n

    def __lt__(self, o):
        return self.n < o.n


print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), max(V(3), V(7)).n)


@functools.singledispatch
def show(x):
    return "other"


@show.register(int)
def _(x):
    return "int"


@show.register(list)
def _(x):
    return "list"


print(show(1), show([]), show("s"), functools.reduce(lambda a, b: a * b, range(1, 6)), functools.partial(add, 10)(5))


import functools


def wrapped():
    "Doc."


wrapped.mark = 1


def wrapper():
    pass


try:
    functools.update_wrapper(wrapper, wrapped, (), ("missing",))
except AttributeError as e:
    print(e)
wrapper.table = {"a": 1}
wrapped.table = {"b": 2}
functools.update_wrapper(wrapper, wrapped, ("absent",), ("table",))
print(wrapper.table, wrapper.__wrapped__ is wrapped, wrapper.__doc__, hasattr(wrapper, "mark"))
print(functools.wraps(wrapped)(wrapper).__doc__, wrapper.mark)


# What lies round a method has its attributes on objects, too.
class Cached:
    @functools.lru_cache(maxsize=4)
    def squared(self, n):
        return n * n


cached = Cached()
print(cached.squared(3), cached.squared(3), cached.squared.cache_info(), Cached.squared.cache_info().hits, cached.squared.cache_parameters())
cached.squared.cache_clear()
print(cached.squared.cache_info().currsize, cached.squared.__wrapped__(cached, 5), hasattr(cached.squared, "cache_info"), hasattr(cached.squared, "nothing"))


# Marks under private names, looked for on whatever an object has.
def marked(function):
    function._marked = function._rank = True
    return function


class Plugin:
    title, version, parts, empty, size = "title", 3, [1], None, (1, 2)

    @property
    def name(self):
        return "name"

    @marked
    @functools.lru_cache(maxsize=None)
    def cached(self):
        return 1

    @marked
    def run(self):
        return 2

    half = marked(functools.partial(max, 3))

    def members(self):
        return [name for name in dir(self) if not name.startswith("__") and getattr(getattr(self, name), "_marked", False)]


print(Plugin().members(), Plugin.half._rank, Plugin.cached._rank, Plugin().cached._marked, hasattr(Plugin.half, "_other"))
for value in (1, "a", [], None, len, property(marked), 2.5, (), {}, range(3), b""):
    print(getattr(value, "_marked", "no"), getattr(value, "marked", "no"), hasattr(value, "_marked"))
try:
    (1)._marked
except AttributeError as error:
    print(error)
