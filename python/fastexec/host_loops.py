"""The event loop of the host, which a thread that runs code gives work to."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import threading
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

_Future = concurrent.futures.Future


class HostLoop(Protocol):
    """What is needed of it. All but `result`, `end` and `leave` may be called on any thread."""

    def start(self, coroutine: Coroutine[Any, Any, Any], context: contextvars.Context, given_up: Callable[[], object]) -> _Future[Any]:
        """Runs a coroutine as a task of the loop; cancelling the future cancels it. `given_up` is called if it never begins."""
        ...

    def is_closed(self) -> bool: ...

    def wake(self) -> None:
        """Has it look at what there is to do."""

    def is_of_this_thread(self) -> bool: ...

    async def result(self, future: _Future[Any]) -> Any:
        """Waits for what another thread gives."""

    async def end(self, future: _Future[Any]) -> None:
        """Cancels what was started, and waits until the other thread is done, whatever happens."""

    def cancel(self) -> None:
        """Cancels what was started."""

    async def leave(self) -> None:
        """Cancels what was started, and waits until nothing is left."""


async def running_loop() -> HostLoop:
    """The loop that runs on this thread.

    Raises:
        RuntimeError: It is not asyncio's, and anyio is not installed.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        pass
    else:
        return _Asyncio(loop)
    try:
        import anyio.from_thread
    except ImportError:
        raise RuntimeError("on an event loop that is not asyncio's, fastexec needs anyio: `pip install anyio`") from None
    import trio.lowlevel

    portal = anyio.from_thread.BlockingPortal()
    await portal.__aenter__()
    return _Trio(portal, trio.lowlevel.current_trio_token())


class _Started(Coroutine[Any, Any, Any]):
    """A coroutine that the loop begins later, or never: what it would have awaited is given up then.

    Args:
        steps: The coroutine.
        waiting: Those that have not begun, where this is one until it does.
        given_up: Is called if it ends without having begun.
    """

    def __init__(self, steps: Coroutine[Any, Any, Any], waiting: set[_Started], given_up: Callable[[], object]) -> None:
        self._steps = steps
        self._waiting = waiting
        self._given_up = given_up
        self._is_over = False
        waiting.add(self)

    def send(self, value: Any) -> Any:
        if self._is_over:
            raise asyncio.CancelledError
        self._waiting.discard(self)
        return self._steps.send(value)

    def throw(self, *error: Any) -> Any:
        if self._is_over:
            raise asyncio.CancelledError
        self._give_up()
        return self._steps.throw(*error)

    def close(self) -> None:
        self._give_up()
        self._steps.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        self._waiting.discard(self)
        return (yield from self._steps.__await__())

    def _give_up(self) -> None:
        if self in self._waiting:
            self._waiting.discard(self)
            self._is_over = True
            self._given_up()


def _nothing() -> None:
    """Is called by a loop that wakes up."""


class _Asyncio:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._tasks: set[asyncio.Task[Any]] = set()
        self._waiting: set[_Started] = set()

    def start(self, coroutine: Coroutine[Any, Any, Any], context: contextvars.Context, given_up: Callable[[], object]) -> _Future[Any]:
        tracked = _Started(self._tracked(coroutine), self._waiting, given_up)
        try:
            return context.run(asyncio.run_coroutine_threadsafe, tracked, self.loop)
        except RuntimeError:  # it was closed just now
            tracked.close()
            raise RuntimeError("the event loop that this tool belongs to is closed") from None

    async def _tracked(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            return await coroutine
        finally:
            self._tasks.discard(task)

    def is_closed(self) -> bool:
        return self.loop.is_closed()

    def wake(self) -> None:
        with suppress(RuntimeError):  # it was closed just now
            self.loop.call_soon_threadsafe(_nothing)

    def is_of_this_thread(self) -> bool:
        return asyncio._get_running_loop() is self.loop

    async def result(self, future: _Future[Any]) -> Any:
        given = asyncio.wrap_future(future)
        # Where the task is cancelled nobody else asks.
        given.add_done_callback(lambda given: given.cancelled() or given.exception())
        return await asyncio.shield(given)

    async def end(self, future: _Future[Any]) -> None:
        self.cancel()
        ended = asyncio.wrap_future(future)
        while not ended.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([ended], timeout=0.02)
            self.cancel()
        if not ended.cancelled():
            ended.exception()

    def cancel(self) -> None:
        with suppress(RuntimeError):  # the loop is closed
            for task in tuple(self._tasks):
                task.cancel()

    async def leave(self) -> None:
        tasks = tuple(self._tasks)
        self.cancel()
        for started in tuple(self._waiting):
            started.close()
        if tasks:
            await asyncio.wait(tasks)


class _Trio:
    """The loop of trio, the other one that anyio knows.

    Args:
        portal: Of anyio, for the tasks that are started.
        token: Of the loop.
    """

    def __init__(self, portal: Any, token: Any) -> None:
        self._portal = portal
        self._token = token
        self._thread = threading.get_ident()
        self._starting = 0
        self._decision = threading.Lock()
        self._left = False

    def start(self, coroutine: Coroutine[Any, Any, Any], context: contextvars.Context, given_up: Callable[[], object]) -> _Future[Any]:
        async def awaiting() -> Any:
            return await coroutine

        try:
            with self._on_its_way():
                started: _Future[Any] = context.run(self._portal.start_task_soon, awaiting)
        except RuntimeError:
            given_up()
            raise RuntimeError("the call that this tool belongs to is over") from None
        return started

    @contextmanager
    def _on_its_way(self) -> Generator[None, None, None]:
        """While a task is on its way to the portal, which must not be left: it would make a coroutine that nobody awaits."""
        with self._decision:
            if self._left:
                raise RuntimeError("the portal is left")
            self._starting += 1
        try:
            yield
        finally:
            with self._decision:
                self._starting -= 1

    def is_closed(self) -> bool:
        # The loop does not end while a task of it waits.
        return self._left

    def wake(self) -> None:
        """Nothing: it sees to signals itself."""

    def is_of_this_thread(self) -> bool:
        return threading.get_ident() == self._thread

    async def result(self, future: _Future[Any]) -> Any:
        await self._done(future)
        return future.result()

    async def _done(self, future: _Future[Any]) -> None:
        import anyio
        import trio

        done = anyio.Event()

        def wake(_future: _Future[Any]) -> None:
            if self.is_of_this_thread():
                done.set()
            else:
                # Not by a task: who waits may have been cancelled, and have left the portal.
                with suppress(trio.RunFinishedError):
                    self._token.run_sync_soon(done.set)

        future.add_done_callback(wake)
        await done.wait()

    async def end(self, future: _Future[Any]) -> None:
        import anyio

        with anyio.CancelScope(shield=True):
            await self._done(future)

    def cancel(self) -> None:
        """Nothing: a loop of this kind closes no coroutine whose tasks are left."""

    async def leave(self) -> None:
        import anyio

        with self._decision:
            self._left = True
        with anyio.CancelScope(shield=True):
            while self._starting:
                await anyio.sleep(0)
        await self._portal.stop(cancel_remaining=True)
        await self._portal.__aexit__(None, None, None)
