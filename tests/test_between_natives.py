"""What the host keeps in containers stays where it is: native code that the code has call other native code, unpacked
arguments, values sent into generators."""

from __future__ import annotations

import operator
import os
import pathlib

import everyday
import fastexec
import packages
import pytest

IMPORTS = "asyncio collections concurrent.futures contextvars dataclasses functools itertools json math operator re string threading types weakref xml.etree.ElementTree".split()
CODES = r"""
[f() for f in held().values()]
(lambda f: f())(*held().values())
(lambda f: f())(*list_of())
(lambda f: f())(*tuple(list_of()))
(lambda f: f())(**held())
(lambda *a, **k: k["f"]())(1, **held())
sorted([1], **dict(zip(["key"], held().values())))
max([1], **dict(zip(["key"], held().values())))
[1].sort(**dict(zip(["key"], held().values())))
list(map(operator.call, held().values()))
list(itertools.starmap(operator.call, zip(held().values())))
[p() for p in map(functools.partial, held().values())]
list(map(operator.call, map(functools.partial, held().values())))
list(map(functools.partial(functools.partial), held().values()))[0]()
[next(p) for p in map(iter, held().values(), [0])]
[list(p) for p in map(map, held().values(), [[1]])]
list(map(next, map(map, held().values(), [[1]])))
[list(p) for p in map(filter, held().values(), [[1]])]
[list(p) for p in map(itertools.starmap, held().values(), [[[1]]])]
list(map(functools.reduce, held().values(), [[1, 2]]))
functools.reduce(functools.partial, held().values(), 1)
[list(p) for p in map(itertools.accumulate, [[1, 2]], held().values())]
[list(p) for p in map(itertools.groupby, [[1, 2]], held().values())]
[list(p) for p in map(itertools.takewhile, held().values(), [[1, 2]])]
[list(p) for p in map(itertools.filterfalse, held().values(), [[1, 2]])]
[p["q"] for p in map(collections.defaultdict, held().values())]
list(map(re.sub, ["x"], held().values(), ["x"]))
[p(1) for p in map(staticmethod, held().values())]
[p(1) for p in map(types.MethodType, held().values(), [1])]
[type("A", (), {"p": p})().p for p in map(property, held().values())]
[p(1) for p in map(functools.singledispatch, held().values())]
[p(1) for p in map(functools.cache, held().values())]
sorted(held().values(), key=operator.call)
min(held().values(), key=operator.call)
list(filter(operator.call, held().values()))
list(itertools.takewhile(operator.call, held().values()))
[(k, list(g)) for k, g in itertools.groupby(held().values(), operator.call)]
list(itertools.accumulate(list_of() * 2, functools.partial))
[f.result() for f in map(concurrent.futures.ThreadPoolExecutor(1).submit, held().values())]
concurrent.futures.ThreadPoolExecutor(1).submit(*held().values()).result()
threading.Timer(0, *held().values()).run()
asyncio.run(asyncio.to_thread(*held().values()))
list(map(started().send, held().values()))
[p() for p in map(type("P", (functools.partial,), {}), held().values())]
list(map(type("P", (functools.partial,), {}), held().values()))[0]()
[p["q"] for p in map(type("D", (collections.defaultdict,), {}), held().values())]
list(map(type("M", (map,), {}), held().values(), [[1]]))[0].__next__()
[list(p) for p in map(type("M", (map,), {}), held().values(), [[1]])]
[list(p) for p in map(type("F", (filter,), {}), held().values(), [[1]])]
functools.partial(sorted, **dict(zip(["key"], held().values())))([1])
list(map(functools.partial(operator.call), held().values()))
[list(p) for p in map(functools.partial(map), held().values(), [[1]])]
list(map(operator.methodcaller("__call__"), held().values()))
[p() for p in type("M", (map,), {})(functools.partial, held().values())]
[p() for p in type("N", (map,), {"__new__": lambda cls, *a: map.__new__(cls, *a)})(functools.partial, held().values())]
[p() for p in type("S", (itertools.starmap,), {})(functools.partial, zip(held().values()))]
[p() for p in map.__new__(map, functools.partial, held().values())]
[p() for p in map.__call__(functools.partial, held().values())]
[p() for p in functools.partial(map, functools.partial)(held().values())]
[p() for p in operator.call(map, functools.partial, held().values())]
[p() for p in list(map(map, [functools.partial], [held().values()]))[0]]
[p() for p in list(itertools.starmap(map, [(functools.partial, held().values())]))[0]]
functools.partial(functools.reduce, functools.partial)([*held().values(), 1])()
list(functools.partial(itertools.accumulate, func=functools.partial)([*held().values(), 1]))[1]()
list(map(operator.attrgetter("__name__"), held().values()))
sorted(held().values(), key=operator.attrgetter("__name__"))
len(type("A", (), dict(zip(["__len__"], held().values())))())
type("A", (), dict(zip(["__call__"], held().values())))()()
type("D", (dict,), dict(zip(["__missing__"], held().values())))()["x"]
len(dataclasses.make_dataclass("A", [], namespace=dict(zip(["__len__"], held().values())))())
len(type("M", (type,), {"__prepare__": classmethod(lambda *a: dict(zip(["__len__"], held().values())))})("A", (), dict(zip(["__len__"], held().values())))())
list(map(contextvars.copy_context().run, held().values()))
list(map(functools.partial(contextvars.copy_context().run), held().values()))
contextvars.copy_context().run(contextvars.copy_context().run, *held().values())
[p() for p in map(type(list[int]), held().values(), [int])]
[p() for p in map(types.GenericAlias, held().values(), [int])]
[p() for p in map(functools.partial.__new__, [functools.partial], held().values())]
list(map(setattr, [collections.defaultdict()], ["default_factory"], held().values()))
list(map(type("D", (collections.defaultdict,), {})().__init__, held().values()))
list(map(property().getter, held().values()))
list(map(property().setter, held().values()))
list(map(weakref.ref, [print], held().values()))
list(map(xml.etree.ElementTree.TreeBuilder, held().values()))
""".strip().splitlines()
REFUSED = [code for code in CODES if hasattr(operator, "call") or "operator.call" not in code]
STARTED = """
def steps():
    f = yield
    yield f()
def started():
    generator = steps()
    next(generator)
    return generator
"""


@pytest.mark.parametrize("code", REFUSED)
def test_what_the_host_holds(code: str) -> None:
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_tools({"held": lambda: {"f": os.getpid}, "list_of": lambda: [os.getpid]})
    executor(f"import {', '.join(IMPORTS)}\n{STARTED}")
    with pytest.raises(fastexec.InterpreterError, match="Forbidden access to function: getpid"):
        executor(code)


def test_arrays_and_expressions() -> None:
    packages.need(["numpy", "pandas"])
    executor = fastexec.LocalPythonExecutor([*IMPORTS, "numpy", "pandas"])
    executor.send_tools({"held": lambda: {"f": os.getpid}})
    executor("import numpy as np, pandas as pd")
    for code in ("pd.eval('f()', local_dict=held())", "list(map(np.frompyfunc, held().values(), [1], [1]))"):
        with pytest.raises(fastexec.InterpreterError, match="Forbidden access to function: getpid"):
            executor(code)


HONEST = r"""
import collections, copy, datetime, decimal, enum, fractions, functools, itertools, json, math, operator, re, string, types
print(list(map(json.loads, ["1", "[2]", '{"a": 3}'])), list(map(json.dumps, [1, [2]])))
print(list(map(math.sqrt, [1, 4])), list(map(str.upper, "ab")), list(map(decimal.Decimal, ["1.5"])), list(map(fractions.Fraction, ["1/3"])))
print(sorted(["bb", "a"], key=len), sorted([(2, "a"), (1, "b")], key=operator.itemgetter(1)), max(["a", "ccc"], key=len))
print(list(map(functools.partial(pow, 2), range(4))), functools.reduce(operator.add, [1, 2, 3]), functools.reduce(math.gcd, [12, 18]))
print(list(itertools.starmap(pow, [(2, 3)])), list(itertools.accumulate([1, 2, 3], operator.mul)), list(itertools.accumulate([3, 1], max)))
print([(k, list(g)) for k, g in itertools.groupby("aab", str.upper)], list(filter(str.isdigit, "a1")), list(itertools.dropwhile(str.isspace, "  x")))
nested = collections.defaultdict(functools.partial(collections.defaultdict, int))
nested["a"]["b"] += 1
print(nested, nested.default_factory.func is collections.defaultdict, functools.partial(json.loads).func is json.loads)
print(list(map(datetime.date.fromisoformat, ["2024-01-02"])), list(map(datetime.timedelta, [1])), list(map(collections.Counter, ["aab"])))
print(list(map(re.compile(r"\d+").findall, ["a1b22"])), list(map(re.escape, ["a.b"])), list(map(re.sub, ["a"], ["b"], ["aa"])))
print([list(m) for m in map(map, [str, len], [[1], ["ab"]])], list(map(list, map(reversed, ["ab"]))), list(map(dict, [[("a", 1)]])))
class A:
    def __init__(self, x): self.x = x
    def double(self, y=1): return self.x * 2 * y
    @classmethod
    def make(cls, x): return cls(x)
print([a.x for a in map(A, [1, 2])], list(map(A.double, [A(3)])), list(map(A(4).double, [2])), [a.x for a in map(A.make, [5])])
print(*map(lambda f: f(4), [math.sqrt, str, A(1).double]), list(map(operator.attrgetter("x"), [A(7)])), list(map(operator.methodcaller("double"), [A(8)])))
print(list(map(operator.call, [lambda: 1])) if hasattr(operator, "call") else [1], list(map(string.capwords, ["a b"])), repr(map)[:11], list(map(print, ["p"])))
def f(*a, **k): return a, k
print(f(*[len, json], **{"key": math.floor}), list(map(f, [1])), list(map(callable, [f, 1])), sorted([3, 1], **{"key": operator.neg}))
def g():
    got = yield
    while True: got = yield got
h = g(); next(h); print(list(map(h.send, [1, len, "x"])))
class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2
print(list(map(str, Level)), max(Level).name, sorted(Level, reverse=True), max([], default=Level) is Level, list(filter(None, Level)))
print(list(itertools.accumulate(Level, func=operator.add)), [(k, len(list(g))) for k, g in itertools.groupby(Level, key=bool)], functools.reduce(operator.add, Level))
class Twice(map):
    def __next__(self): return super().__next__() * 2
print(copy.deepcopy(list(map(len, ["ab"]))), list(copy.deepcopy(map(json.dumps, [1]))), list(copy.copy(map(json.loads, ["1"]))))
print(list(Twice(json.loads, ["1", "2"])), list(map.__new__(map, json.loads, ["3"])), list(functools.partial(map, json.loads)(["4"])), [].sort(key=len))
try: max([1], key=3)
except TypeError as error: print(error)
try: map(json.loads)
except TypeError as error: print(error)
try: functools.reduce(json.loads, [])
except TypeError as error: print(error)
Point = collections.namedtuple("Point", "x y")
print(list(map(Point, [1], [2])), list(map(Point._make, [(3, 4)])), sorted([Point(2, 1), Point(1, 2)], key=operator.attrgetter("y")))
class D(dict):
    def __missing__(self, key): return key * 2
class P(functools.partial): pass
print(list(map(D, [[(1, 2)]])), list(map(D(a=1).__getitem__, "ab")), list(map(P(pow, 2), [3])), list(map(type("L", (list,), {}), ["ab"])))
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)), sorted("ab", key=collections.Counter("aab").get), list(map({1: 2}.get, [1, 3])))
@functools.lru_cache
def square(x): return x * x
print(list(map(square, [2, 2])), square.cache_info().hits, min([3, -4], key=abs), list(map(operator.itemgetter(0), ["ab"])))
try: list(map(json.loads, ["{"]))
except json.JSONDecodeError as error: print(error)
try: list(map(math.sqrt, ["x"]))
except TypeError as error: print(error)
"""


def test_ordinary_code_is_as_it_was() -> None:
    expected, error = everyday.on_cpython(HONEST)
    assert error is None
    executor = fastexec.LocalPythonExecutor("collections copy datetime decimal enum fractions functools itertools json math operator re string types".split())
    executor.send_tools({})
    assert executor(HONEST).logs == expected


def test_native_exits_get_no_traceback() -> None:
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_tools({})
    code = """
import operator
kept = {}
class E(Exception, metaclass=type("M", (type,), {"__setitem__": kept.__setitem__})): pass
class C:
    def __enter__(self): pass
    __exit__ = operator.setitem
try:
    with C(): raise E("x")
except E as error:
    print([type(key).__name__ for key in kept], list(kept.values()), error)
"""
    assert executor(code).logs == "['E'] [None] x\n"


def test_other_callables_get_what_they_are_given() -> None:
    """Wherever in memory they lie: some 30,000 places are tried."""
    executor = fastexec.LocalPythonExecutor(["json"])
    executor.send_tools({})
    code = "import json\nboxes = [[] for _ in range(30_000)]\nfor append in [box.append for box in boxes]:\n    append(json.loads)\nprint(all(box[0] is json.loads for box in boxes))"
    assert executor(code).logs == "True\n"


def test_the_host_may_walk_what_the_code_made() -> None:
    executor = fastexec.LocalPythonExecutor(["json"])
    executor.send_tools({})
    made = executor("import json\nmap(json.loads, ['1', '[2]'])").output
    assert list(made) == [1, [2]]


def test_classes_of_libraries_hold_what_they_like(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class statement of a library means what its text says; no other namespace is looked past."""
    (tmp_path / "local_classes.py").write_text(
        "import os\ndef make(name):\n    class Local:\n        pid = os.getpid\n    return Local if name == 'Local' else type(name, (), {'pid': os.getpid})\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    executor = fastexec.LocalPythonExecutor(["local_classes"])
    executor.send_tools({})
    assert executor("import local_classes\nlocal_classes.make('Local').__name__").output == "Local"
    with pytest.raises(fastexec.InterpreterError, match="Forbidden access to function: getpid"):
        executor("local_classes.make('Other')")
