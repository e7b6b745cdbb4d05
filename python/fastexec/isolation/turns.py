"""Whose turn it is to use a worker: one thread's at a time. While a tool of the host is under way, other threads may use objects of the
code, which a tool may hand to threads of its own; each has done so before the tool's answer goes out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from fastexec import errors

_LOOK = 0.05
"""Seconds between two looks at whether those before this thread get on."""

_BUSY = "This executor is running code in another thread. Use one executor per thread."

_IN_PRINT = "on_print is called while code runs in the worker, which answers nothing before that has ended: use the executor after the call."

_IN_WAIT = (
    "This executor waits for its worker on this very thread, which answers nothing before its code has ended: use it after the call, or in a "
    "tool, and not in a handler of signals or a finaliser."
)

_MOMENT = 0.001
"""Seconds between two looks at whether those that came meanwhile are done."""


class Turns:
    """The turns of one session."""

    def __init__(self) -> None:
        # (Any: what `Condition` uses of it is not declared.)
        self._lock: Any = threading.RLock()
        self._depth = 0
        self._begun = 0
        self._in_tools: list[int] = []
        """The threads of tools that are under way, the innermost last."""
        self._printing: int | None = None
        """The thread that tells the host what was printed, while it does."""
        self.is_engaged: Callable[[int], bool] = lambda _thread: False
        """Whether that thread is in the middle of a message to the worker, or of a wait for one."""

    def begin(self, patience: float | None, *, is_guest: bool = False) -> bool:
        """Waits for a turn, as long as those before get on: each so many seconds. False where they do not. `is_guest`: it may be in the middle
        of a tool of another thread's."""
        seen, since = self._begun, time.monotonic()
        while not self._entered(is_guest):
            if self._begun != seen:
                seen, since = self._begun, time.monotonic()
            elif patience is not None and time.monotonic() - since > patience:
                return False
        self._begun += 1
        self._depth += 1
        return True

    def _entered(self, is_guest: bool) -> bool:
        if not self._lock.acquire(timeout=_LOOK):
            return False
        if is_guest or not self._in_tools or threading.get_ident() in self._in_tools:
            return True
        self._lock.release()
        time.sleep(_LOOK)
        return False

    def end(self) -> None:
        """The turn is over."""
        self._depth -= 1
        self._lock.release()

    def look_at_thread(self) -> None:
        """Raises `InterpreterError` on a thread that the worker does not wait for: it only told what it printed, or has not answered."""
        thread = threading.get_ident()
        if self._printing == thread:
            raise errors.error(errors.InterpreterError, _IN_PRINT, kind="refused")
        if self.is_engaged(thread):
            raise errors.error(errors.InterpreterError, _IN_WAIT, kind="refused")

    def tell(self, hook: Callable[[str], object], text: str) -> None:
        """Calls the host's function for printed text."""
        self._printing = threading.get_ident()
        try:
            hook(text)
        finally:
            self._printing = None

    def open(self) -> tuple[int, Any]:
        """A tool is under way on this thread from now on. Gives what `close` is told."""
        self._in_tools.append(threading.get_ident())
        return self._depth, self._lock._release_save()

    def close(self, opened: tuple[int, Any]) -> None:
        """It is not any more. Those that came meanwhile are done first: the worker takes answers in that order."""
        depth, held = opened
        self._lock._acquire_restore(held)
        while self._depth != depth:
            held = self._lock._release_save()
            time.sleep(_MOMENT)
            self._lock._acquire_restore(held)
        self._in_tools.pop()

    def has_guests(self, opened: tuple[int, Any]) -> bool:
        """Whether somebody has a turn in the middle of that tool."""
        return self._depth != opened[0]


class Turn:
    """One thread at a time; the others wait, each as long as those before it get on. A tool that waits for such a thread
    waits no longer than that."""

    __slots__ = ("_turns",)

    def __init__(self, turns: Turns, patience: float | None, *, is_guest: bool = False) -> None:
        self._turns = turns
        turns.look_at_thread()
        if not self._turns.begin(patience, is_guest=is_guest):
            raise errors.error(errors.InterpreterError, _BUSY, kind="refused")

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_error: object) -> None:
        self._turns.end()


class InTool:
    """While an object of the host does something for the code: its threads may use objects of the code."""

    __slots__ = ("_live", "_turns", "_opened", "_outer")

    def __init__(self, turns: Turns, live: Any) -> None:
        self._turns, self._live = turns, live
        self._outer = live.leave_conversation()
        self._opened = turns.open()

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if isinstance(error, (KeyboardInterrupt, SystemExit)) and self._turns.has_guests(self._opened):
            self._live.cancel()
        self._turns.close(self._opened)
        self._live.enter_conversation(self._outer)
