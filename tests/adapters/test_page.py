"""The examples of docs/adapters.md print what the page shows, and its versions are those that are pinned."""

from __future__ import annotations

import contextlib
import io
import pathlib
import re

ROOT = pathlib.Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
PINS = (ROOT / "requirements" / "adapters.txt").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def test_examples_print_what_is_shown() -> None:
    """In order, in one namespace; a `text` block shows the output of the `python` block before it."""
    namespace: dict = {"__name__": "page"}
    printed = ""
    for kind, code in BLOCK.findall(PAGE):
        if kind == "python":
            assert not printed, "the page does not show it"
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(code, "adapters.md", "exec"), namespace)
            printed = output.getvalue()
        elif kind == "text":
            assert printed == code
            printed = ""


def test_versions() -> None:
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]*) \| `fastexec", PAGE, re.M))
    pinned = dict(re.findall(r"^([\w-]+)(?:\[[\w,]+\])?==(.+)$", PINS, re.M))
    assert rows["smolagents"] == pinned["smolagents"]
    assert rows["DSPy"] == pinned["dspy"]
    assert pinned["fastmcp-slim"] in rows["FastMCP's code mode"]
    assert rows["pydantic-ai's code mode, other clients of Monty"] == (
        f"pydantic-monty {pinned['pydantic-monty']}, pydantic-ai-harness {pinned['pydantic-ai-harness']}"
    )
    assert pinned["langchain-core"] in rows["LangChain, LangGraph"] and pinned["langgraph-codeact"] in rows["LangChain, LangGraph"]
    assert rows["Google ADK"] == pinned["google-adk"]
    assert rows["Model Context Protocol"] == f"mcp {pinned['mcp']}"
    assert f"openenv-core=={rows['OpenEnv']}" in (ROOT / "Makefile").read_text(encoding="utf-8")
