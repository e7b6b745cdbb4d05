"""The names that are meant for users: one that is added or lost is a decision, and stands here."""

from __future__ import annotations

import ast
import importlib
import inspect
import pathlib
import re
import subprocess
import sys
import textwrap

import fastexec
import pytest

PACKAGE = """
ALLOWED_DUNDER_METHODS BASE_BUILTIN_MODULES BASE_PYTHON_TOOLS CodeOutput DANGEROUS_FUNCTIONS DANGEROUS_MODULES
DEFAULT_MAX_LEN_OUTPUT ExecutionTimeoutError FinalAnswerException Finding Findings InterpreterError IsolationError Limits
LocalPythonExecutor MAX_CPU_SECONDS MAX_EXECUTION_TIME_SECONDS MAX_INT_BITS MAX_MEMORY_BYTES MAX_NESTING MAX_OPERATIONS
MAX_RECURSION MAX_SOURCE_BYTES MAX_WHILE_ITERATIONS Pool PrintContainer Profile ProfileLine PythonExecutor Record Stats ToolCall
check_import_authorized evaluate_python_code fix_final_answer_code get_safe_module run shared_array
"""
CLASSES = {
    "CodeOutput": "stats",  # the other fields are those of an instance
    "Limits": "as_dict cpu_seconds int_bits memory_bytes nesting operations output_chars recursion seconds source_bytes while_iterations",
    "LocalPythonExecutor": "additional_authorized_imports additional_functions allow_read allow_write arun cancel check check_first cleanup close count_tool_time"
    " custom_tools error_format isolation last_run limits max_print_outputs_length on_print on_refusal profile record refusals require rules send_tools"
    " send_variables snapshot state strict timeout_seconds top_level_return",
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


def documented() -> list[str]:
    page = pathlib.Path(__file__).parent.parent / "docs" / "api.md"
    return re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.M)


def functions(node: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Those that a page shows, of classes that it shows too."""
    found: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    for part in ast.iter_child_nodes(node):
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and (part.name == "__init__" or not part.name.startswith("_")):
            found.append(part)
        elif isinstance(part, ast.ClassDef) and not part.name.startswith("_"):
            found += functions(part)
    return found


@pytest.mark.parametrize("name", documented())
def test_documented_signatures_have_no_private_names(name: str) -> None:
    """The page of the interface shows them as they are written."""
    try:
        shown = importlib.import_module(name)
    except ImportError:
        home, _, member = name.rpartition(".")
        shown = getattr(importlib.import_module(home), member)
    try:
        text = inspect.getsource(shown)
    except OSError:  # of the engine
        return
    for function in functions(ast.parse(textwrap.dedent(text))):
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        parts = [*function.args.defaults, *function.args.kw_defaults, function.returns, *(argument.annotation for argument in arguments)]
        names = [part.id for whole in parts if whole for part in ast.walk(whole) if isinstance(part, ast.Name)]
        assert not [part for part in names if part.startswith("_")], function.name
