"""How exceptions cross: their class by name, what they say, what they carry, and what caused them."""

from __future__ import annotations

import asyncio
import builtins
import collections
import functools
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from fastexec import errors
from fastexec._fastexec import is_class_of_code
from fastexec.hints.work import is_of_the_host
from fastexec.isolation import class_descriptions, class_references, kinds, plain_bases
from fastexec.isolation.problems import TooLarge, Uncrossable

if TYPE_CHECKING:
    from typing import TypeAlias

    _Described: TypeAlias = "None | bool | int | str | list[_Described] | dict[Any, _Described]"
    """What came, of which nothing is known yet."""

_CAUSES = 5
"""Of an exception, at most."""

_OURS = {"InterpreterError": errors.InterpreterError, "ExecutionTimeoutError": errors.ExecutionTimeoutError, "TooLarge": TooLarge}
_NOT_OURS = (KeyboardInterrupt, SystemExit, GeneratorExit)

_ENDS: dict[tuple[str, str], type[BaseException]] = {
    ("builtins", "SystemExit"): SystemExit,
    ("builtins", "GeneratorExit"): GeneratorExit,
    ("asyncio.exceptions", "CancelledError"): asyncio.CancelledError,
}
"""In a worker those of a tool are such for the code, as in the host's process."""


def describe(error: BaseException, crossing: Any, causes: int = _CAUSES, *, whole: bool = True) -> Any:
    """The exception as plain data; of the host's, `whole`, with what stands for its class and for itself in a worker."""
    if any(each is error for each in crossing.describing):
        raise Uncrossable("an exception that holds itself")
    crossing.describing.append(error)
    try:
        return _described(error, crossing, causes, whole=whole)
    finally:
        crossing.describing.pop()


def _described(error: BaseException, crossing: Any, causes: int, *, whole: bool) -> Any:
    ours = next((name for name, kind in _OURS.items() if isinstance(error, kind)), None)
    return {
        "class": ["fastexec", ours, ours] if ours else [type(error).__module__, type(error).__qualname__, _base(error)],
        "text": _text(error),
        "args": [_plain(item, crossing) for item in error.args],
        "attributes": {name: _plain(value, crossing) for name, value in _attributes(error) if _crosses(name, crossing)},
        "number": crossing.exception_number(error),
        "cause": _other(error.__cause__, crossing, causes - 1, whole=whole),
        "context": _context(error, crossing, causes - 1, whole=whole),
        "alone": error.__suppress_context__,
        **(_of_program(error, crossing) if whole and crossing.of_host and not ours else {}),
        **({"outside": not _is_of_program(error)} if crossing.of_host else _of_worker(error)),
    }


def _is_of_program(error: BaseException) -> bool:
    """Whether code of the host's own program, and not only that of libraries, was under way."""
    trace = error.__traceback__
    while trace is not None:
        frame, trace = trace.tb_frame, trace.tb_next
        if not str(frame.f_globals.get("__name__")).startswith("fastexec.") and is_of_the_host(frame):
            return True
    return False


_outside: collections.deque[BaseException] = collections.deque(maxlen=16)
"""In a worker the last exceptions of the host that none of its program's code raised or passed on."""


def was_outside(error: BaseException | None) -> bool:
    """Whether it came of what the code asked for, and no program of the host's was at work on that."""
    return any(each is error for each in _outside)


def _of_worker(error: BaseException) -> dict[str, Any]:
    """Whether the code has made its class, and if it did so below one of the host's, the host's number of that; of what stands for an
    exception of the host's, the host's number of it."""
    kind = class_references.host_class_of(type(error)) if isinstance(type(error), class_references.ClassReference) else None
    above = {} if kind is None else {"above": class_references.number_of(kind)}
    theirs = {"object": vars(error)["_number"]} if kind is type(error) and "_number" in vars(error) else {}
    return {"own": is_class_of_code(type(error)), **above, **theirs}


def _of_program(error: BaseException, crossing: Any) -> dict[str, Any]:
    """Of an exception whose class Python does not have, or a worker another one of."""
    kind = type(error)
    if kinds.is_plain_type(kind) or (kind.__module__, kind.__qualname__) in _ENDS or kind.__module__.startswith("fastexec"):
        return {}
    return {"lineage": crossing.lineage(kind, error), "object": crossing.objects.number_of(error)}


_IN_SLOTS: dict[type[BaseException], tuple[str, ...]] = {
    OSError: ("filename", "filename2"),
    ImportError: ("name", "path"),
    AttributeError: ("name",),
    NameError: ("name",),
}
"""What Python's own classes keep beside `args`."""

_OBJECT = "obj"
"""Of an `AttributeError`. It stays where it is, but that it was not None is to be known."""
_ELSEWHERE = object()


def _attributes(error: BaseException) -> list[tuple[str, Any]]:
    kept = [(name, value) for name in sorted(_slots_of(error)) if (value := getattr(error, name, None)) is not None]
    if isinstance(error, AttributeError) and getattr(error, "obj", None) is not None:
        kept.append((_OBJECT, True))
    return [*kept, *vars(error).items()]


def _crosses(name: str, crossing: Any) -> bool:
    """A worker is told what its code may see."""
    return name.isidentifier() and not (crossing.of_host and name.startswith("_") and name != "__notes__")


def _context(error: BaseException, crossing: Any, causes: int, *, whole: bool) -> Any:
    """What was handled when it was raised; `True` for its cause."""
    if error.__context__ is None or error.__context__ is error.__cause__:
        return error.__context__ is not None
    return _other(error.__context__, crossing, causes, whole=whole)


def _other(error: BaseException | None, crossing: Any, causes: int, *, whole: bool) -> Any:
    """One that led to it."""
    is_out = causes <= 0 or any(each is error for each in crossing.describing)
    return None if error is None or is_out else describe(error, crossing, causes, whole=whole)


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001  (its class may do anything)
        return ""


def _base(error: BaseException) -> str:
    """The nearest class of Python's own. (The functions of builtins that look who calls them say no more at the end of a run.)"""
    kinds: Iterator[type] = (kind for kind in type(error).__mro__ if vars(builtins).get(kind.__name__) is kind)
    return next(kinds).__name__


def _plain(value: Any, crossing: Any) -> Any:
    """The value if it crosses by itself, or as one of a plain type, else how it looks."""
    try:
        if isinstance(value, BaseException):
            return Described(describe(value, crossing, 1))
        base = plain_bases.base_of(type.__dict__["__mro__"].__get__(type(value))) if crossing.of_host else None
        if base is not None:
            value = plain_bases.value_of(value, base)
        crossing.check(value)
    except (Uncrossable, TypeError, ValueError):
        return _look(value)
    return value


class Described:
    """An exception that another one holds, as plain data."""

    __slots__ = ("data",)

    def __init__(self, data: Any) -> None:
        self.data: Any = data


def _look(value: Any) -> str:
    from fastexec._fastexec import shown

    return shown(value)


def build(described: _Described, crossing: Any, causes: int = _CAUSES) -> BaseException:
    """The exception again: the very one, where it is of this side; else one of its class, where that is Python's, ours or
    loaded here; else one of a class that is named like it. Raises `ValueError` for what is none."""
    told: Any = described
    match described:
        case {
            "class": [str(module), str(name), str(base)],
            "text": str(text),
            "args": list(args),
            "attributes": dict(attributes),
            "number": int(number),
            "cause": cause,
        }:
            own: BaseException | None = crossing.own_exception(number) or _object_of_host(told.get("object"), crossing)
        case _:
            raise ValueError("malformed message: an error that is none")
    if own is not None:
        # It has its own attributes and traceback.
        _give_what_is_new(own, attributes, told, crossing, causes)
        return own
    met: BaseException | None = crossing.met_before(number)
    if met is not None and _text(met) == text:
        _give_again(met, attributes, told, crossing, causes)
        return met
    ends = None if crossing.of_host else _ENDS.get((module, name))
    kind = None if crossing.of_host or "lineage" not in told else crossing.class_told(told["lineage"])
    above = _above(told.get("above"), crossing) if crossing.of_host else None
    is_of_library = told.get("own") is not True and not module.startswith("fastexec") and crossing.may_name(module)
    known = _loaded(module, name, _root(base)) if is_of_library else None
    if ends is not None:
        error = ends(*args)
    elif above is not None:
        error = _blank(_like(module, name, above, text), _python_of(above), args)
    elif kind is None or known is not None:
        error = _made((module, name, base), known, text, args)
    else:
        error = _blank(kind, _root(base), args)
    _give(error, attributes, private=known is None or not crossing.of_host)
    if kind is not None:
        crossing.stands_for(error, told["object"], text)
    crossing.met_exception(error, number)
    if told.get("outside") is True and not crossing.of_host:
        _outside.append(error)
    error.__suppress_context__ = told.get("alone") is True
    if causes > 1:
        _give_others(error, cause, told.get("context"), crossing, causes - 1)
    return error


def _object_of_host(number: Any, crossing: Any) -> BaseException | None:
    """The host's exception for which another one stood in a worker."""
    found = crossing.objects.object_of(number) if crossing.of_host and type(number) is int else None
    return found if isinstance(found, Exception) else None


def _give_what_is_new(own: BaseException, attributes: dict[Any, _Described], told: Any, crossing: Any, causes: int) -> None:
    """What an exception of this side was given on the other one: notes, and what it was raised from."""
    notes = attributes.get("__notes__")
    if isinstance(notes, list) and notes and not hasattr(own, "__notes__"):
        _give(own, {"__notes__": notes}, private=True)
    has_others = own.__cause__ is not None or own.__context__ is not None
    if not has_others and causes > 1:
        own.__suppress_context__ = told.get("alone") is True
        _give_others(own, told["cause"], told.get("context"), crossing, causes - 1)


def _give_again(met: BaseException, attributes: dict[Any, _Described], told: Any, crossing: Any, causes: int) -> None:
    """What the host has given one that comes again, which was raised here before: it keeps the lines of the code that it came through."""
    if "object" in told:
        crossing.shown_again(told["object"])
    if "lineage" in told:
        crossing.class_told(told["lineage"])
    _give(met, attributes, private=False)
    _give_what_is_new(met, {}, told, crossing, causes)


def _give_others(error: BaseException, cause: _Described, context: _Described, crossing: Any, causes: int) -> None:
    if cause is not None:
        error.__cause__ = build(cause, crossing, causes)
    if context is True:
        error.__context__ = error.__cause__
    elif isinstance(context, dict):
        error.__context__ = build(context, crossing, causes)


def _give(error: BaseException, attributes: dict[Any, _Described], *, private: bool) -> None:
    for name, value in attributes.items():
        if name == _OBJECT and isinstance(error, AttributeError):
            error.obj = _ELSEWHERE
        elif name in _slots_of(error):
            if value is None or isinstance(value, (str, bytes, int)):
                setattr(error, name, value)
        elif isinstance(name, str) and not name.startswith("__" if private else "_"):
            vars(error)[name] = value
        elif name == "__notes__" and isinstance(value, list):
            vars(error)[name] = [str(note) for note in value if isinstance(note, str)]


def _slots_of(error: BaseException) -> set[str]:
    return {name for kind, names in _IN_SLOTS.items() if isinstance(error, kind) for name in names}


def _root(base: str) -> type[BaseException]:
    root = getattr(builtins, base, None)
    if not (isinstance(root, type) and issubclass(root, BaseException)):
        raise ValueError("malformed message: an error that is none")
    return root


def _made(named: tuple[str, str, str], known: type[BaseException] | None, text: str, args: list[Any]) -> BaseException:
    module, name, base = named
    if module == "fastexec" and name in _OURS:
        return errors.error(_OURS[name], text)
    root = _root(base)
    if not issubclass(root, Exception) or module.startswith("fastexec"):
        # What ends programs, and what has a meaning between host and worker, is only named so.
        return _like(module, name, RuntimeError if issubclass(root, Exception) else _root_for_code(root), text)(*args)
    if issubclass(root, UnicodeError) and not _is_unicode(args):
        return _like(module, name, ValueError, text)(*args)
    if module == "builtins" and name == base:
        return _of_python(root, args, text)
    return _blank(_saying(known, root, text) or _like(module, name, root, text), root, args)


def _above(number: Any, crossing: Any) -> type[BaseException] | None:
    """The class of this side of which a worker says that a class of its code is below it; None where there is none, or where it does
    more than be there."""
    found = crossing.objects.object_of(number) if type(number) is int else None
    if type(found) is not type or not issubclass(found, Exception) or issubclass(found, UnicodeError) or not class_descriptions.is_open(found):
        return None
    return found


def _python_of(kind: type[BaseException]) -> type[BaseException]:
    return next(each for each in kind.__mro__ if kinds.is_plain_type(each))


def _saying(kind: type[BaseException] | None, root: type[BaseException], text: str) -> type[BaseException] | None:
    """The class, or one below it that says the text: what it says itself may be made of what did not cross. None where only
    its own code makes one."""
    if kind is None or kind.__str__ is root.__str__:
        return kind
    if type(kind) is not type or "__init_subclass__" in {name for each in kind.__mro__[:-1] for name in vars(each)}:
        return None
    return _like(kind.__module__, kind.__name__, kind, text)


def _root_for_code(root: type[BaseException]) -> type[BaseException]:
    """Code that catches `Exception` does not catch the end of its run; it is no exit of the program either."""
    return RuntimeError if issubclass(root, _NOT_OURS) else BaseException


def _is_unicode(args: list[Any]) -> bool:
    """Places within the text: CPython reads memory at others."""
    match args:
        case [str(), (bytes() | str()) as text, int(start), int(end), str()]:
            return 0 <= start <= end <= len(text) and type(start) is int and type(end) is int
        case [(bytes() | str()) as text, int(start), int(end), str()]:
            return 0 <= start <= end <= len(text)
    return not args or len(args) == 1


def _of_python(kind: type[BaseException], args: list[Any], text: str) -> BaseException:
    try:
        return kind(*args)
    except Exception:  # noqa: BLE001  (it was made in another way)
        return _like("builtins", kind.__name__, kind, text)(text)


def _loaded(module: str, name: str, root: type[BaseException]) -> type[BaseException] | None:
    """A class of a module that is loaded here."""
    home = sys.modules.get(module)
    found = vars(home).get(name) if home is not None else None
    if not (isinstance(found, type) and issubclass(found, root) and found.__flags__ & _ON_HEAP):
        return None
    return found if _is_laid_out_as(root, found) else None


_ON_HEAP = 1 << 9
"""Of a class that Python made (`Py_TPFLAGS_HEAPTYPE`)."""


def _is_laid_out_as(root: type[BaseException], kind: type[BaseException]) -> bool:
    """Whether its instances can be made without code of its own; not those of a class written in C that keep more."""
    try:
        root.__new__(kind)
    except TypeError:
        return False
    return True


def _like(module: str, name: str, root: type, text: str) -> type[BaseException]:
    """A class of that name that says the text, for all exceptions that say it."""
    return _made_like(module, name, root, text) if len(text) > _SHORT else _kept_like(module, name, root, text)


_SHORT = 200
"""Characters of a text that may be kept."""


def _made_like(module: str, name: str, root: type, text: str) -> type[BaseException]:
    named = name.rpartition(".")[2]
    if not named.isidentifier():
        raise ValueError("malformed message: an error that is none")

    def __str__(_error: object) -> str:
        return text

    made: Any = type(named, (root,), {"__module__": module, "__str__": __str__})
    return cast("type[BaseException]", made)


_kept_like = functools.lru_cache(maxsize=32)(_made_like)


def _blank(kind: type[BaseException], root: type[BaseException], args: list[Any]) -> BaseException:
    """An instance, made without code of its class."""
    error: BaseException = root.__new__(kind, *args)
    error.args = tuple(args)
    return error
