"""The language data: every row behaves as on CPython, or stands in divergences.toml with its reason."""

from __future__ import annotations

import sys

import conformance
import divergences
import oracles
import pytest

ROWS = conformance.load_all()
DIVERGENT = divergences.load("language")


@pytest.mark.parametrize("name", ROWS)
def test_row(name: str, batch) -> None:
    row = ROWS[name]
    result = batch.result("conformance:run_both", ROWS, name)
    if sys.version_info[:2] == (3, 11):
        assert conformance.recorded_difference(row, result["cpython"]) is None
    found = oracles.compare(row["steps"], result["cpython"], result["fastexec"])
    if name in DIVERGENT:
        assert found is not None, "this row passes: take it out of divergences.toml"
        assert DIVERGENT[name]["shows"] in found, found
    elif found:
        pytest.fail(found, pytrace=False)
