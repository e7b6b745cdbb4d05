"""Objects of subclasses of Python's plain types that do not change: in a worker they have their value, too."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable
from typing import Any


def _by_reduce(base: Any) -> tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]:
    """For a type whose `__reduce__` says what it is made of."""
    parts = base.__reduce__ if base is not datetime.datetime else lambda value: base.__reduce_ex__(value, 3)  # with `fold`
    return lambda value: base(*parts(value)[1]), lambda kind, value: base.__new__(kind, *parts(value)[1])


def _by_new(base: Any, take: Callable[[Any], Any]) -> tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]:
    return take, lambda kind, value: base.__new__(kind, value)


_BASES: dict[type, tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]] = {
    int: _by_new(int, int.__pos__),
    float: _by_new(float, float.__pos__),
    complex: _by_new(complex, complex.__pos__),
    str: _by_new(str, str.__str__),
    bytes: _by_new(bytes, lambda value: bytes.__getitem__(value, slice(None))),
    tuple: _by_new(tuple, lambda value: tuple.__getitem__(value, slice(None))),
    frozenset: _by_new(frozenset, lambda value: frozenset(frozenset.__iter__(value))),
    **{base: _by_reduce(base) for base in (datetime.datetime, datetime.date, datetime.time, datetime.timedelta, decimal.Decimal)},
}
"""How the plain value of an object is taken, and how an object of a class below is made of one."""

BY_NAME: dict[str, type] = {base.__name__: base for base in _BASES}


def base_of(kinds: tuple[type[Any], ...]) -> type | None:
    """The plain type that a class inherits from, of all that it inherits from."""
    return None if kinds[0] in _BASES else next((kind for kind in kinds if kind in _BASES), None)


def value_of(obj: Any, base: type) -> Any:
    """The object as one of the plain type."""
    return _BASES[base][0](obj)


def made(kind: Any, value: Any) -> Any:
    """An object of the class, which is below the type of the value."""
    return _BASES[type(value)][1](kind, value)
