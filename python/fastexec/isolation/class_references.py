"""Classes of the host in a worker: each has a class there that stands for it, and those of its objects are instances of it."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from fastexec.isolation import class_descriptions, plain_bases
from fastexec.isolation.operations import BINARY, METHODS
from fastexec.isolation.references import PUBLIC, Ask, Reference, class_for

_OF_NO_ARRAY = -1e6
"""What numpy takes an object for that says nothing of it."""


class _Host:
    """What a class knows of the host's, which counts on being given up.

    Args:
        numbers: Of the class, and of all that it inherits from.
        look: Of the class.
    """

    __slots__ = ("_give_up", "ask", "look", "members", "numbers")

    def __init__(self, numbers: list[int], look: str, ask: Ask, give_up: Callable[[int], None]) -> None:
        self.numbers, self.look, self.ask, self._give_up = numbers, look, ask, give_up
        self.members: dict[int, Any] = {}
        """Of an enumeration, by number: there is one of each."""

    def __del__(self) -> None:
        for number in self.numbers:
            self._give_up(number)


class ClassReference(type):
    """Stands for a class of the host."""

    _host: _Host

    def __new__(cls, name: str, *_of: Any) -> ClassReference:
        raise TypeError(f"a class of the host cannot be inherited from in a worker: {name}")

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return cls._ask("call", list(args), kwargs)

    def __repr__(cls) -> str:
        return cls._host.look

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_") and name not in PUBLIC:
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return cls._ask("getattr", [name], {})

    def __setattr__(cls, name: str, value: Any) -> None:
        cls._ask("setattr", [name, value], {})

    def __bool__(cls) -> bool:
        return True

    def __instancecheck__(cls, instance: object) -> bool:
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass: type) -> bool:
        return isinstance(subclass, ClassReference) and cls._host.numbers[0] in subclass._host.numbers

    def _ask(cls, operation: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        return cls._host.ask(cls._host.numbers[0], operation, args, kwargs)


def _asking(operation: str) -> Callable[..., Any]:
    def method(cls: ClassReference, *args: Any) -> Any:
        return cls._ask(operation, list(args), {})

    method.__name__ = f"__{operation}__"
    return method


_OF_METACLASSES = ("contains", "dir", "getitem", "iter", "len", "reversed")
"""What is asked of a class itself, as of an enumeration."""

for _operation in _OF_METACLASSES:
    setattr(ClassReference, f"__{_operation}__", _asking(_operation))
ClassReference.__name__ = "type"  # as messages of the interpreter name it


def number_of(kind: ClassReference) -> int:
    """The host's number of the class."""
    return kind._host.numbers[0]


def members_of(kind: ClassReference) -> dict[int, Any] | None:
    """Of an enumeration those that are known, by number."""
    return kind._host.members if kind._has_members else None


def describe(kind: ClassReference, description: Any) -> None:
    """What `references.about` told of the class itself: the way it is called, and what it says of itself."""
    *_, doc, signature = description
    type.__setattr__(kind, "__doc__", doc or None)
    type.__setattr__(kind, "_signature", signature)


def _hiding(name: str) -> property:
    """A public member of the class, in place of that of the plain type."""
    return property(lambda obj: obj._ask(obj._number, "getattr", [name], {}))


def _namespace(told: dict[str, Any], kind: type[Reference], base: type | None) -> dict[str, Any]:
    """What the class holds, whose objects are references of that kind."""
    members: dict[str, Any] = {"__module__": told["module"], "__doc__": told["doc"] or None, "_has_members": told["members"]}
    members.update(
        (method, METHODS[name]) for name in told["has"] if (method := f"__{name}__") not in vars(kind) or kind is Reference
    )
    members.update((f"__{name}__", None) for name in told["lacks"])
    if base is not None or not any(f"r{name}" in told["has"] for name in BINARY):
        members["__array_priority__"] = _OF_NO_ARRAY
    members.update((name, _hiding(name)) for name in told["hides"])
    if "__hash__" not in members:  # (a class with `__eq__` alone would have none)
        members["__hash__"] = Reference.__hash__ if base is None else base.__hash__
    if told["matches"]:
        members["__match_args__"] = tuple(told["matches"])
    if told["fields"] is not None:
        members["__dataclass_fields__"] = class_descriptions.fields_of(told["fields"])
    return members


class Classes:
    """Those of the host that this worker was told of."""

    def __init__(self) -> None:
        self._known: weakref.WeakValueDictionary[int, ClassReference] = weakref.WeakValueDictionary()

    def told(self, lineage: Any, ask: Ask, give_up: Callable[[int], None]) -> ClassReference:
        """The class that stands for the one of these numbers and that description."""
        numbers, told = lineage
        made = self._known.get(numbers[0])
        if made is not None:
            for number in numbers:  # it has them already
                give_up(number)
            return made
        kind, base = class_for(told["name"], told["calls"], told["waits"]), plain_bases.BY_NAME.get(told["plain"])
        members = {**_namespace(told, kind, base), "_host": _Host(numbers, told["look"], ask, give_up)}
        bases = (kind,) if base is None else (base, kind)
        made = self._known[numbers[0]] = type.__new__(ClassReference, told["name"], bases, members)
        for name in told["abcs"]:
            class_descriptions.ABCS[name].register(made)
        return made
