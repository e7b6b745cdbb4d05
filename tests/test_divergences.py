"""The table of deliberate differences names existing tests, each of which it changes the result of.

That the result differs as the row says is asserted by the suite itself (an entry for a row that
passes fails there), so an entry that no test uses cannot stand.
"""

from __future__ import annotations

import conformance
import differential
import divergences
import libraries
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
    assert set(row) == {"id", "suite", "case", "reason", "shows"}
    assert row["case"] in SUITES[row["suite"]], "no test has this case"
    assert len(row["reason"]) > 20 and row["shows"]


def test_ids_and_cases_are_unique() -> None:
    rows = divergences.all_rows()
    assert len({row["id"] for row in rows}) == len(rows)
    assert len({(row["suite"], row["case"]) for row in rows}) == len(rows)
