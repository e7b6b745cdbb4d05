"""The server of the Model Context Protocol, in this process and over standard input and output."""

from __future__ import annotations

import asyncio
import sys

import pytest
from fastexec import Limits
from fastexec.adapters.mcp_server import NOTHING, server
from mcp import Client, StdioServerParameters


def ask(*calls: tuple, made=None) -> list[tuple[bool, str]]:
    """What the tool answers, one after the other in one connection."""

    async def case() -> list[tuple[bool, str]]:
        async with Client(made or server(timeout_seconds=5)) as client:
            found = [await client.call_tool("run_python", {"code": code, **({"session": session[0]} if session else {})}) for code, *session in calls]
            return [(result.is_error, result.content[0].text) for result in found]

    return asyncio.run(case())


def test_tool():
    async def case() -> None:
        async with Client(server(["json"])) as client:
            (tool,) = (await client.list_tools()).tools
            assert (tool.name, tool.input_schema["required"], sorted(tool.input_schema["properties"])) == ("run_python", ["code"], ["code", "session"])
            assert tool.description.endswith("unicodedata, json.")

    asyncio.run(case())


def test_results():
    assert ask(("print('a')\n1",), ("1 + 1",), ("x = None",)) == [(False, "a\n"), (False, "2"), (False, NOTHING)]
    ((failed, text),) = ask(("print('a')\n1 / 0",))
    assert ask(("print('a')", "s"), ("x = (", "s"))[1][1].startswith("Code parsing failed")
    assert failed and text.startswith("a\nCode execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero\n")


def test_sessions():
    calls = [("x = 1", "a"), ("x", "a"), ("x", "b"), ("x",)]
    assert [failed for failed, _ in ask(*calls)] == [False, False, True, True]
    assert ask(("1", "")) == [(True, "the name of a session has 1 to 200 characters")]
    few = server(most_sessions=1)
    assert [failed for failed, _ in ask(("x = 1", "a"), ("1", "b"), ("x", "a"), made=few)] == [False, False, True]


def test_options():
    made = server(limits=Limits(operations=5))
    assert "max number of operations of 5" in ask(("sum(i for i in range(9))",), made=made)[0][1]
    with pytest.raises(TypeError, match="nonsense"):
        server(nonsense=1)


def test_calls_at_once_and_a_client_that_gives_up():
    async def case() -> None:
        made = server(timeout_seconds=60, limits=Limits(operations=None, while_iterations=None))
        async with Client(made) as client:
            slow = asyncio.ensure_future(client.call_tool("run_python", {"code": "while True: pass", "session": "a"}))
            await asyncio.sleep(0.2)
            assert (await client.call_tool("run_python", {"code": "1"})).content[0].text == "1"
            slow.cancel()
            with pytest.raises(asyncio.CancelledError):
                await slow
            assert (await asyncio.wait_for(client.call_tool("run_python", {"code": "2", "session": "a"}), 10)).content[0].text == "2"

    asyncio.run(case())


def test_over_standard_streams():
    arguments = ["-m", "fastexec.adapters.mcp_server", "--allow", "json", "--timeout", "1", "--sessions", "2", "--idle", "60"]
    made = StdioServerParameters(command=sys.executable, args=arguments)
    found = ask(("import json\nprint(json.dumps([1]))", "a"), ("json.dumps(2)", "a"), ("import time\ntime.sleep(9)", "a"), made=made)
    assert [failed for failed, _ in found] == [False, False, True]
    assert [text.splitlines()[0] for _, text in found] == ["[1]", "'2'", "Code execution exceeded the maximum execution time of 1.0 seconds"]


def test_options_of_the_command():
    arguments = ["-m", "fastexec.adapters.mcp_server", "--isolation", "process", "--operations", "50", "--output-chars", "10"]
    made = StdioServerParameters(command=sys.executable, args=arguments)
    found = ask(("import os",), ("sum(i for i in range(99))",), ("print('a' * 99)",), ("print('\\ud800')",), made=made)
    assert [failed for failed, _ in found] == [True, True, False, False]
    assert "max number of operations of 50" in found[1][1]
    assert len(found[2][1]) < 99 and found[3][1] == "\\ud800\n"


def test_a_coroutine_that_was_not_awaited():
    assert ask(("async def f(): return 1\nf()",))[0][1].endswith("hint: a coroutine is not its result: write `await` before the call")
