"""How much memory a call may add when nobody says."""

import os
from collections.abc import Iterator

LEAST = 1 << 30
"""Small machines, and those that do not tell, get this much."""


def share() -> int:
    """A quarter of what is available now on this machine, or in the control group of this process."""
    known = [free for free in (_of_machine(), *_of_control_groups()) if free is not None]
    return max(LEAST, min(known) // 4) if known else LEAST


def _of_machine() -> int | None:
    for line in _lines("/proc/meminfo"):
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10
    try:
        # All of it: other systems do not tell what is available.
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _of_control_groups() -> Iterator[int | None]:
    """What is left in the groups that this process is in, each within the next."""
    for line in _lines("/proc/self/cgroup"):
        _, controllers, path = line.rstrip("\n").split(":", 2)
        if not controllers:
            root, names = "/sys/fs/cgroup", ("memory.max", "memory.current", "inactive_file")
        elif "memory" in controllers.split(","):
            root, names = "/sys/fs/cgroup/memory", ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        else:
            continue
        group = path.rstrip("/")
        while True:
            yield _left(root + group, *names)
            if not group:
                break
            group = group.rpartition("/")[0].rstrip("/")


def _left(group: str, limit: str, usage: str, cache: str) -> int | None:
    most = "".join(_lines(f"{group}/{limit}")).strip()
    used = "".join(_lines(f"{group}/{usage}")).strip()
    if not most.isdigit() or not used.isdigit():
        return None
    # Cached files give way when memory is needed.
    cached = (line.split()[1] for line in _lines(f"{group}/memory.stat") if line.startswith(cache + " "))
    return max(0, int(most) - int(used) + sum(map(int, cached)))


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.readlines()
    except OSError:
        return []
