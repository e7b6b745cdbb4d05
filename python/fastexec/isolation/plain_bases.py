"""Objects of subclasses of Python's plain types that do not change: in a worker they have their value, too."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable, Iterable
from typing import Any, cast

from fastexec.isolation import kinds


def _by_reduce(base: Any) -> tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]:
    """For a type whose `__reduce__` says what it is made of."""

    def parts(value: Any) -> tuple[Any, ...]:
        reduced = base.__reduce_ex__(value, 4) if base in (datetime.datetime, datetime.time) else base.__reduce__(value)
        return reduced[1]  # type: ignore[no-any-return]  # (with `fold`)

    return lambda value: base(*parts(value)), lambda kind, value: base.__new__(kind, *parts(value))


def _by_new(base: Any, take: Callable[[Any], Any]) -> tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]:
    return take, lambda kind, value: base.__new__(kind, value)


_TUPLE: type[tuple[Any, ...]] = tuple
_FROZEN: type[frozenset[Any]] = frozenset
_DICT: type[dict[Any, Any]] = dict

_BASES: dict[type, tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]] = {
    int: _by_new(int, int.__pos__),
    float: _by_new(float, float.__pos__),
    complex: _by_new(complex, complex.__pos__),
    str: _by_new(str, str.__str__),
    bytes: _by_new(bytes, lambda value: bytes.__getitem__(value, slice(None))),
    tuple: _by_new(tuple, lambda value: _TUPLE.__getitem__(value, slice(None))),
    frozenset: _by_new(frozenset, lambda value: _FROZEN(_FROZEN.__iter__(value))),
    **{base: _by_reduce(base) for base in (datetime.datetime, datetime.date, datetime.time, datetime.timedelta, decimal.Decimal)},
}
"""How the plain value of an object is taken, and how an object of a class below is made of one."""

ALL = frozenset(_BASES)
"""These types."""

BY_NAME: dict[str, type] = {base.__name__: base for base in _BASES}


def base_of(kinds: tuple[type[Any], ...]) -> type | None:
    """The plain type that a class inherits from, of all that it inherits from."""
    # (By identity: a metaclass may say anything of what its classes are equal to.)
    found = next((base for kind in kinds for base in _BASES if kind is base), None)
    return None if found is kinds[0] else found


def value_of(obj: Any, base: type) -> Any:
    """The object as one of the plain type, which crosses as a copy: a zone that does not is the offset of this moment."""
    value = _BASES[base][0](obj)
    if base in (datetime.datetime, datetime.time) and value.tzinfo is not None:
        try:
            kinds.take_zone(value.tzinfo)
        except TypeError:
            offset = value.utcoffset()
            return value.replace(tzinfo=None if offset is None else datetime.timezone(offset))
    return value


def made(kind: Any, value: Any) -> Any:
    """An object of the class, which is below the type of the value."""
    return _BASES[type(value)][1](kind, value)


def type_of(obj: object) -> type[Any]:
    return type(obj)


_DEEPEST = 100
"""Containers within each other that are looked into."""


def is_tree(value: Any) -> bool:
    """Whether no container of a tuple or of a frozen set leads back to one that it is in."""
    return _is_tree(value, (), set())


def _is_tree(value: Any, above: tuple[int, ...], known: set[int]) -> bool:
    """`known`: those of which it is known already, however often they are in others."""
    of = next((kind for kind in _HELD if issubclass(type(value), kind)), None)
    if of is None:
        return True
    if id(value) in above or len(above) > _DEEPEST:
        return False
    if id(value) not in known:
        held, inside = _HELD[of](value), (*above, id(value))
        if not all(type(item) in _SCALARS or _is_tree(item, inside, known) for item in held):
            return False
        known.add(id(value))
    return True


_SCALARS = frozenset((type(None), bool, int, float, complex, str, bytes))

_HELD: dict[type, Callable[[Any], Any]] = {
    dict: lambda value: [*_DICT.keys(value), *_DICT.values(value)],
    **{kind: kind.__iter__ for kind in cast("tuple[type[Iterable[Any]], ...]", (tuple, list, set, frozenset))},
}
