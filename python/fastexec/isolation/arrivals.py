"""What code of a worker awaits of the host, on event loops of its own (the host's side is `awaits`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

from fastexec._fastexec import tool_has_the_time, tool_is_awaited

Ask = Callable[..., Any]

_waiting: dict[int, tuple[asyncio.Future[None], Ask]] = {}
_signalled = False


def awaiting(number: int, ask: Ask) -> Generator[Any, Any, Any]:
    """Awaits the host's object of this number, while the loop that runs here goes on."""
    loop = asyncio._get_running_loop()
    if loop is None:
        return _wait(number, ask)
    if not ask(number, "begin", [], {}):
        yield  # other tasks make their calls first: what they call may go on at the same time
        if not ask(number, "here", [], {}):
            return _wait(number, ask)
    awaited = tool_is_awaited()
    arrived = loop.create_future()
    _waiting[number] = (arrived, ask)
    if _signalled:
        loop.call_soon(_look)
    try:
        yield from arrived
    except BaseException:
        with suppress(Exception):
            ask(number, "leave", [], {})
        raise
    finally:
        if awaited is not None:
            awaited(arrived)
        del _waiting[number]
    return ask(number, "await", [], {})


def _wait(number: int, ask: Ask) -> Any:
    """The host has the time meanwhile, as in a call of a tool."""
    tool_has_the_time(True)
    try:
        return ask(number, "await", [], {})
    finally:
        tool_has_the_time(False)


def wake() -> None:
    """The host has a result. Called on any thread."""
    global _signalled
    _signalled = True
    for loop in {arrived.get_loop() for arrived, _ask in list(_waiting.values())}:
        with suppress(RuntimeError):  # it was closed
            loop.call_soon_threadsafe(_look)


def _look() -> None:
    global _signalled
    ask = next((ask for _arrived, ask in _waiting.values()), None)
    if ask is None:
        return
    number, _signalled = next(iter(_waiting)), False
    try:
        done = ask(number, "done", [], {})
    except BaseException as error:  # noqa: BLE001  (it ends the run, as whoever waits finds out)
        for arrived, _ask in list(_waiting.values()):
            if not arrived.done():
                arrived.set_exception(error)
        return
    for each in done:
        if each in _waiting:
            arrived, _ask = _waiting[each]
            if not arrived.done():
                with suppress(RuntimeError):
                    arrived.get_loop().call_soon_threadsafe(_arrive, arrived)


def _arrive(arrived: asyncio.Future[None]) -> None:
    if not arrived.done():
        arrived.set_result(None)
