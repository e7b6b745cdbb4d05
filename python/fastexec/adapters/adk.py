"""Google's Agent Development Kit: a code executor.

    Agent(model=..., code_executor=FastexecCodeExecutor(imports=["numpy"]))
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, cast

from google.adk.agents.invocation_context import InvocationContext
from google.adk.code_executors.base_code_executor import BaseCodeExecutor
from google.adk.code_executors.code_execution_utils import CodeExecutionInput, CodeExecutionResult
from pydantic import Field, PrivateAttr, model_validator

from fastexec import ExecutionTimeoutError, InterpreterError, LocalPythonExecutor
from fastexec.adapters import texts

MOST_SESSIONS = 100
"""Conversations whose variables are kept, where the executor is `stateful`."""


class FastexecCodeExecutor(BaseCodeExecutor):
    """Runs code blocks of a model in a sandbox in this process. Input files are there as `input_files`, a dict from
    names to contents; there are no output files.

    Raises:
        TypeError: An option is of another type, or there is none of this name.
        ValueError: A field has a value that it cannot have (pydantic's `ValidationError`), or a module is not installed.
    """

    imports: list[str] = []
    """Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES`."""
    options: dict[str, Any] = {}
    """Other options of `fastexec.LocalPythonExecutor`. Those that are given by name are put here."""
    optimize_data_file: bool = Field(default=False, frozen=True, exclude=True)
    timeout_seconds: int | float | None = 30  # type: ignore[assignment,unused-ignore]

    _sessions: OrderedDict[str, LocalPythonExecutor] = PrivateAttr(default_factory=OrderedDict)
    _lock: threading.Lock = PrivateAttr(default_factory=threading.Lock)

    @model_validator(mode="before")
    @classmethod
    def _gather_options(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        named = cast("dict[str, Any]", given)
        if named.get("optimize_data_file"):
            raise ValueError("optimize_data_file is not supported: the files of a call are in the variable `input_files`")
        fields = {name: value for name, value in named.items() if name in cls.model_fields}
        others = {name: value for name, value in named.items() if name not in fields}
        return fields | {"options": {**fields.get("options", {}), **others}}

    def model_post_init(self, context: Any, /) -> None:
        super().model_post_init(context)
        self._executor()  # says now what is wrong with the options

    def execute_code(self, invocation_context: InvocationContext, code_execution_input: CodeExecutionInput) -> CodeExecutionResult:
        """Runs code. Errors of it are the result's `stderr`.

        Args:
            invocation_context: Not used.
            code_execution_input: The code and its files; with `stateful`, variables last for each `execution_id`.
        """
        executor = self._for(code_execution_input.execution_id)
        executor.state.pop("_print_outputs", None)
        executor.send_variables({"input_files": {file.name: file.content for file in code_execution_input.input_files}})
        try:
            output = executor(code_execution_input.code)
        except (InterpreterError, ExecutionTimeoutError) as error:
            printed = texts.sendable(str(executor.state.get("_print_outputs", "")))
            return CodeExecutionResult(stdout=printed, stderr=texts.sendable(str(error)), exit_code=1)
        value = "" if output.logs or output.output is None else f"{texts.of_value(output.output)}\n"
        return CodeExecutionResult(stdout=texts.sendable(output.logs + value), exit_code=0)

    def _executor(self) -> LocalPythonExecutor:
        return LocalPythonExecutor(self.imports, timeout_seconds=self.timeout_seconds, **self.options)

    def _for(self, execution_id: str | None) -> LocalPythonExecutor:
        """The executor of a conversation; those that were used least lately go when there are too many."""
        if not self.stateful or execution_id is None:
            return self._executor()
        with self._lock:
            executor = self._sessions.pop(execution_id, None) or self._executor()
            self._sessions[execution_id] = executor
            while len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)
        return executor
