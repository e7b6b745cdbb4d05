"""Whether a value is a dict, list or tuple itself, as checkers of types understand it: `type(value) is dict` leaves them with a
dict of they do not know what."""

from __future__ import annotations

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
