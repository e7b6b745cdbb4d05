"""The event loops that code runs with `asyncio.run`, or with an `await` at its top level."""

from __future__ import annotations

import asyncio
import asyncio.runners
import signal
import sys
import threading
import weakref
from collections.abc import Coroutine, Generator
from contextlib import contextmanager, suppress
from types import CoroutineType
from typing import Any

from fastexec._fastexec import in_tool, interrupted, look, loop_waits, stopping, tool_step, tools_are_hooked, waits_at
from fastexec.slices import SLICE

LAST_WORDS = 1.0
"""Seconds, at most, that async tools have for what they await in a `finally` when a limit ends the run."""


@contextmanager
def ctrl_c_ends_the_run() -> Generator[None, None, None]:
    """`asyncio` cancels the task that is awaited, which may go on all the same."""
    on_main = threading.current_thread() is threading.main_thread()
    if not on_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, lambda _number, _frame: interrupted())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def run(main: Coroutine[Any, Any, Any], **options: Any) -> Any:
    """`asyncio.run`, with a look at the limits while every task waits. That tasks end with the run is no news."""
    if not asyncio.iscoroutine(main) or asyncio._get_running_loop() is not None or not _OPTIONS.issuperset(options):
        return asyncio.run(main, **options)  # which says what is wrong
    code_loop = _CodeLoop(main)
    try:
        with ctrl_c_ends_the_run():
            return code_loop.run(**options)
    finally:
        try:
            if stopping():
                code_loop.cut_off()
        finally:
            try:
                code_loop.close()
            finally:
                code_loop.close()  # a limit may have come before the first time began


_OPTIONS = {"debug", "loop_factory"} if sys.version_info >= (3, 12) else {"debug"}
"""That `asyncio.run` has in this version."""


_of_code: weakref.WeakSet[asyncio.AbstractEventLoop] = weakref.WeakSet()
"""Loops that the code has made."""

_at_work: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, weakref.ref[_CodeLoop]] = weakref.WeakKeyDictionary()
"""What runs on loops, which these keep."""


def new_event_loop() -> asyncio.AbstractEventLoop:
    """`asyncio.new_event_loop`"""
    loop = asyncio.new_event_loop()
    _of_code.add(loop)
    return loop


def is_loop_of_code(loop: Any) -> bool:
    """Whether the code has made the loop, and not the host."""
    return loop in _of_code


def set_exception_handler(loop: Any, handler: Any) -> None:
    """`loop.set_exception_handler`, of a loop that the code has made."""
    code_loop = _runner_of(loop)
    if code_loop is None:
        loop.set_exception_handler(handler)
    elif handler is None or callable(handler):
        code_loop.handler = handler
    else:
        raise TypeError(f"A callable object or None is expected, got {handler!r}")


def get_exception_handler(loop: Any) -> Any:
    """`loop.get_exception_handler`"""
    code_loop = _runner_of(loop)
    return loop.get_exception_handler() if code_loop is None else code_loop.handler


def _runner_of(loop: Any) -> _CodeLoop | None:
    found = _at_work.get(loop)
    return None if found is None else found()


class _CodeLoop:
    """A loop for one coroutine. A limit may end the run anywhere in it, also before its first step and as it is closed.

    Args:
        main: The coroutine.
    """

    def __init__(self, main: Coroutine[Any, Any, Any]) -> None:
        self._main = main
        self._loop: Any = None
        self._step: Any = None
        self._is_cut_off = False
        self._is_own = False
        self.handler: Any = None

    def run(self, debug: bool | None = None, loop_factory: Any = None) -> Any:
        """What the coroutine gives; its tasks and generators have ended then, unless a limit ends all of it."""
        if loop_factory is None:
            # As a step of a tool: a loop whose making a limit ends would leave its sockets open.
            tool_step(self._make, asyncio.new_event_loop)
        else:
            self._loop = loop_factory()
        loop = self._loop
        # First of all: whoever finds a task that was cut off tells this.
        loop.set_exception_handler(self._report)
        _at_work[loop] = weakref.ref(self)
        if self._is_own:
            asyncio.set_event_loop(loop)
        if debug is not None:
            loop.set_debug(debug)
        _watch_idling(loop)
        if tools_are_hooked():
            loop.set_task_factory(_task)
        try:
            self._beat()
            return loop.run_until_complete(loop.create_task(self._main))
        finally:
            if not stopping():
                asyncio.runners._cancel_all_tasks(loop)  # type: ignore[attr-defined]
                # (Mostly there are none, and asyncio's own loops say so.)
                if getattr(loop, "_asyncgens", True):
                    self._complete(loop.shutdown_asyncgens)
                if getattr(loop, "_default_executor", True) is not None:
                    self._complete(loop.shutdown_default_executor)

    def _make(self, factory: Any) -> None:
        self._loop = factory()
        _of_code.add(self._loop)
        self._is_own = True

    def _complete(self, begin: Any) -> None:
        self._step = None
        try:
            if self._is_own:
                tool_step(self._begin, begin)
            else:
                self._step = begin()
            self._loop.run_until_complete(self._step)
        finally:
            if self._step is not None:
                self._step.close()  # where a limit came first

    def _begin(self, begin: Any) -> None:
        self._step = begin()

    def _beat(self) -> None:
        if not stopping():
            self._loop.call_later(SLICE, self._beat)
            return
        self._loop.stop()
        with suppress(BaseException):  # it is raised again where the code would go on
            look()

    def _report(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if self._is_cut_off or stopping():
            return
        if self.handler is None:
            loop.default_exception_handler(context)
        else:
            # (Lines of the program that runs the code are not for it.)
            self.handler(loop, {name: value for name, value in context.items() if name != "source_traceback"})

    def cut_off(self) -> None:
        """A limit has ended the run. Nothing of this loop goes on. Tasks may be found later."""
        self._is_cut_off = True
        waits_at(self._main)
        loop = self._loop
        if loop is None:
            return
        if isinstance(loop, asyncio.BaseEventLoop):
            # As it leaves itself, if nothing interrupts it just then.
            loop._thread_id = None  # type: ignore[attr-defined]
            if asyncio._get_running_loop() is loop:
                asyncio._set_running_loop(None)
        # As a step of a tool: the limit interrupts the code, wherever it is, but not the host.
        with suppress(Exception):
            tool_step(_end_tools, loop)

    def close(self) -> None:
        """Nothing of it is there any more."""
        try:
            if self._is_own:
                try:
                    asyncio.set_event_loop(None)
                finally:
                    if not self._loop.is_closed():
                        # (No method of this: where a limit is waited for, no memory is given for one.)
                        tool_step(_close, self._loop)
            elif self._loop is not None:
                self._loop.close()
        finally:
            if self._is_cut_off:
                self._main.close()


def _close(loop: asyncio.AbstractEventLoop) -> None:
    loop.close()


def _end_tools(loop: asyncio.AbstractEventLoop) -> None:
    """Cancels what tools have under way on the loop, and waits for it, but not for ever: on another one, for what the code has
    given its own loop to call is not to be called by the host."""
    from fastexec.stepped import take_under_way

    coroutines = take_under_way(loop)
    # The host may have one that runs here.
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        if coroutines:
            _last_words(coroutines)
    finally:
        asyncio._set_running_loop(before)


def _last_words(coroutines: list[Coroutine[Any, Any, None]]) -> None:
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda _loop, _context: None)
    try:
        tasks = {loop.create_task(coroutine) for coroutine in coroutines}
        loop.run_until_complete(asyncio.wait(tasks, timeout=LAST_WORDS))
        for task in tasks:
            if task.done() and not task.cancelled():
                task.exception()  # the run has an end of its own
    finally:
        loop.close()


def _task(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
    """A task of the code's loop. What tools make tasks of is theirs, as what they await is."""
    run: Any = coroutine
    if in_tool() and type(coroutine) is CoroutineType:
        from fastexec.stepped import Stepped

        run = Stepped(run, run.__qualname__, _nobody)
    return asyncio.Task(run, loop=loop, **options)


def _nobody(_result: Any, _error: BaseException | None) -> None:
    """Wants to know."""


def _watch_idling(loop: Any) -> None:
    """Has the run know when the loop does nothing but wait: that may be time of the tools that it waits for."""
    selector = getattr(loop, "_selector", None)
    if selector is None:
        return
    select_ = selector.select

    def idle(*arguments: Any) -> Any:
        loop_waits(True)
        try:
            return select_(*arguments)
        finally:
            loop_waits(False)

    selector.select = idle
