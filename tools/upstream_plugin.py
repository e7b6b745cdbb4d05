"""For pytest, by `tools/upstream_tests.py`: puts fastexec where the tests of other projects look for what runs code."""

from __future__ import annotations

import sys
from typing import Any


def _smolagents() -> None:
    import fastexec
    import fastexec.smolagents
    import smolagents.local_python_executor as original

    fastexec.smolagents.install()
    for name in fastexec.__all__:
        if hasattr(original, name):
            setattr(original, name, getattr(fastexec, name))


def _fastmcp() -> None:
    import fastmcp.experimental.transforms.code_mode as code_mode

    code_mode.MontySandboxProvider = _provider()


def _provider() -> Any:
    from fastexec.adapters.fastmcp import FastexecSandboxProvider

    class Provider(FastexecSandboxProvider):
        """Limits of another interpreter are not ours."""

        def __init__(self, *_args: Any, **_options: Any) -> None:
            super().__init__()

    return Provider


def _dspy() -> None:
    import dspy
    from fastexec.adapters.dspy import FastexecInterpreter

    class Local(FastexecInterpreter):
        """Takes what DSPy's own takes."""

        _process = None

        def __init__(self, tools: Any = None, output_fields: Any = None, *, execution_timeout: float | None = None, callbacks: Any = None) -> None:
            super().__init__(tools, output_fields, callbacks=callbacks or (), timeout_seconds=execution_timeout)

    dspy.LocalInterpreter = Local


def pytest_configure(config: Any) -> None:
    """Before any test module is imported."""
    {"smolagents": _smolagents, "fastmcp": _fastmcp, "dspy": _dspy}[config.getoption("--on-fastexec")]()


def pytest_addoption(parser: Any) -> None:
    """Whose tests these are."""
    parser.addoption("--on-fastexec", required=True)


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """FastMCP's tests have an executor of their own, without a sandbox."""
    for module in {item.module for item in items if hasattr(item, "module")}:
        if hasattr(module, "_UnsafeTestSandboxProvider"):
            module._UnsafeTestSandboxProvider = sys.modules["fastmcp.experimental.transforms.code_mode"].MontySandboxProvider
