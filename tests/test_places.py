"""Random failing programs (places.py) fail at the same places as on CPython.

`--programs N` compares N programs, `--seed S` starts at seed S: a difference is seen again with
`--programs 1 --seed S`.
"""

from __future__ import annotations

import isolation
import places
import pytest

BATCH = 50


def test_generator_is_repeatable() -> None:
    assert places.program(5) == places.program(5) != places.program(6)


def test_most_programs_fail_in_frames_below_the_first() -> None:
    failures = [places.in_cpython(places.program(seed)) for seed in range(1, 41)]
    assert sum(failure is not None for failure in failures) >= 36
    assert sum(len(failure["frames"]) > 1 for failure in failures if failure) >= 15


@pytest.mark.parametrize("code", places.PARTS, ids=range(len(places.PARTS)))
def test_parts_of_statements(code: str) -> None:
    different = places.difference(code)
    assert different is None, different


def test_programs(request: pytest.FixtureRequest) -> None:
    count, seed = request.config.getoption("--programs"), request.config.getoption("--seed")
    payloads = [{"first": first, "count": min(BATCH, seed + count - first)} for first in range(seed, seed + count, BATCH)]
    found = []
    for payload, answer in zip(payloads, isolation.run_all("places:run_seeds", payloads, seconds=120), strict=True):
        if "lost" in answer:
            found.append(f"seeds {payload['first']} to {payload['first'] + payload['count'] - 1}: {answer['lost']}")
        else:
            found += [f"seed {number}: {difference}" for number, difference in answer["value"]]
    if found:
        pytest.fail(f"{len(found)} of {count} programs differ:\n" + "\n\n".join(found[:10]), pytrace=False)
