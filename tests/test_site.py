"""The documentation site: every page is in its navigation, and every link of the pages leads somewhere.

Building it (`make docs`) needs packages of its own; what is tested here needs none of them."""

from __future__ import annotations

import importlib.util
import pathlib
import re
import sys

import divergences
import fastexec
import pages
import pytest

ROOT = pages.ROOT
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
specification = importlib.util.spec_from_file_location("site_of_docs", ROOT / "tools" / "docs_site.py")
site = importlib.util.module_from_spec(specification)
sys.modules[specification.name] = site
specification.loader.exec_module(site)


def navigation() -> list[str]:
    """Pages in the navigation, in its order."""
    found: list[str] = []

    def walk(entry: object) -> None:
        if isinstance(entry, str):
            found.append(entry)
        else:
            for inner in entry.values() if isinstance(entry, dict) else entry:
                walk(inner)

    walk(divergences.tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"])
    return found


def test_every_page_is_in_the_navigation() -> None:
    assert sorted(navigation()) == sorted(site.sources())


def anchors(markdown: str) -> set[str]:
    """What may be linked to in a page: its headings, as forges and the site name them."""
    headings = re.findall(r"^#+ +(.+?) *$", site.FENCE.sub("", markdown), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", [*pages.everything(), ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "SECURITY.md"], ids=lambda path: path.name)
def test_links_lead_somewhere(path: pathlib.Path) -> None:
    for match in site.LINK.finditer(site.FENCE.sub("", path.read_text(encoding="utf-8"))):
        to = (path.parent / match["target"]).resolve() if match["target"] else path
        assert to.exists() and to.is_relative_to(ROOT), match[0]
        if match["anchor"]:
            assert match["anchor"][1:] in anchors(to.read_text(encoding="utf-8")), match[0]


def test_links_of_the_site() -> None:
    """The Markdown that is laid out links to pages of the site alone."""
    made, files = site.sources(), set[str]()
    for page, (source, text) in made.items():
        for match in site.LINK.finditer(site.FENCE.sub("", site.relinked(text, source, made, files))):
            assert match["image"] or not match["target"] or match["target"] in made, f"{page}: {match[0]}"
    assert "docs/images/where.svg" in files


def test_relinked() -> None:
    made = {"a.md": ("docs/a.md", ""), "limits.md": ("docs/limits.md", ""), "options.md": ("README.md", ""), "index.md": ("README.md", "")}
    given = (
        "[o](../README.md#options) [h](../README.md#use-it) [l](limits.md#time) [e](../examples/agent.py) [s](../src/lib.rs) [x](https://x.y/a.md)\n"
        "```\n[in code](../README.md)\n```\n[here](#below) ![p](images/where.svg)"
    )
    files: set[str] = set()
    assert site.relinked(given, "docs/a.md", made, files) == (
        "[o](options.md) [h](index.md#use-it) [l](limits.md#time) [e](examples.md#agentpy) s (`src/lib.rs`) [x](https://x.y/a.md)\n"
        "```\n[in code](../README.md)\n```\n[here](#below) ![p](images/where.svg)"
    )
    assert files == {"docs/images/where.svg"}
    with pytest.raises(SystemExit, match="there is no docs/nowhere.md"):
        site.relinked("[n](nowhere.md)", "docs/a.md", made, files)


def test_broken_links_are_found(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="top"></h1><a href="b.html#in">b</a><a href="#top">t</a><img src="https://x.y/z.png">')
    (tmp_path / "b.html").write_text('<h2 id="in"></h2><a href="a.html#gone">a</a><a href="c.html">c</a><img src="p.png">')
    assert sorted(site.broken_links(tmp_path)) == ["b.html: a.html#gone", "b.html: c.html", "b.html: p.png"]


def test_the_reference_names_everything_public() -> None:
    told = set(re.findall(r"^::: fastexec\.(\w+)$", API, re.M)) | set(re.findall(r"`([A-Z_]+)`", API))
    assert told >= set(fastexec.__all__)
    for name in re.findall(r"^::: (.+)$", API, re.M):
        home, _, last = name.rpartition(".")
        assert hasattr(importlib.import_module(home), last) or importlib.util.find_spec(name), name
