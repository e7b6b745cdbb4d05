"""No false alarms: ordinary code with ordinary libraries runs without a refusal and prints what CPython prints."""

from __future__ import annotations

import sys

import everyday
import pytest

ALL = everyday.load_all()
CASES = {name: case for name, case in ALL.items() if everyday.installed(case)}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="some snippets name the tools of a Unix system")


def test_enough_snippets() -> None:
    assert len(ALL) >= 200
    assert sum(name.startswith("standard/") for name in CASES) >= 40


@pytest.mark.parametrize("name", CASES)
def test_everyday(name: str, batch) -> None:
    report = batch.result("everyday:run", CASES, name, seconds=90)
    assert report["wanted_error"] is None, "the snippet itself is wrong"
    assert report["error"] is None
    assert report["got"] == report["wanted"]
