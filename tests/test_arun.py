"""`await executor.arun(code)`: what the code awaits of the host runs on the host's loop, and the loop goes on."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import fastexec
import meetings
import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, Limits, LocalPythonExecutor

ENDLESS = Limits(operations=None, while_iterations=None)
WAYS = pytest.mark.parametrize("isolation", [None, "process"])


def executor_of(isolation: Any = None, tools: dict[str, Any] | None = None, **options: Any) -> LocalPythonExecutor:
    executor = LocalPythonExecutor(["asyncio"], isolation=isolation, **options)
    executor.send_tools(tools or {})
    return executor


def on_loop(case: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Runs it on a loop of asyncio. A warning of a coroutine that nobody awaited is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        unraised: list[Any] = []
        before, sys.unraisablehook = sys.unraisablehook, unraised.append
        try:
            result = asyncio.run(asyncio.wait_for(case(), 60))
            gc.collect()
        finally:
            sys.unraisablehook = before
    assert unraised == []
    return result


@WAYS
class TestTools:
    def test_run_on_the_loop_of_the_host(self, isolation):
        async def case() -> None:
            loop, thread = asyncio.get_running_loop(), threading.get_ident()

            async def where() -> bool:
                await asyncio.sleep(0)
                return asyncio.get_running_loop() is loop and threading.get_ident() == thread

            executor = executor_of(isolation, {"where": where})
            assert (await executor.arun("await where()")).output is True
            assert (await executor.arun("import asyncio\nasync def main():\n    return await where()\nasyncio.run(main())")).output is True
            assert (await executor.arun("async def f():\n    return await where()\nawait f()")).output is True

        on_loop(case)

    def test_gather_runs_them_together(self, isolation):
        under_way = most = 0

        async def fetch(n: int) -> int:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0.1)
            under_way -= 1
            return n * 2

        async def case() -> None:
            executor = executor_of(isolation, {"fetch": fetch})
            code = "import asyncio\nawait asyncio.gather(*[fetch(n) for n in range(20)])"
            assert (await executor.arun(code)).output == [n * 2 for n in range(20)]
            code = "tasks = [asyncio.create_task(fetch(n)) for n in range(3)]\n[await task for task in tasks]"
            assert (await executor.arun(code)).output == [0, 2, 4]

        on_loop(case)
        assert most == 20

    def test_futures_of_the_loop(self, isolation):
        async def case() -> None:
            loop = asyncio.get_running_loop()
            executor = executor_of(isolation, {"later": lambda: loop.create_task(asyncio.sleep(0.05, "later"))})
            executor.state["future"] = future = loop.create_future()
            loop.call_later(0.05, future.set_result, "now")
            assert (await executor.arun("await future")).output == "now"
            assert (await executor.arun("await later()")).output == "later"

        on_loop(case)

    def test_a_run_that_ends_leaves_the_hosts_own_future(self, isolation):
        async def case() -> None:
            executor = executor_of(isolation, timeout_seconds=0.3)
            executor.state["future"] = future = asyncio.get_running_loop().create_future()
            with pytest.raises(ExecutionTimeoutError):
                await executor.arun("await future")
            assert not future.cancelled()
            future.set_result(1)

        on_loop(case)

    def test_errors_are_the_codes(self, isolation):
        async def fails(kind: str) -> None:
            await asyncio.sleep(0)
            raise {"key": KeyError, "time": asyncio.TimeoutError}[kind]("why")

        async def case() -> None:
            executor = executor_of(isolation, {"fails": fails})
            code = "try:\n    await fails('key')\nexcept KeyError as error:\n    found = str(error)\nfound"
            assert (await executor.arun(code)).output == "'why'"
            with pytest.raises(InterpreterError, match="TimeoutError: why"):
                await executor.arun("await fails('time')")

        on_loop(case)

    def test_code_cancels_them(self, isolation):
        cancelled: list[int] = []

        async def slow(n: int) -> None:
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                cancelled.append(n)
                raise

        async def case() -> None:
            executor = executor_of(isolation, {"slow": slow})
            code = "import asyncio\ntry:\n    await asyncio.wait_for(slow(1), 0.2)\nexcept asyncio.TimeoutError:\n    found = 'late'\nfound"
            assert (await executor.arun(code)).output == "late"
            code = "task = asyncio.create_task(slow(2))\nawait asyncio.sleep(0.1)\ntask.cancel()\nawait asyncio.sleep(0.1)\ntask.cancelled()"
            assert (await executor.arun(code)).output is True

        on_loop(case)
        assert cancelled == [1, 2]

    def test_one_that_is_not_awaited_warns_nobody(self, isolation):
        async def fetch() -> int:
            return 1

        async def case() -> None:
            executor = executor_of(isolation, {"fetch": fetch})
            assert (await executor.arun("fetch()\n2")).output == 2
            with pytest.raises(InterpreterError, match="write `await` before the call|`await` gives its result|never awaited|coroutine"):
                await executor.arun("fetch() + 1")

        on_loop(case)

    def test_awaited_twice(self, isolation):
        async def fetch() -> int:
            return 1

        async def case() -> None:
            executor = executor_of(isolation, {"fetch": fetch})
            with pytest.raises(InterpreterError, match="cannot reuse already awaited coroutine"):
                await executor.arun("found = fetch()\nawait found\nawait found")

        on_loop(case)


class TestObjects:
    @pytest.mark.parametrize(
        ("code", "found"),
        [
            ("await asyncio.wait_for(soon, 5)", 5),
            ("await asyncio.wait_for(fut=soon, timeout=5)", 5),
            ("await asyncio.gather(soon, asyncio.sleep(0, 'a'))", [5, "a"]),
            ("await asyncio.shield(soon)", 5),
            ("done, pending = await asyncio.wait([soon])\n[task.result() for task in done]", [5]),
            ("await next(iter(asyncio.as_completed([soon])))", 5),
            ("async def main():\n    return await asyncio.ensure_future(soon)\nawait main()", 5),
            ("try:\n    await asyncio.wait_for(never, 0.05)\nexcept asyncio.TimeoutError:\n    late = True\nlate", True),
        ],
    )
    def test_futures_of_the_host_in_functions_of_asyncio(self, code, found):
        async def case() -> None:
            loop = asyncio.get_running_loop()
            soon, never = loop.create_future(), loop.create_future()
            loop.call_later(0.05, soon.set_result, 5)
            executor = executor_of()
            executor.send_variables({"soon": soon, "never": never})
            result = await executor.arun(f"import asyncio\n{code}")
            assert result.output == found
            assert not never.cancelled()  # it is the host's

        on_loop(case)

    def test_async_generators_and_managers(self):
        async def case() -> None:
            loop = asyncio.get_running_loop()
            seen: list[bool] = []

            async def stream(n: int) -> AsyncIterator[int]:
                for i in range(n):
                    await asyncio.sleep(0)
                    seen.append(asyncio.get_running_loop() is loop)
                    yield i

            @contextlib.asynccontextmanager
            async def session() -> AsyncIterator[str]:
                seen.append(asyncio.get_running_loop() is loop)
                yield "open"
                seen.append(asyncio.get_running_loop() is loop)

            executor = executor_of(None, {"stream": stream, "session": session})
            assert (await executor.arun("[n async for n in stream(3)]")).output == [0, 1, 2]
            assert (await executor.arun("async with session() as s:\n    found = s\nfound")).output == "open"
            assert seen == [True] * 5

        on_loop(case)

    def test_plain_tools_of_a_run_see_no_loop(self):
        async def case() -> None:
            def loop_here() -> bool:
                return asyncio._get_running_loop() is not None

            assert (await executor_of(None, {"loop_here": loop_here}).arun("loop_here()")).output is False

        on_loop(case)

    def test_code_sees_nothing_of_the_host_in_them(self):
        async def fetch() -> int:
            return 1

        async def case() -> None:
            executor = executor_of(None, {"fetch": fetch})
            names = "[name for name in dir(fetch()) if not name.startswith('__')]"
            assert (await executor.arun(names)).output in (["_run", "close", "send", "throw"], ["close", "send", "throw"])
            for name in ("cr_frame", "__class__.__init__.__globals__", "send.__closure__", "send.__globals__", "_run.__closure__"):
                with pytest.raises(InterpreterError):
                    await executor.arun(f"fetch().{name}")

        on_loop(case)

    def test_an_output_that_was_not_awaited_is_the_hosts_own(self):
        async def fetch() -> int:
            return 7

        async def case() -> None:
            assert await (await executor_of(None, {"fetch": fetch}).arun("fetch()")).output == 7

        on_loop(case)

    def test_context_variables_of_the_task(self):
        variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable")

        async def look() -> str:
            return variable.get()

        async def case() -> None:
            variable.set("the task's")
            executor = executor_of(None, {"look": look, "plain": variable.get})
            assert (await executor.arun("(await look(), plain())")).output == ("the task's", "the task's")

        on_loop(case)


ENDS = ["await stuck()", "import asyncio\nawait asyncio.gather(stuck(), stuck())", "while True: pass", "import time\ntime.sleep(60)"]

WAITS = {
    "a tool": ("x = 1\nawait slow(1)", [(None, 2)]),
    "tools": ("import asyncio\nawait asyncio.gather(slow(1), slow(2))", [(None, 2)]),
    "a tool in a function": ("async def f():\n    return await slow(1)\nawait f()", [(None, 3), ("f", 2)]),
    "a loop of the code": ("import asyncio\nasync def f():\n    return await slow(1)\nasyncio.run(f())", [(None, 4), ("f", 3)]),
    "beside others": ("import asyncio, time\nasync def f():\n    time.sleep(10)\nawait asyncio.gather(f(), slow(1))", [(None, 4), ("f", 3)]),
    "sleep": ("import asyncio\nasync def f():\n    await asyncio.sleep(10)\nawait f()", [(None, 4), ("f", 3)]),
}
"""Code that waits when its time is over, and functions and lines of its frames."""


@WAYS
class TestEnds:
    @pytest.mark.parametrize("code", ENDS)
    def test_cancelling_the_task_cancels_the_run(self, isolation, code):
        cancelled: list[bool] = []

        async def stuck() -> None:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

        async def case() -> None:
            executor = executor_of(isolation, {"stuck": stuck}, limits=ENDLESS)
            executor("1")  # the worker has started
            task = asyncio.ensure_future(executor.arun(code))
            await asyncio.sleep(0.3)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(task, 10)
            assert len(cancelled) == code.count("stuck")
            assert (await executor.arun("1 + 1")).output == 2

        on_loop(case)

    @pytest.mark.parametrize("code", ENDS)
    def test_deadlines_hold(self, isolation, code):
        async def stuck() -> None:
            await asyncio.sleep(60)

        async def case() -> None:
            executor = executor_of(isolation, {"stuck": stuck}, limits=ENDLESS, timeout_seconds=0.3)
            with pytest.raises(ExecutionTimeoutError):
                await asyncio.wait_for(executor.arun(code), 20)
            assert (await executor.arun("1 + 1")).output == 2

        on_loop(case)

    @pytest.mark.parametrize(("code", "lines"), WAITS.values(), ids=WAITS)
    def test_the_error_says_what_was_waited_for(self, isolation, code, lines):
        async def slow(n: int) -> int:
            await asyncio.sleep(10)
            return n

        async def case() -> None:
            executor = executor_of(isolation, {"slow": slow}, timeout_seconds=0.3)
            with pytest.raises(ExecutionTimeoutError) as caught:
                await executor.arun(code)
            error = caught.value
            assert [frame[:2] for frame in error.frames] == lines
            if "time" in code:
                hint = "the code was sleeping here"
            else:
                hint = "`slow` is a tool, and its call was under way" if "slow" in code else "the code was waiting here"
            assert error.line == lines[0][1] and error.hint.startswith(hint), str(error)
            assert (" took " in str(error)) == ("time" in code)

        on_loop(case)

    def test_limits_of_a_call(self, isolation):
        async def case() -> None:
            with pytest.raises(InterpreterError, match="operations"):
                await executor_of(isolation).arun("for i in range(1000): pass", limits=Limits(operations=50))

        on_loop(case)

    def test_other_tasks_go_on(self, isolation):
        async def case() -> int:
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0.01)
                    ticks += 1

            executor = executor_of(isolation, limits=ENDLESS, timeout_seconds=0.5)
            ticking = asyncio.ensure_future(tick())
            with pytest.raises(ExecutionTimeoutError):
                await executor.arun("while True: pass")
            ticking.cancel()
            return ticks

        assert on_loop(case) > 5

    def test_many_at_a_time_whose_tools_want_threads(self, isolation):
        async def fetch(n: int) -> int:
            return await asyncio.to_thread(lambda: n)

        async def case() -> None:
            executors = [executor_of(isolation, {"fetch": fetch}) for _ in range(4 if isolation else 40)]
            outputs = await asyncio.gather(*(executor.arun(f"await fetch({n})") for n, executor in enumerate(executors)))
            assert [output.output for output in outputs] == list(range(len(executors)))

        on_loop(case)

    def test_a_loop_that_is_closed_meanwhile(self, isolation):
        executor = executor_of(isolation, limits=ENDLESS, timeout_seconds=None)
        executor("1")
        loop = asyncio.new_event_loop()
        task = loop.create_task(executor.arun("while True: pass"))
        loop.run_until_complete(asyncio.sleep(0.3))
        loop.close()
        end = time.monotonic() + 20
        while any(thread.name == "fastexec-run" for thread in threading.enumerate()) and time.monotonic() < end:
            time.sleep(0.02)
        assert time.monotonic() < end
        assert executor("1 + 1").output == 2
        assert executor.last_run is not None and executor.last_run.outcome == "ok"
        task._log_destroy_pending = False  # type: ignore[attr-defined]  # (this is what is tried here)


TIMED = {
    "await later(0.6)": True,
    "for _ in range(6):\n    await later(0.1)": True,
    "import asyncio\nawait asyncio.gather(later(0.6), later(0.3), asyncio.sleep(0.5))": True,
    "import asyncio\nawait asyncio.gather(later(0.1), asyncio.sleep(9))": False,
    "await later(0.1)\nwhile True: pass": False,
    "import asyncio\nasync def spin():\n    while True: await asyncio.sleep(0)\nawait asyncio.gather(later(9), spin())": False,
}
"""Code, and whether it comes to its end when the time of tools does not count."""


@pytest.mark.parametrize("code", TIMED)
def test_time_of_async_tools_that_does_not_count(code: str) -> None:
    async def later(seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def case() -> None:
        executor = executor_of(None, {"later": later}, timeout_seconds=0.3, count_tool_time=False, limits=ENDLESS)
        if TIMED[code]:
            await executor.arun(code)
        else:
            with pytest.raises(ExecutionTimeoutError):
                await executor.arun(code)
        executor.count_tool_time = True
        with pytest.raises(ExecutionTimeoutError):
            await executor.arun(code)

    on_loop(case)


def test_a_limit_between_the_call_and_its_await_warns_of_nothing() -> None:
    async def case() -> None:
        for i in range(60):
            executor = executor_of(None, timeout_seconds=0.01 + i * 1e-4, limits=ENDLESS)
            with pytest.raises(ExecutionTimeoutError):
                await executor.arun("import asyncio\nwhile True:\n    await asyncio.sleep(0)")

    on_loop(case)


class _Slow(asyncio.SelectorEventLoop):
    """A loop of the code on which the time is over when the task is made, and has not begun."""

    def create_task(self, *arguments: Any, **options: Any) -> Any:
        task = super().create_task(*arguments, **options)
        until = time.monotonic() + 2
        while time.monotonic() < until:
            str(list(range(10)))
        return task


@pytest.mark.parametrize("way", ["plain", "arun"])
def test_a_limit_before_the_first_step_leaves_nothing(way: str, caplog: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(asyncio.events, "new_event_loop", _Slow)
    monkeypatch.setattr(asyncio, "new_event_loop", _Slow)
    executor = executor_of(None, timeout_seconds=0.1, limits=ENDLESS)
    code = "import asyncio\nawait asyncio.sleep(60)"

    def run() -> None:
        with pytest.raises(ExecutionTimeoutError):
            if way == "plain":
                executor(code)
            else:
                with contextlib.closing(asyncio.SelectorEventLoop()) as loop:
                    loop.run_until_complete(executor.arun(code))

    for _ in range(3):
        run()
        gc.collect()
    assert asyncio._get_running_loop() is None
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []


def test_a_limit_while_loops_are_made_and_closed_leaves_nothing_open() -> None:
    code = """
import gc, sys, warnings
import fastexec
found = []
sys.unraisablehook = lambda told: found.append(repr(told.exc_value))
warnings.simplefilter("error")
ENDLESS = fastexec.Limits(operations=None, while_iterations=None)
for n in range(300):
    executor = fastexec.LocalPythonExecutor(["asyncio"], limits=ENDLESS, timeout_seconds=0.002 + n * 1e-5)
    try:
        executor("import asyncio\\nasync def main(): pass\\nwhile True: asyncio.run(main())")
    except fastexec.ExecutionTimeoutError:
        pass
gc.collect()
print(len(found) < 10, found[:1] if len(found) >= 10 else "")
"""
    done = subprocess.run([sys.executable, "-X", "dev", "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("True \n", "")


def test_limits_in_loops_of_awaits_are_logged_by_nobody(caplog: Any) -> None:
    async def tick() -> None:
        await asyncio.sleep(0)

    async def case() -> None:
        for i in range(60):
            executor = executor_of(None, {"tick": tick}, timeout_seconds=0.005 + i * 2e-4, limits=ENDLESS)
            with pytest.raises(ExecutionTimeoutError):
                await executor.arun("import asyncio\nwhile True:\n    await asyncio.gather(tick(), tick())")
        gc.collect()

    on_loop(case)
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []


@WAYS
def test_a_handler_of_a_signal_that_cancels_the_task_is_noticed(isolation: Any) -> None:
    """As a notebook's kernel does when its user interrupts a cell: nothing wakes the loop then."""

    async def case() -> None:
        task = asyncio.current_task()
        assert task is not None
        before = signal.signal(signal.SIGUSR1, lambda *_: task.cancel())
        executor = executor_of(isolation, limits=ENDLESS, timeout_seconds=40)
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        began = time.monotonic()
        try:
            await executor.arun("while True: pass")
        except asyncio.CancelledError:
            pass
        finally:
            signal.signal(signal.SIGUSR1, before)
        assert time.monotonic() - began < 10
        assert (await executor.arun("1 + 1")).output == 2

    asyncio.run(case())


class TestSynchronousCallOnALoop:
    @WAYS
    def test_asyncio_run_works(self, isolation):
        async def case() -> None:
            executor = executor_of(isolation)
            code = "import asyncio\nasync def main():\n    await asyncio.sleep(0)\n    return 3\nasyncio.run(main())"
            assert executor(code).output == 3
            assert executor("await main() + asyncio.new_event_loop().run_until_complete(asyncio.sleep(0, 4))" if False else "await main()").output == 3

        on_loop(case)

    def test_the_loop_is_hidden_from_code_and_there_for_tools(self):
        async def case() -> None:
            loop, task = asyncio.get_running_loop(), asyncio.current_task()

            def look() -> bool:
                return asyncio.get_running_loop() is loop and asyncio.current_task() is task

            executor = executor_of(None, {"look": look})
            assert executor("look()").output is True
            assert executor("import asyncio\nasync def f():\n    await asyncio.sleep(0)\n    return look()\nasyncio.run(f())").output is True
            assert look()
            with pytest.raises(InterpreterError, match="RuntimeError: no running event loop"):
                executor("asyncio.get_running_loop()")
            assert look()

        on_loop(case)

    @pytest.mark.parametrize("code", ["await later()", "import asyncio\nawait asyncio.gather(later(), later())"])
    def test_async_tools_run_on_the_loop_of_the_code(self, code):
        async def case() -> None:
            host = asyncio.get_running_loop()

            async def later() -> bool:
                await asyncio.sleep(0.01)
                return asyncio.get_running_loop() is not host

            output = executor_of(None, {"later": later})(code).output
            assert output is True or output == [True, True]
            assert asyncio.get_running_loop() is host

        on_loop(case)

    def test_code_that_an_async_tool_calls_does_not_see_the_loop_of_the_host(self):
        async def case() -> None:
            host, seen = asyncio.get_running_loop(), []

            async def calls(function: Any) -> None:
                await asyncio.sleep(0)
                function()

            executor = executor_of(None, {"calls": calls, "see": lambda loop: seen.append(loop is host)})
            executor("import asyncio\ndef f():\n    see(asyncio.get_running_loop())\nawait calls(f)")
            assert seen == [False]

        on_loop(case)

    def test_inside_of_a_loop_of_the_code_it_is_an_error_as_in_python(self):
        code = "import asyncio\nasync def inner(): pass\nasync def outer():\n    asyncio.run(inner())\nawait outer()"
        with pytest.raises(InterpreterError, match="cannot be called from a running event loop"):
            executor_of()(code)


class TestTrio:
    def run(self, case: Any) -> None:
        trio = pytest.importorskip("trio")

        async def bounded() -> None:
            with trio.fail_after(60):
                await case(trio)

        trio.run(bounded)

    @WAYS
    def test_tools_run_on_its_loop(self, isolation):
        async def case(trio: Any) -> None:
            executor = executor_of(isolation, {"meet": meetings.tool(trio.Event(), 20)})
            code = "import asyncio\nawait asyncio.gather(*[meet(n) for n in range(20)])"
            assert (await executor.arun(code)).output == [n * 2 for n in range(20)]
            with pytest.raises(InterpreterError, match="ZeroDivisionError"):
                await executor.arun("1 / 0")

        self.run(case)

    @pytest.mark.parametrize("code", ENDS)
    def test_cancelling(self, code):
        async def case(trio: Any) -> None:
            async def stuck() -> None:
                await trio.sleep(60)

            executor = executor_of(None, {"stuck": stuck}, limits=ENDLESS)
            with trio.move_on_after(0.2) as scope:
                await executor.arun(code)
            assert scope.cancelled_caught
            assert (await executor.arun("1 + 1")).output == 2

        self.run(case)

    def test_cancelling_at_any_moment(self, caplog):
        async def case(trio: Any) -> None:
            async def stuck() -> None:
                await trio.sleep(60)

            executor = executor_of(None, {"stuck": stuck}, limits=ENDLESS)
            for moment in range(60):
                with trio.move_on_after(moment / 4000):
                    await executor.arun(ENDS[moment % len(ENDS)])
            assert (await executor.arun("1 + 1")).output == 2

        self.run(case)
        # A coroutine that nobody awaits would tell so now.
        gc.collect()
        assert not caplog.records

    def test_deadline(self):
        async def case(trio: Any) -> None:
            async def stuck() -> None:
                await trio.sleep(60)

            with pytest.raises(ExecutionTimeoutError):
                await executor_of(None, {"stuck": stuck}, timeout_seconds=0.2).arun("await stuck()")

        self.run(case)


def test_a_program_that_ends_meanwhile_leaves_nothing() -> None:
    code = """
import asyncio, fastexec
executor = fastexec.LocalPythonExecutor([], timeout_seconds=None, limits=fastexec.Limits(operations=None, while_iterations=None))
async def main():
    asyncio.ensure_future(executor.arun("while True: pass"))
    await asyncio.sleep(0.2)
asyncio.run(main())
print("over", executor("1").output)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("over 1\n", "", 0)


class TestPool:
    def test_async_tools_run_on_the_loop(self):
        async def case() -> None:
            loop = asyncio.get_running_loop()

            async def fetch(n: int) -> int:
                await asyncio.sleep(0)
                assert asyncio.get_running_loop() is loop
                return n

            with fastexec.Pool(2) as pool:
                results = await asyncio.gather(*(pool.asubmit(f"await fetch({n})", tools={"fetch": fetch}) for n in range(4)))
                assert [(result.output, result.error) for result in results] == [(n, None) for n in range(4)]
                found = [result async for result in pool.amap(["await fetch(5)", "1 / 0"], tools={"fetch": fetch})]
                assert found[0].output == 5 and isinstance(found[1].error, InterpreterError)

        on_loop(case)

    def test_cancelling_ends_the_snippet(self):
        async def case() -> None:
            with fastexec.Pool(1, limits=ENDLESS, timeout_seconds=None) as pool:
                task = asyncio.ensure_future(pool.asubmit("while True: pass"))
                await asyncio.sleep(1)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert (await pool.asubmit("2")).output == 2

        on_loop(case)


def test_runs_in_workers_may_be_cancelled_at_any_moment():
    """Also in the middle of what a worker tells its host."""

    async def stuck() -> None:
        await asyncio.sleep(60)

    async def case() -> None:
        executor = executor_of("process", {"stuck": stuck}, limits=ENDLESS)
        executor("import asyncio")
        for moment in range(40):
            task = asyncio.ensure_future(executor.arun("await asyncio.gather(*[stuck() for _ in range(50)])"))
            await asyncio.sleep(moment / 250)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(task, 20)
            assert (await executor.arun("1 + 1")).output == 2

    on_loop(case)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="there no thread has a loop before one is set")
@WAYS
def test_the_thread_of_a_run_is_the_main_one_to_its_code(isolation):
    first = "import asyncio\nloop = asyncio.get_event_loop()\nloop.run_until_complete(asyncio.sleep(0, 7))"
    later = "same = asyncio.get_event_loop() is loop\nloop.close()\nsame"

    async def case() -> None:
        executor = executor_of(isolation)
        assert (await executor.arun(first)).output == 7
        assert (await executor.arun(later)).output is True

    on_loop(case)
    executor = executor_of(isolation)
    found: list[Any] = []
    for code in (first, later):
        thread = threading.Thread(target=lambda code=code: found.append(executor(code).output))
        thread.start()
        thread.join()
    assert found == [7, True]
