"""Test suites of others give in a process that has used fastexec what they give in one that has not.

The default is a few of them; `--parity=all` takes every one of `parity.py`, `--parity=test_re,pandas.tests.generic` these."""

from __future__ import annotations

import parity
import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    wanted = metafunc.config.getoption("--parity")
    suites = {"few": parity.FEW, "all": parity.STANDARD + parity.PACKAGES}.get(wanted) or wanted.split(",")
    metafunc.parametrize("suite", suites)


def test_suite_gives_the_same(suite):
    try:
        count, different = parity.differences(suite)
    except parity.Missing:
        pytest.skip(f"{suite} is not installed")
    assert count > 0
    assert different == {}
