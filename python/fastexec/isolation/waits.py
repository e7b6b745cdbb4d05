"""For how long a worker waits for processors that others have, as the kernel counts it."""

from __future__ import annotations

import os
import time
from typing import NamedTuple

_MOST_THREADS = 64
"""That are looked at. Of a worker with more nothing is believed: they would wait for each other, and to look at them takes time."""


class Thread(NamedTuple):
    """What the kernel says of one.

    Attributes:
        ran: Seconds for which it had a processor.
        waited: Seconds for which it waited for one. The kernel adds a wait when it is over.
        ready: Whether it has a processor now, or waits for one.
    """

    ran: float
    waited: float
    ready: bool


_UNSEEN = Thread(0.0, 0.0, False)


class Waits:
    """The waits of one process.

    Args:
        pid: Its number.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._seconds = 0.0
        self._seen: tuple[float, dict[int, Thread]] | None = None

    def seconds(self) -> float:
        """How long it has waited, between the looks that were taken so far: each call is one. 0.0 where the kernel does not say."""
        now, threads = time.monotonic(), _threads(self._pid)
        if self._seen is not None and threads:
            then, before = self._seen
            self._seconds += between(before, threads, now - then, _processors())
        self._seen = (now, threads) if threads else None
        return self._seconds


def between(before: dict[int, Thread], now: dict[int, Thread], elapsed: float, processors: int) -> float:
    """Seconds for which that thread waited for others that did so longest. What its own siblings had is taken off: where all
    processors are free for them, a thread waits no longer than they fill them all."""
    ran = {number: thread.ran - before.get(number, _UNSEEN).ran for number, thread in now.items()}
    of_all, longest = sum(ran.values()), 0.0
    for number, thread in now.items():
        earlier = before.get(number, _UNSEEN)
        waited = thread.waited - earlier.waited
        if thread.ready and earlier.ready and not ran[number]:
            waited = max(waited, elapsed)  # and it still waits
        longest = max(longest, waited - (of_all - ran[number]) / processors)
    return longest


def _threads(pid: int) -> dict[int, Thread]:
    """Nothing where there is no such process, or nothing is said of it."""
    folder = f"/proc/{pid}/task"
    try:
        numbers = [int(name) for name in os.listdir(folder)]
    except OSError:
        return {}
    if len(numbers) > _MOST_THREADS:
        return {}
    found = {number: _thread(f"{folder}/{number}") for number in numbers}
    return {number: thread for number, thread in found.items() if thread is not None}


def _thread(folder: str) -> Thread | None:
    try:
        ran, waited, *_ = (int(number) / 1e9 for number in _read(f"{folder}/schedstat").split())
        return Thread(ran, waited, _read(f"{folder}/stat").rpartition(")")[2].split()[0] == "R")
    except (OSError, ValueError, IndexError):  # it has ended
        return None


def _read(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return os.cpu_count() or 1
