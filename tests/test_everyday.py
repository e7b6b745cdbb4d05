"""No false alarms: ordinary code with ordinary libraries runs without a refusal and prints what CPython prints."""

from __future__ import annotations

import itertools
import subprocess
import sys

import everyday
import isolation
import packages
import pytest
import snippets

CASES = {name: case for name, case in everyday.load_all().items() if everyday.is_there(name)}
IN_A_FRESH_PROCESS = " in a fresh process"
FRESH = {name + IN_A_FRESH_PROCESS: {"on": ["fastexec"], "steps": [case["code"]], "imports": case["imports"], "seconds": 100} for name, case in CASES.items()}

EVERY = 3  # snippet of a file is run in a fresh process, unless all are asked for

WITH_ALL = " with every module authorized"
ALL_AUTHORIZED = {name + WITH_ALL: dict(case, imports=["*"]) for name, case in itertools.islice(CASES.items(), 0, None, 2 * EVERY)}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "fresh" in metafunc.fixturenames:
        every = 1 if metafunc.config.getoption("--everyday-fresh") == "all" else EVERY
        files = itertools.groupby(FRESH, lambda name: name.split("/")[0])
        metafunc.parametrize("fresh", [name for _, names in files for name in itertools.islice(names, 0, None, every)])


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="some snippets name the tools of a Unix system")


def test_enough_snippets() -> None:
    assert len(CASES) >= 200
    assert sum(name.startswith("standard/") for name in CASES) >= 40


def wanted(name: str, batch) -> tuple[str, dict]:
    """What CPython prints, and what came of the snippet in the host that had libraries loaded."""
    packages.need(snippets.imported(CASES[name]["code"]))
    report = batch.result("everyday:run", CASES, name, seconds=90)
    assert report["wanted_error"] is None, "the snippet itself is wrong"
    return report["wanted"], report


@pytest.mark.parametrize("name", CASES)
def test_everyday(name: str, batch) -> None:
    printed, report = wanted(name, batch)
    assert report["error"] is None
    assert report["got"] == printed
    assert report["refused"] == []


@pytest.mark.parametrize("name", ALL_AUTHORIZED)
def test_everyday_with_every_module_authorized(name: str, batch) -> None:
    printed, _ = wanted(name.removesuffix(WITH_ALL), batch)
    report = batch.result("everyday:run_alone", ALL_AUTHORIZED, name, seconds=90)
    assert report["error"] is None
    assert report["got"] == printed
    assert report["refused"] == []


def test_everyday_in_a_fresh_process(fresh: str, batch) -> None:
    printed, _ = wanted(fresh.removesuffix(IN_A_FRESH_PROCESS), batch)
    report = batch.result("bare", FRESH, fresh, seconds=100)["fastexec"]
    assert "lost" not in report, report
    assert report["value"]["error"] is None
    assert report["value"]["printed"].rstrip("\n") == printed


def test_a_fresh_process_has_nothing_loaded() -> None:
    (answer,) = isolation.run_all("bare", [{"on": ["loaded"], "seconds": 60}])
    bare = set(answer["value"]["loaded"]["value"])
    started = subprocess.run([sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True).stdout.split()
    # From 3.13 on `-c` keeps its text there; late ones of 3.14 load `io`, which the program imports, when somebody needs it.
    assert bare - {"io"} == set(started) - {"linecache", "io"}
