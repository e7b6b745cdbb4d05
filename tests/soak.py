"""Many calls of good and bad code in one process: none crashes or hangs it, and its memory stays flat.

    python tests/soak.py 20000
"""

from __future__ import annotations

import gc
import pathlib
import sys
import threading
import time

import fastexec

GOOD = [
    "total = sum(i * i for i in range(200))\ntotal",
    "class A:\n    def __init__(self, x):\n        self.x = x\n    def double(self):\n        return self.x * 2\nA(4).double()",
    "import re, json\njson.dumps({m: len(m) for m in re.findall(r'\\w+', 'some words here')})",
    "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(10)",
    "from collections import Counter, deque\nd = deque(range(50), 10)\nCounter('hello world').most_common(2)",
    "print('line', *range(5), sep=', ')\nresult = tool(3)\nresult",
    "def g():\n    x = yield 1\n    yield x\ni = g()\nnext(i)\ni.send(5)",
    "import datetime, math, random\nrandom.seed(1)\n(math.pi, datetime.date(2024, 1, 1).isoformat(), random.random())",
    "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    message = str(e)\nmessage",
    "a, *b = [x for x in range(100) if x % 3]\nlen(b)",
]
BAD = [
    "1 / 0",
    "import os",
    "x = (",
    "undefined_name + 1",
    "().__class__.__bases__",
    "while True:\n    pass",
    "for i in iter(int, 1):\n    pass",
    "try:\n    while True:\n        pass\nexcept BaseException:\n    pass",
    "x = [0] * 10**11",
    "x = []\nfor i in iter(int, 1):\n    x.append('a' * 1000)",
    "def f():\n    return f()\nf()",
    "it = iter([])\nfor i in range(3000):\n    it = map(len, it)\nnext(it)",
    "10 ** 10 ** 10",
    "class A:\n    def __del__(self):\n        while True:\n            pass\na = A()\na.me = a\ndel a",
    "def g():\n    try:\n        yield 1\n    finally:\n        raise ValueError\nfor x in g():\n    raise KeyError(x)",
    "tool('fail')",
    "import queue\nqueue.Queue().get(timeout=0.001)",
    "x = []\nx.append(x)\nraise ValueError(x)",
    "sorted([1, 2], key=lambda v: 1 / 0)",
    "import itertools\nsum(itertools.count())",
]
LIMITS = fastexec.Limits(operations=50_000, while_iterations=2_000, memory_bytes=8 << 20)
SHORT = fastexec.Limits(operations=None, while_iterations=None, seconds=0.02, memory_bytes=8 << 20)


def tool(argument: object) -> object:
    if argument == "fail":
        raise RuntimeError("the tool failed")
    return argument


def resident() -> int:
    """Bytes of the process in memory; 0 where that is not to be had."""
    try:
        return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


def soak(calls: int) -> dict[str, float]:
    """Runs the calls, and gives what the process was like when every kind of code had run often, and at the end."""
    settled = max(calls // 10, min(1000, calls // 2))
    executor = None
    failed = 0
    early = early_threads = 0
    started = time.monotonic()
    for number in range(calls):
        if number % 100 == 0:
            executor = fastexec.LocalPythonExecutor(["json"])
            executor.send_tools({"tool": tool})
            executor("kept = 'as it was'")
        good = number % 3 != 0
        code = GOOD[number % len(GOOD)] if good else BAD[(number // 3) % len(BAD)]
        limits = LIMITS if good or number % 60 else SHORT
        try:
            executor(code, limits=limits)
            assert good or "__del__" in code, code
        except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError):
            assert not good, code
            failed += 1
        assert executor.state["kept"] == "as it was"
        if number == settled:
            gc.collect()
            early, early_threads = resident(), threading.active_count()
    gc.collect()
    return {
        "calls": calls,
        "failed": failed,
        "seconds": round(time.monotonic() - started, 1),
        "early": early,
        "growth": resident() - early,
        "threads": threading.active_count() - early_threads,
    }


if __name__ == "__main__":
    found = soak(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
    print(found)
    sys.exit(found["growth"] > 32 << 20)
