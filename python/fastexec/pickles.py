"""Pickles that name classes and functions of sandboxed code, by the standard library's pickler of Python code.

The one of C code looks names up in the process's `__main__`, and sets the state of whatever object a pickle says. Here both are
asked of the engine (`src/sandbox/wrappers/library/pickled_names.rs`).

Values of packages stand in a pickle of their own, which the other one begins with: no code runs while they are read. What they
hold of the code's (the steps of a pipeline) stands before them, each in a pickle by itself.
"""

from __future__ import annotations

import builtins
import codecs
import enum
import io
import pickle
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    # What typeshed does not have of those of Python code.
    _REVERSE_NAME_MAPPING: dict[tuple[str, str], tuple[str, str]]
    _REVERSE_IMPORT_MAPPING: dict[str, str]

    def _reconstructor(cls: type, base: type, state: Any) -> Any: ...

    class _BasePickler:
        proto: int
        def __init__(self, file: Any, protocol: int | None) -> None: ...
        def dump(self, obj: Any) -> None: ...
        def memoize(self, obj: Any) -> None: ...
        def save(self, obj: Any) -> None: ...
        def save_global(self, obj: Any, name: str | None = None) -> None: ...
        def save_reduce(self, func: Any, args: tuple[Any, ...], *, obj: Any) -> None: ...
        def write(self, data: bytes) -> None: ...

    class _BaseUnpickler:
        dispatch: dict[int, Any]
        find_class: Any
        persistent_load: Any
        stack: list[Any]
        def __init__(self, file: Any, **options: Any) -> None: ...
        def load(self) -> Any: ...

else:
    import _compat_pickle
    from copyreg import _reconstructor

    _BasePickler, _BaseUnpickler = pickle._Pickler, pickle._Unpickler
    _REVERSE_NAME_MAPPING, _REVERSE_IMPORT_MAPPING = _compat_pickle.REVERSE_NAME_MAPPING, _compat_pickle.REVERSE_IMPORT_MAPPING


# Names that the standard library's own way would import first, which the code may not.
_KNOWN = {name: ("builtins", obj) for name, obj in vars(builtins).items()} | {
    "_reconstructor": ("copyreg", _reconstructor),
    "encode": ("_codecs", codecs.encode),
    "SimpleNamespace": ("types", types.SimpleNamespace),
}


_PLAIN = frozenset((bool, bytes, dict, float, frozenset, int, list, set, str, tuple, type(None)))
"""Nothing is to be said of these."""


def _first_names(module: str, path: str) -> tuple[str, str]:
    """What protocols below 3 call it, as the standard library's tables have it (`_compat_pickle`)."""
    return _REVERSE_NAME_MAPPING.get((module, path), (_REVERSE_IMPORT_MAPPING.get(module, module), path))


class Names(Protocol):
    """What the engine says."""

    def look(self, obj: Any, /) -> bool:
        """Whether it is a value of a package. Raises for what is not pickled."""
        ...

    def is_named(self, obj: Any, /) -> bool:
        """Whether pickles name the object: a class or function of the code."""
        ...

    def place(self, obj: Any, /) -> tuple[str, str]:
        """Module and path of such an object."""
        ...

    def place_as(self, obj: Any, path: str, /) -> tuple[str, str] | None:
        """Module and path of an object of the code's classes that says it is called so; none of others."""
        ...

    def reduced(self, obj: Any, protocol: int, /) -> Any:
        """What `__reduce_ex__` of an object of the code's classes gives."""

    def apart(self, values: list[Any], protocol: int, write: Callable[[Any], bytes | None], /) -> bytes | None:
        """A pickle of values of packages, in which `write` writes what is the code's; none if it gives none."""
        ...

    def values(self, text: bytes, read: Callable[[bytes], Any], /) -> list[Any]:
        """What such a pickle holds, where `read` reads what is the code's."""
        ...

    def find(self, module: Any, name: Any, /) -> Any:
        """What names in a pickle stand for."""

    def build(self, obj: Any, state: Any, /) -> None:
        """Gives an object of the code's classes its state."""


class OfSession(Protocol):
    """Pickles of a session (`src/sandbox/wrappers/packages/stored_values.rs`)."""

    def dumps(self, obj: Any, protocol: int, /) -> bytes:
        """Raises for objects of the host."""
        ...

    def loads(self, data: bytes, /) -> Any:
        """Raises for what names more than plain values and the session did not dump."""
        ...


class _MetAgain(Exception):
    """An object of the code's stands in several of the pickles that make one, which would make several objects of it."""


class _Pickler(_BasePickler):
    def __init__(self, names: Names, file: Any, protocol: int | None, met: dict[int, tuple[Any, _Pickler]] | None) -> None:
        super().__init__(file, protocol)
        self.names = names
        self.met = met
        self.values: list[Any] = []
        self._places: dict[int, int] = {}

    def persistent_id(self, obj: Any) -> int | None:
        # (`getattr` makes methods of the code.)
        if type(obj) in _PLAIN or obj is getattr or not self.names.look(obj) or self.met is None:
            return None
        place = self._places.setdefault(id(obj), len(self.values))
        if place == len(self.values):
            self.values.append(obj)
        return place

    def reducer_override(self, obj: Any) -> Any:
        # (A text has `save_global` called, which functions would go past.)
        if obj is _reconstructor:
            return ""
        reduced = self.names.reduced(obj, self.proto)
        makes = type(reduced) is tuple
        if makes and self.met is not None and not isinstance(obj, enum.Enum):
            _, pickler = self.met.setdefault(id(obj), (obj, self))
            if pickler is not self:
                raise _MetAgain
        return reduced

    def save_global(self, obj: Any, name: str | None = None) -> None:
        if self.names.is_named(obj):
            self._save_name(obj, *self.names.place(obj))
            return
        if name and (place := self.names.place_as(obj, name)):
            self._save_name(obj, *place)
            return
        path = name or str(getattr(obj, "__qualname__", ""))
        module, known = _KNOWN.get(path, ("", None))
        if module and known is obj:
            self._save_name(obj, *_first_names(module, path) if self.proto < 3 else (module, path))
        else:
            super().save_global(obj, name)

    def _save_name(self, obj: Any, module: str, path: str) -> None:
        if self.proto >= 4:
            self.save(module)
            self.save(path)
            self.write(pickle.STACK_GLOBAL)
        elif "." in path:
            above, _, name = path.rpartition(".")
            self.save_reduce(getattr, (self.names.find(module, above), name), obj=obj)
            return
        else:
            encoding = "utf-8" if self.proto == 3 else "ascii"
            self.write(pickle.GLOBAL + f"{module}\n{path}\n".encode(encoding))
        self.memoize(obj)


class _Unpickler(_BaseUnpickler):
    dispatch: dict[int, Any] = dict(_BaseUnpickler.dispatch)

    def __init__(self, names: Names, file: Any, **options: Any) -> None:
        super().__init__(file, **options)
        self.names = names
        self.find_class = names.find
        self.values: list[Any] = []

    def persistent_load(self, place: Any) -> Any:
        if type(place) is bytes:
            self.values = self.names.values(place, self._read)
            return None
        number = int(place) if type(place) in (int, str) else -1
        if not 0 <= number < len(self.values):
            raise pickle.UnpicklingError(f"the pickle has no value {place!r}")
        return self.values[number]

    def _read(self, text: bytes) -> Any:
        return load_from(self.names, io.BytesIO(text), {})

    def load_build(self) -> None:
        state = self.stack.pop()
        self.names.build(self.stack[-1], state)

    def get_extension(self, code: int) -> None:
        raise pickle.UnpicklingError(f"unregistered extension code {code}")

    dispatch[pickle.BUILD[0]] = load_build


def dumps(names: Names, obj: Any, protocol: int | None) -> bytes:
    met: dict[int, tuple[Any, _Pickler]] = {}
    file = io.BytesIO()
    pickler = _Pickler(names, file, protocol, met)
    try:
        pickler.dump(obj)
        return _with_values(pickler, file.getvalue(), met)
    except _MetAgain:
        return _with_text(pickler, file.getvalue(), _not_read(names, pickler.values, protocol))
    finally:
        # (The picklers in it hold it: objects would live until the collector comes.)
        met.clear()


def _with_values(pickler: _Pickler, written: bytes, met: dict[int, tuple[Any, _Pickler]]) -> bytes:
    """The pickle, after the values of packages that stand in it."""

    def write(obj: Any) -> bytes:
        file = io.BytesIO()
        inner = _Pickler(pickler.names, file, pickler.proto, met)
        inner.dump(obj)
        return _with_values(inner, file.getvalue(), met)

    if not pickler.values:
        return written
    text = pickler.names.apart(pickler.values, pickler.proto, write)
    return _with_text(pickler, written, _not_read(pickler.names, pickler.values, pickler.proto) if text is None else text)


def _with_text(pickler: _Pickler, written: bytes, text: bytes) -> bytes:
    start = 2 if pickler.proto >= 2 else 0
    first = pickle.BINBYTES8 + len(text).to_bytes(8, "little") + text + pickle.BINPERSID + pickle.POP
    return written[:start] + first + written[start:]


def _not_read(names: Names, values: list[Any], protocol: int | None) -> bytes:
    """A text that has a length and can be compared. Where there is none, that is why."""
    file = io.BytesIO()
    try:
        _Pickler(names, file, protocol, None).dump(values)
    except Exception:
        names.values(b"", lambda _: None)
        raise
    return file.getvalue()


def load_from(names: Names, file: Any, options: dict[str, Any]) -> Any:
    load: Callable[[], Any] = _Unpickler(names, file, **options).load
    return load()
