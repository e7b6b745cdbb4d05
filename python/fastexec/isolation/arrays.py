"""How data of numpy cross."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from fastexec.isolation.kinds import Payload, Put, Take
from fastexec.isolation.shared_memory import Block

if TYPE_CHECKING:
    from typing import TypeAlias

    Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
    Arrived: TypeAlias = "None | bool | int | str | bytearray | memoryview[int] | Array | list[Arrived] | tuple[Arrived, ...]"
    """What came, of which nothing is known yet."""

_KINDS = "biufcSUMmV?"
"""Kinds of numbers and texts that are bytes and nothing else."""


_MOST_DIMENSIONS = 64
"""As of numpy 2; an older one has its own word."""


def _type_text(dtype: Any) -> Any:
    """A data type as plain data."""
    return np.lib.format.dtype_to_descr(dtype)


def _put_type(text: Any) -> Any:
    _check_texts(text)
    try:
        dtype = np.lib.format.descr_to_dtype(_fields(text))
    except (TypeError, ValueError, KeyError, IndexError, SyntaxError):
        raise ValueError("malformed message: a data type that is none") from None
    if not _is_plain(dtype):
        raise ValueError("malformed message: a data type of objects")
    return dtype


_DIVIDED = re.compile(r"(?:[mM]8|datetime64|timedelta64)\[[^]]*/")


def _check_texts(told: Any) -> None:
    """Units of time that are divided, as numpy never tells them: it divides by nothing, too."""
    match told:
        case str() if _DIVIDED.search(told):
            raise ValueError("malformed message: a data type that is none")
        case [*parts]:
            for part in parts:
                _check_texts(part)
        case _:
            pass


def _is_plain(dtype: Any) -> bool:
    """Whether it and its fields are of those kinds. (Of a text and fields numpy makes a dtype that says that it holds no references.)"""
    if dtype.subdtype is not None:
        return _is_plain(dtype.subdtype[0])
    if dtype.names is not None:
        return dtype.kind == "V" and not dtype.hasobject and all(_is_plain(dtype[name]) for name in dtype.names)
    return dtype.kind in _KINDS and not (dtype.kind in "mM" and np.datetime_data(dtype)[1] == 0)


def _fields(text: Any) -> Any:
    """As `descr_to_dtype` takes it: fields are tuples, whose shape is one too."""
    return text


def _take_array(array: Any) -> Payload:
    shape = list(array.shape)
    if array.dtype.hasobject:
        if array.dtype.kind != "O":
            raise TypeError(f"an array of {array.dtype}")
        return [None, shape, array.ravel().tolist(), "C"]
    if not array.dtype.itemsize or not _holds_texts(array):
        raise TypeError(f"an array of {array.dtype}")
    order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
    whole = [_type_text(array.dtype), shape, Block(_bytes_of(array, order)), order]
    return whole if array.flags.writeable else [*whole, "read-only"]


def _bytes_of(array: Any, order: Any) -> memoryview:
    flat: Any = np.asarray(array, order=order).ravel(order="K").view(np.uint8) if array.size and array.dtype.itemsize else np.empty(0, np.uint8)
    return memoryview(flat)


def _put_array(payload: Arrived) -> Any:
    match payload:
        case [None, list(shape), list(items), str("C")] if _is_shape(shape):
            return _of_objects(items, shape)
        case [text, list(shape), data, str("C" | "F") as order, *rest] if _is_shape(shape) and rest in ([], ["read-only"]):
            array = _of_bytes(_put_type(text), shape, data, order)
            array.flags.writeable = not rest
            return array
    raise ValueError("malformed message: an array that is none")


def _of_objects(items: list[Any], shape: list[Any]) -> Any:
    array = np.empty(len(items), dtype=object)
    for place, item in enumerate(items):
        array[place] = item
    return array.reshape(shape)


def _of_bytes(dtype: Any, shape: list[Any], data: Arrived, order: Any) -> Any:
    size = dtype.itemsize
    for length in shape:
        size *= length
    if not isinstance(data, (bytearray, memoryview)) or len(data) != size:
        raise ValueError("malformed message: an array of another size")
    if dtype.itemsize == 0:
        raise ValueError("malformed message: an array of nothing")
    if size == 0:
        return np.zeros(shape, dtype=dtype, order=order)
    array = np.frombuffer(data, dtype=dtype).reshape(shape, order=order)
    if not _holds_texts(array):
        raise ValueError("malformed message: a text with characters that are none")
    return array


def _holds_texts(array: Any) -> bool:
    """Whether texts in it are made of characters: numpy hashes and compares records without a look whether there are such texts."""
    if array.dtype.names is not None:
        return all(_holds_texts(array[name]) for name in array.dtype.names)
    if array.dtype.kind != "U" or array.dtype.itemsize == 0 or array.size == 0:
        return True
    numbers = np.ascontiguousarray(array).reshape(-1).view(np.dtype("u4").newbyteorder(array.dtype.byteorder))
    return bool(numbers.max() <= sys.maxunicode)


def _is_shape(shape: list[Any]) -> bool:
    return len(shape) <= _MOST_DIMENSIONS and all(isinstance(length, int) and 0 <= length <= sys.maxsize for length in shape)


def _take_scalar(value: Any) -> Payload:
    return _take_array(np.array(value))


def _put_scalar(payload: Payload) -> Any:
    return _put_array(payload)[()]


def _put_record(payload: Payload) -> Any:
    array = _put_array(payload)
    if array.dtype.names is None:
        raise ValueError("malformed message: a record that is none")
    return array.view(np.dtype((np.record, array.dtype)))[()]


def _take_masked(array: Any) -> Payload:
    mask = None if array.mask is np.ma.nomask else np.asarray(array.mask)
    filling = None if array._fill_value is None else np.array(array.fill_value, dtype=array.dtype)
    return [np.asarray(array.data), mask, filling, bool(array.hardmask)]


def _put_masked(payload: Arrived) -> Any:
    match payload:
        case [np.ndarray() as data, None | np.ndarray() as mask, None | np.ndarray() as filling, bool(hard)]:
            if (mask is None or _is_mask(mask, data)) and (filling is None or (filling.shape == () and filling.dtype == data.dtype)):
                kept = np.ma.nomask if mask is None else mask
                value: Any = None if filling is None else filling[()]
                return np.ma.MaskedArray(data, kept, fill_value=value, hard_mask=hard)
    raise ValueError("malformed message: an array that is none")


def _is_mask(mask: Any, data: Any) -> bool:
    if mask.shape != data.shape:
        return False
    untyped: Any = np.ma
    return bool(mask.dtype == untyped.make_mask_descr(data.dtype))


def _own_type(kind: Any) -> bool:
    """Whether it is one of numpy's own types of scalars, or of what holds them, which are the same everywhere."""
    if kind is np.ndarray or kind is np.ma.MaskedArray or kind is np.dtype:
        return True
    return isinstance(kind, type) and issubclass(kind, np.generic) and vars(np).get(kind.__name__) is kind


def _put_own_type(name: Payload) -> Any:
    found = np.ma.MaskedArray if name == "MaskedArray" else vars(np).get(name) if isinstance(name, str) else None
    if not _own_type(found):
        raise ValueError("malformed message: a type that is none")
    return found


def owned(array: Any) -> Any:
    """The array that came, for a table that has it to itself."""
    if not array.flags.writeable:
        array.flags.writeable = True
    return array


BY_NAME: dict[str, Put] = {
    "numpy.ndarray": _put_array,
    "numpy.generic": _put_scalar,
    "numpy.record": _put_record,
    "numpy.ma": _put_masked,
    "numpy.dtype": _put_type,
    "numpy.type": _put_own_type,
}


def taking(value: Any) -> tuple[str, Take] | None:
    """As `kinds.taking`."""
    if type(value) is np.ndarray:
        return ("numpy.ndarray", _take_array) if value.dtype.kind in _KINDS + "O" else None
    if type(value) is np.ma.MaskedArray:
        return "numpy.ma", _take_masked
    given: Any = value
    if type(value) is np.record:
        return "numpy.record", _take_scalar
    if isinstance(value, np.generic) and given.dtype.kind in _KINDS:
        return "numpy.generic", _take_scalar
    if _own_type(value):
        return "numpy.type", lambda kind: kind.__name__
    if isinstance(value, np.dtype) and not value.hasobject and value.kind in _KINDS:
        return "numpy.dtype", _type_text
    return None
