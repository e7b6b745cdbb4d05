"""Async tools in a plain call: the loop of the code runs them. And whose time their waits are, in every kind of call."""

from __future__ import annotations

import asyncio
import concurrent.futures
import gc
import inspect
import os
import pathlib
import sys
import time
import warnings
from typing import Any

import packages
import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, LocalPythonExecutor, evaluate_python_code
from test_arun import ENDLESS, TIMED, WAYS, executor_of

CALLS = pytest.mark.parametrize("call", ["plain", "arun"])


async def fetch(url: str) -> str:
    """Gets a page."""
    await asyncio.sleep(0)
    return url * 2


def silently(code: str, isolation: Any = None, again: str | None = None, timeout_seconds: float = 30, **tools: Any) -> Any:
    """What the code gives, or its error. A warning of a coroutine that nobody awaited is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        unraised: list[Any] = []
        before, sys.unraisablehook = sys.unraisablehook, unraised.append
        try:
            executor = executor_of(isolation, {"fetch": fetch, **tools}, timeout_seconds=timeout_seconds, limits=ENDLESS)
            try:
                output: Any = executor(code).output
                if again is not None:
                    output = executor(again).output
            except (InterpreterError, ExecutionTimeoutError) as error:
                output = error
            if inspect.iscoroutine(output):
                output.close()
            del executor
            gc.collect()
        finally:
            sys.unraisablehook = before
    assert unraised == []
    return output


@WAYS
@pytest.mark.parametrize(
    "code",
    ["fetch('x')\n1", "r = fetch('x')", "r = fetch('x')\nr['a']", "rs = [fetch(str(i)) for i in range(3)]", "class A: pass\na = A()\na.r = fetch('x')", "fetch('x') + 1", "fetch('x')"],
)
def test_a_coroutine_that_is_forgotten_warns_of_nothing(code, isolation):
    silently(code, isolation)


@WAYS
@pytest.mark.parametrize(
    ("code", "output"),
    [
        ("await fetch('x')", "xx"),
        ("import asyncio\nasyncio.run(fetch('x'))", "xx"),
        ("import asyncio\nawait asyncio.gather(fetch('x'), fetch('y'))", ["xx", "yy"]),
        ("import asyncio\ntask = asyncio.create_task(fetch('x'))\nawait asyncio.wait_for(task, 5)", "xx"),
        ("import asyncio\nasync def main():\n    return await fetch('x')\nasyncio.run(main())", "xx"),
        ("async def f():\n    try:\n        await fails()\n    except KeyError as e:\n        return e.args[0]\nawait f()", "a"),
    ],
)
def test_awaited(code, output, isolation):
    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("a")

    assert silently(code, isolation, fails=fails) == output


def test_awaited_in_another_call():
    assert silently("r = fetch('x')", again="await r") == "xx"


def test_twice():
    error = silently("r = fetch('x')\nawait r\nawait r")
    assert (error.error_type, error.error_message) == ("RuntimeError", "cannot reuse already awaited coroutine")


def test_the_host_has_its_own_back():
    given: list[Any] = []

    def take(coroutine: Any) -> str:
        given.append(coroutine)
        return asyncio.run(coroutine)

    executor = executor_of(None, {"fetch": fetch, "take": take})
    output = executor("fetch('x')").output
    assert inspect.iscoroutine(output) and asyncio.run(output) == "xx"
    executor("r = fetch('x')")
    assert asyncio.run(executor.state["r"]) == "xx"
    assert executor("take(fetch('y'))").output == "yy"


def test_errors_keep_the_tools_own():
    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("a")

    with pytest.raises(InterpreterError) as caught:
        executor_of(None, {"fails": fails})("await fails()")
    cause = caught.value.__cause__
    assert isinstance(cause, KeyError) and caught.value.error_type == "KeyError"
    trace = cause.__traceback__
    names = []
    while trace is not None:
        names.append(trace.tb_frame.f_code.co_name)
        trace = trace.tb_next
    assert names[-1] == "fails"


@WAYS
def test_durations_end_with_the_result(isolation):
    async def later() -> None:
        await asyncio.sleep(0.2)

    executor = executor_of(isolation, {"later": later})
    stats = executor("await later()").stats
    assert stats is not None and [call.name for call in stats.tools] == ["later"] and 0.15 < stats.tools[0].seconds < 5


def test_cancelled_by_the_code():
    ended: list[str] = []

    async def later() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    code = "import asyncio\ntry:\n    await asyncio.wait_for(later(), 0.05)\nexcept asyncio.TimeoutError:\n    late = True\nlate"
    assert executor_of(None, {"later": later})(code).output is True
    assert ended == ["cancelled"]


@WAYS
@CALLS
@pytest.mark.parametrize("code", TIMED)
def test_time_of_async_tools_that_does_not_count(code, isolation, call):
    async def later(seconds: float) -> None:
        await asyncio.sleep(seconds)

    def run(executor: LocalPythonExecutor) -> None:
        if call == "arun":
            asyncio.run(executor.arun(code))
        else:
            executor(code)

    executor = executor_of(isolation, {"later": later}, timeout_seconds=0.3, count_tool_time=False, limits=ENDLESS)
    # A worker awaits one after the other in a plain call: what its other tasks do waits too.
    if TIMED[code] or (isolation and call == "plain" and "spin" in code):
        if "spin" not in code:
            run(executor)
    else:
        with pytest.raises(ExecutionTimeoutError):
            run(executor)
    executor.count_tool_time = True
    with pytest.raises(ExecutionTimeoutError):
        run(executor)


def test_what_a_tool_computes_does_not_count_either():
    async def computes() -> int:
        time.sleep(0.5)
        return 1

    executor = executor_of(None, {"computes": computes}, timeout_seconds=0.2, count_tool_time=False)
    assert executor("await computes()").output == 1
    executor.count_tool_time = True
    with pytest.raises(ExecutionTimeoutError):
        executor("await computes()")


@pytest.mark.parametrize("how", ["itself", "in a thread", "in a task", "in a group"])
def test_files_are_open_to_the_tool(how: str, tmp_path: pathlib.Path):
    (tmp_path / "a.txt").write_text("text")

    def read() -> str:
        return (tmp_path / "a.txt").read_text()

    async def read_soon() -> str:
        await asyncio.sleep(0)
        return read()

    async def tool() -> Any:
        if how == "in a thread":
            return await asyncio.to_thread(read)
        if how == "in a task":
            return await asyncio.create_task(read_soon())
        if how == "in a group":
            return (await asyncio.gather(read_soon(), read_soon()))[1]
        return await read_soon()

    assert executor_of(None, {"tool": tool})("await tool()").output == "text"


@pytest.mark.parametrize("how", ["await tool(evil)", "import asyncio\nawait asyncio.gather(tool(evil), tool(evil))", "await tool(evil())"])
def test_files_are_not_open_to_what_the_tool_awaits_of_the_code(how: str, tmp_path: pathlib.Path):
    (tmp_path / "a.txt").write_text("text")

    async def tool(given: Any) -> Any:
        await asyncio.sleep(0)
        return await (given() if callable(given) else given)

    packages.need(["numpy"])
    executor = LocalPythonExecutor(["asyncio", "numpy"])
    executor.send_tools({"tool": tool})
    with pytest.raises(InterpreterError) as caught:
        executor(f"import numpy as np\nasync def evil():\n    return np.loadtxt({str(tmp_path / 'a.txt')!r}, dtype=str)\n{how}")
    assert caught.value.kind == "refused"


def test_without_an_executor():
    async def later() -> int:
        await asyncio.sleep(0.4)
        return 1

    def run(code: str, counts: bool) -> Any:
        return evaluate_python_code(code, {"later": later}, timeout_seconds=0.2, count_tool_time=counts)[0]

    assert run("await later()", False) == 1
    with pytest.raises(ExecutionTimeoutError):
        run("await later()", True)
    output = run("later()", True)
    assert inspect.iscoroutine(output)
    output.close()


@pytest.mark.parametrize("code", ["await later()", "import asyncio\nawait asyncio.gather(later(), later())"])
def test_a_limit_closes_what_tools_have_begun(code: str):
    begun = ended = 0

    async def later(seconds: float = 60) -> None:
        nonlocal begun, ended
        begun += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            ended += 1

    error = silently(code, later=later, timeout_seconds=0.3)
    assert isinstance(error, ExecutionTimeoutError) and begun == ended > 0


CUT_OFF = [
    "await cleans()",
    "import asyncio\nawait asyncio.gather(cleans(), cleans())",
    "import asyncio\nawait asyncio.wait_for(cleans(), 60)",
    "import asyncio\nasync def main():\n    await cleans()\nasyncio.run(main())",
    "import asyncio\nasync def main():\n    task = asyncio.create_task(cleans())\n    await asyncio.sleep(0.01)\n    while True: pass\nawait main()",
    "await gathers()",
]


@pytest.mark.parametrize("code", CUT_OFF)
@pytest.mark.parametrize("where", ["alone", "on a thread", "on a loop"])
def test_a_limit_waits_for_what_tools_await_in_a_finally(code: str, where: str):
    begun = ended = 0

    async def cleans() -> None:
        nonlocal begun, ended
        begun += 1
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.02)
            ended += 1

    async def gathers() -> None:
        await asyncio.gather(cleans(), cleans())

    async def on_a_loop() -> Any:
        loop = asyncio.get_running_loop()
        error = run()
        assert asyncio.get_running_loop() is loop
        return error

    def run() -> Any:
        return silently(code, cleans=cleans, gathers=gathers, timeout_seconds=0.3)

    if where == "alone":
        error = run()
    elif where == "on a loop":
        error = asyncio.run(on_a_loop())
    else:
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            error = pool.submit(run).result()
    assert isinstance(error, ExecutionTimeoutError) and begun == ended > 0


def test_a_tool_that_cleans_up_for_ever_is_left():
    async def stubborn() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(60)

    began = time.monotonic()
    assert isinstance(silently("await stubborn()", stubborn=stubborn, timeout_seconds=0.1), ExecutionTimeoutError)
    assert time.monotonic() - began < 20


def test_what_the_code_has_planned_is_not_called_while_tools_clean_up(tmp_path: pathlib.Path):
    """It would be called as the host."""
    called: list[str] = []

    async def cleans() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.5)
            called.append("cleaned")

    packages.need(["numpy"])
    executor = LocalPythonExecutor(["asyncio", "functools", "numpy"], timeout_seconds=0.3)
    executor.send_tools({"cleans": cleans})
    path = str(tmp_path / "written.txt")
    code = f"""
import asyncio, functools, numpy as np
async def main():
    write = functools.partial(np.savetxt, {path!r}, [1.0])
    task = asyncio.ensure_future(cleans())
    task.add_done_callback(lambda _: write())
    asyncio.get_running_loop().call_later(0.5, write)
    await asyncio.sleep(60)
await main()
"""
    with pytest.raises(ExecutionTimeoutError):
        executor(code)
    assert called == ["cleaned"] and not os.path.exists(path)
