"""Runs the snippets of data/everyday/ on CPython and on fastexec, each in a child of a host that has loaded
several libraries before (see isolation.py); bare.py runs the same snippets in fresh processes.

A file holds snippets of one library, each below a line `# --- title`. What a snippet imports is what it
is allowed to import: modules of the standard library by their own names, other packages as `package.*`,
and everything in `star.py`.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import pathlib
import re
import sys
from collections.abc import Iterator

HERE = pathlib.Path(__file__).parent / "data" / "everyday"
PRELOADED = ("numpy", "pandas", "sympy", "pydantic", "pytest", "fastexec")  # by the host, in this order
BASE = {"collections", "datetime", "itertools", "math", "queue", "random", "re", "stat", "statistics", "time", "unicodedata"}


def load_all() -> dict[str, dict]:
    """All snippets by `file/title`."""
    found = {}
    for path in sorted(HERE.glob("*.py")):
        for title, code in snippets(path):
            name = f"{path.stem}/{title}"
            assert name not in found, name
            found[name] = {"name": name, "code": code, "imports": ["*"] if path.stem == "star" else authorized(code)}
    return found


def snippets(path: pathlib.Path) -> Iterator[tuple[str, str]]:
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


def on_cpython(code: str) -> tuple[str, str | None]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(code, "<snippet>", "exec", dont_inherit=True), {"__name__": "__main__"})  # noqa: S102
        except Exception as error:  # noqa: BLE001
            return out.getvalue(), f"{type(error).__name__}: {error}"
    return out.getvalue(), None


def on_fastexec(case: dict) -> tuple[str, str | None]:
    import fastexec

    executor = fastexec.LocalPythonExecutor(case["imports"], timeout_seconds=60)
    executor.send_tools({})
    try:
        return executor(case["code"]).logs, None
    except Exception as error:  # noqa: BLE001
        return str(executor.state.get("_print_outputs", "")), str(error)


def run(case: dict) -> dict:
    """In the child: what both printed, and their errors."""
    got = on_fastexec(case)
    wanted = on_cpython(case["code"])
    return {"got": got[0].rstrip("\n"), "error": got[1], "wanted": wanted[0].rstrip("\n"), "wanted_error": wanted[1]}


for module in PRELOADED:  # once in the worker, before it forks
    with contextlib.suppress(ImportError):
        importlib.import_module(module)
