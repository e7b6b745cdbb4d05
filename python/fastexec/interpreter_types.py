"""`types.FunctionType` and its like as code sees them: classes that know objects of both sides, and of which nothing is made."""

from __future__ import annotations

from types import GenericAlias
from typing import Any, NoReturn, Protocol

# What abstract classes (`collections.abc.Generator`) look for in a class.
_LOOKED_FOR = (
    "__call__",
    "__iter__",
    "__next__",
    "send",
    "throw",
    "close",
    "__await__",
    "__aiter__",
    "__anext__",
    "asend",
    "athrow",
    "aclose",
)


class Membership(Protocol):
    """The engine's side of such a class."""

    real: tuple[type, ...]

    def holds(self, value: object) -> bool:
        """Whether the value is of the class."""
        ...

    def refuse(self) -> NoReturn:
        """Raises what a call of the class raises."""
        ...


_memberships: dict[type, Membership] = {}


class InterpreterType(type):
    """Class of the classes that `make` gives."""

    def __new__(cls, name: str, bases: tuple[type, ...], *_: Any, **_options: Any) -> Any:
        raise TypeError(f"type '{next((base.__name__ for base in bases), name)}' is not an acceptable base type")

    def __call__(cls, *_: Any, **_options: Any) -> NoReturn:
        _memberships[cls].refuse()

    def __instancecheck__(cls, value: object) -> bool:
        return _memberships[cls].holds(value)

    def __subclasscheck__(cls, other: type) -> bool:
        membership = _memberships[cls]
        return _memberships.get(other) is membership or any(type.__subclasscheck__(real, other) for real in membership.real)

    def __setattr__(cls, name: str, value: object) -> NoReturn:
        raise TypeError(f"cannot set {name!r} attribute of immutable type {cls.__name__!r}")

    def __delattr__(cls, name: str) -> NoReturn:
        raise TypeError(f"cannot set {name!r} attribute of immutable type {cls.__name__!r}")


def make(membership: Membership) -> type:
    """A class that looks like the first of the real ones."""
    like = membership.real[0]
    members: dict[str, Any] = {name: vars(like)[name] for name in _LOOKED_FOR if name in vars(like)}
    if hasattr(like, "__class_getitem__"):
        members["__class_getitem__"] = classmethod(GenericAlias)
    made = type.__new__(InterpreterType, like.__name__, (), {"__slots__": (), **members, "__module__": like.__module__, "__doc__": like.__doc__})
    _memberships[made] = membership
    return made
