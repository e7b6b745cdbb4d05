"""Holds what a check says against what a run does, for programs that other tests run (in a child process: see isolation.py)."""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import warnings
from collections.abc import Iterator

import conformance
import fastexec
import generator
import packages
import programs

ESCAPES = pathlib.Path(__file__).parent / "data" / "escapes" / "sample.jsonl"
SEEDS = 60


def corpus(name: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Name, steps and imports of each program."""
    if name == "cases":
        yield from ((case["name"], case["steps"], case["imports"]) for case in programs.load_all())
    elif name == "language":
        yield from ((case["name"], case["steps"], case["imports"]) for case in conformance.load_all().values())
    else:
        yield from ((str(seed), [generator.program(seed)], ["dataclasses"]) for seed in range(SEEDS))


def compare(name: str) -> dict:
    """Counts of a corpus: steps that ran, that failed with an error that was certain before, and what was said wrongly."""
    told = {"ran": 0, "failed": 0, "foreseen": 0, "false": [], "other": []}
    warnings.simplefilter("ignore")
    for title, steps, imports in corpus(name):
        if not packages.present(imports):
            continue
        executor = fastexec.LocalPythonExecutor(imports, timeout_seconds=20)
        executor.send_tools({})
        for step in steps:
            certain = executor.check(step).certain
            try:
                with contextlib.redirect_stderr(io.StringIO()):
                    executor(step)
            except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
                told["failed"] += 1
                told["foreseen"] += bool(certain)
                if certain and certain[0].message != error.error_message:
                    told["other"].append(f"{title}: {certain[0]}\n{error}")
            else:
                told["ran"] += 1
                if certain:
                    told["false"].append(f"{title}: {certain.text}")
    return told


def attacks() -> list[str]:
    """The codes of the sample of escapes."""
    return [row["code"] for row in map(json.loads, ESCAPES.read_text(encoding="utf-8").splitlines()) if "code" in row]
