"""An event loop on the host's thread, for what code of a worker awaits in a plain call: it goes on while the host waits for the worker."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

_SLICE = 0.25
"""Seconds between two looks at signals: one that reached another thread does not end a wait."""

_LAST_WORDS = 1.0
"""Seconds that what was cancelled has to end."""


class OwnLoop:
    """Made when something is begun, and closed at the end of the run."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._under_way: set[asyncio.Task[Any]] = set()
        """Those whose end nobody was told of."""

    @property
    def is_running(self) -> bool:
        """Whether something that was begun is just being done."""
        return self._loop is not None and self._loop.is_running()

    def begin(self, target: Any) -> asyncio.Task[Any] | None:
        """A task for it; None where another loop runs on this thread already."""
        running = asyncio._get_running_loop()
        if not (running is None or running is self._loop) or (self._loop is not None and self._thread != threading.get_ident()):
            return None
        if self._loop is None:
            self._loop, self._thread = asyncio.new_event_loop(), threading.get_ident()
        task = self._loop.create_task(_awaited(target))
        self._tasks.add(task)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    def meanwhile(self, descriptor: int, until: float | None) -> None:
        """Goes on with what was begun until there is something to read, or until then (by `time.monotonic`)."""
        loop = self._loop
        if loop is None or loop.is_running() or self._thread != threading.get_ident():
            return
        came: list[int] = []

        def comes() -> None:
            came.append(descriptor)
            loop.stop()

        loop.add_reader(descriptor, comes)
        try:
            while self._under_way and not came:
                left = _SLICE if until is None else min(_SLICE, until - time.monotonic())
                if left <= 0:
                    break
                end = loop.call_later(left, loop.stop)
                loop.run_forever()
                end.cancel()
        finally:
            loop.remove_reader(descriptor)

    def result(self, task: asyncio.Task[Any]) -> Any:
        """What it gives; waits for that."""
        return task.result() if self._loop is None or task.done() else self._loop.run_until_complete(task)

    def close(self) -> None:
        """Cancels what has not ended. (Generators that began here are not closed: who has them goes on with them on another loop.)"""
        loop = self._loop
        if loop is None or loop.is_running():
            return
        self._loop, tasks, self._tasks, self._under_way = None, self._tasks, set(), set()
        try:
            left = {task for task in asyncio.all_tasks(loop) if task.cancel()}
            if left:
                loop.run_until_complete(asyncio.wait(left, timeout=_LAST_WORDS))
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            loop.close()
        for task in tasks:
            if task.done() and not task.cancelled():
                task.exception()  # nobody asks any more


async def _awaited(target: Any) -> Any:
    return await target
