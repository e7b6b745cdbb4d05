"""smolagents on fastexec by `install`, with nothing changed in the agent's code."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import pathlib
import subprocess
import sys

import fastexec
import fastexec.smolagents as plugin
import pytest
import smolagents
from smolagents import CodeAgent, PythonInterpreterTool
from smolagents.local_python_executor import LocalPythonExecutor as Original

ROOT = pathlib.Path(__file__).parent.parent
PLACES = [("smolagents", "LocalPythonExecutor"), ("smolagents.agents", "LocalPythonExecutor"), ("smolagents.local_python_executor", "LocalPythonExecutor"),
          ("smolagents.default_tools", "evaluate_python_code"), ("smolagents.local_python_executor", "evaluate_python_code")]  # fmt: skip


def example():
    specification = importlib.util.spec_from_file_location("plugin_example", ROOT / "examples" / "smolagents_plugin.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def found() -> list:
    return [getattr(sys.modules[module], name) for module, name in PLACES]


@pytest.fixture(autouse=True)
def taken_back():
    before = found()
    yield
    plugin.uninstall()
    assert found() == before


def agent(**options) -> CodeAgent:
    return CodeAgent(tools=[], model=example().RecordedModel(), verbosity_level=0, **options)


class TestInstall:
    def test_agents_made_from_now_on(self):
        before = agent()
        plugin.install()
        made = agent(additional_authorized_imports=["json"], executor_kwargs={"timeout_seconds": 7})
        assert type(made.python_executor) is fastexec.LocalPythonExecutor
        assert made.python_executor.additional_authorized_imports == ["json"]
        assert made.python_executor.timeout_seconds == 7
        assert type(before.python_executor) is Original
        before.python_executor.send_tools({})
        assert before.python_executor("1 + 1").output == 2

    def test_a_run(self):
        plugin.install()
        assert example().build().run("How warm was it?") == "64.58 °F"

    def test_the_tool(self):
        plugin.install()
        tool = PythonInterpreterTool(authorized_imports=["json"])
        assert tool.python_evaluator is fastexec.evaluate_python_code
        assert tool("import json\nprint(json.dumps([1]))\nclass A:\n    x: int = 3\nA.x") == "Stdout:\n[1]\n\nOutput: 3"
        with pytest.raises(smolagents.local_python_executor.InterpreterError, match="Import of os is not allowed"):
            tool("import os")

    def test_options(self):
        plugin.install(timeout_seconds=3, limits=fastexec.Limits(operations=100))
        made = agent(executor_kwargs={"timeout_seconds": 4}, max_print_outputs_length=10)
        executor = made.python_executor
        assert (executor.timeout_seconds, executor.limits.operations, executor.max_print_outputs_length) == (4, 100, 10)
        assert isinstance(executor, fastexec.LocalPythonExecutor) and isinstance(executor, smolagents.PythonExecutor)
        assert agent().python_executor.timeout_seconds == 3
        plugin.install(max_print_outputs_length=20)
        assert agent().python_executor.max_print_outputs_length == 20
        plugin.install()
        assert type(agent().python_executor) is fastexec.LocalPythonExecutor

    def test_wrong_options_change_nothing(self):
        before = found()
        with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense'"):
            plugin.install(nonsense=1)
        assert found() == before and not plugin.installed()

    def test_twice_is_once(self):
        before = found()
        plugin.install()
        once = found()
        plugin.install()
        assert found() == once != before and plugin.installed()
        plugin.uninstall()
        plugin.uninstall()
        assert found() == before and not plugin.installed()

    def test_what_others_put_there_stays(self, monkeypatch):
        plugin.install()
        other = type("Other", (), {})
        ours = smolagents.agents.LocalPythonExecutor
        smolagents.agents.LocalPythonExecutor = other
        plugin.uninstall()
        assert smolagents.agents.LocalPythonExecutor is other and smolagents.LocalPythonExecutor is Original
        smolagents.agents.LocalPythonExecutor = Original
        assert ours is fastexec.LocalPythonExecutor

    @pytest.mark.parametrize("first", ["import smolagents", "import smolagents.cli", "pass"])
    def test_in_either_order(self, first):
        code = f"""
{first}
import sys, fastexec.smolagents
assert ("smolagents" in sys.modules) == ({first!r} != "pass")
fastexec.smolagents.install()
import smolagents
agent = smolagents.CodeAgent(tools=[], model=smolagents.Model())
print(type(agent.python_executor).__module__, smolagents.agents.LocalPythonExecutor.__module__)
"""
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
        assert (run.stdout, run.returncode) == ("fastexec.executor fastexec.executor\n", 0), run.stderr


def test_entry_point():
    (point,) = (point for point in importlib.metadata.entry_points(group="smolagents.executors") if point.name == "fastexec")
    assert point.value == "fastexec.smolagents:factory"
    executor = point.load()(["json"], None, timeout_seconds=2)
    assert type(executor) is fastexec.LocalPythonExecutor and isinstance(executor, smolagents.PythonExecutor)
    assert executor("import json\njson.dumps(1)").output == "1"


def test_the_command_line():
    """Its own `main`, with an agent that is asked nothing: the model is not there."""
    code = """
import runpy, sys, smolagents.cli
def asked(prompt, *args, **options):
    print(prompt, smolagents.agents.LocalPythonExecutor.__module__)
smolagents.cli.run_smolagent = asked
sys.argv = ["smolagent", "hello"]
runpy.run_module("fastexec.smolagents", run_name="__main__")
"""
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120)
    assert (run.stdout, run.returncode) == ("hello fastexec.executor\n", 0), run.stderr


def test_the_example():
    run = subprocess.run([sys.executable, str(ROOT / "examples" / "smolagents_plugin.py")], capture_output=True, text=True, encoding="utf-8", timeout=120)
    assert (run.stdout, run.returncode) == ("fastexec.smolagents: 64.58 °F\n", 0), run.stderr
