"""What a process pays first: imports, the first executor, the first snippets; and what executors keep of its memory.

Each figure is taken in processes of their own, where compiled files of the package are there, as they are where it was
installed.
"""

from __future__ import annotations

import json
import os
import pathlib
import statistics
import subprocess
import sys

from latency import SNIPPET

PRELUDE = """
import gc, json, os, sys, time
TEN = json.loads(sys.argv[1])
clock = time.process_time
found = {}
def took(started):
    return (clock() - started) * 1000
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
"""

COLD = """
started = clock()
import fastexec
found["import fastexec, ms"] = took(started)
executor = fastexec.LocalPythonExecutor([])
found["import fastexec and the first executor, ms"] = took(started)
started = clock()
executor("1 + 1")
found["first snippet, ms"] = took(started)
started = clock()
executor(TEN)
found["ten lines after it, ms"] = took(started)
"""

PACKAGES = """
import numpy, pandas
started = clock()
import fastexec
executor = fastexec.LocalPythonExecutor(["numpy", "pandas"])
found["import and executor where pandas is loaded, ms"] = took(started)
started = clock()
executor("import numpy as np\\nfloat(np.arange(5).mean())")
found["first snippet with numpy, ms"] = took(started)
started = clock()
executor("import pandas as pd\\nint(pd.DataFrame({'a': [1, 2]})['a'].sum())")
found["first snippet with pandas, ms"] = took(started)
"""

UNSEEN = """
import ast, fastexec
executor = fastexec.LocalPythonExecutor([])
executor.send_tools({})
executor(TEN)
ours, theirs = [], []
for number in range(300):
    text = TEN.replace("prices", f"prices_{number}").replace("1.25", f"{number}.5")
    started = clock()
    executor(text)
    ours.append(took(started))
    started = clock()
    tree = ast.parse(text)
    last = ast.Expression(tree.body.pop().value)
    names = {"print": lambda *args: None}
    exec(compile(tree, "<program>", "exec"), names)
    eval(compile(last, "<program>", "eval"), names)
    theirs.append(took(started))
ours.sort(), theirs.sort()
found["ten lines never seen, ms"] = ours[150]
found["ten lines never seen, of CPython's time"] = ours[150] / theirs[150]
"""

MEMORY = """
import fastexec
def made(count):
    executors = []
    for number in range(count):
        executor = fastexec.LocalPythonExecutor([])
        executors.append(executor)
    return executors
first = made(50)
gc.collect()
before = resident()
kept = made(2000)
found["an executor, bytes (of 2,000)"] = (resident() - before) / 2000
del kept
gc.collect()
started = clock()
kept = made(10_000)
for executor in kept[::1000]:
    assert executor("6 * 7").output == 42
found["10,000 executors alive, MB"] = (resident() - before) / 1e6
found["making each of them, µs"] = took(started) / 10
del kept, first
gc.collect()
"""

STEP = """
import fastexec
executor = fastexec.LocalPythonExecutor([])
executor("0")
gc.collect()
before = resident()
text = "\\n".join(f"def f{n}(a, b={n}):\\n    return a * b + {n}" for n in range(10))
executor(text + "\\nclass Point:\\n    def __init__(self, x):\\n        self.x = x\\nf3(Point(4).x)")
found["after ten functions and a class, MB more"] = (resident() - before) / 1e6
"""

STEPS = """
import fastexec
executor = fastexec.LocalPythonExecutor([])
for number in range(2000):
    executor(TEN)
gc.collect()
before = resident()
for number in range(100_000):
    executor(TEN)
gc.collect()
found["after 100,000 steps of ten lines, MB more"] = (resident() - before) / 1e6
"""

ROUNDS = {COLD: 9, PACKAGES: 5, UNSEEN: 3, MEMORY: 3, STEP: 5, STEPS: 1}


def measure(programs: tuple[str, ...], rounds: int | None = None) -> dict[str, float]:
    """Medians of the figures of these programs; `rounds` for fewer of them than usual."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    found: dict[str, list[float]] = {}
    for program in programs:
        for _ in range(min(ROUNDS[program], rounds or ROUNDS[program])):
            command = [sys.executable, "-c", f"{PRELUDE}{program}\nprint(json.dumps(found))", json.dumps(SNIPPET)]
            run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
            for name, value in json.loads(run.stdout).items():
                found.setdefault(name, []).append(value)
    return {name: statistics.median(values) for name, values in found.items()}


def cold(rounds: int | None = None) -> dict[str, float]:
    """Milliseconds of processor time of what a process does first."""
    return measure((COLD, PACKAGES, UNSEEN), rounds)


def memory(rounds: int | None = None) -> dict[str, float]:
    """What executors take and keep; Linux alone tells."""
    return measure((MEMORY, STEP, STEPS), rounds) if pathlib.Path("/proc/self/statm").exists() else {}


if __name__ == "__main__":
    print(json.dumps({**cold(1), **memory(1)}, indent=1, ensure_ascii=False))
