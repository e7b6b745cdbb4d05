"""A client of the Model Context Protocol that starts fastexec's server, and has it run code in a session."""

from __future__ import annotations

import asyncio
import sys

from mcp import Client, StdioServerParameters

SERVER = StdioServerParameters(command=sys.executable, args=["-m", "fastexec.adapters.mcp_server", "--timeout", "10"])
CALLS = ["import statistics\nreadings = [3, 1, 2]", "statistics.median(readings)", "import os"]


async def main() -> None:
    """Runs it."""
    async with Client(SERVER) as client:
        for code in CALLS:
            result = await client.call_tool("run_python", {"code": code, "session": "ann"})
            print(f"{'error' if result.is_error else 'ok'}: {result.content[0].text.splitlines()[0][:90]}")


if __name__ == "__main__":
    asyncio.run(main())
