# imports: collections, dataclasses, enum, functools, json, re, typing
# What asks for the module of its caller is told that of the code, also where a library has called the code.
import collections
import dataclasses
import enum
import functools
import json
import re
import typing


class Own(enum.Flag):
    @property
    def twice(self):
        return self.value * 2


def make(_=None, *more):
    made = [
        typing.NewType("N", int),
        typing.NamedTuple("NT", [("a", int)]),
        typing.TypedDict("TD", {"a": int}),
        typing.TypedDict("Total", {"a": int}, total=False),
        typing.TypeVar("T"),
        typing.TypeVar("B", bound=int),
        typing.ParamSpec("P"),
        dataclasses.make_dataclass("D", ["a"]),
        dataclasses.make_dataclass("F", [("a", int)], frozen=True),
        collections.namedtuple("P", "x"),
        enum.Enum("E", "A B"),
        enum.IntEnum("I", names=["A"]),
        Own("O", "A B"),
        Own("O", names={"A": 1}),
    ]

    class Plain:
        pass

    print([thing.__module__ for thing in [*made, Plain, make]])
    return "x"


class Cached:
    @functools.cached_property
    def value(self):
        return make()

    @functools.lru_cache
    def again(self):
        return make()


make()
re.sub("a", make, "a")
sorted([1], key=make)
list(map(make, [1]))
functools.reduce(make, [1, 2])
functools.partial(make)(1)
print(Cached().value, Cached().again())
json.loads('{"a": 1}', object_hook=make)


def wrong(_):
    for call in (
        lambda: typing.NewType(),
        lambda: typing.TypeVar("T", int),
        lambda: typing.NewType("N", int, odd=1),
        lambda: dataclasses.make_dataclass("D", ["1a"]),
        lambda: dataclasses.make_dataclass("D", ["a", "a"]),
        lambda: dataclasses.make_dataclass("D", ["if"]),
    ):
        try:
            print(call())
        except TypeError as error:
            print(error)
    return "x"


re.sub("a", wrong, "a")
print(isinstance(typing.NewType("N", int)(3), int), typing.NewType("N", int).__supertype__)
NT = typing.NamedTuple("NT", [("a", int), ("b", str)])
print(NT(1, b="2")._replace(a=3), NT._fields, NT.__annotations__)
N = typing.NewType("N", int)
print(type(N) is typing.NewType, isinstance(typing.TypeVar("T"), typing.TypeVar))
