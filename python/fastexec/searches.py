"""Searching from the end, for what is long (see `src/budget/long_searches.rs`): piece by piece, each read from its end, since the
interpreter searches from the start in a time that grows with the length alone. And compressing what is long (see
`src/budget/long_compressions.rs`)."""

from __future__ import annotations

import sys
from typing import Any

PIECE = 1 << 24
"""Characters between two looks at the limits."""

COMPRESSED = 1 << 20
"""Bytes that are compressed between two looks at the limits."""
COMPRESSORS = {"_lzma": "LZMACompressor", "_bz2": "BZ2Compressor"}


def compressed(compressor: Any, data: Any) -> bytes:
    """What `compressor.compress(data)` gives, whatever a class of its own makes of that."""
    classes = [getattr(sys.modules[module], name) for module, name in COMPRESSORS.items() if module in sys.modules]
    compress = next(kind.compress for kind in classes if isinstance(compressor, kind))
    with memoryview(data) as view:
        return b"".join([compress(compressor, view[start : start + COMPRESSED]) for start in range(0, len(view), COMPRESSED)])


def rfind(text: Any, part: Any, start: Any = None, end: Any = None) -> int:
    text, part = plain(text), plain(part)
    first, last, _ = slice(start, end).indices(len(text))
    piece, turned = max(4 * len(part), PIECE), part[::-1]
    while last - first >= len(part):
        from_here = max(first, last - piece)
        found: int = text[from_here:last][::-1].find(turned)
        if found >= 0:
            return last - found - len(part)
        if from_here == first:
            break
        last = from_here + len(part) - 1
    return -1


def rindex(text: Any, *args: Any) -> int:
    found = rfind(text, *args)
    if found < 0:
        raise ValueError("substring not found" if isinstance(text, str) else "subsection not found")
    return found


def rpartition(text: Any, part: Any) -> tuple[Any, Any, Any]:
    found, all_of_it = rfind(text, part), plain(text)
    if isinstance(text, bytearray):
        before, between, after = (bytearray(all_of_it[:found]), bytearray(part), bytearray(all_of_it[found + len(part) :]))
        return (before, between, after) if found >= 0 else (bytearray(), bytearray(), bytearray(all_of_it))
    return (all_of_it[:found], part, all_of_it[found + len(part) :]) if found >= 0 else (all_of_it[:0], all_of_it[:0], text)


def plain(text: Any) -> Any:
    """Without what a class of its own makes of it, and as it is now."""
    return str.__str__(text) if isinstance(text, str) else bytes(memoryview(text))
