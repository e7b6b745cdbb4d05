"""Nothing that the attacker (attacker.py) makes gets out; without the nets much of it does, so it finds what there is.

`--attacks N` makes N programs of a fixed seed and N of a random one. An attack that got out is shown with its
seed: `FASTEXEC_TEST_NETS=1 python attacker.py 1 SEED` runs it again. `--mutations all` takes the mend of every
class of attacks out (attack_mutations.py), otherwise of a few.
"""

from __future__ import annotations

import collections
import os
import random
import sys

import attack_mutations
import attacker
import isolation
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the harness forks and sets resource limits")

FIXED = 1
UNGUARDED = range(20_000, 20_200)  # seeds of the programs that run without nets
# Held by the structure, whatever the nets do: an abort is no exception, tools are behind proxies.
STRUCTURE = {"the end of the interpreter", "private data of tools", "writes to tools"}
# Held by changes of the interpreter and by limits, which no net is part of.
BELOW = {"memory", "what the interpreter trusts", "time beyond the deadline", "finalisers after the run"}
LEAST = 0.75  # of the other sinks are reached without nets
QUICK = ["memory that is not what its type says", "namespaces that get builtins", "classes below the host's"]
CLASSES_FOUND = 0.8  # of the classes, at least, when their mends are out


@pytest.fixture(autouse=True)
def environment(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("ESCAPES_FOLDER", str(tmp_path))
    monkeypatch.setenv("FASTEXEC_TEST_NETS", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))


def test_a_seed_gives_one_program() -> None:
    assert attacker.program(5) == attacker.program(5) != attacker.program(25)


@pytest.mark.parametrize("seeds", ["fixed", "random"])
def test_nothing_gets_out(seeds: str, request: pytest.FixtureRequest) -> None:
    count = request.config.getoption("--attacks")
    first = FIXED if seeds == "fixed" else random.SystemRandom().randrange(10**6, 10**12)
    found = []
    for start in range(first, first + count, attacker.BATCH):
        found += attacker.got_out(attacker.attack(range(start, min(start + attacker.BATCH, first + count))))
    if found:
        pytest.fail("\n".join(attacker.shown(*result) for result in found), pytrace=False)


def test_the_attacker_finds_what_is_not_guarded() -> None:
    found = collections.Counter(case["class"] for case, _ in attacker.got_out(attacker.attack(UNGUARDED, ["names", "values", "audit"])))
    reachable = set(attacker.SINKS) - STRUCTURE - BELOW
    assert len(reachable & set(found)) >= LEAST * len(reachable), found


def test_the_attacker_finds_classes_whose_mends_are_out(request: pytest.FixtureRequest) -> None:
    every = request.config.getoption("--mutations") == "all"
    found = {name: attack_mutations.look_for(attack_mutations.CLASSES[name]).case is not None for name in (attack_mutations.CLASSES if every else QUICK)}
    assert sum(found.values()) >= (CLASSES_FOUND if every else 1) * len(found), found


def test_mends_are_known_by_their_reasons() -> None:
    mends = {reason for mend in attack_mutations.CLASSES.values() for reason in mend.changes}
    every, without = (answer["value"] for answer in isolation.run_all("attack_mutations:reasons", [[], sorted(mends)], 60))
    # The engine's own types are changed when it is imported.
    assert all(without.count(reason) < every.count(reason) for reason in mends)
