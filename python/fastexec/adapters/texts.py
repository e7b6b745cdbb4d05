"""Texts for frameworks: what a call printed or gave, in a form that every protocol carries."""

from __future__ import annotations

import inspect
from itertools import islice
from typing import Any

from fastexec._fastexec import shown
from fastexec.awaited import Awaited, original
from fastexec.hints.values import AWAIT

_ITEMS = 100
"""Items of a collection that are looked at."""


def sendable(text: str) -> str:
    """Without halves of characters (`'\\ud83d'`), which UTF-8 has no form for: they are written as escapes."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def of_value(value: Any) -> str:
    """How the value of a call looks, with a hint where an `await` was forgotten."""
    text = shown(value)
    return f"{text}\nhint: {AWAIT}" if forgotten_calls(value) else text


def forgotten_calls(value: object) -> bool:
    """Whether the value is a coroutine, or a plain collection with one among its first items: a call whose `await` was
    forgotten, and what it stands for never ran. They are closed."""
    held: Any = value
    items: Any = (held,)
    if type(value) is dict:
        items = held.values()
    elif type(value) in (list, tuple, set):
        items = held
    # (With `arun`, those of the host stand in a coroutine for the code's loop.)
    found = (original(item) if type(item) is Awaited else item for item in islice(items, _ITEMS))
    coroutines = [item for item in found if inspect.iscoroutine(item)]
    for coroutine in coroutines:
        coroutine.close()
    return bool(coroutines)
