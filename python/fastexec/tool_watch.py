"""Looks on while tools of the host are called: how long they take, and who wants to know what of them."""

from __future__ import annotations

import concurrent.futures
import functools
import time
from collections.abc import Callable
from types import CoroutineType
from typing import TYPE_CHECKING, Any, Protocol

from fastexec.awaited import Awaited
from fastexec.stats import ToolLog
from fastexec.stepped import Stepped, original

if TYPE_CHECKING:
    from fastexec.aio import Calls

_Future = concurrent.futures.Future


class Seen(Protocol):
    """Somebody who looks on, for one call."""

    def leave(self) -> None:
        """The function has returned; what it gave may still be awaited."""

    def end(self, result: Any, error: BaseException | None) -> None:
        """The call has ended."""


Look = Callable[[str, Any, "tuple[Any, ...]", "dict[str, Any]"], Seen]
"""`look(name, tool, args, kwargs)` when a call begins."""


class ToolWatch:
    """Calls tools for a run, in place of the engine.

    Args:
        calls: Of an event loop, which awaits what tools give; None without one.
        looks: Who looks on.
    """

    def __init__(self, calls: Calls | None, looks: list[Look]) -> None:
        self._calls = calls
        self._looks = looks
        self.log: ToolLog = ToolLog()
        self._open: dict[int, _Call] = {}

    def call(self, name: str, tool: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """A call of a tool, on the thread of the code, in the host's own context."""
        call = _Call(name, self.log, [look(name, tool, args, kwargs) for look in self._looks])
        try:
            result: Any = tool(*args, **kwargs)
            given: Any = result
            if self._calls is not None:
                given = self._calls.given(result, name, functools.partial(self._arrived, call))
            elif type(result) is CoroutineType:
                given = Stepped(given, name, functools.partial(self._ended, call))
        except BaseException as error:
            call.end(None, error)
            raise
        finally:
            call.leave()
        if given is not result and isinstance(given, (Awaited, Stepped)):
            self._open[id(call)] = call
        else:
            call.end(result, None)
        return given

    def _arrived(self, call: _Call, future: _Future[Any]) -> None:
        """What a tool gave to await is there."""
        if future.cancelled():
            self._ended(call, None, concurrent.futures.CancelledError())
        elif future.exception() is not None:
            self._ended(call, None, future.exception())
        else:
            self._ended(call, future.result(), None)

    def _ended(self, call: _Call, result: Any, error: BaseException | None) -> None:
        self._open.pop(id(call), None)
        call.end(result, error)

    own: staticmethod[[Any], Any] = staticmethod(original)

    def end(self) -> None:
        """The run is over: what it did not wait for has failed."""
        while self._open:
            _, call = self._open.popitem()
            call.end(None, concurrent.futures.CancelledError())


class _Call:
    def __init__(self, name: str, log: ToolLog, seen: list[Seen]) -> None:
        self._name = name
        self._log = log
        self._seen = seen
        self._ended = False
        self._began = time.perf_counter()

    def leave(self) -> None:
        for seen in reversed(self._seen):
            seen.leave()

    def end(self, result: Any, error: BaseException | None) -> None:
        if self._ended:
            return
        self._ended = True
        self._log.note(self._name, time.perf_counter() - self._began, error is not None)
        for seen in reversed(self._seen):
            seen.end(result, error)
