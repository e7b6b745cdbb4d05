"""Prints the CPython interpreters (3.10 and newer) of this machine, one per line, newest last.

Looked for: pyenv's versions and every `python3.x` on PATH; one interpreter per minor version,
pyenv's before the system's.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess

OLDEST = (3, 10)
PROBE = "import sys, sysconfig; print(sys.implementation.name, *sys.version_info[:2], int(bool(sysconfig.get_config_var('Py_GIL_DISABLED'))), sys.executable)"


def candidates() -> list[str]:
    """Paths that may be interpreters, the preferred ones first."""
    root = pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv"))
    found = [str(path) for path in sorted(root.glob("versions/*/bin/python3"), reverse=True)]
    for minor in range(OLDEST[1], 30):
        path = shutil.which(f"python3.{minor}")
        if path and "shims" not in pathlib.Path(path).parts:
            found.append(path)
    return found


def probe(path: str) -> tuple[tuple[int, int, int], str] | None:
    """((major, minor, free-threaded), executable) of an interpreter that runs and can make environments."""
    try:
        run = subprocess.run([path, "-c", PROBE + "; import venv, ensurepip"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.fullmatch(r"cpython (\d+) (\d+) (\d) (.+)", run.stdout.strip())
    if run.returncode or not match:
        return None
    major, minor, free, executable = match.groups()
    if (int(major), int(minor)) < OLDEST:
        return None
    return (int(major), int(minor), int(free)), executable


def interpreters() -> dict[tuple[int, int, int], str]:
    """The first interpreter found of every version."""
    found: dict[tuple[int, int, int], str] = {}
    for path in candidates():
        result = probe(path)
        if result:
            found.setdefault(*result)
    return dict(sorted(found.items()))


if __name__ == "__main__":
    print("\n".join(interpreters().values()))
