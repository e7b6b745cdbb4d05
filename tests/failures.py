"""What a failed run raises, as tests compare it."""

from __future__ import annotations

import pytest
from fastexec import InterpreterError, LocalPythonExecutor


def failure(code: str, tools: dict | None = None, imports: tuple[str, ...] = (), isolation: str | None = None) -> InterpreterError:
    executor = LocalPythonExecutor(imports, isolation=isolation)
    executor.send_tools(tools or {})
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    return caught.value
