"""Times what a worker costs beside a run in this process, and what pools of workers do in a second.

`python benches/isolation.py` prints two tables; with `--write` it brings docs/isolation.md up to date. Every figure is the
median of five rounds (`--rounds n`), in which all contenders take turns. smolagents runs in a `ProcessPoolExecutor`, as one would
have it in a process of its own: its tools run there too, and arrays are pickled. pydantic-monty has a pool of processes
itself, and no numpy.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import multiprocessing
import os
import pathlib
import platform
import socket
import statistics
import time
from collections.abc import Callable
from typing import Any

import fastexec
import numpy as np

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "isolation.md"
BEGIN, END = "<!-- figures: benches/isolation.py -->\n", "<!-- end of the figures -->\n"
TEN_LINES = "\n".join(f"x{n} = [i * {n} for i in range(10)]" for n in range(9)) + "\nsum(map(sum, [x1, x2, x3]))"
LOOP = "total = 0\nfor n in range(800_000):\n    total += n * n % 7\ntotal"
TOOL_CALLS = "for i in range(1000):\n    search('otter')\n0"
MEGABYTES = 100


def search(query: str) -> list[str]:
    """A tool."""
    return [query.upper()]


def timed(work: Callable[[], object], times: int = 1) -> float:
    """Microseconds of one of so many."""
    begun = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - begun) / times * 1e6


class Fastexec:
    def __init__(self, isolation: str | None) -> None:
        self.isolation = isolation
        self.executor = self.session()
        self.executor("import numpy as np\n1 + 1")

    def session(self) -> fastexec.LocalPythonExecutor:
        executor = fastexec.LocalPythonExecutor(["numpy"], isolation=self.isolation)
        executor.send_tools({"search": search})
        return executor

    def steps(self, shared: np.ndarray, plain: np.ndarray) -> dict[str, float]:
        executor, limits = self.executor, fastexec.Limits(operations=None)
        return {
            "a session and its first call": timed(lambda: self.session()("1"), 20),
            "a call": timed(lambda: executor("1 + 1"), 500),
            "a call of ten lines": timed(lambda: executor(TEN_LINES), 200),
            "a call of a tool": timed(lambda: executor(TOOL_CALLS, limits=limits)) / 1000,
            f"an array of {MEGABYTES} MB to the code": timed(lambda: executor.send_variables({"data": plain})),
            "the same in shared memory": timed(lambda: executor.send_variables({"data": shared})),
            "an array of 8 MB back": timed(lambda: executor("np.zeros(1_000_000)")),
        }


class Monty:
    def __init__(self, stack: contextlib.ExitStack) -> None:
        import pydantic_monty

        self.pool = stack.enter_context(pydantic_monty.Monty(max_processes=os.cpu_count()))
        self.held = stack.enter_context(self.session())

    def session(self) -> contextlib.AbstractContextManager:
        # Each call of a tool suspends its interpreter, which may do that a thousand times.
        return self.pool.checkout(limits={"max_suspensions": 1_000_000_000})

    def once(self, code: str) -> object:
        with self.session() as session:
            return session.feed_run(code, external_lookup={"search": search})

    def steps(self, _shared: np.ndarray, _plain: np.ndarray) -> dict[str, float]:
        def run(code: str) -> object:
            return self.held.feed_run(code, external_lookup={"search": search})

        return {
            "a session and its first call": timed(lambda: self.once("1"), 20),
            "a call": timed(lambda: run("1 + 1"), 500),
            "a call of ten lines": timed(lambda: run(TEN_LINES), 200),
            "a call of a tool": timed(lambda: run(TOOL_CALLS)) / 1000,
        }


def of_smolagents(code: str, kept: bool = False) -> object:
    """What a process does for smolagents; in one that has an executor already, if that is kept."""
    from smolagents.local_python_executor import LocalPythonExecutor

    executor = KEPT.get("executor") if kept else None
    if executor is None:
        executor = KEPT["executor"] = LocalPythonExecutor(["numpy"])
        executor.send_tools({"search": search})
    return executor(code).output


def to_smolagents(data: np.ndarray) -> None:
    KEPT["executor"].send_variables({"data": data})


KEPT: dict[str, Any] = {}


class Smolagents:
    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.pool = stack.enter_context(concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")))
        self.run("import numpy as np\n1")

    def run(self, code: str, kept: bool = True) -> object:
        return self.pool.submit(of_smolagents, code, kept).result()

    def steps(self, _shared: np.ndarray, plain: np.ndarray) -> dict[str, float]:
        return {
            "a session and its first call": timed(lambda: self.run("1", kept=False), 20),
            "a call": timed(lambda: self.run("1 + 1"), 500),
            "a call of ten lines": timed(lambda: self.run(TEN_LINES), 200),
            f"an array of {MEGABYTES} MB to the code": timed(lambda: self.pool.submit(to_smolagents, plain).result()),
            "an array of 8 MB back": timed(lambda: self.run("import numpy as np\nnp.zeros(1_000_000)")),
        }


def echo() -> float:
    """Microseconds of a message to another process and back: what any design pays on this machine."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        ours.close()
        while data := theirs.recv(4096):
            theirs.sendall(data)
        os._exit(0)
    theirs.close()
    taken = timed(lambda: (ours.sendall(b"x" * 100), ours.recv(4096)), 2000)
    ours.close()
    os.waitpid(child, 0)
    return taken


def latency(rounds: int) -> str:
    """The table of single steps."""
    plain = np.ones(MEGABYTES * 1_000_000 // 8)
    shared = fastexec.shared_array(plain)
    with contextlib.ExitStack() as stack:
        contenders: dict[str, Any] = {
            "in this process": Fastexec(None),
            "in a worker": Fastexec("process"),
            "pydantic-monty's pool": Monty(stack),
            "smolagents in a `ProcessPoolExecutor`": Smolagents(stack),
        }
        seen: dict[str, list[dict[str, float]]] = {name: [] for name in contenders}
        echoes = []
        # The first round loads what is loaded late.
        for _ in range(rounds + 1):
            echoes.append(echo())
            for name, contender in contenders.items():
                seen[name].append(contender.steps(shared, plain))
    lines = ["| microseconds | " + " | ".join(contenders) + " |", "|---|" + "---:|" * len(contenders)]
    for step in seen["in a worker"][0]:
        medians = [statistics.median(taken[step] for taken in seen[name][1:]) if step in seen[name][0] else None for name in contenders]
        lines.append(f"| {step} | " + " | ".join("–" if median is None else figure(median) for median in medians) + " |")
    lines.append(f"| a message to another process and back, by hand | – | {figure(statistics.median(echoes))} | – | – |")
    return "\n".join(lines) + "\n"


def figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}"


def throughput(rounds: int) -> str:
    """The table of programs in a second, each in a session of its own: short ones, and loops of many steps."""
    workers = os.cpu_count() or 1
    with contextlib.ExitStack() as stack:
        fresh = stack.enter_context(fastexec.Pool(workers))
        alone = stack.enter_context(fastexec.Pool(1, calls_per_worker=1000))
        shared = stack.enter_context(fastexec.Pool(workers, calls_per_worker=1000))
        processes = stack.enter_context(concurrent.futures.ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")))
        threads = stack.enter_context(concurrent.futures.ThreadPoolExecutor(workers))
        monty = Monty(stack)

        def in_process(codes: list[str]) -> None:
            for code in codes:
                fastexec.LocalPythonExecutor([])(code)

        contenders: dict[str, Callable[[list[str]], object]] = {
            "fastexec in this process, one after the other": in_process,
            "`fastexec.Pool`, a worker for each": lambda codes: list(fresh.map(codes)),
            "`fastexec.Pool`, one worker that is kept": lambda codes: list(alone.map(codes)),
            "`fastexec.Pool`, workers kept": lambda codes: list(shared.map(codes)),
            "pydantic-monty's pool, a session for each": lambda codes: list(threads.map(monty.once, codes)),
        }
        # (The loops would take smolagents minutes.)
        short = contenders | {"smolagents in a `ProcessPoolExecutor`": lambda codes: list(processes.map(of_smolagents, codes))}
        rates = [a_second(short, [TEN_LINES] * 200, rounds), a_second(contenders, [LOOP] * 40, rounds)]
    lines = [f"| {workers} processors, programs a second | of ten lines | loops of 800,000 steps |", "|---|---:|---:|"]
    lines += [f"| {name} | {' | '.join(figure(rate[name]) if name in rate else '–' for rate in rates)} |" for name in short]
    return "\n".join(lines) + "\n"


def a_second(contenders: dict[str, Callable[[list[str]], object]], codes: list[str], rounds: int) -> dict[str, float]:
    """How many of the programs each contender does in a second. The first round starts servers and loads modules."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for name, work in [*contenders.items()] * (rounds + 1):
        rates[name].append(len(codes) / (timed(lambda: work(codes)) / 1e6))
    return {name: statistics.median(seen[1:]) for name, seen in rates.items()}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true", help="write the tables into docs/isolation.md")
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    tables = f"{latency(chosen.rounds)}\n{throughput(chosen.rounds)}"
    if chosen.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        where = f"CPython {platform.python_version()}, {platform.machine()}, medians of {chosen.rounds} rounds (`make bench`):\n\n"
        PAGE.write_text(f"{before}{BEGIN}{where}{tables}{END}{rest.partition(END)[2]}", encoding="utf-8")
    else:
        print(tables)


if __name__ == "__main__":
    main()
