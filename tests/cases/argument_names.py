# imports: enum, functools, collections, types
"""Names of arguments that are texts of a class of their own, in calls with `**`."""
import enum
import functools
from collections import OrderedDict, UserDict
from types import SimpleNamespace


class Name(str):
    """Equal whatever the case of its letters."""

    def __eq__(self, other):
        return self.lower() == str(other).lower()

    def __hash__(self):
        return hash(self.lower())


class Option(str, enum.Enum):
    KEY = "key"
    REVERSE = "reverse"


class Plain(str):
    pass


def kinds(**named):
    return {name: type(name).__name__ for name in named}


class Kept:
    def __init__(self, **named):
        self.named = [(str(name), type(name).__name__) for name in named]

    def method(self, **named):
        return [(str(name), type(name).__name__) for name in named]


def key(key=None, **rest):
    return key, rest


print(kinds(**{Name("A"): 1, Option.KEY: 2, Plain("c"): 3, "d": 4}))
print(Kept(**{Name("A"): 1, "b": 2}).named, Kept().method(**{Name("A"): 1}), Kept().method(**{Option.KEY: 1}))
print(sorted([3, 1, 2], **{Option.REVERSE: True}), sorted(["b", "A"], **{Plain("key"): str.lower}), max([-3, 2], **{Name("key"): abs}))
print("{a} {key}".format(**{Plain("a"): 1, Option.KEY: 2}), "{a}".format(**{Name("a"): 3}))
print(dict(**{Name("A"): 1})["a"], {**{Name("A"): 1}}["a"], OrderedDict(**{Name("Q"): 2})["q"])
d = {}
d.update(**{Name("X"): 5, Option.KEY: 6})
print(d["x"], d["key"], [type(name).__name__ for name in d])
print(key(**{Plain("key"): 1, "other": 2}), key(**{Option.KEY: 3}))
print(functools.partial(key, **{Option.KEY: 4})(), functools.partial(kinds, **{"b": 1})())
print(vars(SimpleNamespace(**{Plain("a"): 1})), UserDict(**{"a": 1}), int("11", **{Plain("base"): 2}))
for f in (
    lambda: sorted([1], **{Name("keys"): 1}),
    lambda: sorted([1], **{1: 2}),
    lambda: key(**{Name("key"): 1}, **{Plain("key"): 2}),
    lambda: dict(**{Name("a"): 1}, **{"a": 2}),
    lambda: kinds(**{("a",): 1}),
    lambda: print(**{Option.KEY: 1}),
):
    try:
        print(f())
    except TypeError as e:
        print(e)


class Counted(str):
    hashed = compared = 0

    def __hash__(self):
        Counted.hashed += 1
        return str.__hash__(self)

    def __eq__(self, other):
        Counted.compared += 1
        return str.__eq__(self, other)


named = {Counted("a"): 1, Counted("b"): 2}
Counted.hashed = Counted.compared = 0
print(len(kinds(**named)), len(Kept(**named).named), len({**named}), Counted.hashed, Counted.compared)
