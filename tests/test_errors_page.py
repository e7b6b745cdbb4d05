"""docs/errors.md shows what the model is told, and errors say as data what their text says."""

from __future__ import annotations

import pickle
import re
import sys

import error_cases
import fastexec
import packages
import pytest
from error_cases import CASES, PAGE, Case
from fastexec import ExecutionTimeoutError, InterpreterError, Limits, LocalPythonExecutor
from fastexec.outcome import failure

ATTRIBUTES = ["kind", "error_type", "error_message", "statement", "line", "column", "end_line", "end_column", "frames", "hint", "host_hint", "limit", "cause"]
KINDS = {"Source": "syntax", "Imports": "refused", "Files": "refused", "Limits": "limit", "Raised": "raised", "Calls": "raised", "Data": "raised"}


def test_there_are_eighty_cases() -> None:
    assert len({case.title for case in CASES}) == len(CASES) >= 80


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="Python's own texts on the page are those of 3.11")
def test_page() -> None:
    packages.need(["numpy", "pandas", "sklearn", "networkx"])
    shown = PAGE.read_text(encoding="utf-8").split("\n### ")
    real = error_cases.page().split("\n### ")
    for one, other in zip(shown, real, strict=True):
        assert one == other


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_data(case: Case) -> None:
    packages.need(list(case.imports))
    error = error_cases.failure(case)
    assert error is not None and all(hasattr(error, name) for name in ATTRIBUTES)
    text = str(error)
    assert error.kind in ("syntax", "refused", "limit", "raised")
    assert error.kind == KINDS.get(case.section, error.kind) or case.title in ("JSON's words", "A member that is not there")
    assert (error.error_message.splitlines() or [""])[0] in text and error.error_type
    assert ("\n  hint: " + error.hint in text) if error.hint else "\n  hint: " not in text
    assert ("\n  host: " + error.host_hint in text) if error.host_hint else "\n  host: " not in text
    if error.line is not None:
        lines = case.code.splitlines()
        assert 1 <= error.line <= len(lines) and 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert (error.end_line, error.end_column) >= (error.line, error.column)
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == text and [getattr(copy, name) for name in ATTRIBUTES] == [getattr(error, name) for name in ATTRIBUTES]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
@pytest.mark.parametrize("case", [case for case in CASES if not case.imports][::4], ids=lambda case: case.title)
def test_workers_say_the_same(case: Case) -> None:
    here, there = error_cases.failure(case), error_cases.failure(case, "process")
    assert type(here) is type(there)
    for name in ATTRIBUTES:
        # (What the host's own objects are asked is not known there.)
        if (case.section != "Limits" and case.title != "A method of an object of the host") or name not in ("hint",):
            assert without_address(getattr(here, name)) == without_address(getattr(there, name)), name


def without_address(told: object) -> object:
    return re.sub(r" at 0x[0-9a-f]+", "", told) if isinstance(told, str) else told


def raised(code: str, imports: tuple[str, ...] = (), **options: object) -> fastexec.InterpreterError:
    executor = LocalPythonExecutor(imports, **options)
    executor.send_tools({})
    with pytest.raises((InterpreterError, ExecutionTimeoutError)) as caught:
        executor(code)
    return caught.value


def test_the_error_of_a_missing_wall_says_as_much() -> None:
    for error in (fastexec.IsolationError("a wall is missing"), pickle.loads(pickle.dumps(fastexec.IsolationError("a wall is missing")))):
        assert all(hasattr(error, name) for name in ATTRIBUTES)
        assert (error.kind, error.error_type, error.error_message, error.line) == ("internal", "IsolationError", "a wall is missing", None)
        assert failure(error).outcome == "internal"


def test_kinds() -> None:
    assert raised("x = = 1").kind == "syntax"
    assert raised("1 / 0").kind == "raised"
    assert raised("import os").kind == "refused"
    assert raised("try:\n    import os\nexcept ImportError as e:\n    raise ValueError(str(e))").kind == "refused"
    assert raised("eval('1')").kind == "refused" and raised("nothing(1)").kind == "raised"
    assert raised("while True: pass", limits=Limits(while_iterations=10)).limit == "while_iterations"
    late = raised("while True: pass", limits=Limits(seconds=0.2, while_iterations=None, operations=None))
    assert isinstance(late, ExecutionTimeoutError) and (late.kind, late.limit, late.line, late.frames[0][1]) == ("limit", "seconds", 1, 1)
    long = raised("x = 1", limits=Limits(source_bytes=3))
    assert (long.kind, long.limit) == ("limit", "source_bytes") and long.host_hint == "Limits(source_bytes=...) raises this limit"
    assert raised("x = '\ud800'").kind == "syntax"


def test_places() -> None:
    error = raised("def f(x):\n    return (x +\n            1 / 0)\n\nété = f(\n  1)")
    assert (error.line, error.column, error.end_line, error.end_column) == (5, 7, 6, 5)
    assert [frame[:2] for frame in error.frames] == [(None, 5), ("f", 3)]
    syntax = raised("x = 1\ny = (é $ 2)")
    assert (syntax.line, syntax.column) == (2, 8)


def test_causes() -> None:
    assert raised("try:\n    int('a')\nexcept ValueError as e:\n    raise KeyError('b') from e").cause.startswith("ValueError: invalid literal")
    assert raised("1 / 0").cause is None


def test_plain_errors() -> None:
    full, plain = raised("xs = [1]\nxs.push(2)"), raised("xs = [1]\nxs.push(2)", error_format="plain")
    assert str(plain) == str(full).splitlines()[0] and plain.hint == full.hint == "that is `append(item)`"
    assert str(raised("x = = 1", error_format="plain")) == str(raised("x = = 1"))
    late = raised("while True: pass", error_format="plain", limits=Limits(seconds=0.2, while_iterations=None, operations=None))
    assert str(late) == "Code execution exceeded the maximum execution time of 0.2 seconds" and late.line == 1
    with pytest.raises(ValueError, match='error_format must be "full" or "plain"'):
        LocalPythonExecutor([], error_format="short")


def test_help_shows_the_attributes() -> None:
    for kind in (InterpreterError, ExecutionTimeoutError):
        assert all(f"{name}: " in kind.__doc__ for name in ATTRIBUTES)
        assert kind("text").kind is None and list(kind("text").frames) == []


HOSTILE = """
class Meta(type):
    def __getattribute__(cls, name):
        while True: pass
class Evil(metaclass=Meta):
    def __getattr__(self, name):
        while True: pass
    def __eq__(self, other):
        while True: pass
    def __hash__(self):
        return 1
    def __repr__(self):
        return 'evil'
evil = Evil()
"""


@pytest.mark.parametrize("code", ["{}[evil]", "[1][evil]", "evil()", "None.x", "evil + 1", "raise AttributeError('x', name='y', obj=evil)", "def f(x=evil): pass\nf(1, 2)"])
def test_hints_run_no_code_of_the_snippet(code: str) -> None:
    error = raised(HOSTILE + code, limits=Limits(seconds=5, while_iterations=None, operations=None))
    assert error.kind == "raised", error


@pytest.mark.skipif(sys.version_info < (3, 11), reason="notes are of 3.11")
def test_notes_of_causes() -> None:
    error = raised("try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    e.add_note('a')\n    new = ValueError('x')\n    new.add_note('b')\n    raise new from e")
    assert str(error).splitlines()[-3:] == ["  note: b", "  caused by: ZeroDivisionError: division by zero (line 2)", "  note: a"]
    assert error.cause == "ZeroDivisionError: division by zero (line 2)"


def test_hints_ask_no_object_of_the_code() -> None:
    code = "class Meta(type):\n    def __getattribute__(cls, name):\n        print(name)\n        return type.__getattribute__(cls, name)\nclass A(metaclass=Meta):\n    def m(self, x): pass\na = A()\n"
    executor = LocalPythonExecutor([])
    executor(code)
    with pytest.raises(InterpreterError) as caught:
        executor("a.m()")
    assert caught.value.hint == "it is called as `m(x)`" or caught.value.hint is None
    told: list[str] = []
    with pytest.raises(InterpreterError):
        LocalPythonExecutor([], on_print=told.append)(code + "a.m()")
    assert "__module__\n" not in told


def test_a_null_character_has_a_place() -> None:
    """CPython says none, and so does the text."""
    with pytest.raises(InterpreterError, match="on line None due to: SyntaxError: source code string cannot contain null bytes") as caught:
        LocalPythonExecutor([])("x = 1\ny = 'a\0b'\n")
    assert (caught.value.line, caught.value.column) == (2, 7)
