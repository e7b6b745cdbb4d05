"""The code of docs/security.md runs and prints what the page shows, and its figures are those of the files."""

from __future__ import annotations

import contextlib
import io
import pathlib
import re

import escapes
import everyday
import pytest

TEXT = (pathlib.Path(__file__).parent.parent / "docs" / "security.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def test_examples_print_what_is_shown() -> None:
    pytest.importorskip("pandas")
    namespace: dict = {}
    printed = ""
    for kind, code in BLOCK.findall(TEXT):
        if kind == "python":
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(code, "security.md", "exec"), namespace)
            printed = output.getvalue()
        else:
            assert printed == code


def test_figures() -> None:
    cases = [case["class"] for case in escapes.load_all().values()]
    controls = sum(group.startswith("benign") for group in cases)
    assert f"{len(cases) - controls} attacks, {controls} controls" in TEXT
    assert f"{len(everyday.load_all())} snippets" in TEXT


def test_files_named_are_there() -> None:
    root = pathlib.Path(__file__).parent.parent
    for name in re.findall(r"`((?:tests|benches)/[\w/.]*)`", TEXT):
        assert (root / name).exists(), name
