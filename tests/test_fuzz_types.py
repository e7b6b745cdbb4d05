"""No program of fuzz_types.py ends its process. `--fuzz N` makes N programs, half of a fixed seed, half of a random one."""

from __future__ import annotations

import random
import sys

import fuzz_types
import isolation
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the harness forks and sets resource limits")

FIXED = 1
BATCH = 400


def test_a_seed_gives_one_program() -> None:
    assert fuzz_types.program(5) == fuzz_types.program(5) != fuzz_types.program(6)


def test_all_programs_parse() -> None:
    for seed in range(2000):
        compile(fuzz_types.program(seed), f"seed {seed}", "exec")


@pytest.mark.parametrize("seeds", ["fixed", "random"])
def test_no_process_ends(seeds: str, request: pytest.FixtureRequest) -> None:
    count = request.config.getoption("--fuzz") // 2
    first = FIXED if seeds == "fixed" else random.SystemRandom().randrange(10**6, 10**12)
    ended, found = [], []
    for start in range(first, first + count, BATCH):
        ends, crashes = fuzz_types.crashes(range(start, min(start + BATCH, first + count)))
        ended += ends
        found += crashes
    if found:
        pytest.fail("\n".join(found), pytrace=False)
    assert sum(end.startswith("done") for end in ended) > 0.4 * len(ended), "most of the programs should run to their end"


def test_a_crash_is_seen() -> None:
    [answer] = isolation.run_all("fuzz_types:die", [0])
    assert "signal" in answer["lost"]
