"""The package as it is installed: import cost, stubs, metadata."""

from __future__ import annotations

import ast
import importlib
import inspect
import pathlib
import re
import subprocess
import sys

import fastexec
import pytest

PACKAGE = pathlib.Path(fastexec.__file__).parent
STUBS = sorted(PACKAGE.glob("*.pyi"))


def stub_names(path: pathlib.Path) -> dict[str, ast.stmt]:
    """Public names that a stub declares at its top level."""
    found: dict[str, ast.stmt] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.Assign):
            found.update({target.id: node for target in node.targets if isinstance(target, ast.Name)})
        elif isinstance(node, ast.ImportFrom):
            found.update({alias.asname: node for alias in node.names if alias.asname})
            if node.names[0].name == "*":
                found.update(stub_names(PACKAGE / "__init__.pyi"))
    return {name: node for name, node in found.items() if not name.startswith("_") or name == "__version__"}


def module_of(path: pathlib.Path):
    return fastexec if path.stem == "__init__" else importlib.import_module(f"fastexec.{path.stem}")


def public_names(module) -> set[str]:
    if hasattr(module, "__all__"):
        return set(module.__all__)
    return {name for name in vars(module) if not name.startswith("_")}


def test_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists() and STUBS


@pytest.mark.parametrize("path", STUBS, ids=lambda path: path.stem)
def test_stub_names_are_the_modules(path) -> None:
    # (The module of the original's name is the package itself.)
    declared, real = (names - {"__version__", "local_python_executor"} for names in (set(stub_names(path)), public_names(module_of(path))))
    assert declared - real == set(), "declared, but not in the module"
    assert real - declared == set(), "in the module, but not declared"


@pytest.mark.parametrize("path", STUBS, ids=lambda path: path.stem)
def test_stub_classes_have_the_members(path) -> None:
    for name, node in stub_names(path).items():
        if not isinstance(node, ast.ClassDef):
            continue
        cls = getattr(module_of(path), name)
        for member in node.body:
            if isinstance(member, ast.FunctionDef):
                assert hasattr(cls, member.name), f"{name}.{member.name}"


@pytest.mark.parametrize("path", STUBS, ids=lambda path: path.stem)
def test_stub_parameters_are_the_functions(path) -> None:
    for name, node in stub_names(path).items():
        if not isinstance(node, ast.FunctionDef) or node.decorator_list:
            continue
        try:
            parameters = list(inspect.signature(getattr(module_of(path), name)).parameters)
        except ValueError:
            continue
        arguments = node.args
        declared = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        declared += [arguments.vararg.arg] if arguments.vararg else []
        declared += [a.arg for a in arguments.kwonlyargs] + ([arguments.kwarg.arg] if arguments.kwarg else [])
        assert declared == parameters, name


def test_import_is_light() -> None:
    """Best of several, in a fresh interpreter; neither smolagents nor numpy comes with it."""
    code = (
        "import sys, time; t = time.perf_counter(); import fastexec; d = time.perf_counter() - t; "
        "print(d, 'smolagents' in sys.modules, 'numpy' in sys.modules)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split() for _ in range(7)]
    assert {tuple(run[1:]) for run in runs} == {("False", "False")}
    assert min(float(run[0]) for run in runs) < 0.030


def test_version() -> None:
    manifest = (pathlib.Path(__file__).parent.parent / "Cargo.toml").read_text(encoding="utf-8")
    assert fastexec.__version__ == re.search(r'^version = "(.+)"$', manifest, re.M)[1]
