"""Lints the source as it is for each version of CPython, without an interpreter of it: `python tools/lint_versions.py [3.14 …]`.

`cargo clippy` with a configuration file for pyo3 in place of an interpreter; each version has a folder of its own in target/."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
# What a usual build of CPython for 64 bits tells pyo3.
CONFIGURATION = """\
implementation=CPython
version={version}
shared=true
abi3=false
pointer_width=64
build_flags=
suppress_build_script_link_lines=true
"""


def lint(version: str) -> int:
    """The exit code of clippy for one version, warnings denied."""
    folder = ROOT / "target" / "lint" / version
    folder.mkdir(parents=True, exist_ok=True)
    configuration = folder / "pyo3.txt"
    configuration.write_text(CONFIGURATION.format(version=version), encoding="utf-8")
    command = ["cargo", "clippy", "--quiet", "--lib", "--features", "extension-module", "--target-dir", str(folder), "--", "-D", "warnings"]
    print(f"CPython {version}", flush=True)
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "PYO3_CONFIG_FILE": str(configuration)}, check=False).returncode


def main(versions: list[str]) -> int:
    """1 when one of them has a warning."""
    return int(any([lint(version) for version in versions or VERSIONS]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
