"""DSPy's RLM explores a long text with code that runs on fastexec. A recorded model answers: no key, no network."""

from __future__ import annotations

import dspy
from dspy.utils import DummyLM
from fastexec.adapters.dspy import FastexecInterpreter

LOG = "\n".join(f"12:00:{second:02} {'ERROR disk full' if second % 20 == 7 else 'INFO all is well'}" for second in range(60))
REPLIES = [
    {"reasoning": "I look for errors.", "code": "```python\nerrors = [line for line in log.splitlines() if 'ERROR' in line]\nprint(len(errors), errors[0])\n```"},
    {"reasoning": "I can answer.", "code": "```python\nSUBMIT(count=len(errors), first=errors[0].split()[0])\n```"},
]


def interpreter() -> FastexecInterpreter:
    """What DSPy makes for each call."""
    return FastexecInterpreter(imports=["json"], timeout_seconds=10)


def main() -> None:
    """Runs it."""
    dspy.configure(lm=DummyLM(list(REPLIES)), interpreter_factory=interpreter)
    found = dspy.RLM("log -> count: int, first: str", max_iters=3)(log=LOG)
    print(f"{found.count} errors, the first at {found.first}")


if __name__ == "__main__":
    main()
