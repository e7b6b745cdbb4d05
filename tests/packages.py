"""Which packages the tests find; where the environment is the pinned one (CI), a missing package is an error."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

COMPLETE = os.environ.get("CI", "").lower() not in ("", "0", "false")
# Modules of the standard library that older versions of Python do not have.
SINCE = {"_interpreters": (3, 13), "_remote_debugging": (3, 14), "annotationlib": (3, 14), "compression": (3, 14)}
# Those that newer ones do not have any more (PEP 594 and earlier).
UNTIL = dict.fromkeys(["asynchat", "asyncore", "distutils", "imp", "smtpd"], (3, 12))
UNTIL |= dict.fromkeys(["aifc", "audioop", "cgi", "cgitb", "chunk", "crypt", "imghdr", "lib2to3", "mailcap", "msilib", "nis", "nntplib"], (3, 13))
UNTIL |= dict.fromkeys(["ossaudiodev", "pipes", "sndhdr", "spwd", "sunau", "telnetlib", "uu", "xdrlib", "_xxsubinterpreters"], (3, 13))


def present(names: Iterable[str]) -> bool:
    """Whether the packages that modules belong to can be imported here. `*` is none."""
    tops = dict.fromkeys(name.split(".")[0] for name in names if name != "*")
    if any(not SINCE.get(top, (3,)) <= sys.version_info[:2] < UNTIL.get(top, (4,)) for top in tops):
        return False
    missing = [top for top in tops if not importlib.util.find_spec(top)]
    assert not (missing and COMPLETE), f"not installed: {', '.join(missing)} (requirements/test.txt)"
    return not missing


def need(names: Iterable[str]) -> None:
    """Leaves the test out where one of the packages is missing, which fails in CI."""
    if not present(names):
        import pytest

        pytest.skip(f"not here: {', '.join(names)}")


def never_left_out(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Makes a failure of a test or file that pytest.importorskip left out, in CI."""
    reason = str(report.longrepr[2]) if report.skipped and isinstance(report.longrepr, tuple) else ""
    if COMPLETE and "could not import" in reason:
        report.outcome, report.longrepr = "failed", f"left out in CI: {reason}"
