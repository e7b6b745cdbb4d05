"""Generators of the code in the hands of the host: closed or dropped, their clean-up runs, in a worker as in this process."""

from __future__ import annotations

import gc

import pytest
from fastexec import LocalPythonExecutor

STEPS = """
seen = []
class Resource:
    def __enter__(self):
        return self
    def __exit__(self, *error):
        seen.append("exit")
def steps():
    try:
        with Resource():
            yield 1
            yield 2
    finally:
        seen.append("finally")
"""
DONE = ["exit", "finally"]


@pytest.fixture(params=[None, "process"], ids=["in-process", "worker"])
def executor(request: pytest.FixtureRequest) -> LocalPythonExecutor:
    made = LocalPythonExecutor([], isolation=request.param)
    made.send_tools({"first_of": next})
    made(STEPS)
    return made


def test_closed_by_the_host(executor: LocalPythonExecutor) -> None:
    steps = executor("steps()").output
    assert next(steps) == 1 and executor("seen").output == []
    steps.close()
    assert executor("seen").output == DONE


def test_dropped_by_the_host(executor: LocalPythonExecutor) -> None:
    for step in executor("steps()").output:
        assert step == 1
        break
    gc.collect()
    assert executor("seen").output == DONE
    made = executor("seen.clear()\n[steps()]").output
    assert next(made[0]) == 1
    made.clear()
    assert executor("list(seen)").output == DONE


def test_dropped_by_a_tool(executor: LocalPythonExecutor) -> None:
    """Before the code goes on."""
    assert executor("first_of(steps())\nseen").output == DONE


def test_dropped_by_a_later_tool(executor: LocalPythonExecutor) -> None:
    held = []

    def hold(steps: object) -> int:
        held.append(steps)
        return next(steps)

    executor.send_tools({"hold": hold, "let_go": held.clear, "say": lambda text: None})
    assert executor("hold(steps())\nbefore = list(seen)\nlet_go()\nbefore, seen").output == ([], DONE)


def test_the_clean_up_may_call_tools_in_a_run(executor: LocalPythonExecutor) -> None:
    said = []
    executor.send_tools({"first_of": next, "say": said.append})
    executor("def telling():\n    try:\n        yield 1\n        yield 2\n    finally:\n        say('finally')\n        print('printed')")
    output = executor("first_of(telling())\nsay('later')")
    assert said == ["finally", "later"] and output.logs == "printed\n"
