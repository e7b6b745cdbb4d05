"""The fast arms of the loop change speed only: every case has the same outcome and the same count without."""

from __future__ import annotations

import programs
import pytest

CASES = {case["name"]: case for case in programs.load_all()}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, batch) -> None:
    result = batch.result("profiled:run_without_fast_arms", CASES, name)
    assert result["without"] == result["with"]
    # How deep a recursion through native code gets depends on how much of it is native.
    if not any("RecursionError" in step for step in CASES[name]["steps"]):
        assert result["counts without"] == result["counts with"]
