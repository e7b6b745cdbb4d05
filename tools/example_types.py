"""Checks the examples of README.md and docs/ with pyright, strict but for what packages without types give: `python tools/example_types.py`."""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

FOLDER = ROOT / ".cache" / "examples"
SETTINGS = {
    "extends": "../../pyproject.toml",
    "include": ["."],
    "pythonVersion": f"{sys.version_info[0]}.{sys.version_info[1]}",
    # Users are shown what is public.
    "reportPrivateUsage": True,
    # Each example of a page says what it imports.
    "reportDuplicateImport": False,
    # Examples use more of other packages than the stubs have.
    "stubPath": ".",
}
UNTYPED = ("adapters.md", "scaling.md", "smolagents.md")
"""Pages that show packages which have no types, or are not here."""
OF_UNTYPED = "# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUntypedFunctionDecorator=false\n"
# Code for the executor and cells of notebooks may await at their top level, which pyright has no option for.
AWAITS = re.compile(r"^(?! )(.*\bawait .*)$", re.M)


def write() -> None:
    """The examples of each page as a program, for pyright."""
    import test_types

    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.py"):
        old.unlink()
    (FOLDER / "pyrightconfig.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    for page, program in test_types.examples().items():
        if page in test_types.HEADS:
            program = AWAITS.sub(r"\1  # type: ignore", program)
        if page in UNTYPED:
            program = OF_UNTYPED + program
        (FOLDER / f"{re.sub(r'[^a-z]', '_', page.lower())}.py").write_text(program, encoding="utf-8")
    (FOLDER / "an_agent.py").write_text(test_types.AGENT, encoding="utf-8")
    (FOLDER / "assigned.py").write_text(test_types.ASSIGNED, encoding="utf-8")


if __name__ == "__main__":
    write()
    sys.exit(subprocess.run([sys.executable, "-m", "pyright", "--project", str(FOLDER)], check=False).returncode)
