"""The table of deliberate differences (divergences.toml): read, and checked for being used."""

from __future__ import annotations

import pathlib
import sys

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TABLE = pathlib.Path(__file__).parent / "divergences.toml"


def load(suite: str | None = None) -> dict[str, dict]:
    """Rows by case; `suite` is `language`, `libraries`, `smolagents` or `python`."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8")).get("divergence", [])
    return {row["case"]: row for row in rows if suite in (None, row["suite"])}


def all_rows() -> list[dict]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8")).get("divergence", [])
