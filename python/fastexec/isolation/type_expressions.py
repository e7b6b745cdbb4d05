"""Types that are made of others (`int | str`, `Optional[Deal]`, `list[int]`): on the other side they are made of what stands for those."""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Callable
from typing import Any

from fastexec.isolation import plain_bases

_MOST = 100
"""Types in one: each is compared to the others."""

_OF_TYPING: Any = type(typing.Union[int, str])  # noqa: UP007  (what the sign makes is of another type)
"""Of `typing.Union[...]`; from 3.14 on the same as of `int | str`."""


def taken(value: Any, crosses: Callable[[Any], bool], *, within: bool) -> tuple[str, list[Any]] | None:
    """Kind and payload of such a type. None for anything else, and where a part does not cross as a type.

    Args:
        value: Perhaps one.
        crosses: Whether a class is one on the other side.
        within: Whether parts may be made of others in turn.
    """
    kind = plain_bases.type_of(value)
    if kind is not types.UnionType and kind is not _OF_TYPING and not (within and kind is types.GenericAlias):
        return None
    args: tuple[Any, ...] = value.__args__
    if len(args) > _MOST or not all(_is_part(arg, crosses, within) for arg in args):
        return None
    if kind is types.GenericAlias:
        return ("alias", [value.__origin__, *args]) if crosses(value.__origin__) else None
    return "union", [kind is types.UnionType, *args]


def _is_part(arg: Any, crosses: Callable[[Any], bool], within: bool) -> bool:
    if isinstance(arg, type) and not isinstance(arg, types.GenericAlias):  # (which says that it is one, before 3.11)
        return crosses(arg)
    return within and (arg is ... or taken(arg, crosses, within=True) is not None)


def union(payload: Any, *, of_host: bool) -> Any:
    """The union of that payload. Raises `ValueError`. (Those that are told to the host are of classes alone: others take long to
    compare, if somebody wants it so.)"""
    match payload:
        case [bool(by_sign), *args] if 1 < len(args) <= _MOST and (not of_host or all(isinstance(arg, type) for arg in args)):
            made: Any = functools.reduce(_either, args) if by_sign else typing.Union[tuple(args)]  # noqa: UP007
            return made
    raise ValueError("malformed message: a union that is none")


def _either(one: Any, other: Any) -> Any:
    return one | other


def alias(origin: Any, *args: Any) -> Any:
    """`list[int]`, of what it is made of."""
    return types.GenericAlias(origin, args)
