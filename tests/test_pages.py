"""Every example of every page runs, and prints what the page shows."""

from __future__ import annotations

import pathlib
import re
import sys

import fastexec
import packages
import pages
import pytest

# Pages that show packages which are not in requirements/test.txt: tests/adapters/test_pages.py, and test_notebook.py beside it.
ELSEWHERE = {"adapters.md", "scaling.md", "notebooks.md"}
NEEDS = {"README.md": ["smolagents"], "async.md": ["trio"], "observability.md": ["opentelemetry"], "security.md": ["pandas"], "files.md": ["pandas"], "smolagents.md": ["smolagents"], "migration.md": ["smolagents"]}
WORKERS = {"README.md", "async.md", "isolation.md", "quickstart.md", "servers.md"}
# Code for an executor, with what it may import.
SNIPPETS = {"language.md": ["asyncio", "contextlib", "dataclasses", "io", "sys", "types", "unittest.mock"]}
KINDS = {"", "python", "ipython", "text", "console", "sh", "json", "toml", "yaml"}

PAGES = [path for path in pages.everything() if path.name not in ELSEWHERE]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_examples(path: pathlib.Path) -> None:
    if path.name in WORKERS and not sys.platform.startswith("linux"):
        pytest.skip("the kernel's walls are Linux's")
    packages.need(NEEDS.get(path.name, []))
    run = None
    if path.name in SNIPPETS:

        def run(block: pages.Block) -> str:
            return fastexec.LocalPythonExecutor(SNIPPETS[path.name])(block.text).logs

    shown = pages.check(path, run)
    assert shown or "```text" not in path.read_text(encoding="utf-8").split(pages.ENDS.get(path.name, "\0"))[0]


@pytest.mark.parametrize("path", pages.everything(), ids=lambda path: path.name)
def test_kinds_of_blocks(path: pathlib.Path) -> None:
    """A block of another kind is one that nothing tries."""
    assert {block.kind for block in pages.blocks(path)} <= KINDS


def test_a_wrong_text_is_found(tmp_path: pathlib.Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\nx = 2\n```\n\n```python\nprint(x)\n```\n\nIt prints\n\n```text\n2\n```\n")
    assert pages.check(page) == 1
    page.write_text(page.read_text().replace("text\n2", "text\n3"))
    with pytest.raises(AssertionError, match=r"page\.md:12"):
        pages.check(page)
    page.write_text("```text\nfrom nowhere\n```\n")
    with pytest.raises(AssertionError, match="no example printed this"):
        pages.check(page)


def test_shell_commands_are_targets() -> None:
    makefile = (pages.ROOT / "Makefile").read_text(encoding="utf-8")
    targets = [target for path in pages.everything() for block in pages.blocks(path) if block.kind == "sh" for target in re.findall(r"^make ([\w-]+)", block.text, re.M)]
    assert len(targets) >= 2
    for target in targets:
        assert re.search(rf"^{target}:.*## ", makefile, re.M), target
