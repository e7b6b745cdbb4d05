"""Files of snippets: titles and texts, and what a host authorizes for them."""

from __future__ import annotations

import ast
import pathlib
import re
import sys
from collections.abc import Iterator

BASE = {"collections", "datetime", "itertools", "math", "queue", "random", "re", "stat", "statistics", "time", "unicodedata"}


def read(path: pathlib.Path) -> Iterator[tuple[str, str]]:
    """Titles and texts of a file; a line `# --- step` is part of its snippet."""
    parts = re.split(r"^# --- (?!step$)(.*)\n", path.read_text(encoding="utf-8"), flags=re.M)
    return zip(parts[1::2], parts[2::2], strict=True)


def imported(code: str) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module)
    return list(dict.fromkeys(names))


def authorized(code: str) -> list[str]:
    """What a host lists for this code: plain names of the standard library, `package.*` of the others."""
    wanted = []
    for name in imported(code):
        top = name.split(".")[0]
        wanted.append(name if top in sys.stdlib_module_names else f"{top}.*")
    return [name for name in dict.fromkeys(wanted) if name not in BASE]
