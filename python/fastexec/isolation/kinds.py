"""Kinds of plain data beside those of the wire format: by name, how each is taken apart and put together.

What comes from a worker is put together by constructors that take plain data and run no code of the worker's; each looks
at what it gets (`ValueError` for what is none of the kind). Nothing that came is compared before its type is known: an index
of pandas compares each of its items, of which a few bytes can say that there are billions.
"""

from __future__ import annotations

import abc
import collections
import collections.abc
import datetime
import decimal
import fractions
import inspect
import numbers
import re
import sys
import types
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from fastexec._fastexec import mappingproxy

Payload = Any
Take = Callable[[Any], Payload]
Put = Callable[[Payload], Any]

_PLAIN_TYPES: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, type(None), object, type,
    )
}  # fmt: skip


def is_plain_type(kind: Any) -> bool:
    """Whether it is a class that is the same everywhere: one of Python's plain types, or of its exceptions."""
    return _type_by_name(getattr(kind, "__name__", "")) is kind


def _type_by_name(name: Any) -> type | None:
    import builtins

    if not isinstance(name, str):
        return None
    found = _PLAIN_TYPES.get(name) or getattr(builtins, name, None)
    if isinstance(found, type) and (name in _PLAIN_TYPES or issubclass(found, BaseException)):
        return found
    return None


def _put_type(name: Payload) -> type:
    found = _type_by_name(name) or (_CLASSES.get(name) if isinstance(name, str) else None)
    if found is None:
        raise ValueError("malformed message: an unknown type")
    return found


def _whole(payload: list[Any] | None, *kinds: Any) -> list[Any]:
    """The items of a payload, of these types."""
    if not isinstance(payload, list) or len(payload) != len(kinds):
        raise ValueError("malformed message: a kind with another payload")
    for item, kind in zip(payload, kinds, strict=True):
        if not isinstance(item, kind):
            raise ValueError("malformed message: a kind with another payload")
    return payload


_NO_ZONE = (type(None), str, datetime.timezone)


def take_zone(zone: datetime.tzinfo | None) -> Any:
    """A fixed offset crosses as such, a zone of the database by its name."""
    if zone is None or type(zone) is datetime.timezone:
        return zone
    key = getattr(zone, "key", None) or getattr(zone, "zone", None)
    if isinstance(key, str):
        return key
    raise TypeError(f"a time zone of {type(zone).__name__}")


_ZONE = re.compile(r"[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}")
"""Names in the database of time zones, and no other paths."""


def zone_of(name: str) -> datetime.tzinfo:
    """The zone of that name. Raises `ValueError`."""
    import zoneinfo

    if not _ZONE.fullmatch(name):
        raise ValueError("malformed message: a time zone that is none")
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, OSError):
        raise ValueError("malformed message: a time zone that is none") from None


def _put_zone(zone: Any) -> Any:
    return zone_of(zone) if isinstance(zone, str) else zone


def _take_datetime(value: datetime.datetime) -> Payload:
    return [*value.timetuple()[:6], value.microsecond, value.fold, take_zone(value.tzinfo)]


def _put_datetime(payload: Payload) -> datetime.datetime:
    year, month, day, hour, minute, second, microsecond, fold, zone = _whole(payload, *[int] * 8, _NO_ZONE)
    return datetime.datetime(year, month, day, hour, minute, second, microsecond, _put_zone(zone), fold=fold)


def _take_time(value: datetime.time) -> Payload:
    return [value.hour, value.minute, value.second, value.microsecond, value.fold, take_zone(value.tzinfo)]


def _put_time(payload: Payload) -> datetime.time:
    hour, minute, second, microsecond, fold, zone = _whole(payload, *[int] * 5, _NO_ZONE)
    return datetime.time(hour, minute, second, microsecond, _put_zone(zone), fold=fold)


def _take_timezone(value: datetime.timezone) -> Payload:
    offset = value.utcoffset(None)
    return [offset, None if repr(value) == repr(datetime.timezone(offset)) else value.tzname(None)]


def _put_timezone(payload: Payload) -> datetime.timezone:
    offset, name = _whole(payload, datetime.timedelta, (str, type(None)))
    return datetime.timezone(offset) if name is None else datetime.timezone(offset, name)


def _take_counter(value: collections.Counter[Any]) -> Payload:
    return dict(value)


def _take_defaultdict(value: collections.defaultdict[Any, Any]) -> Payload:
    return [value.default_factory, dict(value)]


def _put_defaultdict(payload: Payload) -> collections.defaultdict[Any, Any]:
    factory, items = _whole(payload, object, dict)
    if factory is not None and not callable(factory):
        raise ValueError("malformed message: a kind with another payload")
    return collections.defaultdict(factory, items)


def _take_chain(value: collections.ChainMap[Any, Any]) -> Payload:
    if not all(type(each) is dict for each in value.maps):
        raise TypeError("other mappings")
    return list(value.maps)


def _put_chain(payload: list[Any] | None) -> collections.ChainMap[Any, Any]:
    if not isinstance(payload, list) or not all(isinstance(each, dict) for each in payload):
        raise ValueError("malformed message: a kind with another payload")
    return collections.ChainMap(*payload)


def _take_view(value: Mapping[Any, Any]) -> Payload:
    """A copy. Namespaces of classes stay where they are."""
    items = dict(value)
    if not _OF_NAMESPACES.isdisjoint(items):
        raise TypeError("a namespace")
    return items


_OF_NAMESPACES = {"__module__", "__doc__", "__dict__", "__builtins__", "__spec__"}


def _put_deque(payload: Payload) -> collections.deque[Any]:
    items, most = _whole(payload, list, (int, type(None)))
    return collections.deque(items, most)


def _put_slice(payload: Payload) -> slice:
    return slice(*_whole(payload, object, object, object))


def _put_range(payload: Payload) -> range:
    return range(*_whole(payload, int, int, int))


def _put_fraction(payload: Payload) -> fractions.Fraction:
    """In lowest terms, as a worker's are. (To find them takes minutes, if somebody wants it to.)"""
    numerator, denominator = _whole(payload, int, int)
    if denominator <= 0:
        raise ValueError("malformed message: a fraction that is none")
    made = fractions.Fraction()
    made._numerator, made._denominator = numerator, denominator  # type: ignore[attr-defined]
    return made


def _take_signature(signature: inspect.Signature) -> Payload:
    parameters = [[each.name, int(each.kind), _given(each.default), _given(each.annotation)] for each in signature.parameters.values()]
    return [parameters, _given(signature.return_annotation)]


def _given(part: Any) -> list[Any]:
    return [] if part is inspect.Signature.empty else [part]


def _put_signature(payload: Payload) -> inspect.Signature:
    parameters, annotation = _whole(payload, list, list)
    try:
        return inspect.Signature([_put_parameter(*_whole(each, str, int, list, list)) for each in parameters], return_annotation=_part(annotation))
    except TypeError:
        raise ValueError("malformed message: a signature that is none") from None


def _put_parameter(name: str, kind: int, default: list[Any], annotation: list[Any]) -> inspect.Parameter:
    if not 0 <= kind < len(_PARAMETERS):
        raise ValueError("malformed message: a signature that is none")
    return inspect.Parameter(name, _PARAMETERS[kind], default=_part(default), annotation=_part(annotation))


_PARAMETERS = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY,
    inspect.Parameter.VAR_KEYWORD,
)


def _part(given: list[Any]) -> Any:
    if type(given) is not list or len(given) > 1:
        raise ValueError("malformed message: a signature that is none")
    return given[0] if given else inspect.Signature.empty


def _only(kind: type, make: Callable[[Any], Any]) -> Put:
    def put(payload: Payload) -> Any:
        if not isinstance(payload, kind):
            raise ValueError("malformed message: a kind with another payload")
        return make(payload)

    return put


def module(name: Payload, authorizes: Callable[[str], bool]) -> types.ModuleType:
    """The module where it is loaded and may be had, else one with its name and nothing in it."""
    if not isinstance(name, str):
        raise ValueError("malformed message: a module that is none")
    found = sys.modules.get(name) if authorizes(name) else None
    return found if isinstance(found, types.ModuleType) else types.ModuleType(name)


def is_function_of_python(value: Any) -> bool:
    """Whether it is a function written in C of a module of the standard library: the same on both sides, and for the
    rules of the side that has it."""
    home = getattr(value, "__self__", None) if type(value) is types.BuiltinFunctionType else None
    if not isinstance(home, types.ModuleType) or home.__name__.partition(".")[0] not in sys.stdlib_module_names:
        return False
    return vars(home).get(value.__name__) is value


def function_of_python(module: str, name: str) -> Any:
    """That function here."""
    import importlib

    return getattr(importlib.import_module(module), name)


BY_TYPE: dict[type, tuple[str, Take]] = {
    datetime.datetime: ("datetime", _take_datetime),
    datetime.date: ("date", lambda value: [value.year, value.month, value.day]),
    datetime.time: ("time", _take_time),
    datetime.timedelta: ("timedelta", lambda value: [value.days, value.seconds, value.microseconds]),
    datetime.timezone: ("timezone", _take_timezone),
    decimal.Decimal: ("Decimal", str),
    fractions.Fraction: ("Fraction", lambda value: [value.numerator, value.denominator]),
    uuid.UUID: ("UUID", lambda value: value.bytes),
    types.ModuleType: ("module", lambda value: str(value.__name__)),
    range: ("range", lambda value: [value.start, value.stop, value.step]),
    slice: ("slice", lambda value: [value.start, value.stop, value.step]),
    collections.OrderedDict: ("OrderedDict", dict),
    collections.Counter: ("Counter", _take_counter),
    collections.defaultdict: ("defaultdict", _take_defaultdict),
    inspect.Signature: ("Signature", _take_signature),
    types.MappingProxyType: ("mapping", _take_view),
    mappingproxy: ("mapping", _take_view),
    type(NotImplemented): ("NotImplemented", lambda _value: None),
    collections.ChainMap: ("ChainMap", _take_chain),
    collections.deque: ("deque", lambda value: [list(value), value.maxlen]),
}
"""How a value of just this type is taken apart."""


def _public_classes(module: types.ModuleType) -> list[type[Any]]:
    return [held for name, held in vars(module).items() if isinstance(held, type) and name in module.__all__]


_CLASSES: dict[str, type[Any]] = {
    f"{kind.__module__}.{kind.__qualname__}": kind
    for kind in (
        *(kind for kind in BY_TYPE if kind.__module__ not in ("builtins", "types", "fastexec")),
        datetime.tzinfo,
        *_public_classes(collections.abc),
        *_public_classes(numbers),
    )
}
"""Classes of what crosses as copies, and the abstract ones above them: the same on both sides, so that copies are instances of them."""

_CLASS_NAMES: dict[Any, str] = {kind: name for name, kind in _CLASSES.items()}


BY_NAME: dict[str, Put] = {
    "type": _put_type,
    "datetime": _put_datetime,
    "date": lambda payload: datetime.date(*_whole(payload, int, int, int)),
    "time": _put_time,
    "timedelta": lambda payload: datetime.timedelta(*_whole(payload, int, int, int)),
    "timezone": _put_timezone,
    "Decimal": _only(str, decimal.Decimal),
    "Fraction": _put_fraction,
    "UUID": _only(bytes, lambda payload: uuid.UUID(bytes=payload)),
    "range": _put_range,
    "slice": _put_slice,
    "OrderedDict": _only(dict, collections.OrderedDict),
    "Counter": _only(dict, collections.Counter),
    "defaultdict": _put_defaultdict,
    "ChainMap": _put_chain,
    "deque": _put_deque,
    "Signature": _put_signature,
    "mapping": _only(dict, types.MappingProxyType),
    "NotImplemented": lambda _payload: NotImplemented,
}
"""How it is put together again."""

_LIBRARIES = {"numpy": "fastexec.isolation.arrays", "pandas": "fastexec.isolation.tables", "PIL": "fastexec.isolation.images"}
"""Whose data have a module of their own here, which is loaded with the library."""


def taking(value: object) -> tuple[str, Take] | None:
    """How to take the value apart, if it is of a known kind."""
    kind = type(value)
    try:
        found = BY_TYPE.get(kind)
    except Exception:  # noqa: BLE001  (the hash of a class is what its metaclass says)
        return None
    if found is None and kind is type and is_plain_type(value):
        return "type", lambda named: named.__name__
    if found is None and kind in (type, abc.ABCMeta) and value in _CLASS_NAMES:
        return "type", _CLASS_NAMES.__getitem__
    if found is None:
        # Of a class with a descriptor of that name it is no text.
        home = value.__module__ if kind is type else kind.__module__
        top = home.partition(".")[0] if isinstance(home, str) else ""
        if top in _LIBRARIES:
            of_library: tuple[str, Take] | None = _library(top).taking(value)
            return of_library
    return found


def putting(name: str) -> Put:
    """How to put a value of this kind together. Raises `ValueError` for a kind that nobody knows."""
    found = BY_NAME.get(name)
    if found is None:
        top = name.partition(".")[0]
        if top in _LIBRARIES:
            found = _library(top).BY_NAME.get(name)
    if found is None:
        raise ValueError("malformed message: an unknown kind")
    return found


def _library(top: str) -> Any:
    import importlib

    name = _LIBRARIES[top]
    return sys.modules.get(name) or importlib.import_module(name)
