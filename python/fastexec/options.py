"""What the host may give as an option: looked at when it is given, so that a slip is an error there and not a
rule that nobody meant."""

from __future__ import annotations

import math
import operator
import os
import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Literal, TypeVar, Union, cast, get_args, overload

from fastexec import constants

_Option = TypeVar("_Option")

OnRefusal = Literal["raise", "abort"]
ErrorFormat = Literal["full", "plain"]
Isolation = Literal["process"]
Require = Literal["full", "best"]
Rules = Literal["all", "contract"]
"""What hosts may choose from."""

Paths = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]", "Iterable[str | bytes | os.PathLike[str] | os.PathLike[bytes]]"]
"""One path, or several."""


_MODULE = re.compile(r"\*|[^.*]+(\.[^.*]+)*(\.\*)?")
"""Names with dots, of which a `*` may be the last."""


class _PackageDefault:
    """Stands for `fastexec.MAX_EXECUTION_TIME_SECONDS` at the time of the call."""

    def __repr__(self) -> str:
        return "MAX_EXECUTION_TIME_SECONDS"


PACKAGE_DEFAULT: Any = _PackageDefault()
"""Left out."""

# The lists as the engine knows them.
_RULES = ("DANGEROUS_MODULES", "DANGEROUS_FUNCTIONS", "ALLOWED_DUNDER_METHODS")
_AS_SHIPPED: dict[str, list[str]] = {name: list(getattr(constants, name)) for name in _RULES}


def paths(name: str, given: Any) -> list[str]:
    """One path, or several, as absolute texts. None is none."""
    if given is None:
        return []
    if isinstance(given, (str, bytes, os.PathLike)):
        return [_path(name, given)]
    return [_path(name, item) for item in _items(name, given, "paths (str or os.PathLike)")]


def _path(name: str, given: Any) -> str:
    if not isinstance(given, (str, bytes, os.PathLike)):
        raise TypeError(f"{name} must hold paths (str or os.PathLike), not {type(given).__name__}")
    path = os.fsdecode(cast("str | bytes | os.PathLike[str]", given))
    if not path:
        raise ValueError(f"{name} must not hold an empty path")
    if "\0" in path:
        raise ValueError(f"{name} must not hold a path with a null character")
    if os.path.expanduser(path) != path and not os.path.lexists(path):
        # `open` knows no `~`: what was granted would be a folder of that name, below the working directory.
        raise ValueError(f"{name} must hold paths as `open` takes them: os.path.expanduser({path!r}) makes one of this")
    # The host's working directory may be another one later.
    return os.path.abspath(path)


def modules(name: str, given: Any) -> list[str]:
    """Names of modules; one text is one name."""
    if given is None:
        return []
    if isinstance(given, str):
        given = (given,)
    names = list(_items(name, given, "names of modules (str)"))
    for module in names:
        if not isinstance(module, str):
            raise TypeError(f"{name} must hold names of modules (str), not {type(module).__name__}")
        if not _MODULE.fullmatch(module):
            raise ValueError(f"{name} must hold names of modules, but one is {module!r}")
    return names


def _items(name: str, given: Iterable[Any] | None, kinds: str) -> Iterable[Any]:
    kind = type(given).__name__
    # Bytes are iterable too: as numbers.
    if isinstance(given, (str, bytes, bytearray, Mapping)) or not isinstance(given, Iterable):
        raise TypeError(f"{name} must be a list of {kinds}, not {kind}")
    return given


def number(name: str, given: Any, *, whole: bool, least: float = 0, most: int = (1 << 63) - 1) -> Any:
    """A number that is not below `least` (0 or no bound), or None. `most` is what the engine can count to."""
    if given is None:
        return None
    if isinstance(given, bool) or not (_is_whole(given) or not whole and _is_real(given)):
        is_part = whole and isinstance(given, float)
        raise TypeError(f"{name} must be a {'whole ' * is_part}number or None, not {given if is_part else type(given).__name__}")
    if given != given:
        raise ValueError(f"{name} must be a number or None, but is nan")
    if given < least:
        raise ValueError(f"{name} must not be negative, but is {given}")
    if not (given <= most or given == math.inf):
        raise ValueError(f"{name} must be {most} at most, or None, but is {given}")
    return given


def most(limit: str) -> int:
    """What the engine can count to, of a limit by its name."""
    return (1 << 32) - 1 if limit.lower().removeprefix("max_") in ("recursion", "nesting") else (1 << 63) - 1


def _is_whole(given: Any) -> bool:
    try:
        operator.index(given)
    except TypeError:
        return False
    return True


def _is_real(given: Any) -> bool:
    if isinstance(given, float):
        return True
    from numbers import Real

    return isinstance(given, Real)


def flag(name: str, given: Any) -> bool:
    """True or False."""
    if not isinstance(given, bool):
        raise TypeError(f"{name} must be True or False, not {type(given).__name__}")
    return given


def choice(name: str, given: Any, kind: Any, or_none: bool = False) -> str:
    """One of the texts of a `Literal`. `or_none`: whether the option may be None instead, as the error says then."""
    known: tuple[str, ...] = get_args(kind)
    wanted = " or ".join([*map(_quoted, known), *["None"] * or_none])
    if not isinstance(given, str):
        raise TypeError(f"{name} must be {wanted}, not {type(given).__name__}")
    if given not in known:
        raise ValueError(f"{name} must be {wanted}, not {given!r}")
    return given


def _quoted(text: str) -> str:
    return f'"{text}"'


def named(name: str, given: Mapping[Any, Any] | None, what: str = "values") -> dict[str, Any]:
    """A dict from names to anything."""
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict of {what} by their names, not {type(given).__name__}")
    for key in given:
        if not isinstance(key, str):
            raise TypeError(f"{name} must be a dict of {what} by their names, but one name is {key!r}")
    return cast("dict[str, Any]", given)  # any mapping does


def functions(name: str, given: Any) -> dict[str, Any]:
    """A dict from names to functions; None is an empty one."""
    if given is None:
        return {}
    found = named(name, given, "functions")
    for key, value in found.items():
        if not callable(value):
            raise TypeError(f"{name}[{key!r}] must be callable, not {type(value).__name__}")
    return found


def listener(name: str, given: Any) -> Any:
    """A plain function that is told something, or None."""
    if given is None:
        return None
    if not callable(given):
        raise TypeError(f"{name} must be a function or None, not {type(given).__name__}")
    # (Loaded when needed: the first executor of a process waits for it.)
    import inspect

    if inspect.iscoroutinefunction(given):
        raise TypeError(f"{name} must be a plain function: it is called on the thread of the code, which awaits nothing")
    return given


class Fixed(Generic[_Option]):
    """An option that an executor is made with. It can be read; to assign it would change nothing, and so is an error."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, executor: None, _owner: type) -> Fixed[_Option]: ...
    @overload
    def __get__(self, executor: object, _owner: type | None = None) -> _Option: ...
    def __get__(self, executor: Any, _owner: type | None = None) -> Any:
        return self if executor is None else executor._made_with[self._name]

    def __set__(self, _executor: object, _value: object) -> None:
        raise AttributeError(f"{self._name} is fixed when an executor is made: LocalPythonExecutor(..., {self._name}=...) takes it")

    def __delete__(self, executor: object) -> None:
        self.__set__(executor, None)


_warned: dict[str, Any] = {}
"""Lists of rules of which it was said that they were edited, as they were then."""


def warn_of_edited_rules() -> None:
    """Says that editing lists of rules changes nothing: the engine's own are fixed. It says so once of each change."""
    import fastexec

    edited = [name for name, shipped in _AS_SHIPPED.items() if (now := getattr(fastexec, name)) != shipped and _edited(now, shipped)]
    if not edited:
        _warned.clear()
        return
    contents = {name: _contents(getattr(fastexec, name)) for name in edited}
    if contents != _warned:
        import warnings

        warnings.warn(
            f"fastexec.{', fastexec.'.join(edited)} was changed, which has no effect: what code may reach is decided "
            "by the authorized imports, the tools, and fastexec's own rules.",
            RuntimeWarning,
            stacklevel=callers() + 1,
        )
        _warned.clear()
        _warned.update(contents)


def callers() -> int:
    """How many calls up from here the host's own code is."""
    frame, level = sys._getframe(1), 0
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == "fastexec":
        frame, level = frame.f_back, level + 1
    return level


def _contents(now: Any) -> Any:
    try:
        return list(now)
    except TypeError:
        return now


def _edited(now: Any, shipped: list[str]) -> bool:
    try:
        return list(now) != shipped
    except TypeError:
        return True
