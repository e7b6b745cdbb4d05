"""The versions that docs/adapters.md names are those that are pinned. (Its examples: test_pages.py.)"""

from __future__ import annotations

import pathlib
import re

ROOT = pathlib.Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
PINS = (ROOT / "requirements" / "adapters.txt").read_text(encoding="utf-8")


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
