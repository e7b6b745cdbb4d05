"""A server of the Model Context Protocol with one tool, `run_python`. Over standard input and output:

    python -m fastexec.adapters.mcp_server --allow numpy --timeout 10
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent
from pydantic import Field

import fastexec
from fastexec import CodeOutput, ExecutionTimeoutError, InterpreterError, IsolationError, Limits, LocalPythonExecutor
from fastexec.adapters import texts
from fastexec.adapters.sessions import Sessions, TooManySessions

NOTHING = "(the code ran, and printed nothing)"


def server(
    imports: str | Iterable[str] = (),
    *,
    most_sessions: int = 100,
    idle_seconds: float = 1800,
    runs_at_once: int = 8,
    **options: Any,
) -> MCPServer[Any]:
    """A server whose tool `run_python(code, session)` runs Python in a sandbox. Without a `session`, variables are gone
    afterwards; with one they last until it was not used for `idle_seconds`, or there are more than `most_sessions`.

    Args:
        imports: Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES`.
        most_sessions: How many sessions are kept.
        idle_seconds: How long a session stays without a call.
        runs_at_once: How many calls run at a time; others wait.
        **options: Other options of `fastexec.LocalPythonExecutor`: `timeout_seconds`, `limits`, ….

    Raises:
        InterpreterError: A module is not installed.
        TypeError: An option is of another type, or there is none of this name.
        ValueError: An option has a value that it cannot have.
    """
    names = [imports] if isinstance(imports, str) else list(imports)
    allowed = LocalPythonExecutor(names, **options).authorized_imports
    sessions = Sessions(lambda: LocalPythonExecutor(names, **options), most_sessions, idle_seconds)
    turns = asyncio.Semaphore(runs_at_once)
    made: MCPServer[Any] = MCPServer("fastexec", version=fastexec.__version__, instructions="Runs Python in a sandbox.", log_level="WARNING")

    async def run_python(
        code: Annotated[str, Field(description="The code. What it prints is the result, or else the value of its last line.")],
        session: Annotated[str | None, Field(description="A name; calls with the same name share variables.")] = None,
    ) -> CallToolResult:
        async with turns:
            if session is None:
                return await _run(LocalPythonExecutor(names, **options), code)
            return await _run_in(sessions, session, code)

    made.add_tool(run_python, description=f"Runs Python in a sandbox. It can import: {', '.join(allowed)}.")
    return made


async def _run_in(sessions: Sessions, name: str, code: str) -> CallToolResult:
    try:
        executor = sessions.take(name)
    except (ValueError, TooManySessions) as error:
        return _result(str(error), is_error=True)
    try:
        return await _run(executor, code)
    finally:
        sessions.give_back(name)


async def _run(executor: LocalPythonExecutor, code: str) -> CallToolResult:
    executor.state.pop("_print_outputs", None)
    try:
        return _result(_text(await executor.arun(code)))
    except (InterpreterError, ExecutionTimeoutError) as error:
        return _result(f"{executor.state.get('_print_outputs', '')}{error}", is_error=True)


def _result(text: str, is_error: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=texts.sendable(text))], is_error=is_error)


def _text(output: CodeOutput) -> str:
    return output.logs or (NOTHING if output.output is None else texts.of_value(output.output))


_LIMITS = {
    "operations": "operations of one call",
    "memory_bytes": "bytes that a call may add to the memory",
    "output_chars": "characters of printed text that are kept",
}
"""Fields of `Limits` that have an option."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves standard input and output until the input ends."""
    parser = argparse.ArgumentParser(prog="python -m fastexec.adapters.mcp_server", description="Serves run_python(code, session).")
    parser.add_argument("--allow", action="append", default=[], metavar="MODULE", help="a module that code may import; repeatable")
    parser.add_argument("--timeout", type=float, default=30, metavar="SECONDS", help="seconds of one call")
    parser.add_argument("--sessions", type=int, default=100, metavar="N", help="how many sessions are kept")
    parser.add_argument("--idle", type=float, default=1800, metavar="SECONDS", help="how long a session stays without a call")
    parser.add_argument("--isolation", choices=["none", "process"], default="none", help="where the code runs: here, or in workers behind walls")
    for name, what in _LIMITS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, metavar="N", help=what)
    given = parser.parse_args(arguments)
    if given.sessions < 1:
        parser.error("argument --sessions: must be 1 at least")
    try:
        limits = Limits(**{name: cap for name in _LIMITS if (cap := getattr(given, name)) is not None})
        made = server(
            given.allow,
            timeout_seconds=given.timeout,
            most_sessions=given.sessions,
            idle_seconds=given.idle,
            isolation=None if given.isolation == "none" else given.isolation,
            limits=limits,
        )
    except (InterpreterError, IsolationError, ValueError) as error:
        parser.error(str(error))
    made.run()


if __name__ == "__main__":
    main()
