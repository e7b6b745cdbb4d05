"""The page docs/language.md tells the truth: its refusals read as it says. (Its examples: test_pages.py.)"""

from __future__ import annotations

import pathlib
import re

import fastexec
import pytest

TEXT = (pathlib.Path(__file__).parent.parent / "docs" / "language.md").read_text(encoding="utf-8")
REFUSAL = re.compile(r"^\| `(.+?)` \| `(.+?)` \| (.*) \|$", re.M)
IMPORTS = ["asyncio", "contextlib", "dataclasses", "gc", "inspect", "sys", "types", "typing", "weakref"]


def executor(imports: list[str]) -> fastexec.LocalPythonExecutor:
    made = fastexec.LocalPythonExecutor(imports)
    made.send_tools({})
    return made


def test_there_is_something_to_check() -> None:
    assert len(REFUSAL.findall(TEXT)) > 30


@pytest.mark.parametrize(("code", "message", "instead"), REFUSAL.findall(TEXT))
def test_refusal(code: str, message: str, instead: str) -> None:
    run = executor(IMPORTS)
    with pytest.raises(fastexec.InterpreterError) as caught:
        run(code)
    assert f" due to: InterpreterError: {message}" in str(caught.value) or f" due to: TypeError: {message}" in str(caught.value)
    # The code may catch it and go on.
    caught_inside = f"try:\n    {code}\nexcept (ValueError, TypeError) as e:\n    r = 'went on'\nr"
    if "Forbidden function evaluation" not in message:
        assert run(caught_inside).output == "went on"
    else:
        assert run(caught_inside.replace("ValueError", "NameError")).output == "went on"
