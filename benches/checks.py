"""What the checks cost: the benchmark's programs with the three nets on and off.

Rounds alternate; a figure is the ratio of the medians of processor time. Needs the tests' switch:
`FASTEXEC_TEST_NETS=1 python benches/checks.py [rounds]`.
"""

from __future__ import annotations

import math
import statistics
import sys

import bench
import executors
import programs
from fastexec import _fastexec

ALL_OFF = ["names", "values", "audit"]


def main(rounds: int) -> None:
    executor = executors.Fastexec()
    ratios = {}
    for program in programs.OWN:
        times: dict[bool, list[float]] = {True: [], False: []}
        try:
            for number in range(rounds):
                for on in (True, False) if number % 2 else (False, True):
                    _fastexec.switch_nets_off([] if on else ALL_OFF)
                    times[on].append(bench.run_once(executor, program, program.size)[0])
        except Exception as error:  # noqa: BLE001 - a program that needs what is not installed
            print(f"{program.name:24} {error!s:.80}")
            continue
        ratios[program.name] = statistics.median(times[True]) / statistics.median(times[False])
        print(f"{program.name:24} {statistics.median(times[True]) * 1e3:9.1f} ms {100 * (ratios[program.name] - 1):+6.1f} %", flush=True)
    _fastexec.switch_nets_off([])
    mean = math.exp(statistics.fmean(map(math.log, ratios.values())))
    print(f"median {100 * (statistics.median(ratios.values()) - 1):+.1f} %, geometric mean {100 * (mean - 1):+.1f} % over {len(ratios)} programs")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
