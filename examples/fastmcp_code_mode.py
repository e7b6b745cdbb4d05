"""A FastMCP server in code mode: its one tool `execute` runs code, which calls the server's tools, on fastexec."""

from __future__ import annotations

import asyncio

from fastexec.adapters.fastmcp import FastexecSandboxProvider
from fastmcp import Client, FastMCP
from fastmcp.experimental.transforms.code_mode import CodeMode

CODE = """
import asyncio
import json

cities = ["Bergen", "Lisbon", "Cairo"]
found = await asyncio.gather(*[call_tool("temperature", {"city": city}) for city in cities])
return json.dumps({city: answer["result"] for city, answer in zip(cities, found)})
"""


def server() -> FastMCP:
    """With one tool of its own."""
    made = FastMCP("weather", transforms=[CodeMode(sandbox_provider=FastexecSandboxProvider(["asyncio", "json"], timeout_seconds=10))])

    @made.tool
    async def temperature(city: str) -> float:
        """Degrees Celsius."""
        await asyncio.sleep(0.01)
        return {"Bergen": 6.5, "Lisbon": 18.0}.get(city, 27.5)

    return made


async def main() -> None:
    """Asks the server, as a model would."""
    async with Client(server()) as client:
        print([tool.name for tool in await client.list_tools()])
        result = await client.call_tool("execute", {"code": CODE})
        print(result.content[0].text)


if __name__ == "__main__":
    asyncio.run(main())
