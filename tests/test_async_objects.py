"""What code does with async objects that tools give: in this process and in a worker, from an event loop and in a plain call."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncGenerator
from typing import Any

import fastexec
import pytest

FINISHED: list[str] = []


async def count(n: int) -> AsyncGenerator[int, None]:
    try:
        for i in range(n):
            await asyncio.sleep(0)
            yield i
    finally:
        FINISHED.append("count")


async def echo() -> AsyncGenerator[Any, Any]:
    answer = None
    while True:
        try:
            answer = yield answer
        except ValueError:
            answer = "thrown"


async def later(value: int) -> int:
    await asyncio.sleep(0.001)
    return value


async def cancelled() -> None:
    raise asyncio.CancelledError


@contextlib.asynccontextmanager
async def opened(name: str) -> AsyncGenerator[str, None]:
    try:
        yield name
    finally:
        FINISHED.append(name)


class Client:
    def __init__(self) -> None:
        self.pages = 0

    def __aiter__(self) -> Client:
        return self

    async def __anext__(self) -> int:
        self.pages += 1
        if self.pages > 2:
            raise StopAsyncIteration
        return self.pages

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *error: object) -> None:
        FINISHED.append("client")


TOOLS = {"count": count, "echo": echo, "later": later, "cancelled": cancelled, "opened": opened, "client": Client}

PROGRAMS = {
    "loops": ("[x async for x in count(3)]", [0, 1, 2], ["count"]),
    "closes": ("found = count(3)\nfirst = await anext(found)\nawait found.aclose()\nfirst", 0, ["count"]),
    "closing": ("import contextlib\nasync with contextlib.aclosing(count(3)) as found:\n    async for x in found: break\nx", 0, ["count"]),
    "sends": ("found = echo()\nawait found.asend(None)\n[await found.asend(5), await found.athrow(ValueError)]", [5, "thrown"], []),
    "ends": ("found = count(1)\nawait anext(found)\nawait anext(found, 'none')", "none", ["count"]),
    "closes a coroutine": ("never = later(1)\nnever.close()\nawait later(2)", 2, []),
    "enters": ("async with opened('door') as name: pass\nname", "door", ["door"]),
    "leaves": ("try:\n    async with opened('door'):\n        raise KeyError('out')\nexcept KeyError as error:\n    said = str(error)\nsaid", "'out'", ["door"]),
    "iterates": ("[page async for page in client()]", [1, 2], []),
    "enters a client": ("async with client() as one:\n    found = [page async for page in one]\nfound", [1, 2], ["client"]),
    "cancelled": (
        "import asyncio\ntry:\n    await cancelled()\nexcept asyncio.CancelledError:\n    found = 'cancelled'\nfound",
        "cancelled",
        [],
    ),
}


WORKER = pytest.param("process", marks=pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's"))


@pytest.mark.parametrize("where", ["here", WORKER])
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str, where: str) -> None:
    code, expected, finished = PROGRAMS[name]
    options: dict[str, Any] = {} if where == "here" else {"isolation": "process"}
    executor = fastexec.LocalPythonExecutor(["asyncio", "contextlib"], **options)
    executor.send_tools(TOOLS)
    FINISHED.clear()
    assert asyncio.run(executor.arun(code)).output == expected
    assert FINISHED == finished
    FINISHED.clear()
    assert executor(code).output == expected
    if where == "here":
        assert FINISHED == finished


def test_code_sees_no_insides_of_them() -> None:
    executor = fastexec.LocalPythonExecutor(["asyncio"])
    executor.send_tools(TOOLS)
    for member in ("_close", "_run", "_aclose", "_asend", "ag_frame", "aclose.__self__", "aclose.__func__", "aclose.__closure__"):
        for made in ("later(1)", "count(1)"):
            with pytest.raises(fastexec.InterpreterError):
                asyncio.run(executor.arun(f"found = {made}\nfound.{member}"))
