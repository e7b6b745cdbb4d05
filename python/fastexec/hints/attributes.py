"""Hints about attributes that are not there."""

from __future__ import annotations

import re
import sys
import types
from collections import deque
from datetime import date, datetime
from typing import Any, cast

from fastexec.guards import is_dict
from fastexec.hints import awaits, classes, moved, tables
from fastexec.hints.asked import Asked, has, holds, is_module, is_reference, kind_of, member_of, names_of, near, of_pandas
from fastexec.hints.moved import HOMES

_ELSEWHERE: dict[type, dict[str, str]] = {
    list: {
        "push": "`append(item)`", "add": "`append(item)`", "push_back": "`append(item)`", "length": "`len(items)`", "size": "`len(items)`", "len": "`len(items)`", "isEmpty": "`not items`", "is_empty": "`not items`",
        "forEach": "`for item in items:`", "map": "`[f(item) for item in items]`", "filter": "`[item for item in items if ...]`",
        "join": "`', '.join(items)`, of a text", "contains": "`item in items`", "includes": "`item in items`", "concat": "`items + others`",
        "addAll": "`extend(others)`", "indexOf": "`index(item)`", "shift": "`pop(0)`", "unshift": "`insert(0, item)`", "slice": "`items[begin:end]`",
        "find": "`index(item)`, or `next(item for item in items if ...)`", "sum": "`sum(items)`", "max": "`max(items)`", "min": "`min(items)`",
        "split": "each item's own: `[item.split() for item in items]`", "strip": "each item's own: `[item.strip() for item in items]`",
        "lower": "each item's own: `[item.lower() for item in items]`", "replace": "each item's own: `[item.replace(a, b) for item in items]`",
        "shape": "`len(items)`; arrays of numpy have a shape", "keys": "a dict's: this is a list", "items": "a dict's: this is a list", "get": "a dict's: this is a list",
    },
    deque: {
        "push": "`append(item)`", "enqueue": "`append(item)`", "add": "`append(item)`", "dequeue": "`popleft()`", "shift": "`popleft()`", "unshift": "`appendleft(item)`",
        "peek": "`queue[0]`", "front": "`queue[0]`", "empty": "`not queue`", "is_empty": "`not queue`", "size": "`len(queue)`", "length": "`len(queue)`",
    },
    tuple: {"append": "a new tuple, `t + (item,)`, or a list: tuples do not change", "sort": "`sorted(t)`: tuples do not change", "length": "`len(t)`"},
    str: {
        "length": "`len(text)`", "size": "`len(text)`", "toUpperCase": "`upper()`", "toLowerCase": "`lower()`", "trim": "`strip()`",
        "substring": "`text[begin:end]`", "substr": "`text[begin:end]`", "slice": "`text[begin:end]`", "includes": "`part in text`",
        "contains": "`part in text`", "indexOf": "`find(part)`", "charAt": "`text[index]`", "append": "`text + other`", "push": "`text + other`",
        "add": "`text + other`", "concat": "`text + other`", "reverse": "`text[::-1]`", "decode": "nothing: this is text already", "toString": "nothing: this is text already",
        "json": "`json.loads(text)`", "keys": "`json.loads(text)` first: this is text, no dict", "get": "`json.loads(text)` first: this is text, no dict",
        "items": "`json.loads(text)` first: this is text, no dict", "text": "nothing: this is text already", "content": "nothing: this is text already",
        "find_all": "of a page that was parsed: this is its text", "select": "of a page that was parsed: this is its text", "group": "of a match: this is text",
        "strftime": "`datetime.fromisoformat(text)` first: this is text", "isoformat": "`datetime.fromisoformat(text)` first: this is text", "str": "nothing: this is one text, leave `.str` out",
    },
    dict: {
        "has_key": "`key in mapping`", "contains": "`key in mapping`", "containsKey": "`key in mapping`", "has": "`key in mapping`",
        "length": "`len(mapping)`", "size": "`len(mapping)`", "append": "`mapping[key] = value`", "add": "`mapping[key] = value`",
        "push": "`mapping[key] = value`", "put": "`mapping[key] = value`", "set": "`mapping[key] = value`", "iteritems": "`items()`", "iterkeys": "`keys()`", "itervalues": "`values()`", "viewitems": "`items()`", "viewkeys": "`keys()`", "viewvalues": "`values()`", "entries": "`items()`",
        "remove": "`pop(key)`", "delete": "`pop(key)`", "sort": "`dict(sorted(mapping.items()))`",
    },
    set: {"append": "`add(item)`", "push": "`add(item)`", "contains": "`item in items`", "has": "`item in items`", "length": "`len(items)`", "size": "`len(items)`"},
    bytes: {"encode": "nothing: these are bytes already", "format": "`.decode()` first: these are bytes"},
    datetime: {"format": "`strftime(...)`", "toISOString": "`isoformat()`", "getTime": "`timestamp()`", "dt": "nothing: this is one time, leave `.dt` out", "plus": "`time + timedelta(...)`", "add": "`time + timedelta(...)`"},
    date: {"format": "`strftime(...)`", "toISOString": "`isoformat()`", "dt": "nothing: this is one date, leave `.dt` out", "plus": "`date + timedelta(...)`", "add": "`date + timedelta(...)`"},
    int: {"length": "`len(str(number))`", "toFixed": "`round(number, digits)`", "toString": "`str(number)`", "isdigit": "a text's: `str(number).isdigit()`"},
    float: {"toFixed": "`round(number, digits)`", "toString": "`str(number)`", "strftime": "`datetime.fromtimestamp(number)` first: this is a number", "isoformat": "`datetime.fromtimestamp(number)` first: this is a number"},
    re.Match: {"text": "`group()`, or `group(1)` of the first brackets", "value": "`group()`, or `group(1)` of the first brackets", "match": "`group()`: this is the match", "index": "`start()`", "length": "`len(match.group())`"},
}  # fmt: skip
_OF_PANDAS = {
    "append": "`pd.concat([frame, other])`", "ix": "`loc` or `iloc`", "iteritems": "`items()`", "as_matrix": "`to_numpy()`", "length": "`len(frame)`",
    "sort": "`sort_values(...)`", "as_blocks": "`dtypes`", "order": "`sort_values()`", "count_values": "`value_counts()`",
    "contains": "`column.str.contains(...)`", "extract": "`column.str.extract(...)`", "year": "`column.dt.year`", "month": "`column.dt.month`", "day": "`column.dt.day`",
    "get_value": "`at[label, column]`", "set_value": "`at[label, column] = value`", "from_csv": "`pd.read_csv(path)`", "tshift": "`shift(freq=...)`", "weekofyear": "`column.dt.isocalendar().week`",
    "mad": "`(column - column.mean()).abs().mean()`", "lookup": "`frame.loc[label, column]`, one by one", "swapcase": "`column.str.swapcase()`", "as_type": "`astype(...)`", "applymap": "`map(function)`", "irow": "`iloc[row]`",
    "get_values": "`to_numpy()`", "nonzero": "`to_numpy().nonzero()`", "reshape": "`to_numpy().reshape(...)`", "swapaxes": "`transpose()`", "is_monotonic": "`is_monotonic_increasing`",
    "clip_upper": "`clip(upper=...)`", "clip_lower": "`clip(lower=...)`", "first": "`head(n)`, or `frame.loc[:end]`", "last": "`tail(n)`, or `frame.loc[start:]`", "weekday": "`column.dt.weekday`", "strftime": "`column.dt.strftime(...)`", "date": "`column.dt.date`",
}  # fmt: skip
_OF_NUMPY = {
    "append": "`np.append(array, values)`", "push": "`np.append(array, values)`", "extend": "`np.concatenate([array, others])`", "length": "`len(array)`", "len": "`len(array)`",
    "count": "`(array == value).sum()`", "index": "`np.where(array == value)`", "abs": "`np.abs(array)`", "median": "`np.median(array)`", "map": "`f(array)`, for all at once",
    "ptp": "`np.ptp(array)`", "tostring": "`tobytes()`", "itemset": "`array[index] = value`", "newbyteorder": "`array.view(array.dtype.newbyteorder())`",
    "to_list": "`tolist()`", "unique": "`np.unique(array)`", "head": "`array[:5]`",
}  # fmt: skip
_OF_OTHERS: dict[str, dict[str, str]] = {
    "Generator": {"rand": "`random(size)`", "randn": "`standard_normal(size)`", "randint": "`integers(low, high, size)`", "random_integers": "`integers(low, high, size, endpoint=True)`", "sample": "`choice(items, size, replace=False)`", "seed": "`np.random.default_rng(seed)`"},
    "DatetimeProperties": {"week": "`.dt.isocalendar().week`", "weekofyear": "`.dt.isocalendar().week`"},
    "MultiIndex": {"labels": "`codes`"},
    "Axes": {"set_axis_bgcolor": "`set_facecolor(color)`", "hold": "nothing: leave it out"},
    "XTick": {"label": "`label1`"}, "YTick": {"label": "`label1`"},
    "ImageDraw": {"textsize": "`textbbox((0, 0), text)`"}, "FreeTypeFont": {"getsize": "`getbbox(text)`"}, "Image": {"tostring": "`tobytes()`", "fromstring": "`frombytes(...)`"},
    "DegreeView": {"values": "`dict(graph.degree()).values()`", "items": "`dict(graph.degree()).items()`", "keys": "`dict(graph.degree()).keys()`"},
}  # fmt: skip
"""Of classes of libraries, by their names: what objects of them had in earlier versions."""
_OF_JSON = {"stringify": "dumps", "encode": "dumps", "parse": "loads", "decode": "loads"}
_ACCESSOR = re.compile(r"Can only use \.(str|dt|cat) accessor with")
_TO_ACCESS = {"str": "`.astype(str).str`", "dt": "`pd.to_datetime(column).dt`", "cat": '`.astype("category").cat`'}
_OF_TEXTS = frozenset(name for name in dir(str) if not name.startswith("_"))
_OF_LISTS = frozenset(name for name in dir(list) if not name.startswith("_"))
_MOST_KEYS = 5_000
_IN_PLACE = re.compile(r"\.(sort|reverse|append|extend|insert|clear|update|shuffle)\([^()]*\)$")
_UNCALLED = re.compile(r"([A-Za-z_]\w*)\.(?:([A-Za-z]\w*)\.)?([A-Za-z]\w*)\b")
_REFUSED = re.compile(r"Forbidden access to attribute: (\w+)$")
_CALLABLE = (types.BuiltinFunctionType, types.MethodType, types.FunctionType, types.MethodWrapperType, types.MethodDescriptorType)


def hint(asked: Asked) -> str | None:
    accessor = _ACCESSOR.match(asked.message)
    if accessor is not None:
        return f"the column has values of another type: {_TO_ACCESS[accessor[1]]} turns them into it first"
    value, name = _wanted(asked)
    if name is None or asked.category == "refused" and not awaits.is_coroutine(value):
        return awaits.of_refused(asked) or _of_uncalled(asked)
    if value is None:
        return _of_none(asked, name)
    if awaits.is_coroutine(value):
        return awaits.of_tool(asked) or awaits.HINT
    if is_module(value):
        return _of_module(asked, value, name)
    return _of_value(asked, value, name)


def _wanted(asked: Asked) -> tuple[Any, str | None]:
    found = asked.of("attribute")
    if found is not None:
        return found
    refused = _REFUSED.match(asked.message)
    if refused is not None:
        return asked.state.get(asked.marked.partition(".")[0]), refused[1]
    error = asked.error
    if type(error) is AttributeError and type(error.name) is str and (error.obj is not None or asked.message.startswith("'NoneType' object")):
        return error.obj, error.name
    return None, None


def _of_uncalled(asked: Asked) -> str | None:
    """Where something is read of a method that was not called: `df.mean.round(2)`."""
    read = _UNCALLED.match(asked.marked)
    if read is None or asked.message != f"Forbidden access to attribute: {read[3]}":
        return None
    value: object = asked.state.get(read[1])
    if not read[2] and asked.is_tool(read[1]):
        return f"`{read[1]}` is a tool: call it first, `{read[1]}(...)`"
    is_function = _is_method(value, read[2]) if read[2] else read[1] in asked.tools and value is None
    return "this is a function: call it first, with brackets" if is_function else None


def _is_method(value: object, name: str) -> bool:
    if is_reference(value, "Reference"):
        return is_reference(getattr(value, name, None), "CallableReference")
    return type(member_of(type(value), name)) is types.FunctionType


def _of_none(asked: Asked, name: str) -> str:
    text, found, _rest = asked.marked.rpartition(f".{name}")
    changed = _IN_PLACE.search(text)
    if changed is not None:
        return f"`{changed[1]}` changes the value itself and gives None: call it on a line of its own"
    receiver = f"`{text}`" if found and 0 < len(text) <= 60 else "the value"
    return f"{receiver} is None: what gave it found, or returned, nothing"


def _of_module(asked: Asked, module: types.ModuleType, name: str) -> str | None:
    """A class in it that has what was wanted (`datetime.datetime.now`), or a name like it."""
    members = types.ModuleType.__getattribute__(module, "__dict__")
    own = types.ModuleType.__getattribute__(module, "__name__")
    classes = [(key, kind) for key, kind in list(members.items()) if issubclass(type(kind), type) and type(key) is str and not key.startswith("_")]
    former = moved.former(module, name)
    if former is not None:
        return former
    if own == "json" and name in _OF_JSON:
        return f"that is `json.{_OF_JSON[name]}(...)`"
    alias = asked.marked.partition(".")[0]
    own = alias if asked.state.get(alias) is module else own
    having = [key for key, kind in classes if has(kind, name)]
    if having and not name.startswith("_") and type(own) is str:
        last = types.ModuleType.__getattribute__(module, "__name__").rpartition(".")[2]
        best = last if last in having else having[0]
        return f"did you mean `{own}.{best}.{name}`?"
    return moved.of_member(asked, module, name)


def _of_value(asked: Asked, value: Any, name: str) -> str | None:
    elsewhere = next((table for kind, table in _ELSEWHERE.items() if type(value) is kind), dict[str, str]())
    if of_pandas(value):
        elsewhere = _OF_PANDAS
        if of_pandas(value) == "Series" and name in _OF_TEXTS:
            return f"that is `column.str.{name}(...)`, for each text of a column"
        if name not in elsewhere and tables.is_of_one_column(value, name):
            return f"that is of one column: `frame['column'].{name}`"
    elif tables.is_array(value):
        elsewhere = _OF_NUMPY
        of_items = tables.of_items(value, name)
        if of_items is not None:
            return of_items
    elsewhere = elsewhere or _OF_OTHERS.get(kind_of(value), {})
    if name in elsewhere:
        return f"that is {elsewhere[name]}"
    of_function = moved.of_function(asked, value, name)
    if of_function is not None:
        return of_function
    if type(value) is types.MethodDescriptorType:
        return classes.of_namesake(value, name) or "this is a function: call it first, with brackets"
    if issubclass(type(value), type):
        return classes.of_member(value, name)
    names = names_of(value)
    if name in names:
        return None  # it is there: what computes it raised the error
    similar = f"set_{name}" if f"set_{name}" in names else near(name, [*names, *tables.columns(value)]) or _of_same_sense(value, name, names)
    if similar is not None:
        return f"did you mean `{similar}`?"
    if name == "next" and has(cast("type[object]", type(value)), "__next__"):
        return "that is `next(iterator)`"
    if name in _OF_LISTS and has(cast("type[object]", type(value)), "__iter__") and type(value) not in (str, dict, tuple):
        return "that is a list's: make one of it first, `list(...)`"
    if (type(value) in _CALLABLE or kind_of(value) == "function") and not name.startswith("_"):
        return "this is a function: call it first, with brackets"
    if type(value) in (int, float) and name in _OF_TEXTS:
        return f"that is a text's: `str(number).{name}(...)`"
    if type(value) in (list, tuple):
        return _of_sequence(asked, value, name)
    if type(value) is str and not name.startswith("_"):
        return _of_text(value, name)
    known = tables.columns(value)
    if known and not name.startswith("_"):
        return tables.listed("columns", known)
    return _of_key(value, name) if is_dict(value) else None


def _of_same_sense(value: Any, name: str, names: list[str]) -> str | None:
    """Of what is no container of Python's, whose methods have names that say more than one thing."""
    return None if type(value) in _ELSEWHERE or is_dict(value) else moved.same(name, names) or moved.alike(name, names)


def _of_sequence(asked: Asked, value: Any, name: str) -> str | None:
    first: object = value[0] if value else None
    if value and name in names_of(first):
        return f"this is a {kind_of(value)}: its items have that, `[item.{name} for item in items]`"
    if is_dict(first) and holds(first, name):
        return f"this is a {kind_of(value)} of dicts: `[item[{name!r}] for item in items]`"
    numpy = sys.modules.get("numpy")
    if numpy is not None and moved.may_import(asked, "numpy") and has(numpy.ndarray, name):
        return f"arrays of numpy have that: `np.array(items).{name}`"
    meant = moved.same(name, [home for home in HOMES if HOMES[home] == "statistics"]) or name
    if HOMES.get(meant) == "statistics" and moved.may_import(asked, "statistics"):
        return f"this is a {kind_of(value)}: `statistics.{meant}(items)`"
    return None if name.startswith("_") else f"this is a {kind_of(value)}: it has items, `items[0]`, and no such attribute"


def _of_text(text: str, name: str) -> str:
    """Of an attribute that no text has."""
    if text[:100].lstrip()[:1] in ("{", "["):
        return f"this is text: `json.loads(text)` reads JSON, and `[{name!r}]` what is in it"
    return "this is text, which has no such attribute: print its beginning"


def _of_key(mapping: dict[Any, Any], name: str) -> str | None:
    if holds(mapping, name):
        return f"this is a dict: write `[{name!r}]`"
    similar = near(name, list(mapping))
    if similar is not None:
        return f"this is a dict: did you mean `[{similar!r}]`?"
    known = [key for key in list(mapping)[:_MOST_KEYS] if type(key) is str]
    return f"this is a dict: {tables.listed('keys', known)}" if known and len(known) == len(mapping) else None
