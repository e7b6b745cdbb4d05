"""What the code makes are ordinary Python objects to the host and to native packages."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import copy
import functools
import gc
import inspect
import itertools
import json
import re
import sys
import threading
import weakref

import fastexec
import numpy
import pandas
import pytest

IMPORTS = ["numpy", "pandas", "functools", "dataclasses", "enum", "typing", "json", "operator", "copy", "asyncio", "contextlib", "collections.abc"]


@pytest.fixture
def executor():
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_tools({})
    return executor


def made(executor, code: str, name: str = "f"):
    """The function or class `name` that the code defines."""
    executor(code)
    return executor.custom_tools.get(name) or executor.state[name]


class TestFunctions:
    """Called by native code and by the host after the run."""

    def test_native_callers(self, executor):
        f = made(executor, "def f(x):\n    return -x")
        assert sorted([1, 3, 2], key=f) == [3, 2, 1]
        assert list(map(f, [1, 2])) == [-1, -2]
        assert max([1, 3, 2], key=f) == 1
        assert list(filter(f, [0, 1])) == [1]
        assert functools.reduce(made(executor, "def g(a, b):\n    return a * b", "g"), [1, 2, 3, 4]) == 24
        assert functools.partial(f, 5)() == -5
        assert list(itertools.starmap(executor.custom_tools["g"], [(2, 3)])) == [6]
        assert re.sub(r"\d", made(executor, "def d(m):\n    return str(int(m.group()) * 2)", "d"), "1a2") == "2a4"
        assert json.dumps({1: {2}}, default=made(executor, "def s(o):\n    return sorted(o)", "s")) == '{"1": [2]}'

    def test_after_the_run(self, executor):
        f = made(executor, "base = 10\ndef f(x, *rest, k=1, **others):\n    'Docs.'\n    return base + x + sum(rest) + k, others")
        assert f(1) == (12, {})
        assert f(1, 2, 3, k=4, z=5) == (20, {"z": 5})
        executor.state["base"] = 100
        assert f(1)[0] == 102
        executor("base = 1000")
        assert f(1)[0] == 1002
        assert (f.__name__, f.__doc__) == ("f", "Docs.")
        assert "base + x + sum(rest) + k" in f.__source__
        assert callable(f) and executor("f").output is f

    def test_errors_reach_the_caller(self, executor):
        f = made(executor, "def f(x):\n    return {}[x]")
        with pytest.raises(KeyError, match="'missing'"):
            f("missing")
        with pytest.raises(TypeError, match=r"f\(\) missing 1 required positional argument: 'x'"):
            f()
        with pytest.raises(TypeError, match=r"f\(\) got an unexpected keyword argument 'y'"):
            f(y=1)
        assert sorted([1], key=lambda v: 0) == [1]
        with pytest.raises(KeyError):
            sorted([1, 2], key=f)

    def test_decorators_of_the_library(self, executor):
        code = """
import functools
calls = []

@functools.lru_cache(maxsize=None)
def f(n):
    calls.append(n)
    return n if n < 2 else f(n - 1) + f(n - 2)

f(30), len(calls), f.cache_info().hits
"""
        assert executor(code).output == (832040, 31, 28)

    def test_identity_hash_weakref_attributes(self, executor):
        f = made(executor, "def f():\n    return 1\nf.note = 'set inside'")
        f.other = "set outside"
        assert (f.note, executor("f.other").output) == ("set inside", "set outside")
        assert {f: 1}[f] == 1 and f == f and f != 1
        assert copy.copy(f)() == 1 and copy.deepcopy([f])[0]() == 1
        reference = weakref.ref(f)
        assert reference() is f
        assert repr(f).startswith("<function f at 0x")
        assert callable(f) and not inspect.isclass(f)

    def test_closures_and_lambdas(self, executor):
        counter = executor("def make():\n    n = 0\n    def bump():\n        nonlocal n\n        n += 1\n        return n\n    return bump\nmake()").output
        assert [counter(), counter(), executor("make()").output()] == [1, 2, 1]
        assert executor("lambda a, b=2: a * b").output(5) == 10

    def test_threads(self, executor):
        f = made(executor, "def f(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            assert list(pool.map(f, [2000] * 64)) == [1999000] * 64
        results = []
        thread = threading.Thread(target=lambda: results.append(f(10)))
        thread.start()
        thread.join()
        assert results == [45]

    def test_outlives_the_executor(self):
        executor = fastexec.LocalPythonExecutor([])
        executor.send_tools({})
        f = executor("scale = 3\ndef f(x):\n    return x * scale\nf").output
        del executor
        gc.collect()
        assert f(5) == 15


class TestClasses:
    def test_instances(self, executor):
        code = """
class Account:
    bank = "B"

    def __init__(self, owner, balance=0):
        self.owner, self.balance = owner, balance

    def __repr__(self):
        return f"Account({self.owner!r})"

    def __eq__(self, other):
        return isinstance(other, Account) and self.owner == other.owner

    def __hash__(self):
        return hash(self.owner)

    def __lt__(self, other):
        return self.balance < other.balance

    @property
    def rich(self):
        return self.balance > 100

    @classmethod
    def named(cls, name):
        return cls(name)

    @staticmethod
    def fee(x):
        return x / 100

    def __len__(self):
        return 7

    def __iter__(self):
        return iter([self.owner, self.balance])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.closed = True
        return True

    def __call__(self, x):
        return x + self.balance

    def __getitem__(self, key):
        return key * 2
"""
        Account = made(executor, code, "Account")
        a = Account("ann", 500)
        assert isinstance(Account, type) and isinstance(a, Account) and type(a) is Account
        assert (repr(a), a.rich, Account.fee(50), Account.named("x").owner, a.bank) == ("Account('ann')", True, 0.5, "x", "B")
        assert a == Account("ann") and len({a, Account("ann")}) == 1 and min(a, Account("b", 1)).owner == "b"
        assert (len(a), list(a), a(1), a[4]) == (7, ["ann", 500], 501, 8)
        with a as same:
            raise ValueError("swallowed")
        assert same.closed and same is a
        a.balance = 1
        executor.send_variables({"a": a})
        assert executor("a.rich").output is False

        assert sorted([Account("p", 3), Account("q", 1)])[0].owner == "q"
        assert copy.deepcopy(a) == a

    def test_library_decorated(self, executor):
        code = """
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

@dataclass(order=True)
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list, compare=False)

    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5

class Color(Enum):
    RED = 1
    BLUE = 2

class Pair(NamedTuple):
    a: int
    b: int = 5
"""
        executor(code)
        Point, Color, Pair = (executor.state[name] for name in ("Point", "Color", "Pair"))
        assert repr(Point(3, 4)) == "Point(x=3, y=4, tags=[])" and Point(3, 4).norm() == 5.0 and Point(1) < Point(2)
        assert Color(1) is Color.RED and [c.name for c in Color] == ["RED", "BLUE"]
        assert Pair(1) == (1, 5) and Pair(1)._replace(b=2).b == 2

    def test_exceptions_of_the_code(self, executor):
        executor("class AppError(Exception):\n    pass\ndef f():\n    raise AppError('a', 1)")
        AppError = executor.state["AppError"]
        with pytest.raises(AppError) as caught:
            executor.custom_tools["f"]()
        assert caught.value.args == ("a", 1)


class TestIterators:
    def test_generators(self, executor):
        g = executor("def g(n):\n    got = None\n    for i in range(n):\n        got = yield (i, got)\n    return 'end'\ng(3)").output
        assert next(g) == (0, None) and g.send("x") == (1, "x") and list(g) == [(2, None)]
        assert list(executor("(x * x for x in range(4))").output) == [0, 1, 4, 9]
        h = executor("def h():\n    try:\n        yield 1\n    except ValueError as e:\n        yield str(e)\n    finally:\n        log.append('closed')\nlog = []\nh()").output
        assert next(h) == 1 and h.throw(ValueError("thrown")) == "thrown"
        h.close()
        assert executor.state["log"] == ["closed"]

    def test_generator_outlives_and_crosses_threads(self, executor):
        g = executor("def g():\n    yield from range(3)\ng()").output
        results = [next(g)]
        thread = threading.Thread(target=lambda: results.append(next(g)))
        thread.start()
        thread.join()
        assert results + list(g) == [0, 1, 2]

    def test_coroutines_on_the_hosts_loop(self, executor):
        executor("import asyncio\nasync def double(x):\n    await asyncio.sleep(0)\n    return x * 2\nasync def numbers(n):\n    for i in range(n):\n        yield i")

        async def main():
            double, numbers = executor.custom_tools["double"], executor.custom_tools["numbers"]
            return await asyncio.gather(double(1), double(2)), [x async for x in numbers(3)]

        assert asyncio.run(main()) == ([2, 4], [0, 1, 2])

    def test_context_managers(self, executor):
        cm = made(executor, "from contextlib import contextmanager\n@contextmanager\ndef cm(x):\n    log.append('in')\n    yield x * 2\n    log.append('out')\nlog = []", "cm")
        with cm(4) as value, contextlib.suppress(KeyError):
            assert value == 8
        assert executor.state["log"] == ["in", "out"]


class TestPackages:
    def test_pandas(self, executor):
        frame = pandas.DataFrame({"k": ["a", "b", "a"], "v": [1, 2, 3]})
        f = made(executor, "def f(x):\n    return x * 10")
        assert frame["v"].apply(f).tolist() == [10, 20, 30]
        assert frame["k"].map(made(executor, "def up(s):\n    return s.upper()", "up")).tolist() == ["A", "B", "A"]
        executor.send_variables({"frame": frame})
        code = """
import pandas as pd
frame["w"] = frame["v"].apply(lambda v: v + 0.5)
frame.columns = [c.upper() for c in frame.columns]
totals = frame.groupby("K")["V"].sum()
rows = frame.apply(lambda row: f"{row['K']}{row['V']}", axis=1).tolist()
best = frame.sort_values("V", ascending=False).iloc[0]["K"]
{k: int(v) for k, v in totals.items()}, rows, best, len(frame[frame.V > 1])
"""
        assert executor(code).output == ({"a": 4, "b": 2}, ["a1", "b2", "a3"], "a", 2)
        assert list(frame.columns) == ["K", "V", "W"]

    def test_numpy(self, executor):
        array = numpy.arange(6.0)
        executor.send_variables({"array": array})
        code = """
import numpy as np
array[0] = 100
m = array.reshape(2, 3)
m *= 2
doubled = np.vectorize(lambda v: v + 1)(m)
print(m.shape, m.dtype, float(m.sum()), (m > 5).any())
m[:, 1].tolist(), doubled.tolist(), np.mean(m[0]), m @ m.T
"""
        result = executor(code)
        assert result.logs == "(2, 3) float64 230.0 True\n"
        assert result.output[0] == [2.0, 8.0] and array[0] == 200.0
        assert executor("array").output is array

    def test_objects_come_back_the_same(self, executor):
        thing = object()
        executor.send_tools({"give": lambda: thing, "same": lambda x: x is thing})
        assert executor("x = give()\ny = [x]\nassert same(y[0])\nx").output is thing

    def test_numbers_keep_their_types(self, executor):
        for value in (True, 0, -1, 2**62, 2**63, -(2**63), 2**100, 0.0, -0.0, 1e300, 1j, None, "a", b"b", float("inf")):
            executor.send_variables({"value": value})
            for code in ("value", "x = value\nx", "[value][0]", "(lambda v: v)(value)", "value if True else 0"):
                output = executor(code).output
                assert type(output) is type(value) and repr(output) == repr(value)


class TestTools:
    def test_state_is_true_inside_a_tool(self, executor):
        seen = []

        def look():
            seen.append((executor.state["x"], sorted(executor.custom_tools)))
            executor.state["x"] = "changed by the tool"

        executor.send_tools({"look": look})
        assert executor("x = 1\ndef f():\n    pass\nx += 1\nlook()\nx").output == "changed by the tool"
        assert seen == [(2, ["f"])]

    def test_tool_calls_back(self, executor):
        executor.send_tools({"twice": lambda f, x: f(f(x)), "each": lambda f, items: [f(i) for i in items]})
        assert executor("def inc(x):\n    global calls\n    calls += 1\n    return x + 1\ncalls = 0\ntwice(inc, 1), each(lambda v: v * 2, [1, 2]), calls").output == (3, [2, 4], 2)

    def test_exception_of_a_tool_is_the_same_object(self, executor):
        error = LookupError("mine")

        def fail():
            raise error

        executor.send_tools({"fail": fail, "is_it": lambda e: e is error})
        assert executor("try:\n    fail()\nexcept LookupError as e:\n    r = is_it(e)\nr").output is True

    def test_tool_sees_the_callers_thread(self, executor):
        import contextvars

        variable = contextvars.ContextVar("v", default="unset")
        variable.set("callers")
        executor.send_tools({"context": variable.get, "thread": threading.get_ident})
        assert executor("context(), thread()").output == ("callers", threading.get_ident())


def test_arrays_of_earlier_snippets_are_resized():
    executor = fastexec.LocalPythonExecutor(["numpy"])
    executor.send_tools({})
    executor("import numpy as np\na = np.arange(4)\nb = np.arange(4)\nc = b")
    assert executor("print(a.resize((2, 3)))\na.shape").output == (2, 3)
    with pytest.raises(fastexec.InterpreterError, match="cannot resize"):
        executor("b.resize(9)")
    held = executor.state["a"]
    with pytest.raises(fastexec.InterpreterError, match="cannot resize"):
        executor("a.resize(3)")
    assert held.shape == (2, 3)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="dicts are asked, and ask their keys, where their tables are not read")
def test_keys_are_not_asked_whether_they_are_names_of_modules(executor):
    executor("""\
class Key:
    def __init__(self, name):
        self.name = name
    def __hash__(self):
        return hash(self.name)
    def __eq__(self, other):
        asked.append(other)
        return self is other

class Holder: pass

asked = []
holder = Holder()
holder.held = {Key("__spec__"): 1, Key("__name__"): 2, 3: 4, 5: 6, 7: 8}
holder.held, [holder.held][0], (lambda: holder.held)()
""")
    assert executor.state["asked"] == []
