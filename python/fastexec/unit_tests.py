"""What stands in for parts of `unittest` while code uses it: the main module, whose tests and fixtures it looks for, is the session."""

from __future__ import annotations

import argparse
import functools
import sys
import unittest
from types import ModuleType
from typing import Any

from fastexec._fastexec import sandboxed, session_variables

_MAIN = "__main__"


def _session_module() -> ModuleType:
    """The session's variables as they are now."""
    made = ModuleType(_MAIN)
    vars(made).update(session_variables())
    return made


class _Modules:
    def __getitem__(self, name: str) -> ModuleType:
        # (Other threads are the host's, which may run tests of its own.)
        return _session_module() if name == _MAIN and sandboxed() else sys.modules[name]


def system() -> ModuleType:
    """`sys`, as suites use it."""
    made = ModuleType(sys.__name__)
    vars(made).update(modules=_Modules(), __getattr__=functools.partial(getattr, sys))
    return made


def _fill(parser: argparse.ArgumentParser, args: list[str], program: object) -> None:
    """`parser.parse_args`, which fills a namespace and no other object."""
    held = vars(program)
    held.update(vars(argparse.ArgumentParser.parse_args(parser, args, argparse.Namespace(**held))))


class TestProgram(unittest.TestProgram):
    """Without arguments it has none: those of the process are the host's."""

    __test__ = False

    def __init__(self, module: Any = _MAIN, defaultTest: Any = None, argv: Any = None, *rest: Any, **options: Any) -> None:  # noqa: N803
        # (Its name in usage texts is that of a script.)
        super().__init__(_session_module() if module == _MAIN else module, defaultTest, ["main.py"] if argv is None else argv, *rest, **options)

    def _initArgParsers(self) -> None:  # noqa: N802
        inherited: Any = super()
        inherited._initArgParsers()
        parsers: Any = self
        for parser in (parsers._main_parser, parsers._discovery_parser):
            parser.parse_args = functools.partial(_fill, parser)


TestProgram.__module__ = unittest.TestProgram.__module__
