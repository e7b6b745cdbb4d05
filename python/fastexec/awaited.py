"""What code gets to await in place of the host's coroutines, futures and async generators, which run on another thread.

Code sees their methods and nothing else: what they work with is in closures.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import AbstractAsyncContextManager, suppress
from types import CoroutineType, FunctionType
from typing import Any

from fastexec.host_loops import HostLoop

_Future = concurrent.futures.Future


def is_awaited(found: object) -> bool:
    """Whether it is the host's to await: a coroutine, a future, an object of a class with `__await__`."""
    kind = type(found)
    if kind is CoroutineType or issubclass(kind, asyncio.Future):
        return True
    # Of classes that code made it is a function of another type. What can be entered too stays what it is.
    method = inspect.getattr_static(kind, "__await__", None)
    return type(method) is FunctionType and not hasattr(kind, "__aenter__") and kind is not Awaited


def is_future_of(future: asyncio.Future[Any], loop: HostLoop) -> bool:
    """Whether the loop is the host's, and code is not on its thread."""
    return future.get_loop() is getattr(loop, "loop", None) and not loop.is_of_this_thread()


class Awaited(Coroutine[Any, Any, Any]):
    """A coroutine for any event loop that gives what an object of the host gives on its own.

    Args:
        start: Has the object awaited from now on.
        found: The object.
        name: That the code knows it by.
    """

    __slots__ = ("send", "throw", "_close", "_run", "__name__", "__qualname__", "__weakref__")

    send: Callable[[Any], Any]  # pyright: ignore[reportIncompatibleMethodOverride]  # (attributes of each, called alike)
    throw: Callable[..., Any]

    def __init__(self, start: Callable[[], _Future[Any]], found: Any, name: str) -> None:
        steps: list[Generator[Any, Any, Any]] = []
        taken = False

        def begin() -> _Future[Any]:
            nonlocal taken
            if taken:
                raise RuntimeError("cannot reuse already awaited coroutine")
            taken = True
            return start()

        def leave() -> Any:
            nonlocal taken
            taken = True
            return found

        def run() -> Generator[Any, Any, Any]:
            return (yield from asyncio.wrap_future(begin()))

        def own() -> Generator[Any, Any, Any]:
            if not steps:
                steps.append(run())
            return steps[0]

        def send(value: Any) -> Any:
            return own().send(value)

        def throw(*error: Any) -> Any:
            if not steps:
                close_unused()
            return own().throw(*error)

        def close() -> None:
            close_unused()
            if steps:
                steps[0].close()

        def close_unused() -> None:
            # Nobody will await it, and that is no fault of the host's.
            if not taken and type(leave()) is CoroutineType:
                found.close()

        self.send, self.throw, self._close, self._run = send, throw, close, run
        self.__name__: str = name
        self.__qualname__: str = name
        _of_host[self] = (begin, leave)

    def __await__(self) -> Generator[Any, Any, Any]:
        # (Its frame keeps this object.)
        return (yield from self._run())

    def close(self) -> None:
        """As of any coroutine."""
        self._close()

    def __repr__(self) -> str:
        return f"<coroutine object {self.__name__} at {id(self):#x}>"

    def __del__(self) -> None:
        with suppress(AttributeError):
            self._close()


_of_host: weakref.WeakKeyDictionary[Awaited, tuple[Callable[[], _Future[Any]], Callable[[], Any]]] = weakref.WeakKeyDictionary()
"""What code does not see of them."""


def begun(awaited: Awaited) -> _Future[Any]:
    """Has its object awaited from now on. Raises `RuntimeError` where that cannot be."""
    return _of_host[awaited][0]()


def original(awaited: Awaited) -> Any:
    """Its object, which the host has back."""
    return _of_host[awaited][1]()


class Stream(AsyncGenerator[Any, Any]):
    """An async generator of the host, whose steps are awaited on its loop.

    Args:
        step: Makes of a step what code awaits.
        found: The generator.
    """

    __slots__ = ("_asend", "_athrow", "_aclose")

    def __init__(self, step: Callable[[Any], Awaited], found: Any) -> None:
        self._asend: Callable[[Any], Awaited] = lambda value: step(found.asend(value))
        self._athrow: Callable[..., Awaited] = lambda *error: step(found.athrow(*error))
        self._aclose: Callable[[], Awaited] = lambda: step(found.aclose())

    def __anext__(self) -> Any:
        return self._asend(None)

    def asend(self, value: Any) -> Any:
        """As of any async generator; so are the others."""
        return self._asend(value)

    def athrow(self, *error: Any) -> Any:
        return self._athrow(*error)

    def aclose(self) -> Any:
        return self._aclose()


class Entered(AbstractAsyncContextManager[Any]):
    """What a function of the host gives that `contextlib.asynccontextmanager` made, entered and left on the host's loop.

    Args:
        step: Makes of a step what code awaits.
        found: What it gave.
    """

    __slots__ = ("_enter", "_exit")

    def __init__(self, step: Callable[[Any], Awaited], found: Any) -> None:
        self._enter: Callable[[], Awaited] = lambda: step(found.__aenter__())
        self._exit: Callable[..., Awaited] = lambda *error: step(found.__aexit__(*error))

    def __aenter__(self) -> Any:
        return self._enter()

    def __aexit__(self, *error: Any) -> Any:
        return self._exit(*error)


# As the code knows such objects.
for _kind, _name in ((Awaited, "coroutine"), (Stream, "async_generator"), (Entered, "_AsyncGeneratorContextManager")):
    _kind.__name__ = _kind.__qualname__ = _name
