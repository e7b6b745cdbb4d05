"""Calls from an event loop: `executor.arun`, and what adapters make of it.

    async with Calls() as calls:
        executor.send_tools(calls.tools({"search": search}))  # an async function, for code that does not await it
        output = await calls.run(executor, code)

The code runs on a thread of its own, so that the loop goes on whatever it does, and has an event loop of its own there for
its `await`. What it awaits of the host runs on the host's loop: coroutines, futures and async generators that tools give,
and futures of that loop among its variables.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import contextvars
import functools
import inspect
import logging
import threading
import weakref
from collections.abc import Callable, Coroutine
from types import AsyncGeneratorType, TracebackType
from typing import Any

from fastexec._fastexec import stopping, tool_is_awaited
from fastexec.awaited import Awaited, Entered, Stream, is_awaited, is_future_of, original
from fastexec.executor import CodeOutput, LocalPythonExecutor
from fastexec.host_loops import HostLoop, running_loop
from fastexec.limits import Limits

LOOK = 0.02
"""Seconds between two looks whether a run that waits has to end."""

_LOOKS_ASLEEP = 10
"""Looks after which a loop is woken up: while it sleeps it does not notice that the handler of a signal has cancelled a task, as
kernels of notebooks do."""

_turns: weakref.WeakKeyDictionary[LocalPythonExecutor, threading.Lock] = weakref.WeakKeyDictionary()
"""Held by the call under way: cancelling one that waits must not end it."""

_Future = concurrent.futures.Future
Arrived = Callable[["_Future[Any]"], None]
_STEPPED: dict[type[Any], Any] = {AsyncGeneratorType: Stream, contextlib._AsyncGeneratorContextManager: Entered}
_log = logging.getLogger("fastexec")


async def arun(executor: LocalPythonExecutor, code: str, limits: Limits | None = None) -> CodeOutput:
    """`executor.arun(code)`"""
    async with Calls() as calls:
        return await calls.run(executor, code, limits=limits)


def is_async(function: Callable[..., Any]) -> bool:
    """Whether calling it gives something to await."""
    # A partial, a wrapped function, or an object that is called.
    ways = (function, inspect.unwrap(function), type(function).__call__)
    return any(map(inspect.iscoroutinefunction, ways))


class Calls:
    """What runs of this task and their tools have going on the loop; at the end of the `async with` nothing is left.

    Make it in a task of the loop, of asyncio or (with anyio) trio: `async with` takes the loop that runs.
    """

    def __init__(self) -> None:
        self._loop: HostLoop | None = None
        self._ended = threading.Event()

    async def __aenter__(self) -> Calls:
        self._loop = await running_loop()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._ended.set()
        assert self._loop is not None
        if kind is GeneratorExit:
            self._loop.cancel()
        else:
            await self._loop.leave()

    async def run(self, executor: LocalPythonExecutor, code: str, *, limits: Limits | None = None) -> CodeOutput:
        """Runs a snippet on a thread of its own. When the task is cancelled, the run is, and its tools' calls are.

        Raises:
            InterpreterError: As a call of the executor does.
            ExecutionTimeoutError: As a call of the executor does.
        """
        work = _Work(executor, functools.partial(executor._call, code, limits, self))
        run = functools.partial(contextvars.copy_context().run, work.run)
        threading.Thread(target=run, name="fastexec-run", daemon=True).start()
        output: CodeOutput = await self.attend(work.done, work.end)
        if isinstance(output.output, Awaited):
            output.output = original(output.output)
        return output

    async def attend(self, future: concurrent.futures.Future[Any], end: Callable[[], object]) -> Any:
        """What another thread gives. When the task is cancelled, or the loop closed, `end` is called until it has ended."""
        assert self._loop is not None
        attended = _Attended(self._loop, future, end)
        _look_after(attended)
        try:
            return await self._loop.result(future)
        except BaseException as error:
            if not future.done():
                self._ended.set()
                attended.abandon()
                # A coroutine that is closed cannot wait any more.
                if not isinstance(error, GeneratorExit):
                    await self._loop.end(future)
            raise

    # What the engine asks, on the thread of the code.

    def given(self, result: object, name: str, arrived: Arrived | None = None) -> Any:
        """What code gets of what a tool gave: what can be awaited is awaited on the host's loop. `arrived` is told then."""
        if is_awaited(result):
            return Awaited(functools.partial(self._started, result, contextvars.copy_context(), arrived), result, name)
        kind = _STEPPED.get(type(result))
        return result if kind is None else kind(functools.partial(self._step, contextvars.copy_context(), name), result)

    def awaited(self, found: Any) -> Any:
        """What code awaits that is no coroutine."""
        future: Any = found
        if isinstance(found, asyncio.Future) and self._loop is not None and is_future_of(future, self._loop):
            return self.given(future, "future")
        return future

    def _step(self, context: contextvars.Context, name: str, step: Any) -> Awaited:
        return Awaited(functools.partial(self._started, step, context), step, name)

    def tools(self, functions: dict[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
        """The functions with their async ones made `blocking`."""
        return {name: self.blocking(function) if is_async(function) else function for name, function in functions.items()}

    def blocking(self, function: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        """The async function as the code calls a plain one: the code's thread waits while the loop runs it."""

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            return self._wait(self._started(function(*args, **kwargs), contextvars.copy_context()))

        return _plain(call)

    def _started(self, found: Any, context: contextvars.Context, arrived: Arrived | None = None) -> _Future[Any]:
        """What a host's object gives that is awaited on its loop from now on.

        Raises:
            RuntimeError: The run is over, the loop is closed, or the run keeps the loop itself.
        """
        why = self._why_not()
        if why is not None:
            if inspect.iscoroutine(found):
                found.close()
            raise RuntimeError(why)
        assert self._loop is not None
        awaiting = self._awaiting(found)

        def given_up() -> None:
            awaiting.close()
            if inspect.iscoroutine(found):
                found.close()

        future = self._loop.start(awaiting, context, given_up)
        awaited = tool_is_awaited()
        if awaited is not None:
            future.add_done_callback(awaited)
        if arrived is not None:
            future.add_done_callback(arrived)
        return future

    def _why_not(self) -> str | None:
        loop = self._loop
        if loop is None or self._ended.is_set():
            return "the call that this tool belongs to is over"
        if loop.is_closed():
            return "the event loop that this tool belongs to is closed"
        if loop.is_of_this_thread():
            return "the code runs on the thread of the event loop, which its async tools need: use `await executor.arun(...)`"
        return None

    async def _awaiting(self, found: Any) -> Any:
        if self._ended.is_set():
            if inspect.iscoroutine(found):
                found.close()
            raise RuntimeError("the call that this tool belongs to is over")
        future: Any = found
        if isinstance(found, asyncio.Future):
            return await asyncio.shield(future)  # it is the host's, whatever becomes of the run
        return await found

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


class _Work:
    """A call on its way to a thread."""

    def __init__(self, executor: LocalPythonExecutor, call: Callable[[], Any]) -> None:
        self._executor = executor
        self._call = call
        self._decision = threading.Lock()
        self._started = self._dropped = False
        self.done: _Future[Any] = _Future()

    def run(self) -> None:
        """On its thread: makes the call, unless it was ended before."""
        turn = _turns.setdefault(self._executor, threading.Lock())
        while not turn.acquire(timeout=LOOK):
            if self._dropped:
                self.done.cancel()
                return
        try:
            with self._decision:
                self._started = not self._dropped
            if self._started:
                self._make_call()
            else:
                self.done.cancel()
        finally:
            turn.release()

    def _make_call(self) -> None:
        try:
            given = self._call()
        except BaseException as error:  # noqa: BLE001  (it is the caller's)
            self.done.set_exception(error)
        else:
            self.done.set_result(given)

    def end(self) -> None:
        """Ends the call if it is under way; otherwise it never starts."""
        with self._decision:
            self._dropped = not self._started
        if not self._dropped and not self.done.done():
            self._executor.cancel()


class _Attended:
    """What a task waits for."""

    def __init__(self, loop: HostLoop, future: _Future[Any], end: Callable[[], object]) -> None:
        self._loop = loop
        self._end = end
        self._abandoned = False
        self._looks = 0
        self.future = future

    def abandon(self) -> None:
        """Nobody waits for it any more."""
        self._abandoned = True
        self._end()

    def look(self) -> None:
        """Now and then."""
        if self._abandoned:
            # Again and again: it may have been about to start.
            self._end()
        elif self._loop.is_closed():
            _log.info("the event loop was closed while code ran: the run ends")
            self.abandon()
        else:
            self._looks += 1
            if self._looks % _LOOKS_ASLEEP == 0:
                self._loop.wake()


_attended: list[_Attended] = []
_attending = threading.Lock()
_attendant: threading.Thread | None = None


def _look_after(attended: _Attended) -> None:
    """Has a thread look at it until it is done: a loop that is closed, or a coroutine that is, does nothing any more."""
    global _attendant
    with _attending:
        _attended.append(attended)
        if _attendant is None or not _attendant.is_alive():
            _attendant = threading.Thread(target=_attend, name="fastexec-loops", daemon=True)
            _attendant.start()


def _attend() -> None:
    global _attendant
    pause = threading.Event()
    while True:
        with _attending:
            _attended[:] = [attended for attended in _attended if not attended.future.done()]
            if not _attended:
                _attendant = None
                return
            all_of_them = tuple(_attended)
        for attended in all_of_them:
            attended.look()
        pause.wait(LOOK)


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Without the mark of what it wraps: it is not async any more."""
    del function.__wrapped__  # type: ignore[attr-defined]
    return function
