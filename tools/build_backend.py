"""The build backend (PEP 517): maturin's, behind a look at what a build from source needs.

Without it an install without Rust downloads a toolchain unasked, or ends in a linker's error."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from typing import Any

import maturin
from maturin import build_sdist, get_requires_for_build_sdist

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

MANIFEST = pathlib.Path(__file__).resolve().parent.parent / "Cargo.toml"
PROJECT = MANIFEST.with_name("pyproject.toml")
PYTHON = (3, 10)


def missing() -> list[str]:
    """What a build needs and this machine does not have, each with what to do about it."""
    found = []
    if sys.implementation.name != "cpython" or sys.version_info < PYTHON:
        found.append(f"CPython {'.'.join(map(str, PYTHON))} or newer: this is {sys.implementation.name} {sys.version.split()[0]}")
    needed = least_rust()
    rust = rust_version()
    if rust is None:
        found.append(f"a Rust toolchain, {needed} or newer: cargo and rustc are not on PATH. Install one with rustup (https://rustup.rs) or your system's packages")
    elif tuple(map(int, rust.split("."))) < tuple(map(int, needed.split("."))):
        found.append(f"Rust {needed} or newer: this is {rust}. `rustup update stable` brings the newest")
    if os.name == "posix" and not (os.environ.get("CC") or shutil.which("cc")):
        found.append("a C compiler, which links: there is no `cc` on PATH. Install gcc or clang (Debian: build-essential; macOS: xcode-select --install)")
    return found


def least_rust() -> str:
    """The version of Rust that Cargo.toml asks for."""
    match = re.search(r'^rust-version = "([\d.]+)"$', MANIFEST.read_text(encoding="utf-8"), re.M)
    if match is None:
        raise ValueError(f"{MANIFEST} names no rust-version")
    return match[1]


def rust_version() -> str | None:
    """The version of Rust that would build; None without one."""
    if not shutil.which("cargo") or not shutil.which("rustc"):
        return None
    try:
        told = subprocess.run(["rustc", "--version"], cwd=MANIFEST.parent, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None  # a rustup without a toolchain
    match = re.match(r"rustc (\d+\.\d+\.\d+)", told)
    return match[1] if match else None


def leave_out_unknown_options() -> None:
    """Builds without the compiler options of pyproject.toml where the compiler does not know them: they are for speed alone."""
    wanted = re.search(r"^rustc-args = (\[.*\])$", PROJECT.read_text(encoding="utf-8"), re.M)
    if wanted is None or subprocess.run(["rustc", *json.loads(wanted[1]), "--print", "cfg"], cwd=MANIFEST.parent, capture_output=True).returncode == 0:
        return
    print(f"This compiler does not know {wanted[1]}: fastexec is built without, and will be slower.", file=sys.stderr)
    # maturin takes options that it is called with instead of the project's. This one changes nothing.
    harmless, given = "-- -Copt-level=3", os.environ.get("MATURIN_PEP517_ARGS", "")
    if not given.endswith(harmless):
        os.environ["MATURIN_PEP517_ARGS"] = f"{given} {harmless}".strip()


def _checked(hook: Any) -> Any:
    """The hook of maturin, which is only called where a build can work."""

    def checked(*args: Any, **kwargs: Any) -> Any:
        if absent := missing():
            lines = "\n".join(f"  - {what}" for what in absent)
            # (An exception would bury the text under its traceback.)
            sys.exit(f"\nfastexec cannot be built from source here. It needs\n{lines}\nA wheel for this Python and system, where there is one, needs none of that.\n")
        leave_out_unknown_options()
        return hook(*args, **kwargs)

    return checked


# (There is Rust when these are called: maturin has no need to bring one.)
get_requires_for_build_wheel = _checked(maturin.get_requires_for_build_wheel)
get_requires_for_build_editable = _checked(maturin.get_requires_for_build_editable)
prepare_metadata_for_build_wheel = _checked(maturin.prepare_metadata_for_build_wheel)
prepare_metadata_for_build_editable = _checked(maturin.prepare_metadata_for_build_editable)
build_wheel = _checked(maturin.build_wheel)
build_editable = _checked(maturin.build_editable)
