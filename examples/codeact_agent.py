"""An agent of langgraph-codeact that writes code, which runs on fastexec. A recorded model answers: no key, no network."""

from __future__ import annotations

import asyncio

from fastexec.adapters.langchain import async_eval_function
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langgraph_codeact import create_codeact

REPLIES = [
    "```python\nrates = {name: rate(name) for name in ('EUR', 'JPY')}\nprint(rates)\n```",
    "```python\nprint(f\"{100 * rates['EUR']:.0f} euros\")\n```",
    "It is 92 euros.",
]


def rate(currency: str) -> float:
    """What a dollar is worth."""
    return {"EUR": 0.92, "JPY": 151.0}[currency]


async def main() -> None:
    """Runs it."""
    model = GenericFakeChatModel(messages=iter(REPLIES))
    agent = create_codeact(model, [rate], async_eval_function(timeout_seconds=10)).compile()
    state = await agent.ainvoke({"messages": [{"role": "user", "content": "100 dollars in euros?"}]})
    for message in state["messages"]:
        print(f"{message.type}: {message.content}")


if __name__ == "__main__":
    asyncio.run(main())
