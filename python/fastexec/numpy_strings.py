"""How many bytes numpy's loops over strings of variable length ask for at once (see `src/sandbox/memory/numpy_strings.rs`)."""

from __future__ import annotations

from typing import Any

import numpy as np

LITTLE = 1 << 24
"""What is less is not counted any closer."""
WIDEST = 4
"""Bytes of a character."""


def replacement(text: Any, old: Any, new: Any, count: Any) -> float:
    """Of `numpy.strings.replace`: for the text that becomes longest."""
    rows = [strings(one) for one in (text, old, new)]
    characters, _, more = (max(map(len, row), default=0) for row in rows)
    if WIDEST * (characters + 1) * (more + 1) < LITTLE:
        return 0
    shaped = [np.array(row, dtype=object).reshape(np.shape(one)) for row, one in zip(rows, (text, old, new), strict=True)]
    return max((_replaced(*row) for row in np.broadcast(*shaped, count)), default=0)


def _replaced(text: str, old: str, new: str, count: int) -> float:
    size = len(encoded(text))
    if not old:
        return size + (size + 1) * len(encoded(new))
    found = text.count(old)
    return size + max(len(encoded(new)) - len(encoded(old)), 0) * (found if count == -1 else min(found, count))


def without_tabs(text: Any, tabsize: Any) -> float:
    """Of `numpy.strings.expandtabs`."""
    longest, tabs = max(((len(encoded(one)), one.count("\t")) for one in strings(text)), default=(0, 0))
    return longest + tabs * float(np.max(tabsize, initial=0))


def strings(array: Any) -> list[str]:
    """The strings of an array; what stands for none that is there is empty."""
    return [item if isinstance(item, str) else "" for item in np.asarray(array).ravel().tolist()]


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
