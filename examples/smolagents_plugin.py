"""An agent of smolagents whose code says nothing of fastexec, on fastexec. A recorded model answers: no key, no network."""

from __future__ import annotations

import fastexec.smolagents
from smolagents import ChatMessage, CodeAgent, LogLevel, MessageRole, Model, TokenUsage

REPLIES = ["from decimal import Decimal\nmean = sum(map(Decimal, ['17.5', '18.0', '18.8'])) / 3", "final_answer(f'{mean * 9 / 5 + 32:.2f} °F')"]


class RecordedModel(Model):
    """Plays back REPLIES."""

    def __init__(self) -> None:
        super().__init__(model_id="recorded")
        self.replies = iter(REPLIES)

    def generate(self, messages: list[ChatMessage], **options: object) -> ChatMessage:
        text = f"Thought: on.\n<code>\n{next(self.replies)}\n</code>"
        return ChatMessage(role=MessageRole.ASSISTANT, content=text, token_usage=TokenUsage(0, 0))


def build() -> CodeAgent:
    """The agent, as it is without fastexec."""
    return CodeAgent(tools=[], model=RecordedModel(), additional_authorized_imports=["decimal"], verbosity_level=LogLevel.OFF)


def main() -> None:
    """Runs it."""
    fastexec.smolagents.install(timeout_seconds=5)
    agent = build()
    print(f"{type(agent.python_executor).__module__}: {agent.run('How warm was it, in Fahrenheit?')}")


if __name__ == "__main__":
    main()
