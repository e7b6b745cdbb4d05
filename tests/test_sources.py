"""`inspect` shows the text of functions of the code as CPython shows that of functions of a file."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest
from fastexec import LocalPythonExecutor

PROGRAM = pathlib.Path(__file__).parent / "data" / "sources_of_functions.py"


def test_texts_are_those_of_a_file() -> None:
    real = subprocess.run([sys.executable, str(PROGRAM)], capture_output=True, text=True, check=True).stdout
    assert LocalPythonExecutor(["inspect", "functools", "textwrap"])(PROGRAM.read_text(encoding="utf-8")).logs == real
    assert "return x + 1  # the end\n" in real


@pytest.mark.parametrize("isolation", [None, "process"])
def test_functions_of_earlier_calls_keep_theirs(isolation: str | None) -> None:
    executor = LocalPythonExecutor(["inspect"], isolation=isolation)
    executor("import inspect\ndef first(a):\n    return a")
    executor("\n\ndef second(b): return b")
    assert executor("inspect.getsource(first)").output == "def first(a):\n    return a\n"
    assert executor("inspect.getsourcelines(second)").output == (["def second(b): return b\n"], 3)


def test_what_lies_in_no_file_is_not_found_there() -> None:
    executor = LocalPythonExecutor(["inspect"])
    executor("import inspect\ndef first(a):\n    return a\nclass Own: pass")
    assert executor("inspect.getcomments(first)").output is None
    for code in ("inspect.findsource(first)", "inspect.getsource(Own)", "inspect.getsource(Own())"):
        with pytest.raises(ValueError, match="OSError|TypeError"):
            executor(code)
