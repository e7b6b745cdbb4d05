"""Operators, statements and builtins on every pair of kinds of values give what they give in CPython: no fast way takes a pair that is not its own."""

from __future__ import annotations

import runpy
from pathlib import Path

from fastexec import Limits, LocalPythonExecutor

PROGRAM = Path(__file__).parent / "data" / "operator_matrix.py"


def test_every_pair_of_kinds_gives_the_same() -> None:
    real = runpy.run_path(str(PROGRAM), run_name="__main__")
    kinds, expected = list(real["make"]()), real["run"]()
    executor = LocalPythonExecutor(["collections", "datetime", "decimal", "enum", "fractions"], timeout_seconds=None, limits=Limits(operations=10**9))
    executor.send_tools({})
    executor(PROGRAM.read_text(encoding="utf-8"))
    got = executor("run()").output
    assert len(expected) > 5000 and got.keys() == expected.keys()
    differences = {
        (row, other): (right, seen)
        for row, cells in expected.items()
        for other, right, seen in zip(kinds, cells, got[row], strict=True)
        if right != seen
    }
    assert differences == {}
