"""What a host shows of a call is bounded: the repr of an output, and the texts that objects of the code give of themselves.
Nothing of the engine's own ends up on the host's stderr."""

from __future__ import annotations

import subprocess
import sys

import fastexec
import pytest

ENDLESS = "for _ in iter(int, 1): pass"
LARGE = {
    "text": "'a' * 10**8",
    "list": "list(range(10**6))",
    "nested": "x = []\nfor i in range(100_000): x = [x]\nx",
    "subclass of list": "class L(list): pass\nL(range(10**6))",
    "deque": "import collections\ncollections.deque(range(10**6))",
    "counter": "import collections\ncollections.Counter(range(10**6))",
    "view": "{i: i for i in range(10**6)}.keys()",
    "bytes": "bytes(10**8)",
    "bytearray": "bytearray(10**8)",
    "integer": "3**100_000",
    "exception": "ValueError('a' * 10**8)",
    "own, long": "class A:\n    def __repr__(self): return 'a' * 10**8\nA()",
    "own, in a list": "class A:\n    def __repr__(self): return 'a' * 10**6\n[A()]",
    "own, endless": f"class A:\n    def __repr__(self):\n        {ENDLESS}\nA()",
    "own, waits": "import time\nclass A:\n    def __repr__(self):\n        time.sleep(60)\nA()",
    "own, recursive": "class A:\n    def __repr__(self): return repr(self)\nA()",
    "own, no text": "class A:\n    def __repr__(self): return 3\nA()",
    "own, exits": "class A:\n    def __repr__(self): raise SystemExit\nA()",
}


@pytest.mark.parametrize("name", LARGE)
def test_repr_of_the_output(name: str) -> None:
    output = fastexec.LocalPythonExecutor([], timeout_seconds=2)(LARGE[name])
    assert repr(output).startswith("CodeOutput(output=")
    assert len(repr(output)) < 51_000


def test_repr_of_small_outputs_is_that_of_a_dataclass() -> None:
    executor = fastexec.LocalPythonExecutor([])
    shown = repr(executor("print('p')\n(1, 'a', [None, 2.5], {'k': {3}})"))
    assert shown == "CodeOutput(output=(1, 'a', [None, 2.5], {'k': {3}}), logs='p\\n', is_final_answer=False)"
    assert repr(executor("class L(list):\n    def __repr__(self): return 'short'\nL(range(10**6))").output) == "short"
    assert repr(executor("L(range(10**6))")) == "CodeOutput(output=short, logs='', is_final_answer=False)"


@pytest.mark.parametrize(("method", "show"), [("__repr__", repr), ("__str__", str), ("__format__", format)])
def test_texts_for_the_host_are_cut(method: str, show) -> None:
    executor = fastexec.LocalPythonExecutor([], max_print_outputs_length=1001)
    code = f"class A:\n    def {method}(self, *spec): return 'é' + 'a' * 10**6 + '\\udc80'\n    def other(self): return 'a' * 10**6\n"
    value = executor(code + f"x = A()\nassert len(x.{method}()) == 10**6 + 2 == len({show.__name__}(x))\nx").output
    remark = "\n..._This content has been truncated to stay below 1001 characters_...\n"
    assert show(value) == "é" + "a" * 499 + remark + "a" * 500 + "\udc80"
    assert len(value.other()) == 10**6  # no text of itself
    assert len(executor("x", limits=fastexec.Limits(output_chars=None)).output.other()) == 10**6


FINALISERS = {
    "instance": f"class A:\n    def __del__(self):\n        {ENDLESS}\na = A()\ndel a",
    "in a list": f"class A:\n    def __del__(self):\n        {ENDLESS}\na = [[A()]]\na.clear()",
    "cycles": f"class A:\n    def __del__(self):\n        {ENDLESS}\nfor i in range(2000):\n    a = A()\n    a.a = a",
    "weak reference": f"import weakref\nclass A: pass\ndef f(r):\n    {ENDLESS}\na = A()\nr = weakref.ref(a, f)\ndel a",
    "generator": f"def g():\n    try:\n        yield\n    finally:\n        {ENDLESS}\nx = [g()]\nnext(x[0])\nx.clear()",
    "later, many": f"class A:\n    def __del__(self):\n        {ENDLESS}\na = [A() for i in range(500)]",
    "later": f"class A:\n    def __del__(self):\n        {ENDLESS}\na = A()",
    "later, weak reference": f"import weakref\nclass A: pass\ndef f(r):\n    {ENDLESS}\na = A()\nr = weakref.ref(a, f)",
    "later, generator": f"def g():\n    try:\n        yield\n    finally:\n        {ENDLESS}\nx = g()\nnext(x)",
}
HOST = """
import sys, gc
import fastexec
executor = fastexec.LocalPythonExecutor(["weakref"], limits=fastexec.Limits(operations=20_000))
try:
    executor(sys.argv[1])
except fastexec.InterpreterError as error:
    assert "operations of 20000" in str(error), error
print(executor("40 + 2").output)
executor.state.pop("a", None)
executor.state.clear()
executor.cleanup()
del executor
gc.collect()
"""


@pytest.mark.parametrize("name", FINALISERS)
def test_limits_in_finalisers_are_not_printed(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", HOST, FINALISERS[name]], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == ("42\n", "", 0)


def test_other_errors_of_finalisers_are() -> None:
    code = "class A:\n    def __del__(self):\n        1 / 0\na = [A()]\na.clear()"
    done = subprocess.run([sys.executable, "-c", HOST, code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.returncode) == ("42\n", 0)
    assert done.stderr.startswith("Exception ignored ") and "ZeroDivisionError: division by zero" in done.stderr
