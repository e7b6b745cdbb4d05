"""The caps of a call: what they say, that code cannot catch them, and that the executor stays usable."""

from __future__ import annotations

import threading
import time

import fastexec
import pytest

SLOW = 20  # seconds that nothing here may take, however busy the machine


@pytest.fixture
def executor():
    executor = fastexec.LocalPythonExecutor([], timeout_seconds=30)
    executor.send_tools({})
    return executor


def stopped(executor, code: str) -> str:
    """Text of the InterpreterError that ends the code."""
    with pytest.raises(fastexec.InterpreterError) as caught:
        executor(code)
    return str(caught.value)


OPERATIONS = "InterpreterError: Reached the max number of operations of 500. Maybe there is an infinite loop somewhere in the code, or you're just asking too many calculations."
WHILE = "InterpreterError: Maximum number of 50 iterations in While loop exceeded"


class TestOperations:
    @pytest.mark.parametrize(
        "code",
        [
            "for i in range(10**6):\n    x = i",
            "def f(n):\n    return f(n + 1)\nf(0)",
            "[i for i in range(10**6)]",
            "sum(i for i in range(10**6))",
            "sorted(range(10**5), key=lambda v: -v)",
            "def g():\n    while True:\n        yield 1\nfor x in g():\n    pass",
            "class C:\n    for i in range(10**6):\n        pass",
            "list(map(lambda x: x + 1, range(10**6)))",
        ],
    )
    def test_cap(self, executor, monkeypatch, code):
        monkeypatch.setattr(fastexec, "MAX_OPERATIONS", 500)
        assert OPERATIONS in stopped(executor, code)
        assert executor("1 + 1").output == 2

    def test_count_is_exact_at_the_cap(self, executor, monkeypatch):
        code = "x = 1 + 2"
        executor(code)
        needed = executor.state["_operations_count"]["counter"]
        monkeypatch.setattr(fastexec, "MAX_OPERATIONS", needed)
        assert executor(code).output == 3
        monkeypatch.setattr(fastexec, "MAX_OPERATIONS", needed - 1)
        assert f"max number of operations of {needed - 1}" in stopped(executor, code)

    def test_count_is_of_each_call_alone(self, executor):
        counts = []
        for _ in range(3):
            executor("total = 0\nfor i in range(100):\n    total += i")
            counts.append(executor.state["_operations_count"]["counter"])
        assert counts[0] == counts[1] == counts[2] > 100


class TestWhile:
    def test_cap(self, executor, monkeypatch):
        monkeypatch.setattr(fastexec, "MAX_WHILE_ITERATIONS", 50)
        assert WHILE in stopped(executor, "while True:\n    pass")
        assert WHILE in stopped(executor, "def f():\n    n = 0\n    while n < 100:\n        n += 1\nf()")
        assert executor("n = 0\nwhile n < 50:\n    n += 1\nn").output == 50
        assert executor("t = 0\nfor i in range(4):\n    n = 0\n    while n < 40:\n        n += 1\n        t += 1\nt").output == 160


ONLY_TIME = fastexec.Limits(operations=None, while_iterations=None, memory_bytes=1 << 30)

UNCATCHABLE = {
    "except Exception": "try:\n    LOOP\nexcept Exception:\n    escaped = True",
    "bare except": "try:\n    LOOP\nexcept:\n    escaped = True",
    "except BaseException": "try:\n    LOOP\nexcept BaseException:\n    escaped = True",
    "finally": "try:\n    LOOP\nfinally:\n    escaped = True",
    "else": "try:\n    LOOP\nexcept ValueError:\n    pass\nelse:\n    escaped = True",
    "exit": "class C:\n    def __enter__(self):\n        pass\n    def __exit__(self, *a):\n        global escaped\n        escaped = True\n        return True\nwith C():\n    LOOP",
    "generator": "def g():\n    global escaped\n    try:\n        yield 1\n    finally:\n        escaped = True\nfor x in g():\n    LOOP",
    "retry": "def again():\n    global escaped\n    while True:\n        try:\n            LOOP\n        except BaseException:\n            escaped = True\nagain()",
    "callback": "def key(v):\n    global escaped\n    try:\n        LOOP\n    except BaseException:\n        escaped = True\n    return v\nsorted([1, 2], key=key)",
    "tool": "def call():\n    LOOP\nswallow(call)\nescaped = True",
    "recursion": "def f():\n    global escaped\n    try:\n        f()\n    finally:\n        LOOP\n        escaped = True\nf()",
}


@pytest.mark.parametrize("form", UNCATCHABLE)
@pytest.mark.parametrize("limit", ["operations", "while", "time"])
def test_code_cannot_catch_a_limit(executor, monkeypatch, form, limit):
    def swallow(function):
        try:
            function()
        except Exception:  # noqa: BLE001 - as careless tools do
            pass

    loop = "while True: pass" if limit != "operations" else "for _ in iter(int, 1): pass"
    executor.send_tools({"swallow": swallow})
    if limit == "operations":
        monkeypatch.setattr(fastexec, "MAX_OPERATIONS", 20_000)
    elif limit == "while":
        monkeypatch.setattr(fastexec, "MAX_WHILE_ITERATIONS", 1000)
    else:
        monkeypatch.setattr(fastexec, "MAX_WHILE_ITERATIONS", 10**12)
        monkeypatch.setattr(fastexec, "MAX_OPERATIONS", 10**12)
        executor.timeout_seconds = 0.2
    expected = fastexec.ExecutionTimeoutError if limit == "time" else fastexec.InterpreterError
    started = time.monotonic()
    with pytest.raises(expected) as caught:
        executor("escaped = False\n" + UNCATCHABLE[form].replace("LOOP", loop))
    assert time.monotonic() - started < SLOW
    assert {"operations": "max number of operations", "while": "While loop exceeded", "time": "execution time"}[limit] in str(caught.value)
    assert executor.state["escaped"] is False
    executor.timeout_seconds = 30
    assert executor("escaped or 'usable'").output == "usable"


class TestTime:
    def test_text_type_and_state(self):
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.3, limits=ONLY_TIME)
        executor.send_tools({})
        started = time.monotonic()
        with pytest.raises(fastexec.ExecutionTimeoutError) as caught:
            executor("print('before')\nkept = 1\nfor i in range(10**12):\n    pass")
        assert time.monotonic() - started < SLOW
        assert str(caught.value).startswith("Code execution exceeded the maximum execution time of 0.3 seconds")
        assert not isinstance(caught.value, fastexec.InterpreterError)
        assert str(executor.state["_print_outputs"]) == "before\n"
        assert executor("kept").output == 1

    def test_no_time_limit(self, monkeypatch):
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=None)
        executor.send_tools({})
        assert executor("sum(range(1000))").output == 499500

    def test_nothing_goes_on_in_the_background(self):
        ticks = []
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.2, limits=ONLY_TIME)
        executor.send_tools({"tick": lambda: ticks.append(1)})
        threads = threading.active_count()
        with pytest.raises(fastexec.ExecutionTimeoutError):
            executor("for i in iter(int, 1):\n    tick()")
        seen = len(ticks)
        time.sleep(0.1)
        assert len(ticks) == seen
        assert threading.active_count() <= threads + 1


class TestOutput:
    def test_truncation(self):
        executor = fastexec.LocalPythonExecutor([], max_print_outputs_length=20)
        executor.send_tools({})
        logs = executor("for i in range(1000):\n    print(i)").logs
        assert logs == "0\n1\n2\n3\n4\n" + "\n..._This content has been truncated to stay below 20 characters_...\n" + "7\n998\n999\n"

    def test_much_output_is_bounded(self):
        executor = fastexec.LocalPythonExecutor([])
        executor.send_tools({})
        logs = executor("line = 'x' * 10_000\nfor i in range(2000):\n    print(i, line)").logs
        assert len(logs) < 51_000 and logs.startswith("0 x") and logs.endswith("x\n")


def test_recursion_is_catchable_and_deep_enough(executor):
    code = "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\ntry:\n    f(10**6)\nexcept RecursionError as e:\n    r = str(e)[:32]\nf(900), r"
    assert executor(code).output == (900, "maximum recursion depth exceeded")


def test_two_executors_keep_their_own_accounts():
    inner = fastexec.LocalPythonExecutor([])
    inner.send_tools({})
    outer = fastexec.LocalPythonExecutor([])
    outer.send_tools({"run": lambda code: inner(code).output})
    assert outer("run('sum([i for i in range(100)])')").output == 4950
    assert inner.state["_operations_count"]["counter"] > 100 > outer.state["_operations_count"]["counter"]


def test_print_is_there_after_a_limit_within_a_patch_of_it():
    executor = fastexec.LocalPythonExecutor(["unittest.mock"], limits=fastexec.Limits(while_iterations=50))
    executor.send_tools({})
    stopped(executor, "from unittest.mock import patch\nwith patch('builtins.print'):\n    while True:\n        pass")
    assert executor("print('shown')").logs == "shown\n"
    assert "print" not in executor.state
