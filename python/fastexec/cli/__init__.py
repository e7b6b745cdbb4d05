"""The command `fastexec`. What it needs besides the package is the extra `fastexec[cli]`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

EXTRA = ("typer", "rich", "prompt_toolkit", "pygments")
"""What the extra brings."""
OUT_OF_REACH = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command, and gives the code to exit with.

    Args:
        arguments: Those after the name of the command; left out, the process's own.
    """
    try:
        from fastexec.cli.app import start
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in EXTRA:
            raise
        print(f"fastexec: the command line needs {missing.name}; install it with: pip install fastexec[cli]", file=sys.stderr)
        return OUT_OF_REACH
    except KeyboardInterrupt:
        return INTERRUPTED
    return start(arguments)
