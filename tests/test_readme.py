"""The code of README.md runs, and prints what the README shows."""

from __future__ import annotations

import contextlib
import io
import pathlib
import re

ROOT = pathlib.Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def test_python_blocks_print_what_is_shown() -> None:
    """In order, in one namespace; a `text` block shows the output of the `python` block before it."""
    blocks = BLOCK.findall(TEXT)
    assert [kind for kind, _ in blocks].count("text") == 5
    namespace: dict = {}
    printed = ""
    for kind, code in blocks:
        if kind == "python":
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(code, "README.md", "exec"), namespace)
            printed = output.getvalue()
        elif kind == "text":
            assert printed.rstrip().splitlines() == code.rstrip().splitlines()


def test_shell_commands_are_targets() -> None:
    makefile = (ROOT / "Makefile").read_text()
    commands = [line.split("#")[0].split() for kind, code in BLOCK.findall(TEXT) if kind == "sh" for line in code.splitlines()]
    assert [command for command in commands] == [["make", "demo"], ["make", "test"]]
    for _, target in commands:
        assert re.search(rf"^{target}:.*## ", makefile, re.M)


def test_every_target_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.M)[1].split()
    for target in set(phony) - {"FORCE"}:
        assert re.search(rf"^{target}:.*## \w", makefile, re.M), target


def test_limits_are_the_modules() -> None:
    """The table of caps names every field of Limits, with the attribute that it follows."""
    import dataclasses

    import fastexec

    rows = dict(re.findall(r"^\| `(\w+)` \| `([A-Z_]*MAX_\w+)` \|", TEXT, re.M))
    assert list(rows) == [field.name for field in dataclasses.fields(fastexec.Limits)]
    for attribute in rows.values():
        assert hasattr(fastexec, attribute)
