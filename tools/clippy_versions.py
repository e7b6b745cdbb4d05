"""Runs clippy on the engine as it is built for each CPython that the package is for; none of them need be here.

What differs between versions is chosen when the engine is compiled: a lint for one version does not see the others' lines.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "target" / "versions"
CONFIG = """\
implementation=CPython
version={version}
shared=true
pointer_width=64
suppress_build_script_link_lines=true
"""
"""What pyo3's build script asks an interpreter otherwise (its `PYO3_CONFIG_FILE`)."""


def versions() -> list[str]:
    """Those that pyproject.toml names, as "3.10"."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.findall(r'"Programming Language :: Python :: (3\.\d+)"', text)


def lint(version: str) -> int:
    """The exit code of clippy for this version."""
    TARGET.mkdir(parents=True, exist_ok=True)
    config = TARGET / f"python-{version}.txt"
    config.write_text(CONFIG.format(version=version), encoding="utf-8")
    command = ["cargo", "clippy", "--lib", "--no-default-features", "--target-dir", str(TARGET), "--", "-D", "warnings"]
    return subprocess.call(command, cwd=ROOT, env={**os.environ, "PYO3_CONFIG_FILE": str(config)})


def main() -> int:
    """1 if a version has a warning; all are looked at."""
    failed = []
    for version in sys.argv[1:] or versions():
        print(f"== CPython {version}", flush=True)
        if lint(version):
            failed.append(version)
    if failed:
        print(f"clippy: warnings for {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
