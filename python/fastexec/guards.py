"""Whether a value is a dict, list or tuple itself, as checkers of types understand it: `type(value) is dict` leaves them with a
dict of they do not know what."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from typing import TypeGuard

_Kind = TypeVar("_Kind")


def is_dict(value: object) -> TypeGuard[dict[Any, Any]]:
    return type(value) is dict


def is_list(value: object) -> TypeGuard[list[Any]]:
    return type(value) is list


def is_tuple(value: object) -> TypeGuard[tuple[Any, ...]]:
    return type(value) is tuple


def is_a(value: object, kind: type[_Kind]) -> TypeGuard[_Kind]:
    """As `isinstance`, of what the value is: what it says of its class (`__class__`), which may run code of it, counts for nothing."""
    return issubclass(type(value), kind)


def is_definition(value: object) -> bool:
    """Whether it is a module or a class."""
    return type(value) is types.ModuleType or is_a(value, type)


_PLAIN = frozenset((int, float, complex, str, bytes, bool, type(None), types.ModuleType, range, slice))
_HOLDERS = frozenset((list, tuple, set, frozenset))
_LOOKED_AT = 10_000
"""Values in one variable that are looked at."""


def is_plain(found: object) -> bool:
    """Whether using it runs no code of an earlier snippet: Python's own data, all through. Nothing is asked of the values."""
    left: list[Any] = [found]
    seen = 0
    while left:
        one: Any = left.pop()
        value: object = one
        kind = type(value)
        if kind in _PLAIN:
            continue
        if kind is not dict and kind not in _HOLDERS:
            return False
        seen += len(one) + 1
        if seen > _LOOKED_AT:
            return False
        left += [*one, *one.values()] if kind is dict else list(one)
    return True
