"""Where fastexec means something else than CPython, it is as divergences.toml says."""

from __future__ import annotations

import sys

import divergences
import pytest
import python_differences

DIVERGENT = divergences.load("python")
LATER = {"annotations/1": (3, 14)}  # from then on the host does not evaluate them either


@pytest.mark.parametrize("name", python_differences.SNIPPETS)
def test_snippet(name: str) -> None:
    found = python_differences.differences(name)
    if sys.version_info[:2] >= LATER.get(name, (4, 0)):
        assert found is None
        return
    assert name in DIVERGENT, "a difference that the table does not tell"
    assert found is not None and DIVERGENT[name]["shows"] in found, found
