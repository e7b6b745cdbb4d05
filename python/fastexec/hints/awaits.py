"""Hints about coroutines in place of their results."""

from __future__ import annotations

import inspect
import re
from typing import Any

from fastexec.hints.asked import Asked, is_reference, kind_of

_CALLED = re.compile(r"([A-Za-z_]\w*)\([^()]*\)\.")

HINT = "this is a coroutine: `await` gives its result"


def is_coroutine(value: Any) -> bool:
    return kind_of(value) == "coroutine" or is_reference(value, "AwaitableReference")


def is_async(tool: Any) -> bool:
    """Whether a call of it is to be awaited, as far as is known of what it is."""
    if is_reference(tool, "Reference"):
        return tool._is_async is True
    try:
        return inspect.iscoroutinefunction(tool)
    except Exception:  # noqa: BLE001  (an object that stands for another one, and has none, may raise anything)
        return False


def of_refused(asked: Asked) -> str | None:
    """Of a coroutine nothing may be read but by `await`: where the call of an async tool is marked, that is what it is."""
    return of_tool(asked) if asked.message.startswith("Forbidden access to attribute: ") else None


def of_tool(asked: Asked) -> str | None:
    """Where something is read of a call of an async tool."""
    called = _CALLED.match(asked.marked)
    name = called and called[1]
    tool = asked.tools.get(name) if name is not None and name not in asked.state else None
    return f"`{name}` is async: `(await {name}(...))` gives its result" if is_async(tool) else None
