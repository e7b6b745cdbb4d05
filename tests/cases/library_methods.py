# imports: collections, dataclasses, enum, functools, itertools, json, math, operator, statistics
# Special methods, properties and factories that are callables of libraries, and callables called until a value comes.
import collections
import dataclasses
import enum
import functools
import itertools
import json
import math
import operator
import statistics


class Row(list):
    __str__ = json.dumps
    __float__ = statistics.fmean
    __call__ = functools.partialmethod(json.dumps, indent=1)
    __hash__ = staticmethod(functools.partial(math.factorial, 4))
    __lt__ = functools.partialmethod(operator.gt)
    __invert__ = None
    mean = property(statistics.fmean)
    middle = functools.cached_property(statistics.median)
    first = property(operator.itemgetter(0))


row = Row([1, 2, 6])
print(str(row), f"{row}", "%s" % row, float(row), row(), hash(row), row < [0], row.mean, row.middle, row.first)
print(Row([3, 4]).mean, sorted([Row([1]), Row([3]), Row([2])]))
print({row: "found"}[row], row.middle, vars(row))
try:
    Row(["a"]).mean
except TypeError as error:
    print(type(error).__name__, error)
try:
    str(Row([{1}]))
except TypeError as error:
    print(type(error).__name__, error)


class Kept(functools.cached_property):
    mark = "kept"


class Shown(list):
    mean = Kept(statistics.fmean)
    own = Kept(lambda self: len(self))


shown = Shown([1, 2, 6])
print(shown.mean, shown.own, vars(shown), Shown.mean.mark, type(Shown.mean).__name__)


class Late:
    def __init__(self, values):
        self.values = values

    def __iter__(self):
        return iter(self.values)


Late.__str__ = functools.partialmethod(lambda self, mark: mark.join(map(str, self.values)), "-")
Late.__len__ = lambda self: len(self.values)
setattr(Late, "__contains__", lambda self, item: item in self.values)
Late.total = property(statistics.fmean)
late = Late([1, 2, 3])
print(str(late), len(late), 2 in late, 7 in late, late.total)


class Counted:
    made = 0

    @functools.lru_cache(None)
    def __len__(self):
        Counted.made += 1
        return 4

    @functools.singledispatchmethod
    def __add__(self, other):
        return "something", other

    @__add__.register
    def _(self, other: int):
        return "number", other

    @functools.wraps(json.dumps)
    def __repr__(self):
        return "counted"


counted = Counted()
print(len(counted), len(counted), Counted.made, counted + 1, counted + "a", repr(counted), Counted.__repr__.__name__)


@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = 0
    tags: collections.Counter = dataclasses.field(default_factory=collections.Counter, compare=False)
    __str__ = functools.partialmethod(dataclasses.asdict, dict_factory=lambda pairs: str(sorted(pairs)))


print(str(Point(1, 2)), Point(1) < Point(2), Point(3))


class Colour(enum.Enum):
    RED = 1
    SHADES = functools.partial(round, 2.567, 1)
    __str__ = functools.partialmethod(getattr, "name")
    bright = property(operator.attrgetter("value"))


print(Colour.RED, Colour.RED.bright, f"{Colour.RED}", list(Colour))


class Meta(type):
    __len__ = functools.partialmethod(lambda cls: 3)
    __iter__ = functools.partialmethod(lambda cls: iter((1, 2)))


class Made(metaclass=Meta):
    __class_getitem__ = classmethod(lambda cls, item: (cls.__name__, item))


print(list(Made), Made[int])

groups = collections.defaultdict(collections.Counter)
groups["a"].update("aab")
print(groups["a"]["a"], dict(groups), groups)
nested = collections.defaultdict(functools.partial(collections.defaultdict, list))
nested["x"]["y"].append(1)
print(nested["x"]["y"], nested["q"], len(nested))
nested.default_factory = functools.partial(json.loads, "[1]")
print(nested["new"], sorted(nested))
nested.default_factory = None
try:
    nested["none"]
except KeyError as error:
    print("KeyError", error)
print(collections.defaultdict(statistics.StatisticsError)["x"].args)
for wrong in [1, "a"]:
    try:
        collections.defaultdict(wrong)
    except TypeError as error:
        print(error)

left = [1, 2, None, 3]
print(list(iter(functools.partial(left.pop, 0), None)), left)
left = ["a", "b", "", "c"]
print(list(iter(lambda: left.pop(0), "")), left)
texts = iter(["[1]", "[2]", "[]", "[3]"])
print(list(iter(functools.partial(json.loads, "0"), 0)), next(iter(functools.partial(next, texts), None)))
for wrong in [(), (1,), (1, 2), (len, 2, 3)]:
    try:
        iter(*wrong)
    except TypeError as error:
        print(error)
try:
    iter(iterable=[])
except TypeError as error:
    print(error)

decoded = map(json.loads, ["1", '"a"', "[2]"])
print(next(decoded), list(decoded), list(itertools.starmap(math.dist, [((0, 0), (3, 4))])))
print(list(map(operator.methodcaller("split", ","), ["a,b", "c"])), sorted(["B", "a"], key=operator.methodcaller("lower")))
