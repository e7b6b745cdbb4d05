"""Shows where the engine spends its time on one program of the benchmark, by `perf`.

Usage: profile.py [PROGRAM]; without a name, the names.
"""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys
import tempfile

import programs

RUN = """
import sys
sys.path.insert(0, {folder!r})
import bench, executors, programs
executor = executors.Fastexec()
program = next(p for p in programs.all_programs() if p.name == {name!r})
for _ in range(10):
    bench.run_once(executor, program, program.size)
"""


def main(arguments: list[str]) -> int:
    names = [program.name for program in programs.all_programs()]
    if len(arguments) != 1 or arguments[0] not in names:
        print("Programs: " + ", ".join(names))
        return 1
    if not shutil.which("perf"):
        print("perf is not installed", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        data = str(pathlib.Path(folder) / "perf.data")
        code = RUN.format(folder=str(pathlib.Path(__file__).parent), name=arguments[0])
        subprocess.run(["perf", "record", "-q", "-o", data, sys.executable, "-c", code], check=True)
        return subprocess.call(["perf", "report", "--stdio", "-i", data, "--percent-limit", "0.5"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
