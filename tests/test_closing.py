"""Executors that are closed, by hand or by `with`: nothing of them is left, and what is asked of them afterwards says so."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from fastexec import InterpreterError, LocalPythonExecutor, Pool

RINGS: dict[str, dict[str, Any]] = {"here": {}, "worker": {"isolation": "process"}}
CLOSED = "the executor was closed, and its variables are gone: make another one"


FORKED = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")


@pytest.fixture(params=["here", pytest.param("worker", marks=FORKED)])
def ring(request: pytest.FixtureRequest) -> dict[str, Any]:
    return RINGS[request.param]


def test_with_closes(ring: dict[str, Any]) -> None:
    with LocalPythonExecutor([], **ring) as executor:
        assert executor("x = 1\nx + 1").output == 2
    assert repr(executor) == "LocalPythonExecutor(closed)"
    with pytest.raises(ZeroDivisionError), LocalPythonExecutor([], **ring):
        raise ZeroDivisionError


ASKED: dict[str, Callable[[LocalPythonExecutor], object]] = {
    "call": lambda executor: executor("1"),
    "arun": lambda executor: asyncio.run(executor.arun("1")),
    "profile": lambda executor: executor.profile("1"),
    "check": lambda executor: executor.check("1"),
    "state": lambda executor: executor.state,
    "custom_tools": lambda executor: executor.custom_tools,
    "send_variables": lambda executor: executor.send_variables({"x": 1}),
    "snapshot": lambda executor: executor.snapshot(),
    "with": lambda executor: executor.__enter__(),
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_afterwards(ring: dict[str, Any], asked: str) -> None:
    executor = LocalPythonExecutor([], **ring)
    executor("1 + 1")
    executor.close()
    with pytest.raises(RuntimeError, match=CLOSED):
        ASKED[asked](executor)


def test_what_is_known_is_known_afterwards(ring: dict[str, Any]) -> None:
    with LocalPythonExecutor([], **ring) as executor:
        executor("try:\n    import os\nexcept ImportError:\n    pass")
    assert executor.last_run is not None and executor.last_run.operations > 0
    assert len(executor.refusals) == 1
    executor.close()
    executor.cleanup()
    executor.cancel()
    executor.send_tools({})


def test_variables_that_the_host_kept() -> None:
    with LocalPythonExecutor([], isolation="process") as executor:
        executor("x = 1\ndef f():\n    return x")
        state, f = executor.state, executor.custom_tools["f"]
    for asked in (lambda: state["x"], lambda: list(state), lambda: state.update(y=1)):
        with pytest.raises(RuntimeError, match=CLOSED):
            asked()
    with pytest.raises(ReferenceError, match="this object was lost with its worker"):
        f()
    with LocalPythonExecutor([]) as executor:
        executor("x = 1\ndef f():\n    return x")
        state, f = executor.state, executor.custom_tools["f"]
    assert state["x"] == f() == 1


def test_a_call_under_way_ends(ring: dict[str, Any]) -> None:
    executor = LocalPythonExecutor(["time"], **ring)
    threading.Timer(0.3, executor.close).start()
    with pytest.raises(InterpreterError, match="Code execution was cancelled by the host"):
        executor("import time\ntime.sleep(20)")


def test_a_tool_closes_its_executor(ring: dict[str, Any]) -> None:
    executor = LocalPythonExecutor([], **ring)
    executor.send_tools({"stop": executor.close})
    with pytest.raises(InterpreterError, match="cancelled by the host|The worker was ended by `close`, in the middle of a call."):
        executor("stop()")


def test_close_does_not_wait_for_tools(ring: dict[str, Any]) -> None:
    executor, entered, going_on = LocalPythonExecutor([], **ring), threading.Event(), threading.Event()

    def slow() -> None:
        entered.set()
        going_on.wait(20)

    executor.send_tools({"slow": slow})
    errors: list[BaseException] = []

    def call() -> None:
        try:
            executor("slow()")
        except InterpreterError as error:
            errors.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    assert entered.wait(20)
    executor.close()
    assert thread.is_alive()
    going_on.set()
    thread.join(20)
    assert len(errors) == 1


def test_calls_that_wait_for_their_turn(ring: dict[str, Any]) -> None:
    """None of their code runs."""
    executor, entered, going_on = LocalPythonExecutor([], **ring), threading.Event(), threading.Event()

    def slow() -> None:
        entered.set()
        going_on.wait(20)

    ran: list[int] = []
    executor.send_tools({"slow": slow, "note": ran.append})
    errors: list[str] = []

    def call(code: str) -> None:
        try:
            executor(code)
        except (InterpreterError, RuntimeError) as error:
            errors.append(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=call, args=(code,)) for code in ("slow()", "note(1)", "note(2)")]
    threads[0].start()
    assert entered.wait(20)
    for thread in threads[1:]:
        thread.start()
    time.sleep(0.3)
    executor.close()
    going_on.set()
    for thread in threads:
        thread.join(20)
    assert ran == [] and errors.count(f"RuntimeError: {CLOSED}") == 2 and len(errors) == 3


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc")
def test_nothing_is_left() -> None:
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    with LocalPythonExecutor([], isolation="process") as executor:
        executor("1")  # the fork server stays
    before = descriptors(), threading.active_count()
    for _ in range(5):
        with LocalPythonExecutor([], isolation="process") as executor:
            executor("1")
            live: Any = executor._session._live
        assert not os.path.exists(f"/proc/{live.process.pid}") or is_over(live.process.pid)
    assert (descriptors(), threading.active_count()) == before


def is_over(number: int) -> bool:
    """Whether the process ends soon."""
    for _ in range(200):
        if not os.path.exists(f"/proc/{number}"):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_closes_nothing_of_its_parent() -> None:
    with LocalPythonExecutor([], isolation="process") as executor:
        executor("x = 1")
        child = os.fork()
        if not child:
            executor.cancel()
            executor.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        assert executor("x").output == 1


def test_a_session_of_a_pool_is_closed() -> None:
    with Pool(1) as pool:
        with pool.session() as executor:
            assert executor("1 + 1").output == 2
        with pytest.raises(RuntimeError, match=CLOSED):
            executor("1")
