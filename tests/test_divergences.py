"""The table of deliberate differences names existing tests, each of which it changes the result of.

That the result differs as the row says is asserted by the suite itself (an entry for a row that
passes fails there), so an entry that no test uses cannot stand.
"""

from __future__ import annotations

import re

import conformance
import differential
import divergences
import fastexec
import libraries
import packages
import pytest
import python_differences

SUITES = {
    "language": set(conformance.load_all()),
    "libraries": set(libraries.load_all()),
    "smolagents": set(differential.SNIPPETS),
    "python": set(python_differences.SNIPPETS),
}


@pytest.mark.parametrize("row", divergences.all_rows(), ids=lambda row: row["id"])
def test_row_is_used(row: dict) -> None:
    assert set(row) == {"id", "suite", "case", "reason", "instead", "shows"}
    assert row["case"] in SUITES[row["suite"]], "no test has this case"
    assert len(row["reason"]) > 20 and row["shows"]


def test_ids_and_cases_are_unique() -> None:
    rows = divergences.all_rows()
    assert len({row["id"] for row in rows}) == len(rows)
    assert len({(row["suite"], row["case"]) for row in rows}) == len(rows)


def test_page_has_the_rows() -> None:
    page = divergences.PAGE.read_text(encoding="utf-8")
    assert divergences.filled(page) == page, "run python tests/divergences.py"
    suites = [suite for match in divergences.BLOCK.finditer(page) for suite in match["suites"].split(", ")]
    assert sorted(suites) == sorted({row["suite"] for row in divergences.all_rows()})


WRONG = re.findall(r"^\| `(.+?)` \| `(.+?)` \| (.+?) \|$", divergences.PAGE.read_text(encoding="utf-8").partition("## Made on purpose")[0], re.M)


@pytest.mark.parametrize(("code", "theirs", "ours"), WRONG)
def test_wrong_answers_of_the_original(code: str, theirs: str, ours: str) -> None:
    """The page's rows are what both give."""
    packages.need(["smolagents"])
    from smolagents.local_python_executor import LocalPythonExecutor

    code = code.replace(" ⏎ ", "\n")
    original = LocalPythonExecutor([])
    original.send_tools({})
    assert repr(original(code).output) == theirs
    executor = fastexec.LocalPythonExecutor([])
    if ours.startswith("`"):
        assert repr(executor(code).output) == ours.strip("`")
    else:
        with pytest.raises(fastexec.InterpreterError) as caught:
            executor(code)
        assert caught.value.error_message == ours


def test_there_are_wrong_answers() -> None:
    assert len(WRONG) == 8


def test_builtins_of_the_host_may_not_be_assigned() -> None:
    """What the page says of having the old behaviour back."""
    executor = fastexec.LocalPythonExecutor([], additional_functions={"len": lambda x: len(x), "sum": lambda xs: sum(xs)})
    for code in ("len = 3", "for sum in [1]:\n    pass"):
        with pytest.raises(fastexec.InterpreterError, match="Cannot assign to name"):
            executor(code)
