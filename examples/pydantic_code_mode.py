"""pydantic-ai's code mode on fastexec: a scripted model writes code with numpy and `yield from` that awaits two tools at once.

    pip install fastexec[cli,monty] pydantic-ai-harness pydantic-monty numpy
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from pathlib import Path

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai_harness import CodeMode

CODE = """
import asyncio
import numpy as np

def cities():
    yield from ["Lisbon", "Bergen", "Cairo"]

found = await asyncio.gather(*(temperature(city=city) for city in cities()))
float(np.median(found))
"""


def scripted(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Writes the code, then says what came of it."""
    if len(messages) == 1:
        return ModelResponse(parts=[ToolCallPart(tool_name=info.function_tools[0].name, args={"code": CODE})])
    return ModelResponse(parts=[TextPart(f"The median is {messages[-1].parts[-1].content} degrees.")])


agent = Agent(FunctionModel(scripted), capabilities=[CodeMode()])


@agent.tool_plain
async def temperature(city: str) -> float:
    """The temperature in a city."""
    return {"Lisbon": 18.0, "Bergen": 6.5, "Cairo": 27.5}[city]


def main() -> None:
    """Writes the program that `MONTY_BIN` names: what the code may do is on its command line."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "monty-on-fastexec")
        paths = shlex.quote(os.environ.get("PYTHONPATH", ""))  # clients hand on no environment
        command = shlex.join([sys.executable, "-m", "fastexec", "serve", "--monty", "--allow", "numpy.*"])
        program.write_text(f'#!/bin/sh\nexec env PYTHONPATH={paths} {command} "$@"\n')
        program.chmod(0o755)
        os.environ["MONTY_BIN"] = str(program)
        print(agent.run_sync("How warm is it?").output, flush=True)


if __name__ == "__main__":
    main()
    os._exit(0)  # pydantic-monty 1.4.0 may crash an interpreter that ends
