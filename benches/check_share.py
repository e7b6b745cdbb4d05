"""The share of the machine instructions of some programs that the checks take (`src/sandbox/`, `src/budget/`).

Callgrind counts each instruction of the extension; its debug information tells the source line and the functions
that were inlined around it. An instruction belongs to the checks when any of these lies there (so also a
look into a table of the standard library that is inlined there). What the checks call outside of themselves is
counted by function, but for the operation that is checked: reading the attribute, making the call.

Rules (what the code may reach) and limits (memory, sizes, stacks, the looks at the clock in wrapped functions) are
told apart by floor. Needs valgrind, addr2line and cargo, which builds an extension with line tables (`make checks`;
arguments are parts of the names of programs).
"""

from __future__ import annotations

import collections
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import instructions
import programs

HERE = pathlib.Path(__file__).parent
CHECKS = re.compile(r"/src/((?:sandbox|budget)/[^:]+)")
# What the checks call that is no check: the operation itself, which the door and the guarded functions carry out.
OPERATION = re.compile(
    r"fastexec::|mi_|_PyMem_|_PyObject_(Malloc|Free|Realloc|Calloc)|Py\w*_(Get|Set|Generic\w*|Lookup)Attr|_PyObject_GetMethod|\w*[vV]ectorcall|"
    r"Py\w*_Call|_?PyEval|\w+_call|slot_tp|\w*getattr|PyObject_(Set|Get|Del)|\w*dealloc|\w*richcompare|\w*RichCompare|\w*next|\w*hash|PyNumber"
)


def build(folder: str) -> None:
    """The extension as released, with line tables, in a package of its own."""
    environment = {**os.environ, "PYO3_PYTHON": sys.executable, "CARGO_TARGET_DIR": str(HERE.parent / "target" / "lines")}
    environment |= {"CARGO_PROFILE_RELEASE_DEBUG": "line-tables-only", "CARGO_PROFILE_RELEASE_STRIP": "none"}
    subprocess.run(["cargo", "build", "--release", "--quiet"], check=True, env=environment, cwd=HERE.parent)
    package = shutil.copytree(HERE.parent / "python" / "fastexec", pathlib.Path(folder, "fastexec"), ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    shutil.copy(HERE.parent / "target" / "lines" / "release" / "libfastexec.so", package / "_fastexec.so")


def profile(folder: str, name: str, size: int) -> tuple[dict[int, int], dict[tuple[int, str], int], int]:
    """Instructions by address in the extension, of calls by address and function, and all of the process."""
    with tempfile.TemporaryDirectory() as place:
        out = pathlib.Path(place) / "out"
        command = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--dump-line=no", "--compress-pos=no", "--compress-strings=no"]
        command += [f"--callgrind-out-file={out}", sys.executable, str(HERE / "instructions.py"), "--child", name, str(size), "1"]
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": folder}
        subprocess.run(command, check=True, capture_output=True, env=environment)
        return parse(out)


def parse(out: pathlib.Path) -> tuple[dict[int, int], dict[tuple[int, str], int], int]:
    own: dict[int, int] = collections.Counter()
    calls: dict[tuple[int, str], int] = collections.Counter()
    total, inside, callee, called = 0, False, "", False
    for line in out.open(encoding="utf-8"):
        if line.startswith("0x"):
            address, cost = line.split()[:2]
            if called:
                if inside:
                    calls[int(address, 16), callee] += int(cost)
                called = False
                continue
            total += int(cost)
            if inside:
                own[int(address, 16)] += int(cost)
        elif line.startswith("ob="):
            inside = "_fastexec" in line
        elif line.startswith("cfn="):
            callee = line[4:].strip()
        elif line.startswith("calls="):
            called = True
    return own, calls, total


def places(library: pathlib.Path, addresses: list[int]) -> dict[int, list[str]]:
    """The source lines of each address, the innermost function first."""
    text = "\n".join(map(hex, addresses))
    shown = subprocess.run(["addr2line", "-a", "-i", "-e", str(library)], input=text, capture_output=True, text=True, check=True).stdout
    found: dict[int, list[str]] = {}
    for line in shown.splitlines():
        if line.startswith("0x"):
            current = found.setdefault(int(line, 16), [])
        else:
            current.append(line)
    return found


def share(folder: str, name: str) -> tuple[collections.Counter, collections.Counter]:
    """Percent of all instructions in the checks by file, and in what they call by function."""
    size = instructions.SIZES[name]
    whole, half = profile(folder, name, size), profile(folder, name, size // 2)
    total = whole[2] - half[2]
    library = next(pathlib.Path(folder, "fastexec").glob("_fastexec*.so"))
    lines = places(library, sorted({*whole[0], *(address for address, _ in whole[1])}))
    checks = {address: next(filter(None, map(CHECKS.search, frames)), None) for address, frames in lines.items()}
    files: collections.Counter = collections.Counter()
    for address, cost in whole[0].items():
        if line := checks.get(address):
            files[line[1]] += 100 * (cost - half[0].get(address, 0)) / total
    called: collections.Counter = collections.Counter()
    for (address, function), cost in whole[1].items():
        if checks.get(address) and not OPERATION.search(function):
            called[function] += 100 * (cost - half[1].get((address, function), 0)) / total
    return files, called


def main() -> int:
    if not all(map(shutil.which, ("valgrind", "addr2line", "cargo"))):
        print(__doc__, file=sys.stderr)
        return 1
    known = {program.name for program in programs.all_programs()}
    chosen = [name for name in instructions.SIZES if name in known and any(part in name for part in sys.argv[1:] or [""])]
    every: dict[str, list[float]] = {"rules": [], "limits": [], "called": []}
    with tempfile.TemporaryDirectory() as folder:
        build(folder)
        for name in chosen:
            files, called = share(folder, name)
            limits = sum(percent for file, percent in files.items() if file.startswith("budget/"))
            shares = {"rules": files.total() - limits, "limits": limits, "called": called.total()}
            for kind, percent in shares.items():
                every[kind].append(percent)
            largest = ", ".join(f"{what} {percent:.2f}" for what, percent in (files + called).most_common(5) if percent >= 0.1)
            print(f"{name:<20}" + "".join(f" {kind} {percent:5.2f} %" for kind, percent in shares.items()) + f"   {largest}", flush=True)
    for kind, percents in every.items():
        print(f"{kind}: median {statistics.median(percents):.2f} %, mean {statistics.fmean(percents):.2f} %, most {max(percents):.2f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
