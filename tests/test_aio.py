"""Calls from an event loop: code on a worker thread, async tools on the loop."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import fastexec
import meetings
import pytest
from fastexec.aio import Calls
from fastexec.aio import arun as run

Case = Callable[[], Coroutine[Any, Any, None]]
ENDLESS = fastexec.Limits(operations=None, while_iterations=None)


def on_a_loop(case: Case) -> Callable[[Any], None]:
    """Runs an async test."""

    def test(self: Any) -> None:
        asyncio.run(asyncio.wait_for(case(self), 30))

    test.__name__ = case.__name__
    return test


async def double(x: int) -> int:
    await asyncio.sleep(0.05)
    return x * 2


class Stuck:
    """A tool that does not come back, and says when it is cancelled."""

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self.cancelled = False

    async def __call__(self) -> None:
        self.started.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            self.cancelled = True
            raise


class TestTools:
    @on_a_loop
    async def test_blocking(self):
        executor = fastexec.LocalPythonExecutor([])
        async with Calls() as calls:
            executor.send_tools(calls.tools({"double": double, "plain": len}))
            assert (await calls.run(executor, "double(2) + plain('abc')")).output == 7

    @on_a_loop
    async def test_awaited_ones_run_together(self):
        executor = fastexec.LocalPythonExecutor(["asyncio"])
        async with Calls() as calls:
            executor.send_tools({"meet": meetings.tool(asyncio.Event(), 20)})
            code = "import asyncio\nawait asyncio.gather(*[meet(i) for i in range(20)])"
            assert (await calls.run(executor, code)).output == [i * 2 for i in range(20)]

    @on_a_loop
    async def test_the_loop_goes_on_meanwhile(self):
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.ensure_future(tick())
        await run(fastexec.LocalPythonExecutor([]), "import time\ntime.sleep(0.3)")
        ticking.cancel()
        assert ticks > 5

    @on_a_loop
    async def test_errors_of_tools_are_the_codes(self):
        async def fails(kind: str) -> None:
            raise {"key": KeyError, "time": TimeoutError, "later": asyncio.TimeoutError}[kind]("why")

        executor = fastexec.LocalPythonExecutor([])
        async with Calls() as calls:
            executor.send_tools({"fails": calls.blocking(fails), "afails": fails})
            code = "try:\n    {}\nexcept KeyError as e:\n    r = str(e)\nr"
            assert (await calls.run(executor, code.format("fails('key')"))).output == "'why'"
            assert (await calls.run(executor, code.format("await afails('key')"))).output == "'why'"
            with pytest.raises(fastexec.InterpreterError, match="TimeoutError: why"):
                await calls.run(executor, "fails('time')")
            with pytest.raises(fastexec.InterpreterError, match="TimeoutError: why"):
                await calls.run(executor, "fails('later')")

    @on_a_loop
    async def test_context_variables_of_the_task(self):
        variable = contextvars.ContextVar("variable")
        variable.set("the task's")

        async def look() -> str:
            return variable.get()

        executor = fastexec.LocalPythonExecutor([])
        async with Calls() as calls:
            executor.send_tools({"look": calls.blocking(look), "plain": variable.get})
            assert (await calls.run(executor, "look(), plain()")).output == ("the task's",) * 2

    @on_a_loop
    async def test_on_the_loops_own_thread_it_is_an_error(self):
        executor = fastexec.LocalPythonExecutor([])
        async with Calls() as calls:
            executor.send_tools({"double": calls.blocking(double)})
            with pytest.raises(fastexec.InterpreterError, match="which its async tools need: use `await executor.arun"):
                executor("double(1)")

    @on_a_loop
    async def test_after_the_calls_it_is_an_error(self):
        executor = fastexec.LocalPythonExecutor([])
        async with Calls() as calls:
            executor.send_tools({"double": calls.blocking(double)})
        with pytest.raises(fastexec.InterpreterError, match="RuntimeError: the call that this tool belongs to is over"):
            await run(executor, "double(1)")


CODES = ["stuck()", "await astuck()", "while True: pass", "try:\n    stuck()\nfinally:\n    x = 1", "import time\ntime.sleep(60)"]


class TestEnd:
    @pytest.mark.parametrize("code", CODES)
    def test_cancelling_the_task_ends_the_run(self, code):
        async def case() -> None:
            executor, stuck = fastexec.LocalPythonExecutor([], limits=ENDLESS), Stuck()
            async with Calls() as calls:
                executor.send_tools({"stuck": calls.blocking(stuck), "astuck": stuck})
                task = asyncio.ensure_future(calls.run(executor, code))
                await asyncio.sleep(0.1)
                started = time.perf_counter()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert time.perf_counter() - started < 2
            assert stuck.cancelled == ("stuck" in code)
            assert executor("1 + 1").output == 2

        asyncio.run(case())

    @pytest.mark.parametrize("code", CODES[:2])
    def test_the_time_limit_ends_tools(self, code):
        async def case() -> None:
            executor, stuck = fastexec.LocalPythonExecutor([], timeout_seconds=0.2), Stuck()
            async with Calls() as calls:
                executor.send_tools({"stuck": calls.blocking(stuck), "astuck": stuck})
                started = time.perf_counter()
                with pytest.raises(fastexec.ExecutionTimeoutError):
                    await calls.run(executor, code)
                assert time.perf_counter() - started < 2
            assert stuck.cancelled

        asyncio.run(case())

    @on_a_loop
    async def test_cancelling_one_that_waits_leaves_the_other(self):
        executor = fastexec.LocalPythonExecutor([])
        first = asyncio.ensure_future(run(executor, "import time\ntime.sleep(0.5)\n7"))
        await asyncio.sleep(0.1)
        second = asyncio.ensure_future(run(executor, "x = 8"))
        await asyncio.sleep(0.1)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        assert not first.done()
        assert (await first).output == 7
        assert "x" not in executor.state

    @on_a_loop
    async def test_wait_for(self):
        executor = fastexec.LocalPythonExecutor([], limits=ENDLESS)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(run(executor, "while True: pass"), 0.1)
        assert executor("1").output == 1

    @on_a_loop
    async def test_threads_are_not_left(self):
        before = threading.active_count()
        executor = fastexec.LocalPythonExecutor([], limits=ENDLESS)
        tasks = [asyncio.ensure_future(run(executor, "while True: pass")) for _ in range(4)]
        await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        # The loop's own pool keeps its threads.
        assert threading.active_count() <= before + 4
