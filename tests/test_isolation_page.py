"""The examples of docs/isolation.md print what the page shows."""

from __future__ import annotations

import pathlib
import re
import sys

import pytest

PAGE = (pathlib.Path(__file__).parent.parent / "docs" / "isolation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(python|text)\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
def test_examples(capsys) -> None:
    namespace: dict = {"__name__": "__main__"}
    printed, shown = "", 0
    for kind, text in BLOCKS:
        if kind == "python":
            exec(compile(text, "isolation.md", "exec"), namespace)
            printed = capsys.readouterr().out
        elif printed:
            assert printed == text
            printed, shown = "", shown + 1
    assert shown == 5


def test_every_wall_is_in_the_table() -> None:
    from fastexec._fastexec import confine  # noqa: F401  (its answer has these keys)

    rows = re.findall(r"^\| `(\w+)` \| [a-z]", PAGE, re.M)
    assert rows == ["process", "files", "network", "scopes", "syscalls", "memory", "limits"]
