"""Asks pyright for the types that the package leaves users to guess: `python tools/verify_types.py` fails if there is one.

What it asks (`--verifytypes`) has no settings, and reads no package without types of its own: it is shown the stubs of
tools/stubs, and one of the class that executors have of smolagents."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".cache" / "verify_types"
SMOLAGENTS = """
from abc import ABC, abstractmethod
from typing import Any

class PythonExecutor(ABC):
    @abstractmethod
    def send_tools(self, tools: dict[str, Any]) -> None: ...
    @abstractmethod
    def send_variables(self, variables: dict[str, Any]) -> None: ...
    @abstractmethod
    def __call__(self, code_action: str) -> Any: ...
"""


def report() -> dict[str, Any]:
    """What pyright says of the package."""
    folder = FOLDER / "smolagents"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.pyi").write_text("", encoding="utf-8")
    (folder / "local_python_executor.pyi").write_text(SMOLAGENTS, encoding="utf-8")
    searched = os.pathsep.join(map(str, (ROOT / "python", ROOT / "tools" / "stubs", FOLDER)))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--verifytypes", "fastexec", "--ignoreexternal", "--outputjson"]
    said = subprocess.run(command, cwd=FOLDER, env={**os.environ, "PYTHONPATH": searched}, capture_output=True, text=True, timeout=300)
    found: dict[str, Any] = json.loads(said.stdout)["typeCompleteness"]
    assert pathlib.Path(found["packageRootDirectory"]).resolve().parent == ROOT / "python", found["packageRootDirectory"]
    return found


def guessed(found: dict[str, Any]) -> list[str]:
    """Names whose type is not known, or that checkers may infer differently, with what is said of them."""
    return [
        f"{symbol['name']}: {' / '.join(' '.join(said['message'].split()) for said in symbol['diagnostics'])}"
        for symbol in found["symbols"]
        if symbol["isExported"] and not symbol["isTypeKnown"]
    ]


if __name__ == "__main__":
    found = report()
    names = guessed(found)
    print(*names, f"{found['exportedSymbolCounts']['withKnownType']} types known, {len(names)} not", sep="\n")
    sys.exit(bool(names))
