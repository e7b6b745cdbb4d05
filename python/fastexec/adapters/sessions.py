"""Executors by name, for servers: not too many, and none for ever."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from fastexec import options
from fastexec.executor import LocalPythonExecutor

LONGEST_NAME = 200


@dataclass
class _Entry:
    executor: LocalPythonExecutor
    used: float
    users: int = 0


class TooManySessions(Exception):
    """All sessions are in use."""


class Sessions:
    """Keeps the executors of `most` sessions, each until it was not used for `idle_seconds`. When there are too many,
    the one that was used least lately goes; its variables are lost.

    Args:
        make: Makes an executor.
        most: How many there may be.
        idle_seconds: How long an executor stays without a call; None for ever.
        clock: Seconds, for tests.

    Raises:
        TypeError: `make` is no function, or a number is none.
        ValueError: `most` is below one, or `idle_seconds` is negative.
    """

    def __init__(
        self,
        make: Callable[[], LocalPythonExecutor],
        most: int = 100,
        idle_seconds: float | None = 1800,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not callable(make):
            raise TypeError(f"make must be a function that makes an executor, not {type(make).__name__}")
        if options.number("most", most, whole=True) is None or most < 1:
            raise ValueError(f"most must be 1 at least, but is {most}")
        self._make = make
        self._most = most
        idle: float | None = options.number("idle_seconds", idle_seconds, whole=False)
        self._idle: float = math.inf if idle is None else idle
        self._clock = clock
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._entries)

    def take(self, name: str) -> LocalPythonExecutor:
        """The executor of a session, which `give_back` must follow.

        Raises:
            ValueError: The name is empty or too long.
            TooManySessions: There are as many as there may be, and all of them are in use.
        """
        if not name or len(name) > LONGEST_NAME:
            raise ValueError(f"the name of a session has 1 to {LONGEST_NAME} characters")
        with self._lock:
            self._expire()
            entry = self._entries.pop(name, None) or _Entry(self._make(), 0.0)
            self._make_room()
            entry.users += 1
            entry.used = self._clock()
            self._entries[name] = entry
        return entry.executor

    def give_back(self, name: str) -> None:
        """Says that a call is over."""
        with self._lock:
            entry = self._entries[name]
            entry.users -= 1
            entry.used = self._clock()

    def _expire(self) -> None:
        now = self._clock()
        for name in [name for name, entry in self._entries.items() if not entry.users and now - entry.used >= self._idle]:
            self._entries.pop(name).executor.close()

    def _make_room(self) -> None:
        """For one more."""
        while len(self._entries) >= self._most:
            unused = next((name for name, entry in self._entries.items() if not entry.users), None)
            if unused is None:
                raise TooManySessions(f"all {self._most} sessions are in use")
            self._entries.pop(unused).executor.close()
