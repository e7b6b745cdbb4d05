"""What code of a worker awaits in a plain call goes on while it waits: several at a time, with deadlines, cancelled in time, as in this process."""

from __future__ import annotations

import asyncio
import sys
import textwrap
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from fastexec import InterpreterError, LocalPythonExecutor
from test_isolation import settled

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")

LOG: list[str] = []


async def fetch(x: int, seconds: float = 0.0) -> int:
    await asyncio.sleep(seconds)
    return x * 2


async def bad(x: int) -> int:
    await asyncio.sleep(0.01)
    raise ValueError(f"bad {x}")


async def count(n: int) -> AsyncIterator[int]:
    for i in range(n):
        await asyncio.sleep(0.001)
        yield i


async def where() -> bool:
    return threading.current_thread() is threading.main_thread()


async def stubborn() -> None:
    try:
        await asyncio.sleep(5)
    except asyncio.CancelledError:
        LOG.append("cancelled")
        raise


def plain(x: int) -> int:
    return x + 1


def apply(function: Callable[..., Any]) -> Any:
    return function(1)


async def apart(function: Callable[[int], int]) -> int:
    """Calls a function of the code, waits, and calls it again."""
    first = function(1)
    await asyncio.sleep(0.02)
    return first + function(2)


TOOLS = {"fetch": fetch, "bad": bad, "count": count, "where": where, "stubborn": stubborn, "plain": plain, "apply": apply, "apart": apart}

PROGRAMS = {
    "deadline": "try:\n    return await asyncio.wait_for(fetch(1, 9), 0.1)\nexcept asyncio.TimeoutError:\n    return 'late'",
    "deadline that is an error": "return await asyncio.wait_for(fetch(1, 9), 0.1)",
    "several": "return await asyncio.gather(*[fetch(i, 0.02) for i in range(5)])",
    "several with an error": "return await asyncio.gather(fetch(1), bad(2))",
    "errors as results": "return str(await asyncio.gather(fetch(1), bad(2), return_exceptions=True))",
    "thread": "return await where()",
    "cancelled": "t = asyncio.create_task(stubborn())\nawait asyncio.sleep(0.05)\nt.cancel()\ntry:\n    await t\nexcept asyncio.CancelledError:\n    return 'c'",
    "left behind": "t = asyncio.create_task(stubborn())\nawait asyncio.sleep(0.05)\nreturn 'left'",
    "the first of two": "done, left = await asyncio.wait([asyncio.create_task(fetch(1)), asyncio.create_task(fetch(2, 9))], timeout=0.3)\nreturn len(done), len(left)",
    "as they come": "return [await each for each in asyncio.as_completed([fetch(1, 0.3), fetch(2, 0.01)])]",
    "beside a plain tool": "t = asyncio.create_task(fetch(1, 0.01))\nx = plain(2)\nawait asyncio.sleep(0.1)\nreturn t.done(), await t, x",
    "twice": "c = fetch(1)\nawait c\nreturn await c",
    "semaphore": "sem = asyncio.Semaphore(2)\nasync def one(i):\n    async with sem:\n        return await fetch(i, 0.01)\nreturn await asyncio.gather(*map(one, range(4)))",
    "shield": "return await asyncio.shield(fetch(2, 0.02))",
    "queue": "q = asyncio.Queue()\nasync def give():\n    for i in range(3):\n        await q.put(await fetch(i, 0.01))\n    await q.put(None)\n"
    "async def take():\n    r = []\n    while (v := await q.get()) is not None:\n        r.append(v)\n    return r\n_, r = await asyncio.gather(give(), take())\nreturn r",
    "generator": "return [x async for x in count(4)]",
    "generator left": "r = []\nasync for x in count(5):\n    r.append(x)\n    if x == 2:\n        break\nreturn r",
    "functions of the code": "return await apart(lambda v: plain(v) * 10)",
    "functions of the code in several": "return await asyncio.gather(apart(lambda v: plain(v) * 10), apart(lambda v: plain(plain(v))), fetch(2, 0.03))",
    "errors of functions": "def f(v):\n    if v == 2:\n        raise ValueError('two')\n    return v\ntry:\n    await apart(f)\nexcept ValueError as e:\n    return str(e)",
    "prints of functions": "def f(v):\n    print('in', v)\n    return v\nr = await asyncio.gather(apart(f), apart(f))\nprint(r)\nreturn r",
    "left with a function": "t = asyncio.create_task(apart(plain))\nawait asyncio.sleep(0.01)\nreturn 'left'",
    "a tool again": "return await apart(lambda v: apply(lambda w: plain(w) + v))",
    "group": "async with asyncio.TaskGroup() as g:\n    a = g.create_task(fetch(1, 9))\n    b = g.create_task(bad(2))",
    "timeout": "async with asyncio.timeout(0.1):\n    await fetch(1, 9)",
}  # fmt: skip


def outcome(executor: LocalPythonExecutor, code: str) -> Any:
    LOG.clear()
    try:
        given = executor(code)
        return repr(given.output), given.logs, list(LOG)
    except InterpreterError as error:
        return str(error), list(LOG)


def executors(**options: Any) -> list[LocalPythonExecutor]:
    both = [LocalPythonExecutor(["asyncio"], isolation=isolation, **options) for isolation in (None, "process")]
    for executor in both:
        executor.send_tools(dict(TOOLS))
    return both


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_awaited_is_what_it_is_in_this_process(name: str) -> None:
    if name in ("group", "timeout") and sys.version_info < (3, 11):
        pytest.skip("new in 3.11")
    code = f"import asyncio\nasync def main():\n{textwrap.indent(PROGRAMS[name], '    ')}\nasyncio.run(main())"
    here, there = (outcome(executor, code) for executor in executors(timeout_seconds=6))
    assert here == there


@pytest.mark.parametrize("code", ["await fetch(3, 0.01)", "await bad(1)", "[await fetch(i) for i in range(3)]", "x = fetch(1)\n5", "await apart(plain)"])
def test_at_the_top_level(code: str) -> None:
    here, there = (outcome(executor, code) for executor in executors())
    assert here == there


def test_from_an_event_loop_of_the_host() -> None:
    """A plain call there keeps the loop; what it awaits is done all the same."""

    async def main() -> Any:
        return executors()[1]("import asyncio\nasync def main():\n    return await asyncio.gather(fetch(1), fetch(2))\nasyncio.run(main())").output

    assert asyncio.run(main()) == [2, 4]


@pytest.mark.parametrize("call", ["apply(f)", "await apart(f)", "import asyncio\nasync def m():\n    return await apart(f)\nasyncio.run(m())"])
def test_a_limit_in_a_function_that_a_tool_calls_ends_the_run(call: str) -> None:
    """And the session goes on: the tool is told no answer of another question."""
    executor = executors(timeout_seconds=10)[1]
    with pytest.raises(InterpreterError, match="Maximum number of 1000000 iterations in While loop exceeded"):
        executor(f"def f(v):\n    while True: pass\n{call}")
    assert executor("await fetch(4)").output == 8


def test_nothing_is_left_of_it() -> None:
    executor = executors()[1]
    executor("await fetch(1)")
    before = settled()
    for _ in range(20):
        executor("import asyncio\nasync def main():\n    asyncio.create_task(stubborn())\n    return await fetch(1)\nasyncio.run(main())")
    assert settled() == before
