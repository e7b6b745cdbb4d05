"""Which files a worker has to read whatever is granted: those of the interpreter, its packages and the C library."""

from __future__ import annotations

import functools
import mimetypes
import os
import site
import sys
import sysconfig

SYSTEM = (
    # Shared libraries, and where the loader looks for them.
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    # Time zones, fonts, harmless devices. Not /dev/zero: shared mappings of it are memory that no limit counts.
    "/usr/share/zoneinfo",
    "/etc/localtime",
    "/usr/local/etc/localtime",
    "/etc/timezone",
    "/etc/conf.d/clock",
    "/etc/sysconfig/clock",
    "/var/db/zoneinfo",
    "/usr/share/fonts",
    "/dev/null",
    "/dev/urandom",
)


_OF_PACKAGES = ("site-packages", "dist-packages")
"""Names of folders that hold packages and nothing else, wherever they are."""


@functools.cache
def for_imports() -> tuple[str, ...]:
    """Folders and files that imports read, as they are when first asked for. Folders of programs (the rest of `sys.path`) are not among them:
    they hold more than modules, so whoever wants imports from there grants them."""
    folders = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    prefixes = dict.fromkeys((sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix))
    folders += [os.path.join(prefix, name) for prefix in prefixes for name in ("lib", "lib64", "share/zoneinfo", "pyvenv.cfg")]
    folders += [*site.getsitepackages(), *([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])]
    folders += [path for path in sys.path if isinstance(path, str) and os.path.isabs(path) and os.path.basename(path) in _OF_PACKAGES]
    folders.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    # Looked for, and opened if there, at the import of openpyxl and others.
    folders += [os.fspath(file) for file in mimetypes.knownfiles]
    return tuple(sorted({os.path.realpath(path) for path in (*folders, *SYSTEM) if os.path.exists(path)}))
