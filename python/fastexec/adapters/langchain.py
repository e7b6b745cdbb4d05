"""LangChain and LangGraph: a tool that runs Python, and an `eval_fn` for langgraph-codeact.

    agent = create_agent(model, [python_tool(imports=["numpy"])])
    graph = create_codeact(model, tools, eval_function(imports=["numpy"]))
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Any

from langchain_core.tools import StructuredTool

from fastexec import CodeOutput, ExecutionTimeoutError, InterpreterError, LocalPythonExecutor
from fastexec import options as option_values
from fastexec.adapters import texts
from fastexec.aio import Calls

MOST_KEPT = 100
"""Conversations with classes of their own that an `eval_fn` keeps an executor for; in older ones, code cannot use them."""
NOTHING = "(the code ran, and printed nothing)"
"""What a model is told of code without output."""

_ENGINES_OWN = ("_print_outputs", "_operations_count", "__name__")

Variables = dict[str, Any]


def python_tool(
    imports: str | Iterable[str] = (),
    tools: dict[str, Callable[..., Any]] | None = None,
    *,
    name: str = "run_python",
    description: str | None = None,
    **options: Any,
) -> StructuredTool:
    """A tool with one argument, `code`. Variables last from call to call, as long as the tool does: make one for each
    conversation.

    Args:
        imports: Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES`.
        tools: Functions that code may call, by name. Async ones are called like plain ones, where the agent runs async.
        name: The tool's name.
        description: What the model is told; left out, it is made of the imports and functions.
        **options: Other options of `fastexec.LocalPythonExecutor`: `timeout_seconds`, `limits`, ….

    Raises:
        InterpreterError: A module is not installed.
        TypeError: An option is of another type, or there is none of this name.
        ValueError: An option has a value that it cannot have.
    """
    functions = option_values.functions("tools", tools)
    executor = LocalPythonExecutor(imports, **options)

    def run(code: str) -> str:
        executor.send_tools(functions)
        return _attempt(executor, lambda: executor(code))

    async def arun(code: str) -> str:
        async with Calls() as calls:
            executor.send_tools(calls.tools(functions))
            return await _aattempt(executor, calls.run(executor, code))

    text = description or _description(executor.authorized_imports, functions)
    return StructuredTool.from_function(func=run, coroutine=arun, name=name, description=text)


def eval_function(imports: str | Iterable[str] = (), **options: Any) -> Callable[[str, Variables], tuple[str, Variables]]:
    """The `eval_fn` of `create_codeact`: runs code on variables, and gives what it printed and the variables that it set.

    Args:
        imports: Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES`.
        **options: Other options of `fastexec.LocalPythonExecutor`: `timeout_seconds`, `limits`, ….

    Raises:
        InterpreterError: A module is not installed.
        TypeError: An option is of another type, or there is none of this name.
        ValueError: An option has a value that it cannot have.
    """
    executors = _Executors(imports, options)

    def evaluate(code: str, context: Variables) -> tuple[str, Variables]:
        functions, variables = _split(context)
        with executors.borrowed(variables) as executor:
            executor.send_tools(functions)
            text = _attempt(executor, lambda: executor(code))
            return text, _changed(executor, context)

    return evaluate


def async_eval_function(imports: str | Iterable[str] = (), **options: Any) -> Callable[[str, Variables], Awaitable[tuple[str, Variables]]]:
    """As `eval_function`, for graphs that run async: the code runs on a worker thread, async tools on the loop.

    Args:
        imports: Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES`.
        **options: Other options of `fastexec.LocalPythonExecutor`: `timeout_seconds`, `limits`, ….

    Raises:
        InterpreterError: A module is not installed.
        TypeError: An option is of another type, or there is none of this name.
        ValueError: An option has a value that it cannot have.
    """
    executors = _Executors(imports, options)

    async def evaluate(code: str, context: Variables) -> tuple[str, Variables]:
        functions, variables = _split(context)
        with executors.borrowed(variables) as executor:
            async with Calls() as calls:
                executor.send_tools(calls.tools(functions))
                text = await _aattempt(executor, calls.run(executor, code))
            return text, _changed(executor, context)

    return evaluate


class _Executor:
    """An executor, and whether a call has it."""

    def __init__(self, executor: LocalPythonExecutor) -> None:
        self.executor = executor
        self.in_use = threading.Lock()
        self.in_use.acquire()


class _Executors:
    """One for each call; but where variables hold a class that the code of an earlier call made, the one of that call: to
    the code of others it is a class of the host."""

    def __init__(self, imports: str | Iterable[str], options: dict[str, Any]) -> None:
        self._imports = [imports] if isinstance(imports, str) else list(imports)
        self._options = options
        # An executor holds the classes that it made: it must not be held for their sake.
        self._owners: weakref.WeakKeyDictionary[type, weakref.ref[_Executor]] = weakref.WeakKeyDictionary()
        self._kept: deque[_Executor] = deque(maxlen=MOST_KEPT)
        self._make()  # says now what is wrong with the options

    def _make(self) -> LocalPythonExecutor:
        return LocalPythonExecutor(self._imports, **self._options)

    @contextmanager
    def borrowed(self, variables: Variables) -> Generator[LocalPythonExecutor, None, None]:
        """An executor with these variables, and no others."""
        owner = self._owner(variables) or _Executor(self._make())
        executor = owner.executor
        try:
            executor.custom_tools = {}
            executor.state = {"__name__": "__main__", **variables}
            yield executor
            self._keep(owner)
        finally:
            owner.in_use.release()

    def _keep(self, owner: _Executor) -> None:
        """Remembers whose the classes are."""
        classes = list(filter(_is_class, owner.executor.state.values()))
        for made in classes:
            self._owners.setdefault(made, weakref.ref(owner))
        if classes and owner not in self._kept:
            self._kept.append(owner)

    def _owner(self, variables: Variables) -> _Executor | None:
        """The executor that made one of the classes, if no other call has it now."""
        for made in filter(_is_class, variables.values()):
            reference = self._owners.get(made)
            owner = None if reference is None else reference()
            if owner is not None and owner.in_use.acquire(blocking=False):
                return owner
        return None


def _is_class(value: Any) -> bool:
    return issubclass(type(value), type)


def _split(context: Variables) -> tuple[dict[str, Callable[..., Any]], Variables]:
    """The host's functions, which are tools, and everything else: what earlier code defined is a variable."""
    functions = {name: value for name, value in context.items() if _is_tool(value)}
    return functions, {name: value for name, value in context.items() if name not in functions}


def _is_tool(value: Any) -> bool:
    if not callable(value) or _is_class(value):
        return False
    # Functions of the code, and those of its classes, know their source.
    return not hasattr(value, "__source__") and not hasattr(type(value).__call__, "__source__")


def _changed(executor: LocalPythonExecutor, context: Variables) -> Variables:
    """Variables that are new or another object than before."""
    found = {**executor.state, **executor.custom_tools}
    return {name: value for name, value in found.items() if name not in _ENGINES_OWN and (name not in context or context[name] is not value)}


def _attempt(executor: LocalPythonExecutor, call: Callable[[], CodeOutput]) -> str:
    executor.state.pop("_print_outputs", None)
    try:
        return _text(call())
    except (InterpreterError, ExecutionTimeoutError) as error:
        return _failed(executor, error)


async def _aattempt(executor: LocalPythonExecutor, call: Awaitable[CodeOutput]) -> str:
    executor.state.pop("_print_outputs", None)
    try:
        return _text(await call)
    except (InterpreterError, ExecutionTimeoutError) as error:
        return _failed(executor, error)


def _text(output: CodeOutput) -> str:
    """What the model is told: the printed text, and the value of the last statement where nothing was printed."""
    return texts.sendable(output.logs or (NOTHING if output.output is None else texts.of_value(output.output)))


def _failed(executor: LocalPythonExecutor, error: Exception) -> str:
    return f"{executor.state.get('_print_outputs', '')}{error}"


def _description(imports: list[str], functions: dict[str, Callable[..., Any]]) -> str:
    called = f" It can call {', '.join(functions)}." if functions else ""
    return (
        "Runs Python and gives what it prints, or the value of its last line. Variables last from call to call."
        f"{called} It can import: {', '.join(imports)}."
    )
