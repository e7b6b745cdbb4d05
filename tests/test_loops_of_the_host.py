"""A future or task of the host's is no way to its event loop, or to the coroutine of the task; what it gives may be awaited."""

from __future__ import annotations

import asyncio
from typing import Any

import fastexec
import pytest


def executor(**variables: Any) -> fastexec.LocalPythonExecutor:
    made = fastexec.LocalPythonExecutor(["asyncio", "operator"], timeout_seconds=20)
    made.send_tools({})
    made.send_variables(variables)
    return made


REACH = [
    "task.get_loop().stop()",
    "future.get_loop().call_soon(print)",
    "type(task).get_loop(task)",
    "getattr(future, 'get_loop')()",
    "import operator\noperator.methodcaller('get_loop')(task)",
    "list(map(type(task).get_loop, [task]))",
    "server.get_loop()",
    "task.get_coro().close()",
    "import operator\noperator.methodcaller('get_coro')(task).throw(ValueError)",
]


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("code", REACH)
def test_loop_is_not_reached(code: str, awaited: bool) -> None:
    async def secret() -> None:
        await asyncio.sleep(100)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        task, future = asyncio.create_task(secret()), loop.create_future()
        server = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0, start_serving=False)
        await asyncio.sleep(0)
        run = executor(task=task, future=future, server=server)
        with pytest.raises(fastexec.InterpreterError, match="Forbidden access to the event loop of the host"):
            if awaited:
                await run.arun(code)
            else:
                run(code)
        assert not task.done() and loop.is_running()
        task.cancel()
        server.close()

    asyncio.run(main())


SET = [
    "loop.set_exception_handler(print)",
    "loop.set_exception_handler(None)",
    "getattr(loop, 'set_exception_handler')(print)",
    "type(loop).set_exception_handler(loop, print)",
    "import operator\noperator.methodcaller('set_exception_handler', print)(loop)",
    "list(map(type(loop).set_exception_handler, [loop], [print]))",
    "import asyncio\nasync def main():\n    asyncio.get_running_loop().set_exception_handler(print)\nloop.run_until_complete(main())",
]


@pytest.mark.parametrize("code", SET)
def test_who_hears_of_its_errors(code: str) -> None:
    heard: list[object] = []
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda _loop, context: heard.append(context["message"]))
    try:
        with pytest.raises(fastexec.InterpreterError, match="set_exception_handler"):
            executor(loop=loop)(code)
        loop.call_exception_handler({"message": "an error"})
        assert heard == ["an error"]
    finally:
        loop.close()


def test_what_it_gives() -> None:
    """Its state and its result are there, and the loop and coroutines of tasks of the code."""
    with_runner = "with asyncio.Runner() as runner:\n    found.append(runner.get_loop().is_running())"
    # (Runners came with Python 3.11.)
    runner, of_runner = (with_runner, [False]) if hasattr(asyncio, "Runner") else ("", [])
    code = f"""
import asyncio
async def own():
    await asyncio.sleep(0)
    return 3
async def main():
    mine = asyncio.create_task(own(), name="own")
    future = asyncio.get_running_loop().create_future()
    future.set_result(4)
    return [mine.get_loop() is asyncio.get_running_loop() is future.get_loop(), mine.get_coro().__name__, await mine, await future]
found = asyncio.run(main())
{runner}
idle = asyncio.new_event_loop()
found.append(idle.create_future().get_loop() is idle)
idle.close()
found
"""

    async def host() -> None:
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        done.set_result(7)
        run = executor(done=done)
        assert run("done.done(), done.result(), done.cancelled()").output == (True, 7, False)
        assert (await run.arun("done.result() + 1")).output == 8
        assert run(code).output == names["found"]

    names: dict[str, Any] = {}
    exec(code, names)
    assert names["found"] == [True, "own", 3, 4, *of_runner, True]
    asyncio.run(host())
