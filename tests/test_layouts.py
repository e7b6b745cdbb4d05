"""Where the layouts of the interpreter's objects are unknown, every case has the same outcome: slower, by calls alone."""

from __future__ import annotations

import isolation
import programs
import pytest

CASES = {case["name"]: case for case in programs.load_all()}


@pytest.fixture(scope="module")
def results() -> dict[str, dict]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FASTEXEC_TEST_NETS", "1")
        patch.setenv("FASTEXEC_TEST_LAYOUTS", "unknown")
        return dict(zip(CASES, isolation.run_all("unknown_layouts:run", list(CASES.values()), 60), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, results: dict[str, dict], batch) -> None:
    without = results[name]["value"]
    assert not without["known"]
    assert without["outcomes"] == batch.result("unknown_layouts:run_with_layouts", CASES, name)["outcomes"]
