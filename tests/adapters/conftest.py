"""A cluster of Ray on this machine, of several raylets: each is a node to Ray, with its own processes."""

from __future__ import annotations

import pathlib
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

# A shell that starts a run in the background has it ignore Ctrl-C, and with it every child.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

STORE = 80 << 20
"""Bytes of a node's object store: the least that Ray takes is less."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes of two processors, and this process connected to them."""
    import ray
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False, "object_store_memory": STORE})
    try:
        made.add_node(num_cpus=2, object_store_memory=STORE)
        ray.init(address=made.address, log_to_driver=False)
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def until(reached: Callable[[], Any], seconds: float = 30) -> bool:
    """Whether it became true in time."""
    end = time.monotonic() + seconds
    while not reached():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def processes_of(parent: int) -> list[int]:
    """Processes under this one, at any depth."""
    parents = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
        except OSError:
            pass  # it has ended
    found, level = [], [parent]
    while level:
        level = [pid for pid, above in parents.items() if above in level]
        found += level
    return found


def has_ended(pid: int) -> bool:
    """Whether the process is no more, or nothing of it but its exit status."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
