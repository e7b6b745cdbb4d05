"""A smolagents CodeAgent that runs its code on fastexec.

`make demo` plays recorded replies of a model, so it needs no key and no network; the agent, its
prompts, its tools and the executor are the real ones. `--live MODEL_ID` asks a live model instead
(through smolagents' InferenceClientModel, which reads the key from HF_TOKEN).
"""

from __future__ import annotations

import argparse
import sys
import textwrap
import time

import fastexec
from smolagents import ActionStep, ChatMessage, CodeAgent, LogLevel, MessageRole, Model, TokenUsage, tool

TASK = "Which city had the steadiest temperature this week, and what was its mean in Fahrenheit?"

READINGS = {
    "Bergen": [4.0, 6.5, 5.0, 9.5, 7.0, 3.5, 8.0],
    "Lisbon": [17.5, 18.0, 18.5, 17.0, 18.0, 17.5, 19.0],
    "Cairo": [24.0, 27.5, 31.0, 29.5, 26.0, 23.5, 28.0],
}


@tool
def list_cities() -> list:
    """Lists the cities that have a weather station."""
    return list(READINGS)


@tool
def get_readings(city: str) -> dict:
    """Gives a week of temperatures of one city.

    Args:
        city: Name of the city, as list_cities gives it.
    """
    return {"city": city, "unit": "C", "temperatures": READINGS[city]}


# What the model said: (a text that its last message must contain, its thought, its code).
REPLIES = [
    (
        "steadiest",
        "First I look at what the tools give.",
        """
        cities = list_cities()
        print(cities)
        sample = get_readings(cities[0])
        print(sorted(sample))
        """,
    ),
    (
        "'temperatures'",
        "I check the environment for a unit setting.",
        """
        import os
        unit = os.environ.get("UNIT", "F")
        """,
    ),
    (
        "Import of os is not allowed",
        "os is not available, so I convert myself, with a function that I can use again.",
        """
        def fahrenheit(celsius):
            return celsius * 9 / 5 + 32

        week = {city: get_readings(city)["temprature"] for city in cities}
        """,
    ),
    (
        "Maybe you meant one of these indexes instead: ['temperatures']",
        "The error names the right key.",
        """
        week = {city: get_readings(city)["temperatures"] for city in cities}
        for city, values in week.items():
            print(f"{city:<7}{min(values):6.1f} to {max(values):.1f} °C")
        """,
    ),
    (
        "Lisbon   17.0 to 19.0",
        "Now the spread of each city, with numpy.",
        """
        import numpy as np

        spread = {city: float(np.std(values)) for city, values in week.items()}
        steadiest = min(spread, key=spread.get)
        mean = fahrenheit(np.mean(week[steadiest]))
        print(steadiest, round(spread[steadiest], 2))
        mean
        """,
    ),
    (
        "Lisbon",
        "I have the answer.",
        """
        final_answer(f"{steadiest}, {mean:.1f} °F on average")
        """,
    ),
]


class RecordedModel(Model):
    """Plays back REPLIES; each must fit what the agent has just seen."""

    def __init__(self, replies: list[tuple[str, str, str]] = REPLIES) -> None:
        super().__init__(model_id="recorded")
        self.replies = iter(replies)

    def generate(self, messages: list[ChatMessage], **options: object) -> ChatMessage:
        wanted, thought, code = next(self.replies)
        last = messages[-1].content
        seen = last if isinstance(last, str) else "".join(part.get("text", "") for part in last)
        if wanted not in seen:
            raise ValueError(f"the recorded reply answers a message with {wanted!r}, but the agent was shown:\n{seen}")
        text = f"Thought: {thought}\n<code>\n{textwrap.dedent(code).strip()}\n</code>"
        return ChatMessage(role=MessageRole.ASSISTANT, content=text, token_usage=TokenUsage(0, 0))


def timed(executor_class: type) -> type:
    """The executor class, with the seconds of each call kept in `seconds`."""

    class Timed(executor_class):
        def __call__(self, code_action: str):
            started = time.perf_counter()
            try:
                return super().__call__(code_action)
            finally:
                self.seconds = time.perf_counter() - started

    return Timed


def show(step: ActionStep, agent: CodeAgent) -> None:
    """Prints one step of the agent."""
    print(f"── step {step.step_number} " + "─" * 60)
    print(textwrap.indent(step.code_action or "(no code)", "  "))
    if step.error:
        print(textwrap.indent(f"error: {step.error.message}", "  ✗ "))
    elif step.observations:
        print(textwrap.indent(step.observations.rstrip(), "  → "))
    print(f"  executor: {agent.python_executor.seconds * 1000:.3f} ms\n")


def build(executor_class: type = fastexec.LocalPythonExecutor, model: Model | None = None, show_steps: bool = True, **options: object) -> CodeAgent:
    """The agent; `executor_class` may be smolagents' own, `options` are the executor's."""
    return CodeAgent(
        tools=[list_cities, get_readings],
        model=model or RecordedModel(),
        executor=timed(executor_class)(["numpy"], **options),
        additional_authorized_imports=["numpy"],
        step_callbacks=[show] if show_steps else None,
        verbosity_level=LogLevel.OFF,
        max_steps=10,
    )


def main() -> None:
    """Runs the demo."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isolation", choices=("none", "process"), default="none", help="where the code runs: in this process, or in a worker")
    parser.add_argument("--live", metavar="MODEL_ID", help="ask this model instead of playing recorded replies")
    options = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    model = None
    if options.live:
        from smolagents import InferenceClientModel

        model = InferenceClientModel(model_id=options.live)
    print(f"Task: {TASK}\n")
    executor_options = {"isolation": "process"} if options.isolation == "process" else {}
    answer = build(model=model, **executor_options).run(TASK)
    print(f"Answer: {answer}")


if __name__ == "__main__":
    main()
