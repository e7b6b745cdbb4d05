"""How data of pandas cross: frames and series as their columns, arrays as what they are made of."""

from __future__ import annotations

import datetime
import re
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fastexec._fastexec import tells_no_address
from fastexec.isolation import kinds
from fastexec.isolation.arrays import owned
from fastexec.isolation.kinds import Payload, Put, Take

if TYPE_CHECKING:
    from typing import TypeAlias

    from fastexec.isolation.arrays import Array

    Arrived: TypeAlias = "None | bool | int | str | Array | pd.Index | list[Arrived] | dict[Any, Any]"
    """What came, of which nothing is known yet."""

# The other side says what the labels are, and numpy asks by them.
tells_no_address(pd.Series)

_untyped: Any = pd
"""For what pandas has no types of."""

_MASKED = {
    kind.__name__: kind
    for kind in (
        pd.Int8Dtype, pd.Int16Dtype, pd.Int32Dtype, pd.Int64Dtype, pd.UInt8Dtype, pd.UInt16Dtype, pd.UInt32Dtype, pd.UInt64Dtype,
        pd.Float32Dtype, pd.Float64Dtype, pd.BooleanDtype,
    )
}  # fmt: skip


def _values(data: Any) -> Payload:
    """The array of a series or an index as plain data."""
    dtype = data.dtype
    if isinstance(dtype, np.dtype):
        return ["numpy", np.asarray(data.to_numpy())]
    if isinstance(dtype, pd.CategoricalDtype):
        values = data.array
        return ["category", np.asarray(values.codes), *_take_categories(pd.Index(values.categories)), bool(values.ordered)]
    if isinstance(dtype, pd.DatetimeTZDtype):
        stamps = np.asarray(data.array.asi8)
        if _is_before_tables(stamps, dtype.unit, dtype.tz):
            raise TypeError(f"a moment of {dtype} before the year 1678")
        return ["zoned", stamps, dtype.unit, *_take_zone(dtype.tz)]
    if isinstance(dtype, pd.PeriodDtype):
        return ["period", np.asarray(data.array.asi8), str(dtype)[len("period[") : -1]]
    if isinstance(dtype, pd.IntervalDtype):
        return ["interval", _values(pd.Index(data.array.left)), _values(pd.Index(data.array.right)), dtype.closed]
    if isinstance(dtype, pd.StringDtype):
        missing = data.isna()
        texts = [None if gone else str(text) for gone, text in zip(missing, data, strict=True)]
        return ["string", texts, "NA" if dtype.na_value is pd.NA else "nan"]
    if type(dtype).__name__ in _MASKED:
        array = data.array
        return ["masked", type(dtype).__name__, np.asarray(array._data), np.asarray(array._mask)]
    raise TypeError(f"an array of {dtype}")


def _array(payload: Arrived) -> Any:
    """The array of that payload."""
    match payload:
        case [str("numpy"), np.ndarray() as values] if values.ndim == 1:
            return owned(values)
        case [str("category"), np.ndarray() as codes, values, name, bool(ordered)] if codes.dtype.kind == "i":
            return _untyped.Categorical.from_codes(owned(codes), categories=_categories(values, name), ordered=ordered)
        case [str("zoned"), np.ndarray() as stamps, str("s" | "ms" | "us" | "ns") as unit, str(kind), zone] if stamps.dtype == np.int64:
            found = _zone(kind, zone)
            if not _is_before_tables(stamps, unit, found):
                return _untyped.DatetimeIndex(owned(stamps).view(f"M8[{unit}]")).tz_localize("UTC").tz_convert(found).array
        case [str("period"), np.ndarray() as ordinals, str(freq)] if ordinals.dtype == np.int64 and _FREQUENCY.fullmatch(freq):
            return _untyped.PeriodIndex.from_ordinals(owned(ordinals), freq=freq).array
        case [str("interval"), left, right, str("left" | "right" | "both" | "neither") as closed]:
            return _untyped.arrays.IntervalArray.from_arrays(_array(left), _array(right), closed=closed)
        case [str("string"), list(texts), str("NA" | "nan") as missing]:
            return _texts(texts, missing)
        case [str("masked"), str(name), np.ndarray() as values, np.ndarray() as mask] if name in _MASKED and mask.dtype == bool:
            kind = _MASKED[name]()
            if values.dtype != kind.numpy_dtype or values.shape != mask.shape or values.ndim != 1:
                raise ValueError("malformed message: an array that is none")
            return kind.construct_array_type()(owned(values), owned(mask))
    raise ValueError("malformed message: an array that is none")


def _is_before_tables(stamps: Any, unit: str, zone: Any) -> bool:
    """Whether pandas would look before the table of a zone, which begins with the first moment that nanoseconds can tell."""
    first, missing = -sys.maxsize // {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}[unit], -sys.maxsize - 1
    return zone.utcoffset(None) is None and bool(((stamps < first) & (stamps != missing)).any())


_FREQUENCY = re.compile(r"-?[0-9]{0,18}[A-Za-z]{1,10}(-[A-Za-z0-9]{1,8}){0,2}")
"""Texts of frequencies. (pandas' own pattern takes minutes for some that are none.)"""

_UNSORTED = 20_000
"""Categories that are in no order, at most: that none is twice is found by hashes, which numbers can be chosen for."""


def _take_categories(categories: Any) -> list[Any]:
    """Those of Python objects as keys, which are looked at for their hashes on their way."""
    kind, *rest = _values(categories)
    if kind == "numpy" and rest[0].dtype.hasobject:
        return [dict.fromkeys(rest[0].tolist()), categories.name]
    if len(categories) > _UNSORTED and not categories.is_monotonic_increasing:
        raise TypeError("categories in no order")
    return [[kind, *rest], categories.name]


def _categories(values: Arrived, name: Any) -> Any:
    if isinstance(values, dict):
        return pd.Index(list(values), dtype=object, name=name)
    categories = pd.Index(_array(values), name=name)
    if categories.dtype == object or (len(categories) > _UNSORTED and not categories.is_monotonic_increasing):
        raise ValueError("malformed message: categories that are none")
    return categories


def _take_zone(zone: Any) -> list[Any]:
    """Zones of the database by the library that has them, and their name there."""
    library = type(zone).__module__.partition(".")[0]
    if library == "pytz" and isinstance(zone.zone, str):
        return ["pytz", zone.zone]
    return ["", "UTC" if str(zone) == "UTC" and library == "zoneinfo" else kinds.take_zone(zone)]


def _zone(library: str, zone: Any) -> Any:
    if isinstance(zone, str):
        known = kinds.zone_of(zone)
        if library == "pytz":
            import pytz

            return pytz.timezone(zone)
        return known
    if type(zone) is not datetime.timezone:
        raise ValueError("malformed message: a time zone that is none")
    return zone


def _texts(texts: list[Any], missing: str) -> Any:
    if not all(text is None or isinstance(text, str) for text in texts):
        raise ValueError("malformed message: an array that is none")
    try:
        dtype = pd.StringDtype(na_value=pd.NA if missing == "NA" else np.nan)
    except TypeError:  # pandas before 2.3 knows one
        dtype = pd.StringDtype()
    return pd.array(texts, dtype=dtype)


def _take_index(index: Any) -> Payload:
    if type(index) is pd.RangeIndex:
        return ["range", index.start, index.stop, index.step, index.name]
    given: Any = index
    if isinstance(index, pd.MultiIndex):
        return ["multi", list(given.levels), [np.asarray(code) for code in given.codes], list(given.names)]
    return ["plain", _values(index), _take_frequency(index), index.name]


def _take_frequency(index: Any) -> str | None:
    """That of dates, where its text says all."""
    if not isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)) or index.freq is None:
        return None
    text = index.freqstr
    try:
        return text if pd.tseries.frequencies.to_offset(text) == index.freq and _FREQUENCY.fullmatch(text) else None
    except ValueError:
        return None


def _put_index(payload: Arrived) -> Any:
    match payload:
        case [str("range"), int(start), int(stop), int(step), name]:
            return _untyped.RangeIndex(start, stop, step, name=name)
        case [str("multi"), list(levels), list(codes), list(names)]:
            return _multi(levels, codes, names)
        case [str("plain"), values, None | str() as freq, name]:
            index = pd.Index(_array(values), name=name)
            if freq is not None and _FREQUENCY.fullmatch(freq) and isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)):
                _give_frequency(index, pd.tseries.frequencies.to_offset(freq))
            return index
    raise ValueError("malformed message: an index that is none")


def _give_frequency(index: Any, frequency: Any) -> None:
    """Set as an attribute, it is generated once more and compared, which takes minutes for some. (From pandas 3.1 on the index holds it,
    before its array.)"""
    holder = index if hasattr(index.__class__, "_freq") else index._data
    holder._freq = frequency
    if index.freq is not frequency:  # of a version that has it elsewhere
        index.freq = frequency


def _multi(levels: list[Any], codes: list[Any], names: list[Any]) -> Any:
    """Looked at here: whether no value of a level is twice is not worth what it may cost."""
    sizes = set(map(_length, codes))
    if len(levels) != len(codes) or len(names) != len(levels) or len(sizes) != 1 or -1 in sizes:
        raise ValueError("malformed message: an index that is none")
    for level, code in zip(levels, codes, strict=True):
        if not isinstance(level, pd.Index) or isinstance(level, pd.MultiIndex):
            raise ValueError("malformed message: an index that is none")
        if len(code) and not (-1 <= code.min() and code.max() < len(level)):
            raise ValueError("malformed message: an index that is none")
    return pd.MultiIndex(levels=levels, codes=codes, names=names, verify_integrity=False)


def _length(code: Array | None) -> int:
    """Of a row of whole numbers; -1 of anything else."""
    return len(code) if isinstance(code, np.ndarray) and code.ndim == 1 and code.dtype.kind == "i" else -1


def _take_series(series: Any) -> Payload:
    return [_values(series), series.index, series.name, _take_notes(series)]


def _put_series(payload: Arrived) -> Any:
    match payload:
        case [values, pd.Index() as index, name, dict(attrs)]:
            return _noted(pd.Series(_array(values), index=index, name=name, copy=False), attrs)
    raise ValueError("malformed message: a series that is none")


def _take_notes(table: Any) -> dict[Any, Any]:
    """What is noted on a frame or a series, and whether labels may be there twice."""
    return {"attrs": dict(table.attrs), "unique": not table.flags.allows_duplicate_labels}


def _noted(table: Any, notes: dict[Any, Arrived]) -> Any:
    match notes:
        case {"attrs": dict(attrs), "unique": bool(unique)}:
            table.attrs.update(attrs)
        case _:
            raise ValueError("malformed message: a table that is none")
    if unique:
        # (Set as an attribute, the labels are looked up in a table of hashes, for which a worker may choose them.)
        table.flags._allows_duplicate_labels = False
    return table


def _take_frame(frame: Any) -> Payload:
    dtypes = {str(dtype) for dtype in frame.dtypes}
    if len(dtypes) == 1 and isinstance(frame.dtypes.iloc[0], np.dtype) and frame.dtypes.iloc[0].kind in "biufcmM":
        # All of one kind: one block.
        return ["block", frame.to_numpy(), frame.index, frame.columns, _take_notes(frame)]
    columns = [_values(frame.iloc[:, place]) for place in range(frame.shape[1])]
    return ["columns", columns, frame.index, frame.columns, _take_notes(frame)]


def _put_frame(payload: Arrived) -> Any:
    match payload:
        case [str("block"), np.ndarray() as values, pd.Index() as index, pd.Index() as names, dict(attrs)] if values.ndim == 2:
            frame = pd.DataFrame(owned(values), index=index, columns=names, copy=False)
        case [str("columns"), list(columns), pd.Index() as index, pd.Index() as names, dict(attrs)] if len(columns) == len(names):
            frame = pd.DataFrame({place: _array(values) for place, values in enumerate(columns)}, index=index)
            frame.columns = names
        case _:
            raise ValueError("malformed message: a frame that is none")
    return _noted(frame, attrs)


def _take_array(array: Any) -> Payload:
    values = _values(_untyped.Series(array))
    if values[0] == "numpy" and values[1].dtype.hasobject:
        raise TypeError("an array of objects")
    return [values]


def _put_array(payload: Arrived) -> Any:
    match payload:
        case [[str("numpy"), np.ndarray() as values]] if values.ndim == 1 and not values.dtype.hasobject:
            return _untyped.Series(owned(values), copy=False).array
        case [[str("category" | "zoned" | "period" | "interval" | "string" | "masked"), *_] as values]:
            return _array(values)
    raise ValueError("malformed message: an array that is none")


def _take_stamp(stamp: Any) -> Payload:
    return [_values(pd.Series([stamp]))]


def _put_stamp(payload: Payload) -> Any:
    match payload:
        case [values]:
            return _untyped.Series(_array(values)).iloc[0]
    raise ValueError("malformed message: a moment that is none")


def _put_missing(name: Payload) -> Any:
    return pd.NA if isinstance(name, str) and name == "NA" else pd.NaT


_OF_DATA = (
    pd.DataFrame, pd.Series, pd.Index, pd.api.extensions.ExtensionArray, pd.Timestamp, pd.Timedelta, pd.Period, pd.Interval,
)  # fmt: skip


def _is_own_type(kind: Any) -> bool:
    """Whether it is one of pandas' own classes of what crosses as copies, which are the same everywhere."""
    return isinstance(kind, type) and issubclass(kind, _OF_DATA) and vars(pd).get(kind.__name__) is kind


def _put_own_type(name: Payload) -> Any:
    found = vars(pd).get(name) if isinstance(name, str) else None
    if not _is_own_type(found):
        raise ValueError("malformed message: a type that is none")
    return found


BY_NAME: dict[str, Put] = {
    "pandas.DataFrame": _put_frame,
    "pandas.Series": _put_series,
    "pandas.Index": _put_index,
    "pandas.Array": _put_array,
    "pandas.Moment": _put_stamp,
    "pandas.Missing": _put_missing,
    "pandas.type": _put_own_type,
}


def taking(value: object) -> tuple[str, Take] | None:
    """As `kinds.taking`."""
    kind = type(value)
    if kind is pd.DataFrame:
        return "pandas.DataFrame", _take_frame
    if kind is pd.Series:
        return "pandas.Series", _take_series
    if isinstance(value, pd.Index) and kind.__module__.partition(".")[0] == "pandas":
        return "pandas.Index", _take_index
    if isinstance(value, pd.api.extensions.ExtensionArray):
        return "pandas.Array", _take_array
    if value is pd.NA or value is pd.NaT:
        return "pandas.Missing", lambda missing: "NA" if missing is pd.NA else "NaT"
    if kind in (pd.Timestamp, pd.Timedelta, pd.Period, pd.Interval):
        return "pandas.Moment", _take_stamp
    if _is_own_type(value):
        return "pandas.type", lambda own: own.__name__
    return None
