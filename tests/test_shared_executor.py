"""One executor, several threads: calls queue, and none waits for itself."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import fastexec
import pytest

CALLS = 50
PLACES = [None, pytest.param("process", marks=pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's"))]


def _any_walls(isolation: Any) -> dict[str, Any]:
    """Of a worker, the walls that there are."""
    return {"require": "best"} if isolation else {}


def at_once(works: list[Callable[[], Any]]) -> list[Any]:
    """What each work gave or raised, all on threads of their own."""
    found: list[Any] = [None] * len(works)

    def one(index: int) -> None:
        try:
            found[index] = works[index]()
        except Exception as error:  # noqa: BLE001 - it is compared
            found[index] = error

    threads = [threading.Thread(target=one, args=(index,)) for index in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    return found


@pytest.mark.parametrize("isolation", PLACES)
def test_calls_of_threads_queue(isolation: Any) -> None:
    executor = fastexec.LocalPythonExecutor([], isolation=isolation, **_any_walls(isolation))
    executor.send_tools({"rest": lambda: time.sleep(0.001)})
    executor("total = 0")

    def work(name: str) -> list[Any]:
        code = f"{name} = 0\nfor i in range(200):\n    {name} += i\nrest()\ntotal += 1\nprint('{name}')\n{name}"
        return [(given.output, given.logs) for given in (executor(code) for _ in range(CALLS))]

    found = at_once([lambda: work("a"), lambda: work("b")])
    assert found == [[(19900, "a\n")] * CALLS, [(19900, "b\n")] * CALLS]
    assert executor("total").output == 2 * CALLS


@pytest.mark.parametrize("isolation", PLACES)
def test_those_who_wait_are_not_ended_by_the_time_of_others(isolation: Any) -> None:
    executor = fastexec.LocalPythonExecutor([], isolation=isolation, **_any_walls(isolation), timeout_seconds=2)
    executor.send_tools({"rest": lambda: time.sleep(0.8)})
    assert [given.output for given in at_once([lambda: executor("rest()\n1")] * 4)] == [1] * 4


def test_a_tool_may_call_its_executor_on_its_own_thread() -> None:
    executor = fastexec.LocalPythonExecutor([])
    executor.send_tools({"again": lambda: executor("x + 1").output})
    assert executor("x = 1\nagain()").output == 2


def test_a_tool_that_waits_for_a_thread_which_waits_for_it_is_refused() -> None:
    executor = fastexec.LocalPythonExecutor([])
    executor.send_tools({"elsewhere": lambda: str(at_once([lambda: executor("1")])[0])})
    began = time.monotonic()
    assert "running code in another thread" in executor("elsewhere()").output
    assert time.monotonic() - began < 5
    assert executor("2").output == 2
