"""Allocations that fail (a large one beyond the limit of memory, any for a run that does not notice its end) become errors,
never a report of a panic or the end of the host."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

LARGE = [
    "f'{x}{x}'", "'%s%s' % (x, x)", "'{}{}'.format(x, x)", "'{0[0]}{a}'.format(l, a=x)", "x + x", "print(x, x)", "''.join([x, x])",
    "repr(x)", "x.encode()", "getattr(1, x)", "setattr(A, x, 1)", "type(x, (), {})", "f(**{x: 1})", "list(x)", "[*x]", "(*x,)",
    "f(*l)", "f(*x)", "f(**d)", "tool(**d)", "tool(*l)", "tool(x)", "sorted(l)", "l[:]", "l * 2", "dict.fromkeys(l)", "{i: i for i in l}",
    "list(map(lambda v: v, l))", "{**d, **d}", "dict(d)", "d | d", "format(x, '>2000000')", "bytes(n)", "set(l)", "list(zip(l, l))",
    "1 << 8 * n * 8", "functools.partial(f, *l)", "operator.itemgetter(*l)", "operator.methodcaller(x, *l)",
    "string.Formatter().format('{}{}', x, x)", "collections.namedtuple('A', ['a%d' % i for i in range(30_000)])",
    "big(n)", "(lambda *a, **k: (a, k))(*l, **d)", "d[x]", "[*l, *l]",
]
STATEMENTS = [
    "raise ValueError(x)", "raise KeyError(x)", "assert 0, x", "a, *b = x", "match l:\n    case [a, *b]: y = b",
    "match d:\n    case {'k1': a, **r}: y = r", "x += x", "l[5:5] = l", "x.nothing", "print(*l)", "x = str(x) + x\ny = x + x\nz = y + y",
    "class M(type):\n    def __new__(m, n, b, ns, **k): return type.__new__(m, n, b, ns)\nclass C(metaclass=M, **d): pass",
    "s = [x]\nwhile True: s.append(s[-1] + 'a')", "def g():\n    yield from l\nz = list(g())", "final_answer(x + x)",
    "d2 = {x: 1}\nd2[x + x]", "raise Exception(*l)", "try:\n    raise ValueError(x)\nexcept ValueError as e:\n    s = str(e) + x",
]
SLOW = [
    "list(map(getattr, L, S))", "list(map(operator.attrgetter('v'), L))", "list(map(operator.methodcaller('m', 1, k=2), L))",
    "list(map('{} {a}'.format, L, I))", "list(map('{}'.format, I))", "list(map(format, I, ['>10'] * n))", "list(map(f, L))",
    "list(map(A.m, L))", "list(map(lambda **k: k, L))", "list(map(repr, L))", "list(map(tool, L))", "list(map(itertools.repeat, I, I))",
    "list(map(functools.partial(f, 1, k=2), L))", "list(map(type, S, [()] * n, [{}] * n))", "list(map(g, I))", "list(map(list, map(g, I)))",
    "sorted(I, key=functools.cmp_to_key(lambda a, b: 1))", "list(map(collections.namedtuple('P', 'a b'), I, I))", "list(map(vars, L))",
    "re.sub('a', lambda m: m.group() + 'b', 'a' * n)", "json.dumps(L, default=lambda o: [1])", "set(L[:3000])", "L == [1] * n",
]
BEFORE = """
import re, json, collections, functools, itertools, operator, string
class A:
    v = 1
    def m(self, *a, **k): return [a, k]
    def __repr__(self): return 'A'
    def __eq__(self, other): return False
    def __hash__(self): return 1
def f(*a, **k): return [a, k]
def g(x): yield x
"""
WORK = """
if main:
    work()
else:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
"""
HOST = """
import json, sys, threading
import fastexec
before, cases, limits, main = json.load(sys.stdin)
LIFTED = fastexec.Limits(operations=None, while_iterations=None, seconds=None, memory_bytes=None)
outcomes = {}
def work():
    for code in cases:
        for limit in limits:
            executor = fastexec.LocalPythonExecutor(["functools", "json", "operator", "string"], limits=LIFTED)
            executor.send_tools({"tool": lambda *a, **k: [a, k], "big": lambda n: 'a' * n, "final_answer": lambda x: x})
            executor(before + "kept = 41")
            try:
                executor(code, limits=fastexec.Limits(**{"seconds": 20, **limit}))
                text = ""
            except Exception as error:
                text = str(error)
            if "internal" in text.lower() or "SystemError" in text or executor("kept + 1").output != 42:
                outcomes[f"{code} {limit}"] = text[:500]
"""
HOST += WORK + "print(json.dumps(outcomes))\n"


def run(before: str, cases: list[str], limits: list[dict], main: bool = True) -> None:
    given = json.dumps([before, cases, limits, main])
    done = subprocess.run([sys.executable, "-c", HOST], input=given, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == {}
    assert "panick" not in done.stderr and "Panic" not in done.stderr, done.stderr[-2000:]


def test_large_allocations() -> None:
    before = BEFORE + "n = 1_200_000\nx = 'a' * n\nl = list(range(n // 8))\nd = {'k%d' % i: i for i in range(n // 40)}\n"
    caps = [{"memory_bytes": int(mib * (1 << 20))} for mib in (0.2, 1.0, 1.1, 1.4, 2.5, 5)]
    run(before, LARGE + STATEMENTS, caps)


@pytest.mark.parametrize("main", [True, False])
def test_starving_runs(main: bool) -> None:
    before = BEFORE + "n = 400_000\na = A()\nL = [a] * n\nS = ['v'] * n\nI = list(range(n))\n"
    run(before, SLOW, [{"seconds": 0.02}, {"seconds": 0.07}], main)


GROWING = """
import gc
import fastexec
LIFTED = fastexec.Limits(operations=None, while_iterations=None, seconds=None, memory_bytes=None)
GROW = ["for i in range(10**7): d.setdefault(str(i), i)", "list(map(d.setdefault, range(10**7)))",
        "for i in range(10**7): setattr(f, str(i), 0)", "for i in range(10**7): d.setdefault(i, {}).setdefault(i, {})"]
LIMITS = [{"memory_bytes": kib << 10} for kib in range(50, 3000, 170)] + [{"seconds": 0.02}, {"seconds": 0.1}]
for code in GROW:
    for limit in LIMITS:
        # What a run gives back of the one before it may use: nothing of that is left.
        executor = None
        gc.collect()
        executor = fastexec.LocalPythonExecutor([], limits=LIFTED)
        executor("d = {}\\ndef f(): pass")
        try:
            executor(code, limits=fastexec.Limits(**{"seconds": 20, **limit}))
        except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError):
            pass
        else:
            raise SystemExit(f"no limit was met: {code} {limit}")
        assert executor("len(d) == len(list(d)) and {**d, 'one': 1} != d").output, (code, limit)
        executor("for i in range(2 * len(d) + 8): d[i, 'more'] = i")
"""


def test_dicts_stay_whole() -> None:
    """A dict that could not grow holds what it says (CPython 3.13.0 counts an entry that is not there)."""
    done = subprocess.run([sys.executable, "-c", GROWING], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


MIB = 1 << 20
STRINGS = "import numpy as np\nS = np.dtypes.StringDType()\n"
# Native code that takes it for granted that it gets memory: it panics (and ends the process when there is none for the error that
# becomes of that), or writes to what it did not get.
NATIVE = {
    "json of Rust": ("import pydantic_core\nlen(pydantic_core.from_json('[' + '[],' * 5_000_000 + '1]'))", {"memory_bytes": 100 * MIB}),
    "json of Rust, late": ("import pydantic_core\ns = '[' + '[],' * 10_000_000 + '1]'\nwhile True: pydantic_core.from_json(s)", {"seconds": 0.5}),
    "values of Rust": ("import pydantic_core\nwhile True: pydantic_core.to_jsonable_python([[1, 2]] * 3_000_000)", {"seconds": 0.5}),
    "models of Rust": (
        "from pydantic import TypeAdapter\nTypeAdapter(list[dict[str, int]]).validate_python([{'a': 1}] * 2_000_000)", {"memory_bytes": 200 * MIB},
    ),
    "replaced": (STRINGS + "np.strings.replace(np.array(['a' * 10**4], dtype=S), 'a', 'b' * 10**4)", {"memory_bytes": 60 * MIB}),
    "replaced between": (STRINGS + "np.strings.replace(np.array(['a' * 10**4], dtype=S), '', 'b' * 10**4)", {"memory_bytes": 60 * MIB}),
    "replaced, far too large": (STRINGS + "np.strings.replace(np.array(['a' * 10**6], dtype=S), 'a', 'b' * 10**7)", {"memory_bytes": None}),
    "replaced, many": (STRINGS + "np.strings.replace(np.array(['a' * 3000] * 100, dtype=S), 'a', 'b' * 1000)", {"memory_bytes": 60 * MIB}),
    "tabs": (STRINGS + "np.strings.expandtabs(np.array(['\\t' * 100], dtype=S), 10**6)", {"memory_bytes": 60 * MIB}),
    "replaced, late": (STRINGS + "a = np.array(['ab' * 80] * 200_000, dtype=S)\nwhile True: np.strings.replace(a, 'a', 'cc')", {"seconds": 0.5}),
    "tabs, late": (STRINGS + "a = np.array(['a\\tb' * 20] * 200_000, dtype=S)\nwhile True: np.strings.expandtabs(a, 9)", {"seconds": 0.5}),
}  # fmt: skip
ALONE = """
import json, sys, threading
import fastexec
code, limit, main = json.load(sys.stdin)
def work():
    executor = fastexec.LocalPythonExecutor(["numpy.*", "pydantic", "pydantic_core"], limits=fastexec.Limits(operations=None, while_iterations=None))
    executor("kept = 41")
    try:
        print(json.dumps(str(executor(code, limits=fastexec.Limits(**{"seconds": 30, **limit})).output)))
    except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
        assert "Forbidden" not in str(error), error
        print(json.dumps(type(error).__name__))
    assert executor("kept + 1").output == 42
"""
ALONE += WORK


def alone(code: str, limit: dict, main: bool) -> str:
    given = json.dumps([code, limit, main])
    done = subprocess.run([sys.executable, "-c", ALONE], input=given, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def numpy_with_strings() -> None:
    if not hasattr(pytest.importorskip("numpy"), "strings"):
        pytest.skip("numpy 2 and newer")


@pytest.mark.parametrize("main", [True, False])
@pytest.mark.parametrize("name", NATIVE)
def test_native_code_that_expects_memory(name: str, main: bool) -> None:
    code, limit = NATIVE[name]
    pytest.importorskip("pydantic" if "pydantic" in code else "numpy")
    if "StringDType" in code:
        numpy_with_strings()
    assert alone(code, limit, main) in ("InterpreterError", "ExecutionTimeoutError")


def test_native_code_within_its_limits() -> None:
    numpy_with_strings()
    code = STRINGS + """
a = np.array([["aXbX", "", "\\u00e4X\\t"], ["X", "no", "\\tX"]], dtype=S)
none = np.array(["aX", None], dtype=np.dtypes.StringDType(na_object=None))
nan = np.array(["aX", np.nan], dtype=np.dtypes.StringDType(na_object=np.nan))
long = np.array(["ab" * 10**6, "c"], dtype=S)
x = [
    np.strings.replace(a, "X", "\\u20ac\\u20ac").tolist(), np.strings.replace(a, "X", "", count=1).tolist(), np.strings.replace(a, "", "-").tolist(),
    np.strings.replace(a, np.array(["X", "n", "\\t"], dtype=S), "y").tolist(), np.strings.replace("aXa", "X", np.array(["b"], dtype=S)).tolist(),
    np.strings.replace(nan, "X", "y").tolist(), np.strings.replace(np.array(["aX"]), "X", "yy").tolist(), np.char.replace(np.array(["aX"]), "X", "yy").tolist(),
    np.strings.expandtabs(a, 3).tolist(), np.strings.expandtabs(a, np.array([1, 2, 5])).tolist(), np.strings.expandtabs(np.array(["a\\tb"])).tolist(),
    np.strings.str_len(np.strings.replace(long, "ab", "abc")).tolist(), np.strings.replace(np.array([], dtype=S), "a", "b").tolist(),
]
"""
    names: dict = {}
    exec(code, names)
    assert alone(code + "x", {}, True) == str(names["x"])


DTYPES = """
import sys
import fastexec
LIFTED = fastexec.Limits(operations=None, while_iterations=None, seconds=None)
CODE = ["np.sort(a)", "np.unique(a)", "a.astype('U10').astype(S)", "np.concatenate([a, a])", "a[[1, 2, 3]]", "n.copy()", "[s.copy() for i in range(3000)]"]
MAPPED = ["list(map(np.sort, many))", "collections.deque(map(np.sort, many), maxlen=0)", "keep.append(list(map(np.copy, many)))"]
executor = fastexec.LocalPythonExecutor(["collections", "numpy.*"], limits=LIFTED)
executor(sys.stdin.read())
limits = [(code, {"memory_bytes": kib << 10}) for code in CODE + MAPPED for kib in [*range(4, 180, 40), *range(200, 1500, 370)]]
for code, limit in limits + [(code, {"seconds": seconds}) for code in CODE + MAPPED for seconds in (0.0005, 0.002, 0.01, 0.1)]:
    try:
        executor(code, limits=fastexec.Limits(**limit))
    except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
        assert "Forbidden" not in str(error), error
    executor("keep.clear()")
    assert executor("np.sort(s).tolist()").output == ["a", "b"], (code, limit)
print("done")
"""


def test_arrays_of_strings_get_their_dtypes() -> None:
    # numpy does not look whether there is one.
    numpy_with_strings()
    setup = STRINGS + """
import collections
a = np.array(["x%d" % (i % 70) for i in range(300)], dtype=S)
n = np.array(a.tolist(), dtype=np.dtypes.StringDType(na_object=np.nan))
s = np.array(["b", "a"], dtype=S)
many, keep = [s] * 10**5, []
np.unique(a)
"""
    done = subprocess.run([sys.executable, "-c", DTYPES], input=setup, capture_output=True, text=True, timeout=600)
    assert done.stdout == "done\n", done.stdout + done.stderr[-2000:]


DETACHED = """
import sys, threading
import fastexec
LIFTED = fastexec.Limits(operations=None, while_iterations=None, seconds=None)
CODE = ["a[:, None] + b", "np.greater_equal.outer(a, b)", "np.tri(300)", "np.linalg.qr(M)", "a[:, None].astype('f4') * b", "(a[:, None] + b).sum()"]
MAPPED = ["list(map(np.add.outer, [a] * 10**5, [b] * 10**5))", "collections.deque(map(np.add.outer, [a] * 10**5, [b] * 10**5), maxlen=0)"]
def work():
    executor = fastexec.LocalPythonExecutor(["collections", "numpy.*"], limits=LIFTED)
    executor("import collections\\nimport numpy as np\\na = np.arange(300)\\nb = np.arange(300)\\nM = np.random.rand(300, 300)\\nnp.tri(5)")
    limits = [(code, {"memory_bytes": kib << 10}) for code in CODE for kib in [*range(84, 180, 6), *range(690, 1500, 30)]]
    for code, limit in limits + [(code, {"seconds": seconds}) for code in CODE + MAPPED for seconds in (0.0005, 0.002, 0.01, 0.1)]:
        try:
            executor(code, limits=fastexec.Limits(**limit))
        except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
            assert "Forbidden" not in str(error) and "internal" not in str(error).lower(), error
        assert executor("int((a[:, None] + b).sum())").output == 26910000, (code, limit)
if sys.argv[1] == "main":
    work()
else:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
print("done")
"""


@pytest.mark.parametrize("where", ["main", "thread"])
def test_native_code_without_the_interpreter(where: str) -> None:
    """numpy asks for buffers when it has let go of the interpreter."""
    pytest.importorskip("numpy")
    done = subprocess.run([sys.executable, "-c", DETACHED, where], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and done.stdout.endswith("done\n"), done.stderr[-2000:]


VECTORS = """
import sys, fastexec
used = fastexec.LocalPythonExecutor(["numpy", "pandas"], limits=fastexec.Limits(seconds=60, memory_bytes=int(sys.argv[1]) << 20))
used("import pandas as pd, numpy as np\\nq = pd.Series(np.arange(9 * 10**6) * 7)")
for seconds in (0.05, 0.1, 0.2, 0.3, 0.5):
    for code in ("q.value_counts()", "q.mode()", "pd.unique(q)", "pd.factorize(q)"):
        try:
            used(code, limits=fastexec.Limits(seconds=seconds, memory_bytes=int(sys.argv[1]) << 20))
        except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError):
            pass
print(used("pd.Series([3, 3, 5]).value_counts().tolist(), pd.Series(['a', 'b', 'a']).mode().tolist(), pd.unique(q[:3]).tolist()").output)
"""


@pytest.mark.parametrize("memory", ["3000", "384"])
def test_vectors_of_pandas_grow(memory: str) -> None:
    """Compiled code of pandas goes on writing to a vector that did not grow."""
    pytest.importorskip("pandas")
    done = subprocess.run([sys.executable, "-c", VECTORS, memory], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "([2, 1], ['a'], [0, 7, 14])\n", "")
