"""An agent's code on the event loop of a service: it gathers calls of async tools, and other tasks go on meanwhile.

    python examples/async_tools.py [--isolation process]
"""

from __future__ import annotations

import argparse
import asyncio
import time

from fastexec import LocalPythonExecutor

PRICES = {"AAA": 12.0, "BBB": 30.5, "CCC": 7.25}

CODE = """
import asyncio

symbols = ["AAA", "BBB", "CCC"]
prices = await asyncio.gather(*[price(symbol) for symbol in symbols])
total = sum(prices)
print(f"{len(symbols)} symbols")
total
"""


ENDLESS = """
import time
while True:
    time.sleep(0.01)
"""


under_way: list[str] = []
most = 0


async def price(symbol: str) -> float:
    """A call of a service, which takes its time."""
    global most
    under_way.append(symbol)
    most = max(most, len(under_way))
    await asyncio.sleep(0.2)
    under_way.remove(symbol)
    return PRICES[symbol]


async def heartbeat(beats: list[float]) -> None:
    """Another task of the service."""
    while True:
        beats.append(time.monotonic())
        await asyncio.sleep(0.02)


async def main(isolation: str | None) -> None:
    executor = LocalPythonExecutor(["asyncio"], isolation="process" if isolation else None, timeout_seconds=20)
    executor.send_tools({"price": price})
    executor("1")  # the worker starts with the first call
    beats: list[float] = []
    other = asyncio.create_task(heartbeat(beats))

    output = await executor.arun(CODE)
    print(f"total {output.output}, printed {output.logs!r}; calls of the tool under way at a time: {most}")
    print("tools:", ", ".join(call.name for call in output.stats.tools))

    before = len(beats)
    try:
        await asyncio.wait_for(executor.arun(ENDLESS), 0.5)
    except asyncio.TimeoutError:
        print("an endless snippet was ended; the service went on:", len(beats) > before)
    print("and the session too:", (await executor.arun("total")).output)
    other.cancel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--isolation", choices=["process"])
    asyncio.run(main(parser.parse_args().isolation))
