"""Between calls a worker has nothing to do. One that computes all the same, with threads of native code perhaps, is stopped until it
is asked something.

The server sees to it, which has no code of models in it and nothing else to do. Host and server share a table of numbers: by its own
the host says whether it waits for a worker, which costs no message, and reads there whether the server has stopped it. Workers do not
have the table.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import mmap
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

LOOK = 0.5
"""Seconds between two looks at what workers do."""

MOST = 1.0
"""Seconds of processor time between two calls: memory of what is not used any more is given back then."""

_PLACES = 1 << 16
_BYTES = 16 * _PLACES
"""Two numbers for each worker: the host's, which is odd while it waits for the worker and another after each wait; the server's, which
is 1 while the worker is stopped."""


class Table:
    """The numbers, as host and server have them.

    Args:
        descriptor: Of the memory, which stays the caller's.
    """

    def __init__(self, descriptor: int) -> None:
        self._memory = mmap.mmap(descriptor, _BYTES)
        self.numbers: memoryview[int] = memoryview(self._memory).cast("Q")

    def keep_from_forks(self) -> None:
        """Processes that this one forks do not have it. (Nothing may ask for it there.)"""
        self._memory.madvise(mmap.MADV_DONTFORK)


def made() -> int | None:
    """A descriptor of memory for a table; None on systems that have no such memory."""
    if not hasattr(os, "memfd_create"):
        return None
    descriptor = os.memfd_create("fastexec-turns", os.MFD_CLOEXEC)
    try:
        os.ftruncate(descriptor, _BYTES)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


class Places:
    """The host's side: which places of the table are whose.

    Args:
        descriptor: As `made` gives it.
    """

    def __init__(self, descriptor: int | None) -> None:
        self.numbers: memoryview[int] | None = None if descriptor is None else Table(descriptor).numbers
        self.free: collections.deque[int] = collections.deque()
        self._unused = itertools.count()

    def taken(self) -> Turns:
        """A place for a worker; one that nobody watches where there is none."""
        if self.numbers is None:
            return Turns(None, None)
        try:
            place = self.free.popleft()
        except IndexError:
            place = next(self._unused)
        if place >= _PLACES:
            return Turns(None, None)
        self.numbers[2 * place] = self.numbers[2 * place + 1] = 0
        return Turns(self, place)

    def forget(self) -> None:
        """This process is a fork: the numbers are those of the process that it was forked from."""
        self.numbers = None


class Turns:
    """Says when the host waits for a worker, and has it go on then. Its place is free when nobody can write there any more.

    Args:
        places: Where it is from; None where the worker is not watched.
        place: Its place.
    """

    def __init__(self, places: Places | None, place: int | None) -> None:
        self.place = place
        self._places = places
        self._turn = 0

    def begin(self, wake: Callable[[], None]) -> int:
        """The host asks something; a worker that was stopped is woken up. Gives what `end` is told: 0, or more where the host
        waits for it already."""
        places, place = self._places, self.place
        if place is None or places is None or (numbers := places.numbers) is None:
            return 0
        outer = numbers[2 * place]
        if outer & 1:
            return outer
        self._turn += 2
        numbers[2 * place] = self._turn | 1
        if numbers[2 * place + 1]:
            numbers[2 * place + 1] = 0
            wake()
        return 0

    def end(self, outer: int) -> None:
        """The host does not wait any more."""
        places, place = self._places, self.place
        if not outer and place is not None and places is not None and (numbers := places.numbers) is not None:
            numbers[2 * place] = self._turn

    def __del__(self) -> None:
        if self._places is not None and self.place is not None:
            self._places.free.append(self.place)


@dataclass
class _Watched:
    """A worker, and what it had used when its turn began."""

    number: int
    turn: int
    used: float


class Watch:
    """The server's side: stops who computes while nobody waits for it.

    Args:
        descriptor: Of the table; None where there is none.
    """

    def __init__(self, descriptor: int | None) -> None:
        self._table = None if descriptor is None else Table(descriptor)
        if self._table is not None:
            self._table.keep_from_forks()
        self._workers: dict[int, _Watched] = {}
        self._next_look = 0.0

    def add(self, pid: int, place: int | None) -> None:
        """A worker that was handed over."""
        used = _used(pid)
        if self._table is not None and place is not None and used is not None:
            self._workers[pid] = _Watched(2 * place, 0, used)

    def drop(self, pid: int) -> None:
        """It has ended. (A signal may come here in the middle of a look.)"""
        self._workers.pop(pid, None)

    def patience(self) -> float | None:
        """Milliseconds until the next look; None for none."""
        return 1000 * max(self._next_look - time.monotonic(), 0.0) if self._workers else None

    def look(self) -> None:
        """Looks at all of them, if it is time."""
        now = time.monotonic()
        if not self._workers or self._table is None or now < self._next_look:
            return
        self._next_look = now + LOOK
        for pid, worker in list(self._workers.items()):
            self._look_at(pid, worker, self._table.numbers)

    def _look_at(self, pid: int, worker: _Watched, numbers: memoryview[int]) -> None:
        turn, is_stopped, used = numbers[worker.number], numbers[worker.number + 1], _used(pid)
        if used is None:
            return  # whoever waits for its end says so
        if turn & 1 and is_stopped:
            self._go_on(pid, worker, numbers)  # the host came at that moment
        if turn & 1 or turn != worker.turn:
            worker.turn, worker.used = turn, used
        elif used - worker.used > MOST and not is_stopped:
            # The host, which says first that it asks and looks here then, may come at any moment.
            numbers[worker.number + 1] = 1
            _send(pid, signal.SIGSTOP)
            if numbers[worker.number] != turn:
                self._go_on(pid, worker, numbers)

    @staticmethod
    def _go_on(pid: int, worker: _Watched, numbers: memoryview[int]) -> None:
        numbers[worker.number + 1] = 0
        _send(pid, signal.SIGCONT)


def _send(pid: int, sign: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, sign)


def _used(pid: int) -> float | None:
    """Seconds of processor time of all threads of a process, those that have ended too; None where nothing is said of it."""
    try:
        return time.clock_gettime(~pid << 3 | _SCHEDULED)
    except OSError:
        return None


_SCHEDULED = 2
"""The clock of a process (`CPUCLOCK_SCHED`), as `clock_getcpuclockid` of the C library names it."""
