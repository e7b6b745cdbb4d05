"""`dump` and `load` of joblib by the pickles of a session, which look at what is pickled, and load what the session dumped.

Files are compressed as joblib does it: by the method that is asked for, or that the name of the file ends with.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import pickle
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from fastexec import guards

if TYPE_CHECKING:
    from fastexec.pickles import OfSession


class _Method(NamedTuple):
    ending: str
    """Of names of files."""
    begins: bytes
    """What is compressed by it."""
    compress: Callable[[bytes, int], bytes]
    decompress: Callable[[bytes], bytes]


def _as_xz(data: bytes, level: int) -> bytes:
    return lzma.compress(data, preset=level)


def _as_lzma(data: bytes, level: int) -> bytes:
    return lzma.compress(data, lzma.FORMAT_ALONE, preset=level)


_METHODS = {
    "zlib": _Method(".z", b"\x78", zlib.compress, zlib.decompress),
    "gzip": _Method(".gz", b"\x1f\x8b", gzip.compress, gzip.decompress),
    "bz2": _Method(".bz2", b"BZ", bz2.compress, bz2.decompress),
    "lzma": _Method(".lzma", b"\x5d\x00", _as_lzma, lzma.decompress),
    "xz": _Method(".xz", b"\xfd7zXZ", _as_xz, lzma.decompress),
}
_DEFAULT_LEVEL = {"zlib": 3, "gzip": 3, "bz2": 9, "lzma": 6, "xz": 6}
"""Where none is given, as in joblib."""


def dump(pickles: OfSession, value: Any, filename: Any, compress: Any = 0, protocol: int | None = None) -> list[str] | None:
    path = None if hasattr(filename, "write") else _path(filename)
    method, level = _compression(path, compress)
    written = pickles.dumps(value, pickle.DEFAULT_PROTOCOL if protocol is None else protocol)
    if level != 0:
        written = _METHODS[method].compress(written, _DEFAULT_LEVEL[method] if level is None else level)
    if path is None:
        filename.write(written)
        return None
    with open(path, "wb") as file:
        file.write(written)
    return [path]


def _path(filename: Any) -> str:
    try:
        path = cast("object", os.fspath(filename))
    except TypeError:
        path = None
    if not isinstance(path, str):
        raise ValueError(f"Second argument should be a filename or a file-like object, {filename} (type {type(filename)}) was given.")
    return path


def _compression(name: str | None, compress: Any) -> tuple[str, int | None]:
    """Method and level: 0 for none at all, None for the method's own. Raises `ValueError` for what joblib does not know."""
    method: str = "zlib"
    level: Any = compress
    if type(compress) is str:
        method, level = compress, True
    elif guards.is_tuple(compress):
        if len(compress) != 2:
            raise ValueError(
                f"Compress argument tuple should contain exactly 2 elements: (compress method, compress level), you passed {compress}"
            )
        method, level = compress
    elif name is not None:
        by_name = [known for known, found in _METHODS.items() if name.endswith(found.ending)]
        method, level = (by_name[0], level or True) if by_name else (method, level)
    if level not in range(10):
        raise ValueError(f'Non valid compress level given: "{level}". Possible values are {list(range(10))}.')
    if method not in _METHODS:
        raise ValueError(f'Non valid compression method given: "{method}". Possible values are {list(_METHODS)}.')
    return method, None if level is True else int(level)


def load(pickles: OfSession, filename: Any, mmap_mode: Any = None, ensure_native_byte_order: Any = "auto") -> Any:
    """(Arrays are always copies of what is in the file.)"""
    if ensure_native_byte_order is True and mmap_mode is not None:
        raise ValueError(
            f"Native byte ordering can only be enforced if 'mmap_mode' parameter is set to None, but got 'mmap_mode={mmap_mode}' instead."
        )
    if hasattr(filename, "read"):
        written: bytes = filename.read()
    else:
        with open(filename, "rb") as file:
            written = file.read()
    found = next((method for method in _METHODS.values() if written.startswith(method.begins)), None)
    return pickles.loads(found.decompress(written) if found is not None else written)
