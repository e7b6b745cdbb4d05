"""smolagents on fastexec by `install`, with nothing changed in the agent's code."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
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
        assert isinstance(made.python_executor, fastexec.LocalPythonExecutor)
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
        assert agent().python_executor.max_print_outputs_length == fastexec.DEFAULT_MAX_LEN_OUTPUT

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
        assert issubclass(ours, fastexec.LocalPythonExecutor)

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
        assert (run.stdout, run.returncode) == ("fastexec.smolagents fastexec.smolagents\n", 0), run.stderr


class TestSaved:
    """Agents keep the settings of their executor when they are saved and loaded."""

    @pytest.mark.parametrize(
        "options",
        [
            {},
            {"timeout_seconds": None},
            {"timeout_seconds": 5, "limits": fastexec.Limits(operations=1000, seconds=None), "count_tool_time": False},
            {"allow_read": "/data", "on_refusal": "abort", "error_format": "plain", "check_first": True},
            {"isolation": "process", "require": "best"},
            {"record": "runs.jsonl"},
            {"record": fastexec.Record("runs.jsonl", arguments=True, keep=2)},
        ],
    )
    def test_settings(self, options, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        executor = fastexec.LocalPythonExecutor(["json"], **options)
        settings = json.loads(json.dumps(plugin.settings(executor)))
        assert settings.keys() == options.keys()
        again = plugin.factory(["json"], None, **settings)
        assert plugin.settings(again) == settings and again.limits == executor.limits
        if "record" in options:
            again("1 + 1")
            assert len((tmp_path / "runs.jsonl").read_text().splitlines()) == 1

    def test_to_dict_and_back(self):
        limits = fastexec.Limits(operations=1000)
        executor = fastexec.LocalPythonExecutor(["json"], timeout_seconds=5, limits=limits)
        made = agent(executor=executor, executor_kwargs=plugin.settings(executor), additional_authorized_imports=["json"])
        saved = json.loads(json.dumps(made.to_dict()["executor_kwargs"]))
        assert saved == {"timeout_seconds": 5, "limits": {"operations": 1000}}
        plugin.install(timeout_seconds=3)
        loaded = agent(executor_kwargs=saved, additional_authorized_imports=made.to_dict()["authorized_imports"])
        assert (loaded.python_executor.timeout_seconds, loaded.python_executor.limits) == (5, limits)
        assert "json" in loaded.python_executor.authorized_imports

    def test_from_dict_and_save(self, tmp_path):
        plugin.install(limits={"operations": 5})
        made = CodeAgent(tools=[], model=smolagents.InferenceClientModel("some/model"), executor_kwargs={"limits": {"operations": 99}}, verbosity_level=0)
        made.save(str(tmp_path))
        assert json.loads((tmp_path / "agent.json").read_text())["executor_kwargs"] == {"limits": {"operations": 99}}
        loaded = CodeAgent.from_folder(tmp_path)
        assert loaded.python_executor.limits == fastexec.Limits(operations=99)
        assert CodeAgent.from_dict(made.to_dict(), executor_kwargs={}).python_executor.limits == fastexec.Limits(operations=5)

    def test_wrong_limits(self):
        with pytest.raises(TypeError, match="nonsense"):
            plugin.factory([], None, limits={"nonsense": 1})
        with pytest.raises(ValueError, match="operations"):
            plugin.install(limits={"operations": -1})
        with pytest.raises(TypeError, match="limits must be fastexec.Limits or None, not dict"):
            fastexec.LocalPythonExecutor([], limits={"operations": 1})


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
    assert (run.stdout, run.returncode) == ("hello fastexec.smolagents\n", 0), run.stderr


def test_the_example():
    run = subprocess.run([sys.executable, str(ROOT / "examples" / "smolagents_plugin.py")], capture_output=True, text=True, encoding="utf-8", timeout=120)
    assert (run.stdout, run.returncode) == ("fastexec.smolagents: 64.58 °F\n", 0), run.stderr
