"""Objects of the code, of classes below plain types that do not change: in the host they have their value, too.

A message is read with plain references in it, so whatever looks for a text or a number in one is met by Python's own. What is handed to
the host's program, a tool's arguments or what a call gives, is gone through then.
"""

from __future__ import annotations

import collections
import types
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from fastexec.isolation import plain_bases
from fastexec.isolation.operations import METHODS
from fastexec.isolation.references import PUBLIC, AwaitableReference, CallableReference, Reference

_LIKE_NO_ARRAY = -1e6
"""numpy takes it for its value."""


class Told(NamedTuple):
    """What a worker says of such an object.

    Attributes:
        plain: Its value, as one of the plain type.
        kind: Its class.
        has: Special methods that its class has in place of those of the plain type.
        lacks: Those that it does without.
        hides: Public names that mean something else in it.
    """

    plain: Any
    kind: Reference
    has: frozenset[str]
    lacks: frozenset[str]
    hides: frozenset[str]


def told(payload: Any) -> Told:
    """Of a message. Raises `ValueError` for what is none."""
    match payload:
        case [plain, Reference() as kind, list(), list(), list()] if (base := plain_bases.type_of(plain)) in plain_bases.ALL:
            has, lacks, hides = cast("list[list[Any]]", payload[2:])
            public = {name for name in dir(base) if not name.startswith("_")}
            if _are_of(has, METHODS) and _are_of(lacks, METHODS) and _are_of(hides, public):
                return Told(plain, kind, frozenset(has), frozenset(lacks), frozenset(hides))
    raise ValueError("malformed message: an object without a description")


def _are_of(names: list[Any], known: Any) -> bool:
    return all(type(name) is str and name in known for name in names)


class _Class(type):
    """Of a class that stands for one of the code: it makes objects there. (Weakly: a class goes late, and would keep the worker.)"""

    _kind: weakref.ref[Reference]

    def of_code(cls) -> Any:
        """The code's class, which is there as long as an object of it is."""
        kind = cls._kind()
        if kind is None:
            raise ReferenceError(f"no object of class {cls.__name__} is left")
        return kind

    def __call__(cls, /, *args: Any, **kwargs: Any) -> Any:
        return _Class.of_code(cls)(*args, **kwargs)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_") and name not in PUBLIC:
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return getattr(_Class.of_code(cls), name)


class _Hidden:
    """A public member of the code's class, in place of that of the plain type."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, obj: Any, kind: Any) -> Any:
        return getattr(_Class.of_code(kind), self._name) if obj is None else obj._ask(obj._number, "getattr", [self._name], {})


def _class(said: Told, above: type[Reference]) -> _Class:
    base = plain_bases.type_of(said.plain)
    members: dict[str, Any] = {"__module__": "__main__", "__array_priority__": _LIKE_NO_ARRAY, "__hash__": base.__hash__}
    members.update((f"__{name}__", METHODS[name]) for name in said.has if not _is_of_value(base, f"__{name}__"))
    members.update((f"__{name}__", None) for name in said.lacks if not _is_of_value(base, f"__{name}__"))
    members.update((name, _Hidden(name)) for name in said.hides if not _is_of_value(base, name))
    name = getattr(said.kind, "__name__", "") or base.__name__
    # (An attribute that it has beside those of the plain type is looked for here last, and asked for.)
    return _Class(name if name.isprintable() else base.__name__, (base, above), members)


def _is_of_value(base: type, name: str) -> bool:
    """Whether C code finds places in memory by what the member tells: how long a value is, the month of a date. They are those of
    the value, whatever the code's class says of them."""
    return hasattr(base, name) and (name == "__len__" or type(getattr(base, name)) in _FIELDS)


_FIELDS = (types.GetSetDescriptorType, types.MemberDescriptorType)


class Settling:
    """Puts objects with their values in place of the references to them, for one conversation."""

    def __init__(self) -> None:
        self._classes: collections.OrderedDict[tuple[Any, ...], _Class] = collections.OrderedDict()

    def settled(self, value: Any) -> Any:
        """The value, whose lists, dicts and sets are changed in place."""
        try:
            return _Walk(self._made).of(value)
        except RecursionError:  # whoever looks at what is so deep finds references
            return value

    def _made(self, reference: Reference, said: Told) -> Any:
        if isinstance(reference, AwaitableReference):
            return reference
        above = CallableReference if isinstance(reference, CallableReference) else Reference
        key = (said.kind._number, plain_bases.type_of(said.plain), above, said.has, said.lacks, said.hides)
        kind = self._classes.get(key)
        if kind is None:
            kind = self._classes[key] = _class(said, above)
            while len(self._classes) > _CLASSES:
                self._classes.popitem(last=False)
        kind._kind = weakref.ref(said.kind)
        made = plain_bases.made(kind, said.plain)
        # The reference is what counts on being given up.
        own = cast("dict[str, Any]", vars(made))
        own.update({**vars(reference), "_given": 0, "_kept": (reference, said.kind)})
        for name in ("_said", "__name__"):
            own.pop(name, None)
        return made


_CLASSES = 200
"""That are known again, at most."""

_SCALARS = frozenset((type(None), bool, int, float, complex, str, bytes, bytearray))


class _Walk:
    """One walk through a value, which may contain itself.

    Args:
        make: Makes an object with a value.
    """

    def __init__(self, make: Callable[[Reference, Told], Any]) -> None:
        self._make = make
        self._seen: dict[int, Any] = {}
        self._alive: list[Any] = []

    def of(self, value: Any) -> Any:
        kind = plain_bases.type_of(value)
        if kind in _SCALARS:
            return value
        if id(value) in self._seen:
            return self._seen[id(value)]
        change = _CONTAINERS.get(kind)
        if change is None and not issubclass(kind, Reference):
            return value
        self._seen[id(value)] = value  # as it is, for what is within itself
        self._alive.append(value)
        settled = self._seen[id(value)] = self._reference(value) if change is None else change(self, value)
        return settled

    def _reference(self, reference: Reference) -> Any:
        said = vars(reference).get("_said")
        return reference if said is None else self._make(reference, said._replace(plain=self.of(said.plain)))

    def _list(self, items: Any) -> Any:
        for place, item in enumerate(list(items)):
            settled = self.of(item)
            if settled is not item:
                items[place] = settled
        return items

    def _tuple(self, items: tuple[Any, ...]) -> Any:
        settled = tuple(map(self.of, items))
        return settled if any(map(_is_not, settled, items)) else items

    def _chain(self, chain: collections.ChainMap[Any, Any]) -> Any:
        for each in chain.maps:
            self.of(each)
        return chain

    def _set(self, items: set[Any]) -> Any:
        before = list(items)
        settled = self._keys(before)
        if any(map(_is_not, settled, before)):
            items.clear()
            items.update(settled)
        return items

    def _frozen(self, items: frozenset[Any]) -> Any:
        before = list(items)
        settled = self._keys(before)
        return frozenset(settled) if any(map(_is_not, settled, before)) else items

    def _dict(self, items: Any) -> Any:
        keys = list(items)
        for key in keys:
            held = items[key]
            settled = self.of(held)
            if settled is not held:
                items[key] = settled
        settled_keys = self._keys(keys)
        if any(map(_is_not, settled_keys, keys)):
            values = list(items.values())
            items.clear()
            for key, value in zip(settled_keys, values, strict=True):
                items[key] = value
        return items

    def _keys(self, keys: list[Any]) -> list[Any]:
        """As `of`, for what is hashed then, and compared with what has the same hash. What would take long, or asks, stays a reference."""
        settled = [self.of(key) if isinstance(key, Reference) and _is_key(key) else key for key in keys]
        alike = collections.Counter(map(hash, settled)).values()
        return settled if sum(count * count for count in alike) <= len(keys) + _COMPARISONS else keys


_COMPARISONS = 1_000_000
"""Of keys with the same hash, at most."""


def _is_key(reference: Reference) -> bool:
    """Whether it is hashed and compared by a value that is of one piece, or made of such. (To hash what is in itself many times takes for
    ever.)"""
    said: Told | None = vars(reference).get("_said")
    if said is None or not said.has.isdisjoint(_OF_KEYS) or not said.lacks.isdisjoint(_OF_KEYS):
        return False
    return type(said.plain) not in (tuple, frozenset) or all(type(item) in _SCALARS for item in said.plain)


_OF_KEYS = ("eq", "hash")


def _is_not(one: Any, other: Any) -> bool:
    return one is not other


_CONTAINERS: dict[type, Callable[[_Walk, Any], Any]] = {
    list: _Walk._list,
    collections.deque: _Walk._list,
    collections.ChainMap: _Walk._chain,
    tuple: _Walk._tuple,
    set: _Walk._set,
    frozenset: _Walk._frozen,
    **{kind: _Walk._dict for kind in (dict, collections.OrderedDict, collections.defaultdict, collections.Counter)},
}
