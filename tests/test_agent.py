"""The demo end to end: a real CodeAgent on fastexec, and on smolagents' own executor for comparison."""

from __future__ import annotations

import importlib.util
import pathlib
import subprocess
import sys

import fastexec
import pytest
from smolagents import ActionStep
from smolagents.local_python_executor import LocalPythonExecutor as Original

PROGRAM = pathlib.Path(__file__).parent.parent / "examples" / "agent.py"
ANSWER = "Lisbon, 64.3 °F on average"


def load():
    specification = importlib.util.spec_from_file_location("demo", PROGRAM)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize("executor_class", [fastexec.LocalPythonExecutor, Original], ids=["fastexec", "smolagents"])
def test_steps(executor_class: type) -> None:
    demo = load()
    agent = demo.build(executor_class, show_steps=False)
    assert agent.run(demo.TASK) == ANSWER
    steps = [step for step in agent.memory.steps if isinstance(step, ActionStep)]
    assert [bool(step.error) for step in steps] == [False, True, True, False, False, False]
    assert "Import of os is not allowed. Authorized imports are: [" in steps[1].error.message
    assert "KeyError: 'temprature'. Maybe you meant one of these indexes instead: ['temperatures']" in steps[2].error.message
    assert "Last output from code snippet:\n64.27" in steps[4].observations
    assert steps[5].is_final_answer
    assert "fahrenheit" in agent.python_executor.custom_tools
    assert agent.python_executor.custom_tools["fahrenheit"](100) == 212


def test_both_executors_show_the_model_the_same() -> None:
    """Observations and error texts, but for what fastexec adds after the contract's text."""
    demo = load()
    seen = []
    for executor_class in (fastexec.LocalPythonExecutor, Original):
        agent = demo.build(executor_class, show_steps=False)
        agent.run(demo.TASK)
        seen.append([step.error.message if step.error else step.observations for step in agent.memory.steps if isinstance(step, ActionStep)])
    for ours, theirs in zip(*seen, strict=True):
        if "Authorized imports are: [" in theirs:  # a list made of a set: its order differs from run to run
            ours, theirs = (text.split("Authorized imports are: [")[0] for text in (ours, theirs))
        assert ours == theirs or ours.startswith(theirs.rstrip() + "\n")


def test_a_second_run_starts_afresh_and_keeps_the_executor() -> None:
    demo = load()
    agent = demo.build(show_steps=False)
    for _ in range(2):
        agent.model = demo.RecordedModel()
        assert agent.run(demo.TASK) == ANSWER


def test_program_prints_steps_and_answer() -> None:
    run = subprocess.run([sys.executable, str(PROGRAM)], capture_output=True, text=True, encoding="utf-8", timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("── step") == 6
    assert run.stdout.count("executor: ") == 6
    assert run.stdout.endswith(f"Answer: {ANSWER}\n")
