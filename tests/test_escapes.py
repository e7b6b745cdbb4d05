"""Nothing of data/escapes/ gets out, hangs or crashes, and every benign control works."""

from __future__ import annotations

import os
import sys

import escapes
import packages
import pytest

CASES = escapes.load_all()

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the harness forks and sets resource limits")


@pytest.fixture(scope="session", autouse=True)
def folder(tmp_path_factory) -> None:
    os.environ["ESCAPES_FOLDER"] = str(tmp_path_factory.mktemp("escapes"))


@pytest.mark.parametrize("name", CASES)
def test_sample(name: str, batch) -> None:
    packages.need(CASES[name]["authorized_imports"])
    report = batch.result("escapes:run", CASES, name, seconds=15)
    good = ("ok",) if CASES[name]["class"].startswith("benign") else ("refused", "limited", "contained")
    assert report["verdict"] in good, report
