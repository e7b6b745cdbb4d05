"""Reads the case files and runs them on both oracles (in a child process: see isolation.py)."""

from __future__ import annotations

import pathlib
import re
import sys

import oracles

CASES = pathlib.Path(__file__).parent / "cases"
STEP = re.compile(r"^# --- step.*\n", re.M)


def load(path: pathlib.Path) -> dict:
    """A case file: `# imports: a, b`, `# python: 3.12` (needed at least) and `# before: 3.14` (where fastexec does otherwise from then
    on) may stand at its top."""
    text = path.read_text(encoding="utf-8")
    imports = re.search(r"^# imports: (.+)$", text, re.M)
    python = re.search(r"^# python: (\d+)\.(\d+)$", text, re.M)
    before = re.search(r"^# before: (\d+)\.(\d+)$", text, re.M)
    return {
        "name": path.stem,
        "steps": [step for step in STEP.split(text) if step.strip()],
        "imports": imports[1].split(", ") if imports else [],
        "python": [int(python[1]), int(python[2])] if python else [3, 10],
        "before": [int(before[1]), int(before[2])] if before else [4, 0],
    }


def load_all() -> list[dict]:
    """Every case file that this Python's grammar accepts, by name."""
    cases = map(load, sorted(CASES.glob("*.py")))
    return [case for case in cases if tuple(case["python"]) <= sys.version_info[:2] < tuple(case["before"])]


def run_both(case: dict) -> dict:
    """Outcomes of a case on CPython and on fastexec."""
    return {
        "cpython": oracles.run_on_cpython(case["steps"], case.get("await", True)),
        "fastexec": oracles.run_on_fastexec(case["steps"], case["imports"]),
    }
