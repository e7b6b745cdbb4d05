"""Files of the code as C code sees them that reads them, or writes to them: `pickle`'s, pandas', buffers of `io`.

They give exact bytes and texts, whose lengths C code takes from where it takes what is in them, and they have no `readinto`, which
would be shown memory that goes when the reading is done.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable
from typing import Any


class PlainFile:
    """What `read` and `readline` of a file give, made plain. It has those that the file has."""

    __slots__ = ("read", "readline")

    read: Callable[..., Any]
    readline: Callable[..., Any]

    def __init__(self, file: Any) -> None:
        for name in self.__slots__:
            with contextlib.suppress(AttributeError):
                setattr(self, name, _with_plain_results(getattr(file, name)))


def _with_plain_results(method: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *size: _plain(method(*size))


class RawFile:
    """A raw file of the code for `io`'s buffers, which show their own memory to `readinto` and `write`: it gets copies."""

    __slots__ = ("_file",)

    def __init__(self, file: Any) -> None:
        self._file = file

    def readinto(self, room: Any) -> Any:
        own = memoryview(bytearray(len(room)))
        told = self._file.readinto(own)
        if told is None:
            return None
        # (A plain number: one of a class of the code may be another one for whoever asks next.)
        count = int.__add__(operator.index(told), 0)
        if 0 < count <= len(own):
            room[:count] = own[:count]
        return count

    def write(self, data: Any) -> Any:
        return self._file.write(memoryview(bytes(data)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _plain(data: Any) -> Any:
    if type(data) in (bytes, str):
        return data
    if issubclass(type(data), (bytes, bytearray)):
        return memoryview(data).tobytes()
    return str.__str__(data) if issubclass(type(data), str) else data
