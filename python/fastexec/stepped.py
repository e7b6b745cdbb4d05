"""What code gets to await in place of coroutines of the host's tools where its own event loop runs them: in a plain call.

What they do in a step is a tool's time, and one that the code forgets is closed. Code sees their methods and nothing else.
"""

from __future__ import annotations

import asyncio
import types
import weakref
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from types import CoroutineType
from typing import Any

from fastexec._fastexec import tool_is_awaited, tool_step

Ended = Callable[[Any, "BaseException | None"], None]
"""Told what the coroutine gave, or its error."""


class Stepped(Coroutine[Any, Any, Any]):
    """A coroutine of a tool.

    Args:
        found: The coroutine.
        name: That the code knows it by.
        ended: Is told when it has ended.
    """

    __slots__ = ("send", "throw", "_close", "_steps", "__name__", "__qualname__", "__weakref__")

    send: Callable[[Any], Any]  # pyright: ignore[reportIncompatibleMethodOverride]  # (attributes of each, called alike)
    throw: Callable[..., Any]
    _steps: Callable[[], Generator[Any, Any, Any]]

    def __init__(self, found: CoroutineType[Any, Any, Any], name: str, ended: Ended) -> None:
        begun = left = False

        def run() -> Generator[Any, Any, Any]:
            nonlocal begun
            if begun:
                raise RuntimeError("cannot reuse already awaited coroutine")
            begun = True
            return (yield from _counted(found, ended))

        steps = run()

        def close() -> None:
            steps.close()
            if not left:
                found.close()

        def leave() -> CoroutineType[Any, Any, Any]:
            nonlocal left
            left = True
            return found

        self.send, self.throw, self._close = steps.send, steps.throw, close
        self._steps = lambda: run() if begun else steps
        self.__name__: str = name
        self.__qualname__: str = name
        _of_host[self] = leave

    def __await__(self) -> Generator[Any, Any, Any]:
        # (Its frame keeps this object.)
        return (yield from self._steps())

    def close(self) -> None:
        """As of any coroutine."""
        self._close()

    def __repr__(self) -> str:
        return f"<coroutine object {self.__name__} at {id(self):#x}>"

    def __del__(self) -> None:
        # (A tool that awaits in its `finally` has no loop for that any more.)
        with suppress(Exception):
            self._close()


Stepped.__name__ = Stepped.__qualname__ = "coroutine"  # as the code knows such objects

_of_host: weakref.WeakKeyDictionary[Stepped, Callable[[], CoroutineType[Any, Any, Any]]] = weakref.WeakKeyDictionary()
"""What code does not see of them."""


def original(given: Any) -> Any:
    """The coroutine itself, which the host has back; anything else as it is."""
    return _of_host[given]() if type(given) is Stepped else given


def _counted(found: CoroutineType[Any, Any, Any], ended: Ended) -> Generator[Any, Any, Any]:
    """The coroutine's steps. Each is a stay in a tool, and between them one is waited for."""
    arrived = tool_is_awaited()
    step, value = found.send, None
    loop = asyncio._get_running_loop()
    under_way: set[CoroutineType[Any, Any, Any]] = set() if loop is None else _under_way.setdefault(loop, set())
    under_way.add(found)
    try:
        while True:
            waited_for = tool_step(step, value)
            try:
                step, value = found.send, (yield waited_for)
            except GeneratorExit:
                # (The end of the run may come just then: it is noticed elsewhere.)
                with suppress(BaseException):
                    found.close()
                raise
            except BaseException as error:  # noqa: BLE001  (the coroutine's to handle)
                step, value = found.throw, error
    except StopIteration as stop:
        ended(stop.value, None)
        return stop.value
    except BaseException as error:
        ended(None, error)
        raise
    finally:
        under_way.discard(found)
        if arrived is not None:
            arrived(None)


_under_way: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, set[CoroutineType[Any, Any, Any]]] = weakref.WeakKeyDictionary()
"""On loops of the code."""


def take_under_way(loop: asyncio.AbstractEventLoop) -> list[Coroutine[Any, Any, None]]:
    """Of what is under way on a loop that goes on no more: coroutines that cancel it and await its end."""
    return [_cancelled(found) for found in _under_way.pop(loop, ())]


async def _cancelled(found: CoroutineType[Any, Any, Any]) -> None:
    await _steps_after_cancelling(found)


@types.coroutine
def _steps_after_cancelling(found: CoroutineType[Any, Any, Any]) -> Generator[Any, Any, None]:
    step: Callable[[Any], Any] = found.throw
    value: Any = asyncio.CancelledError()
    while True:
        try:
            waited_for = step(value)
        except (StopIteration, asyncio.CancelledError):
            return
        try:
            step, value = found.send, (yield waited_for)
        except GeneratorExit:
            with suppress(BaseException):  # it takes too long
                found.close()
            raise
        except BaseException as error:  # noqa: BLE001  (the coroutine's to handle)
            step, value = found.throw, error
