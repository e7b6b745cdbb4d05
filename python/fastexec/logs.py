"""`logging` of a session: a module of its own, so that loggers, handlers and levels of the code are nobody else's.

What the code logs goes to its own handlers; the host's tools and libraries log to the host's.
"""

from __future__ import annotations

import builtins
import logging
import os
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

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
