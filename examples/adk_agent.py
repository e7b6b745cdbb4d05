"""An agent of Google's ADK whose code blocks run on fastexec. A recorded model answers: no key, no network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from fastexec.adapters.adk import FastexecCodeExecutor
from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai import types

REPLIES = ["```python\nfrom statistics import median\nprint(median([3, 1, 2]))\n```", "The median is 2."]


class RecordedModel(BaseLlm):
    """Plays back REPLIES."""

    at: int = 0

    async def generate_content_async(self, llm_request: LlmRequest, stream: bool = False) -> AsyncGenerator[LlmResponse, None]:
        text = REPLIES[self.at]
        self.at += 1
        yield LlmResponse(content=types.Content(role="model", parts=[types.Part(text=text)]))


async def main() -> None:
    """Runs it."""
    agent = LlmAgent(name="counter", model=RecordedModel(model="recorded"), code_executor=FastexecCodeExecutor(timeout_seconds=10))
    runner = InMemoryRunner(agent, app_name="example")
    await runner.session_service.create_session(app_name="example", user_id="ann", session_id="one")
    question = types.Content(role="user", parts=[types.Part(text="What is the median of 3, 1 and 2?")])
    async for event in runner.run_async(user_id="ann", session_id="one", new_message=question):
        for part in (event.content and event.content.parts) or ():
            if part.executable_code:
                print(f"code: {part.executable_code.code}")
            elif part.code_execution_result:
                print(f"{part.code_execution_result.outcome.name}: {part.code_execution_result.output.strip()}")
            elif part.text and part.text.strip():
                print(f"text: {part.text.strip()}")


if __name__ == "__main__":
    asyncio.run(main())
