"""Runs the rows of data/language.jsonl (in a child process: see isolation.py)."""

from __future__ import annotations

import json
import pathlib

import oracles
import programs

DATA = pathlib.Path(__file__).parent / "data" / "language.jsonl"


def load_all() -> dict[str, dict]:
    """Rows by id, in the form of programs.load."""
    rows = map(json.loads, DATA.read_text(encoding="utf-8").splitlines())
    return {row["id"]: case(row) for row in rows}


def case(row: dict) -> dict:
    return {
        "name": row["id"],
        "stage": row["stage"],
        "steps": row.get("steps") or [row["code"]],
        "imports": row["authorized_imports"],
        "compare": row["compare"],
        "await": False,
        "expect": row["expect"],
    }


def run_both(case: dict) -> dict:
    """Outcomes on both oracles, without what the row says is not to be compared."""
    result = programs.run_both(case)
    for outcomes in result.values():
        for outcome in outcomes:
            if "stdout" not in case["compare"]:
                outcome["printed"] = ""
            if "value" not in case["compare"]:
                outcome.pop("value", None)
    return result


def recorded_difference(case: dict, outcomes: list[dict]) -> str | None:
    """What differs between the outcome recorded in the row (by CPython 3.11) and CPython's now."""
    for expected, outcome in zip(case["expect"], outcomes, strict=True):
        if (expected["status"] == "ok") != outcome["ok"]:
            return f"status {expected['status']} recorded, ok={outcome['ok']} seen"
        if "stdout" in case["compare"] and oracles.normal(expected["stdout"]).replace("0xADDR", "0xADDRESS") != outcome["printed"]:
            return f"{expected['stdout']!r} recorded, {outcome['printed']!r} seen"
        if not outcome["ok"] and expected["exc"] != outcome["type"]:
            return f"{expected['exc']} recorded, {outcome['type']} seen"
    return None
