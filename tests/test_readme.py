"""README.md tells the truth about targets and limits. (Its examples: test_pages.py.)"""

from __future__ import annotations

import pathlib
import re

ROOT = pathlib.Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_target_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.M)[1].split()
    for target in set(phony) - {"FORCE"}:
        assert re.search(rf"^{target}:.*## \w", makefile, re.M), target


def test_limits_are_the_modules() -> None:
    """The table of caps names every field of Limits, with the attribute that it follows."""
    import dataclasses

    import fastexec

    rows = dict(re.findall(r"^\| `(\w+)` \| `([A-Z_]*MAX_\w+)` \|", TEXT, re.M))
    assert list(rows) == [field.name for field in dataclasses.fields(fastexec.Limits)]
    for attribute in rows.values():
        assert hasattr(fastexec, attribute)
