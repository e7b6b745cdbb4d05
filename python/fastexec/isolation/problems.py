"""What can go wrong between host and worker."""

from __future__ import annotations

from collections.abc import Sequence


class IsolationError(RuntimeError):
    """No worker could be had as it was asked for: a wall is missing, or the server did not start.

    The attributes are those of the other errors: `kind` is `"internal"`, and none of the code ran.
    """

    kind: str | None = "internal"
    statement: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    frames: Sequence[tuple[str | None, int, str]] = ()
    hint: str | None = None
    host_hint: str | None = None
    limit: str | None = None
    cause: str | None = None

    @property
    def error_type(self) -> str:
        """The name of the class."""
        return type(self).__name__

    @property
    def error_message(self) -> str:
        """What it says."""
        return str(self)


class WorkerGone(Exception):
    """The worker ended, was ended, or said what no worker says."""


class Closed(WorkerGone):
    """Its end of the way to it is closed."""

    def __init__(self, error: object = None) -> None:
        super().__init__("the other end is closed" if error is None else f"the other end is closed ({error})")


class Late(Exception):
    """No answer came in time."""


class GivenUp(Exception):
    """Nobody waits any more for the worker that was asked for."""


class Failed(Exception):
    """The worker lives, and could not do what it was asked: read that, or say what came of it."""


class TooLarge(ValueError):
    """A message is larger, or a value deeper, than any may be."""


class Uncrossable(TypeError):
    """A value has no form in which it crosses. `path` is where it stands in what was to cross: `["model"][0]`."""

    path = ""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind

    def __str__(self) -> str:
        return f"{self.path or 'the value'}: an object of {self.kind} cannot leave the worker"
