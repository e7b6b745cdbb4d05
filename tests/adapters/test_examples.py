"""Each example runs offline, and prints what it should."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parent.parent.parent / "examples"
ELSEWHERE = {"async_tools", "audited_runs", "score_programs", "serve_sessions"}
"""Tried in files of their own."""

PRINTED = {
    "dask_scores": "40 programs, 16 right\n",
    "smolagents_plugin": "fastexec.smolagents: 64.58 °F\n",
    "dspy_rlm": "3 errors, the first at 12:00:07\n",
    "fastmcp_code_mode": '[\'search\', \'get_schema\', \'execute\']\n{"Bergen": 6.5, "Lisbon": 18.0, "Cairo": 27.5}\n',
    "pydantic_code_mode": "The median is 18.0 degrees.\n",
    "codeact_agent": """human: 100 dollars in euros?
ai: ```python
rates = {name: rate(name) for name in ('EUR', 'JPY')}
print(rates)
```
human: {'EUR': 0.92, 'JPY': 151.0}

ai: ```python
print(f"{100 * rates['EUR']:.0f} euros")
```
human: 92 euros

ai: It is 92 euros.
""",
    "adk_agent": """code: from statistics import median
print(median([3, 1, 2]))
OUTCOME_OK: Code execution result:
2
text: The median is 2.
""",
    "openenv_rewards": """+0 2.0
+1 2
-1 Code execution failed at line 'while True: pass' due to: InterpreterError: Reached the max
-1 Code execution failed at line 'import os' due to: InterpreterError: Import of os is not al
""",
    "mcp_client": """ok: [3, 1, 2]
ok: 2
error: Code execution failed at line 'import os' due to: InterpreterError: Import of os is not al
""",
}


def test_each_is_here() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} - {"agent"} == {*PRINTED, *ELSEWHERE}


@pytest.mark.parametrize("name", PRINTED)
def test_prints(name: str) -> None:
    run = subprocess.run([sys.executable, str(EXAMPLES / f"{name}.py")], capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert (run.stdout, run.returncode) == (PRINTED[name], 0), run.stderr
