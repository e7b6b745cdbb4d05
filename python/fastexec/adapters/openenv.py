"""OpenEnv's `PyExecutor`, for environments whose actions are code."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterable
from typing import Any

from openenv.core.env_server.types import CodeExecResult  # type: ignore[import-not-found,import-untyped,unused-ignore]

from fastexec import ExecutionTimeoutError, InterpreterError, LocalPythonExecutor
from fastexec._fastexec import shown
from fastexec.adapters import texts


class PyExecutor:
    """Runs code with variables that last. The code has two functions more: `format_exc()` and `safe_json_dumps(value)`.

    Args:
        additional_imports: Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES`.
        **options: Other options of `fastexec.LocalPythonExecutor`.

    Raises:
        InterpreterError: A module is not installed.
        TypeError: An option is of another type, or there is none of this name.
        ValueError: An option has a value that it cannot have.
    """

    def __init__(self, additional_imports: str | Iterable[str] | None = None, **options: Any) -> None:
        self._executor = LocalPythonExecutor(additional_imports or (), **options)
        self._executor.send_tools({"format_exc": traceback.format_exc, "safe_json_dumps": _dumps})

    def run(self, code: str) -> CodeExecResult:
        """Runs code; an error of it is the `stderr` of the result, whose `exit_code` is 1 then."""
        self._executor.state.pop("_print_outputs", None)
        try:
            output = self._executor(code)
        except (InterpreterError, ExecutionTimeoutError) as error:
            printed = texts.sendable(str(self._executor.state.get("_print_outputs", "")))
            return CodeExecResult(stdout=printed, stderr=texts.sendable(str(error)), exit_code=1)
        parts = [output.logs] if output.logs else []
        if output.output is not None:
            parts.append(_said(output.output))
        return CodeExecResult(stdout=texts.sendable("\n".join(parts)), stderr="", exit_code=0)


def _dumps(value: Any) -> str:
    return json.dumps(value, default=shown)


def _said(value: Any) -> str:
    try:
        return json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return texts.of_value(value)
