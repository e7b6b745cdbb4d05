"""Runs the same programs on fastexec, CPython and the other executors that are installed.

Rounds alternate between the executors; a figure is the median of the rounds. Time is processor time
of what works for the call (wall time where that is another process). All guards and limits are on;
their bounds are lifted far enough for the programs to end. Writes a table (Markdown) and the figures
(JSON) into benches/results/.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import pathlib
import platform
import statistics
import sys
import time

import executors
import programs

RESULTS = pathlib.Path(__file__).parent / "results"

SNIPPET = """
prices = {"apple": 1.25, "pear": 0.5, "fig": 3.0}
order = [("apple", 4), ("fig", 1), ("pear", 10)]
total = 0
lines = []
for name, count in order:
    cost = prices[name] * count
    total += cost
    lines.append(f"{name}: {cost:.2f}")
print(", ".join(lines))
total
"""


def lookup(n: int) -> dict:
    """The tool of the programs."""
    return {"name": f"n{n}", "score": n % 10}


def tools_of(program: programs.Program) -> dict:
    return {"lookup": lookup} if program.tool else {}


# ------------------------------------------------------------------------------------------ programs
def run_once(executor, program: programs.Program, size: int) -> tuple[float, object]:
    """Seconds and value of one run in a fresh session."""
    run = executor.session(program.imports, tools_of(program))
    try:
        if program.variables:
            run("\n".join(f"variable_{n} = {n}" for n in range(program.variables)) + "\n0")
        for name in program.imports:
            if name == "numpy":
                run("import numpy\n0")
        text = program.text(size)
        gc.collect()
        started = executor.clock()
        value = run(text)
        return executor.clock() - started, value
    finally:
        getattr(run, "close", lambda: None)()


def measure(program: programs.Program, all_executors: list, rounds: int) -> dict:
    """Median seconds by executor (`small`: at the small size, CPython included), and why others have none."""
    row: dict = {"name": program.name, "group": program.group, "seconds": {}, "small": {}, "errors": {}}
    expected: dict[str, object] = {}
    times: dict[tuple[str, str], list[float]] = {}
    for number in range(rounds):
        order = all_executors if number % 2 == 0 else all_executors[::-1]
        for executor in order:
            sizes = {"small": program.small} if executor.slow else {"seconds": program.size}
            if executor.name == "CPython" and any(other.slow for other in all_executors):
                sizes["small"] = program.small
            for kind, size in sizes.items():
                if executor.name in row["errors"]:
                    continue
                try:
                    seconds, value = run_once(executor, program, size)
                except Exception as error:  # noqa: BLE001 - what an executor cannot run is part of the result
                    row["errors"][executor.name] = f"{type(error).__name__}: {error}"[:300]
                    continue
                times.setdefault((kind, executor.name), []).append(seconds)
                expected.setdefault(kind, value) if executor.name == "CPython" else None
                if kind in expected and repr(expected[kind]) != repr(value):
                    row["errors"][executor.name] = f"wrong result: {value!r:.100}, {expected[kind]!r:.100} expected"
    for (kind, name), values in times.items():
        if name not in row["errors"]:
            row[kind][name] = statistics.median(values)
    return row


def speed(row: dict, name: str) -> float | None:
    """How many times as fast as CPython (above 1: faster)."""
    for kind in ("seconds", "small"):
        if name in row[kind] and row[kind].get("CPython"):
            return row[kind]["CPython"] / row[kind][name]
    return None


def geometric_mean(values: list[float]) -> float | None:
    return math.exp(statistics.fmean(map(math.log, values))) if values else None


# ------------------------------------------------------------------------------------------ latency
def best_of(function, repetitions: int, clock=time.perf_counter) -> float:
    """Median seconds of single calls."""
    times = []
    for _ in range(repetitions):
        started = clock()
        function()
        times.append(clock() - started)
    return statistics.median(times)


def latency(all_executors: list) -> dict:
    """Microseconds (wall time) of small things, by executor."""
    rows: dict[str, dict[str, float]] = {}

    def note(row: str, executor, seconds) -> None:
        try:
            rows.setdefault(row, {})[executor.name] = seconds() * 1e6
        except Exception as error:  # noqa: BLE001
            print(f"  {row}: {executor.name}: {type(error).__name__}: {error}"[:200], file=sys.stderr)

    for executor in all_executors:
        many = 15 if executor.slow or executor.name == "pydantic-monty" else 300
        printing = {"print": lambda *args: None} if executor.name in ("CPython", "RestrictedPython") else {}
        warm = executor.session((), printing)
        note("ten lines, warm", executor, lambda: best_of(lambda: warm(SNIPPET), many))
        note("session + ten lines", executor, lambda: best_of(lambda: close(executor.session((), printing), SNIPPET), many))
        note("empty snippet", executor, lambda: best_of(lambda: warm("0"), many))
        note("call of a tool", executor, lambda: tool_call(executor))
        note("import numpy, loaded", executor, lambda: import_numpy(executor, many))
        note("ten lines, 10,000 variables", executor, lambda: with_variables(executor, printing, many))
        close(warm, None)
    return rows


def close(run, text: str | None) -> None:
    if text is not None:
        run(text)
    getattr(run, "close", lambda: None)()


def tool_call(executor) -> float:
    """Seconds that calling a host function costs more than an empty loop."""
    count = 300 if executor.slow or executor.name == "pydantic-monty" else 20_000
    run = executor.session((), {"tool": lambda n: n})
    with_call = best_of(lambda: run(f"for i in range({count}):\n    tool(i)\n0"), 7)
    without = best_of(lambda: run(f"for i in range({count}):\n    i\n0"), 7)
    close(run, None)
    return (with_call - without) / count


def import_numpy(executor, many: int) -> float:
    run = executor.session(("numpy",), {})
    run("import numpy as np\n0")
    seconds = best_of(lambda: run("import numpy as np\n0"), many) - best_of(lambda: run("0"), many)
    close(run, None)
    return seconds


def with_variables(executor, tools: dict, many: int) -> float:
    run = executor.session((), tools)
    for start in range(0, 10_000, 1000):
        run("\n".join(f"variable_{n} = {n}" for n in range(start, start + 1000)) + "\n0")
    seconds = best_of(lambda: run(SNIPPET), many)
    close(run, None)
    return seconds


# ------------------------------------------------------------------------------------------ report
def table(rows: list[dict], names: list[str]) -> list[str]:
    """Speeds relative to CPython, one line for each program, and the means."""
    others = [name for name in names if name != "CPython"]
    lines = [f"| program | CPython, ms | {' | '.join(others)} |", "|---|--:|" + "--:|" * len(others)]
    for row in rows:
        cells = [f"{value:.2f}" if (value := speed(row, name)) and value >= 0.1 else f"{value:.4f}" if value else "–" for name in others]
        lines.append(f"| {row['name']} | {row['seconds'].get('CPython', 0) * 1000:.1f} | {' | '.join(cells)} |")
    for title, chosen in (("geometric mean", rows), *((f"geometric mean, {group}", [r for r in rows if r["group"] == group]) for group in ("own", "pyperformance"))):
        if chosen:
            means = [geometric_mean([value for row in chosen if (value := speed(row, name))]) for name in others]
            lines.append(f"| **{title}** | | {' | '.join(f'**{mean:.3g}**' if mean else '–' for mean in means)} |")
    return lines


def ratios(rows: list[dict], names: list[str]) -> list[str]:
    """How many times as fast as each other executor fastexec is, on the programs that both run."""
    lines = []
    for name in names:
        pairs = [(speed(row, "fastexec"), speed(row, name) if name != "CPython" else 1.0) for row in rows]
        quotients = [ours / theirs for ours, theirs in pairs if ours and theirs]
        if name != "fastexec" and quotients:
            lines.append(f"- fastexec is {geometric_mean(quotients):.3g} times as fast as {name} (geometric mean of {len(quotients)} programs; least {min(quotients):.3g}, most {max(quotients):.3g})")
    return lines


def latency_table(rows: dict, names: list[str]) -> list[str]:
    lines = [f"| µs | {' | '.join(names)} |", "|---|" + "--:|" * len(names)]
    for row, values in rows.items():
        lines.append(f"| {row} | {' | '.join(f'{values[name]:,.2f}' if name in values else '–' for name in names)} |")
    return lines


def machine() -> str:
    cpu = platform.processor() or platform.machine()
    try:
        cpu = next(line.split(":")[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"CPython {platform.python_version()} ({platform.python_compiler()}), {platform.system()}, {cpu}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", help="comma list: programs whose name contains one of these")
    parser.add_argument("--executors", help="comma list of executors besides CPython")
    parser.add_argument("--no-latency", action="store_true")
    parser.add_argument("--name", default=f"bench-{platform.python_version()}", help="name of the result files")
    options = parser.parse_args()
    chosen = [p for p in programs.all_programs() if not options.only or any(part in p.name for part in options.only.split(","))]
    all_executors = executors.installed(options.executors.split(",") if options.executors else None)
    names = [executor.name for executor in all_executors]
    rows = []
    for program in chosen:
        rows.append(measure(program, all_executors, options.rounds))
        shown = {name: value and round(value, 2) for name in names[1:] if (value := speed(rows[-1], name))}
        print(f"{program.name:<22} {rows[-1]['seconds'].get('CPython', 0) * 1000:8.1f} ms  {shown}  {rows[-1]['errors'] or ''}"[:400], file=sys.stderr, flush=True)
    small = {} if options.no_latency else latency(all_executors)
    report = [f"# Benchmark\n\n{machine()}; medians of {options.rounds} rounds. Speed relative to CPython running the same text (above 1: faster).\n", *table(rows, names), "", *ratios(rows, names)]
    if small:
        report += ["\n## Latency\n", *latency_table(small, names)]
    failed = [f"- {row['name']}, {name}: {error.splitlines()[0]}" for row in rows for name, error in row["errors"].items()]
    if failed:
        report += ["\n## Not run, or with another result\n", *failed]
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{options.name}.md").write_text("\n".join(report) + "\n", encoding="utf-8")
    (RESULTS / f"{options.name}.json").write_text(json.dumps({"machine": machine(), "rounds": options.rounds, "programs": rows, "latency": small}, indent=1) + "\n")
    print("\n".join(report))


if __name__ == "__main__":
    main()
