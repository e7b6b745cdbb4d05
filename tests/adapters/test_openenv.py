"""OpenEnv's `PyExecutor`."""

from __future__ import annotations

from fastexec import Limits
from fastexec.adapters.openenv import PyExecutor
from openenv.core.env_server.types import CodeExecResult


def test_results():
    executor = PyExecutor(["json"])
    assert executor.run("import json\nprint('a')\nx = [1, 'b']") == CodeExecResult(stdout='a\n\n[1, "b"]', stderr="", exit_code=0)
    assert executor.run("x[0]").stdout == "1"
    assert executor.run("{1, 2}").stdout == "{1, 2}"
    assert executor.run("None").stdout == ""


def test_helpers():
    executor = PyExecutor()
    assert executor.run("safe_json_dumps({'k': {1}})").stdout == '"{\\"k\\": \\"{1}\\"}"'
    assert "NoneType: None" in executor.run("format_exc()").stdout


def test_errors():
    found = PyExecutor(limits=Limits(operations=100)).run("print('a')\n1 / 0")
    assert (found.stdout, found.exit_code) == ("a\n", 1)
    assert found.stderr.startswith("Code execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero\n")
    assert PyExecutor(None).run("import os").exit_code == 1


def test_output_of_the_call_alone():
    executor = PyExecutor()
    assert executor.run("print('a')").stdout == "a\n"
    assert executor.run("x = (").stdout == ""


def test_halves_of_characters():
    executor = PyExecutor()
    for code in ("print('\\ud800')", "'\\ud800'", "raise ValueError('\\ud800')", "print('\\ud800')\n1 / 0"):
        assert "ud800" in executor.run(code).model_dump_json()


def test_a_coroutine_that_was_not_awaited():
    executor = PyExecutor()
    assert executor.run("async def f(): return 1\nf()").stdout.endswith("hint: a coroutine is not its result: write `await` before the call")
