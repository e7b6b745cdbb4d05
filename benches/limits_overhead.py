"""Measures what the accounting of limits costs on the programs of the benchmark: the figures in docs/limits.md.

    python benches/limits_overhead.py [--rounds 5]

Each program runs with every limit set (far away) and with every limit lifted, in processes with the memory
hooks and without them (they stay away under `PYTHONMALLOC`, which names the same allocators here). Time is
processor time, the least of the rounds, which alternate.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time

import programs

FAR = 10**15


def seconds(program: programs.Program, limited: bool) -> float:
    import fastexec

    held = {"operations": FAR, "while_iterations": FAR, "seconds": 1e6, "memory_bytes": 1 << 40, "int_bits": FAR}
    limits = fastexec.Limits(**{name: value if limited else None for name, value in held.items()}, cpu_seconds=None)
    executor = fastexec.LocalPythonExecutor(list(program.imports), limits=limits)
    executor.send_tools({})
    started = time.process_time()
    executor(program.text(program.size))
    return time.process_time() - started


def child(rounds: int) -> None:
    found: dict[str, list[float]] = {}
    for program in programs.all_programs():
        if program.group != "own" or program.tool or program.variables or "numpy" in program.imports:
            continue
        times: dict[bool, list[float]] = {True: [], False: []}
        for number in range(rounds):
            for limited in (True, False) if number % 2 else (False, True):
                times[limited].append(seconds(program, limited))
        found[program.name] = [min(times[True]), min(times[False])]
    print(json.dumps(found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(options.rounds)
    runs = {}
    for hooks in (True, False, True, False):
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONMALLOC"}
        if not hooks:
            environment["PYTHONMALLOC"] = "pymalloc"
        command = [sys.executable, __file__, "--child", "--rounds", str(options.rounds)]
        answer = json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout)
        known = runs.setdefault(hooks, answer)
        runs[hooks] = {name: [min(pair) for pair in zip(known[name], answer[name], strict=True)] for name in answer}
    accounting = [runs[True][name][0] / runs[True][name][1] for name in runs[True]]
    memory = [runs[True][name][0] / runs[False][name][0] for name in runs[True]]
    for what, ratios in (("limits on against lifted", accounting), ("memory hooks on against off", memory)):
        mean = math.exp(statistics.fmean(map(math.log, ratios)))
        print(f"{what}: {100 * (mean - 1):+.1f} % (geometric mean of {len(ratios)} programs, {100 * (min(ratios) - 1):+.1f} to {100 * (max(ratios) - 1):+.1f} %)")


if __name__ == "__main__":
    main()
