"""The examples of docs/async.md and docs/observability.md print what the pages show."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

DOCS = pathlib.Path(__file__).parent.parent / "docs"
NEEDED = {"async": ["trio"], "observability": ["opentelemetry.sdk"]}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a pool is behind the kernel's walls")
@pytest.mark.parametrize("page", NEEDED)
def test_examples(page: str) -> None:
    for module in NEEDED[page]:
        pytest.importorskip(module)
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(python|text)\n(.*?)^```$", text, re.M | re.S)
    program = "\n".join(block for kind, block in blocks if kind == "python")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100, check=False)
    assert (done.stdout, done.stderr) == ("".join(block for kind, block in blocks if kind == "text"), "")


def test_every_field_is_in_the_table() -> None:
    from fastexec import Stats

    rows = re.findall(r"^\| `(\w+)` \|", (DOCS / "observability.md").read_text(encoding="utf-8"), re.M)
    assert rows == list(Stats._fields)
