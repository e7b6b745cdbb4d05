"""What data analysis does with libraries prints in a fresh process what CPython prints, or stands in divergences.toml."""

from __future__ import annotations

import sys

import divergences
import libraries
import packages
import pytest

CASES = libraries.load_all()
DIVERGENT = divergences.load("libraries")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the harness forks")


def test_enough_rows() -> None:
    assert len(CASES) >= 150


@pytest.mark.parametrize("name", CASES)
def test_row(name: str, batch) -> None:
    packages.need(libraries.needed(CASES[name]))
    answer = batch.result("bare", CASES, name, seconds=libraries.SECONDS)["fastexec"]
    assert "lost" not in answer, answer
    got, wanted = answer["value"], batch.result("everyday:oracle", CASES, name, seconds=libraries.SECONDS)
    assert wanted["error"] is None, "the row itself is wrong"
    if name in DIVERGENT:
        assert got != wanted, "this row passes: take it out of divergences.toml"
        assert DIVERGENT[name]["shows"] in (got["error"] or got["printed"]), got
    else:
        assert (got["error"], got["printed"]) == (None, wanted["printed"])
