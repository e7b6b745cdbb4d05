"""Every file of cases/ behaves on fastexec as on the CPython that runs the tests."""

from __future__ import annotations

import oracles
import programs
import pytest

CASES = {case["name"]: case for case in programs.load_all()}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, batch) -> None:
    result = batch.result("programs:run_both", CASES, name)
    found = oracles.compare(CASES[name]["steps"], result["cpython"], result["fastexec"])
    if found:
        pytest.fail(found, pytrace=False)
