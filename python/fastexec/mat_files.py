"""What scipy's compiled reader of MATLAB's files is given to read while code runs.

It takes what a file-like object gives for as long as it asked for, the type of an element for a place in its table, and writes
arrays over the one object that the interpreter has for each byte. So it reads through streams that look at all that before.
"""

from __future__ import annotations

import importlib
import struct
from types import SimpleNamespace
from typing import Any, Protocol

MATRIX = 14
NUMBERS = frozenset((1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 16, 17, 18))
"""Types of elements that the reader has an entry for."""
CHARACTERS, SPARSE, NUMERIC, OPAQUE = 4, 5, range(6, 16), 17
"""Classes of matrices."""
HEADER = 16
"""Bytes before the dimensions of a matrix: a tag that nobody looks at, its class and flags."""
DIMENSION = 4
"""Bytes of one."""
SETTINGS = ("byte_order", "struct_as_record", "chars_as_strings", "mat_dtype", "squeeze_me", "uint16_codec")


class Stream(Protocol):
    """What the reader and `ZlibInputStream` need of a file."""

    def read(self, n: int, /) -> Any: ...
    def seek(self, offset: int, whence: int = 0, /) -> Any: ...
    def tell(self) -> Any: ...


class Exact:
    """A file that gives bytes, and never more than it was asked for."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def read(self, n: int) -> bytes:
        data = memoryview(self._stream.read(n)).tobytes()
        if len(data) > n:
            raise ValueError(f"A file gave {len(data)} bytes for {n}")
        return data

    def seek(self, offset: int, whence: int = 0) -> Any:
        return self._stream.seek(offset, whence)

    def tell(self) -> Any:
        return self._stream.tell()


class Elements(Exact):
    """The elements of one variable. Small ones, whose data is in their tag, are given as others are."""

    def __init__(self, stream: Stream, byte_order: str, compressed: bool) -> None:
        super().__init__(stream)
        self._numbers = struct.Struct(f"{byte_order}II")
        self._left = 0  # bytes of the element under way
        self._small = b""  # of them those that were in its tag
        self._padding_was_read = False
        self._header = b""
        self._in_header = False
        self._names = 0  # elements that come next whose type the reader looks at: dimensions and name
        self._data = 0  # and those behind them whose type it believes
        self._needs_dimensions = False  # texts are put together along the last one
        if not compressed:
            self._begin_header()

    def read(self, n: int) -> bytes:
        if not self._left:
            return self._tag(n)
        n = min(n, self._left)
        if self._small:
            data, self._small = self._small[:n], self._small[n:]
        else:
            data = super().read(n)
        self._left -= len(data)
        if self._in_header:
            self._note_header(data)
        return data

    def seek(self, offset: int, whence: int = 0) -> Any:
        if self._padding_was_read:
            self._padding_was_read = False
            return None
        return super().seek(offset, whence)

    def _begin_header(self) -> None:
        self._left, self._header, self._in_header = HEADER, b"", True

    def _note_header(self, data: bytes) -> None:
        self._header += data
        if len(self._header) < HEADER:
            return
        self._in_header = False
        flags, _ = self._numbers.unpack(self._header[HEADER // 2 :])
        kind, is_complex = flags & 0xFF, flags >> 11 & 1
        self._names = 1 if kind == OPAQUE else 2
        self._data = 3 + is_complex if kind == SPARSE else 1 + is_complex if kind in NUMERIC else int(kind == CHARACTERS)
        self._needs_dimensions = kind == CHARACTERS

    def _tag(self, n: int) -> bytes:
        tag = super().read(8)
        if n != 8 or len(tag) < 8:
            return tag[:n]
        code, count = self._numbers.unpack(tag)
        small, kind = code >> 16, code & 0xFFFF
        if self._names:
            self._names -= 1
            if self._needs_dimensions and (small or count) < DIMENSION:
                raise ValueError("A text without dimensions")
            self._needs_dimensions = False
        elif self._data:
            self._data -= 1
            if kind not in NUMBERS:
                raise ValueError(f"Unknown type of data: {kind}")
        elif code == MATRIX:
            if count or not self._header:  # (an empty matrix has nothing more, but the first one)
                self._begin_header()
            return tag
        if small > 4 or kind == MATRIX:
            return tag  # the reader says that it is none
        if not small:
            self._left = count
            return tag
        self._left, self._small, self._padding_was_read = small, tag[4 : 4 + small], True
        return self._numbers.pack(kind, small)


def _streams() -> Any:
    return importlib.import_module("scipy.io.matlab._streams")


def reader(original: Any, preader: Any) -> Any:
    """`VarReader5(preader)`, which reads variables through streams of the above."""
    streams = _streams()

    class Compressed(streams.GenericStream):  # type: ignore[misc, name-defined]
        """A variable whose stream knows whether all of it was read."""

        def __init__(self, elements: Elements, stream: Any) -> None:
            streams.GenericStream.__init__(self, elements)
            self._stream = stream

        def all_data_read(self) -> Any:
            return self._stream.all_data_read()

    class Reader(original):  # type: ignore[misc]
        def set_stream(self, stream: Any) -> None:
            compressed = isinstance(stream, streams.ZlibInputStream)
            elements = Elements(stream, preader.byte_order, compressed)
            original.set_stream(self, Compressed(elements, stream) if compressed else elements)

    settings = {name: getattr(preader, name) for name in SETTINGS}
    return Reader(SimpleNamespace(mat_stream=Exact(preader.mat_stream), **settings))
