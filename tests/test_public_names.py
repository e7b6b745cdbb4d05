"""The names that are meant for users: one that is added or lost is a decision, and stands here."""

from __future__ import annotations

import importlib
import subprocess
import sys

import fastexec
import pytest

PACKAGE = """
ALLOWED_DUNDER_METHODS BASE_BUILTIN_MODULES BASE_PYTHON_TOOLS CodeOutput DANGEROUS_FUNCTIONS DANGEROUS_MODULES
DEFAULT_MAX_LEN_OUTPUT ExecutionTimeoutError FinalAnswerException Finding Findings InterpreterError IsolationError Limits
LocalPythonExecutor MAX_CPU_SECONDS MAX_EXECUTION_TIME_SECONDS MAX_INT_BITS MAX_MEMORY_BYTES MAX_NESTING MAX_OPERATIONS
MAX_RECURSION MAX_SOURCE_BYTES MAX_WHILE_ITERATIONS Pool PrintContainer Profile ProfileLine PythonExecutor
check_import_authorized evaluate_python_code fix_final_answer_code get_safe_module run shared_array
"""
CLASSES = {
    "CodeOutput": "",  # its fields are those of an instance
    "Limits": "as_dict cpu_seconds int_bits memory_bytes nesting operations output_chars recursion seconds source_bytes while_iterations",
    "LocalPythonExecutor": "additional_functions cancel check cleanup count_tool_time custom_tools limits max_print_outputs_length profile"
    " refusals send_tools send_variables snapshot state timeout_seconds",
    "Pool": "amap asubmit map session shutdown submit",
    "Profile": "table",
    "ProfileLine": "hot own",
    "PythonExecutor": "send_tools send_variables",
}


def public(names: object) -> list[str]:
    return sorted(name for name in dir(names) if not name.startswith("_"))


def test_names_of_the_package() -> None:
    assert sorted(fastexec.__all__) == PACKAGE.split()
    # In a fresh interpreter: tests load modules of the package.
    code = "import fastexec; print(*[name for name in dir(fastexec) if not name.startswith('_')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) - set(PACKAGE.split()) == {"local_python_executor"}


def test_every_name_is_there() -> None:
    for name in dir(fastexec):
        assert getattr(fastexec, name, None) is not None or name in ("MAX_CPU_SECONDS", "MAX_RECURSION"), name


@pytest.mark.parametrize("name", CLASSES)
def test_names_of_classes(name: str) -> None:
    assert public(getattr(fastexec, name)) == sorted(CLASSES[name].split())


@pytest.mark.parametrize("name", ["shown", "look", "Session", "in_place", "over"])
def test_names_of_the_engine_are_not_the_packages(name: str) -> None:
    assert not hasattr(fastexec, name)
    assert not hasattr(importlib.import_module("fastexec").Limits, name)
