"""Who looks on while an executor runs code: the host's function for printed text, its file of records, its tracer and meter."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple

from fastexec import tool_durations, tracing
from fastexec.stats import Run

if TYPE_CHECKING:
    from fastexec.aio import Calls
    from fastexec.records import Recorder
    from fastexec.tool_watch import Look


class LookOn(NamedTuple):
    """What an executor was given for that."""

    on_print: Callable[[str], object] | None
    recorder: Recorder | None
    isolation: str

    @property
    def looks(self) -> bool:
        """Whether there is anything."""
        return self.on_print is not None or self.recorder is not None


def recorder(record: Any) -> Recorder | None:
    """What writes a file of records. Raises `OSError` if it cannot be written, `TypeError` for what is neither path nor
    `Record`."""
    if record is None:
        return None
    from fastexec.records import Recorder

    return Recorder(record)


_COROUTINE = 0x80
"""`inspect.CO_COROUTINE`"""
_LAYERS = 100
"""Of wrappers around a function that are looked through: one may wrap itself."""


def are_async(tools: Iterable[Any]) -> bool:
    """Whether calling one of them gives a coroutine, as far as its definition says."""
    return any(map(_is_async, tools))


def _is_async(tool: Any) -> bool:
    for _ in range(_LAYERS):
        if tool is None:
            break
        found: object = tool
        kind = type(found)
        if kind is FunctionType:
            if tool.__code__.co_flags & _COROUTINE:
                return True
            tool = tool.__dict__.get("__wrapped__")
        elif kind is MethodType:
            tool = tool.__func__
        elif kind is functools.partial:
            tool = tool.func
        else:  # (`forward`: of a tool of smolagents)
            methods = (getattr(kind, name, None) for name in ("forward", "__call__"))
            tool = next((method for method in methods if type(method) is FunctionType), None)
    return False


class Watched:
    """One call that is looked at. Nothing of this may change how it ends."""

    def __init__(self, run: Run, code: Any, calls: Calls | None, look_on: LookOn, awaits: bool) -> None:
        self._run = run
        self._code = code
        self._recorder = look_on.recorder
        self._span = tracing.begin(look_on.isolation) if tracing.API in sys.modules else None
        self._kept = None if look_on.recorder is None else look_on.recorder.kept_calls()
        looks: list[Look] = []
        if self._span is not None:
            looks.append(self._span.tool)
        if self._kept is not None:
            looks.append(self._kept.look)
        durations = tool_durations.look()
        if durations is not None:
            looks.append(durations)
        self._watch: Any = None
        if calls is not None or looks or awaits or look_on.isolation != "none":
            from fastexec.tool_watch import ToolWatch

            self._watch = ToolWatch(calls, looks)
            run.tools = self._watch.log
        awaited = None if calls is None else calls.awaited
        self.hooks: tuple[Any, Callable[[Any], Any] | None, Callable[[str], object] | None] = (
            self._watch and self._watch.call,
            awaited,
            look_on.on_print,
        )

    def own(self, output: Any) -> Any:
        """What a call gives: of a coroutine of the host, the coroutine."""
        return output if self._watch is None else self._watch.own(output)

    def end(self, error: BaseException | None) -> None:
        """The call has ended."""
        if self._watch is not None:
            self._watch.end()
        if self._span is not None:
            self._span.end(self._run)
        if self._recorder is not None:
            self._recorder.write(self._code, self._run, error, self._kept)


_QUIET, _TELLING = 10, 20
"""Levels of `logging`: of calls that ended well, or in an error of the code; of those that were stopped."""


_logger: Any = None


def log_end(run: Run) -> None:
    """Tells `logging`, where somebody listens."""
    logger = _logger or _find_logger()
    level = _QUIET if run.outcome in ("ok", "raised", "syntax") else _TELLING
    if logger is not None and logger.isEnabledFor(level):
        stats = run.stats()
        limit = f" ({run.limit})" if run.limit else ""
        text = "a call ended: %s%s, %d operations, %.3f ms, %d calls of tools, %d refusals"
        numbers = (stats.operations, stats.seconds * 1000, stats.tool_calls, len(stats.refusals))
        try:
            logger.log(level, text, run.outcome, limit, *numbers, extra={"fastexec": stats.as_dict()})
        except Exception as failed:  # noqa: BLE001  (a handler's own; what looks on changes nothing)
            _warn(failed)


def tell_lost_record(failed: Exception) -> None:
    """Logs that a call was not recorded, of every one: a warning is shown once."""
    logger = _find_logger()
    if logger is None:
        return
    try:
        logger.error("a call was not recorded: %s", failed)
    except Exception as unlogged:  # noqa: BLE001  (a handler's own)
        _warn(unlogged)


def _warn(failed: Exception) -> None:
    import warnings
    from contextlib import suppress

    with suppress(Warning):  # where they are errors
        warnings.warn(f"fastexec: a call was not logged: {failed}", RuntimeWarning, stacklevel=5)


def _find_logger() -> Any:
    """The package's logger, once `logging` is loaded."""
    global _logger
    logging = sys.modules.get("logging")
    if logging is not None:
        _logger = logging.getLogger("fastexec")
    return _logger
