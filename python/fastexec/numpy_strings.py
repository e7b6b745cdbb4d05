"""Strings of variable length of numpy: how many bytes its loops ask for at once, and what may stand for one that is missing.

(See `src/sandbox/memory/numpy_strings.rs` and `string_dtypes.rs`.)
"""

from __future__ import annotations

import sys
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
    # (A class of the code may have a `max` of its own.)
    return longest + tabs * float(np.max(np.asarray(tabsize), initial=0))


def strings(array: Any) -> list[str]:
    """The strings of an array; what stands for none that is there is empty."""
    return [item if isinstance(item, str) else "" for item in np.asarray(array).ravel().tolist()]


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


LONGEST_NAME = 10_000
"""Characters of a string that stands for one that is missing: each array has a copy."""
PLAIN: set[type] = {type(None), bool, int, float, str, object, type(...), *np.sctypeDict.values()} - {np.object_, np.void, np.bytes_}


def check_missing(value: object) -> None:
    """Refuses what may stand for a missing string if its text or comparison could fail later, when numpy does not look."""
    kind = type(value)
    if kind not in PLAIN and not _is_missing_of_pandas(kind):
        raise TypeError(f"na_object must be None, a number, a string, an object() or pandas.NA here, not {kind.__name__!r}")
    if len(str(value)) > LONGEST_NAME:
        raise ValueError(f"na_object is longer than {LONGEST_NAME} characters")


def _is_missing_of_pandas(kind: type[Any]) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and kind in (type(pandas.NA), type(pandas.NaT))
