"""Runs case files where no layout of the interpreter's objects is known (in a child process: see isolation.py)."""

from __future__ import annotations

import oracles
from fastexec import _fastexec


def run(case: dict) -> dict:
    """Outcomes of a case, and whether layouts are known after all."""
    return {"known": _fastexec.layouts_known(), "outcomes": oracles.run_on_fastexec(case["steps"], case["imports"])}


def run_with_layouts(case: dict) -> dict:
    """Outcomes of a case as ever."""
    return {"outcomes": oracles.run_on_fastexec(case["steps"], case["imports"])}
