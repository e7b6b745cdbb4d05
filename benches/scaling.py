"""Measures what docs/scaling.md plans with: snippets per second of a pool and of a pool on Ray, what the program and the
messages take of each, memory, and starts. Needs Ray. Figures are medians of the rounds; the machine should be idle.

    python benches/scaling.py --rounds 5
"""

from __future__ import annotations

import argparse
import logging
import os
import pathlib
import pickle
import statistics
import time
from collections.abc import Callable
from typing import Any

import ray
from fastexec import Pool
from fastexec.cluster import travel
from fastexec.ray import RayPool
from ray.cluster_utils import Cluster

SNIPPET = "sum(n * n for n in range(100))"
SNIPPETS = 300
STORE = 100 << 20


def timed(run: Callable[[], Any]) -> tuple[float, float]:
    """Seconds, and seconds of processor time of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - wall, time.process_time() - cpu


def rate(name: str, pool: Any, rounds: int, **keywords: Any) -> None:
    """Prints snippets per second, and microseconds of this process for each."""
    codes = [SNIPPET] * SNIPPETS
    list(pool.map(codes[:20], **keywords))
    walls, cpus = zip(*(timed(lambda: list(pool.map(codes, **keywords))) for _ in range(rounds)), strict=True)
    own = statistics.median(cpus) / SNIPPETS * 1e6
    print(f"{name}: {SNIPPETS / statistics.median(walls):.0f} per second, {own:.0f} µs of the program each")


def pss(pid: int) -> float:
    """MB that are the process's own, with its part of what it shares."""
    for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise ValueError(pid)


def here() -> int:
    """The process that a tool runs in."""
    return os.getpid()


def below(parent: int) -> list[int]:
    """Its children, and theirs."""
    tasks = pathlib.Path(f"/proc/{parent}/task").glob("*/children")
    children = [int(pid) for task in tasks for pid in task.read_text(encoding="utf-8").split()]
    return children + [pid for child in children for pid in below(child)]


def memory(sessions: int) -> None:
    """Prints memory of an actor, its fork server, and workers."""
    for modules in ([], ["numpy", "pandas"]):
        with RayPool(1, modules, workers_per_actor=1) as pool:
            actor = pool.submit("here()", tools={"here": here}).result().output
            opened = [pool.session() for _ in range(sessions)]
            for session in opened:
                session("\n".join(f"import {name}" for name in modules) + "\nkept = list(range(1000))")
            sizes = sorted((pss(pid) for pid in below(actor)), reverse=True)
            print(f"memory with {modules}: actor {pss(actor):.0f} MB, its processes {', '.join(f'{size:.1f}' for size in sizes)} MB")
            for session in opened:
                session.close()


def messages() -> None:
    """Prints bytes of one snippet there and back."""
    with Pool(1) as pool:
        for code in (SNIPPET, "1 / 0", "print('x' * 50_000)", "[0.5] * 10_000"):
            back = len(pickle.dumps(travel.record(pool.submit(code).result())))
            print(f"message: {len(code.encode())} bytes of code there, {back} back for {code!r}")


def starts(cluster: Cluster, rounds: int) -> None:
    """Prints seconds of a raylet, of an actor, and of the first snippet."""
    seen: dict[str, list[float]] = {"raylet": [], "pool of one actor": []}
    for _ in range(rounds):
        begun = time.perf_counter()
        node = cluster.add_node(num_cpus=1, resources={"new": 1}, object_store_memory=STORE)
        seen["raylet"].append(time.perf_counter() - begun)
        begun = time.perf_counter()
        with RayPool(1, workers_per_actor=1, actor_options={"resources": {"new": 1}}) as pool:
            pool.submit("1").result()
            seen["pool of one actor"].append(time.perf_counter() - begun)
        cluster.remove_node(node)
    for name, seconds in seen.items():
        print(f"start of a {name}: {statistics.median(seconds):.1f} s")


def main() -> None:
    """Runs it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, Ray {ray.__version__}")
    messages()
    for calls in (1, 100):
        with Pool(2, calls_per_worker=calls) as pool:
            rate(f"Pool(2, calls_per_worker={calls})", pool, rounds)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False, "object_store_memory": STORE})
    ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        for actors in (1, 2):
            for calls, batch in ((1, 1), (1, 20), (100, 1), (100, 50)):
                with RayPool(actors, workers_per_actor=2 // actors, calls_per_worker=calls, cpus_per_actor=0) as pool:
                    rate(f"RayPool({actors}, calls_per_worker={calls}), batch={batch}", pool, rounds, batch=batch)
        memory(3)
        starts(cluster, 3)
    finally:
        ray.shutdown()
        cluster.shutdown()
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
