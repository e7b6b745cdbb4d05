"""Times what a worker costs beside a run in this process, and what a pool of workers does in a second.

`python benches/isolation.py` prints two tables. Every figure is the median of five rounds, in which all contenders take
turns; smolagents runs in a `ProcessPoolExecutor`, as one would have it in a process of its own.
"""

from __future__ import annotations

import concurrent.futures
import os
import statistics
import time
from collections.abc import Callable

import fastexec
import numpy as np

ROUNDS = 5
TEN_LINES = "\n".join(f"x{n} = [i * {n} for i in range(10)]" for n in range(9)) + "\nsum(map(sum, [x1, x2, x3]))"


def search(query: str) -> list[str]:
    """A tool."""
    return [query.upper()]


def made(isolation: str | None) -> fastexec.LocalPythonExecutor:
    executor = fastexec.LocalPythonExecutor(["numpy"], isolation=isolation)
    executor.send_tools({"search": search})
    executor("import numpy as np\n1 + 1")
    return executor


def timed(work: Callable[[], object], times: int = 1) -> float:
    """Microseconds of one of so many."""
    begun = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - begun) / times * 1e6


def steps(executor: fastexec.LocalPythonExecutor, shared: np.ndarray, plain: np.ndarray) -> dict[str, float]:
    """Microseconds of each step."""
    limits = fastexec.Limits(operations=None)
    isolation = "process" if executor._session.__class__.__name__ == "WorkerSession" else None
    return {
        "a session and its first call": timed(lambda: fastexec.LocalPythonExecutor(["numpy"], isolation=isolation)("1"), 20),
        "a call": timed(lambda: executor("1 + 1"), 500),
        "a call of ten lines": timed(lambda: executor(TEN_LINES), 200),
        "a call of a tool": timed(lambda: executor("for i in range(1000):\n    search('otter')", limits=limits)) / 1000,
        "an array of 100 MB to the code": timed(lambda: executor.send_variables({"data": plain})),
        "the same in shared memory": timed(lambda: executor.send_variables({"data": shared})),
        "an array of 8 MB back": timed(lambda: executor("np.zeros(1_000_000)")),
    }


def echo() -> float:
    """Microseconds of a message to another process and back: what any design pays on this machine."""
    import socket

    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        while data := theirs.recv(4096):
            theirs.sendall(data)
        os._exit(0)
    theirs.close()
    taken = timed(lambda: (ours.sendall(b"x" * 100), ours.recv(4096)), 2000)
    ours.close()
    os.wait()
    return taken


def latency() -> None:
    plain = np.ones(100_000_000 // 8)
    shared = fastexec.shared_array(plain)
    executors = {"in this process": made(None), "in a worker": made("process")}
    rounds: dict[str, list[dict[str, float]]] = {name: [] for name in executors}
    echoes = []
    for _ in range(ROUNDS):
        echoes.append(echo())
        for name, executor in executors.items():
            rounds[name].append(steps(executor, shared, plain))
    print("| microseconds | " + " | ".join(executors) + " |\n|---|" + "---|" * len(executors))
    for step in rounds["in a worker"][0]:
        print(f"| {step} | " + " | ".join(f"{statistics.median(seen[step] for seen in rounds[name]):,.1f}" for name in executors) + " |")
    print(f"| a message to another process and back, by hand | – | {statistics.median(echoes):,.1f} |\n")


def of_smolagents(code: str) -> object:
    from smolagents.local_python_executor import LocalPythonExecutor

    executor = LocalPythonExecutor([])
    executor.send_tools({})
    return executor(code).output


def throughput(programs: int = 200) -> None:
    """Programs in a second, each in a session of its own."""
    codes, workers = [TEN_LINES] * programs, os.cpu_count() or 1
    fresh = fastexec.Pool(workers)
    shared = fastexec.Pool(workers, calls_per_worker=1000)
    processes = concurrent.futures.ProcessPoolExecutor(workers)

    def in_process() -> None:
        for code in codes:
            fastexec.LocalPythonExecutor([])(code)

    contenders = {
        "fastexec in this process": in_process,
        "fastexec.Pool, a worker for each": lambda: list(fresh.map(codes)),
        "fastexec.Pool, workers kept": lambda: list(shared.map(codes)),
        "smolagents in a ProcessPoolExecutor": lambda: list(processes.map(of_smolagents, codes)),
    }
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for name, work in [*contenders.items()] * (ROUNDS + 1):
        rates[name].append(programs / (timed(work) / 1e6))
    print(f"| {workers} processors | programs of ten lines a second |\n|---|---|")
    for name, seen in rates.items():
        print(f"| {name} | {statistics.median(seen[1:]):,.0f} |")
    fresh.shutdown()
    shared.shutdown()
    processes.shutdown()


if __name__ == "__main__":
    latency()
    throughput()
