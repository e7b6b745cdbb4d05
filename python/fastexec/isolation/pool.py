"""A pool of workers: many snippets side by side, each in a worker of its own."""

from __future__ import annotations

import collections
import concurrent.futures
import contextlib
import contextvars
import math
import os
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from fastexec import options
from fastexec.executor import LocalPythonExecutor
from fastexec.limits import Limits
from fastexec.stats import Stats

if TYPE_CHECKING:
    from fastexec.aio import Calls

_Given = TypeVar("_Given")


@dataclass
class Result:
    """What became of one snippet. Never raised: `error` says why there is no output."""

    index: int
    """Which of the snippets of a batch it was, from 0; how many were submitted before it, for one of `submit`."""
    output: Any
    logs: str
    is_final_answer: bool
    error: BaseException | None
    """What a call of an executor would have raised. (`KeyboardInterrupt`, say, of a tool: it ends no program from here.)"""
    seconds: float
    """From its start in a worker to its end."""
    stats: Stats | None = None
    """What the call used and did; None where no worker could be had."""

    @property
    def ok(self) -> bool:
        """Whether it ran to its end."""
        return self.error is None


class Pool(concurrent.futures.Executor):
    """Workers that run snippets side by side, each behind the kernel's walls (`isolation="process"`).

    Args:
        workers: How many at a time; the number of processors when left out.
        additional_authorized_imports: As of `LocalPythonExecutor`, and so are all other keywords.
        calls_per_worker: Snippets that one worker runs before another takes its place. 1 (the default): no snippet
            finds anything of another. More: faster, but what native code of one left behind, the next one finds;
            variables are gone in any case.
        bytes_per_worker: A worker that holds more memory than that is replaced.
        pending: Snippets that wait for a worker, at most: `submit` waits while there are more. Four per worker when
            left out.

    Raises `TypeError` or `ValueError` for wrong options, `IsolationError` at the first use where no worker can be had.
    """

    def __init__(
        self,
        workers: int | None = None,
        additional_authorized_imports: str | Iterable[str] = (),
        *,
        calls_per_worker: int = 1,
        bytes_per_worker: int | None = None,
        pending: int | None = None,
        **keywords: Any,
    ) -> None:
        count = _positive("workers", workers, os.cpu_count() or 1)
        self._calls = _positive("calls_per_worker", calls_per_worker, 1)
        self._bytes = options.number("bytes_per_worker", bytes_per_worker, whole=True)
        self._imports = options.modules("additional_authorized_imports", additional_authorized_imports)
        self._keywords: dict[str, Any] = {"require": "full", "isolation": "process", **keywords}
        if self._keywords["isolation"] is None:
            raise ValueError('isolation must be "process" in a pool, not None')
        options.choice("isolation", self._keywords["isolation"], options.Isolation)
        try:
            _Seat(self).executor()  # wrong options are told here
        except TypeError as error:
            raise TypeError(str(error).replace("LocalPythonExecutor.__init__()", "Pool()")) from None
        self._threads = concurrent.futures.ThreadPoolExecutor(count, thread_name_prefix="fastexec-pool")
        self._room = _Room(count + _positive("pending", pending, 4 * count))
        self._seats: list[_Seat] = [_Seat(self) for _ in range(count)]
        self._lock = threading.Lock()
        self._submitted = 0
        self._owner = os.getpid()
        self._over = False

    def __repr__(self) -> str:
        return "Pool(closed)" if self._over else f"Pool(workers={len(self._seats)}, calls_per_worker={self._calls}, imports={self._imports})"

    def submit(  # type: ignore[override]
        self,
        code: str,
        *,
        tools: dict[str, Callable[..., Any]] | None = None,
        variables: dict[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> concurrent.futures.Future[Result]:
        """A future of the snippet's `Result`. Waits while too many are pending. Tools are called on a thread of the pool."""
        self._look(tools, variables, limits)
        self._room.take()
        return self._with_room(_Task(code, tools, variables, limits, self._number()))

    def map(  # type: ignore[override]
        self,
        codes: Iterable[str],
        *,
        tools: dict[str, Callable[..., Any]] | None = None,
        variables: dict[str, Any] | None = None,
        limits: Limits | None = None,
        progress: Callable[..., Any] | None = None,
        timeout: float | None = None,
        chunksize: int = 1,
    ) -> Iterator[Result]:
        """The results of the snippets, in their order. They begin at once, as many as there is room for; no more are read of an
        iterator. `progress` is called as `tqdm` is: `progress(total=n)` gives something with `update(1)` and `close()`; n is None
        where `codes` has no length. `timeout` and `chunksize` as of any executor: the iterator raises `TimeoutError` for a result
        that is not there so many seconds after this call, and takes back what has not begun; the other changes nothing here."""
        self._look(tools, variables, limits)
        _check_codes(codes)
        if progress is not None and not callable(progress):
            raise TypeError(f"progress must be a function or None, not {type(progress).__name__}")
        _positive("chunksize", chunksize, 1)
        seconds = options.number("timeout", timeout, whole=False, least=-math.inf)
        until = None if seconds is None or seconds > threading.TIMEOUT_MAX else time.monotonic() + seconds
        bar = None if progress is None else progress(total=len(codes) if isinstance(codes, Sized) else None)
        tasks = (_Task(code, tools, variables, limits, index) for index, code in enumerate(codes))
        results = self._in_order(tasks, bar, until)
        next(results)  # they begin
        return results  # type: ignore[return-value]

    def _in_order(self, tasks: Iterator[_Task], bar: Any, until: float | None) -> Iterator[Result | None]:
        """None when as many are under way as the pool has room for, and then results as they are asked for."""
        waiting: collections.deque[concurrent.futures.Future[Result]] = collections.deque()
        try:
            while self._begin_next(tasks, waiting):
                pass
            yield None
            while True:
                if waiting:
                    result = _in_time(waiting[0], until)
                    waiting.popleft()
                    yield _noted(result, bar)
                    while self._begin_next(tasks, waiting):
                        pass
                else:
                    task = next(tasks, None)
                    if task is None:
                        return
                    self._room.take(until)
                    waiting.append(self._with_room(task))
        finally:
            for future in waiting:
                future.cancel()
            if bar is not None:
                bar.close()

    def _begin_next(self, tasks: Iterator[_Task], waiting: collections.deque[concurrent.futures.Future[Result]]) -> bool:
        """Whether there is room for another one, and another one."""
        if not self._room.take_at_once():
            return False
        try:
            task = next(tasks, None)
        except BaseException:
            self._room.release()
            raise
        if task is None:
            self._room.release()
            return False
        waiting.append(self._with_room(task))
        return True

    async def asubmit(
        self,
        code: str,
        *,
        tools: dict[str, Callable[..., Any]] | None = None,
        variables: dict[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> Result:
        """As `submit`, on the event loop that runs here; async tools run on it, as with `executor.arun`. A task that is
        cancelled takes its snippet back, or ends it."""
        from fastexec.aio import Calls

        self._look(tools, variables, limits)
        async with Calls() as calls:
            await self._place(calls)
            task = _Task(code, tools, variables, limits, self._number(), calls)
            result: Result = await calls.attend(self._with_room(task), task.end)
            return result

    async def _place(self, calls: Calls) -> None:
        """Takes a place of the room, which a task that is cancelled meanwhile gives back."""
        place = self._room.asked()
        try:
            await calls.attend(place, place.cancel)
        except BaseException:
            self._room.give_up(place)
            raise

    async def amap(
        self,
        codes: Iterable[str],
        *,
        tools: dict[str, Callable[..., Any]] | None = None,
        variables: dict[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> AsyncIterator[Result]:
        """As `map`, on the event loop that runs here; async tools run on it."""
        from fastexec.aio import Calls

        self._look(tools, variables, limits)
        _check_codes(codes)
        waiting: list[tuple[concurrent.futures.Future[Result], _Task]] = []
        async with Calls() as calls:
            try:
                for index, code in enumerate(codes):
                    while not self._room.take_at_once():
                        if not waiting:
                            await self._place(calls)
                            break
                        yield await _first(calls, waiting)
                    task = _Task(code, tools, variables, limits, index, calls)
                    waiting.append((self._with_room(task), task))
                while waiting:
                    yield await _first(calls, waiting)
            finally:
                for _future, task in waiting:
                    task.end()

    @contextlib.contextmanager
    def session(self) -> Generator[LocalPythonExecutor, None, None]:
        """An executor with a worker of its own, for several calls on the same variables; it takes none of the pool's
        places."""
        seat = _Seat(self)
        try:
            yield seat.executor()
        finally:
            seat.leave()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the pool and its workers. As of any executor of `concurrent.futures`."""
        self._over = True
        self._threads.shutdown(wait=wait, cancel_futures=cancel_futures)
        if self._owner == os.getpid():
            self._leave_idle()  # (The others end when they have done what was asked.)

    def _leave_idle(self) -> None:
        """Ends the workers of places where nothing runs."""
        with self._lock:
            for seat in self._seats:
                seat.leave()

    def _look(self, tools: Any, variables: Any, limits: Any) -> None:
        """Raises `RuntimeError` in a fork of the process that made the pool: its threads are not here; `TypeError` for what no snippet
        can be given."""
        if self._owner != os.getpid():
            raise RuntimeError("the pool stayed with the process that this one was forked from: make another one")
        for name, given in (("tools", tools), ("variables", variables)):
            if given is not None:
                options.named(name, given)
        if limits is not None and not isinstance(limits, Limits):
            raise TypeError(f"limits must be fastexec.Limits or None, not {type(limits).__name__}")

    def __reduce__(self) -> Any:
        raise TypeError("a Pool cannot be pickled or copied: its workers and threads are of this process. Make another one there.")

    def _number(self) -> int:
        with self._lock:
            self._submitted += 1
            return self._submitted - 1

    def _with_room(self, task: _Task) -> concurrent.futures.Future[Result]:
        """One place of the room has been taken for it."""
        try:
            future = self._queued(task)
        except BaseException:
            self._room.release()
            raise
        future.add_done_callback(lambda _: self._room.release())
        return future

    def _queued(self, task: _Task) -> concurrent.futures.Future[Result]:
        task.future = self._threads.submit(contextvars.copy_context().run, self._run, task)
        return task.future

    def _run(self, task: _Task) -> Result:
        with self._lock:
            seat = self._seats.pop()
        try:
            return seat.run(task)
        finally:
            with self._lock:
                self._seats.append(seat)
            if self._over:
                self._leave_idle()

    def _executor(self) -> LocalPythonExecutor:
        return LocalPythonExecutor(self._imports, **self._keywords)


def _check_codes(codes: Any) -> None:
    if isinstance(codes, (str, bytes)):
        raise TypeError(f"codes must be several snippets, not one {type(codes).__name__}: `submit` takes one")
    if not isinstance(codes, Iterable):
        raise TypeError(f"codes must be several snippets, not {type(codes).__name__}")


@dataclass
class _Task:
    """A snippet on its way to a worker."""

    code: str
    tools: dict[str, Callable[..., Any]] | None
    variables: dict[str, Any] | None
    limits: Limits | None
    index: int
    calls: Calls | None = None
    """Those of the event loop that waits for it."""
    future: concurrent.futures.Future[Result] | None = None
    executor: LocalPythonExecutor | None = None
    """While it runs."""

    def end(self) -> None:
        """Takes it back, or ends it."""
        executor = self.executor
        if (self.future is None or not self.future.cancel()) and executor is not None:
            executor.cancel()


async def _first(calls: Calls, waiting: list[tuple[concurrent.futures.Future[Result], _Task]]) -> Result:
    future, task = waiting[0]
    result: Result = await calls.attend(future, task.end)
    del waiting[0]
    return result


class _Room:
    """Places for snippets that run or wait. Who asks first gets the next one, on a thread or on a loop."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._lock = threading.Lock()
        self._asking: collections.deque[concurrent.futures.Future[None]] = collections.deque()

    def asked(self) -> concurrent.futures.Future[None]:
        """Is done when a place is taken."""
        place: concurrent.futures.Future[None] = concurrent.futures.Future()
        with self._lock:
            if not self._free:
                self._asking.append(place)
                return place
            self._free -= 1
        place.set_result(None)
        return place

    def take(self, until: float | None = None) -> None:
        """Waits for a place. Raises `TimeoutError`."""
        place = self.asked()
        try:
            _in_time(place, until)
        except BaseException:
            self.give_up(place)
            raise

    def take_at_once(self) -> bool:
        """Whether there was one."""
        with self._lock:
            taken = self._free > 0
            self._free -= taken
        return taken

    def give_up(self, place: concurrent.futures.Future[None]) -> None:
        """Nobody waits for it any more."""
        if not place.cancel():
            self.release()

    def release(self) -> None:
        while True:
            with self._lock:
                if not self._asking:
                    self._free += 1
                    return
                place = self._asking.popleft()
            if place.set_running_or_notify_cancel():
                place.set_result(None)
                return


class _Seat:
    """One place in a pool: a worker at a time."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._taken: LocalPythonExecutor | None = None
        self._calls = 0

    def executor(self) -> LocalPythonExecutor:
        """The executor of this place."""
        if self._taken is None:
            self._taken, self._calls = self._pool._executor(), 0
        return self._taken

    def run(self, task: _Task) -> Result:
        """The snippet's result, whatever happens."""
        began = time.monotonic()
        result = Result(task.index, None, "", False, None, 0.0)
        try:
            executor = self.executor()
            executor.send_tools({} if task.tools is None else task.tools)
            executor.state = {"__name__": "__main__", **(task.variables or {})}
            executor.custom_tools = {}
            task.executor = executor
            given = executor._call(task.code, task.limits, task.calls)
            result.output, result.logs, result.is_final_answer = given.output, given.logs, given.is_final_answer
        except BaseException as error:  # noqa: BLE001  (it is the result)
            result.error, result.logs = error, self._logs()
        finally:
            task.executor = None
        if self._taken is not None:
            result.stats = self._taken.last_run
        result.seconds = time.monotonic() - began
        self._calls += 1
        self._renew()
        return result

    def _logs(self) -> str:
        printed = getattr(self._taken, "_session", None) and self._taken._session.print_outputs  # type: ignore[union-attr]
        return "" if printed is None else printed.value

    def _renew(self) -> None:
        """Gives up a worker that has done its share. (It lives on while the host holds objects of it.)"""
        taken = self._taken
        if taken is not None and (self._calls >= self._pool._calls or self._too_large(taken)):
            self._taken = None

    def _too_large(self, taken: LocalPythonExecutor) -> bool:
        most = self._pool._bytes
        return most is not None and taken._session.resident_bytes() > most

    def leave(self) -> None:
        """Ends the worker of this place."""
        taken, self._taken = self._taken, None
        if taken is not None:
            taken.close()


def _in_time(future: concurrent.futures.Future[_Given], until: float | None) -> _Given:
    """What the future gives until then."""
    return future.result(None if until is None else max(until - time.monotonic(), 0.0))


def _noted(result: Result, bar: Any) -> Result:
    if bar is not None:
        bar.update(1)
    return result


def _positive(name: str, given: int | None, otherwise: int) -> int:
    number = otherwise if given is None else options.number(name, given, whole=True)
    if number < 1:
        raise ValueError(f"{name} must be 1 at least, but is {number}")
    return int(number)
