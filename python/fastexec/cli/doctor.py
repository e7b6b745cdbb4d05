"""Whether the engine does in this process what it should, and what is around it."""

from __future__ import annotations

import platform
import sys
from importlib import import_module, metadata
from typing import Any

import fastexec
from fastexec._fastexec import set_fast_arms

PACKAGES = ("smolagents", "dspy", "fastmcp-slim", "langchain-core", "langgraph-codeact", "google-adk", "mcp", "typer", "rich", "prompt_toolkit")
WELL = "ok"

_PROGRAM = """
class Point:
    def __init__(self, x):
        self.x = x

words = {"a": 1, "b": [2, 3]}
total = 0
for i in range(100):
    total += i * i + words["a"] - len(words["b"])
    words["c"] = Point(i).x
[total, sorted(words), f"{words['c']:.1f}", sum(x for x in words["b"] if x > 2)]
"""
_EXPECTED = [328250, ["a", "b", "c"], "99.0", 3]


def findings() -> dict[str, Any]:
    """What there is to know, by name. Values are texts, some of several lines, or dicts of them."""
    found: dict[str, Any] = {
        "fastexec": fastexec.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()} ({sys.executable})",
        "platform": platform.platform(),
        "engine": _examined(fast=True),
        "without fast paths": _examined(fast=False),
        "limits": _limited(),
        "packages": _packages(),
    }
    isolation = _isolation()
    return found if isolation is None else {**found, "isolation": isolation}


def is_well(found: dict[str, Any]) -> bool:
    """Whether the engine passed."""
    return all(found[name] == WELL for name in ("engine", "without fast paths", "limits"))


def _examined(fast: bool) -> str:
    """Runs a program whose result is known."""
    set_fast_arms(fast)
    try:
        given = fastexec.LocalPythonExecutor([])(_PROGRAM).output
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        return f"failed: {error}"
    finally:
        set_fast_arms(True)
    return WELL if given == _EXPECTED else f"failed: {given!r} instead of {_EXPECTED!r}"


def _limited() -> str:
    """A loop without an end has to end."""
    try:
        fastexec.LocalPythonExecutor([], timeout_seconds=0.05, limits=fastexec.Limits(while_iterations=None, operations=None))("while True: pass")
    except fastexec.ExecutionTimeoutError:
        return WELL
    except Exception as error:  # noqa: BLE001
        return f"failed: {error}"
    return "failed: a loop without an end ended"


def _packages() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _isolation() -> str | None:
    """What the part of the package that isolates processes says of this machine, where there is one."""
    try:
        return str(import_module("fastexec.isolation.doctor").report())
    except ModuleNotFoundError:
        return None
    except Exception as error:  # noqa: BLE001 - the rest is worth showing
        return f"failed: {error}"
