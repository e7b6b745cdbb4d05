# imports: functools, re, typing_extensions
# What `typing_extensions` has of its own asks for the module of its caller as `typing` does.
import functools
import re

import typing_extensions as te


def make(_=None, *more):
    made = [
        te.NewType("N", int),
        te.NamedTuple("NT", [("a", int)]),
        te.TypedDict("TD", {"a": int}),
        te.TypedDict("Total", {"a": te.NotRequired[int]}, total=False),
        te.TypeVar("T"),
        te.TypeVar("D", default=int),
        te.ParamSpec("P"),
        te.TypeVarTuple("Ts"),
        te.TypeAliasType("A", int),
    ]

    class Movie(te.TypedDict, total=False):
        title: te.Required[str]
        year: te.ReadOnly[int]

    class Point(te.NamedTuple):
        x: int
        y: int = 0

    print([thing.__module__ for thing in [*made, Movie, Point]])
    print(Movie.__required_keys__, Movie.__optional_keys__, Movie(title="x"), Point(1), made[2](a=1))
    return "x"


make()
re.sub("a", make, "a")
sorted([1], key=make)
functools.reduce(make, [1, 2])
for call in (lambda: te.TypedDict("T", {"a": int}, odd=1), lambda: te.TypeVar("T", int), lambda: te.ParamSpec()):
    try:
        print(call())
    except TypeError as error:
        print(type(error).__name__)
