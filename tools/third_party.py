"""Writes THIRD_PARTY_LICENSES.txt: the crates that are built into the extension, with their licences (needs cargo-about, and some
minutes). With --check it only looks whether the file names the crates, and the versions, that Cargo.lock has now."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "THIRD_PARTY_LICENSES.txt"
TOOLS = ROOT / "tools"
CRATE = re.compile(r"^  ([\w-]+) (\d\S*)(?: <.*>)?$", re.M)

Crates = set[tuple[str, str]]


def named() -> Crates:
    """Names and versions in the file."""
    return set(CRATE.findall(FILE.read_text(encoding="utf-8")))


def built_in() -> Crates:
    """Names and versions of the crates that are built into the extension of some wheel."""
    targets = re.search(r"^targets = \[(.*)\]$", (TOOLS / "about.toml").read_text(encoding="utf-8"), re.M)
    assert targets is not None
    found: Crates = set()
    for target in re.findall(r'"([^"]+)"', targets[1]):
        command = ["cargo", "tree", "--locked", "--edges", "normal", "--target", target, "--prefix", "none", "--format", "{p}"]
        told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        found |= {(name, version) for name, version in re.findall(r"^(\S+) v(\S+)", told, re.M) if name != "fastexec"}
    return found


def in_lock() -> Crates:
    """Names and versions in Cargo.lock."""
    return set(re.findall(r'^name = "(.+)"\nversion = "(.+)"$', (ROOT / "Cargo.lock").read_text(encoding="utf-8"), re.M))


def main() -> None:
    """Writes or checks the file."""
    if "--check" not in sys.argv[1:]:
        command = ["cargo", "about", "generate", "--fail", "-c", str(TOOLS / "about.toml"), str(TOOLS / "about.hbs"), "-o", str(FILE)]
        subprocess.run(command, cwd=ROOT, check=True)
    there, wanted, locked = named(), built_in(), in_lock()
    # (It may name a crate of another platform, but none that is there no more.)
    if wanted - there or there - locked:
        lines = [f"  {sign} {name} {version}" for sign, crates in (("+", wanted - there), ("-", there - locked)) for name, version in sorted(crates)]
        sys.exit("\n".join([f"{FILE.name} is not of Cargo.lock: run python tools/third_party.py", *lines]))


if __name__ == "__main__":
    main()
