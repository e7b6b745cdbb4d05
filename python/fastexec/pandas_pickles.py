"""`to_pickle` and `read_pickle` of pandas by the pickles of a session, which look at what is pickled, and load what the session dumped."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

from pandas.io.common import get_handle

if TYPE_CHECKING:
    from fastexec.pickles import OfSession

HIGHEST = pickle.HIGHEST_PROTOCOL


def to_pickle(
    pickles: OfSession,
    obj: Any,
    filepath_or_buffer: Any,
    compression: Any = "infer",
    protocol: int = HIGHEST,
    storage_options: Any = None,
) -> None:
    written = pickles.dumps(obj, HIGHEST if protocol < 0 else protocol)
    with get_handle(filepath_or_buffer, "wb", compression=compression, is_text=False, storage_options=storage_options) as handles:
        handles.handle.write(written)


def method(
    pickles: OfSession, obj: Any, path: Any, compression: Any = "infer", protocol: int = HIGHEST, storage_options: Any = None
) -> None:
    """`DataFrame.to_pickle`"""
    to_pickle(pickles, obj, path, compression, protocol, storage_options)


def read_pickle(pickles: OfSession, filepath_or_buffer: Any, compression: Any = "infer", storage_options: Any = None) -> Any:
    with get_handle(filepath_or_buffer, "rb", compression=compression, is_text=False, storage_options=storage_options) as handles:
        written: Any = handles.handle.read()
    return pickles.loads(written)
