"""The suites that say what an executor does hold for executors in workers too, but for what isolation_differences.toml
names, each with its reason; what no longer differs must leave the table."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = pathlib.Path(__file__).parent
SUITES = ("contract", "limits_basic", "options", "real_objects", "threads", "agent")
# They start programs of their own, which know of no option, as all of test_host.py do: they would do once more what they do without it.
PROGRAMS = {
    "test_threads.py": ("test_the_process_ends_while_a_thread_computes", "test_errors_of_threads_do_not_flood_the_host", "test_threads_with_contexts_end"),
    "test_agent.py": ("test_program_prints_steps_and_answer",),
}
ELSEWHERE = [f"--deselect=tests/{file}::{test}" for file, tests in PROGRAMS.items() for test in tests]
REASONS = {row["test"]: row["reason"] for row in tomllib.loads((HERE / "isolation_differences.toml").read_text(encoding="utf-8"))["difference"]}

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


def failures(tests: list[str], tracebacks: str = "no") -> set[str]:
    command = [sys.executable, "-m", "pytest", "-q", "--isolation=process", "-p", "no:cacheprovider", "-rfE", f"--tb={tracebacks}", *ELSEWHERE, *tests]
    run = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, timeout=1200, check=False)
    assert re.search(r"\d+ (passed|failed)", run.stdout), run.stdout + run.stderr
    print(run.stdout)  # which a failed test shows
    return set(re.findall(r"^(?:FAILED|ERROR) tests/(.+?)(?: - .*)?$", run.stdout, re.M))


@pytest.fixture(scope="module")
def failed() -> set[str]:
    found = failures([f"tests/test_{suite}.py" for suite in SUITES])
    # Some of these measure time: on a machine with much to do they are tried again by themselves.
    doubtful = found - REASONS.keys()
    return found - doubtful | (failures([f"tests/{test}" for test in doubtful], "short") if doubtful else set())


def test_what_differs_is_known(failed: set[str]) -> None:
    assert failed - REASONS.keys() == set()


def test_what_is_known_differs(failed: set[str]) -> None:
    assert REASONS.keys() - failed == set()


def test_reasons() -> None:
    assert all(len(reason) > 30 for reason in REASONS.values())
