"""What a process pays first: which modules are loaded for it, and what an executor takes."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys

import fastexec
import pytest
from fastexec import CodeOutput


def in_process(program: str) -> str:
    run = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


HEAVY = {"asyncio", "dataclasses", "inspect", "logging", "pathlib", "subprocess", "sysconfig", "tempfile", "threading", "unittest"}


def test_first_snippet_loads_little() -> None:
    program = """
import sys
before = set(sys.modules)
import fastexec
executor = fastexec.LocalPythonExecutor([])
executor("print(sum(n * n for n in range(10)))")
print(" ".join(name for name in sys.modules if name not in before))
"""
    loaded = set(in_process(program).split())
    assert "fastexec.executor" in loaded
    assert not loaded & HEAVY
    assert not [name for name in loaded if name.startswith(("fastexec.check", "fastexec.hints", "fastexec.isolation", "fastexec.limits"))]


def test_what_the_engine_logs_is_heard_by_who_loads_logging_later() -> None:
    program = """
import fastexec
executor = fastexec.LocalPythonExecutor([])
executor("1")
import logging
records = []
handler = logging.Handler()
handler.emit = lambda record: records.append(record.getMessage())
logging.getLogger("fastexec").addHandler(handler)
logging.getLogger("fastexec").setLevel(logging.DEBUG)
try:
    executor("import os")
except fastexec.InterpreterError:
    pass
print(len([text for text in records if "Import of os is not allowed" in text]))
"""
    assert in_process(program) == "1"


def test_outputs_are_dataclasses() -> None:
    output = CodeOutput(1, "text", False)
    assert dataclasses.is_dataclass(CodeOutput)
    assert [field.name for field in dataclasses.fields(output)] == ["output", "logs", "is_final_answer"]
    assert dataclasses.asdict(output) == {"output": 1, "logs": "text", "is_final_answer": False}
    assert dataclasses.replace(output, logs="other") == CodeOutput(1, "other", False) != output
    assert output.__replace__(output=2) == CodeOutput(2, "text", False)
    assert CodeOutput.__match_args__ == ("output", "logs", "is_final_answer")
    with pytest.raises(TypeError, match="unhashable"):
        hash(output)

    @dataclasses.dataclass
    class Longer(CodeOutput):
        more: int = 0

    assert repr(Longer(1, "", True, 5)) == f"{Longer.__qualname__}(output=1, logs='', is_final_answer=True, more=5)"
    assert Longer(1, "", True) != CodeOutput(1, "", True)


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="the system does not tell")
def test_executors_that_wait_are_small() -> None:
    program = """
import fastexec, os
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
kept = [fastexec.LocalPythonExecutor([]) for _ in range(50)]
before = resident()
kept += [fastexec.LocalPythonExecutor([]) for _ in range(500)]
print((resident() - before) // 500)
"""
    assert int(in_process(program)) < 40_000


def test_limits_are_loaded_when_they_are_given() -> None:
    executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(operations=1000))
    with pytest.raises(fastexec.InterpreterError, match="Reached the max number of operations"):
        executor("sum(n for n in range(10_000))")
    assert executor("sum(n for n in range(10_000))", limits=fastexec.Limits(operations=None)).output == 49_995_000


def test_first_executors_of_several_threads() -> None:
    """None of them runs code before all is guarded."""
    program = """
import sys, threading
from fastexec import InterpreterError, LocalPythonExecutor

told = []

def first():
    executor = LocalPythonExecutor([])
    told.append(executor("[*map(str, map(abs, [-1])), *map(print, [1])]").output)
    for code in "[*map(getattr, [len], ['__self__'])]", "import os":
        try:
            told.append(executor(code).output)
        except InterpreterError as error:
            told.append("Forbidden" in str(error) or "not allowed" in str(error))

sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=first) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(told.count(True), told.count(["1", None]), len(told))
"""
    assert {in_process(program) for _ in range(6)} == {"12 6 18"}
