"""What became of a call, as plain data: for command lines, servers and logs, which have no exceptions to show.

A call ends in one of these ways: `"ok"`; `"raised"`, an error left the code; `"syntax"`, the code is no Python, and
none of it ran; `"refused"`, it wanted what it may not have; `"limit"`; `"internal"`, a fault of the engine.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from fastexec.errors import ExecutionTimeoutError, InterpreterError

OK, RAISED, SYNTAX, REFUSED, LIMIT, INTERNAL = "ok", "raised", "syntax", "refused", "limit", "internal"

_PARSING = re.compile(r"Code parsing failed(?: on line (\d+|None))? due to: (\w+): (.*)")
_RAISES = re.compile(r"^  host: Limits\((\w+)=\.\.\.\) raises this limit$", re.M)
_LINE = re.compile(r"^  line (\d+): ", re.M)
_HINT = re.compile(r"^  hint: (.+)$", re.M)
_UNKNOWN = re.compile(r"Forbidden function evaluation: '(\w+)' is not among |The variable `(\w+)` is not defined\.")


class Frame(NamedTuple):
    """A call that was under way: the outermost has no function."""

    function: str | None
    line: int
    text: str


@dataclass(frozen=True)
class Failure:
    """Why a call has no result."""

    outcome: str
    """One of the words above, but `"ok"`."""
    type: str
    """Name of the class of the error that left the code; of a refusal or a limit, of the one that the host gets."""
    message: str
    line: int | None
    """Line of the snippet, counted from 1."""
    hint: str | None
    """What the author of the code may do."""
    limit: str | None
    """The field of `fastexec.Limits` that was reached."""
    statement: str | None
    """Source text of the top-level statement."""
    frames: list[Frame]
    """Calls that were under way, the outermost first."""
    text: str
    """All of it, as the text of the error."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON: without `outcome`."""
        fields = asdict(self)
        del fields["outcome"]
        fields["frames"] = [frame._asdict() for frame in self.frames]
        return fields


def failure(error: BaseException, refusals: Collection[str] = ()) -> Failure:
    """What an error that a call raised says.

    Args:
        error: As a call of an executor raised it.
        refusals: Those of the executor after that call.
    """
    if isinstance(error, ExecutionTimeoutError):
        return _from_text(error, LIMIT, "seconds")
    if not isinstance(error, InterpreterError):
        return _from_text(error, INTERNAL, None)
    if getattr(error, "error_type", None) is None:
        return _not_run(error)
    return Failure(
        outcome=_outcome(error, refusals),
        type=error.error_type,
        message=error.error_message,
        line=error.line,
        hint=error.hint,
        limit=error.limit,
        statement=error.statement,
        frames=[Frame(*frame) for frame in error.frames],
        text=str(error),
    )


def _outcome(error: InterpreterError, refusals: Collection[str]) -> str:
    if error.limit is not None or error.error_message == "Code execution was cancelled by the host":
        return LIMIT
    if error.error_message in refusals or isinstance(error.__cause__, InterpreterError):
        return REFUSED
    unknown = _UNKNOWN.match(error.error_message) if error.error_type == "InterpreterError" else None
    # A function that Python has and the sandbox has not.
    return REFUSED if unknown and hasattr(builtins, unknown[1] or unknown[2]) else RAISED


def _not_run(error: InterpreterError) -> Failure:
    """Of code that was turned away as a whole."""
    text = str(error)
    parsing = _PARSING.match(text)
    if parsing:
        line = None if parsing[1] in (None, "None") else int(parsing[1])
        return Failure(SYNTAX, parsing[2], parsing[3], line, None, None, None, [], text)
    limit = _RAISES.search(text)
    return _from_text(error, LIMIT if limit else INTERNAL, limit and limit[1])


def _from_text(error: BaseException, outcome: str, limit: str | None) -> Failure:
    """Of an error that has nothing but its text."""
    text = str(error)
    line, hint = _LINE.search(text), _HINT.search(text)
    message = text.splitlines()[0] if text else ""
    return Failure(outcome, type(error).__name__, message, line and int(line[1]), hint and hint[1], limit, None, [], text)
