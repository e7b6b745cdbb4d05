"""Programs of users pass mypy: the examples of the pages, an agent of smolagents, and assignments to the package. No type of
the package is left to guess."""

from __future__ import annotations

import importlib.util
import pathlib
import re
import subprocess
import sys

import packages
import pages
import pytest

ROOT = pathlib.Path(__file__).parent.parent
# Code for the executor, and cells of a notebook: both may await at their top level.
HEADS = dict.fromkeys(["language.md", "notebooks.md"], '# mypy: disable-error-code="top-level-await"\n')
# The frameworks that pages show need not be here: their decorators are of any type.
OPTIONS = ["--strict", "--allow-untyped-decorators", "--config-file", str(ROOT / "pyproject.toml")]

AGENT = """
from smolagents import CodeAgent, Model
from fastexec import LocalPythonExecutor

agent = CodeAgent(tools=[], model=Model(), executor=LocalPythonExecutor(["numpy.*"]))
"""
ASSIGNED = """
import fastexec

fastexec.MAX_OPERATIONS = None
fastexec.MAX_OPERATIONS = 1_000
fastexec.MAX_EXECUTION_TIME_SECONDS = 0.5
fastexec.MAX_CPU_SECONDS = 2.5
fastexec.MAX_MEMORY_BYTES = None
fastexec.MAX_RECURSION = 100
fastexec.DEFAULT_MAX_LEN_OUTPUT = None
executor = fastexec.LocalPythonExecutor([], on_refusal="abort", error_format="plain", isolation="process", require="best", rules="contract")
executor.timeout_seconds = None
executor.limits = fastexec.Limits(operations=None, seconds=1)
output: fastexec.CodeOutput = executor("1")
"""
RENAMED = """
from fastexec.local_python_executor import InterpreterError, LocalPythonExecutor
import fastexec

executor = fastexec.local_python_executor.LocalPythonExecutor(["json"], timeout_seconds=5)
same: LocalPythonExecutor = executor
"""
SLIPS = {
    'fastexec.MAX_OPERATIONS = "5"': "assignment",
    "fastexec.MAX_OPERATIONS = 0.5": "assignment",
    'fastexec.LocalPythonExecutor([], on_refusal="ignore")': "arg-type",
    'fastexec.LocalPythonExecutor([], error_format="short")': "arg-type",
    'fastexec.LocalPythonExecutor([], isolation="thread")': "arg-type",
    'fastexec.LocalPythonExecutor([], require="some")': "arg-type",
    'fastexec.LocalPythonExecutor([], rules="none")': "arg-type",
    'fastexec.LocalPythonExecutor([], timeout_seconds="3")': "arg-type",
    'fastexec.LocalPythonExecutor([], limits={"operations": 5})': "arg-type",
    "fastexec.LocalPythonExecutor([]).time_out = 3": "attr-defined",
    'fastexec.Limits(operations="5")': "arg-type",
    "fastexec.Limits(operation=5)": "call-arg",
    "fastexec.nothing_of_that_name": "attr-defined",
}


def examples() -> dict[str, str]:
    """The python blocks of each page, one after the other, as they are run."""
    found = {page.name: pages.python(page) for page in pages.everything()}
    return {name: HEADS.get(name, "") + "\n".join(blocks) for name, blocks in found.items() if blocks}


def checked(folder: pathlib.Path, programs: dict[str, str]) -> str:
    """What mypy says of the programs."""
    packages.need(["mypy"])
    files = []
    for name, program in programs.items():
        files.append(folder / f"{re.sub(r'[^a-z]', '_', name.lower())}.py")
        files[-1].write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", *OPTIONS, "--cache-dir", str(ROOT / ".mypy_cache"), *map(str, files)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300).stdout


def test_programs_of_users(tmp_path: pathlib.Path) -> None:
    packages.need(["smolagents"])
    programs = {**examples(), "agent": AGENT, "assigned": ASSIGNED, "renamed": RENAMED}
    assert len(programs) > 15
    assert checked(tmp_path, programs) == f"Success: no issues found in {len(programs)} source files\n"


def test_slips_are_told(tmp_path: pathlib.Path) -> None:
    said = checked(tmp_path, {"slips": "import fastexec\n" + "\n".join(SLIPS)})
    told = {int(line): code for line, code in re.findall(r"slips\.py:(\d+): error: .*\[([a-z-]+)\]$", said, re.M)}
    assert told == dict(enumerate(SLIPS.values(), 2)), said


@pytest.mark.skipif(importlib.util.find_spec("pyright") is None, reason="pyright comes with `make lint`, which asks it too")
def test_no_type_is_left_to_guess() -> None:
    asked = subprocess.run([sys.executable, str(ROOT / "tools" / "verify_types.py")], capture_output=True, text=True, timeout=300)
    assert asked.returncode == 0, asked.stdout + asked.stderr
    assert re.fullmatch(r"\d{4} types known, 0 not\n", asked.stdout)
