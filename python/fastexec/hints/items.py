"""Hints about keys, indexes and columns that are not there."""

from __future__ import annotations

import re
from typing import Any, cast

from fastexec.guards import is_dict
from fastexec.hints import awaits, tables
from fastexec.hints.asked import Asked, holds, kind_of, near

_ONE_AFTER_THE_OTHER = ("generator", "map", "filter", "zip", "enumerate", "dict_keys", "dict_values", "dict_items", "reversed")
_PLAIN = (str, int, float, bool, bytes, type(None))
_LOOKED_AT = 5_000
_POP = re.compile(r"([A-Za-z_]\w*)\.pop\((['\"])([^'\"\\]*)\2\)$")


def hint(asked: Asked) -> str | None:
    wanted = asked.of("item")
    if wanted is None:
        return _of_pop(asked)
    value, index = wanted
    if awaits.is_coroutine(value):
        return awaits.HINT
    if value is None:
        return "the value is None: what gave it found, or returned, nothing"
    if type(value) in (list, tuple, str):
        return _of_sequence(value, index)
    if is_dict(value) and type(index) in _PLAIN:
        return _of_dict(value, index)
    return tables.of_item(value, index) or _of_other(value)


def _of_pop(asked: Asked) -> str | None:
    """Of `prices.pop("apple")`."""
    popped = _POP.match(asked.marked) if asked.kind == "KeyError" and asked.function is None else None
    value = asked.state.get(popped[1]) if popped is not None else None
    if popped is None or not is_dict(value) or len(value) > _LOOKED_AT:
        return None
    similar = near(popped[3], value)
    return f"did you mean {similar!r}?" if similar is not None else _of_dict(value, popped[3])


def _of_sequence(value: Any, index: Any) -> str | None:
    kinds: dict[type, str] = {list: "a list", tuple: "a tuple", str: "a text"}
    kind, of_index = kinds[type(value)], cast("type[object]", type(index))
    parts, first = cast("tuple[object, ...]", index), cast("dict[object, object] | None", value[0] if value else None)
    if of_index is int:
        return f"{kind} with {len(value)} {'item' if len(value) == 1 else 'items'}: the last one is [{len(value) - 1}]" if value else f"this is {kind} with nothing in it"
    if of_index is float:
        return "a whole number is wanted: `int(...)`, or `//` in place of `/`"
    if of_index is tuple and type(value) is not str and type(first) in (list, tuple, dict):
        return f"what is in {kind} is indexed after it: `{''.join(f'[{part!r}]' for part in parts if type(part) in (int, str))}`"
    if of_index is not str:
        return None
    if type(value) is str:
        return _of_text(value)
    if type(first) is dict and holds(first, index):
        return f"{kind} of dicts: `items[0][{index!r}]`, or `[item[{index!r}] for item in items]`"
    keys = [key for key in first if type(key) is str] if type(first) is dict and len(first) <= _LOOKED_AT else []
    return f"{kind} is indexed by whole numbers{'; of its items ' + tables.listed('keys', keys) if keys else ''}"


def _of_text(text: str) -> str:
    if text[:100].lstrip().startswith(("{", "[")):
        return "this is text: for what is in it, parse it first (`json.loads(text)`)"
    return "this is a text, which has no keys; a loop over a dict or a table gives its keys or columns"


def _of_dict(value: dict[Any, Any], index: Any) -> str | None:
    if len(value) > _LOOKED_AT:
        return None
    keys = [key for key in value if type(key) in _PLAIN]
    other = next((key for key in keys if type(key) is not type(index) and str(key) == str(index)), None)
    if other is not None:
        return f"the key is {_with_article(other)}: `{other!r}`"
    if near(index, keys) is not None:
        return None  # the text says so
    return tables.listed("keys", keys) if keys and len(keys) == len(value) else "the dict is empty" if not value else None


def _with_article(key: object) -> str:
    kinds: dict[type, str] = {int: "a number", float: "a number", str: "a text", bool: "a truth value", bytes: "bytes"}
    return kinds.get(type(key), "another value")


def _of_other(value: Any) -> str | None:
    kind = kind_of(value)
    if type(value) in (int, float, bool):
        return "a number has no items"
    if kind in _ONE_AFTER_THE_OTHER or kind.endswith("iterator"):
        return "its values come one after the other: make a list of it first, `list(...)`"
    if type(value) in (set, frozenset):
        return "a set has no order: `sorted(items)` or `list(items)` first"
    return None
