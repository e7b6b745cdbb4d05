"""Runs the same programs on fastexec, CPython and the other executors that are installed.

Rounds alternate between the executors; a figure is the median of the rounds, a speed the median of what each
round by itself says, so that a machine that is slow for a while is slow for all. Time is processor time
of what works for the call (wall time where that is another process). All guards and limits are on;
their bounds are lifted far enough for the programs to end. Writes figures (JSON), tables (Markdown) and a
plot (PNG) into benches/results/, and brings docs/performance.md up to date.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys

import cold
import executors
import held_out
import latency
import programs
import report


def lookup(n: int) -> dict:
    """The tool of the programs."""
    return {"name": f"n{n}", "score": n % 10}


def tools_of(program: programs.Program) -> dict:
    return {"lookup": lookup} if program.tool else {}


def run_once(executor, program: programs.Program, size: int) -> tuple[float, str]:
    """Seconds and value (as text) of one run in a fresh session."""
    if isinstance(executor, executors.OtherPython):
        return executor.timed(program.text(size))
    run = executor.session(program.imports, tools_of(program))
    try:
        if program.variables:
            run("\n".join(f"variable_{n} = {n}" for n in range(program.variables)) + "\n0")
        for name in program.imports:
            if name in ("numpy", "pandas"):
                run(f"import {name}\n0")
        text = program.text(size)
        gc.collect()
        started = executor.clock()
        value = run(text)
        return executor.clock() - started, repr(value)
    finally:
        getattr(run, "close", lambda: None)()


class Measurement:
    """One program on all executors."""

    def __init__(self, program: programs.Program, all_executors: list) -> None:
        self.program = program
        self.executors = all_executors
        self.errors: dict[str, str] = {}
        self.expected: dict[str, str] = {}
        self.times: dict[tuple[str, str], list[float]] = {}

    def sizes(self, executor) -> dict[str, int]:
        """Slow executors run the small size, and CPython both."""
        sizes = {"small": self.program.small} if executor.slow else {"seconds": self.program.size}
        if executor.name == "CPython" and any(other.slow for other in self.executors):
            sizes["small"] = self.program.small
        return sizes

    def round(self, backwards: bool) -> None:
        for executor in reversed(self.executors) if backwards else self.executors:
            for kind, size in self.sizes(executor).items():
                if executor.name not in self.errors:
                    self.run(executor, kind, size)

    def run(self, executor, kind: str, size: int) -> None:
        try:
            seconds, value = run_once(executor, self.program, size)
        except Exception as error:  # noqa: BLE001 - what an executor cannot run is part of the result
            self.errors[executor.name] = f"{type(error).__name__}: {error}"[:300]
            return
        self.times.setdefault((kind, executor.name), []).append(seconds)
        expected = self.expected.setdefault(kind, value) if executor.name == "CPython" else self.expected.get(kind, value)
        if expected != value and not isinstance(executor, executors.OtherPython):
            self.errors[executor.name] = f"wrong result: {value:.100}, {expected:.100} expected"

    def row(self) -> dict:
        """Median seconds by executor (`small`: at the small size), how many times as fast as CPython each is, and why others
        have none."""
        row: dict = {"name": self.program.name, "group": self.program.group, "seconds": {}, "small": {}, "speeds": {}, "errors": self.errors}
        for (kind, name), values in self.times.items():
            if name in self.errors:
                continue
            row[kind][name] = statistics.median(values)
            reference = self.times.get((kind, "CPython"))
            if name != "CPython" and reference:
                row["speeds"][name] = statistics.median(theirs / ours for theirs, ours in zip(reference, values, strict=True))
        return row


def measure(program: programs.Program, all_executors: list, rounds: int) -> dict:
    measurement = Measurement(program, all_executors)
    for number in range(rounds):
        measurement.round(backwards=number % 2 == 1)
    return measurement.row()


def measure_analysis(options: argparse.Namespace) -> dict:
    """The snippets of data analysis, in a process of their own; empty where numpy or pandas are missing."""
    script = pathlib.Path(__file__).with_name("analysis.py")
    only = options.only.split(",") if options.only else []
    command = [sys.executable, str(script), str(options.rounds), *only]
    # (With compiled files, as an installed package has them.)
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""})
    return json.loads(run.stdout) if run.returncode == 0 else {}


def machine() -> str:
    cpu = platform.processor() or platform.machine()
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        cpu = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"CPython {platform.python_version()} ({platform.python_compiler()}), {platform.system()}, {cpu}"


def show(row: dict, names: list[str]) -> None:
    speeds = {name: round(value, 2) for name in names if name != "CPython" and (value := report.speed(row, name))}
    text = f"{row['name']:<22} {row['seconds'].get('CPython', 0) * 1000:8.1f} ms  {speeds}  {row['errors'] or ''}"
    print(text[:400], file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", help="comma list: programs whose name contains one of these")
    parser.add_argument("--executors", help="comma list of executors besides CPython")
    parser.add_argument("--no-latency", action="store_true", help="only the programs: no small things, data analysis, cold starts, memory")
    parser.add_argument("--no-pythons", action="store_true", help="without the other CPythons of this machine")
    parser.add_argument("--name", help="name of the result files; those of a part of the benchmark are tmp/part if not given")
    parser.add_argument("--note", default="", help="a sentence about this run, for the reports")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    everything = programs.all_programs() + held_out.HELD_OUT
    chosen = [p for p in everything if not options.only or any(part in p.name for part in options.only.split(","))]
    own = executors.installed(options.executors.split(",") if options.executors else None)
    others = [] if options.no_pythons else executors.other_pythons()
    names = [executor.name for executor in own + others]
    rows = []
    for program in chosen:
        rows.append(measure(program, own + others, options.rounds))
        show(rows[-1], names)
    small = not options.no_latency
    part = options.only or options.executors or options.no_latency or options.no_pythons
    name = options.name or ("tmp/part" if part else f"bench-{sys.version_info[0]}.{sys.version_info[1]}")
    result = {
        "machine": machine(),
        "python": platform.python_version(),
        "rounds": options.rounds,
        "note": options.note,
        "executors": names,
        "programs": [row for row in rows if row["group"] != "held out"],
        "held_out": [row for row in rows if row["group"] == "held out"],
        "latency": latency.latency(own) if small else {},
        "scaling": latency.scaling(own) if small else {},
        "front": latency.front(own) if small else {},
        "footprint": latency.footprint() if small else {},
        "analysis": measure_analysis(options) if small else {},
        "cold": cold.cold(options.rounds) if small else {},
        "memory": cold.memory(options.rounds) if small else {},
    }
    path = report.RESULTS / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(report.write(name, result))


if __name__ == "__main__":
    main()
