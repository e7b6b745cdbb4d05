"""Nothing of data/escapes/ gets out, hangs or crashes, and every benign control works."""

from __future__ import annotations

import os
import sys

import escapes
import packages
import pytest

CASES = escapes.load_all()
IN_WORKERS = {f"{name} in a worker": {**CASES[name], "isolation": "process"} for name in CASES}
EVERY = 14  # of them is tried, and the first of each class, unless all are asked for
GOOD = ("refused", "limited", "contained")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the harness forks and sets resource limits")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "attack" in metafunc.fixturenames:
        names = list(IN_WORKERS)
        if metafunc.config.getoption("--escapes-in-workers") == "few":
            firsts = {name.split("/")[0]: name for name in reversed(names)}
            names = [name for number, name in enumerate(names) if number % EVERY == 0 or name in firsts.values()]
        metafunc.parametrize("attack", names)


@pytest.fixture(scope="session", autouse=True)
def folder(tmp_path_factory) -> None:
    os.environ["ESCAPES_FOLDER"] = str(tmp_path_factory.mktemp("escapes"))


@pytest.mark.parametrize("name", CASES)
def test_sample(name: str, batch) -> None:
    packages.need(CASES[name]["authorized_imports"])
    report = batch.result("escapes:run", CASES, name, seconds=15)
    assert report["verdict"] in (("ok",) if CASES[name]["class"].startswith("benign") else GOOD), report


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
def test_sample_in_a_worker(attack: str, batch) -> None:
    packages.need(IN_WORKERS[attack]["authorized_imports"])
    report = batch.result("escapes:run", IN_WORKERS, attack, seconds=25)
    assert report["verdict"] in (("ok",) if IN_WORKERS[attack]["class"].startswith("benign") else GOOD), report
    assert not report["left"], f"left in the host: {report['left']}"
