"""Measures what the accounting of limits costs on the programs of the benchmark: the figures in docs/limits.md.

    python benches/limits_overhead.py [--rounds 5] [--instructions]

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
from instructions import counted

FAR = 10**15


def run(program: programs.Program, size: int, limited: bool) -> float:
    """Seconds of processor time of the program."""
    import fastexec

    held = {"operations": FAR, "while_iterations": FAR, "seconds": 1e6, "memory_bytes": 1 << 40, "int_bits": FAR}
    limits = fastexec.Limits(**{name: value if limited else None for name, value in held.items()}, cpu_seconds=None)
    executor = fastexec.LocalPythonExecutor(list(program.imports), limits=limits)
    executor.send_tools({})
    started = time.process_time()
    executor(program.text(size) if size else "0")
    return time.process_time() - started


def chosen() -> list[programs.Program]:
    found = programs.all_programs()
    return [p for p in found if p.group == "own" and not p.tool and not p.variables and not {"numpy", "pandas"} & set(p.imports)]


def child(rounds: int) -> None:
    found: dict[str, list[float]] = {}
    for program in chosen():
        times: dict[bool, list[float]] = {True: [], False: []}
        for number in range(rounds):
            for limited in (True, False) if number % 2 else (False, True):
                times[limited].append(run(program, program.size, limited))
        found[program.name] = [min(times[True]), min(times[False])]
    print(json.dumps(found))


def instructions() -> None:
    """The same, counted in machine instructions of small sizes: what an empty program takes is taken off."""

    def count(name: str, limited: bool, **environment: str) -> int:
        arguments = ("--counted", name, str(int(limited)))
        return counted("limits_overhead.py", *arguments, **environment)

    ways = {"on": (True, {}), "lifted": (False, {}), "no hooks": (True, {"PYTHONMALLOC": "pymalloc"})}
    start = {way: count("", limited, **environment) for way, (limited, environment) in ways.items()}
    accounting, memory = [], []
    for program in chosen():
        own = {way: count(program.name, limited, **environment) - start[way] for way, (limited, environment) in ways.items()}
        accounting.append(own["on"] / own["lifted"])
        memory.append(own["on"] / own["no hooks"])
        print(f"{program.name:<22} {own['on']:>14,} {accounting[-1] - 1:+.2%} {memory[-1] - 1:+.2%}", flush=True)
    show(accounting, memory)


def show(accounting: list[float], memory: list[float]) -> None:
    for what, ratios in (("limits on against lifted", accounting), ("memory hooks on against off", memory)):
        mean = math.exp(statistics.fmean(map(math.log, ratios)))
        print(f"{what}: {100 * (mean - 1):+.1f} % (geometric mean of {len(ratios)} programs, {100 * (min(ratios) - 1):+.1f} to {100 * (max(ratios) - 1):+.1f} %)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--instructions", action="store_true", help="count machine instructions instead of time; needs valgrind")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--counted", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(options.rounds)
    if options.counted:
        program = next((p for p in chosen() if p.name == options.counted[0]), programs.all_programs()[0])
        run(program, program.small if options.counted[0] else 0, options.counted[1] == "1")
        return None
    if options.instructions:
        return instructions()
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
    show(accounting, memory)
    return None


if __name__ == "__main__":
    main()
