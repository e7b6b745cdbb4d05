"""One snippet, one call: for programs that need no executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fastexec.executor import CodeOutput, LocalPythonExecutor
from fastexec.limits import Limits
from fastexec.options import PACKAGE_DEFAULT, functions, modules, named


def run(
    code: str,
    tools: Mapping[str, Callable[..., Any]] | None = None,
    variables: Mapping[str, Any] | None = None,
    imports: str | Iterable[str] = (),
    limits: Limits | None = None,
    timeout_seconds: float | None = PACKAGE_DEFAULT,
    **options: Any,
) -> CodeOutput:
    """Runs a snippet in a sandbox of its own, and gives the value of its last statement and what it printed.

    Args:
        code: The snippet.
        tools: Functions that it may call, by name. `final_answer` among them ends the run with its value.
        variables: Its variables, by name. The mapping stays as it is.
        imports: Modules that it may import besides `fastexec.BASE_BUILTIN_MODULES`.
        limits: Caps; what they leave out is as the package has it.
        timeout_seconds: Seconds; None for no limit, left out `fastexec.MAX_EXECUTION_TIME_SECONDS`.
        **options: Other options of `fastexec.LocalPythonExecutor`.

    Raises:
        InterpreterError: An error left the code, it is no Python, or it was refused something or passed a limit.
        ExecutionTimeoutError: Its time was up.
        TypeError: An option is of another type, or there is none of this name.
        ValueError: An option has a value that it cannot have.
    """
    if "additional_authorized_imports" in options:
        raise TypeError("run() takes the modules that code may import as `imports`")
    authorized = modules("imports", imports)
    try:
        executor = LocalPythonExecutor(authorized, timeout_seconds=timeout_seconds, limits=limits, **options)
    except TypeError as error:
        raise TypeError(str(error).replace("LocalPythonExecutor.__init__()", "run()")) from None
    executor.send_tools(functions("tools", tools))
    executor.send_variables(named("variables", {} if variables is None else variables))
    return executor(code)
