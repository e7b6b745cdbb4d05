"""Which files a worker may read: those of the interpreter, of the packages that are authorized, and of the system's
libraries."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib.util import find_spec

from fastexec.isolation import paths

_MACHINE = ("/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/fs/cgroup")
"""What the engine and libraries read of the machine and of their own process."""


def readable(imports: Iterable[str], allowed: Iterable[str]) -> list[str]:
    """Folders and files that a worker reads: what its imports need, and what the host allows. Folders of the host's own
    program are not among them, but those of packages in them that it authorizes."""
    own = dict.fromkeys(map(os.path.realpath, [*_packages(imports), *allowed]))
    # /proc/self is the worker's own when the worker looks, not yet here.
    return [*paths.for_imports(), *filter(os.path.exists, own), *_MACHINE]


def _packages(imports: Iterable[str]) -> list[str]:
    """Where the authorized modules lie."""
    found: list[str] = []
    for top in dict.fromkeys(name.partition(".")[0] for name in imports):
        found += _places(top)
    return found


def _places(top: str) -> list[str]:
    if top == "*" or top in sys.builtin_module_names:
        return []
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return []
    if spec is None:
        return []
    if spec.submodule_search_locations:
        return list(spec.submodule_search_locations)
    return [spec.origin] if spec.has_location and spec.origin else []
