"""How data of pandas cross: frames and series as their columns, arrays as what they are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from fastexec.isolation.kinds import Payload, Put, Take

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
        return ["category", np.asarray(values.codes), pd.Index(values.categories), bool(values.ordered)]
    if isinstance(dtype, pd.DatetimeTZDtype):
        return ["zoned", np.asarray(data.array.asi8), dtype.unit, str(dtype.tz)]
    if isinstance(dtype, pd.PeriodDtype):
        return ["period", np.asarray(data.array.asi8), str(dtype)[len("period[") : -1]]
    if isinstance(dtype, pd.IntervalDtype):
        return ["interval", pd.Index(data.array.left), pd.Index(data.array.right), dtype.closed]
    if isinstance(dtype, pd.StringDtype):
        missing = data.isna() if isinstance(data, pd.Series) else data.isna()
        texts = [None if gone else str(text) for gone, text in zip(missing, data, strict=True)]
        return ["string", texts, "NA" if dtype.na_value is pd.NA else "nan"]
    if type(dtype).__name__ in _MASKED:
        array = data.array
        return ["masked", type(dtype).__name__, np.asarray(array._data), np.asarray(array._mask)]
    raise TypeError(f"an array of {dtype}")


def _array(payload: Payload) -> Any:
    """The array of that payload."""
    match payload:
        case ["numpy", np.ndarray() as values] if values.ndim == 1:
            return values
        case ["category", np.ndarray() as codes, pd.Index() as categories, bool(ordered)] if codes.dtype.kind == "i":
            return pd.Categorical.from_codes(codes, categories=categories, ordered=ordered)
        case ["zoned", np.ndarray() as stamps, "s" | "ms" | "us" | "ns" as unit, str(zone)] if stamps.dtype == np.int64:
            return pd.DatetimeIndex(stamps.view(f"M8[{unit}]")).tz_localize("UTC").tz_convert(zone).array
        case ["period", np.ndarray() as ordinals, str(freq)] if ordinals.dtype == np.int64:
            return pd.PeriodIndex.from_ordinals(ordinals, freq=freq).array
        case ["interval", pd.Index() as left, pd.Index() as right, "left" | "right" | "both" | "neither" as closed]:
            return pd.arrays.IntervalArray.from_arrays(left, right, closed=closed)
        case ["string", list(texts), "NA" | "nan" as missing]:
            return _texts(texts, missing)
        case ["masked", str(name), np.ndarray() as values, np.ndarray() as mask] if name in _MASKED and mask.dtype == bool:
            kind = _MASKED[name]()
            if values.dtype != kind.numpy_dtype or values.shape != mask.shape or values.ndim != 1:
                raise ValueError("malformed message: an array that is none")
            return kind.construct_array_type()(values, mask)
    raise ValueError("malformed message: an array that is none")


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
    if isinstance(index, pd.MultiIndex):
        return ["multi", list(index.levels), [np.asarray(code) for code in index.codes], list(index.names)]
    freq = getattr(index, "freqstr", None) if isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)) else None
    return ["plain", _values(index), freq, index.name]


def _put_index(payload: Payload) -> Any:
    match payload:
        case ["range", int(start), int(stop), int(step), name]:
            return pd.RangeIndex(start, stop, step, name=name)
        case ["multi", list(levels), list(codes), list(names)]:
            return pd.MultiIndex(levels=levels, codes=codes, names=names)
        case ["plain", values, None | str() as freq, name]:
            index = pd.Index(_array(values), name=name)
            if freq is not None and isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)):
                index.freq = freq
            return index
    raise ValueError("malformed message: an index that is none")


def _take_series(series: Any) -> Payload:
    return [_values(series), series.index, series.name, dict(series.attrs)]


def _put_series(payload: Payload) -> Any:
    match payload:
        case [values, pd.Index() as index, name, dict(attrs)]:
            series = pd.Series(_array(values), index=index, name=name, copy=False)
            series.attrs.update(attrs)
            return series
    raise ValueError("malformed message: a series that is none")


def _take_frame(frame: Any) -> Payload:
    dtypes = {str(dtype) for dtype in frame.dtypes}
    if len(dtypes) == 1 and isinstance(frame.dtypes.iloc[0], np.dtype) and frame.dtypes.iloc[0].kind in "biufcmM":
        # All of one kind: one block.
        return ["block", frame.to_numpy(), frame.index, frame.columns, dict(frame.attrs)]
    columns = [_values(frame.iloc[:, place]) for place in range(frame.shape[1])]
    return ["columns", columns, frame.index, frame.columns, dict(frame.attrs)]


def _put_frame(payload: Payload) -> Any:
    match payload:
        case ["block", np.ndarray() as values, pd.Index() as index, pd.Index() as names, dict(attrs)] if values.ndim == 2:
            frame = pd.DataFrame(values, index=index, columns=names, copy=False)
        case ["columns", list(columns), pd.Index() as index, pd.Index() as names, dict(attrs)] if len(columns) == len(names):
            frame = pd.DataFrame({place: _array(values) for place, values in enumerate(columns)}, index=index)
            frame.columns = names
        case _:
            raise ValueError("malformed message: a frame that is none")
    frame.attrs.update(attrs)
    return frame


def _take_stamp(stamp: Any) -> Payload:
    return [_values(pd.Series([stamp]))]


def _put_stamp(payload: Payload) -> Any:
    match payload:
        case [values]:
            return pd.Series(_array(values)).iloc[0]
    raise ValueError("malformed message: a moment that is none")


def _put_missing(name: Payload) -> Any:
    return pd.NA if name == "NA" else pd.NaT


BY_NAME: dict[str, Put] = {
    "pandas.DataFrame": _put_frame,
    "pandas.Series": _put_series,
    "pandas.Index": _put_index,
    "pandas.Moment": _put_stamp,
    "pandas.Missing": _put_missing,
}


def taking(value: Any) -> tuple[str, Take] | None:
    """As `kinds.taking`."""
    kind = type(value)
    if kind is pd.DataFrame:
        return "pandas.DataFrame", _take_frame
    if kind is pd.Series:
        return "pandas.Series", _take_series
    if isinstance(value, pd.Index) and kind.__module__.startswith("pandas."):
        return "pandas.Index", _take_index
    if value is pd.NA or value is pd.NaT:
        return "pandas.Missing", lambda missing: "NA" if missing is pd.NA else "NaT"
    if kind in (pd.Timestamp, pd.Timedelta, pd.Period, pd.Interval):
        return "pandas.Moment", _take_stamp
    return None
