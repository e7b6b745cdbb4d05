# imports: dataclasses, os.path, itertools, math, functools, collections, numpy, pandas
# Calls with stars of what is no function of the code: builtins, methods in C, classes, instances, tools of libraries.
import functools
import itertools
import math
from collections import ChainMap, Counter, OrderedDict, namedtuple
from dataclasses import dataclass, field
from os.path import join

import numpy as np
import pandas as pd


def shown(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


rows = [[1, 2, 3], [4, 5, 6]]
pair, named = (1, 2.5), {"b": 2, "a": 1}
Point = namedtuple("Point", "x y")


@dataclass
class Order:
    a: int
    b: float = 0.5
    tags: list = field(default_factory=list)


class Plain:
    made = 0

    def __init__(self, a, b=3, *rest, key=None):
        Plain.made += 1
        self.all = (a, b, rest, key)

    def __call__(self, *args, **kwargs):
        return self.all, args, kwargs

    def method(self, *args, **kwargs):
        return args, kwargs

    @classmethod
    def of(cls, *args):
        return cls(*args)

    @staticmethod
    def static(a, b):
        return a - b


class Child(Plain):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls)


class Listed(list):
    pass


class Counted(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


print(list(zip(*rows)), max(*rows[0]), min(*pair), max(*rows, key=sum), sum(*[[1, 2], 3]), list(map(*[abs, [-1, -2]])))
print("{}-{}".format(*pair), "{b}{a}".format(**named), "{}{a}{b}".format(*[0], **named), join(*["x", "y", "z"]), "a,b".split(*[","]), ",".join(*[["q", "r"]]))
print(dict(**named), dict(**named, c=3), dict(*[[("k", 1)]], **named), set(*rows), list(*rows[:1]), tuple(*[pair]), str(*[5]), int(*["ff", 16]), float(*["1.5"]), complex(*pair))
print(range(*pair[:1]), list(range(*[1, 10, 3])), slice(*pair), bytes(*[[65, 66]]), isinstance(*[1, int]), divmod(*[7, 2]), pow(*[2, 5, 3]), round(*[2.567, 1]))
print(Point(*pair), Point(**{"y": 1, "x": 2}), Point._make(pair), Order(*pair), Order(**named), Order(*[1], **{"tags": [3]}), Order(**{"a": 1, "b": 2, "tags": ()}))
print(Plain(*pair).all, Plain(*[1, 2, 3, 4], key=5).all, Plain(**{"a": 1, "key": 2}).all, Plain(*pair)(*pair, **named), Plain(*pair).method(*pair, **named), Plain.made)
print(Plain.of(*pair).all, Plain.static(*pair), Child(*pair).all, Child(**named).all, Counted(**named), Counted(*[[("k", 1)]], **named), Listed(*rows[:1]))
print(math.hypot(*pair), math.gcd(*[12, 18]), list(itertools.product(*rows))[:2], list(itertools.chain(*rows)), functools.partial(*[max, 3])(2), Counter(*["aab"]), ChainMap(*[{"a": 1}, {"b": 2}])["b"], OrderedDict(**named))
print(np.array(*[[1, 2]]).tolist(), np.add(*pair), np.zeros(*[3]).shape, np.zeros((2, 3)).reshape(*[3, 2]).shape, np.maximum(*[[1, 5], [2, 3]]), np.stack(*[rows]).shape, np.arange(*[1, 7, 2], **{"dtype": float}))
print(pd.Series(*[[1, 2]]).tolist(), pd.DataFrame(**{"data": rows, "columns": ["a", "b", "c"]}).sum().tolist(), pd.concat(*[[pd.Series([1]), pd.Series([2])]]).tolist())
items = [3, 1, 2]
items.append(*[4])
items.insert(*(0, 9))
items.sort(**{"reverse": True})
print(items, items.index(*[1]), {}.get(*["a", 7]), named.pop(*["b"]), named.setdefault(*["z", 1]), {}.update(*[[("a", 1)]], **{"b": 2}), named)
print(sorted(*[items], **{"key": lambda x: -x}), list(filter(*[None, [0, 1]])), list(enumerate(*[["a"], 5])), getattr(*["x", "upper"])(), hasattr(*["x", "nope"]), type(*[1]), super(*[Child, Child(1)]).method(*[1]))
print(print(*rows, **{"sep": "|", "end": ".\n"}))
nothing, none = [], {}
print(dict(*nothing), list(*nothing, **none), str(*nothing), Plain(*[1], **none).all, "x".upper(*nothing), max(*[[1, 2]], **none))

many = list(range(40))
print(max(*many), "{} {}".format(*many), sum([*many]), Plain(*many).all[2][-1], list(zip(*[many, many]))[-1], dict(**{f"k{i}": i for i in many})["k39"])

for call in (
    lambda: max(*[]),
    lambda: int(*["x"]),
    lambda: "{}{}".format(*[1]),
    lambda: dict(**{"a": 1}, **{"a": 2}),
    lambda: Point(*[1]),
    lambda: Point(*[1, 2], **{"x": 3}),
    lambda: Order(),
    lambda: Order(**{"nope": 1}),
    lambda: Plain(*[], **{"c": 1}),
    lambda: Plain(*[1], **{"a": 1}),
    lambda: zip(*5),
    lambda: max(**{1: 2}),
    lambda: dict(**5),
    lambda: len(*[1, 2]),
    lambda: math.sqrt(*["x"]),
    lambda: [].append(*[1, 2]),
    lambda: "a".join(*[1]),
    lambda: (5)(*[1]),
    lambda: None(**{"a": 1}),
    lambda: join(*[]),
    lambda: str(*[1, 2, 3, 4]),
    lambda: isinstance(*[1, 2]),
    lambda: print(*[1], **{"nope": 1}),
    lambda: sorted(*[[1, "a"]]),
):
    print(shown(call))


def generator(*args, **kwargs):
    yield args
    yield kwargs


async def waits(*args):
    return args


print(list(generator(*pair, **named)), list((x for x in zip(*rows))))


class Loud:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone", self.name)


def loud():
    print(list(map(type, [Loud(*["first"])])), len([*[Loud(*["second"])]]))
    one = Point(*[Loud(*["third"]), Loud(*["fourth"])])
    print(one.x.name)


loud()


class Stops:
    def __init__(self, *args):
        raise ValueError(*args)


for values in ([1], [1, 2], []):
    try:
        Stops(*values)
    except ValueError as error:
        print(error.args)


def deep(n):
    return n if n == 0 else max(*[deep(n - 1), n])


print(deep(50), [Plain(*[i]).all[0] for i in range(3)], {i: Point(*[i, i]) for i in range(2)})
