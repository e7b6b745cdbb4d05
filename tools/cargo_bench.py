"""Runs the Rust benchmarks with the libpython of the running interpreter, which they link as the tests do."""

from __future__ import annotations

import subprocess
import sys

from cargo_test import environment


def main() -> int:
    """The exit code of cargo."""
    linked = environment()
    if linked is None:
        print(f"{sys.executable} has no libpython to link, so the Rust benchmarks cannot run", file=sys.stderr)
        return 1
    return subprocess.call(["cargo", "bench", "--no-default-features", "--features", "bench", "--bench", "front", *sys.argv[1:]], env=linked)


if __name__ == "__main__":
    sys.exit(main())
