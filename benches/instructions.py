"""Counts the machine instructions of some programs with callgrind, so that a change shows despite noise.

Each program runs twice in a process of its own, with its size and with half of it; the difference is what
that half takes, without the start of the interpreter and of the engine. Writes
benches/results/instructions.json and .md and brings docs/performance.md up to date. `--against` compares with
the counts of another time.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import programs
import report

HERE = pathlib.Path(__file__).parent
# Program and size: a second or so under callgrind, fifty times slower than without.
SIZES = {
    "recursion": 16,
    "loop in module": 20_000,
    "loop in function": 20_000,
    "objects": 2_000,
    "word counts": 200,
    "comprehensions": 20,
    "sort by key": 2_000,
    "exceptions": 4_000,
    "generators": 4_000,
    "closures": 4_000,
    "tool loop": 4_000,
    "bm_nbody": 200,
    "bm_spectral_norm": 16,
    "bm_float": 1_000,
    "bm_richards": 2,
}


def run(name: str, size: int, fast: bool) -> None:
    """The measured process."""
    import bench
    import executors

    if not fast:
        import fastexec._fastexec as engine

        engine.set_fast_arms(False)
    program = next(program for program in programs.all_programs() if program.name == name)
    bench.run_once(executors.Fastexec(), program, size)


def counted(script: str, *arguments: str, **environment: str) -> int:
    """Instructions of a process that runs one of the scripts of this folder."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "callgrind.out"
        own = [sys.executable, str(HERE / script), *arguments]
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *own]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "0", **environment})
        found = re.search(r"Collected : (\d+)", done.stderr)
        if done.returncode or not found:
            raise RuntimeError(done.stderr[-2000:])
        return int(found[1])


def count(name: str, size: int, fast: bool) -> int:
    """Instructions of a process that runs the program once."""
    return counted("instructions.py", "--child", name, str(size), str(int(fast)))


def measure(name: str, fast: bool) -> int:
    """Instructions of half of the program's size."""
    size = SIZES[name]
    return count(name, size, fast) - count(name, size // 2, fast)


def table(counts: dict) -> list[str]:
    """The counts as Markdown."""
    lines = ["| program | size | instructions | without the fast arms |", "|---|--:|--:|--:|"]
    for row in counts["programs"]:
        slow = row.get("without fast arms")
        share = f"{slow / row['instructions']:.2f} ×" if slow else "–"
        lines.append(f"| {row['name']} | {row['size']:,} | {row['instructions']:,} | {share} |")
    return [f"CPython {counts['python']}; from half the size to the whole.", "", *lines]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="comma list: programs whose name contains one of these (nothing is written)")
    parser.add_argument("--arms", action="store_true", help="also without the fast arms")
    parser.add_argument("--against", type=pathlib.Path, help="an instructions.json to compare with")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        name, size, fast = options.child
        run(name, int(size), fast == "1")
        return 0
    if not shutil.which("valgrind"):
        print("valgrind is not installed: no instructions are counted", file=sys.stderr)
        return 1
    before = {}
    if options.against:
        before = {row["name"]: row["instructions"] for row in json.loads(options.against.read_text())["programs"]}
    known = {program.name for program in programs.all_programs()}
    chosen = [name for name in SIZES if name in known and (not options.only or any(part in name for part in options.only.split(",")))]
    rows = []
    for name in chosen:
        row = {"name": name, "size": SIZES[name], "instructions": measure(name, fast=True)}
        if options.arms:
            row["without fast arms"] = measure(name, fast=False)
        rows.append(row)
        change = f"  {row['instructions'] / before[name] - 1:+.2%}" if name in before else ""
        print(f"{name:<20} {row['instructions']:>14,}{change}", flush=True)
    if options.only:
        return 0
    counts = {"python": platform.python_version(), "programs": rows}
    report.RESULTS.mkdir(exist_ok=True)
    (report.RESULTS / "instructions.json").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    (report.RESULTS / "instructions.md").write_text("# Instructions\n\n" + "\n".join(table(counts)) + "\n", encoding="utf-8")
    report.update_pages()
    return 0


if __name__ == "__main__":
    sys.exit(main())
