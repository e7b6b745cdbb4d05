"""FastMCP's code mode."""

from __future__ import annotations

import asyncio
import time

import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, Limits
from fastexec.adapters.fastmcp import FastexecSandboxProvider
from fastmcp import Client, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.experimental.transforms.code_mode import CodeMode


def run(code: str, provider: FastexecSandboxProvider | None = None, **given):
    return asyncio.run((provider or FastexecSandboxProvider(["asyncio"], timeout_seconds=5)).run(code, **given))


async def double(x: int) -> int:
    await asyncio.sleep(0.01)
    return x * 2


class TestProvider:
    @pytest.mark.parametrize(
        ("code", "value"),
        [
            ("return await double(n)", 8),
            ("await double(n)", 8),
            ("x = await double(n)\nif x > 5:\n    return 'much'\nreturn 'little'", "much"),
            ("import asyncio\nreturn await asyncio.gather(double(1), double(2))", [2, 4]),
            ("async def twice(x):\n    return await double(await double(x))\nreturn await twice(n)", 16),
            ("return plain(n)", None),
            ("return", None),
            ("print(1)", None),
        ],
    )
    def test_results(self, code, value):
        if "plain" in code:
            code, value = "return await plain(n)", 5
        assert run(code, inputs={"n": 4}, external_functions={"double": double, "plain": lambda x: x + 1}) == value

    @pytest.mark.parametrize("code", ["return double(n)", "double(n)", "return [double(n)]", "{'a': double(n)}"])
    def test_what_was_not_awaited(self, code):
        with pytest.raises(InterpreterError, match="a coroutine that was not awaited"):
            run(code, external_functions={"double": double}, inputs={"n": 4})

    def test_nothing_is_left(self):
        provider = FastexecSandboxProvider()
        run("x = 1", provider)
        with pytest.raises(InterpreterError, match="The variable `x` is not defined"):
            run("x", provider)

    def test_errors(self):
        with pytest.raises(InterpreterError, match="ZeroDivisionError"):
            run("return 1 / 0")
        with pytest.raises(InterpreterError, match="SyntaxError"):
            run("return 1 +")
        with pytest.raises(ExecutionTimeoutError):
            run("import time\ntime.sleep(9)", FastexecSandboxProvider(timeout_seconds=0.1))
        with pytest.raises(TypeError, match="nonsense"):
            FastexecSandboxProvider(nonsense=1)

    def test_cancelled(self):
        async def case() -> None:
            run = FastexecSandboxProvider(limits=Limits(operations=None, while_iterations=None)).run("while True: pass")
            started = time.perf_counter()
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(run, 0.2)
            assert time.perf_counter() - started < 2

        asyncio.run(case())


def server() -> FastMCP:
    made = FastMCP("test", transforms=[CodeMode(sandbox_provider=FastexecSandboxProvider(timeout_seconds=5))])

    @made.tool
    def add(a: int, b: int) -> int:
        return a + b

    @made.tool
    def fails() -> None:
        raise ToolError("the tool's own")

    return made


def execute(code: str) -> str:
    async def case() -> str:
        async with Client(server()) as client:
            return (await client.call_tool("execute", {"code": code})).content[0].text

    return asyncio.run(case())


class TestServer:
    def test_tools(self):
        assert execute("a = await call_tool('add', {'a': 1, 'b': 2})\nreturn a['result'] * 10") == "30"

    def test_errors_of_tools_can_be_caught(self):
        assert "the tool's own" in execute("try:\n    await call_tool('fails', {})\nexcept Exception as e:\n    return str(e)")

    def test_errors_of_the_code(self):
        with pytest.raises(ToolError, match="Import of os is not allowed"):
            execute("import os")
        with pytest.raises(ToolError, match="Unknown tool: nothing"):
            execute("return await call_tool('nothing', {})")
