"""Examples in the docstrings of installed packages do on fastexec what they do on CPython.

Those that do not stand in data/docstrings.toml with the reason; one that stands there and passes fails this test.
A run takes a sample, the same each time, of each package; `--docstrings=all` takes them all (`make test-docstrings`).
"""

from __future__ import annotations

import collections
import faulthandler
import os
import sys
import zlib
from collections.abc import Callable

import docstrings
import isolation
import packages
import pytest

SAMPLE = collections.defaultdict(lambda: 50, {"scipy.stats": 25, "statsmodels": 15})  # these draw and fit models
LEAST = 0.98  # of the docstrings of a package
CLASSES = ("policy", "limit", "by design", "known bug")
LISTED = docstrings.listed()

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the harness forks")


def chosen(package: str, docs: list[dict], amount: str) -> list[dict]:
    """All, or as many as told: the first by a hash of their names."""
    by_hash = sorted(docs, key=lambda doc: zlib.crc32(doc["name"].encode()))
    return by_hash if amount == "all" else by_hash[: SAMPLE[package] if amount == "sample" else int(amount)]


@pytest.mark.parametrize("package", docstrings.PACKAGES)
def test_docstrings(package: str, pytestconfig: pytest.Config, record_property: Callable[[str, object], None]) -> None:
    packages.need([] if package == "standard" else [package])
    amount = pytestconfig.getoption("--docstrings")
    (answer,) = isolation.run_all("docstrings:collect", [package], 600)
    docs = chosen(package, answer["value"], amount)
    answers = isolation.run_all(f"docstrings:{package.replace('.', '_')}", docs, 5 * docstrings.SECONDS)
    results = {doc["name"]: answer.get("value") or {"verdict": "crashed", "shows": answer["lost"]} for doc, answer in zip(docs, answers, strict=True)}
    verdicts = collections.Counter(result["verdict"] for result in results.values())
    summary = f"{package}: {len(answer['value'])} docstrings with examples, {len(docs)} run: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    record_property("docstrings", summary)

    failing = {name: result["shows"] for name, result in results.items() if result["verdict"] in ("different", "crashed")}
    new = {name: shows for name, shows in failing.items() if name not in LISTED}
    assert not new, summary + "\nnot listed:\n" + "\n".join(f"{name}: {shows}" for name, shows in new.items())
    passing = [name for name, result in results.items() if result["verdict"] == "equal" and name in LISTED]
    assert not passing, f"{summary}\nlisted, but they pass: {passing}"
    if amount == "all":
        assert verdicts["equal"] >= LEAST * (len(docs) - verdicts["left out"]), summary


def test_the_list_has_reasons() -> None:
    for row in docstrings.rows():
        assert set(row) - {"python"} == {"package", "class", "reason", "names"}
        assert row["package"] in docstrings.PACKAGES and row["class"] in CLASSES and len(row["reason"]) > 20
        assert row["names"] == sorted(set(row["names"]))


MADE = {"package": "standard", "module": "math", "name": "made"}


COMPARISONS = [
    (["x = 3", "[x, sqrt(16)]", "for i in range(2):\n    print(i)", "1 / 0", "'after'"], "equal"),
    (["import os", "os.sep"], "different"),
    (["object()", "id(object()) > 0"], "equal"),
    (["import time", "print(time.perf_counter())"], "left out"),
    (["import no_such_package"], "left out"),
    (["'ä'; 'ö' # last", "(1,\n 2)"], "equal"),
]


def test_the_comparison() -> None:
    answers = isolation.run_all("docstrings:standard", [dict(MADE, examples=examples) for examples, _ in COMPARISONS], 5 * docstrings.SECONDS)
    for (examples, verdict), answer in zip(COMPARISONS, answers, strict=True):
        assert answer["value"]["verdict"] == verdict, (examples, answer)


def test_a_crash_is_told(monkeypatch) -> None:
    def crash(doc: dict) -> list[dict]:
        faulthandler.disable()  # of this child: its stack would stand among the results as if a test had crashed
        os.abort()

    monkeypatch.setattr(docstrings, "on_fastexec", crash)
    assert docstrings.run(dict(MADE, examples=["1"]))["verdict"] == "crashed"


def test_collecting() -> None:
    text = "Text.\n\n>>> f(1)\n2\n>>> open('x')  # doctest: +SKIP\n>>> if True:\n...     print(3)\n3\n"
    assert docstrings.parsed(text) == ["f(1)\n", "if True:\n    print(3)\n"]
    assert docstrings.parsed(">>> no python\n") == []
    assert docstrings.shown("a = 1; b(\n  2)  # c\n") == "a = 1; print(repr(b(\n  2)))\n"
    found = {doc["name"]: doc for doc in docstrings.collect("standard")}
    assert "collections.Counter.most_common" in found and "statistics.mean" in found and len(found) > 80
