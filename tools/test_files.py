"""Runs each file of the tests in a process of its own, some side by side: `python tools/test_files.py [--jobs N] [pytest's arguments]`.

Tests fork what they attack, and to fork a process costs what it has loaded: in one process for all files the later ones took twice the time.
Paths of files (and tests in them) are taken as pytest takes them; without any, all of `tests/test_*.py` run. Each file prints a line, one that
failed all that pytest said. The exit code is pytest's: 0 when all passed, 1 when some failed, 5 when there was no test.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).parent.parent
PASSED, FAILED, NO_TESTS = 0, 1, 5

# The files that take longest begin first, so that no process waits for another one in the end.
LONGEST = (
    "escapes", "everyday", "nets", "docstrings", "libraries", "attacker", "limits_time", "limits_memory", "layouts", "fuzz_types", "hints",
    "host", "arun", "worker_idling", "worker_objects", "limits_starving", "fast_arms", "limits_native_work", "breakouts", "isolation_parity",
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs each file of the tests in a process of its own.")
    parser.add_argument("--jobs", default="auto", help="how many at a time; `auto`: as many as there are processors; 0: one after the other")
    options, rest = parser.parse_known_args()
    jobs = (os.cpu_count() or 1) if options.jobs == "auto" else max(int(options.jobs), 1)
    files = chosen([argument for argument in rest if is_path(argument)]) or {name: [name] for name in all_files()}
    handed_on = [argument for argument in rest if not is_path(argument)]
    begun, codes, counts = time.monotonic(), set(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(run, arguments, handed_on) for arguments in files.values()]
        try:
            for done in concurrent.futures.as_completed(running):
                code, summary, output = done.result()
                if code not in (PASSED, NO_TESTS):
                    print(output)
                if code != NO_TESTS:
                    print(summary, flush=True)
                codes.add(code)
                counts.update({what: int(number) for number, what in re.findall(r"(\d+) ([a-z]+)", summary.partition(": ")[2])})
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    told = ", ".join(f"{counts[what]} {what}" for what in ("failed", "passed", "skipped", "error", "errors") if counts[what])
    print(f"==== {told or 'no tests ran'} in {time.monotonic() - begun:.2f}s, {len(files)} files ====")
    if codes <= {NO_TESTS}:
        return NO_TESTS
    return PASSED if codes <= {PASSED, NO_TESTS} else FAILED


def is_path(argument: str) -> bool:
    """Whether it names a file or folder of the tests, or a test in a file."""
    path = pathlib.Path(argument.partition("::")[0])
    return path.parts[:1] == ("tests",) and (ROOT / path).exists()


def chosen(paths: list[str]) -> dict[str, list[str]]:
    """By files, what was named of each."""
    files: dict[str, list[str]] = {}
    for path in paths:
        files.setdefault(path.partition("::")[0], []).append(path)
    return files


def all_files() -> list[str]:
    places = {f"test_{name}.py": place for place, name in enumerate(LONGEST)}
    paths = sorted((ROOT / "tests").glob("test_*.py"), key=lambda path: (places.get(path.name, len(places)), path.name))
    return [str(path.relative_to(ROOT)) for path in paths]


def run(arguments: list[str], options: list[str]) -> tuple[int, str, str]:
    """The exit code of pytest, a line that says how the file did, and all that it printed."""
    # (Of what failed before, each would write over what the others note.)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, *options]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    last = done.stdout.rstrip().rpartition("\n")[2].strip("= ")
    return done.returncode, f"{arguments[0]}: {last}", done.stdout


if __name__ == "__main__":
    sys.exit(main())
