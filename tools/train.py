"""Runs programs of the benchmark, so that a build with a profile knows what is often done (`maturin build --pgo`).

With `--install` it first installs the packages that they use, into the environment that runs it: maturin makes one. maturin builds the package so that it records what it runs, installs it, calls this, and builds it again by the record. What
`benches/held_out.py` has is left out: it shows whether the gain holds for programs that were not recorded.
"""

from __future__ import annotations

import importlib.util
import pathlib
import subprocess
import sys
import time

BENCHES = pathlib.Path(__file__).parent.parent / "benches"
WANTED = ("numpy", "pandas", "pyperformance")
SHARE = 4
"""Programs run a part of the size that they are measured at: counters make them slow."""


def install_packages() -> None:
    """Packages that programs use; those that cannot be installed are done without."""
    missing = [name for name in WANTED if importlib.util.find_spec(name) is None]
    if missing and importlib.util.find_spec("pip") is None:
        subprocess.run([sys.executable, "-m", "ensurepip"], check=False)
    for name in missing:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", *pinned(name)], check=False)
    importlib.invalidate_caches()


def pinned(name: str) -> list[str]:
    """The requirements of the project that name this package."""
    files = (BENCHES.parent / "requirements" / f"{which}.txt" for which in ("bench", "test"))
    return [line for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.startswith(f"{name}==")]


def run(executor, program) -> None:
    started = time.perf_counter()
    for size in (program.size // SHARE, program.size):
        try:
            executor.session(program.imports, {"lookup": lookup})(program.text(size))
        except Exception as error:  # noqa: BLE001 - a package is missing, or it is not a program of every size
            outcome = f"left out: {type(error).__name__}: {error}"[:120]
            continue
        outcome = f"{time.perf_counter() - started:.1f} s"
        break
    print(f"{program.name}: {outcome}", flush=True)


def lookup(n: int) -> dict:
    return {"name": f"n{n}", "score": n % 10}


def run_small_things(executor) -> None:
    """What every snippet pays: parsing, compiling, the way in and out."""
    import latency

    text = "".join(latency.BLOCK.format(n=n) for n in range(200))
    executor.session((), {})(f"{text}0")
    run = executor.session((), {"print": print})
    for number in range(500):
        run(latency.SNIPPET.replace("1.25", f"{number}.5"))


def main() -> None:
    if "--install" in sys.argv:
        install_packages()
    sys.path.insert(0, str(BENCHES))
    import executors
    import programs

    (executor,) = (found for found in executors.installed(["fastexec"]) if found.name == "fastexec")
    for program in programs.all_programs():
        run(executor, program)
    run_small_things(executor)


if __name__ == "__main__":
    main()
