"""Google's ADK."""

from __future__ import annotations

import os
import threading

import pytest
from fastexec import Limits
from fastexec.adapters import adk
from fastexec.adapters.adk import FastexecCodeExecutor
from google.adk.code_executors import BaseCodeExecutor
from google.adk.code_executors.code_execution_utils import CodeExecutionInput, CodeExecutionResult, File
from pydantic import ValidationError


def run(executor: FastexecCodeExecutor, code: str, **given) -> CodeExecutionResult:
    return executor.execute_code(None, CodeExecutionInput(code=code, **given))


def test_results():
    executor = FastexecCodeExecutor(imports=["json"])
    assert isinstance(executor, BaseCodeExecutor)
    assert run(executor, "import json\nprint(json.dumps(1))\n2") == CodeExecutionResult(stdout="1\n", exit_code=0)
    assert run(executor, "1 + 1") == CodeExecutionResult(stdout="2\n", exit_code=0)
    assert run(executor, "None") == CodeExecutionResult(stdout="", exit_code=0)


def test_errors():
    executor = FastexecCodeExecutor(timeout_seconds=1)
    found = run(executor, "print('a')\n1 / 0")
    assert (found.stdout, found.exit_code) == ("a\n", 1)
    assert found.stderr.startswith("Code execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero\n")
    assert "maximum execution time of 1 seconds" in run(executor, "import time\ntime.sleep(9)").stderr
    assert "Import of os is not allowed" in run(executor, "import os").stderr


def test_files():
    given = [File("a.csv", "x\n1\n"), File("b.bin", b"\0")]
    assert run(FastexecCodeExecutor(), "sorted(input_files), input_files['a.csv']", input_files=given).stdout == "(['a.csv', 'b.bin'], 'x\\n1\\n')\n"


def test_state(monkeypatch):
    monkeypatch.setattr(adk, "MOST_SESSIONS", 2)
    executor = FastexecCodeExecutor(stateful=True)
    run(executor, "x = 1", execution_id="a")
    assert run(executor, "x", execution_id="a").stdout == "1\n"
    assert run(executor, "x", execution_id="b").exit_code == 1
    assert run(executor, "x").exit_code == 1
    run(executor, "0", execution_id="c")
    assert run(executor, "x", execution_id="a").exit_code == 1
    executor = FastexecCodeExecutor()
    run(executor, "x = 1", execution_id="a")
    assert run(executor, "x", execution_id="a").exit_code == 1


def test_options_by_name():
    executor = FastexecCodeExecutor(imports=["os"], isolation="process", limits=Limits(operations=500), timeout_seconds=2.5)
    assert executor.options.keys() == {"isolation", "limits"}
    assert int(run(executor, "import os\nos.getpid()").stdout) != os.getpid()
    assert "Reached the max number of operations of 500" in run(executor, "for i in range(1000): i").stderr
    for wrong in ({"nonsense": 1}, {"allow_read": 3}, {"on_refusal": "stop"}, {"optimize_data_file": True}):
        with pytest.raises((TypeError, ValueError)):
            FastexecCodeExecutor(**wrong)


def test_output_of_the_call_alone():
    executor = FastexecCodeExecutor(stateful=True)
    assert run(executor, "print('a')", execution_id="1").stdout == "a\n"
    assert run(executor, "x = (", execution_id="1").stdout == ""


def test_options():
    executor = FastexecCodeExecutor(options={"limits": Limits(operations=5)})
    assert "max number of operations of 5" in run(executor, "sum(i for i in range(9))").stderr
    with pytest.raises(ValueError, match="Non-installed authorized modules: no_such"):
        FastexecCodeExecutor(imports=["no_such"])
    with pytest.raises(ValidationError):
        FastexecCodeExecutor(timeout_seconds="soon")
    with pytest.raises(TypeError, match="nonsense"):
        FastexecCodeExecutor(options={"nonsense": 1})


def test_copies_and_threads():
    executor = FastexecCodeExecutor(stateful=True)
    assert run(executor.model_copy(), "1").stdout == "1\n"
    threads = [threading.Thread(target=run, args=(executor, "n = 1"), kwargs={"execution_id": str(i)}) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert run(executor, "n", execution_id="3").stdout == "1\n"
