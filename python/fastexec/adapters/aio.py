"""Calls from an event loop: the code runs on a worker thread, its async tools on the loop.

    async with Calls() as calls:
        executor.send_tools({"search": calls.blocking(search), "fetch": calls.awaitable(fetch)})
        output = await calls.run(executor, code)
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import inspect
import threading
import weakref
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any

from fastexec._fastexec import stopping
from fastexec.executor import CodeOutput, LocalPythonExecutor

LOOK = 0.02
"""Seconds between two looks whether a run that waits has to end."""

_turns: weakref.WeakKeyDictionary[LocalPythonExecutor, threading.Lock] = weakref.WeakKeyDictionary()
"""Held by the call under way: cancelling one that waits must not end it."""

_Future = concurrent.futures.Future


async def run(executor: LocalPythonExecutor, code: str) -> CodeOutput:
    """Runs a snippet without keeping the loop. Cancelling the task ends the run.

    Raises:
        InterpreterError: As a call of the executor does.
        ExecutionTimeoutError: As a call of the executor does.
    """
    async with Calls() as calls:
        return await calls.run(executor, code)


def is_async(function: Callable[..., Any]) -> bool:
    """Whether calling it gives something to await."""
    # A partial, a wrapped function, or an object that is called.
    ways = (function, inspect.unwrap(function), type(function).__call__)
    return any(map(inspect.iscoroutinefunction, ways))


class _Work:
    """A call on its way to a thread."""

    def __init__(self, executor: LocalPythonExecutor, code: str) -> None:
        self._executor = executor
        self._code = code
        self._decision = threading.Lock()
        self._started = self._dropped = False

    def run(self) -> CodeOutput | None:
        """On the worker thread: makes the call, unless it was dropped."""
        turn = _turns.setdefault(self._executor, threading.Lock())
        while not turn.acquire(timeout=LOOK):
            if self._dropped:
                return None
        try:
            with self._decision:
                if self._dropped:
                    return None
                self._started = True
            return self._executor(self._code)
        finally:
            turn.release()

    def drop(self) -> bool:
        """Whether it had not started, and never will."""
        with self._decision:
            self._dropped = not self._started
            return self._dropped


class Calls:
    """What runs of this task and their tools have going on the loop; at the end of the `async with` nothing is left.

    Make it in a task of the loop: `async with` takes the loop that runs.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ended = threading.Event()

    async def __aenter__(self) -> Calls:
        self._loop = asyncio.get_running_loop()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._ended.set()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def run(self, executor: LocalPythonExecutor, code: str) -> CodeOutput:
        """Runs a snippet on a worker thread. When the task is cancelled, the run is, and its tools' calls are.

        Raises:
            InterpreterError: As a call of the executor does.
            ExecutionTimeoutError: As a call of the executor does.
        """
        work = _Work(executor, code)
        working = asyncio.ensure_future(asyncio.to_thread(work.run))
        try:
            output = await asyncio.shield(working)
        except asyncio.CancelledError:
            self._ended.set()
            if work.drop():
                working.cancel()
            else:
                await self._end(executor, working)
            raise
        assert output is not None
        return output

    async def _end(self, executor: LocalPythonExecutor, working: asyncio.Future[Any]) -> None:
        """Ends the run, and waits until its thread is free: until then the executor is not."""
        while not working.done():
            # Again and again: it may have been about to start.
            executor.cancel()
            for task in tuple(self._tasks):
                task.cancel()
            try:
                await asyncio.wait([working], timeout=LOOK)
            except asyncio.CancelledError:
                continue
        if not working.cancelled():
            working.exception()

    def tools(self, functions: dict[str, Callable[..., Any]], *, awaited: bool = False) -> dict[str, Callable[..., Any]]:
        """The functions with their async ones made callable from the code: `blocking`, or `awaitable` if `awaited`."""
        wrap = self.awaitable if awaited else self.blocking
        return {name: wrap(function) if is_async(function) else function for name, function in functions.items()}

    def blocking(self, function: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        """The async function as the code calls a plain one: the code's thread waits while the loop runs it."""

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            return self._wait(self._started(function(*args, **kwargs)))

        return _plain(call)

    def awaitable(self, function: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
        """The async function as the code awaits it: it runs on the host's loop, several at a time if the code gathers."""

        @functools.wraps(function)
        async def call(*args: Any, **kwargs: Any) -> Any:
            return await asyncio.wrap_future(self._started(function(*args, **kwargs)))

        return call

    def _started(self, coroutine: Coroutine[Any, Any, Any]) -> _Future[Any]:
        """The coroutine on the host's loop.

        Raises:
            RuntimeError: The run is over, or it keeps the loop itself.
        """
        loop = self._loop
        if loop is None or self._ended.is_set() or loop.is_closed():
            coroutine.close()
            raise RuntimeError("the call that this tool belongs to is over")
        if _running_loop() is loop:
            coroutine.close()
            raise RuntimeError("the code runs on the thread of the event loop, which its async tools need: use `await calls.run(...)`")
        return asyncio.run_coroutine_threadsafe(self._tracked(coroutine), loop)

    async def _tracked(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Runs it as a task that ends with these calls."""
        if self._ended.is_set():
            coroutine.close()
            raise asyncio.CancelledError
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            return await coroutine
        finally:
            self._tasks.discard(task)

    def _wait(self, future: _Future[Any]) -> Any:
        while True:
            try:
                return future.result(LOOK)
            except concurrent.futures.TimeoutError:
                # Of the tool itself, which may raise one too.
                if future.done():
                    return future.result()
            if self._ended.is_set() or stopping():
                future.cancel()
                raise RuntimeError("the run has to end")


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Without the mark of what it wraps: it is not async any more."""
    del function.__wrapped__  # type: ignore[attr-defined]
    return function


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
