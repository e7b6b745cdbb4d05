"""What stands in for parts of `doctest` while code uses it: examples run on the session, under its rules."""

from __future__ import annotations

import ast
import doctest
import inspect
import sys
from types import FunctionType
from typing import Any, NamedTuple

from fastexec._fastexec import run_example, session_variables

OF_THE_CODE = "__main__"
"""Module of what the code defines."""


class Source(NamedTuple):
    """An example that was not compiled: the session does it."""

    text: str


def compile(source: str, *_flags: Any) -> Source:  # noqa: A001 - doctest calls it by this name
    return Source(source)


def exec(example: Source, names: dict[str, Any]) -> None:  # noqa: A001
    # The interpreter leaves its builtins there, and examples take them away; the session has no use for any.
    left = names.pop("__builtins__", {})
    try:
        run_example(example.text, names, sys.stdout, show)
    finally:
        names["__builtins__"] = left


def shown(source: str, by: str) -> str:
    """The source in which the value of each statement that is an expression is handed to a function of this name, as a
    terminal shows values: in loops and other blocks too, not in functions and classes."""
    try:
        return ast.unparse(Shown(by).visit(ast.parse(source)))
    except (ValueError, RecursionError, MemoryError):
        # The session says what is wrong with it.
        return source


class Shown(ast.NodeTransformer):
    def __init__(self, by: str) -> None:
        self._by = by

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        call = ast.Call(ast.Name(self._by, ast.Load()), [node.value], [])
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), node))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node


def _show(value: Any) -> None:
    if value is not None:
        sys.stdout.write(f"{value!r}\n")


class DocTestFinder(doctest.DocTestFinder):
    """Looks for the names of the code's own objects in the session, not in the host's main module."""

    def find(self, obj: Any, name: Any = None, module: Any = None, globs: Any = None, extraglobs: Any = None) -> list[doctest.DocTest]:
        if module is not None or getattr(obj, "__module__", None) != OF_THE_CODE:
            return super().find(obj, name, module, globs, extraglobs)
        tests: list[doctest.DocTest] = []
        names: dict[str, Any] = {"__name__": OF_THE_CODE, **(globs or {}), **(extraglobs or {})}
        # Their source text is in no file.
        self._find(tests, obj, name or obj.__name__, None, None, names, {})  # type: ignore[attr-defined]  # a method that typeshed leaves out
        for test in tests:
            # As of a main module that is no file.
            test.filename = OF_THE_CODE
        return sorted(tests)

    def _from_module(self, module: Any, object: Any) -> bool:  # noqa: A002 - named by the base class
        # What classes of the code have from the engine has no examples.
        return super()._from_module(module, object) and (  # type: ignore[misc]  # likewise
            module is not None or type(object).__module__ != "fastexec")


def _testmod(
    m: Any = None,
    name: Any = None,
    globs: Any = None,
    verbose: Any = None,
    report: bool = True,
    optionflags: int = 0,
    extraglobs: Any = None,
    raise_on_error: bool = False,
    exclude_empty: bool = False,
) -> doctest.TestResults:
    """`doctest.testmod` of a module that is given, or of what the session has defined."""
    runner = (doctest.DebugRunner if raise_on_error else doctest.DocTestRunner)(verbose=verbose, optionflags=optionflags)
    finder = DocTestFinder(exclude_empty=exclude_empty)
    subjects = [(name or m.__name__, m)] if m is not None else _definitions(name or OF_THE_CODE)
    for known_as, subject in subjects:
        for test in finder.find(subject, known_as, globs=globs, extraglobs=extraglobs):
            runner.run(test)
    if report:
        runner.summarize()
    return doctest.TestResults(runner.failures, runner.tries)


def _definitions(module: str) -> list[tuple[str, Any]]:
    """Functions and classes of the session, by their names."""
    found = [(f"{module}.{name}", value) for name, value in session_variables().items() if inspect.isroutine(value) or inspect.isclass(value)]
    return sorted((name, value) for name, value in found if getattr(value, "__module__", None) == OF_THE_CODE)


class _OutputRedirectingPdb:  # pyright: ignore[reportUnusedClass]  # put in place by `process_settings`
    """No debugger: it would read commands from the host's home folder and terminal."""

    def __init__(self, out: Any) -> None:
        self.out = out

    def reset(self) -> None:
        pass

    def set_continue(self) -> None:
        pass

    def set_trace(self, *_frame: Any) -> None:
        raise RuntimeError("there is no debugger here")


# The code takes functions of the modules that it may import.
show: FunctionType = FunctionType(_show.__code__, {**globals(), "__name__": doctest.__name__}, "show")
testmod: FunctionType = FunctionType(_testmod.__code__, {**globals(), "__name__": doctest.__name__}, "testmod", _testmod.__defaults__)
DocTestFinder.__module__ = doctest.__name__
