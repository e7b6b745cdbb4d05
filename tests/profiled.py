"""Runs case files in two ways, with and without a profile or the fast arms (in a child process: see isolation.py)."""

from __future__ import annotations

import fastexec
import oracles
from fastexec import _fastexec


class Profiling:
    """An executor whose calls are profiled."""

    def __init__(self, executor: fastexec.LocalPythonExecutor) -> None:
        self.executor, self.state, self.send_tools = executor, executor.state, executor.send_tools
        self.sums: list[tuple] = []

    def __call__(self, code: str) -> fastexec.CodeOutput:
        profile = self.executor.profile(code)
        self.sums.append((profile.operations, sum(line.operations for line in profile.functions), min([line.operations for line in profile.lines], default=0)))
        if isinstance(profile.output, Exception):
            raise profile.output
        return profile.output


class Counting:
    """An executor that keeps the operations of its calls."""

    def __init__(self, executor: fastexec.LocalPythonExecutor) -> None:
        self.executor, self.state, self.send_tools = executor, executor.state, executor.send_tools
        self.counts: list[int] = []

    def __call__(self, code: str) -> fastexec.CodeOutput:
        self.state["_operations_count"] = {"counter": 0}
        try:
            return self.executor.__call__(code)  # as deep in the interpreter's stack as `profile`
        finally:
            self.counts.append(int(self.state["_operations_count"]["counter"]))


def run_both(case: dict) -> dict:
    """Outcomes of a case, operations of each step, and the sums of each profile."""
    called = Counting(fastexec.LocalPythonExecutor(case["imports"]))
    profiled = Profiling(fastexec.LocalPythonExecutor(case["imports"]))
    return {
        "called": oracles.run_on_executor(called, case["steps"]),
        "profiled": oracles.run_on_executor(profiled, case["steps"]),
        "counts": called.counts,
        "sums": profiled.sums,
    }


def run_without_fast_arms(case: dict) -> dict:
    """Outcomes of a case with the fast arms of the loop and without, and operations of each step."""
    result = {}
    for kind, on in (("with", True), ("without", False)):
        _fastexec.set_fast_arms(on)
        called = Counting(fastexec.LocalPythonExecutor(case["imports"]))
        result[kind] = oracles.run_on_executor(called, case["steps"])
        result[f"counts {kind}"] = called.counts
    return result
