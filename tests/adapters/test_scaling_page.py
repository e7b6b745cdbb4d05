"""What docs/scaling.md says of figures fits together. (Its examples: test_pages.py.)"""

from __future__ import annotations

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
PINS = (ROOT / "requirements" / "adapters.txt").read_text(encoding="utf-8")


def test_what_it_links_to_is_there() -> None:
    links = re.findall(r"\]\((?!https:)([^)#]+)(#[^)]*)?\)", PAGE)
    assert len(links) > 5
    for target, anchor in links:
        path = (ROOT / "docs" / target).resolve()
        assert path.is_file(), target
        headings = {re.sub(r"[^\w -]", "", line.lstrip("#").strip().lower()).replace(" ", "-") for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")}
        assert not anchor or anchor[1:] in headings, anchor


def test_versions() -> None:
    pinned = re.search(r"^ray==(.+)$", PINS, re.M)
    assert pinned and f"and {pinned[1]}." in PAGE


@pytest.mark.parametrize(("name", "default"), [("retries", 2), ("start_seconds", 120)])
def test_defaults(name: str, default: float) -> None:
    import inspect

    from fastexec.ray import RayPool

    assert inspect.signature(RayPool).parameters[name].default == default
