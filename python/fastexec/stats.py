"""What a call used and did: `CodeOutput.stats`, `executor.last_run`.

The host measures; nothing of the code reaches it.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter, thread_time
from typing import Any, Literal, NamedTuple, Protocol

from fastexec.errors import ExecutionTimeoutError, InterpreterError

Outcome = Literal["ok", "raised", "syntax", "refused", "limit", "internal", "interrupted"]
"""How a call ended: the words of `fastexec.outcome`, and `"interrupted"` for Ctrl-C and its like."""


class ToolCall(NamedTuple):
    """A call of a tool of the host."""

    name: str
    seconds: float
    """Wall-clock seconds until it gave its result; of an async tool that `arun` awaits, until that was there."""
    failed: bool
    """Whether it raised, or was ended."""


class Stats(NamedTuple):
    """What one call used and did. A tuple: it compares, pickles, and cannot be changed."""

    outcome: Outcome
    limit: str | None
    """The field of `fastexec.Limits` that was reached; None for a call that was cancelled."""
    operations: int
    """Evaluated nodes of the syntax tree."""
    seconds: float
    """Wall-clock seconds, with tools and with the wait for other calls of the executor."""
    cpu_seconds: float
    """Processor seconds of the thread that ran the code."""
    peak_memory_bytes: int | None
    """Bytes that the call had added to the memory at most, as `memory_bytes` counts them: blocks of some size, not every
    small object. None where that limit is lifted, and nothing is counted."""
    imports: tuple[str, ...]
    """Modules that import statements brought, in order; 200 at most."""
    tools: tuple[ToolCall, ...]
    """Calls of tools, in the order of their ends; the first 1,000."""
    tool_calls: int
    """How many there were."""
    refusals: tuple[str, ...]
    """What was refused, whether or not the code caught it; the first 1,000."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**self._asdict(), "tools": [call._asdict() for call in self.tools]}


NOTHING = Stats("ok", None, 0, 0.0, 0.0, None, (), (), 0, ())
"""Of no call."""

Fields = tuple[int, "int | None", Sequence[str], Sequence[tuple[str, float, bool]], int, Sequence[str]]
"""Operations, most bytes, imports, calls of tools, how many there were, refusals."""


class Account(Protocol):
    """What an engine fills in while a call runs."""

    def fields(self) -> Fields: ...


class WorkerAccount:
    """Filled with what a worker says of a run; what the host can know itself it does not believe it."""

    def __init__(self) -> None:
        self._fields: Fields = (0, None, (), (), 0, ())
        self.cpu_seconds: float = 0.0

    def fill(self, told: list[Any] | None) -> bool:
        """Whether this is what a worker says."""
        # (Looked at piece by piece: a pattern takes longer.)
        if type(told) is not list or len(told) != 5:
            return False
        imports: list[Any] | None
        refusals: list[Any] | None
        operations, peak, imports, refusals, cpu_seconds = told
        if type(operations) is not int or not (peak is None or type(peak) is int) or type(cpu_seconds) is not float:
            return False
        if type(imports) is not list or type(refusals) is not list:
            return False
        if (imports or refusals) and not all(type(text) is str for text in (*imports, *refusals)):
            return False
        self._fields = (operations, peak, imports, (), 0, refusals)
        self.cpu_seconds = cpu_seconds
        return True

    def fields(self) -> Fields:
        return self._fields


class Run:
    """A call under way, and what is known of it afterwards. The numbers are put together when somebody asks."""

    __slots__ = ("account", "tools", "outcome", "limit", "refused", "seconds", "cpu_seconds", "_stats")

    def __init__(self, account: Account) -> None:
        self.account: Account = account
        self.tools: ToolLog | None = None
        """Who noted calls of tools, if not the engine."""
        self.outcome: Outcome = "ok"
        self.limit: str | None = None
        self.refused: tuple[str, ...] = ()
        """What ended it, where that was a refusal. (One that a check finds before the run is the engine's to note nowhere.)"""
        self._stats: Stats | None = None
        self.cpu_seconds: float = -thread_time()
        self.seconds: float = -perf_counter()

    def end(self, error: BaseException | None = None) -> None:
        """It has ended, with this error."""
        self.seconds += perf_counter()
        self.cpu_seconds += thread_time()
        if error is not None:
            self.outcome, self.limit = _outcome(error)
            if self.outcome == "refused":
                self.refused = (error.error_message or "",)  # type: ignore[attr-defined]  # (one of ours)

    def stats(self) -> Stats:
        """The numbers."""
        if self._stats is None:
            operations, peak, imports, calls, called, refusals = self.account.fields()
            if self.tools is not None:
                calls, called = self.tools.calls, self.tools.called
            cpu_seconds = getattr(self.account, "cpu_seconds", self.cpu_seconds)
            ended = (self.outcome, self.limit, operations, self.seconds, cpu_seconds, peak)
            self._stats = Stats(*ended, tuple(imports), tuple(ToolCall(*call) for call in calls), called, tuple(refusals) or self.refused)
        return self._stats

    def __reduce__(self) -> Any:
        return _told, (self.stats(),)


class _NoAccount:
    def fields(self) -> Fields:
        return 0, None, (), (), 0, ()


def _told(stats: Stats) -> Run:
    run = Run(_NoAccount())
    run._stats = stats
    return run


def _outcome(error: BaseException) -> tuple[Outcome, str | None]:
    if isinstance(error, (InterpreterError, ExecutionTimeoutError)):
        return error.kind or "internal", error.limit
    return ("internal" if isinstance(error, Exception) else "interrupted"), None


class ToolLog:
    """Calls of tools, for engines that do not note them."""

    MOST = 1000

    def __init__(self) -> None:
        self.calls: list[ToolCall] = []
        self.called: int = 0

    def note(self, name: str, seconds: float, failed: bool) -> None:
        """A call has ended."""
        self.called += 1
        if len(self.calls) < self.MOST:
            self.calls.append(ToolCall(name, seconds, failed))
