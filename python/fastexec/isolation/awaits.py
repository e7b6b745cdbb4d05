"""What code of a worker awaits of the host: several things at a time, while its own event loop goes on.

The code's loop asks the host to begin, is told by a signal that something is done, and fetches it then.
"""

from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import threading
import weakref
from collections.abc import Callable
from typing import Any

from fastexec.awaited import Awaited, begun
from fastexec.isolation.conversation import Clock
from fastexec.isolation.operations import awaited as wait_for
from fastexec.isolation.own_loop import OwnLoop

_Future = concurrent.futures.Future


class Awaits:
    """The host's side.

    Args:
        wake: A weak reference to what gives the signal.
    """

    OPERATIONS = ("begin", "here", "done", "await", "leave")

    def __init__(self, wake: weakref.WeakMethod[Callable[[], None]]) -> None:
        self._wake = wake
        self._begun: dict[int, _Future[Any] | asyncio.Task[Any]] = {}
        self._done: list[int] = []
        self._told = False
        self._lock = threading.Lock()
        self.own: OwnLoop = OwnLoop()
        self._errands: collections.deque[Callable[[], None]] = collections.deque()

    def operate(self, operation: str, number: int, target: Any, clock: Clock) -> Any:
        """What the worker asks about the object of this number."""
        match operation:
            case "begin":
                return self._begin(number, begun(target) if type(target) is Awaited else None, clock)
            case "here":
                return self._begin(number, self.own.begin(target), clock)
            case "done":
                while self._errands:
                    self._errands.popleft()()
                return self._take_done()
            case "leave":
                future = self._begun.pop(number, None)
                return future is not None and future.cancel()
        future = self._begun.pop(number, None)
        if future is not None and future.done():
            return _result(future)
        if isinstance(future, asyncio.Task):
            return clock.in_tool(self.own.result, [future], {})
        return clock.in_tool(_wait, [target if future is None else future], {})

    def send_for(self, errand: Callable[[], None]) -> None:
        """Has it done while the code waits for an answer of this side: only then it answers, too."""
        self._errands.append(errand)
        wake = self._wake()
        if wake is not None:
            wake()

    def forget(self, *, is_over: bool) -> None:
        """The run is over; that of a tool which calls the executor again may not be the last."""
        if is_over:
            self._errands.clear()
            self.own.close()
        if self._begun or self._told:
            self._begun = {}
            self._take_done()

    def _begin(self, number: int, future: _Future[Any] | asyncio.Task[Any] | None, clock: Clock) -> bool:
        """Whether it is under way: on the host's loop, or in a plain call on one of this thread. What is not can be waited for only."""
        if future is None:
            return False
        self._begun[number] = future
        clock.enter()
        future.add_done_callback(lambda _future: clock.leave())
        future.add_done_callback(lambda _future: self._note(number))
        return True

    def _note(self, number: int) -> None:
        with self._lock:
            self._done.append(number)
            told, self._told = self._told, True
        wake = None if told else self._wake()
        if wake is not None:
            wake()

    def _take_done(self) -> list[int]:
        with self._lock:
            done, self._done, self._told = self._done, [], False
        return done


def _wait(target: Any) -> Any:
    if type(target) is Awaited:
        target = begun(target)
    found: Any = target
    return _result(found) if isinstance(target, concurrent.futures.Future) else wait_for(target)


def _result(future: _Future[Any] | asyncio.Task[Any]) -> Any:
    """What it gives. Whoever awaits what was cancelled is told so in the words of `asyncio`."""
    try:
        return future.result()
    except concurrent.futures.CancelledError:
        if not future.cancelled():
            raise
        raise asyncio.CancelledError from None
