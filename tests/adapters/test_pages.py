"""The examples of the pages that show other packages print what the pages show."""

from __future__ import annotations

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import pages  # noqa: E402


@pytest.mark.parametrize("name", ["adapters.md", "scaling.md"])
def test_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "local")  # whatever cluster this machine has
    path = pages.page(name)
    assert pages.check(path) == sum(block.kind == "text" for block in pages.blocks(path)) > 2
