"""What pandas' writer of JSON is given: plain values, and indents that it has room for.

Its C code keeps sizes of lists and places in tables while it calls handlers, properties and texts of objects. So whatever may run code
is made plain before, as that writer would have it.
"""

from __future__ import annotations

import contextlib
import datetime
import decimal
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd

from fastexec._fastexec import is_class_of_code

NAMES = (
    "obj",
    "ensure_ascii",
    "double_precision",
    "encode_html_chars",
    "orient",
    "date_unit",
    "iso_dates",
    "default_handler",
    "indent",
)
"""The writer's parameters, in order."""

DEEPEST = 1024
"""Levels that the writer goes down to (`JSON_MAX_RECURSION_DEPTH`); these are fewer, since Python code goes there."""

TOO_DEEP = "Maximum recursion level reached"
"""As the writer says it."""

ROOM = 128
"""Spaces before a line that it has room for: half of what it takes for what is not a text."""

DATES = (datetime.datetime, datetime.date, datetime.time, datetime.timedelta, pd.Timestamp, pd.Timedelta)
PLAIN: frozenset[type[Any]] = frozenset(
    {bool, int, float, str, bytes, decimal.Decimal, type(None), type(pd.NaT), type(pd.NA), *DATES, *np.sctypeDict.values()}
)
FRAMES = frozenset({pd.DataFrame, pd.Series, pd.Index, pd.RangeIndex, pd.MultiIndex, pd.CategoricalIndex, pd.DatetimeIndex, pd.TimedeltaIndex, pd.PeriodIndex, pd.IntervalIndex})
FILLED = frozenset(
    {
        *(getattr(pd, f"{sign}Int{bits}Dtype") for sign in ("", "U") for bits in (8, 16, 32, 64)),
        *(pd.Float32Dtype, pd.Float64Dtype, pd.BooleanDtype, pd.StringDtype, pd.ArrowDtype, pd.PeriodDtype),
    }
)
"""Kinds of columns that hold numbers and texts alone."""


def prepared(args: tuple[Any, ...], named: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any], int]:
    """Arguments of the writer made plain, and the indent that is left to `indented` (0: none)."""
    if len(args) > len(NAMES):
        return args, named, 0
    given = {**dict(zip(NAMES, args, strict=False)), **named}
    if "obj" not in given:
        return args, named, 0
    plain = Plain(given.pop("default_handler", None))
    try:
        value = plain.value(given.pop("obj"), 0)
    except RecursionError:
        raise OverflowError(TOO_DEEP) from None
    indent = given.get("indent", 0)
    if type(indent) is not int or indent * (plain.levels + 4) <= ROOM:
        return (value,), given, 0
    return (value,), {**given, "indent": 0}, indent


class Plain:
    """Makes values plain; counts the levels that it meets."""

    def __init__(self, handler: Callable[[Any], Any] | None) -> None:
        self.handler = handler
        self.levels: int = 0

    def value(self, value: Any, level: int) -> Any:
        kind = _class(value)
        if kind in PLAIN:
            return _date(value) if kind in DATES else value
        if level > DEEPEST:
            raise OverflowError(TOO_DEEP)
        self.levels = max(self.levels, level)
        if issubclass(kind, (pd.DataFrame, pd.Series, pd.Index)):
            return self.frame(value, level)
        if issubclass(kind, np.ndarray):
            return self.array(np.asarray(value), level)
        if issubclass(kind, dict):
            return {_key(key): self.value(value[key], level + 1) for key in value}
        if issubclass(kind, CONTAINERS):
            return [self.value(item, level + 1) for item in _items(value)]
        simple = _simple(value)
        return self.other(value, level) if simple is None else simple

    def other(self, value: Any, level: int) -> Any:
        as_dict = None
        with contextlib.suppress(Exception):
            as_dict = value.toDict
        if as_dict is not None:
            made = as_dict()
            return self.value(made, level) if issubclass(type(made), dict) else None
        if self.handler is not None:
            return self.value(self.handler(value), level + 1)
        return {name: self.value(found, level + 1) for name, found in _attributes(value)}

    def array(self, array: Any, level: int) -> Any:
        """The array, or another one with what its items are made of."""
        if array.dtype != object or not _runs_code(array):
            return array
        made: Any = np.empty(array.size, object)
        # (Items one by one: numpy would take lists for further dimensions.)
        for at, item in enumerate(array.ravel()):
            made[at] = self.value(item, level + 1)
        return made.reshape(array.shape)

    def frame(self, frame: Any, level: int) -> Any:
        if issubclass(type(frame), pd.Index):
            return self.index(frame)
        if issubclass(type(frame), pd.Series):
            frame = frame if type(frame) is pd.Series else pd.Series(frame)
            cells, index = self.column(frame, level), self.index(frame.index)
            same = cells is frame and index is frame.index
            return frame if same else pd.Series(cells.array, index=index, name=frame.name, dtype=cells.dtype, copy=False)
        frame = frame if type(frame) is pd.DataFrame else pd.DataFrame(frame)
        held = {at: frame.iloc[:, at] for at, kind in enumerate(frame.dtypes) if not _is_filled(kind)}
        made = {at: self.column(column, level) for at, column in held.items()}
        index, names = self.index(frame.index), self.index(frame.columns)
        if index is frame.index and names is frame.columns and all(made[at] is column for at, column in held.items()):
            return frame
        cells = ((at, made[at] if at in made else frame.iloc[:, at]) for at in range(frame.shape[1]))
        columns = {at: pd.Series(column.array, index=index, dtype=column.dtype, copy=False) for at, column in cells}
        whole = pd.DataFrame(columns, index=index, copy=False)
        whole.columns = names
        return whole

    def column(self, column: Any, level: int) -> Any:
        if _is_filled(column.dtype):
            return column
        cells = np.asarray(column.array, object)
        plain = self.array(cells, level + 1)
        same = plain is cells and not is_class_of_code(_class(column.array))
        # (A list of lists is a column of lists.)
        return column if same else pd.Series(plain, dtype=object)

    def index(self, index: Any) -> Any:
        if type(index) in FRAMES and _is_filled(index.dtype):
            return index
        labels = np.asarray(index, object)
        made: Any = np.empty(len(labels), object)
        for at, label in enumerate(labels):
            made[at] = tuple(map(_key, label)) if issubclass(type(label), tuple) else _key(label)
        if type(index) in FRAMES and all(map(lambda one, two: one is two, made, labels)):
            return index
        return pd.Index(made, dtype=object, name=index.name, tupleize_cols=isinstance(index, pd.MultiIndex))


_class: Any = type
"""Of values that may be anything."""


def _is_filled(dtype: Any) -> bool:
    """Whether columns of that kind hold numbers, moments or texts alone."""
    return isinstance(dtype, np.dtype) and dtype.kind != "O" or _class(dtype) in FILLED


CONTAINERS: tuple[Any, ...] = (list, tuple, set, frozenset)


def _items(value: Any) -> Any:
    """As the plain container has them, whatever its class says."""
    return next(kind for kind in CONTAINERS if issubclass(type(value), kind)).__iter__(value)


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    for name in dir(value):
        if name.startswith("_"):
            continue
        found = _attributes
        with contextlib.suppress(Exception):
            found = getattr(value, name)
        if not callable(found):
            yield name, found


def _runs_code(array: Any) -> bool:
    items = array.ravel().tolist()
    kinds = set(map(type, items))
    return not kinds <= PLAIN or not kinds.isdisjoint(DATES) and any(map(_date_runs_code, items))


def _date_runs_code(value: Any) -> bool:
    return type(value) in DATES and is_class_of_code(_class(getattr(value, "tzinfo", None)))


def _simple(value: Any) -> Any:
    """What a value of a class below a plain one is without that class; None where it is below none."""
    kind = _class(value)
    for plain, make in SIMPLE.items():
        if issubclass(kind, plain):
            return make(value)
    return None


def _date(value: Any) -> Any:
    if not _date_runs_code(value):
        return value
    if type(value) is datetime.time:
        return str.__str__(value.isoformat())
    if type(value) is pd.Timestamp:
        return value.tz_convert("UTC")
    offset, local = value.utcoffset(), value.replace(tzinfo=None)
    return local if offset is None else (local - _simple(offset)).replace(tzinfo=datetime.timezone.utc)


def _of_state(kind: Any) -> Callable[[Any], Any]:
    """Makes one of `kind` with the fields of another, whatever its class says of them."""
    return lambda value: _date(kind(*kind.__reduce__(value)[1]))


def _of_maker(kind: Any) -> Callable[[Any], Any]:
    def make(value: Any) -> Any:
        maker, state = kind.__reduce__(value)
        return _date(maker(*state))

    return make


SIMPLE: dict[type, Callable[[Any], Any]] = {
    int: lambda value: int.__add__(value, 0),
    float: float.__pos__,
    str: str.__str__,
    bytes: lambda value: memoryview(value).tobytes(),
    decimal.Decimal: decimal.Decimal,
    pd.Timestamp: _of_maker(pd.Timestamp),
    pd.Timedelta: _of_maker(pd.Timedelta),
    datetime.datetime: _of_state(datetime.datetime),
    datetime.date: _of_state(datetime.date),
    datetime.time: _of_state(datetime.time),
    datetime.timedelta: lambda value: datetime.timedelta.__pos__(value) + datetime.timedelta(),
}


def _key(key: Any) -> Any:
    if type(key) in PLAIN:
        return _date(key) if type(key) in DATES else key
    simple = _simple(key)
    return str.__str__(str(key)) if simple is None else simple


TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},]|[^"\[\]{},]+')


def indented(text: str, indent: int) -> str:
    """JSON with an indent, as pandas' writer does it."""
    parts: list[str] = []
    level, begun = 0, False
    for token in TOKENS.findall(text):
        if token in ("]", "}"):
            level -= 1
            parts += ["\n", " " * (indent * level), token]
            begun = False
            continue
        if begun:
            parts.append(" " * (indent * level))
            begun = False
        parts.append(token)
        if token in ("[", "{"):
            level += 1
        if token in ("[", "{", ","):
            parts.append("\n")
            begun = True
    return "".join(parts)
