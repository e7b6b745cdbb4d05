"""Random programs (generator.py) behave on fastexec as on CPython.

`--programs N` compares N programs, `--seed S` starts at seed S: a difference is seen again with
`--programs 1 --seed S`.
"""

from __future__ import annotations

import generator
import isolation
import pytest

BATCH = 25


def test_generator_is_repeatable() -> None:
    assert generator.program(5) == generator.program(5) != generator.program(6)


def test_programs(request: pytest.FixtureRequest) -> None:
    count, seed = request.config.getoption("--programs"), request.config.getoption("--seed")
    payloads = [{"first": first, "count": min(BATCH, seed + count - first)} for first in range(seed, seed + count, BATCH)]
    found = []
    for payload, answer in zip(payloads, isolation.run_all("generator:run_seeds", payloads, seconds=60), strict=True):
        if "lost" in answer:
            found.append(f"seeds {payload['first']} to {payload['first'] + payload['count'] - 1}: {answer['lost']}")
        else:
            found += [f"seed {number}: {difference}" for number, difference in answer["value"]]
    if found:
        pytest.fail(f"{len(found)} of {count} programs differ:\n" + "\n\n".join(found[:10]), pytrace=False)
