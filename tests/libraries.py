"""Reads the snippets of data/libraries/: what data analysis does with libraries, for fresh processes (see bare.py).

`sample.jsonl` holds rows with what they authorize and what the host loads `before`; the other files are
as those of everyday.py, with `# --- step` where a new call begins. What each prints is compared with
CPython's output in the same environment (`oracle` in everyday.py); `expect_output` only documents it.
"""

from __future__ import annotations

import json
import pathlib
import re

import snippets

HERE = pathlib.Path(__file__).parent / "data" / "libraries"
STEP = re.compile(r"^# --- step\n", re.M)
SECONDS = 100


def load_all() -> dict[str, dict]:
    """Payloads of bare.py by `file/title`."""
    found = {f"sample/{row['id']}": payload(row.get("steps") or [row["code"]], row["authorized_imports"], row["before"]) for row in sample()}
    for path in sorted(HERE.glob("*.py")):
        for title, code in snippets.read(path):
            steps = STEP.split(code)
            name = f"{path.stem}/{title}"
            assert name not in found, name
            found[name] = payload(steps, snippets.authorized("".join(steps)), "")
    return found


def sample() -> list[dict]:
    return [json.loads(line) for line in (HERE / "sample.jsonl").read_text(encoding="utf-8").splitlines()]


def payload(steps: list[str], imports: list[str], before: str) -> dict:
    return {"on": ["fastexec"], "steps": steps, "imports": imports, "before": before, "seconds": SECONDS}


def needed(case: dict) -> list[str]:
    """What has to be installed for a case."""
    return snippets.imported("\n".join([case["before"], *case["steps"]]))
