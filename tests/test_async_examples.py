"""examples/async_tools.py and examples/audited_runs.py do what they say."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def printed(name: str, *arguments: str) -> list[str]:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize("arguments", [(), ("--isolation", "process")])
def test_async_tools(arguments: tuple[str, ...]) -> None:
    assert printed("async_tools.py", *arguments) == [
        "total 49.75, printed '3 symbols\\n'; calls of the tool under way at a time: 3",
        "tools: price, price, price",
        "an endless snippet was ended; the service went on: True",
        "and the session too: 49.75",
    ]


def test_audited_runs(tmp_path: pathlib.Path) -> None:
    lines = printed("audited_runs.py", str(tmp_path / "runs.jsonl"))
    spans = [line for line in lines if line.startswith("  span ")]
    assert spans in ([], ["  span execute_tool search", "  span fastexec.run"] * 2 + ["  span fastexec.run"] * 2)
    assert [line for line in lines if line not in spans] == [
        "  printed 'looking\\n'",
        "ok - 1 calls of tools 0 refusals",
        "ok - 1 calls of tools 0 refusals",
        "refused - 0 calls of tools 1 refusals",
        "limit while_iterations 0 calls of tools 0 refusals",
        "4 records: ok, ok, refused, limit",
        "arguments of the first: [\"'otter'\"]",
    ]
