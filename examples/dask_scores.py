"""Dask scores programs: each worker of Dask owns a pool, whose workers run the programs behind the kernel's walls.

`dask.compute(..., scheduler=pool)` is not the way: Dask would have the pool run its own functions in this process's
memory, and a `fastexec.Pool` runs texts of programs elsewhere. Dask's tasks submit those texts; as the pool is an
executor of `concurrent.futures`, they wait for its futures as for any others.
"""

from __future__ import annotations

import concurrent.futures

import dask.bag
from distributed import Client, LocalCluster, Worker, WorkerPlugin, get_worker
from fastexec import Limits, Pool

PROGRAMS = [
    "sum(n * n for n in range(10))",
    "sum(map(lambda n: n * n, range(10)))",
    "sum(n ^ 2 for n in range(10))",
    "total = 0\nwhile True: total += 1",
    "import os\nos.listdir('/')",
] * 8
RIGHT = 285
LIMITS = Limits(seconds=2, operations=100_000, memory_bytes=64 << 20)


class OwnPool(WorkerPlugin):
    """A pool for the time that a worker of Dask lives."""

    name = "fastexec"

    def setup(self, worker: Worker) -> None:
        """Called on the worker."""
        self.pool = Pool(workers=worker.state.nthreads)

    def teardown(self, worker: Worker) -> None:
        """Called on the worker, at its end."""
        self.pool.shutdown()


def scores(programs: list[str]) -> list[bool]:
    """Whether each program gives the right number. Runs on a worker of Dask, and only these flags leave it."""
    pool = get_worker().plugins["fastexec"].pool
    futures = [pool.submit(program, limits=LIMITS) for program in programs]
    concurrent.futures.wait(futures)
    outputs = [future.result().output for future in futures]
    return [type(output) is int and output == RIGHT for output in outputs]


def main() -> None:
    """Runs it."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.register_plugin(OwnPool())
        passed = dask.bag.from_sequence(PROGRAMS, npartitions=4).map_partitions(scores).compute()
    print(f"{len(passed)} programs, {sum(passed)} right")


if __name__ == "__main__":
    main()
