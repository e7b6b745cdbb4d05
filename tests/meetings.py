"""An async tool whose calls wait for each other: it ends where all are under way together, and never where they follow one another."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any


def tool(all_there: Any, count: int) -> Callable[[int], Coroutine[Any, Any, int]]:
    """One of `count` calls, on the loop of the event `all_there` (asyncio's or trio's); gives its argument twice over."""
    here = 0

    async def meet(n: int) -> int:
        nonlocal here
        here += 1
        if here == count:
            all_there.set()
        await all_there.wait()
        return n * 2

    return meet
