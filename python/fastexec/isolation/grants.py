"""Which files a worker may read: those of the interpreter, of the packages that are authorized, and of the system's
libraries."""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Iterable
from importlib.util import find_spec

_SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/usr/share/fonts", "/etc/fonts", "/dev/null", "/dev/zero", "/dev/urandom", "/dev/random", "/proc/self", "/proc/meminfo",
    "/proc/cpuinfo", "/proc/stat", "/sys/devices/system/cpu", "/sys/devices/system/node",
)  # fmt: skip


def readable(imports: Iterable[str], allowed: Iterable[str]) -> list[str]:
    """Folders and files that a worker reads: what its imports need, and what the host allows. Folders of the host's own
    program are not among them, but those of packages in them that it authorizes."""
    paths = [*_SYSTEM, *_interpreter(), *_packages(imports), *allowed]
    return [path for path in dict.fromkeys(map(os.path.realpath, filter(None, paths))) if os.path.exists(path)]


def _interpreter() -> list[str]:
    known = sysconfig.get_paths()
    paths = [known.get(name, "") for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    paths += [*site.getsitepackages(), sysconfig.get_config_var("LIBDIR") or "", os.path.dirname(__file__)]
    return [*paths, os.path.dirname(os.path.dirname(__file__))]


def _packages(imports: Iterable[str]) -> list[str]:
    """Where the authorized modules lie."""
    paths: list[str] = []
    for top in dict.fromkeys(name.partition(".")[0] for name in imports):
        paths += _places(top)
    return paths


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
