"""Each of the three nets alone against the attacks: none is decoration. And mutants of the attacks, against all."""

from __future__ import annotations

import collections
import json
import os
import sys

import escapes
import isolation
import mutate
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the harness forks and sets resource limits")

NETS = {"names": ["values", "audit"], "values": ["names", "audit"], "audit": ["names", "values"], "none": ["names", "values", "audit"]}
# Share of the attacks of a class that each net holds at least, by itself.
LEAST = json.loads((escapes.HERE / "nets.json").read_text(encoding="utf-8"))
EVERY = 4  # of the project's own attacks, how many are left out between two
GOOD = ("refused", "limited", "contained")


@pytest.fixture(autouse=True)
def environment(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("ESCAPES_FOLDER", str(tmp_path))
    monkeypatch.setenv("FASTEXEC_TEST_NETS", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))


def attacks() -> dict[str, dict]:
    """Those that are no matter of limits."""
    found = {name: case for name, case in escapes.load_all().items() if not case["class"].startswith("benign") and escapes.installed(case)}
    return {name: case for name, case in found.items() if int(case["class"][:2]) < 21}


def held(cases: dict[str, dict], off: list[str]) -> collections.Counter:
    answers = isolation.run_all("escapes:run", [dict(case, nets_off=off) for case in cases.values()], 15)
    good = [answer.get("value", {}).get("verdict") in GOOD for answer in answers]
    return collections.Counter(case["class"] for case, good in zip(cases.values(), good, strict=True) if good)


def test_each_net_alone() -> None:
    every = attacks()
    chosen = {name: case for number, (name, case) in enumerate(every.items()) if len(case["id"]) == 4 or number % EVERY == 0}
    total = collections.Counter(case["class"] for case in chosen.values())
    found = {net: held(chosen, off) for net, off in NETS.items()}
    for net in ("names", "values", "audit"):
        for group, least in LEAST.items():
            if total[group] >= 8:
                assert found[net][group] >= (least[net] - 0.15) * total[group], (net, group)
        assert found[net].total() > found["none"].total() + 0.05 * total.total(), net


def test_mutants() -> None:
    made = mutate.mutants(attacks(), 300, seed=7)
    answers = isolation.run_all("escapes:run", list(made.values()), 20)
    got_out = {name: answer for name, answer in zip(made, answers, strict=True) if answer.get("value", {}).get("verdict") not in GOOD}
    assert got_out == {}
    hits = sum(answer["value"]["hits"] > 0 for answer in answers)
    assert hits < 0.15 * len(made), "the other nets should hold nearly all"


def test_the_switch_is_not_there_without_the_variable(monkeypatch) -> None:
    import subprocess

    monkeypatch.delenv("FASTEXEC_TEST_NETS")
    code = "import fastexec._fastexec as f; print([n for n in dir(f) if 'net' in n or 'audit' in n])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_the_switch_is_not_for_sandboxed_code() -> None:
    case = {"class": "x", "authorized_imports": ["*"], "code": "from fastexec import _fastexec\n_fastexec.switch_nets_off(['names'])", "canary": "expr:err is None", "expect": "refused"}
    [answer] = isolation.run_all("escapes:run", [case], 15)
    assert answer["value"]["verdict"] == "refused"
