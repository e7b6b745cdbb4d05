"""The exceptions that leave a call."""

from __future__ import annotations

import sys
from typing import Any, TypeVar, cast

from fastexec._fastexec import ExecutionTimeoutError, InterpreterError

__all__ = ["ExecutionTimeoutError", "FinalAnswerException", "InterpreterError"]

ORIGINAL = "smolagents.local_python_executor"
"""The module whose `except` clauses our errors must satisfy, once it is loaded."""


class FinalAnswerException(BaseException):
    """Carries the value of `final_answer`. Not an `Exception`, so that code could not catch it; no call
    raises it, programs may name it."""

    def __init__(self, value: Any) -> None:
        self.value = value


_Error = TypeVar("_Error", bound=Exception)
_both: dict[tuple[type, type], type[Any]] = {}


def raised_class(ours: type[_Error]) -> type[_Error]:
    """The class to raise for `ours`: where the original is loaded, one that is also its class of that
    name. Decided when an error is made, since the original may be loaded at any time."""
    theirs = getattr(sys.modules.get(ORIGINAL), ours.__name__, None)
    if not isinstance(theirs, type) or issubclass(ours, theirs):
        return ours
    both = _both.get((ours, theirs))
    if both is None:

        def reduced(self: Any) -> tuple[Any, ...]:
            # Sent to another process it arrives as ours, whether or not the original is loaded there.
            return ours, self.args, self.__dict__ or None

        namespace: dict[str, Any] = {"__module__": ours.__module__, "__doc__": ours.__doc__, "__reduce__": reduced}
        made: Any = type(ours.__name__, (ours, theirs), namespace)
        both = _both[ours, theirs] = cast("type[Any]", made)
    return both


def error(ours: type[_Error], text: str, **fields: Any) -> _Error:
    """An instance of `raised_class(ours)`, with these attributes."""
    made = raised_class(ours)(text)
    lines = text.splitlines() or [""]
    vars(made).update({"error_type": ours.__name__, "error_message": lines[0], "frames": [], **fields})
    return made


_ATTRIBUTES = """

Attributes:
    kind: `"syntax"`: the code is no Python, and none of it ran. `"refused"`: it wanted what it may not have. `"limit"`: a
        limit ended it. `"raised"`: an error left it. `"internal"`: a fault of the engine, or its worker was lost. None on
        an error that no call has raised.
    error_type: Name of the class of the error that left the code.
    error_message: What that error says.
    statement: Source text of the top-level statement under way, or None.
    line: Line of the snippet, counted from 1, or None.
    column: Column where the error begins, counted from 1.
    end_line: Line where it ends.
    end_column: Column behind its end.
    frames: Calls that were under way, the outermost first: function (None at the top level), line, text of the line.
    hint: What the author of the code may do, or None.
    host_hint: What the host may do, or None.
    limit: The field of `fastexec.Limits` that was reached, or None.
    cause: The error that this one came of, as text, or None. (What left the code itself is the `__cause__`.)
"""


def _html(error: Exception) -> str:
    """For a notebook that shows the error as a value."""
    from fastexec.notebook import html

    return html.error(error)


for _class in (InterpreterError, ExecutionTimeoutError):
    _class.__doc__ = f"{_class.__doc__}{_ATTRIBUTES}"
    for _name in ("kind", "error_type", "error_message", "statement", "line", "column", "end_line", "end_column", "hint", "host_hint", "limit", "cause"):
        setattr(_class, _name, None)
    for _name, _value in (("frames", ()), ("_repr_html_", _html)):
        setattr(_class, _name, _value)


def closed() -> RuntimeError:
    """What is raised where an executor is asked for something that was closed."""
    return RuntimeError("the executor was closed, and its variables are gone: make another one")
