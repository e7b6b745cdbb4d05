"""Texts for frameworks: what a call printed or gave, in a form that every protocol carries."""

from __future__ import annotations

import inspect
from typing import Any

from fastexec._fastexec import shown
from fastexec.hints.values import AWAIT


def sendable(text: str) -> str:
    """Without halves of characters (`'\\ud83d'`), which UTF-8 has no form for: they are written as escapes."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def of_value(value: Any) -> str:
    """How the value of a call looks. A coroutine is a call whose `await` was forgotten, and what it stands for never ran."""
    if not inspect.iscoroutine(value):
        return shown(value)
    text = shown(value)
    value.close()
    return f"{text}\nhint: {AWAIT}"
