"""FastMCP's code mode: a `SandboxProvider`.

    CodeMode(sandbox_provider=FastexecSandboxProvider(imports=["numpy"]))
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

from fastexec import InterpreterError, LocalPythonExecutor
from fastexec.adapters import texts


class FastexecSandboxProvider:
    """Runs each snippet in a sandbox of its own, on a worker thread. The code awaits the functions that it is given, and
    gives its result by `return`, or as the value of its last line.

    Args:
        imports: Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES`.
        **options: Other options of `fastexec.LocalPythonExecutor`: `timeout_seconds`, `limits`, ….

    Raises:
        InterpreterError: A module is not installed.
        TypeError: An option is of another type, or there is none of this name.
        ValueError: An option has a value that it cannot have.
    """

    def __init__(self, imports: str | Iterable[str] = (), **options: Any) -> None:
        self._imports = [imports] if isinstance(imports, str) else list(imports)
        self._options: dict[str, Any] = {"top_level_return": True, **options}
        self._executor()  # says now what is wrong with the options

    def _executor(self) -> LocalPythonExecutor:
        return LocalPythonExecutor(self._imports, **self._options)

    async def run(
        self,
        code: str,
        *,
        inputs: dict[str, Any] | None = None,
        external_functions: dict[str, Callable[..., Any]] | None = None,
    ) -> Any:
        """Runs a snippet, and gives its result. Cancelling the task ends the run.

        Args:
            code: The snippet; it may `await` and `return` outside of functions.
            inputs: Its variables.
            external_functions: Functions that it may await, plain or async. They run on this loop.

        Raises:
            InterpreterError: An error left the code, it is no Python, or it was refused something or passed a limit.
            ExecutionTimeoutError: Its time was up.
        """
        executor = self._executor()
        functions = {name: _as_async(function) for name, function in (external_functions or {}).items()}
        executor.send_tools(functions)
        executor.send_variables(dict(inputs or {}))
        output = await executor.arun(code)
        if texts.forgotten_calls(output.output):
            raise InterpreterError("The result is, or holds, a coroutine that was not awaited: the functions are async, write `return await f(...)`")
        return output.output


def _as_async(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    async def call(*args: Any, **kwargs: Any) -> Any:
        value = function(*args, **kwargs)
        return await value if inspect.isawaitable(value) else value

    return call
