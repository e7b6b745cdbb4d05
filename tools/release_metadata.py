"""Makes of this checkout what a release shows on a package index: `python tools/release_metadata.py https://github.com/OWNER/NAME v1.0`.

The README's links are written for readers of the repository, wherever it is; an index needs absolute ones. So the workflow that
builds a release says where it runs, and this rewrites README.md and gives pyproject.toml its `[project.urls]`."""

from __future__ import annotations

import pathlib
import re
import sys

from docs_site import FENCE, LINK

ROOT = pathlib.Path(__file__).resolve().parent.parent
URLS = """[project.urls]
Repository = "{repository}"
Documentation = "{repository}/blob/{ref}/docs/quickstart.md"
Changelog = "{repository}/blob/{ref}/CHANGELOG.md"
Issues = "{repository}/issues"
Security = "{repository}/security/policy"

"""


def absolute(text: str, repository: str, ref: str) -> str:
    """The README with links that hold wherever it is shown."""

    def replacement(match: re.Match[str]) -> str:
        kind = "raw" if match["image"] else "blob"
        target = f"{repository}/{kind}/{ref}/{match['target'] or 'README.md'}{match['anchor'] or ''}"
        return f"{match['image']}[{match['text']}]({target})"

    parts, end = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(replacement, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, LINK.sub(replacement, text[end:])])


def with_urls(pyproject: str, repository: str, ref: str) -> str:
    """The project with its addresses."""
    before, table, after = pyproject.partition("[project.optional-dependencies]")
    if not table or "[project.urls]" in pyproject:
        raise ValueError("pyproject.toml has no [project.optional-dependencies], or has urls already")
    return before + URLS.format(repository=repository, ref=ref) + table + after


def main(root: pathlib.Path = ROOT) -> None:
    """Rewrites both files."""
    if len(sys.argv) != 3 or not re.fullmatch(r"https://[\w.-]+(/[\w.-]+)+", sys.argv[1]) or not re.fullmatch(r"[\w./-]+", sys.argv[2]):
        sys.exit("usage: release_metadata.py https://HOST/OWNER/NAME TAG")
    repository, ref = sys.argv[1:]
    for name, change in (("README.md", absolute), ("pyproject.toml", with_urls)):
        path = root / name
        path.write_text(change(path.read_text(encoding="utf-8"), repository, ref), encoding="utf-8")


if __name__ == "__main__":
    main()
