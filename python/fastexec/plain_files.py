"""Files of the code as C code sees them that reads them: `pickle`'s, pandas'.

They give exact bytes and texts, whose lengths C code takes from where it takes what is in them, and they have no `readinto`, which
would be shown memory that goes when the reading is done.
"""

from __future__ import annotations

from typing import Any


class PlainFile:
    """What `read` and `readline` of a file give, made plain."""

    __slots__ = ("_file",)

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self, *size: Any) -> Any:
        return _plain(self._file.read(*size))

    def readline(self, *size: Any) -> Any:
        return _plain(self._file.readline(*size))


def _plain(data: Any) -> Any:
    kind = type(data)
    if kind is bytes or kind is str:
        return data
    if issubclass(kind, (bytes, bytearray)):
        return memoryview(data).tobytes()
    return str.__str__(data) if issubclass(kind, str) else data
