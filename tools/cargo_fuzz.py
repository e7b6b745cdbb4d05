"""Fuzzes what reads messages of workers, and the compiler: the targets of fuzz/, by cargo-fuzz, for so many seconds each.

    python tools/cargo_fuzz.py 60

Needs `cargo install cargo-fuzz`. Sanitizers are of nightly compilers; RUSTC_BOOTSTRAP lets this one have them too.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys

from cargo_test import environment

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "fuzz"
TARGETS = ("read", "unpack", "compile")
BYTES = 4096  # of a message or text at most
MEGABYTES = 2048  # that the process may take
SECONDS = 10  # that one of them may take


def main(seconds: int) -> int:
    """The exit code: 0 where no target found anything."""
    linked = environment()
    if linked is None:
        print(f"{sys.executable} has no libpython to link", file=sys.stderr)
        return 1
    linked.update(RUSTC_BOOTSTRAP="1", ASAN_OPTIONS="detect_leaks=0")
    options = [f"-max_total_time={seconds}", f"-max_len={BYTES}", f"-rss_limit_mb={MEGABYTES}", f"-timeout={SECONDS}"]
    return max(subprocess.call(["cargo", "fuzz", "run", "--fuzz-dir", ".", target, "--", *options], cwd=FOLDER, env=linked) for target in TARGETS)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
