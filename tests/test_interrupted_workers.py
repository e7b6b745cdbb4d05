"""Ctrl-C at any moment around a worker: nothing is lost that was kept, nothing is left, and no later call hears of it."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from fastexec import InterpreterError, Limits, LocalPythonExecutor
from fastexec.isolation import crossing, server
from fastexec.isolation.conversation import cancelled, cancelling
from fastexec.isolation.session import WorkerSession

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


def made() -> LocalPythonExecutor:
    executor = LocalPythonExecutor([], isolation="process")
    executor.send_tools({})
    return executor


def interrupted_once(function: Callable[..., Any], when: Callable[..., bool] = lambda *_args: True) -> Callable[..., Any]:
    done = []

    def once(*args: Any, **kwargs: Any) -> Any:
        if not done and when(*args):
            done.append(1)
            raise KeyboardInterrupt
        return function(*args, **kwargs)

    return once


def left() -> tuple[int, list[str]]:
    """Descriptors here, and workers there."""
    gc.collect()
    held = server.server()
    until = time.monotonic() + 5
    while True:
        with open(f"/proc/{held._process.pid}/task/{held._process.pid}/children") as children:
            found = children.read().split()
        if len(found) <= 1 or time.monotonic() > until:  # (one may wait for whoever asks next)
            return len(os.listdir("/proc/self/fd")), found[1:]
        time.sleep(0.01)


def test_while_a_worker_is_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the signal reached another thread, which ends no wait of this one: what comes is not lost."""
    server.stop()
    made()("1")
    before = left()
    monkeypatch.setattr(server.Server, "_await_answer", interrupted_once(server.Server._await_answer))
    executor = made()
    executor.state["kept"] = 7
    with pytest.raises(KeyboardInterrupt):
        executor("1")
    assert executor("kept").output == 7
    del executor
    assert left() == before


# (In a finaliser an interrupt comes to nothing, which the interpreter says.)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_by_a_signal_at_any_moment() -> None:
    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    server.stop()
    made()("1")
    before = left()
    outer = signal.signal(signal.SIGALRM, interrupt)
    try:
        for microseconds in range(200, 6200, 200):
            executor = made()
            executor.state["kept"] = 7
            try:
                signal.setitimer(signal.ITIMER_REAL, microseconds / 1e6)
                executor("1")
                time.sleep(0.1)
            except KeyboardInterrupt:
                pass
            with contextlib.suppress(InterpreterError):  # (its worker may be gone, which is said once)
                assert executor("kept").output == 7
            assert executor("1 + 1").output == 2
            del executor
    finally:
        signal.signal(signal.SIGALRM, outer)
    # (Between two instructions something may be lost, which no Python can help.)
    assert len(left()[1]) <= len(before[1]) + 2


def test_before_a_question_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = made()
    executor("kept = 1")
    is_run = lambda _self, value: isinstance(value, list) and value[:1] == ["run"]  # noqa: E731
    monkeypatch.setattr(crossing.Crossing, "pack", interrupted_once(crossing.Crossing.pack, is_run))
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        executor("kept = 2")
    assert time.monotonic() - began < 0.5, "nobody waits for an answer that will not come"
    assert executor("kept").output == 1


def test_when_the_answer_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = made()
    executor("kept = 1")
    monkeypatch.setattr(crossing.Crossing, "unpack", interrupted_once(crossing.Crossing.unpack))
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        executor("kept = 2")
    assert time.monotonic() - began < 0.5
    assert executor("kept").output == 2


def test_while_a_new_worker_gets_its_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = made()
    executor.state["kept"] = 7
    monkeypatch.setattr(WorkerSession, "set", interrupted_once(WorkerSession.set))
    with pytest.raises(KeyboardInterrupt):
        executor("1")
    assert executor("kept").output == 7
    executor.snapshot()
    os.kill(executor._session._live.process.pid, signal.SIGKILL)
    with pytest.raises(InterpreterError, match="Restored from the last snapshot: kept"):
        executor("1")
    monkeypatch.setattr(WorkerSession, "_ask", interrupted_once(WorkerSession._ask, lambda _self, method, *_args: method == "restore"))
    with pytest.raises(KeyboardInterrupt):
        executor("1")
    assert executor("kept").output == 7


def test_a_late_sign_ends_no_later_run() -> None:
    executor = made()
    executor("1")
    live = executor._session._live
    sign = cancelling(live.runs)
    for _ in range(20):
        live.signal(sign)
        assert executor("sum(range(1000))").output == 499500
    with pytest.raises(InterpreterError, match="cancelled by the host"):
        live.signal(cancelling(live.runs + 1))
        executor("while True: pass", limits=Limits(while_iterations=None, operations=None))
    assert executor("1").output == 1


def test_signs() -> None:
    for run in (0, 1, 127, 128, 129, 1000):
        (sign,) = cancelling(run)
        assert sign >= 128
        assert [cancelled(sign, run + ahead) for ahead in (-1, 0, 1)] == [1, 0, -1]
