"""Waiting that the limits can end: the classes that code gets where C code would wait without a look at them.

On the main thread a signal ends a wait; on other threads only who waits can look. So these wait in slices.
"""

from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import contextvars
import functools
import queue
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from fastexec._fastexec import (
    acts_for_the_run,
    awaited,
    carried,
    is_thread_of_run,
    look,
    on_thread_of_code,
    remaining,
)
from fastexec.code_loops import ctrl_c_ends_the_run, new_event_loop, run
from fastexec.slices import in_slices

try:
    import select
except ImportError:  # not on every platform
    select: Any = None  # type: ignore[no-redef]

MOMENT = 0.001
"""Seconds between two looks at whether the work of a pool is done."""


class Lock:
    """`threading.Lock`"""

    _make: Callable[[], Any] = staticmethod(threading.Lock)

    def __init__(self) -> None:
        self._lock = self._make()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        # (Most locks are free.)
        if timeout == -1 and blocking and self._lock.acquire(False):
            return True
        if not blocking or timeout >= threading.TIMEOUT_MAX or (timeout < 0 and timeout != -1):
            acquired: bool = self._lock.acquire(blocking, timeout)
            return acquired
        return in_slices(lambda seconds: self._lock.acquire(True, seconds), None if timeout == -1 else timeout)

    def release(self) -> None:
        self._lock.release()

    def locked(self) -> bool:
        locked: bool = self._lock.locked()
        return locked

    def __enter__(self) -> bool:
        return self._lock.acquire(False) or self.acquire()

    def __exit__(self, *_error: object) -> None:
        self._lock.release()

    def __repr__(self) -> str:
        return repr(self._lock)


class RLock(Lock):
    """`threading.RLock`"""

    _make = staticmethod(threading.RLock)

    def _is_owned(self) -> bool:
        owned: bool = self._lock._is_owned()
        return owned

    def _release_save(self) -> Any:
        return self._lock._release_save()

    def _acquire_restore(self, state: Any) -> None:
        self._lock._acquire_restore(state)


class Condition(threading.Condition):
    def __init__(self, lock: Any = None) -> None:
        own: Any = RLock() if lock is None else lock
        super().__init__(own)

    def wait(self, timeout: float | None = None) -> bool:
        return in_slices(super().wait, timeout)


class Event(threading.Event):
    def __init__(self) -> None:
        super().__init__()
        self._cond = Condition(threading.Lock())


class Semaphore(threading.Semaphore):
    def __init__(self, value: int = 1) -> None:
        super().__init__(value)
        self._cond = Condition(threading.Lock())


class BoundedSemaphore(threading.BoundedSemaphore):
    def __init__(self, value: int = 1) -> None:
        super().__init__(value)
        self._cond = Condition(threading.Lock())


class Barrier(threading.Barrier):
    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._cond = Condition(threading.Lock())


if TYPE_CHECKING:
    _Queue = queue.Queue[Any]
    _LifoQueue = queue.LifoQueue[Any]
    _PriorityQueue = queue.PriorityQueue[Any]
    _SimpleQueue = queue.SimpleQueue[Any]
else:
    # With brackets, the classes would have an attribute that Python's do not have.
    _Queue, _LifoQueue, _PriorityQueue, _SimpleQueue = queue.Queue, queue.LifoQueue, queue.PriorityQueue, queue.SimpleQueue


class Queue(_Queue):
    def __init__(self, maxsize: int = 0) -> None:
        super().__init__(maxsize)
        self.not_empty: threading.Condition = Condition(self.mutex)
        self.not_full: threading.Condition = Condition(self.mutex)
        self.all_tasks_done: threading.Condition = Condition(self.mutex)


class LifoQueue(_LifoQueue, Queue):
    pass


class PriorityQueue(_PriorityQueue, Queue):
    pass


class SimpleQueue(_SimpleQueue):
    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        if not block or (timeout is not None and timeout < 0):
            return super().get(block, timeout)
        found: collections.deque[Any] = collections.deque()

        def step(seconds: float) -> bool:
            try:
                found.append(super(SimpleQueue, self).get(True, seconds))
            except queue.Empty:
                return False
            return True

        if in_slices(step, timeout):
            return found.popleft()
        raise queue.Empty


def exchange_loop(given: tuple[Any, Any]) -> tuple[Any, Any]:
    """Makes this the event loop that runs on this thread, and this its task; gives those before."""
    # Where tasks are the thread's (3.14), one of another loop cannot be entered while there is one.
    swap = getattr(asyncio.tasks, "_swap_current_task", None)
    loop, task = given
    before = asyncio._get_running_loop()
    task_before = swap(before, None) if swap and before is not None else None
    asyncio._set_running_loop(loop)
    if swap and loop is not None and task is not None:
        swap(loop, task)
    return before, task_before


def get_event_loop() -> asyncio.AbstractEventLoop:
    """`asyncio.get_event_loop`. The thread of a run is the main one to its code, which gets a loop there when it first asks."""
    if threading.current_thread() is not threading.main_thread() and not on_thread_of_code() and asyncio._get_running_loop() is None:
        from fastexec.more_settings import loops_of_thread  # (whoever has a loop has loaded it)

        if not loops_of_thread(asyncio):
            asyncio.set_event_loop(new_event_loop())
    return asyncio.get_event_loop()


async def to_thread(func: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """`asyncio.to_thread`, in a thread that ends with the run."""
    call = functools.partial(contextvars.copy_context().run, carried(func), *args, **kwargs)
    return await asyncio.wrap_future(_Shared.submit(asyncio.get_running_loop(), call))


class _Shared:
    """The pool in which what an event loop has called in threads waits for one of them, as long as there is any of it."""

    _of_loops: ClassVar[weakref.WeakKeyDictionary[Any, _Shared]] = weakref.WeakKeyDictionary()
    _lock: ClassVar[Any] = threading.RLock()  # (a finaliser may come in between)

    def __init__(self) -> None:
        self.pool = concurrent.futures.ThreadPoolExecutor(thread_name_prefix="asyncio")
        self.waiting = 0

    @classmethod
    def submit(cls, loop: Any, call: Callable[[], Any]) -> concurrent.futures.Future[Any]:
        with cls._lock:
            shared = cls._of_loops.get(loop) or cls._of_loops.setdefault(loop, cls())
            shared.waiting += 1
        try:
            acts_for_the_run(shared.pool)
            future = shared.pool.submit(call)
        except BaseException:
            shared._leave(loop)
            raise
        future.add_done_callback(lambda _: shared._leave(loop))
        return future

    def _leave(self, loop: Any) -> None:
        with self._lock:
            self.waiting -= 1
            is_over = self.waiting == 0
            if is_over:
                self._of_loops.pop(loop, None)
        if is_over:
            self.pool.shutdown(wait=False)


def _of_this_loop(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of `asyncio` that takes futures of the host's loop too, as `await` does."""

    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        return function(*map(_found, arguments), **{name: _found(value) for name, value in keywords.items()})

    return call


def _found(value: Any) -> Any:
    return awaited(value) if issubclass(type(value), asyncio.Future) else value


def _of_these(function: Callable[..., Any]) -> Callable[..., Any]:
    """As `_of_this_loop`, of many at once."""

    @functools.wraps(function)
    def call(fs: Any, *arguments: Any, **keywords: Any) -> Any:
        if not issubclass(type(fs), asyncio.Future) and not asyncio.iscoroutine(fs):
            fs = [value if (found := _found(value)) is value else asyncio.ensure_future(found) for value in fs]
        return function(fs, *arguments, **keywords)

    return call


def in_executor(loop: Any, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
    """`loop.run_in_executor`, in threads that end with the run."""
    if executor is not None and not isinstance(executor, concurrent.futures.ThreadPoolExecutor):
        raise TypeError(f"executor must be a ThreadPoolExecutor, not {type(executor).__name__}")
    call = functools.partial(carried(func), *args)
    if executor is None:
        return asyncio.wrap_future(_Shared.submit(loop, call), loop=loop)
    acts_for_the_run(executor)
    return asyncio.wrap_future(executor.submit(call), loop=loop)


def finish(starters: list[Any], busy: Callable[[], bool]) -> None:
    """Waits until threads have ended that are no daemons, and until pools have done all they were given.

    `busy` tells whether code is under way on any of their threads."""
    queues = _queues_of_workers()
    workers = [starter for starter in starters if starter in queues]
    for pool in starters:
        # Whoever has a pool has loaded its module.
        if not isinstance(pool, threading.Thread):
            workers += pool._threads
    with ctrl_c_ends_the_run():
        for thread in starters:
            if isinstance(thread, threading.Thread) and thread not in queues and not thread.daemon:
                in_slices(functools.partial(_ends, thread), None)
        # Work that was taken from a queue begins a moment later.
        for _ in workers and range(2):
            in_slices(functools.partial(_are_idle, workers, busy), None)


def is_worker() -> bool:
    """Whether this thread belongs to a pool."""
    return threading.current_thread() in _queues_of_workers()


def _queues_of_workers() -> Mapping[threading.Thread, Any]:
    pools = sys.modules.get("concurrent.futures.thread")
    return {} if pools is None else pools._threads_queues


def _ends(thread: threading.Thread, seconds: float) -> bool:
    threading.Thread.join(thread, seconds)
    return not threading.Thread.is_alive(thread)


def _are_idle(workers: list[threading.Thread], busy: Callable[[], bool], seconds: float) -> bool:
    time.sleep(min(seconds, MOMENT))
    queues = _queues_of_workers()
    return not busy() and not any(worker.is_alive() and not queues[worker].empty() for worker in workers)


def ready(rlist: Any, wlist: Any, xlist: Any, timeout: float | None = None) -> Any:
    """`select.select`"""
    found: list[Any] = [[], [], []]

    def step(seconds: float) -> bool:
        found[:] = select.select(rlist, wlist, xlist, seconds)
        return any(found)

    if timeout is not None and timeout < 0:
        raise ValueError("timeout must be non-negative")
    in_slices(step, timeout)
    return tuple(found)


def _in_time(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of `subprocess` that gives a process no more time than the run has."""

    @functools.wraps(function)
    def timed(*arguments: Any, timeout: float | None = None, **keywords: Any) -> Any:
        left = remaining()
        if left is not None and (timeout is None or timeout > left):
            timeout = left
        try:
            return function(*arguments, timeout=timeout, **keywords)
        except subprocess.TimeoutExpired:
            look()
            raise

    return timed


def enumerate() -> list[threading.Thread]:  # noqa: A001 - as it is called
    """The threads of the run, the main one and that of the caller: the others are the host's, or of other sessions."""
    shown = (threading.main_thread(), threading.current_thread())
    return [thread for thread in threading.enumerate() if thread in shown or is_thread_of_run(thread)]


def active_count() -> int:
    """How many these are."""
    return len(enumerate())


def activeCount() -> int:  # noqa: N802 - its older name
    return active_count()


MEMBERS: dict[str, dict[str, Any]] = {
    "queue": {kind.__name__: kind for kind in (Queue, LifoQueue, PriorityQueue, SimpleQueue)},
    "threading": {
        member.__name__: member
        for member in (Lock, RLock, Condition, Event, Semaphore, BoundedSemaphore, Barrier, enumerate, active_count, activeCount)
    },
    "asyncio": {
        "run": run,
        "to_thread": to_thread,
        "new_event_loop": new_event_loop,
        **({"get_event_loop": get_event_loop} if sys.version_info < (3, 14) else {}),
        "wait": _of_these(asyncio.wait),
        "as_completed": _of_these(asyncio.as_completed),
        **{name: _of_this_loop(getattr(asyncio, name)) for name in ("ensure_future", "gather", "shield", "wait_for")},
    },
    "select": {"select": ready} if select else {},
    "subprocess": {name: _in_time(getattr(subprocess, name)) for name in ("run", "call", "check_call", "check_output")},
}
"""What code gets for a name of a module."""

for _module, _members in MEMBERS.items():
    for _name, _member in _members.items():
        _member.__module__, _member.__name__, _member.__qualname__ = _module, _name, _name
