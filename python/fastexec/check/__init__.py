"""What can be known of a snippet without running it.

The parser of a run decides whether the text is Python; names, imports, attributes, calls of tools and loops are then looked for
in its tree. Nothing of the code runs, and no value of its variables is asked for anything.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, NamedTuple

from fastexec._fastexec import ExecutionTimeoutError, InterpreterError, Session
from fastexec.check.finding import Finding, Findings
from fastexec.check.known import Known
from fastexec.check.source import Source
from fastexec.check.walk import Walk
from fastexec.isolation.problems import IsolationError

__all__ = ["Finding", "Findings", "check", "refusal"]

_WHILE = "Maximum number of {} iterations in While loop exceeded"
_OPERATIONS = (
    "Reached the max number of operations of {}. Maybe there is an infinite loop somewhere in the code, or you're just asking too "
    "many calculations."
)
_TIME = "Code execution exceeded the maximum execution time of {} seconds"
_PROCESSOR = "Code execution exceeded the maximum processor time of {} seconds"
_TIMEOUT = "ExecutionTimeoutError"


def check(
    code: str | bytes,
    dicts: tuple[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]],
    authorized: list[str],
    held: tuple[float | None, int | None, tuple[Any, ...]],
    policy: tuple[list[str], list[str], str, bool, bool],
) -> Findings:
    """What is wrong with a snippet.

    Args:
        code: The snippet.
        dicts: Variables, functions and tools.
        authorized: Modules that it may import.
        held: The limits, as `fastexec.caps.in_place` gives them.
        policy: What its session is made with.

    Raises:
        TypeError: The code is neither text nor bytes.
    """
    if not isinstance(code, (str, bytes)):
        raise TypeError(f"the code to check must be a string, not {type(code).__name__}")
    turned_away = _turned_away(code, held, policy[4])
    if turned_away is not None:
        return Findings((turned_away,))
    try:
        source = Source(_text(code))
        tree = ast.parse(source.text)
    except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
        return Findings()  # deeper than the host's own parser goes, or bytes in an encoding that is none of text
    try:
        known = Known(*dicts, authorized, bool(policy[0] or policy[1]))
        return Findings(Walk(known, source, tree, _Caps.of(held).ending).run())
    except InterpreterError as error:
        # A worker that was lost tells no names. The call will say so.
        state: Any = dicts[0]
        state.say_again(error)
    except IsolationError:
        pass  # nor does one that cannot be had
    return Findings()


def _text(code: str | bytes) -> str:
    if isinstance(code, str):
        return str.__str__(code)
    from importlib.util import decode_source

    return decode_source(code)


def _turned_away(code: str | bytes, held: tuple[Any, Any, tuple[Any, ...]], top_level_return: bool) -> Finding | None:
    """What a run says of a text that it does not begin with: asked of a session that has nothing, and may do nothing."""
    seconds, _characters, caps = held
    # No operation and no turn of a loop, should it come to that.
    idle = (0, 0, *caps[2:])
    try:
        Session(top_level_return=top_level_return).run(code, _Nothing(), {}, [], seconds, 0, idle)
    except _Accepted:
        return None
    except (InterpreterError, ExecutionTimeoutError) as error:
        if error.kind == "syntax" or error.kind == "limit" and error.limit in ("source_bytes", "nesting"):
            return _as_finding(error)
    except Exception:  # noqa: BLE001 - the run will say what is wrong with a text that cannot even be read
        pass
    return None


class _Accepted(Exception):
    """The text is read, and would run now."""


class _Nothing:
    """Variables of a session that has none. It asks for them before it reads the text, and again when it is about to run."""

    def __init__(self) -> None:
        self.custom_tools: dict[str, Any] = {}
        self._asked = False

    @property
    def state(self) -> dict[str, Any]:
        if self._asked:
            raise _Accepted
        self._asked = True
        return {}


def _as_finding(error: Any) -> Finding:
    return Finding(
        kind=error.kind,
        type=error.error_type,
        message=error.error_message,
        line=error.line,
        column=error.column,
        end_line=error.end_line,
        end_column=error.end_column,
        hint=error.hint,
        host_hint=error.host_hint,
        certain=True,
        statement=error.statement,
        limit=error.limit,
        shown=str(error) if error.kind == "syntax" else "".join(f"\n{line}" for line in str(error).splitlines()[1:]),
    )


class _Caps(NamedTuple):
    """Those that end a loop without an end; None for one that is lifted."""

    iterations: int | None
    operations: int | None
    seconds: float | None
    cpu_seconds: float | None

    @classmethod
    def of(cls, held: tuple[float | None, int | None, tuple[Any, ...]]) -> _Caps:
        """Of what `fastexec.caps.in_place` gives."""
        seconds, _characters, (operations, iterations, cpu_seconds, *_others) = held
        return cls(iterations, operations, seconds, cpu_seconds)

    def ending(self, nodes: int) -> tuple[str, str, str] | None:
        """Type and message of the error that ends a loop of so many nodes, and the limit's name. Each node is an operation of each turn."""
        turns = self.iterations
        if turns is not None and (self.operations is None or turns * nodes <= self.operations):
            return "InterpreterError", _WHILE.format(turns), "while_iterations"
        if self.operations is not None:
            return "InterpreterError", _OPERATIONS.format(self.operations), "operations"
        if self.cpu_seconds is not None and (self.seconds is None or self.cpu_seconds < self.seconds):
            return "InterpreterError", _PROCESSOR.format(self.cpu_seconds), "cpu_seconds"
        return None if self.seconds is None else (_TIMEOUT, _TIME.format(self.seconds), "seconds")


def refusal(findings: Findings, plain: bool) -> Exception | None:
    """The error for a call that is not made, if something is certain. What the run itself says before it begins is left to it.

    Args:
        findings: Of the check.
        plain: Whether the error has the contract's text alone.
    """
    from fastexec.errors import error

    certain = findings.certain
    if not certain or certain[0].statement is None:
        return None
    first, others = certain[0], certain[1:]
    is_time = first.type == _TIMEOUT
    text = first.message if is_time else f"Code execution failed at line '{first.statement}' due to: {first.type}: {first.message}"
    if not plain:
        text += first.shown + "".join(f"\n{finding}" for finding in others)
    fields = ("kind", "statement", "line", "column", "end_line", "end_column", "hint", "host_hint", "limit")
    made = {name: getattr(first, name) for name in fields}
    shown = first.shown.split("\n")[1:2]
    frame = (None, first.line, shown[0].partition(": ")[2] if shown else "")
    return error(ExecutionTimeoutError if is_time else InterpreterError, text, error_type=first.type, error_message=first.message, frames=[frame], cause=None, **made)
