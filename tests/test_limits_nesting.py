"""Objects nested hundreds of thousands deep never overflow the native stack: an error at worst, also on a
thread with a small stack, and also when they are freed."""

from __future__ import annotations

import subprocess
import sys

import pytest

DEEP = 200_000
# Lists and the like whose repr is made at the end of a stack. From 3.14 on it goes as deep as the stack reaches, and its
# time grows with the square of that.
DEEP_REPR = 50_000 if sys.version_info < (3, 14) else 5_000


def tower(step: str, use: str = "next(it)", start: str = "iter([])", before: str = "", deep: int = DEEP) -> str:
    return f"""
{before}
it = {start}
for i in range({deep}):
    it = {step}
try:
    r = {use}
except (StopIteration, RecursionError, TypeError, ValueError) as error:
    r = type(error).__name__
del it
r if isinstance(r, (int, str)) else 0
"""


ITERTOOLS = "import itertools"
ITERATORS = {
    "map": "map(len, it)",
    "filter": "filter(None, it)",
    "zip": "zip(it)",
    "enumerate": "enumerate(it)",
    "zip_longest": "itertools.zip_longest(it)",
    "chain": "itertools.chain(it)",
    "chain.from_iterable": "itertools.chain.from_iterable([it])",
    "islice": "itertools.islice(it, 10)",
    "takewhile": "itertools.takewhile(bool, it)",
    "dropwhile": "itertools.dropwhile(bool, it)",
    "accumulate": "itertools.accumulate(it)",
    "starmap": "itertools.starmap(pow, it)",
    "filterfalse": "itertools.filterfalse(bool, it)",
    "compress": "itertools.compress(it, it)",
    "groupby": "itertools.groupby(it)",
    "pairwise": "itertools.pairwise(it)",
    "cycle": "itertools.cycle(it)",
    "tee": "itertools.tee(it)[0]",
    "iter": "iter(it.__next__, 5)",
    "subclass": "M(len, it)",
    "generator": "(x for x in it)",
    "generator function": "g(it)",
    "delegation": "h(it)",
}
FUNCTIONS = """
import itertools
class M(map):
    pass
def g(x):
    for y in x:
        yield y
def h(x):
    yield from x
"""
USES = {"next": "next(it)", "list": "list(it)", "in": "5 in it", "comprehension": "len([x for x in it])", "unused": "1"}

CASES = {f"iterator/{name}": tower(step, before=FUNCTIONS, deep=100_000) for name, step in ITERATORS.items()}
CASES |= {f"iterator/map/{name}": tower("map(len, it)", use) for name, use in USES.items()}
CASES |= {
    f"{kind}/{name}": tower(step, use, start, before, deep)
    for kind, step, uses, start, before, deep in [
        ("list", "[it]", ["repr(it)", "it == [it]", "1", "sorted([it, it])[0] is it"], "0", "", DEEP),
        ("tuple", "(it,)", ["repr(it)", "hash(it)", "it == (it,)", "{it: 1}"], "0", "", DEEP),
        ("dict", "{1: it}", ["str(it)", "it == {1: it}", "1"], "0", "", DEEP),
        ("frozenset", "frozenset([it])", ["repr(it)", "hash(it)"], "0", "", DEEP),
        ("slice", "slice(it)", ["repr(it)", "it == slice(it)", "1"], "0", "", DEEP),
        ("deque", "collections.deque([it])", ["repr(it)", "it == collections.deque([it])", "1"], "0", "import collections", DEEP),
        ("OrderedDict", "collections.OrderedDict(a=it)", ["repr(it)", "it == collections.OrderedDict(a=it)"], "0", "import collections", 50_000),
        ("namedtuple", "P(it)", ["repr(it)", "hash(it)", "it == P(it)"], "0", "import collections\nP = collections.namedtuple('P', 'a')", 100_000),
        ("view", "{1: it}.values()", ["repr(it)", "1"], "0", "", DEEP),
        ("exception", "ValueError(it)", ["repr(it)", "str(it)", "1"], "0", "", DEEP),
        ("alias", "list[it]", ["repr(it)", "hash(it)", "1"], "int", "", 100_000),
        ("union", "(list[it] | None)", ["repr(it)", "hash(it)", "1"], "int", "", 10_000),
        ("lambda", "(lambda f=it: f())", ["it()", "1"], "lambda: 1", "", 100_000),
        ("closure", "nest(it)", ["it()", "1"], "lambda: 1", "def nest(f):\n    return lambda: f()", 100_000),
        ("partial", "functools.partial(it.__call__)", ["it()", "repr(it)"], "lambda *a: 1", "import functools", 50_000),
        ("lru_cache", "functools.lru_cache(it)", ["it()", "1"], "lambda: 1", "import functools", 25_000),
        ("classmethod", "classmethod(it)", ["1"], "lambda c: 1", "", 100_000),
        ("staticmethod", "staticmethod(it)", ["it()"], "lambda: 1", "", 100_000),
        ("instance", "N(it)", ["1", "len([it])"], "0", "class N:\n    def __init__(self, n):\n        self.n = n", 100_000),
        ("slots", "N(it)", ["1"], "0", "class N:\n    __slots__ = ('n',)\n    def __init__(self, n):\n        self.n = n", 100_000),
        ("bound method", "N(it).m", ["1"], "0", "class N:\n    def __init__(self, n):\n        self.n = n\n    def m(self):\n        pass", 100_000),
        ("dataclass", "N(it)", ["repr(it)", "it == N(it)", "hash(it)", "asdict(it)", "deepcopy(it)"], "0",
         "from copy import deepcopy\nfrom dataclasses import *\n@dataclass(frozen=True)\nclass N:\n    n: object", 50_000),
        ("json", "[it]", ["len(json.dumps(it))", "len(json.dumps({'a': it}, indent=1))"], "0", "import json", 100_000),
        ("copy", "[it]", ["deepcopy(it)", "len(pformat(it))"], "0", "from copy import deepcopy\nfrom pprint import pformat", 50_000),
        ("array", "boxed(it)", ["str(it)", "1"], "0",
         "import numpy as np\ndef boxed(x):\n    a = np.empty(1, dtype=object)\n    a[0] = x\n    return a", 100_000),
    ]
    for name, use in enumerate(uses)
}  # fmt: skip
CASES |= {
    "class method of class methods": "x = lambda c: 1\nfor i in range(100_000):\n    x = classmethod(x)\nclass C:\n    f = x\ntry:\n    C.f()\nexcept (RecursionError, TypeError):\n    pass\ndel C, x",
    "abstract": "import abc\nx = lambda c: 1\nfor i in range(100_000):\n    x = classmethod(x)\nclass C(abc.ABC):\n    f = x",
    "abstract property": "import abc\nx = lambda c: 1\nfor i in range(100_000):\n    x = property(x)\nclass C(abc.ABC):\n    f = x",
    "causes": "e = None\nfor i in range(50_000):\n    try:\n        raise ValueError(i) from e\n    except ValueError as x:\n        e = x\ndel e",
    "causes that leave": "e = None\nfor i in range(50_000):\n    try:\n        raise ValueError(i) from e\n    except ValueError as x:\n        e = x\nraise e",
    "groups": "e = ValueError(1)\nfor i in range(50_000):\n    e = ExceptionGroup('g', [e])\ntry:\n    raise e\nexcept* ValueError as x:\n    pass\ndel e",
    "classes": "A = object\nfor i in range(1_000):\n    A = type('A', (A,), {})\nA()",
    "readers of readers": "import csv\nit = 'a'\nfor i in range(100_000):\n    it = csv.reader(it)\ntry:\n    next(it)\nexcept RecursionError:\n    pass\ndel it",
    "result": "it = iter([])\nfor i in range(200_000):\n    it = map(len, it)\nit",
    "nested default dicts": "from collections import defaultdict\nt = lambda: defaultdict(t)\nx = t()\ny = x\nfor i in range(DEEP_REPR):\n    y = y['a']\ntry:\n    repr(x)\nexcept RecursionError:\n    pass\ndel x, y",
    "repr of itself": "class A:\n    def __repr__(self):\n        return repr([self])\ntry:\n    repr(A())\nexcept RecursionError:\n    pass",
    "callbacks": "def f(x):\n    return sorted([1, 2], key=lambda y: f(y))\ntry:\n    f(1)\nexcept RecursionError:\n    pass",
    "callbacks, then repr": "x = 0\nfor i in range(DEEP_REPR):\n    x = [x]\ndef f(n):\n    try:\n        return max([1], key=lambda y: f(n + 1))\n    except RecursionError:\n        try:\n            repr(x)\n        except RecursionError:\n            pass\n        raise\ntry:\n    f(0)\nexcept RecursionError:\n    pass",
    "regular expression": "import re\ntry:\n    re.compile('(' * 20_000 + 'a' + ')' * 20_000)\nexcept (RecursionError, re.error, OverflowError):\n    pass\nre.match('(?:(?:a|b)|c)*?d', 'ab' * 500_000 + 'd').end()",
    "format": "s = '{' * 5_000 + '}' * 5_000\ntry:\n    s.format(1)\nexcept ValueError:\n    pass",
    "json text": "import json\ntry:\n    json.loads('[' * 200_000)\nexcept (ValueError, RecursionError):\n    pass",
}
# Special methods that are classes, bound to the object that they ask.
ASKED = [
    ("__bool__", "bool", "bool(a)"), ("__len__", "bool", "bool(a)"), ("__iter__", "list", "[*a]"), ("__iter__", "set", "set(a)"),
    ("__iter__", "tuple", "tuple(a)"), ("__iter__", "dict", "dict(a)"), ("__iter__", "enumerate", "list(a)"), ("__float__", "float", "float(a)"),
    ("__index__", "float", "float(a)"), ("__index__", "range", "range(a)"), ("__reversed__", "reversed", "reversed(a)"),
]  # fmt: skip
CASES |= {
    f"{name} is {made}": f"import functools\nclass A:\n    pass\na = A()\nA.{name} = functools.partial({made}, a)\ntry:\n    {use}\nexcept (RecursionError, TypeError):\n    pass"
    for name, made, use in ASKED
}
SOURCES = {
    "sum": "x = " + "+".join(["1"] * 50_000),
    "and": "x = " + " and ".join(["1"] * 30_000),
    "calls": "def f(*a):\n    return f\nx = f" + "()" * 10_000,
    "attributes": "class A:\n    pass\na = A()\na.a = a\nx = a" + ".a" * 10_000,
    "brackets": "x = " + "[" * 900 + "]" * 900,
    "too many brackets": "x = " + "(" * 5_000,
    "signs": "x = " + "-" * 20_000 + "1",
    "not": "x = " + "not " * 20_000 + "1",
    "lambdas": "x = " + "lambda: " * 5_000 + "1",
    "elif": "x = 1\nif x == 2:\n    pass\n" + "elif x == 3:\n    pass\n" * 10_000,
    "conditions": "x = " + "1 if 0 else " * 10_000 + "2",
    "comparisons": "x = " + "1 < " * 10_000 + "2",
    "powers": "x = " + "**".join(["1"] * 5_000),
    "comprehensions": "b = []\nx = " + "[" * 90 + "1" + " for a in b]" * 90,
}
CASES = {name: code.replace("DEEP_REPR", str(DEEP_REPR)) for name, code in CASES.items()}
CASES |= {f"source/{name}": code for name, code in SOURCES.items()}
ALLOWED = ["abc", "copy", "dataclasses", "functools", "json", "numpy", "pprint"]
STACKS = {"main": None, "256 KiB": 256 << 10}
PAYLOADS = {
    f"{name} @ {stack}": {"code": code, "imports": ALLOWED, "thread": size, "seconds": 60}
    for name, code in CASES.items()
    for stack, size in STACKS.items()
}


@pytest.mark.parametrize("name", PAYLOADS)
def test_native_stack_holds(name: str, batch) -> None:
    if "array" in name:
        pytest.importorskip("numpy")
    found = batch.result("exhaustion:run", PAYLOADS, name, seconds=90)
    assert found["after"] == 42, found
    assert found["outcome"] in ("ok", "InterpreterError"), found


RAISED = """
import sys
import fastexec

sys.setrecursionlimit(60000)
used = fastexec.LocalPythonExecutor(["collections", "types", "functools"], timeout_seconds=60)
try:
    used(sys.argv[1])
except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
    assert getattr(error, "error_type", "") == "RecursionError", error
assert used("40 + 2, repr([{1: (2, {3})}])").output == (42, "[{1: (2, {3})}]")
"""
STEPS = {
    "dicts": "{1: x}",
    "lists": "[x]",
    "tuples": "(x,)",
    "values of dicts": "{1: x}.values()",
    "deques": "collections.deque([x])",
    "ordered dicts": "collections.OrderedDict([(1, x)])",
    "namespaces": "types.SimpleNamespace(x=x)",
    "partial functions": "functools.partial(print, x)",
    "dicts in lists": "[{1: (x,)}]",
}


@pytest.mark.parametrize("name", STEPS)
def test_native_stack_holds_where_the_host_has_raised_the_limit(name: str) -> None:
    """Its own recursion of texts the interpreter counts up to `sys.getrecursionlimit()` before 3.12, and later to a limit of its own."""
    code = f"import collections, types, functools\nx = 1\nfor i in range(59_000):\n    x = {STEPS[name]}\nlen(repr(x))"
    done = subprocess.run([sys.executable, "-c", RAISED, code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr)
