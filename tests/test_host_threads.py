"""Threads of a tool use objects of the code while the tool waits for them: in a worker as in this process."""

from __future__ import annotations

import concurrent.futures
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, LocalPythonExecutor

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


def at_once(function: Callable[[int], Any], count: int = 4) -> list[Any]:
    """What it gives, or raises, on so many threads."""

    def attempt(number: int) -> Any:
        try:
            return function(number)
        except Exception as error:  # noqa: BLE001
            return type(error).__name__, str(error)

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(attempt, range(count)))


class Feed:
    """An object of the host that calls on threads of its own."""

    def each(self, function: Callable[[int], Any]) -> list[Any]:
        return at_once(function, 3)


def later(function: Callable[[int], Any]) -> None:
    """It goes on when the tool has returned."""
    LATER.append(threading.Thread(target=lambda: (time.sleep(0.05), DONE.append(function(1)))))
    LATER[-1].start()


LATER: list[threading.Thread] = []
DONE: list[Any] = []


def slow(number: int) -> int:
    time.sleep(0.002 * (number % 3))
    return number + 1


def both_ways(function: Callable[[int], Any]) -> list[Any]:
    """On this thread and on others."""
    others = threading.Thread(target=lambda: found.extend(at_once(function, 2)))
    found: list[Any] = []
    others.start()
    here = [function(10 + number) for number in range(3)]
    others.join()
    return [here, sorted(found)]


TOOLS: dict[str, Callable[..., Any]] = {"at_once": at_once, "slow": slow, "both_ways": both_ways, "get": lambda obj, name: at_once(lambda _: getattr(obj, name), 2)}
PROGRAMS = [
    "at_once(lambda n: n * 10)", "seen = []\nat_once(lambda n: seen.append(n))\nsorted(seen)", "at_once(lambda n: 1 / (n - 1))", "at_once(slow)",
    "at_once(lambda n: slow(n) * 2, 6)", "at_once(lambda n: at_once(lambda m: 10 * n + m, 2), 2)", "at_once(lambda n: at_once(lambda m: slow(n + m), 2), 2)",
    "both_ways(lambda n: n + 1)", "both_ways(lambda n: slow(n))", "feed.each(lambda n: [n])", "feed.each(lambda n: feed.each(slow)[0])",
    "total = 0\ndef add(n):\n    global total\n    total += n\n    return slow(n)\nat_once(add, 5)\ntotal", "class Own:\n    kind = 'k'\nget(Own(), 'kind')",
    "def steps():\n    for n in range(5): yield n\nheld = steps()\nsorted(at_once(lambda n: next(held)))", "at_once(lambda n: print('p') or n)",
    "[at_once(lambda n: slow(n), 2) for _ in range(20)][-1]", "import asyncio\nasync def main():\n    return at_once(lambda n: slow(n), 2)\nasyncio.run(main())",
]  # fmt: skip


@pytest.mark.parametrize("code", PROGRAMS)
def test_threads_of_tools_use_objects_of_the_code(code: str) -> None:
    seen = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor(["asyncio"], isolation=isolation, timeout_seconds=20)
        executor.send_tools(dict(TOOLS))
        executor.send_variables({"feed": Feed()})
        given = executor(code)
        seen.append((given.output, given.logs))
        assert executor("slow(1)").output == 2
    assert seen[0] == seen[1]


def test_a_thread_that_goes_on_after_its_tool() -> None:
    executor = LocalPythonExecutor([], isolation="process", timeout_seconds=20)
    executor.send_tools({"later": later, "slow": slow})
    DONE.clear()
    for number in range(3):
        executor(f"seen = []\nlater(lambda n: seen.append(n) or {number})\n[slow(n) for n in range(30)]")
    for thread in LATER:
        thread.join()
    assert sorted(DONE) == [0, 1, 2] and executor("slow(2)").output == 3


def test_code_of_a_thread_that_never_ends_is_ended_in_time() -> None:
    executor = LocalPythonExecutor([], isolation="process", timeout_seconds=1)
    executor.send_tools({"at_once": at_once, "slow": slow})
    began = time.monotonic()
    with pytest.raises((ExecutionTimeoutError, InterpreterError)):
        executor("def f(n):\n    while n == 1: slow(0)\n    return n\nat_once(f)")
    assert time.monotonic() - began < 8
    assert executor("slow(1)").output == 2


def test_an_interrupt_ends_what_threads_run() -> None:
    executor = LocalPythonExecutor([], isolation="process", timeout_seconds=30)

    told: list[str] = []

    def calls(function: Callable[[int], Any]) -> None:
        try:
            function(1)
        except BaseException as error:  # noqa: BLE001
            told.append(type(error).__name__)

    def interrupted(function: Callable[[int], Any]) -> None:
        threading.Thread(target=calls, args=(function,)).start()
        time.sleep(0.2)
        raise KeyboardInterrupt

    executor.send_tools({"interrupted": interrupted, "slow": slow})
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        executor("def f(n):\n    for i in range(100000): slow(1)\ninterrupted(f)")
    assert time.monotonic() - began < 10 and told == ["RunEnded"]
    assert executor("slow(1)").output == 2
