"""docs/performance.md: its tables are the benchmark's results, its commands are there, its example runs."""

from __future__ import annotations

import importlib.util
import json
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent
BENCHES = ROOT / "benches"
PAGE = ROOT / "docs" / "performance.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def report():
    sys.path.insert(0, str(BENCHES))
    try:
        specification = importlib.util.spec_from_file_location("bench_report", BENCHES / "report.py")
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(BENCHES))


def test_tables_are_the_results(report) -> None:
    pages = [page.read_text(encoding="utf-8") for page in report.PAGES]
    for page in pages:
        assert report.filled(page) == page, "run benches/report.py"
    names = {match["name"] for page in pages for match in report.BLOCK.finditer(page)}
    assert names >= set(report.blocks())


def test_reports_are_made_from_the_figures(report) -> None:
    results = sorted(report.RESULTS.glob("bench-3.*.json"))
    assert results
    for path in results:
        result = json.loads(path.read_text(encoding="utf-8"))
        assert path.with_suffix(".md").read_text(encoding="utf-8") == report.report(result), "run benches/report.py"
        assert path.with_suffix(".png").exists()


def test_targets_follow_from_the_figures(report) -> None:
    row = {"name": "p", "group": "pyperformance", "seconds": {"CPython": 4.0, "fastexec": 1.0, "RestrictedPython": 8.0}, "small": {"CPython": 0.1, "smolagents": 10.0}, "errors": {}}
    row["speeds"] = {"fastexec": 4.0, "RestrictedPython": 0.5, "smolagents": 0.01}
    result = {"executors": ["CPython", "fastexec", "RestrictedPython", "smolagents"], "programs": [row], "scaling": {}, "front": {"1 MB of source, parsed and lowered, ms": {"fastexec": 60.0}}, "footprint": {}}
    result |= {"machine": "a machine", "python": "3.11.7", "rounds": 5, "note": ""}
    result["latency"] = {"call of a tool": {"CPython": 0.03, "fastexec": 0.5}, "ten lines, warm": {"CPython": 100.0, "fastexec": 50.0}}
    found = {text: (value, met) for text, value, met in report.targets(result)}
    assert found["geometric mean ≥ 1.75 × CPython"] == ("4 ×", True)
    assert found["geometric mean ≥ 200 × smolagents"] == ("400 ×", True)
    assert found["faster than RestrictedPython on every program"] == ("8 ×", True)
    assert found["call of a tool ≤ 0.5 µs over a plain call"] == ("0.47 µs", True)
    assert found["ten lines on a warm executor ≤ 0.4 of CPython's compile and exec"] == ("0.5", False)
    assert found["1 MB of source parsed and lowered ≤ 110 ms"] == ("60 ms", True)
    assert not any("monty" in text for text in found)


def test_commands_are_targets() -> None:
    makefile = (ROOT / "Makefile").read_text()
    commands = re.findall(r"^\| `make ([\w-]+)", TEXT, re.M)
    assert len(commands) == 4
    for target in commands:
        assert re.search(rf"^{target}:.*## ", makefile, re.M), target


def test_files_are_there() -> None:
    for name in re.findall(r"`((?:src|tests|benches)/[\w/.*-]+)`", TEXT):
        assert list(ROOT.glob(name.rstrip("/"))), name
