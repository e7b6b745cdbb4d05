"""Runs a snippet on fastexec and on smolagents' own executor, and lists what a host would see differ."""

from __future__ import annotations

import ast
import importlib.util
import pathlib

import fastexec
import oracles
from smolagents.local_python_executor import LocalPythonExecutor as Original

DATA = pathlib.Path(__file__).parent / "data" / "differential.py"
LONGEST_PRINT = 100


def load() -> dict[str, str]:
    """Snippets by `family/number`."""
    specification = importlib.util.spec_from_file_location("differential_data", DATA)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return {f"{family}/{number}": code for family, codes in module.FAMILIES.items() for number, code in enumerate(codes, 1)}


SNIPPETS = load()


def search(query: str) -> list[str]:
    """A tool."""
    return [query.upper(), query[::-1]]


def final_answer(answer: object = None) -> object:
    """The tool that smolagents always gives."""
    return answer


def shown(value: object) -> str:
    """Text of a value, alike for the functions and classes of both executors."""
    if isinstance(value, type) or (callable(value) and hasattr(value, "__name__")):
        return f"<{value.__name__}>".replace("lambda_func", "<lambda>")
    text = oracles.normal(repr(value)).replace("smolagents.local_python_executor.", "__main__.")
    return text.replace("evaluate_lambda.<locals>.lambda_func", "<lambda>")


def top_level_functions(code: str) -> set[str]:
    """Names that `custom_tools` has afterwards; the original adds those of methods."""
    try:
        return {node.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef) and node.col_offset == 0}
    except SyntaxError:
        return set()


def run_on(executor_class: type, code: str) -> dict:
    """What a host sees of one call."""
    executor = executor_class(["random", "queue"], max_print_outputs_length=LONGEST_PRINT, timeout_seconds=30)
    executor.send_tools({"search": search, "final_answer": final_answer})
    executor.send_variables({"given": 5})
    seen: dict = {"error": None, "value": None, "final": None}
    try:
        result = executor(code)
        seen |= {"value": shown(result.output), "final": result.is_final_answer, "logs": result.logs}
    except Exception as error:  # noqa: BLE001
        seen |= {"error": oracles.normal(str(error)), "kind": type(error).__name__, "logs": str(executor.state.get("_print_outputs", ""))}
    counter = executor.state.get("_operations_count", {}).get("counter")
    return seen | {
        "operations": counter,
        "state": {name: shown(value) for name, value in executor.state.items() if not name.startswith("_")},
        "custom tools": {name: shown(value) for name, value in executor.custom_tools.items() if name in top_level_functions(code)},
    }


def run_both(payload: dict) -> dict:
    """In the child: both."""
    return {"fastexec": run_on(fastexec.LocalPythonExecutor, payload["code"]), "smolagents": run_on(Original, payload["code"])}


def differences(ours: dict, theirs: dict) -> list[str]:
    """What differs, one line each; fastexec may add lines after the error text of the contract."""
    found = [f"{key}: {ours.get(key)!r}, the original has {theirs.get(key)!r}" for key in theirs if key != "error" and ours.get(key) != theirs.get(key)]
    if not same_text(ours["error"], theirs["error"]):
        found.append(f"error: {ours['error']!r}, the original has {theirs['error']!r}")
    return found


def same_text(ours: str | None, theirs: str | None) -> bool:
    if ours is None or theirs is None:
        return ours is theirs
    head = "Authorized imports are: ["  # of a set in the original: its order differs from run to run
    if head in theirs:
        names = [sorted(text.split(head)[1].split("]")[0].split(", ")) if head in text else None for text in (ours, theirs)]
        return ours.split(head)[0] == theirs.split(head)[0] and names[0] == names[1]
    if theirs.startswith("Code parsing failed"):  # the original leaves out a line break when the source ends without one
        return "".join(ours.split()).startswith("".join(theirs.split()))
    return oracles.starts_with_whole(ours, theirs)
