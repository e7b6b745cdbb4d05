"""What code does with objects of the host is what it does in Python: each use of data/host_objects.py on each object."""

from __future__ import annotations

import ast
import contextlib
import enum
import io
import pathlib
import re
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import fastexec
import pytest

pytest.importorskip("pandas")
pytest.importorskip("pydantic")
sys.path.insert(0, str(pathlib.Path(__file__).parent / "data"))

from host_objects import CLASSES, IMPORTS, OBJECTS, USES  # noqa: E402

PROGRAMS = [line.replace("\\n", "\n") for line in USES.strip().splitlines()]
REFUSED: dict[str, tuple[str, ...]] = {
    "Forbidden access to dunder attribute: __dict__": ("vars",),
    "Forbidden access to dunder attribute: __class__": ("__class__",),
    # What can be called is no record.
    "Forbidden assignment to attribute": ("call", "partial"),
    "Forbidden to derive from class: Generator": ("random",),
}
"""Refusals, and what the program or the object has that meets each."""


def shown(value: Any) -> str:
    return re.sub(r"0x[0-9a-fA-F]+", "0x", str(value))


def in_python(code: str, variables: dict[str, Any]) -> tuple[str, ...]:
    tree, out = ast.parse(code), io.StringIO()
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(tree, "<code>", "exec"), variables)
            value = eval(compile(ast.Expression(last.value), "<code>", "eval"), variables) if isinstance(last, ast.Expr) else None
            return "gives", shown(repr(value)), shown(out.getvalue())
    except Exception as error:  # noqa: BLE001
        return "raises", shown(error)


def here(code: str, variables: dict[str, Any]) -> tuple[str, ...]:
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_tools({})
    executor.send_variables(variables)
    try:
        given = executor(code)
        return "gives", shown(repr(given.output)), shown(given.logs)
    except fastexec.InterpreterError as error:
        return "raises", shown(error)


@contextlib.contextmanager
def fresh(name: str) -> Iterator[Any]:
    """The object, which leaves as it came: there is one member of an enumeration."""
    x = OBJECTS[name]()
    before = dict(x.__dict__) if isinstance(x, enum.Enum) else None
    yield x
    if before is not None:
        x.__dict__.clear()
        x.__dict__.update(before)


def is_broken(name: str, code: str) -> bool:
    """Python 3.10 gives a dataclass with slots a `__weakref__` of another class, which its `inspect` stumbles over."""
    return sys.version_info < (3, 11) and name == "slotted" and "getmembers" in code


def is_refused(name: str, code: str, told: str) -> bool:
    return any(text in told and any(mark in code or mark == name for mark in marks) for text, marks in REFUSED.items())


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_of_the_host_are_used_as_in_python(name: str) -> None:
    differs = []
    warnings.simplefilter("ignore")
    for code in PROGRAMS:
        with fresh(name) as x:
            given = here(code, {**CLASSES, "x": x})
        with fresh(name) as x:
            expected = in_python(code, {**CLASSES, "x": x, "__name__": "__main__"})
        alike = given == expected or given[0] == expected[0] == "raises"
        if not alike and not is_broken(name, code) and not (given[0] == "raises" and is_refused(name, code, given[1])):
            differs.append((code, expected, given))
    assert differs == []
