"""Streams that code has: what those of the process have besides `write` while it prints into the log of a call, and
files whose paths were granted."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any


class Facade(io.TextIOBase):
    """Attributes of a text stream into the log; there is no file below it."""

    encoding = "utf-8"
    if TYPE_CHECKING:
        errors: str | None
    else:
        errors = "strict"
    line_buffering = True
    mode = "w"
    write_through = False

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        written: int = self._stream.write(text)
        return written

    def reconfigure(self, **_options: Any) -> None:
        """The log takes every text as it is."""

    @property
    def buffer(self) -> Binary:
        return Binary(self._stream)


class Binary(io.RawIOBase):
    """`sys.stdout.buffer`"""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._stream.write(bytes(data).decode("utf-8", "backslashreplace"))
        return len(data)


class ReadFile(io.BufferedReader):
    """A granted file, `"rb"`. Buffers of other files are not for the code."""


class WriteFile(io.BufferedWriter):
    """A granted file, `"wb"`."""


class UpdateFile(io.BufferedRandom):
    """A granted file, `"r+b"`."""


BUFFERS: dict[type, type] = {io.BufferedReader: ReadFile, io.BufferedWriter: WriteFile, io.BufferedRandom: UpdateFile}


def granted(file: Any) -> Any:
    """What was opened on a granted path, as the code may have it."""
    opened: object = file
    buffer = BUFFERS.get(type(opened))
    return file if buffer is None else buffer(file.detach())
