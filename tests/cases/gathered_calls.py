# imports: functools
# Arguments that are gathered (`*args`, `**kwargs`) and spread, called in every way.
import functools


def star(*args):
    return args


def named(**kwargs):
    return kwargs


def both(*args, **kwargs):
    return args, kwargs


def own(a, b=2, *args, c=3, **kwargs):
    return a, b, args, c, kwargs


def needed(a, *args, c):
    return a, args, c


def only(a, /, b, *, c=3, **kwargs):
    return a, b, c, kwargs


def plain(a, b=2, c=3):
    return a, b, c


def keyed(a, *, b=2, c):
    return a, b, c


def nothing():
    return "nothing"


def logged(*values, sep=" ", end="!"):
    return sep.join(map(str, values)) + end


class Box:
    def __init__(self, *args, **kwargs):
        self.held = args, kwargs

    def method(self, *args, **kwargs):
        return args, kwargs

    def plain(self, a, b=2):
        return a, b

    @classmethod
    def of(cls, *args, **kwargs):
        return cls(*args, **kwargs).held

    @staticmethod
    def fixed(*args, a=1):
        return args, a

    def __repr__(self):
        return "box"

    def __call__(self, *args, **kwargs):
        return "called", args, kwargs


class Text(str):
    pass


box = Box()
functions = [star, named, both, own, needed, only, plain, keyed, nothing, logged, box.method, box.plain, Box.of, Box.fixed, box]


def tried(function, call):
    try:
        return call(function)
    except TypeError as error:
        return type(error).__name__, str(error)


calls = [
    lambda f: f(),
    lambda f: f(1),
    lambda f: f(1, 2.5),
    lambda f: f(1, 2, 3, 4),
    lambda f: f(a=1),
    lambda f: f(b=True),
    lambda f: f(1, b=None),
    lambda f: f(1, c=1.5),
    lambda f: f(1, 2, c=5, d=6),
    lambda f: f(1, 2, 3, c=5, d=6, e=7),
    lambda f: f(1, a=2),
    lambda f: f(1, 2, b=3),
    lambda f: f(a=1, b=2, c=3),
    lambda f: f(c=3, b=2, a=1, z=0),
    lambda f: f(z=0, y=1.5, a=1, x=2, c=3),
    lambda f: f(7, z=0, c=3, y=None, b=4),
    lambda f: f(1, b=2, sep="-"),
    lambda f: f(1, 2, sep="-", end=""),
    lambda f: f(*[]),
    lambda f: f(*[1]),
    lambda f: f(*(1, 2)),
    lambda f: f(*[1, 2, 3, 4, 5]),
    lambda f: f(*range(3)),
    lambda f: f(*"ab"),
    lambda f: f(0, *[1, 2]),
    lambda f: f(*[1], *[2], 3),
    lambda f: f(**{}),
    lambda f: f(**{"a": 1}),
    lambda f: f(**{"a": 1, "c": 2}),
    lambda f: f(1, **{"b": 2, "c": 3}),
    lambda f: f(*[1], **{"c": 2}),
    lambda f: f(*[1, 2, 3], **{"c": 2, "d": 4.5, "e": None}),
    lambda f: f(*[1], **{"a": 2}),
    lambda f: f(*[1], c=1, **{"d": 2}),
    lambda f: f(**{"a": 1}, **{"b": 2}, c=3),
    lambda f: f(**{"c": 1}, **{"c": 2}),
    lambda f: f(**{Text("a"): 1, "c": 2}),
    lambda f: f(*[1], **{"".join(["c"]): 2, "".join(["q", "q"]): 3}),
    lambda f: f(*[1], **{1: 2}),
    lambda f: f(*[1], **{"sep": "+", "end": "?"}),
    lambda f: f(*1),
    lambda f: f(**1),
    lambda f: f(*[[]], **{"c": [1]}),
    lambda f: f(*[f for _ in range(20)])[:0] if f is star else f(*range(20)),
    lambda f: f(**{f"k{i}": i for i in range(20)}),
]
for function in functions:
    for number, call in enumerate(calls):
        print(getattr(function, "__name__", "box"), number, tried(function, call))


# Decorators and what they hand on.
def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


def with_prefix(prefix, *others, **options):
    def decorate(function):
        def wrapper(self_or_first, *args, **kwargs):
            kwargs.setdefault("c", len(others))
            return prefix, function(self_or_first, *args, **{**options, **kwargs})

        return wrapper

    return decorate


@counted
@with_prefix("p", 1, 2, d=4)
@counted
def deep(a, b=2, *args, c, **kwargs):
    return a, b, args, c, kwargs


for _ in range(3):
    print(deep(1), deep(1, 2, 3, c=0, e=5), deep(1, b=7))
print(deep.calls, deep.__name__)


class Base:
    def __init__(self, name, *, size=1, **rest):
        self.name, self.size, self.rest = name, size, rest


class Derived(Base):
    def __init__(self, *args, colour="red", **kwargs):
        super().__init__(*args, **kwargs)
        self.colour = colour


for made in [Derived("n"), Derived("n", size=2, colour="b", x=1), Derived(name="m", y=2)]:
    print(vars(made))

# What was given stays the caller's.
given, options = [1, [2]], {"k": [3]}
args, kwargs = both(*given, **options)
print(args[1] is given[1], kwargs is options, kwargs["k"] is options["k"])
kwargs["new"] = 1
given.append(3)
print(args, options, both(*given, **options))
row = (1, 2)
print(star(*row) == row, both(*row, **options)[0])


# Functions that give values late, and that end otherwise than by returning.
def late(*args, **kwargs):
    yield from args
    yield kwargs


def failing(*args, **kwargs):
    raise ValueError(args, kwargs)


print(list(late(1, 2, x=3)), list(late(*[1], **{"y": 2})))
for call in [lambda: failing(1, x=2), lambda: failing(*[1], **{"x": 2}), lambda: failing(*[failing], x=1)]:
    try:
        call()
    except ValueError as error:
        print(len(error.args), error.args[1])


# Objects that end while arguments are gathered.
class Ends:
    def __del__(self):
        both(*[1] * 30, **{f"e{i}": i for i in range(9)})


def cyclic():
    ends = Ends()
    ends.self = ends


for i in range(300):
    cyclic()
    assert both(*[i, [i]], **{"a": i, "b": [i]}) == ((i, [i]), {"a": i, "b": [i]})
    assert own(i, *[[i]] * 3, x=[i]) == (i, [i], ([i], [i]), 3, {"x": [i]})
print("ended")


def recursive(n, *args, **kwargs):
    return (args, kwargs) if n == 0 else recursive(n - 1, *args, n, **kwargs, **{f"k{n}": n})


print(recursive(6, 0))
try:
    recursive(10_000)
except RecursionError as error:
    print(type(error).__name__)
