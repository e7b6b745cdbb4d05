"""Runs `cargo test` with the libpython of the running interpreter, which the test program links.

An interpreter without a library to link (some distributions keep it in a package of its own) cannot run them, which is a
failure: nothing was tested. `make test-python` does without.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import sysconfig


def library_folder() -> str | None:
    """Where the library to link lies; None when there is none."""
    names = [sysconfig.get_config_var(key) for key in ("LDLIBRARY", "LIBRARY", "INSTSONAME")]
    for key in ("LIBDIR", "LIBPL"):
        folder = sysconfig.get_config_var(key)
        if folder and any(name and (pathlib.Path(folder) / name).exists() for name in names):
            return folder
    return None


def environment() -> dict[str, str] | None:
    """The variables under which cargo finds that library; None where there is none."""
    folder = library_folder()
    if folder is None and os.name == "posix":
        return None
    found = dict(os.environ, PYO3_PYTHON=sys.executable)
    for key in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        found[key] = os.pathsep.join(filter(None, [folder, os.environ.get(key)]))
    return found


def main() -> int:
    """The exit code of cargo."""
    linked = environment()
    if linked is None:
        print(
            f"{sys.executable} has no libpython to link, so the Rust tests cannot run: install it (libpython3-dev, python3-devel) "
            "or run the Python tests alone (make test-python)",
            file=sys.stderr,
        )
        return 1
    return subprocess.call(["cargo", "test", "--no-default-features", "--lib", *sys.argv[1:]], env=linked)


if __name__ == "__main__":
    sys.exit(main())
