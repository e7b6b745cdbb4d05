"""The figures of docs/security.md are those of the files. (Its examples: test_pages.py.)"""

from __future__ import annotations

import pathlib
import re

import escapes
import everyday

TEXT = (pathlib.Path(__file__).parent.parent / "docs" / "security.md").read_text(encoding="utf-8")


def test_figures() -> None:
    cases = [case["class"] for case in escapes.load_all().values()]
    controls = sum(group.startswith("benign") for group in cases)
    assert f"{len(cases) - controls} attacks, {controls} controls" in TEXT
    assert f"{len(everyday.load_all())} snippets" in TEXT


def test_files_named_are_there() -> None:
    root = pathlib.Path(__file__).parent.parent
    for name in re.findall(r"`((?:tests|benches)/[\w/.]*)`", TEXT):
        assert (root / name).exists(), name
