"""A build from source says what it needs before it begins."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

import packages
import pytest

ROOT = pathlib.Path(__file__).parent.parent
# What a frontend does first.
ASK = "import sys; sys.path.insert(0, 'tools'); import build_backend as b; print(b.get_requires_for_build_wheel())"


def ask(path: pathlib.Path) -> subprocess.CompletedProcess[str]:
    """Asks the backend in a process whose PATH is one folder."""
    packages.need(["maturin"])
    return subprocess.run([sys.executable, "-c", ASK], cwd=ROOT, env={"PATH": str(path)}, capture_output=True, text=True)


def program(folder: pathlib.Path, name: str, prints: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\necho '{prints}'\n")
    (folder / name).chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are scripts of a shell")
def test_nothing_is_there(tmp_path: pathlib.Path) -> None:
    asked = ask(tmp_path)
    assert asked.returncode == 1 and asked.stderr == (
        "\nfastexec cannot be built from source here. It needs\n"
        "  - a Rust toolchain, 1.92 or newer: cargo and rustc are not on PATH. Install one with rustup (https://rustup.rs) or your system's packages\n"
        "  - a C compiler, which links: there is no `cc` on PATH. Install gcc or clang (Debian: build-essential; macOS: xcode-select --install)\n"
        "A wheel for this Python and system, where there is one, needs none of that.\n\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are scripts of a shell")
def test_old_rust(tmp_path: pathlib.Path) -> None:
    program(tmp_path, "cargo", "cargo 1.80.1")
    program(tmp_path, "rustc", "rustc 1.80.1 (3f5fd8dd4 2024-08-06)")
    program(tmp_path, "cc", "")
    asked = ask(tmp_path)
    assert asked.returncode == 1
    assert "  - Rust 1.92 or newer: this is 1.80.1. `rustup update stable` brings the newest\n" in asked.stderr and asked.stderr.count("  - ") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are scripts of a shell")
def test_all_is_there(tmp_path: pathlib.Path) -> None:
    program(tmp_path, "cargo", "cargo 1.95.0")
    program(tmp_path, "rustc", "rustc 1.95.0 (abc 2026-04-01)")
    program(tmp_path, "cc", "")
    asked = ask(tmp_path)
    assert (asked.returncode, asked.stdout) == (0, "[]\n"), asked.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are scripts of a shell")
@pytest.mark.parametrize("known", [True, False])
def test_options_that_the_compiler_does_not_know_are_left_out(known: bool, tmp_path: pathlib.Path) -> None:
    packages.need(["maturin"])
    (tmp_path / "cargo").write_text(f"""#!/bin/sh
case "$1" in rustc) printf '%s\\n' "$@" > {tmp_path}/asked; exit 1;; esac
exec {shutil.which("cargo")} "$@"
""")
    (tmp_path / "rustc").write_text(f"""#!/bin/sh
case "$*" in *-Cllvm-args*) exit {0 if known else 1};; esac
exec {shutil.which("rustc")} "$@"
""")
    for name in ("cargo", "rustc"):
        (tmp_path / name).chmod(0o755)
    path = os.pathsep.join([str(tmp_path), str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    build = "import sys; sys.path.insert(0, 'tools'); import build_backend as b; b.build_wheel(sys.argv[1])"
    built = subprocess.run([sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    asked = (tmp_path / "asked").read_text()
    assert built.returncode == 1 and ("-align-loops" in asked) is known, built.stderr
    assert ("This compiler does not know" in built.stderr) is not known


def test_hooks_are_those_of_the_standard() -> None:
    packages.need(["maturin"])
    import maturin

    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import build_backend
    finally:
        sys.path.remove(str(ROOT / "tools"))
    assert all(hasattr(maturin, name) for name in build_backend.__all__)
    assert {name for name in vars(maturin) if name.startswith(("build_", "get_requires_", "prepare_"))} == set(build_backend.__all__)
