"""The table of deliberate differences (divergences.toml): read, and checked for being used. As a program it writes the
tables of docs/migration.md."""

from __future__ import annotations

import pathlib
import re
import sys

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TABLE = pathlib.Path(__file__).parent / "divergences.toml"
PAGE = pathlib.Path(__file__).parent.parent / "docs" / "migration.md"
BLOCK = re.compile(r"(<!-- divergences: (?P<suites>[\w, ]+) -->\n).*?(<!-- end -->)", re.S)


def load(suite: str | None = None) -> dict[str, dict]:
    """Rows by case; `suite` is `language`, `libraries`, `smolagents` or `python`."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8")).get("divergence", [])
    return {row["case"]: row for row in rows if suite in (None, row["suite"])}


def all_rows() -> list[dict]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8")).get("divergence", [])


def shown(reason: str) -> str:
    """The text, special names as code."""
    return re.sub(r"\b__\w+__\b", r"`\g<0>`", reason)


def table(suites: list[str]) -> str:
    """The rows of some suites, as the page shows them. Rows of one reason, and their remedy, are one."""
    told: dict[tuple[str, str], list[str]] = {}
    for row in all_rows():
        if row["suite"] in suites:
            told.setdefault((row["reason"], row["instead"]), []).append(row["id"].replace("-", " "))
    lines = ["| what differs | why | instead, or to have it back |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {', '.join(names)} | {shown(reason)} | {instead} |" for (reason, instead), names in told.items())])


def filled(page: str) -> str:
    """The page with the tables as the rows have them."""
    return BLOCK.sub(lambda match: f"{match[1]}\n{table(match['suites'].split(', '))}\n\n{match[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
