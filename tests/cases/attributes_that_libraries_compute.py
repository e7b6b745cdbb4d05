# imports: array, collections, datetime, decimal, fractions, functools, pathlib, re, string, types
"""Attribute sites that met objects of libraries which compute what they are asked for: other types, errors, own subclasses, and items that
such objects set."""

import array
import collections
import datetime
import decimal
import fractions
import functools
import pathlib
import re
import string
import types


def year(o):
    return o.year


def days(o):
    return o.days


def name(o):
    return o.name


def pattern(o):
    return o.pattern


def numerator(o):
    return o.numerator


def tried(f, *args):
    try:
        return f(*args)
    except Exception as error:
        return type(error).__name__, str(error)


class Late(datetime.date):
    asked = 0

    @property
    def year(self):
        Late.asked += 1
        return super().year + 1


class Named(pathlib.PurePosixPath):
    @property
    def name(self):
        return "own"


class Plain:
    year = "of the class"
    name = "plain"
    days = property(lambda self: 1 / 0)


# Warm sites, then all kinds of things at them.
moments = [datetime.date(2024, 1, 2), datetime.datetime(2023, 5, 6), datetime.date(1, 1, 1)]
print([year(moment) for moment in moments * 30][-3:])
print(year(Late(2000, 1, 1)), Late.asked, tried(year, Plain()), tried(year, 3), tried(year, "text"), tried(year, None))
print([year(moment) for moment in moments])
print([days(datetime.timedelta(n, 5)) for n in range(70)][-2:], tried(days, Plain()), tried(days, moments[0]))
print([name(pathlib.PurePosixPath(f"a/b{n}.txt")) for n in range(70)][-2:], name(Named("a/b")), name(Plain()), tried(name, object()))
print([pattern(re.compile(text)) for text in ["a", "b+"] * 40][-2:], tried(pattern, re.match("a", "a")))
print([numerator(n) for n in [fractions.Fraction(3, 4), 5, True, fractions.Fraction(1, 3)] * 20][-4:])
print(tried(numerator, 2.5), tried(numerator, decimal.Decimal(1)))

# One site, more types than it remembers.
match = re.search(r"(?P<word>\w+)", "some words")
objects = [match, moments[0], datetime.timedelta(1), pathlib.PurePosixPath("x"), fractions.Fraction(1, 2)]
objects += [functools.partial(int, base=2), string.Template("$a")]
for _ in range(3):
    for attribute in ("string", "day", "seconds", "suffix", "denominator", "func", "template"):
        found = [getattr(o, attribute, "-") for o in objects]
    print(found)
for o in objects * 20:
    shown = tried(lambda o=o: o.denominator)
print(shown)

# What is asked changes meanwhile.
namespace = types.SimpleNamespace(a=1)
seen = []
for n in range(80):
    if n == 40:
        namespace.b = "new"
    if n == 60:
        del namespace.a
    seen.append((tried(lambda: namespace.a), tried(lambda: namespace.b)))
print(seen[0], seen[50], seen[70])

# Items of objects that say themselves how.
numbers = array.array("d", [0.0] * 4)
counts = collections.deque([0] * 4)
for n in range(80):
    numbers[n % 4] = n
    numbers[-1] = numbers[n % 4] + 1
    counts[n % 4] += 1
print(numbers.tolist(), list(counts))
print(tried(numbers.__setitem__, 9, 1.0), tried(counts.__setitem__, 9, 1))


def put(container, key, value):
    container[key] = value
    return container


print(tried(put, numbers, 7, 1.0), tried(put, numbers, 0, "x"), tried(put, "text", 0, "x"), tried(put, (1,), 0, 2), tried(put, [1], 5, 2))
print(put(bytearray(b"abc"), 1, 65), tried(put, bytearray(b"abc"), 1, 999), put(collections.ChainMap({}), "a", 1), put(collections.UserDict(), "k", 2))
print(tried(put, [1], "a", 2), tried(put, {}, [], 1), tried(put, None, 0, 1), put([1, 2], True, "yes"), put([1, 2], -1, "last"))


class Index:
    def __init__(self, at, then=None):
        self.at = at
        self.then = then

    def __index__(self):
        if self.then is not None:
            self.then()
        return self.at


target = [1, 2, 3]


def rebind():
    global target
    target = "other"


target[Index(1, rebind)] = "item"
print(target, put([1, 2, 3], Index(2), "x"), tried(put, [1], Index(0, lambda: 1 / 0), 2))


class Grid(list):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)


print(put(Grid([1, 2]), 0, 5), put(Grid([1, 2]), slice(0, 1), [7]))
