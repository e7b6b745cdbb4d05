"""Makes the documentation site: `python tools/docs_site.py` lays out its pages in target/docs, builds them with zensical, in
strict mode, into site/, and follows every link of what came out.

The pages are the repository's own files. README.md is the home page, without the sections that are pages of their own
here; docs/*.md, CONTRIBUTING.md, CHANGELOG.md and SECURITY.md are taken as they are, and examples/ becomes one page. Links are written
for readers of the repository: what they lead to is looked up, and a link to a file that is no page becomes its name."""

from __future__ import annotations

import argparse
import ast
import html.parser
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAID_OUT = ROOT / "target" / "docs"
BUILT = ROOT / "site"
SECTIONS = {"Options": "options.md"}
"""Sections of README.md that are pages here."""
WHOLE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "SECURITY.md": "security-policy.md"}
LINK = re.compile(r"(?P<image>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>(?!https?:|mailto:)[^)#\s]*)(?P<anchor>#[^)\s]*)?\)")
FENCE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.M | re.S)


def section(text: str, heading: str) -> str:
    """A section of a page, with its heading."""
    return text[(start := text.index(f"\n## {heading}\n") + 1) : text.find("\n## ", start) + 1 or len(text)]


def sources() -> dict[str, tuple[str, str]]:
    """Page of the site to the file of the repository that it is made of, and its Markdown as that has it."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pages: dict[str, tuple[str, str]] = {}
    for heading, page in SECTIONS.items():
        cut = section(readme, heading)
        readme = readme.replace(cut, f"## {heading}\n\nAll of them, with what they mean and their defaults, are on [a page of their own](docs/{page}).\n\n")
        pages[page] = ("README.md", cut.replace(f"## {heading}", f"# {heading}", 1))
    for name, page in WHOLE.items():
        pages[page] = (name, readme if name == "README.md" else (ROOT / name).read_text(encoding="utf-8"))
    for path in sorted((ROOT / "docs").glob("*.md")):
        pages[path.name] = (f"docs/{path.name}", path.read_text(encoding="utf-8"))
    pages["examples.md"] = ("examples", examples())
    return pages


def examples() -> str:
    """The page of the programs in examples/."""
    parts = ["# Examples\n\nWhole programs. Those with a model play recorded answers: none needs a key or a network.\n"]
    for path in sorted((ROOT / "examples").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        told = (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0]
        parts.append(f"## {path.name}\n\n{told}\n\n````python\n{text.rstrip()}\n````\n")
    return "\n".join(parts)


def page_of(path: str, anchor: str, pages: dict[str, tuple[str, str]]) -> str | None:
    """Where the site has a file of the repository, or None."""
    if path == "README.md":
        for heading, page in SECTIONS.items():
            if anchor == f"#{heading.lower()}":
                return page
    if path in WHOLE:
        return WHOLE[path] + anchor
    if path == "examples" or (path.startswith("examples/") and path.endswith(".py")):
        name = path.partition("/")[2]
        return "examples.md" + (f"#{name.replace('.', '')}" if name else "")
    name = path.removeprefix("docs/")
    return name + anchor if name in pages else None


def relinked(text: str, source: str, pages: dict[str, tuple[str, str]], files: set[str]) -> str:
    """The Markdown with links that hold on the site. Pictures that it shows are added to `files`."""

    def replacement(match: re.Match[str]) -> str:
        if not match["target"]:
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), match["target"]))
        if not (ROOT / path).exists() and path.removeprefix("docs/") not in pages:
            raise SystemExit(f"{source}: there is no {path}")
        if match["image"]:
            files.add(path)
            return f"![{match['text']}]({path.removeprefix('docs/')})"
        page = page_of(path, match["anchor"] or "", pages)
        if page is None:
            return match["text"] if path in match["text"] else f"{match['text']} (`{path}`)"
        text = match["text"]
        if text == path:  # a page is not a file to its readers
            text = pathlib.PurePath(page).stem
        return f"[{text}]({page})"

    parts, end = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(replacement, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, LINK.sub(replacement, text[end:])])


def lay_out() -> list[str]:
    """Writes the pages; gives their names."""
    shutil.rmtree(LAID_OUT, ignore_errors=True)
    LAID_OUT.mkdir(parents=True)
    pages, files = sources(), set[str]()
    for page, (source, text) in pages.items():
        (LAID_OUT / page).write_text(relinked(text, source, pages, files), encoding="utf-8")
    for file in files:
        copy = LAID_OUT / file.removeprefix("docs/")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, copy)
    shutil.copytree(ROOT / "docs" / "theme", LAID_OUT / "theme", dirs_exist_ok=True)
    return list(pages)


class Links(html.parser.HTMLParser):
    """What an HTML page links to, and what may be linked to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.anchors.add(values["id"])
        if tag == "a" and "name" in values:
            self.anchors.add(values["name"])
        self.targets += [values[name] for name in ("href", "src") if values.get(name)]


def broken_links(folder: pathlib.Path) -> list[str]:
    """Links of a built site that lead nowhere. Those to other sites are not followed."""
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    broken = []
    for path, links in pages.items():
        if path.name == "404.html":  # its links are from the root of wherever it is served
            continue
        for target in dict.fromkeys(links.targets):
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            to = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            to = to / "index.html" if to.is_dir() else to
            if not to.exists() or (parts.fragment and to in pages and urllib.parse.unquote(parts.fragment) not in pages[to].anchors | {"__search"}):
                broken.append(f"{path.relative_to(folder)}: {target}")
    return broken


def main() -> None:
    """Builds the site."""
    parser = argparse.ArgumentParser(description="Builds the documentation site.")
    parser.add_argument("--lay-out", action="store_true", help="only write the pages of target/docs")
    options = parser.parse_args()
    lay_out()
    if options.lay_out:
        return
    shutil.rmtree(BUILT, ignore_errors=True)
    built = subprocess.run([sys.executable, "-m", "zensical", "build", "--clean", "--strict"], cwd=ROOT, capture_output=True, text=True)
    print(built.stdout, built.stderr, sep="", end="")
    if built.returncode or "Warning" in built.stdout + built.stderr:
        raise SystemExit("the site does not build without warnings")
    if broken := broken_links(BUILT):
        raise SystemExit("links that lead nowhere:\n" + "\n".join(broken))
    print(f"built {BUILT.relative_to(ROOT)}/: {len(list(BUILT.rglob('*.html')))} pages, no broken links")


if __name__ == "__main__":
    main()
