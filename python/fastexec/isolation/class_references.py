"""Classes of the host in a worker: each has a class there that stands for it, and those of its objects are instances of it."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from fastexec.isolation.references import PUBLIC, Ask, Reference, class_for


class _Host:
    """What a class knows of the host's, which counts on being given up.

    Args:
        numbers: Of the class, and of all that it inherits from.
        look: Of the class.
    """

    __slots__ = ("_give_up", "ask", "look", "numbers")

    def __init__(self, numbers: list[int], look: str, ask: Ask, give_up: Callable[[int], None]) -> None:
        self.numbers, self.look, self.ask, self._give_up = numbers, look, ask, give_up

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


def _hash(obj: Reference) -> Any:
    return obj._ask(obj._number, "hash", [], {})


_OF_METACLASSES = ("contains", "dir", "getitem", "iter", "len", "reversed")
"""What is asked of a class itself, as of an enumeration."""

for _operation in _OF_METACLASSES:
    setattr(ClassReference, f"__{_operation}__", _asking(_operation))
ClassReference.__name__ = "type"  # as messages of the interpreter name it


def number_of(kind: ClassReference) -> int:
    """The host's number of the class."""
    return kind._host.numbers[0]


def describe(kind: ClassReference, description: Any) -> None:
    """What `references.about` told of the class itself: the way it is called, and what it says of itself."""
    *_, doc, signature = description
    type.__setattr__(kind, "__doc__", doc or None)
    type.__setattr__(kind, "_signature", signature)


class Classes:
    """Those of the host that this worker was told of."""

    def __init__(self) -> None:
        self._known: weakref.WeakValueDictionary[int, ClassReference] = weakref.WeakValueDictionary()

    def told(self, lineage: Any, ask: Ask, give_up: Callable[[int], None]) -> ClassReference:
        """The class that stands for the one of this `references.lineage`."""
        numbers, (name, module, look), (calls, waits, by_identity) = lineage
        made = self._known.get(numbers[0])
        if made is not None:
            for number in numbers:  # it has them already
                give_up(number)
        else:
            members = {"__module__": module, "__doc__": None, "_host": _Host(numbers, look, ask, give_up)}
            if not by_identity:
                members["__hash__"] = _hash
            made = self._known[numbers[0]] = type.__new__(ClassReference, name, (class_for(name, calls, waits),), members)
        return made
