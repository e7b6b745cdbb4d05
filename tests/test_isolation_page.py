"""docs/isolation.md names every wall. (Its examples: test_pages.py.)"""

from __future__ import annotations

import pathlib
import re

PAGE = (pathlib.Path(__file__).parent.parent / "docs" / "isolation.md").read_text(encoding="utf-8")


def test_every_wall_is_in_the_table() -> None:
    from fastexec._fastexec import confine  # noqa: F401  (its answer has these keys)

    rows = re.findall(r"^\| `(\w+)` \| [a-z]", PAGE, re.M)
    assert rows == ["process", "files", "network", "scopes", "syscalls", "memory", "limits"]
