"""DSPy's `CodeInterpreter`, for `dspy.RLM`, `dspy.CodeAct` and `dspy.ProgramOfThought`.

    dspy.configure(interpreter_factory=FastexecInterpreter)
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
import keyword
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any

from dspy.dsp.utils.settings import settings
from dspy.primitives.code_interpreter import CodeExecutionError, CodeInterpreterError, FinalOutput
from dspy.utils.callback import BaseCallback, with_callbacks

from fastexec import ExecutionTimeoutError, InterpreterError, LocalPythonExecutor
from fastexec.observe import are_async
from fastexec.outcome import INTERNAL, SYNTAX, failure

SUBMIT = "SUBMIT"
"""The name by which the code gives its answer."""
_FINAL = "final_answer"


class FastexecInterpreter:
    """Runs code in a sandbox in this process. Variables and functions last until `shutdown`.

    Args:
        tools: Functions that code may call, by name. The dict may change between two calls. Code does not await those that
            are async: its call waits for their result.
        output_fields: Fields of the answer, for `SUBMIT(field, ...)`: dicts with `name`.
        imports: Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES`.
        callbacks: Handlers of DSPy that are told of executions, calls of tools, start and end.
        **options: Other options of `fastexec.LocalPythonExecutor`: `timeout_seconds`, `limits`, ….

    Raises:
        CodeInterpreterError: An option is no good, or a module is not installed.
        TypeError: There is no option of this name.
        ValueError: A tool has a name that code cannot call.
    """

    execution_instructions = (
        "Code runs as Python in a sandbox. Variables, imports and functions last from one execution to the next. Tools and "
        "SUBMIT are global functions. Files, processes and the network are out of reach; imports are limited to those allowed."
    )

    def __init__(
        self,
        tools: dict[str, Callable[..., Any]] | None = None,
        output_fields: list[dict[str, Any]] | None = None,
        *,
        imports: str | Iterable[str] = (),
        callbacks: Iterable[BaseCallback] = (),
        **options: Any,
    ) -> None:
        self.tools: dict[str, Callable[..., Any]] = dict(tools or {})
        self._look_at_tools()
        self.callbacks: list[BaseCallback] = list(callbacks)
        self.output_fields = output_fields
        try:
            self._executor: LocalPythonExecutor | None = LocalPythonExecutor(imports, **options)
        except ValueError as error:
            raise CodeInterpreterError(str(error)) from error
        self._started = False

    @with_callbacks
    def start(self) -> None:
        """Makes `SUBMIT` known to the code. `execute` does it too.

        Raises:
            CodeInterpreterError: The interpreter was shut down.
        """
        executor = self._running()
        if not self._started:
            executor.send_tools({_FINAL: self._submit})
            executor(f"{SUBMIT} = {_FINAL}")
            self._started = True

    @with_callbacks
    def execute(self, code: str, variables: dict[str, Any] | None = None) -> Any:
        """Runs a snippet.

        Args:
            code: The snippet.
            variables: Variables that it gets.

        Returns:
            `FinalOutput` if it called `SUBMIT`; else what it printed; else the value of its last statement, or None.

        Raises:
            CodeExecutionError: An error left the code, or it was refused something or passed a limit.
            SyntaxError: It is no Python.
            CodeInterpreterError: The interpreter was shut down, or failed itself; or a variable has a name that it cannot have.
            ValueError: A tool has a name that code cannot call.
        """
        self._look_at_tools()
        invalid = [name for name in variables or {} if not _is_free(name) or name in self.tools]
        if invalid:
            raise CodeInterpreterError(f"variables need names of their own, as Python has them; invalid names: {invalid!r}")
        if not self._started:
            self.start()
        executor = self._running()
        executor.send_tools({**{name: self._tool(name, tool) for name, tool in self.tools.items()}, _FINAL: self._submit})
        executor.send_variables(dict(variables or {}))
        try:
            result = executor(code)
        except (InterpreterError, ExecutionTimeoutError) as error:
            raise _as_theirs(error) from error
        if result.is_final_answer:
            return FinalOutput(result.output)
        return result.logs.removesuffix("\n") or result.output

    @with_callbacks
    def shutdown(self) -> None:
        """Ends what runs and gives up variables. Calling it again does nothing."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.close()

    def __call__(self, code: str, variables: dict[str, Any] | None = None) -> Any:
        """As `execute`."""
        return self.execute(code, variables)

    def __enter__(self) -> FastexecInterpreter:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.shutdown()

    @with_callbacks
    def invoke_tool(self, tool_name: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Calls a tool, and waits for the result of an async one."""
        result = self.tools[tool_name](*args, **kwargs)
        return _result(result) if inspect.isawaitable(result) else result

    def _tool(self, name: str, tool: Callable[..., Any]) -> Callable[..., Any]:
        """The tool as code calls it, which does not await."""
        if not (are_async((tool,)) or self.callbacks or settings.get("callbacks")):
            return tool

        @functools.wraps(tool)
        def call(*args: Any, **kwargs: Any) -> Any:
            return self.invoke_tool(name, list(args), kwargs)

        return call

    def _look_at_tools(self) -> None:
        invalid = [name for name in self.tools if not _is_free(name)]
        if invalid:
            raise ValueError(f"tools need names that code can call; invalid names: {invalid!r}")

    def _running(self) -> LocalPythonExecutor:
        if self._executor is None:
            raise CodeInterpreterError("this interpreter was shut down: make another one")
        return self._executor

    def _submit(self, *args: Any, **kwargs: Any) -> Any:
        """The answer: fields by place or by name; without fields, one dict or value."""
        whole: Any = args[0] if len(args) == 1 and not kwargs else None
        if isinstance(whole, dict):
            return args[0]
        names = [field["name"] for field in self.output_fields or ()]
        if names:
            return _bound(names, args, kwargs)
        if len(args) > 1 or args and kwargs:
            raise TypeError("SUBMIT() takes one value, or fields by name")
        return args[0] if args else kwargs


def _is_free(name: Any) -> bool:
    """Whether code can call it by this name, which is nobody else's."""
    return isinstance(name, str) and name.isidentifier() and not keyword.iskeyword(name) and name not in (SUBMIT, "__builtins__")


def _result(found: Awaitable[Any]) -> Any:
    async def wait() -> Any:
        return await found

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(wait())
    # DSPy's own thread has a loop: the tool gets another one, in the same context.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(contextvars.copy_context().run, asyncio.run, wait()).result()


def _bound(names: list[str], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Arguments by the names of the fields."""
    signature = inspect.Signature([inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names])
    try:
        return dict(signature.bind(*args, **kwargs).arguments)
    except TypeError as error:
        raise TypeError(f"SUBMIT({', '.join(names)}): {error}") from None


def _as_theirs(error: Exception) -> Exception:
    found = failure(error)
    if found.outcome == SYNTAX:
        return SyntaxError(found.text)
    theirs: type[Exception] = CodeInterpreterError if found.outcome == INTERNAL else CodeExecutionError
    return theirs(found.text)
