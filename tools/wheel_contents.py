"""Looks at what is in wheels: `python tools/wheel_contents.py dist/*.whl`. The package, its metadata and licences, nothing else."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
INFO = r"fastexec-[\w.]+\.dist-info/"
NEEDED = ["METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE", "licenses/THIRD_PARTY_LICENSES.txt", "sboms/.+\\.cyclonedx\\.json"]


def sources() -> set[str]:
    """The package's files in the repository."""
    told = subprocess.run(["git", "ls-files", "python/fastexec"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {line.removeprefix("python/") for line in told.splitlines()}


def problems(names: list[str], wanted: set[str]) -> list[str]:
    """What is missing in a wheel, and what has no business there."""
    found = [f"missing: {name}" for name in sorted(wanted - set(names))]
    extensions = [name for name in names if re.fullmatch(r"fastexec/_fastexec\.[\w.-]+\.(so|pyd)", name)]
    found += [] if len(extensions) == 1 else [f"not one extension module: {extensions}"]
    for pattern in NEEDED:
        if not any(re.fullmatch(INFO + pattern, name) for name in names):
            found.append(f"missing: {pattern}")
    return found + [f"has no business there: {name}" for name in sorted(set(names) - wanted - set(extensions)) if not re.match(INFO, name)]


def main() -> None:
    """Says what is wrong, if anything is."""
    wanted, wrong = sources(), 0
    for path in sys.argv[1:]:
        with zipfile.ZipFile(path) as wheel:
            names = [name for name in wheel.namelist() if not name.endswith("/")]
        for problem in problems(names, wanted):
            print(f"{pathlib.Path(path).name}: {problem}")
            wrong += 1
    sys.exit(bool(wrong) or len(sys.argv) < 2)


if __name__ == "__main__":
    main()
