"""Pickles that name classes and functions of sandboxed code, by the standard library's pickler of Python code.

The one of C code looks names up in the process's `__main__`, and sets the state of whatever object a pickle says. Here both are
asked of the engine (`src/sandbox/wrappers/library/pickled_names.rs`).
"""

from __future__ import annotations

import builtins
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    # What typeshed does not have of those of Python code.
    class _BasePickler:
        proto: int
        persistent_id: Any
        def __init__(self, file: Any, protocol: int | None) -> None: ...
        def dump(self, obj: Any) -> None: ...
        def memoize(self, obj: Any) -> None: ...
        def save(self, obj: Any) -> None: ...
        def save_global(self, obj: Any, name: str | None = None) -> None: ...
        def write(self, data: bytes) -> None: ...

    class _BaseUnpickler:
        dispatch: dict[int, Any]
        find_class: Any
        stack: list[Any]
        def __init__(self, file: Any, **options: Any) -> None: ...
        def load(self) -> Any: ...

else:
    _BasePickler, _BaseUnpickler = pickle._Pickler, pickle._Unpickler


_BUILTINS = dict(vars(builtins))


class Names(Protocol):
    """What the engine says."""

    def look(self, obj: Any, /) -> None:
        """Raises for what is not pickled."""

    def is_named(self, obj: Any, /) -> bool:
        """Whether pickles name the object: a class or function of the code."""
        ...

    def place(self, obj: Any, /) -> tuple[str, str]:
        """Module and path of such an object."""
        ...

    def reduced(self, obj: Any, protocol: int, /) -> Any:
        """What `__reduce_ex__` of an object of the code's classes gives."""

    def find(self, module: Any, name: Any, /) -> Any:
        """What names in a pickle stand for."""

    def build(self, obj: Any, state: Any, /) -> None:
        """Gives an object of the code's classes its state."""


class _Pickler(_BasePickler):
    def __init__(self, names: Names, file: Any, protocol: int | None) -> None:
        super().__init__(file, protocol)
        self.names = names
        self.persistent_id = names.look

    def reducer_override(self, obj: Any) -> Any:
        return self.names.reduced(obj, self.proto)

    def save_global(self, obj: Any, name: str | None = None) -> None:
        if self.names.is_named(obj):
            self._save_name(obj, *self.names.place(obj))
            return
        path = name or str(getattr(obj, "__qualname__", ""))
        if _BUILTINS.get(path) is obj:
            # The standard library's own way imports the module, which the code may not.
            self._save_name(obj, "builtins" if self.proto >= 3 else "__builtin__", path)
        else:
            super().save_global(obj, name)

    def _save_name(self, obj: Any, module: str, path: str) -> None:
        if self.proto >= 4:
            self.save(module)
            self.save(path)
            self.write(pickle.STACK_GLOBAL)
        elif "." in path:
            raise pickle.PicklingError(f"can't pickle {obj!r} by a protocol below 4")
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

    def load_build(self) -> None:
        state = self.stack.pop()
        self.names.build(self.stack[-1], state)

    def get_extension(self, code: int) -> None:
        raise pickle.UnpicklingError(f"unregistered extension code {code}")

    dispatch[pickle.BUILD[0]] = load_build


def dumps_into(names: Names, file: Any, obj: Any, protocol: int | None) -> None:
    _Pickler(names, file, protocol).dump(obj)


def load_from(names: Names, file: Any, options: dict[str, Any]) -> Any:
    load: Callable[[], Any] = _Unpickler(names, file, **options).load
    return load()
