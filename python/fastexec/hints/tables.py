"""Hints about tables of pandas and arrays of numpy: names of columns that are near."""

from __future__ import annotations

import re
import sys
from typing import Any

from fastexec.guards import is_list, is_tuple
from fastexec.hints.asked import Asked, has, is_whole, kind_of, labels, names_of, near, of_pandas

_PLAIN = (str, int, float, bool, bytes, type(None))
_SHOWN = 10
_ROOT = re.compile(r"([A-Za-z_]\w*)[.\[]")
_METHOD = re.compile(r"[A-Za-z_]\w*(?:\.[a-z]\w*)?\.[a-z]\w*\(")
_OTHER_FRAME = re.compile(r"\b(left|right)_on=")
_QUOTED = re.compile(r"'([^']{1,100})'")


def is_array(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and type(value) is getattr(numpy, "ndarray", None)


def columns(value: Any) -> list[Any]:
    """Of a data frame."""
    return labels(value, "columns") if of_pandas(value) == "DataFrame" else []


def of_item(value: Any, index: Any) -> str | None:
    """Of a frame, a series, what `loc` gives, and what `groupby` gives."""
    if of_pandas(value) == "DataFrame" and is_tuple(index) and all(type(name) is str and name in columns(value) for name in index):
        return f"several columns are chosen by a list of them: `[{list(index)!r}]`"
    if of_pandas(value):
        return _of_labels(value, "columns" if of_pandas(value) == "DataFrame" else "index", index)
    frame = _behind(value)
    if frame is None:
        return None
    if kind_of(value) in _BY_PLACE:
        return f"there are {len(frame)} rows: the last one is `.iloc[{len(frame) - 1}]`" if type(index) is int and len(frame) else None
    if kind_of(value) == "DataFrameGroupBy":
        return _of_labels(frame, "columns", index)
    column = index[1] if is_tuple(index) and len(index) == 2 else None
    if type(column) is str and of_pandas(frame) == "DataFrame":
        return _of_labels(frame, "columns", column) if column not in columns(frame) else None
    return _of_labels(frame, "index", index) if type(index) in (str, int) else None


def of_message(asked: Asked) -> str | None:
    """Where a method of a frame says that it has no such column."""
    root = _ROOT.match(asked.marked)
    merged = _of_merged(asked) or _of_grouped(asked)
    if merged is not None:
        return merged
    if asked.kind not in ("KeyError", "UndefinedVariableError") or not _is_of_the_root(asked) or root is None or asked.function is not None or of_pandas(asked.state.get(root[1])) != "DataFrame":
        return None
    frame = asked.state[root[1]]
    known, named = columns(frame), _QUOTED.findall(asked.message)
    if asked.message.endswith("not found in axis\"") and any(name in known for name in named):
        return f"a column is dropped by `drop(columns=[{next(name for name in named if name in known)!r}])`"
    unknown = next((name for name in named if name not in known), None)
    return _of_labels(frame, "columns", unknown) if unknown is not None and f".{unknown}" not in asked.marked else None


_GROUPED = re.compile(r"([A-Za-z_]\w*)\.groupby\(")


def _of_grouped(asked: Asked) -> str | None:
    """Of what groups of a frame are asked for."""
    root = _GROUPED.match(asked.marked)
    if asked.kind == "TypeError" and asked.message.startswith("Must provide 'func' or tuples of"):
        return "a result with a name of its own is a pair: `agg(total=('column', 'sum'))`; without, `agg({'column': 'sum'})`"
    if asked.kind != "KeyError" or root is None or asked.function is not None or of_pandas(asked.state.get(root[1])) != "DataFrame":
        return None
    unknown = _QUOTED.findall(asked.message) if "do not exist" in asked.message or "not found" in asked.message else []
    return _of_labels(asked.state[root[1]], "columns", unknown[0]) if unknown else None


_MERGED = re.compile(r"[A-Za-z_]\w*\.(merge|join)\(")
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")


def _of_merged(asked: Asked) -> str | None:
    """The frame that lacks a column by which two are put together."""
    named = _QUOTED.findall(asked.message)
    merges = asked.kind == "KeyError" and _MERGED.match(asked.marked) and not _OTHER_FRAME.search(asked.marked)
    if not merges or asked.function is not None or len(named) != 1:
        return None
    frames = {name: asked.state[name] for name in _NAME.findall(asked.marked) if of_pandas(asked.state.get(name)) == "DataFrame"}
    lacking = [(name, frame) for name, frame in frames.items() if named[0] not in columns(frame)]
    if len(lacking) != 1 or len(frames) == 1:
        return None
    name, frame = lacking[0]
    said = _of_labels(frame, "columns", named[0])
    return f"`{name}` has no such column: {said}" if said else None


def is_of_one_column(value: Any, name: str) -> bool:
    """Whether columns have the attribute, and frames do not."""
    return of_pandas(value) == "DataFrame" and not name.startswith("_") and has(sys.modules["pandas"].Series, name)


def of_items(array: Any, name: str) -> str | None:
    """Where each of the objects in an array has the attribute, as the axes of `plt.subplots(2, 2)` have."""
    first = array.flat[0] if array.dtype == object and array.size else None
    if first is None or name not in names_of(first):
        return None
    place = ", ".join("0" * array.ndim)
    return f"this is an array of the shape {array.shape}: its items have that, `array[{place}].{name}`"


_OF_COLUMNS: tuple[tuple[str, str, str], ...] = (
    ("TypeError", r"can only concatenate str|unsupported operand type\(s\) for .*'str'", "a column holds texts: `pd.to_numeric(column)` makes numbers of them, `pd.to_datetime(column)` dates, `column.astype(str)` texts of others"),
    ("TypeError", r"'[<>]=?' not supported between instances of .*'str'", "a column holds texts: `pd.to_numeric(column)` makes numbers of them, `pd.to_datetime(column)` dates"),
    ("TypeError", r"Cannot perform '(r?and_|r?or_|r?xor)'|unsupported operand type\(s\) for [&|]:", "`&` and `|` bind closer than comparisons: put each of these in brackets, `(a > 1) & (b == 2)`"),
    ("TypeError", r"cannot convert the series to <class '(int|float)'>", "that is for one value: `column.astype(...)` converts all of them"),
    ("TypeError", r"Could not convert .* to numeric|agg function failed", "a column holds texts: `pd.to_numeric(column)` makes numbers of them"),
    ("ValueError", r"could not convert string to float", "a column holds texts: choose those of numbers, `frame.select_dtypes('number')`, or convert it by `pd.to_numeric(column)`"),
)  # fmt: skip
"""What pandas says of values of a column: type, pattern of the message, hint."""


def of_values(asked: Asked) -> str | None:
    """Where a computation of pandas' own met values that do not fit. (In a function that it called, they are the function's.)"""
    trace = asked.error.__traceback__ if asked.error is not None else None
    module = None
    while trace is not None:
        module, trace = trace.tb_frame.f_globals.get("__name__"), trace.tb_next
    if type(module) is not str or module.partition(".")[0] not in ("pandas", "numpy"):
        return None
    return asked.said(_OF_COLUMNS)


def _is_of_the_root(asked: Asked) -> bool:
    """Whether the method that failed is the variable's own: further on in a chain is another frame, with other columns."""
    called = _METHOD.match(asked.marked)
    return called is not None and is_whole(asked.marked[called.end() :]) and not _OTHER_FRAME.search(asked.marked)


def listed(what: str, names: list[Any]) -> str:
    """A part of the names, for the eye."""
    more = f", and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"the {what} are: {', '.join(repr(name)[:60] for name in names[:_SHOWN])}{more}"


_BY_PLACE = ("_iLocIndexer", "_iAtIndexer")


def _behind(value: Any) -> Any:
    """The frame or series of an indexer, or of a group, of pandas' own."""
    if type(value).__module__ not in ("pandas.core.indexing", "pandas.core.groupby.generic", "pandas.api.typing"):
        return None
    if kind_of(value) not in (*_BY_PLACE, "_LocIndexer", "_AtIndexer", "DataFrameGroupBy"):
        return None
    frame = value.obj
    return frame if of_pandas(frame) else None


def _of_labels(value: Any, which: str, index: Any) -> str | None:
    known = [label for label in labels(value, which) if type(label) in _PLAIN]
    if is_list(index):  # several: the first that is not there
        index = next((name for name in index if type(name) is str and name not in known), None)
    similar = near(index, known)
    meant = f"did you mean {similar!r}? " if similar is not None else ""
    said = listed("columns" if which == "columns" else "labels", known) if known else ""
    return (meant + said).strip() or None
