"""What became of a call, as plain data: for command lines, servers and logs, which have no exceptions to show.

A call ends in one of these ways: `"ok"`; `"raised"`, an error left the code; `"syntax"`, the code is no Python, and
none of it ran; `"refused"`, it wanted what it may not have; `"limit"`; `"internal"`, a fault of the engine.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from fastexec.errors import ExecutionTimeoutError, InterpreterError

OK, RAISED, SYNTAX, REFUSED, LIMIT, INTERNAL = "ok", "raised", "syntax", "refused", "limit", "internal"


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
    column: int | None = None
    """Column where the error begins, counted from 1."""
    end_line: int | None = None
    """Line where it ends."""
    end_column: int | None = None
    """Column behind its end."""
    cause: str | None = None
    """The error that it came of, as text."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON: without `outcome`."""
        fields = asdict(self)
        del fields["outcome"]
        fields["frames"] = [frame._asdict() for frame in self.frames]
        return fields


def failure(error: BaseException) -> Failure:
    """What an error that a call raised says."""
    text = str(error)
    if not isinstance(error, (ExecutionTimeoutError, InterpreterError)) or error.kind is None:
        message = text.splitlines()[0] if text else ""
        return Failure(INTERNAL, type(error).__name__, message, None, None, None, None, [], text)
    return Failure(
        outcome=error.kind,
        type=error.error_type or "",
        message=error.error_message or "",
        line=error.line,
        hint=error.hint,
        limit=error.limit,
        statement=error.statement,
        frames=[Frame(*frame) for frame in error.frames],
        text=text,
        column=error.column,
        end_line=error.end_line,
        end_column=error.end_column,
        cause=error.cause,
    )
