"""Tries an installed fastexec with nothing else installed: `python tools/smoke.py`."""

from __future__ import annotations

import pathlib
import sys

import fastexec
from fastexec import InterpreterError, Limits, LocalPythonExecutor

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "python"


def refused(executor: LocalPythonExecutor, code: str) -> str:
    """The kind of the error that the code ends with."""
    try:
        executor(code)
    except InterpreterError as error:
        return str(error.kind)
    raise AssertionError(f"this ran: {code}")


def main() -> None:
    """Runs, refuses, stops, and says what was tried."""
    assert not pathlib.Path(fastexec.__file__).is_relative_to(SOURCES), "these are the sources, not what is installed"
    executor = LocalPythonExecutor(["json"])
    executor.send_tools({"double": lambda x: 2 * x})
    result = executor("import json\nprint('here')\njson.dumps([double(n) for n in range(3)])")
    assert (result.output, result.logs) == ("[0, 2, 4]", "here\n")
    assert refused(executor, "import os") == "refused" and refused(executor, "().__class__") == "refused"
    assert refused(executor, "while True: pass") == "limit" and refused(executor, "x = = 1") == "syntax"
    assert executor("1", limits=Limits(seconds=5)).output == 1
    if sys.platform.startswith("linux"):
        # Whatever walls the machine has.
        import warnings

        warnings.simplefilter("ignore")
        isolated = LocalPythonExecutor([], isolation="process", require="best")
        assert isolated("sum(range(10))").output == 45
        isolated.cleanup()
    print(f"fastexec {fastexec.__version__} works on {sys.implementation.name} {sys.version.split()[0]}, {sys.platform}")


if __name__ == "__main__":
    main()
