"""docs/limits.md names every limit with its default. (Its examples: test_pages.py.)"""

from __future__ import annotations

import pathlib

import fastexec
from fastexec import memory

PAGE = (pathlib.Path(__file__).parent.parent / "docs" / "limits.md").read_text(encoding="utf-8")


def test_every_limit_is_in_the_table() -> None:
    for name in fastexec.Limits.__dataclass_fields__:
        assert f"| `{name}` |" in PAGE
    assert f"{fastexec.MAX_OPERATIONS:,}" in PAGE and f"at least {memory.LEAST >> 30} GiB" in PAGE
    assert f"{fastexec.MAX_INT_BITS >> 20} Mi" in PAGE and f"| `nesting` | {fastexec.MAX_NESTING:,} |" in PAGE
