"""Waiting in slices, with a look at the limits between those: what stands for methods of C code that wait, off the main
thread (see `src/budget/waits.rs`). The method as it was, bound, comes first."""

from __future__ import annotations

import os
import time
from _thread import TIMEOUT_MAX
from collections.abc import Callable
from typing import Any

from fastexec._fastexec import look, set_sliced_waits

try:
    import select
except ImportError:  # not on every platform
    select: Any = None  # type: ignore[no-redef]

SLICE = 0.02
"""Seconds between two looks at the limits."""


def in_slices(step: Callable[[float], bool], timeout: float | None) -> bool:
    """Calls `step(seconds)` until it is true or the time is over."""
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        left = SLICE if end is None else min(SLICE, end - time.monotonic())
        if step(max(left, 0.0)):
            return True
        look()
        if end is not None and time.monotonic() >= end:
            return False


def _acquire(original: Callable[..., bool], blocking: bool = True, timeout: float = -1) -> bool:
    if not blocking or timeout > TIMEOUT_MAX or (timeout != -1 and timeout <= SLICE):
        return original(blocking, timeout)
    return in_slices(lambda seconds: original(True, seconds), None if timeout == -1 else timeout)


def _enter(original: Any, *arguments: Any) -> bool:
    acquired: bool = original.__self__.acquire(*arguments)
    return acquired


def _join(original: Any, timeout: float | None = None) -> None:
    """`_thread._ThreadHandle.join`"""

    def step(seconds: float) -> bool:
        original(seconds)
        done: bool = original.__self__.is_done()
        return done

    in_slices(step, None if timeout is None or timeout < 0 else timeout)


def _select(original: Callable[..., Any], *arguments: Any) -> Any:
    *sets, timeout = (*arguments, None) if len(arguments) < 4 else arguments
    if timeout is not None and timeout <= SLICE:
        return original(*arguments)
    sets = [list(files) for files in sets]
    found: list[Any] = []

    def step(seconds: float) -> bool:
        found[:] = original(*sets, seconds)
        return any(found)

    in_slices(step, timeout)
    return tuple(found)


def _poll(original: Callable[..., Any], timeout: float | None = None, *, unit: float = 1000, rest: tuple[int, ...] = ()) -> Any:
    """`poll.poll`, in milliseconds, and `epoll.poll`."""
    if timeout is not None and 0 <= timeout <= SLICE * unit:
        return original(timeout, *rest)
    found: list[Any] = []

    def step(seconds: float) -> bool:
        found[:] = original(seconds * unit, *rest)
        return bool(found)

    in_slices(step, None if timeout is None or timeout < 0 else timeout / unit)
    return found


def _epoll(original: Callable[..., Any], timeout: float | None = None, maxevents: int = -1) -> Any:
    return _poll(original, timeout, unit=1, rest=(maxevents,))


def _waitpid(original: Callable[..., tuple[int, int]], pid: int, options: int) -> tuple[int, int]:
    found = (0, 0)

    def step(_seconds: float) -> bool:
        nonlocal found
        found = original(pid, options | os.WNOHANG)
        if found[0] == 0:
            time.sleep(SLICE / 4)
        return found[0] != 0

    if options & os.WNOHANG:
        return original(pid, options)
    in_slices(step, None)
    return found


def _read(original: Callable[..., bytes], fd: int, length: int) -> bytes:
    try:
        in_slices(lambda seconds: bool(select.select([fd], [], [], seconds)[0]), None)
    except (OSError, TypeError, ValueError):
        pass  # the function itself has the better error
    return original(fd, length)


def _pause(_original: Callable[[], None]) -> None:
    def step(seconds: float) -> bool:
        time.sleep(seconds)
        return False

    in_slices(step, None)


def _sigtimedwait(original: Callable[..., Any], sigset: Any, timeout: float) -> Any:
    if timeout <= SLICE:
        return original(sigset, timeout)
    found: list[Any] = []

    def step(seconds: float) -> bool:
        found[:] = [original(sigset, seconds)]
        return found[0] is not None

    return found[0] if in_slices(step, timeout) else None


def _sigwait(_original: Callable[..., Any], sigset: Any) -> int:
    import signal  # loaded: its function is what calls this

    # (After 292 years it would be None.)
    return signal.sigtimedwait(sigset, TIMEOUT_MAX).si_signo  # type: ignore[union-attr]


SLICED: dict[str, Callable[..., Any]] = {
    "acquire": _acquire,
    "enter": _enter,
    "join": _join,
    "select": _select,
    "poll": _poll,
    "epoll": _epoll,
    "waitpid": _waitpid,
    "read": _read,
    "pause": _pause,
    "sigwait": _sigwait,
    "sigtimedwait": _sigtimedwait,
}
set_sliced_waits(SLICED)
