"""How data of numpy cross."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from fastexec.isolation.kinds import Payload, Put, Take
from fastexec.isolation.shared_memory import Block

_KINDS = "biufcSUMmV?"
"""Kinds of numbers and texts that are bytes and nothing else."""


def _type_text(dtype: Any) -> Any:
    """A data type as plain data."""
    return np.lib.format.dtype_to_descr(dtype)


def _put_type(text: Any) -> Any:
    try:
        dtype = np.lib.format.descr_to_dtype(_fields(text))
    except (TypeError, ValueError, KeyError, IndexError, SyntaxError):
        raise ValueError("malformed message: a data type that is none") from None
    if dtype.hasobject or dtype.kind not in _KINDS:
        raise ValueError("malformed message: a data type of objects")
    return dtype


def _fields(text: Any) -> Any:
    """As `descr_to_dtype` takes it: fields are tuples, whose shape is one too."""
    return text


def _take_array(array: Any) -> Payload:
    shape = list(array.shape)
    if array.dtype.hasobject:
        if array.dtype.kind != "O":
            raise TypeError(f"an array of {array.dtype}")
        return [None, shape, array.ravel().tolist(), "C"]
    order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
    return [_type_text(array.dtype), shape, Block(_bytes_of(array, order)), order]


def _bytes_of(array: Any, order: Any) -> memoryview:
    flat: Any = np.asarray(array, order=order).ravel(order="K").view(np.uint8) if array.size and array.dtype.itemsize else np.empty(0, np.uint8)
    return memoryview(flat)


def _put_array(payload: Payload) -> Any:
    match payload:
        case [None, list(shape), list(items), str("C")] if _is_shape(shape):
            array = np.empty(len(items), dtype=object)
            for place, item in enumerate(items):
                array[place] = item
            return array.reshape(shape)
        case [text, list(shape), data, str("C" | "F") as order] if _is_shape(shape):
            return _of_bytes(_put_type(text), shape, data, order)
    raise ValueError("malformed message: an array that is none")


def _of_bytes(dtype: Any, shape: list[int], data: Any, order: Any) -> Any:
    size = dtype.itemsize
    for length in shape:
        size *= length
    if not isinstance(data, (bytearray, memoryview)) or len(data) != size:
        raise ValueError("malformed message: an array of another size")
    if dtype.itemsize == 0:
        raise ValueError("malformed message: an array of nothing")
    if size == 0:
        return np.zeros(shape, dtype=dtype, order=order)
    return np.frombuffer(data, dtype=dtype).reshape(shape, order=order)


def _is_shape(shape: list[Any]) -> bool:
    return len(shape) <= 32 and all(isinstance(length, int) and 0 <= length <= sys.maxsize for length in shape)


def _take_scalar(value: Any) -> Payload:
    return _take_array(np.asarray(value))


def _put_scalar(payload: Payload) -> Any:
    return _put_array(payload)[()]


def _take_masked(array: Any) -> Payload:
    return [np.asarray(array.data), np.ma.getmaskarray(array)]


def _put_masked(payload: Payload) -> Any:
    match payload:
        case [np.ndarray() as data, np.ndarray() as mask] if mask.dtype == bool and mask.shape == data.shape:
            return np.ma.MaskedArray(data, mask)
    raise ValueError("malformed message: an array that is none")


BY_NAME: dict[str, Put] = {
    "numpy.ndarray": _put_array,
    "numpy.generic": _put_scalar,
    "numpy.ma": _put_masked,
    "numpy.dtype": _put_type,
}


def taking(value: Any) -> tuple[str, Take] | None:
    """As `kinds.taking`."""
    if type(value) is np.ndarray:
        return ("numpy.ndarray", _take_array) if value.dtype.kind in _KINDS + "O" else None
    if type(value) is np.ma.MaskedArray:
        return "numpy.ma", _take_masked
    if isinstance(value, np.generic) and value.dtype.kind in _KINDS:
        return "numpy.generic", _take_scalar
    if isinstance(value, np.dtype) and not value.hasobject and value.kind in _KINDS:
        return "numpy.dtype", _type_text
    return None
