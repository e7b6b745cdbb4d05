"""See soak.py: the process stays as it is over many calls of good and bad code."""

from __future__ import annotations

CASES = {"2000": 2000}


def run(calls: int) -> dict:
    from soak import soak

    return soak(calls)


def test_memory_stays_flat(batch) -> None:
    found = batch.result("test_limits_soak:run", CASES, "2000", seconds=300)
    assert found["failed"] > 600
    assert found["threads"] == 0
    assert found["growth"] < 24 << 20, found
