"""`logging` of a session: a module of its own, so that loggers, handlers and levels of the code are nobody else's.

What the code logs goes to its own handlers; the host's tools and libraries log to the host's.
"""

from __future__ import annotations

import builtins
import itertools
import logging
import os
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any, cast

OWN = '''
def findCaller(self, stack_info=False, stacklevel=1):
    """The place in the code that logs."""
    return (*_caller(stacklevel, _srcfile), None)

def emit(self, record):
    """Writes the record as the code itself would write it."""
    try:
        _write(self.stream, self.format(record) + self.terminator)
        self.flush()
    except RecursionError:
        raise
    except Exception:
        self.handleError(record)

def setLevel(self, level):
    """Sets the level of a logger of the session."""
    if not isinstance(self.logger, (Logger, LoggerAdapter)):
        raise TypeError("not a logger: %r" % (self.logger,))
    self.logger.setLevel(level)

Logger.findCaller = findCaller
StreamHandler.emit = emit
LoggerAdapter.setLevel = setLevel
del findCaller, emit, setLevel
'''
"""What is done otherwise."""


def fresh(caller: Callable[[int, str], tuple[str, int, str]], write: Callable[[Any, str], None]) -> ModuleType:
    """A new module from the source of `logging`."""
    made = ModuleType("logging", logging.__doc__)
    names = vars(made)
    names.update(__file__=logging.__file__, __path__=list(logging.__path__), __package__="logging", __spec__=logging.__spec__)
    names["__builtins__"] = {**vars(builtins), "__import__": _import}
    loader: Any = logging.__spec__.loader
    exec(loader.get_code("logging"), names)  # noqa: S102
    names.update(__builtins__=builtins, _caller=caller, _write=write)
    exec(compile(OWN, made._srcfile, "exec"), names)  # noqa: S102
    return made


def _registered(*_args: Any, **_keywords: Any) -> None:
    """Nothing is kept."""


def _import(name: str, *rest: Any) -> Any:
    """The process is to remember nothing of the module when it exits or forks."""
    if name == "atexit":
        return SimpleNamespace(register=_registered)
    if name == "os":
        made = ModuleType("os")
        vars(made).update((key, value) for key, value in vars(os).items() if key != "register_at_fork")
        return made
    return builtins.__import__(name, *rest)


_CLASSES = frozenset(("FileHandler", "Filter", "Formatter", "NullHandler", "StreamHandler"))
"""Classes of `logging` that a configuration may name."""


class Configuration:
    """A configuration of the code (`logging.config.dictConfig`) that names nothing but what the code may have itself."""

    def __init__(self, own: ModuleType, named: dict[str, Any], rules: tuple[Callable[[str], Any], Callable[[Any], bool], Callable[[str], None]]):
        self.found: dict[str, Any] = {f"logging.{name}": getattr(own, name) for name in _CLASSES} | named
        self.variable: Callable[[str], Any]
        self.is_own: Callable[[Any], bool]
        self.refuse: Callable[[str], None]
        self.variable, self.is_own, self.refuse = rules
        self.configurator: Any = _configurator(own, self.found.__getitem__)

    def apply(self, config: Any) -> None:
        """Configures the loggers of the session."""
        self.configurator(self.checked(config)).configure()

    def checked(self, part: Any) -> Any:
        """A copy of a part of it."""
        kind = cast(Any, type)(part)
        if kind is dict:
            return dict(itertools.starmap(self.member, part.items()))
        if kind in (list, tuple):
            return cast(Any, kind)(map(self.checked, part))
        if issubclass(kind, (dict, list, tuple)):
            self.refuse("other containers than plain ones")
        if isinstance(part, str):
            part = str.__str__(part)
            if part.startswith("ext://"):
                self.look_up(part[6:])
        return part

    def member(self, key: Any, value: Any) -> tuple[Any, Any]:
        """A key of a part, and what the copy has under it."""
        if type(key) not in (int, str):
            self.refuse("keys that are no texts")
        if key == ".":
            self.refuse("attributes of what it makes")
        if key in ("()", "class"):
            if type(value) is str:
                self.look_up(value)
            elif not self.is_own(value):
                self.refuse("what is no class or function of the code")
        return key, self.checked(value)

    def look_up(self, name: str) -> None:
        """Finds what has the name, for the configuration to find it."""
        if name.startswith("__main__."):
            self.found[name] = self.variable(name.removeprefix("__main__."))
        elif name not in self.found:
            self.refuse(name)


def _configurator(own: ModuleType, found: Callable[[str], Any]) -> Any:
    """`logging.config.DictConfigurator` of a session, which imports nothing."""
    from logging import config, handlers

    logs, made = ModuleType("logging"), ModuleType("logging.config")
    vars(logs).update(vars(own), handlers=handlers)

    def importing(name: str, *rest: Any) -> Any:
        return logs if name.partition(".")[0] == "logging" else builtins.__import__(name, *rest)

    names = vars(made)
    names["__builtins__"] = {**vars(builtins), "__import__": importing}
    loader: Any = config.__spec__.loader if config.__spec__ else None
    exec(loader.get_code("logging.config"), names)  # noqa: S102
    names["_resolve"] = found

    def resolve(_: Any, name: str) -> Any:
        """Finds what was looked up before."""
        return found(name)

    return type("Configurator", (names["DictConfigurator"],), {"resolve": resolve})
