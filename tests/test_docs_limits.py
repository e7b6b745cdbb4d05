"""The examples of docs/limits.md do what the page says."""

from __future__ import annotations

import pathlib
import re

import fastexec
import pytest
from fastexec import memory

PAGE = (pathlib.Path(__file__).parent.parent / "docs" / "limits.md").read_text(encoding="utf-8")
EXAMPLES = dict(enumerate(re.findall(r"^```python\n(.*?)^```", PAGE, re.S | re.M), 1))
PRINTED = {
    1: ("Reached the max number of operations of 100000.", "42\n"),
    3: ("Code execution was cancelled by the host", "\n"),
    4: ("too large", "\n"),
}


@pytest.mark.parametrize("number", EXAMPLES)
def test_example(number: int, capsys) -> None:
    exec(compile(EXAMPLES[number], "limits.md", "exec"), {"__name__": "__main__"})
    expected, end = PRINTED.get(number, ("", ""))
    printed = capsys.readouterr().out
    assert expected in printed and printed.endswith(end)


def test_text_of_a_limit() -> None:
    shown = re.search(r"^```text\n(.*?)\n```", PAGE, re.S | re.M)[1]
    executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(operations=100_000))
    executor("kept = 41")
    with pytest.raises(fastexec.InterpreterError) as caught:
        executor("for i in range(10**9):\n    kept = kept")
    assert str(caught.value) == shown


def test_every_limit_is_in_the_table() -> None:
    for name in fastexec.Limits.__dataclass_fields__:
        assert f"| `{name}` |" in PAGE
    assert f"{fastexec.MAX_OPERATIONS:,}" in PAGE and f"at least {memory.LEAST >> 30} GiB" in PAGE
    assert f"{fastexec.MAX_INT_BITS >> 20} Mi" in PAGE and f"| `nesting` | {fastexec.MAX_NESTING:,} |" in PAGE
