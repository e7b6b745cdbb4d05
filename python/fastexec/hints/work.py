"""What of the host's program was at work when the time of a run was up."""

from __future__ import annotations

import inspect
import pathlib
import sys
import types
from typing import Any, NamedTuple, cast

from fastexec.hints.asked import is_reference, kind_of

_LIBRARIES = ("site-packages", "dist-packages")
"""Folders that packages are installed in."""
_EXECUTOR = str(pathlib.Path(__file__).parent.parent / "executor.py")
"""What lies beyond its functions began the run."""
_MOST = 1_000
"""Frames that are looked through."""


class Work(NamedTuple):
    """Of what a hint tells."""

    name: str
    gives_items: bool


def of_frame(frame: Any) -> Work | None:
    """Of the function of the host's program that the code asked, in which that runs. None where all are those of libraries."""
    found: Any = None
    for _ in range(_MOST):
        if frame is None or frame.f_code.co_filename == _EXECUTOR:
            break
        found = frame if is_of_the_host(frame) else found
        frame = frame.f_back
    if found is None:
        return None
    stands_for = _reference(found)
    return _of_function(found) if stands_for is None else _of_reference(stands_for, found)


def of_iterator(iterator: object) -> Work | None:
    """Of a generator or an iterator that Python code of the host gives."""
    if type(iterator) is types.GeneratorType:
        frame = iterator.gi_frame
        is_host = iterator.gi_code.co_filename[:1] != "<" and not _is_in_library(iterator.gi_code.co_filename)
        return Work(iterator.__name__, True) if is_host and (frame is None or is_of_the_host(frame)) else None
    if is_reference(iterator, "Reference"):
        return _of_items(iterator)
    if type(iterator) in (enumerate, zip):
        return _of_parts(iterator)
    method = inspect.getattr_static(type(iterator), "__next__", None)
    if type(method) is not types.FunctionType or _is_in_library(method.__code__.co_filename):
        return None
    return Work(kind_of(iterator), True)


def _of_parts(iterator: Any) -> Work | None:
    """Of what it goes through, if one part of that is the host's."""
    kind = cast("Any", type(iterator))
    found = [work for part in kind.__reduce__(iterator)[1] if type(part) is not kind and (work := of_iterator(part)) is not None]
    return found[0] if len(found) == 1 else None


def is_of_the_host(frame: types.FrameType) -> bool:
    """Whether its code is neither that of snippets nor of a library; in a worker, whether it stands for something of the host."""
    name, file = str(frame.f_globals.get("__name__")), f"{frame.f_code.co_filename}\n{frame.f_globals.get('__file__')}"
    if name.startswith("fastexec."):
        return name.startswith("fastexec.isolation.") and name != "fastexec.isolation.worker"
    is_library = name.partition(".")[0] in sys.stdlib_module_names and name != "__main__" or _is_in_library(file)
    return not (file.startswith("<") or is_library)


def is_host_code(name: str, module: types.ModuleType | None) -> bool:
    """Whether a module is one of the host's program."""
    is_library = name.partition(".")[0] in sys.stdlib_module_names and name != "__main__" or name.startswith("fastexec.")
    return not (is_library or _is_in_library(str(getattr(module, "__file__", ""))))


def _is_in_library(file: str) -> bool:
    return any(part in file for part in _LIBRARIES)


def _reference(frame: types.FrameType) -> Any:
    """What stands for an object of the host, whose method this is."""
    found: object = frame.f_locals.get("self")
    return found if is_reference(found, "Reference") else None


def _of_reference(found: Any, frame: types.FrameType) -> Work:
    operation = frame.f_locals.get("operation")
    if operation == "next":
        return _of_items(found)
    name = _name(found)
    called = frame.f_code.co_name == "__call__"
    return Work(name if called and name is not None else found._kind, False)


def _name(found: object) -> str | None:
    name = vars(found).get("__name__")
    return name if isinstance(name, str) else None


def _of_items(found: Any) -> Work:
    name = _name(found)
    return Work(name if name is not None and found._kind == "generator" else found._kind, True)


def _of_function(frame: types.FrameType) -> Work:
    name = frame.f_code.co_name
    if frame.f_code.co_flags & inspect.CO_GENERATOR:
        return Work(name, True)
    own: object = frame.f_locals.get(frame.f_code.co_varnames[0]) if frame.f_code.co_argcount else None
    is_special = name.startswith("__") and own is not None
    return Work(kind_of(own) if is_special else name, name == "__next__")
