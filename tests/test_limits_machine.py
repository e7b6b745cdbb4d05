"""The memory of a call follows the machine: what is available, and what the control groups of the process leave."""

from __future__ import annotations

import fastexec
import pytest
from fastexec import memory

GIB = 1 << 30


@pytest.fixture
def machine(monkeypatch):
    """Replaces the files that tell about the machine."""

    def told(**files: str) -> None:
        named = {"/" + name.replace("__", "/").replace("_DOT_", "."): text for name, text in files.items()}
        monkeypatch.setattr(memory, "_lines", lambda path: named.get(path, "").splitlines(keepends=True))

    return told


def meminfo(available: int) -> str:
    return f"MemTotal: 99999999 kB\nMemFree: 1 kB\nMemAvailable: {available >> 10} kB\n"


def test_a_quarter_of_what_is_available(machine) -> None:
    machine(proc__meminfo=meminfo(32 * GIB))
    assert memory.share() == 8 * GIB


def test_at_least_one_gibibyte(machine) -> None:
    machine(proc__meminfo=meminfo(2 * GIB))
    assert memory.share() == GIB


def test_control_groups_count(machine) -> None:
    group = {
        "sys__fs__cgroup__a__memory_DOT_max": f"{16 * GIB}\n",
        "sys__fs__cgroup__a__memory_DOT_current": f"{5 * GIB}\n",
        "sys__fs__cgroup__a__memory_DOT_stat": f"anon 1\ninactive_file {GIB}\n",
    }
    machine(proc__meminfo=meminfo(64 * GIB), proc__self__cgroup="0::/a/b\n", sys__fs__cgroup__a__b__memory_DOT_max="max\n", **group)
    assert memory.share() == 3 * GIB


def test_control_groups_of_the_older_kind(machine) -> None:
    group = {
        "sys__fs__cgroup__memory__memory_DOT_limit_in_bytes": f"{8 * GIB}\n",
        "sys__fs__cgroup__memory__memory_DOT_usage_in_bytes": "0\n",
    }
    machine(proc__meminfo=meminfo(64 * GIB), proc__self__cgroup="9:cpu:/x\n8:memory:/elsewhere\n", **group)
    assert memory.share() == 2 * GIB


def test_a_machine_that_does_not_tell(machine, monkeypatch) -> None:
    machine()
    monkeypatch.delattr("os.sysconf")
    assert memory.share() == GIB


def test_this_machine() -> None:
    assert memory.share() >= GIB
    assert fastexec.MAX_MEMORY_BYTES >= GIB


def test_a_large_array_fits(monkeypatch) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr(fastexec, "MAX_MEMORY_BYTES", GIB)
    executor = fastexec.LocalPythonExecutor(["numpy"])
    assert executor("import numpy as np\nnp.zeros((9000, 9000), dtype=np.uint8).shape, np.empty((9000, 9000)).shape").output == ((9000, 9000),) * 2
