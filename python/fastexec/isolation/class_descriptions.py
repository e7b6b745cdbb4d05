"""What a worker is told of classes of the host."""

from __future__ import annotations

import abc
import collections
import collections.abc
import dataclasses
import enum
import functools
import types
import typing
from typing import Any

from fastexec._fastexec import shown
from fastexec.guards import is_a, is_dict, is_tuple
from fastexec.isolation import kinds as plain_kinds
from fastexec.isolation import plain_bases
from fastexec.isolation.operations import BINARY, METHODS
from fastexec.isolation.references import read

ABCS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        collections.abc.Mapping, collections.abc.MutableMapping, collections.abc.Sequence, collections.abc.MutableSequence,
        collections.abc.Set, collections.abc.MutableSet,
    )
}  # fmt: skip
"""What a class may be registered as, which Python cannot tell by its methods."""

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)

_OF_METHODS = (types.FunctionType, types.MethodDescriptorType)
"""What a class has for its methods, written in Python or in C."""

_MUTABLE = (list, dict, set, bytearray, collections.deque)

_SCALARS = (type(None), bool, int, float, complex, str, bytes)

_MOST = 500
"""Fields and names of a class, at most."""


def class_of(obj: object) -> type[Any]:
    """The object's class, or the class that it is."""
    return obj if is_a(obj, type) else type(obj)


def lineage_of(kind: type[Any]) -> tuple[type[Any], ...]:
    """All that the class inherits from but `object`, itself first."""
    kinds: tuple[type[Any], ...] = type.__dict__["__mro__"].__get__(kind)
    return kinds[:-1] or kinds


def describe(kind: type[Any], obj: object, has_value: bool) -> dict[str, Any]:
    """The class of the object as plain data: its names, and what its objects can do that those of `object`, or of the plain
    type that it inherits from, cannot. `has_value`: it comes with its value as one of that type."""
    # As nearly all tools are, whose class is the same for good.
    place = next((place for place, each in enumerate(_FUNCTIONS) if kind is each), None)
    return _described(kind, obj, has_value) if place is None else _described_function(place)


@functools.cache
def _described_function(place: int) -> dict[str, Any]:
    return _described(_FUNCTIONS[place], None, has_value=False)


def _described(kind: type[Any], obj: object, has_value: bool) -> dict[str, Any]:
    kinds = lineage_of(kind)
    base = plain_bases.base_of(kinds) if has_value else None
    own = kinds if base is None else kinds[: next(place for place, each in enumerate(kinds) if each is base)]
    if is_exception(kind):
        own = tuple(each for each in kinds if not plain_kinds.is_plain_type(each))
    spaces = [_namespace(each) for each in own if each is not object]
    home = read(kind, "__module__")
    operations = _operations(own if is_exception(kind) else kinds, base)
    if operations["getitem"] and operations["iter"] is None and obj is not kind and not _is_iterable(obj):
        operations["iter"] = False  # (of C, whose items have no places)
    if any(kind is each for each in _FUNCTIONS):
        operations["repr"] = None  # they look as they did when they were shown
    if any(each is mutable for each in kinds for mutable in _MUTABLE):
        # What those of the plain type do with one is asked of it.
        operations.update({f"r{name}": True for name in BINARY if operations[name]})
    return {
        "name": kind.__name__,
        "module": home if isinstance(home, str) else "",
        "look": shown(kind),
        "doc": _doc(kind),
        "calls": _first(spaces, "__call__") is not None,
        "waits": _first(spaces, "__await__") is not None,
        "has": [name for name, has in operations.items() if has],
        "lacks": [name for name, has in operations.items() if has is False],
        "abcs": [name for name, abstract in ABCS.items() if _is_a(kind, abstract)],
        "plain": "" if base is None else base.__name__,
        "hides": _names(spaces, functions=False) if is_exception(kind) else [] if base is None else _hidden(base, spaces),
        "methods": _names(spaces, functions=True) if is_exception(kind) else [],
        "members": isinstance(kind, enum.EnumMeta),
        "protocol": _protocol(kind),
        "decides": _decides(kind),
        "matches": _match_args(kind),
        "fields": _fields(kind),
        "annotations": _annotations(kind),
        "open": is_exception(kind) and is_open(kind),
        "begins": is_exception(kind) and "__init__" in _namespace(kind),
    }


def redefined(kind: type[Any], base: type[Any]) -> list[list[str]]:
    """What a class has in place of what the plain type has that it inherits from: operations, those that it does without, and public
    names."""
    kinds = lineage_of(kind)
    spaces = [_namespace(each) for each in kinds[: next(place for place, each in enumerate(kinds) if each is base)]]
    operations = _operations(kinds, base)
    return [[name for name, has in operations.items() if has], [name for name, has in operations.items() if has is False], _hidden(base, spaces)]


def _operations(kinds: tuple[type[Any], ...], base: type[Any] | None) -> dict[str, bool | None]:
    """Which special methods a class of that lineage has, or does without; None where it has none, or that of the plain type."""
    above: tuple[type[Any], ...] = () if base is None else type.__dict__["__mro__"].__get__(base)
    operations: dict[str, bool | None] = {}
    for name in METHODS:
        method = f"__{name}__"
        first = next((each for each in kinds if method in _namespace(each)), object)
        operations[name] = None if any(first is each for each in (*above, object)) else _namespace(first)[method] is not None
    return operations


_NOTHING = frozenset(
    ("__module__", "__qualname__", "__doc__", "__weakref__", "__dict__", "__annotations__", "__firstlineno__", "__static_attributes__")
)
"""What a class has that adds nothing to those that it inherits from."""


def is_open(kind: type[Any]) -> bool:
    """Whether code may inherit from a class of exceptions: it has nothing that an object of the code's class is asked for, but plain data,
    and an `__init__` where Python's own class keeps nothing beside `args`."""
    spaces = [_namespace(each) for each in lineage_of(kind) if not plain_kinds.is_plain_type(each)]
    members = [(name, member) for space in spaces for name, member in space.items() if name not in _NOTHING]
    others = [(name, member) for name, member in members if name != "__init__"]
    begins = len(others) < len(members)
    is_plain = all(type(member) in _SCALARS and not name.startswith("__") for name, member in others)
    return is_plain and type(kind) is type and (not begins or kind.__basicsize__ == _PLAIN_EXCEPTION)


class _Plain(Exception):
    pass


_PLAIN_EXCEPTION = _Plain.__basicsize__


def is_exception(kind: type[Any]) -> bool:
    return any(each is BaseException for each in type.__dict__["__mro__"].__get__(kind))


def bases_of(kind: type[Any]) -> list[type[Any]]:
    """The exceptions that an exception of the host inherits from."""
    return [base for base in type.__dict__["__bases__"].__get__(kind) if is_exception(base)] if is_exception(kind) else []


def _namespace(kind: type[Any]) -> Any:
    return type.__dict__["__dict__"].__get__(kind)


def _first(spaces: list[Any], name: str) -> bool | None:
    """Whether the first class that says something of the name has it; None where none does."""
    return next((space[name] is not None for space in spaces if name in space), None)


def _doc(kind: type[Any]) -> str:
    doc = read(kind, "__doc__")
    return doc[:2000] if isinstance(doc, str) else ""


def _is_iterable(obj: Any) -> bool:
    try:
        iter(obj)
    except TypeError:
        return False
    except Exception:  # noqa: BLE001  (its class may do anything)
        return True
    return True


def _is_a(kind: type[Any], abstract: Any) -> bool:
    try:
        return issubclass(kind, abstract)
    except Exception:  # noqa: BLE001  (its metaclass may say anything)
        return False


def _hidden(base: type, spaces: list[Any]) -> list[str]:
    """Public names of the plain type that the class has something else for."""
    return [name for name in dir(base) if not name.startswith("_") and any(name in space for space in spaces)][:_MOST]


def _protocol(kind: type[Any]) -> list[str] | None:
    """Of a protocol that objects can be compared to, what they have to have."""
    if not (_namespace(kind).get("_is_protocol") and getattr(kind, "_is_runtime_protocol", False)):
        return None
    names = {name for each in lineage_of(kind) if each.__module__ not in _OF_PROTOCOLS for name in (*_namespace(each), *_own_annotations(each))}
    return sorted(name for name in names if name in _SPECIAL or _is_asked_for(name))[:_MOST]


def _is_asked_for(name: str) -> bool:
    """Whether `typing` takes it for a member of the protocol. (Special names are those of operations.)"""
    excluded = getattr(typing, "EXCLUDED_ATTRIBUTES", ())
    return not name.startswith("__") and not name.startswith("_abc_") and name not in excluded


def _own_annotations(kind: type[Any]) -> list[str]:
    held = read(kind, "__annotations__")
    return list(held) if is_dict(held) else []


def _decides(kind: type[Any]) -> str:
    """Who says what is an instance of the class, or below it, beside what inherits from it: nobody, `abc`, which keeps what it has said
    once, or a metaclass of somebody's `own`."""
    says = [_metaclass_member(kind, name) for name in ("__instancecheck__", "__subclasscheck__")]
    if all(home in (type, *_COMPARING) for home in says):
        return "abc" if isinstance(kind, abc.ABCMeta) else ""
    return "own"


def _metaclass_member(kind: type[Any], name: str) -> Any:
    """The metaclass that has it."""
    return next(each for each in type.__dict__["__mro__"].__get__(type(kind)) if name in _namespace(each))


_COMPARING = (abc.ABCMeta, type(typing.Protocol))

_OF_PROTOCOLS = ("typing", "typing_extensions", "abc", "builtins")

_SPECIAL = frozenset(f"__{name}__" for name in (*METHODS, "call", "await")) - set(vars(object))


def _names(spaces: list[Any], *, functions: bool) -> list[str]:
    """Public names of the first class: of its methods, or of what is none."""
    held = spaces[0].items() if spaces else ()
    return [
        name
        for name, member in held
        if isinstance(name, str) and not name.startswith("_") and (type(member) in _OF_METHODS) == functions
    ][:_MOST]


def _match_args(kind: type[Any]) -> list[str]:
    named = read(kind, "__match_args__")
    return list(named[:_MOST]) if is_tuple(named) and all(type(name) is str for name in named) else []


def _fields(kind: type[Any]) -> list[Any] | None:
    """Those of a dataclass."""
    fields = read(kind, "__dataclass_fields__")
    if not is_dict(fields) or not all(type(field) is dataclasses.Field for field in fields.values()):
        return None
    return [_field(field) for field in fields.values() if not field.name.startswith("_")][:_MOST]


def _annotations(kind: type[Any]) -> dict[str, Any]:
    """Its own, as far as they cross; others are asked for."""
    # (What is kept in the class: newer versions of Python make them when somebody asks.)
    held = _namespace(kind).get("__annotations__")
    if not is_dict(held) or not all(type(name) is str for name in held):
        return {}
    return {name: _annotation(given) for name, given in held.items() if not name.startswith("_")} if len(held) <= _MOST else {}


def _annotation(given: Any) -> Any:
    return given if isinstance(given, str) or plain_kinds.is_plain_type(given) else shown(given)


def _field(field: Any) -> dict[str, Any]:
    known: dict[str, Any] = {"name": field.name, "type": _annotation(field.type)}
    for name in ("init", "repr", "hash", "compare", "kw_only"):
        known[name] = value if isinstance(value := getattr(field, name), bool) else None
    if type(field.default) in _SCALARS:
        known["default"] = field.default
    if plain_kinds.is_plain_type(field.default_factory):
        known["default_factory"] = field.default_factory
    known["kind"] = str(field._field_type.name)
    return known


def fields_of(told: list[dict[str, Any]]) -> dict[str, Any]:
    """`__dataclass_fields__` of these."""
    return {known["name"]: _field_of(dict(known)) for known in told}


def _field_of(known: dict[str, Any]) -> Any:
    name, annotation, kind = known.pop("name"), known.pop("type"), known.pop("kind")
    made: Any = dataclasses.field(**known)
    made.name, made.type, made._field_type = name, annotation, vars(dataclasses)[kind]
    return made
