"""Values on their way through the protocol: a list of nodes, in which containers name their parts by number."""

from __future__ import annotations

import builtins
import datetime as dates
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable
from decimal import Decimal
from pathlib import PurePath, PurePosixPath
from typing import Any

from fastexec._fastexec import shown
from fastexec.adapters.monty import failures
from fastexec.adapters.monty.schema import BUILTIN, Arena
from fastexec.adapters.texts import sendable

_INT64 = range(-(1 << 63), 1 << 63)
_TYPES = "bool int float complex str bytes list tuple dict set frozenset object type range slice".split()
_ARRAYS = "biufcSUO?"
"""Kinds of arrays of numpy whose items are values here."""


class Unsayable(ValueError):
    """A value that has no form here."""


class Writer:
    """Values of one message.

    Args:
        arena: Where the nodes go.
    """

    def __init__(self, arena: Any) -> None:
        self._nodes = arena.nodes
        self._arena = arena
        self._known: dict[int, int] = {}
        self._open: set[int] = set()
        self._kept: list[Any] = []

    def add(self, value: Any) -> int:
        """The number of the value's node.

        Raises:
            Unsayable: It is nested too deeply, or raises when it is looked at.
        """
        try:
            number = self._add(value)
        except RecursionError:
            raise Unsayable("the value is nested too deeply to leave the sandbox") from None
        except Exception as error:  # noqa: BLE001  (of a time zone, for one, that the code defined)
            raise Unsayable(f"the value cannot leave the sandbox: {type(error).__name__}: {error}") from None
        self._arena.node_count = len(self._nodes)
        return number

    def _add(self, value: Any) -> int:
        value = _as_python(value)
        parts = _parts(value)
        if parts is None:
            return self._leaf(value)
        if id(value) in self._open:
            return self._node("cycle", _CYCLES.get(type(value), "..."))
        if id(value) not in self._known:
            self._open.add(id(value))
            self._kept.append(value)  # or another could have its id
            try:
                numbers = [self._add(part) for part in parts]
            finally:
                self._open.discard(id(value))
            self._known[id(value)] = self._container(value, numbers)
        return self._known[id(value)]

    def _node(self, kind: str, value: Any = None) -> int:
        node = self._nodes.add()
        if value is None:
            getattr(node, kind).SetInParent()
        else:
            setattr(node, kind, value)
        return len(self._nodes) - 1

    def _message(self, kind: str, **fields: Any) -> int:
        node = getattr(self._nodes.add(), kind)
        node.SetInParent()
        for name, value in fields.items():
            if value is not None:
                setattr(node, name, value)
        return len(self._nodes) - 1

    def _container(self, value: Any, numbers: list[int]) -> int:
        if _is(value, dict):
            node = self._nodes.add().dict
            node.SetInParent()
            for key, item in zip(numbers[::2], numbers[1::2], strict=True):
                node.pairs.add(key=key, value=item)
        elif _is_named(value):
            node = self._nodes.add().named_tuple
            node.type_name = type(value).__name__
            node.field_names.extend(_fields(value))
            node.values.extend(numbers)
        else:
            kind = next(name for name, base in _SEQUENCES if _is(value, base))
            node = getattr(self._nodes.add(), kind)
            node.SetInParent()
            node.items.extend(numbers)
        return len(self._nodes) - 1

    def _leaf(self, value: Any) -> int:
        for kind, write in _LEAVES:
            if _is(value, kind):
                return write(self, value)
        if value is None or value is Ellipsis or value is NotImplemented:
            return self._node({None: "none", Ellipsis: "ellipsis"}.get(value, "not_implemented"))
        name = value.__name__ if type(value) is type else ""
        if name in (*_TYPES, *failures.KNOWN) and getattr(builtins, name, None) is value:
            return self._message("type", name=name, origin=BUILTIN)
        return self._node("repr", sendable(shown(value)))

    def _int(self, value: int) -> int:
        value = int.__pos__(value)
        if value in _INT64:
            return self._node("int", value)
        size = abs(value)
        return self._message("bigint", negative=value < 0, magnitude=size.to_bytes((size.bit_length() + 7) // 8, "big"))

    def _datetime(self, value: dates.datetime) -> int:
        offset, name = _offset(value.tzinfo, value)
        return self._message(
            "datetime", year=value.year, month=value.month, day=value.day, hour=value.hour, minute=value.minute, second=value.second,
            microsecond=value.microsecond, offset_seconds=offset, timezone_name=name,
        )  # fmt: skip

    def _time(self, value: dates.time) -> int:
        offset, name = _offset(value.tzinfo, None)
        return self._message(
            "time", hour=value.hour, minute=value.minute, second=value.second, microsecond=value.microsecond, offset_seconds=offset,
            timezone_name=name, fold=value.fold,
        )  # fmt: skip

    def _timezone(self, value: dates.timezone) -> int:
        offset, name = _offset(value, None)
        return self._message("timezone", offset_seconds=offset, name=name)

    def _exception(self, value: BaseException) -> int:
        name = type(value).__name__
        if getattr(builtins, name, None) is not type(value) or name not in failures.KNOWN or len(value.args) > 1:
            return self._node("repr", sendable(shown(value)))
        arg = sendable(str(value.args[0])) if value.args and isinstance(value.args[0], (str, int, float)) else None
        return self._message("exception", exc_type=name, arg=arg)


# Methods of the base classes: those of a class of the code may be anything.
_LEAVES: tuple[tuple[Any, Callable[[Writer, Any], int]], ...] = (
    (bool, lambda writer, value: writer._node("boolean", value)),
    (int, Writer._int),
    (float, lambda writer, value: writer._node("float", float.__pos__(value))),
    (str, lambda writer, value: writer._node("str", sendable(str.__str__(value)))),
    (bytes, lambda writer, value: writer._node("bytes", bytes.__getitem__(value, slice(None)))),
    (bytearray, lambda writer, value: writer._node("bytes", bytes(memoryview(value)))),
    (complex, lambda writer, value: writer._message("complex", real=complex.__pos__(value).real, imag=complex.__pos__(value).imag)),
    (dates.datetime, Writer._datetime),
    (dates.date, lambda writer, value: writer._message("date", year=value.year, month=value.month, day=value.day)),
    (dates.time, Writer._time),
    (
        dates.timedelta,
        lambda writer, value: writer._message("timedelta", days=value.days, seconds=value.seconds, microseconds=value.microseconds),
    ),
    (dates.timezone, Writer._timezone),
    (Decimal, lambda writer, value: writer._node("decimal", Decimal.__str__(value))),
    (PurePath, lambda writer, value: writer._node("path", sendable(PurePath.as_posix(value)))),
    (BaseException, Writer._exception),
)
_SEQUENCES: tuple[tuple[str, Any], ...] = (("list", list), ("tuple", tuple), ("set", set), ("frozen_set", frozenset))
_DICT: type[dict[Any, Any]] = dict
_TUPLE: type[tuple[Any, ...]] = tuple
_CYCLES: dict[Any, str] = {list: "[...]", tuple: "(...)", dict: "{...}"}


def _is(value: Any, kind: type) -> bool:
    """As `isinstance`, whatever the value says that its class is."""
    return issubclass(type(value), kind)


def _parts(value: Any) -> list[Any] | None:
    """What a container holds, keys before their values; None for what is none."""
    if _is(value, dict):
        return [part for pair in _DICT.items(value) for part in pair]
    for _, kind in _SEQUENCES:
        if _is(value, kind):
            return list(kind.__iter__(value))
    return None


def _is_named(value: Any) -> bool:
    if not _is(value, tuple):
        return False
    fields = _fields(value)
    return isinstance(fields, tuple) and len(fields) == _TUPLE.__len__(value) and all(type(name) is str for name in fields)


def _fields(value: object) -> tuple[Any, ...] | None:
    """What its class says that the fields are."""
    fields: tuple[Any, ...] | None = getattr(type(value), "_fields", None)
    return fields


def _as_python(value: Any) -> Any:
    """Numbers and arrays of numpy as numbers and lists."""
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if _is(value, numpy.ndarray) and value.dtype.kind in _ARRAYS:
            return numpy.ndarray.tolist(value)
        if _is(value, numpy.generic) and value.dtype.kind in _ARRAYS:
            return value.item()
    return value


def _offset(zone: dates.tzinfo | None, at: dates.datetime | None) -> tuple[int | None, str | None]:
    """Seconds and name; of a zone that is no fixed offset, those at that moment."""
    offset = None if zone is None else zone.utcoffset(at)
    return (None, None) if offset is None or zone is None else (int(offset.total_seconds()), zone.tzname(at))


def complete(value: Any) -> tuple[int, Any]:
    """The number of a value's node, and the nodes."""
    arena = Arena()
    return Writer(arena).add(value), arena


class Reader:
    """The values of a message.

    Args:
        arena: The nodes.
        function: Makes what stands for a function of the client.

    Raises:
        Unsayable: A node has no value here, or is malformed.
    """

    def __init__(self, arena: Any, function: Callable[[str, str], Any]) -> None:
        self._function = function
        self._values: list[Any] = []
        for node in arena.nodes:
            self._values.append(self._value(node))

    def __getitem__(self, number: int) -> Any:
        if number >= len(self._values):
            raise Unsayable(f"node {number} is missing")
        return self._values[number]

    def _all(self, numbers: Iterable[int]) -> list[Any]:
        return [self[number] for number in numbers]

    def _value(self, node: Any) -> Any:
        kind = node.WhichOneof("kind")
        read = _READ.get(kind)
        if read is None:
            raise Unsayable(f"fastexec has no value for a node of kind {kind}")
        try:
            return read(self, getattr(node, kind))
        except (TypeError, ValueError, ArithmeticError) as error:
            if isinstance(error, Unsayable):
                raise
            raise Unsayable(f"a node of kind {kind} is malformed: {error}") from None

    def _named(self, node: Any) -> Any:
        name = node.type_name.rpartition(".")[2]
        make: Any = namedtuple  # (its fields come with it)
        return make(name, list(node.field_names))(*self._all(node.values))

    def _type(self, node: Any) -> type:
        found = getattr(builtins, node.name, None) if node.origin == BUILTIN else None
        if not isinstance(found, type):
            raise Unsayable(f"fastexec has no type {node.name}")
        return found

    def _dict(self, node: Any) -> dict[Any, Any]:
        return {self[pair.key]: self[pair.value] for pair in node.pairs}


_Read = Callable[[Reader, Any], Any]
_READ: dict[str | None, _Read] = {
    "ellipsis": lambda _, node: Ellipsis,
    "none": lambda _, node: None,
    "not_implemented": lambda _, node: NotImplemented,
    "bigint": lambda _, node: (-1 if node.negative else 1) * int.from_bytes(node.magnitude, "big"),
    "list": lambda values, node: values._all(node.items),
    "tuple": lambda values, node: tuple(values._all(node.items)),
    "named_tuple": Reader._named,
    "dict": Reader._dict,
    "set": lambda values, node: set(values._all(node.items)),
    "frozen_set": lambda values, node: frozenset(values._all(node.items)),
    "date": lambda _, node: dates.date(node.year, node.month, node.day),
    "time": lambda _, node: dates.time(node.hour, node.minute, node.second, node.microsecond, _zone(node, "timezone_name"), fold=node.fold),
    "datetime": lambda _, node: dates.datetime(
        node.year, node.month, node.day, node.hour, node.minute, node.second, node.microsecond, _zone(node, "timezone_name")
    ),
    "timedelta": lambda _, node: dates.timedelta(node.days, node.seconds, node.microseconds),
    "timezone": lambda _, node: _fixed(node.offset_seconds, node.name if node.HasField("name") else None),
    "exception": lambda _, node: failures.exception(node.exc_type, node.arg if node.HasField("arg") else None),
    "type": Reader._type,
    "function": lambda values, node: values._function(node.name, node.docstring),
    "path": lambda _, node: PurePosixPath(node),
    "complex": lambda _, node: complex(node.real, node.imag),
    "decimal": lambda _, node: Decimal(node),
    **dict.fromkeys(("boolean", "int", "float", "str", "bytes"), lambda _, value: value),
}


def _zone(node: Any, name: str) -> dates.timezone | None:
    if not node.HasField("offset_seconds"):
        return None
    return _fixed(node.offset_seconds, getattr(node, name) if node.HasField(name) else None)


def _fixed(seconds: int, name: str | None) -> dates.timezone:
    offset = dates.timedelta(seconds=seconds)
    return dates.timezone(offset) if name is None else dates.timezone(offset, name)
