"""Handlers of signals that use an executor in the middle of its own wait for its worker: told at once, where they would wait for ever."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastexec import InterpreterError, IsolationError, LocalPythonExecutor
from fastexec.isolation import server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


def made() -> LocalPythonExecutor:
    executor = LocalPythonExecutor(["time"], isolation="process")
    executor.send_tools({})
    return executor


@contextlib.contextmanager
def signalled(handler: Callable[[], Any], after: float) -> Iterator[list[Any]]:
    """What the handler gives, or the text of what it raises, once the signal comes."""
    seen: list[Any] = []

    def handle(_number: int, _frame: Any) -> None:
        try:
            seen.append(handler())
        except (InterpreterError, IsolationError) as error:
            seen.append(str(error))

    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, after)
    try:
        yield seen
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_same_executor() -> None:
    executor = made()
    executor("x = 1")
    with signalled(lambda: executor("x = 2").output, 0.1) as seen:
        assert executor("import time\ntime.sleep(0.4)\nx").output == 1
    assert len(seen) == 1 and "waits for its worker on this very thread" in seen[0]
    assert executor("x + 1").output == 2


def test_another_executor_goes_on() -> None:
    executor, other = made(), made()
    other("y = 1")
    with signalled(lambda: other("y + 1").output, 0.1) as seen:
        assert executor("import time\ntime.sleep(0.4)\n3").output == 3
    assert seen == [2]


def test_a_tool_may_use_its_executor() -> None:
    executor = made()
    executor.send_tools({"again": lambda: executor("1 + 1").output})
    with signalled(lambda: None, 5):
        assert executor("again()").output == 2


def test_while_a_worker_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that waits for a worker gets it; the handler is told that none can be had now."""
    awaited = server.Server._await_answer

    def slowly(*args: Any, **kwargs: Any) -> Any:
        time.sleep(0.3)
        return awaited(*args, **kwargs)

    server.stop()
    made()("1")
    server.stop()
    executor = made()
    monkeypatch.setattr(server.Server, "_await_answer", slowly)
    with signalled(lambda: made()("1"), 0.15) as seen:
        assert executor("4").output == 4
    assert len(seen) == 1 and "on this very thread already" in seen[0]
    monkeypatch.undo()
    assert made()("5").output == 5
