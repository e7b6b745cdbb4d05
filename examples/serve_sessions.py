"""Serves the sessions of many agents over HTTP: each has an executor in a worker of its own.

    uvicorn --app-dir examples serve_sessions:app

    POST   /sessions              -> {"id": "..."}; 503 while there are as many as there may be
    POST   /sessions/{id}/calls   {"code": "..."} -> output, logs, error; 409 while another call of it runs, 503 while
                                  there are as many calls under way as there may be
    DELETE /sessions/{id}

An id is random, and whoever knows it may use its session: put your own authentication in front.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from fastapi import FastAPI, HTTPException
from fastexec import ExecutionTimeoutError, InterpreterError, Limits, LocalPythonExecutor
from fastexec.outcome import failure
from pydantic import BaseModel, Field

LIMITS = Limits(operations=5_000_000, memory_bytes=256 << 20, output_chars=20_000)


class Call(BaseModel):
    """What is posted."""

    code: str = Field(max_length=100_000)


@dataclass
class Session:
    """An agent's executor."""

    executor: LocalPythonExecutor
    used: float = field(default_factory=time.monotonic)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Sessions:
    """All of them.

    Args:
        most: How many there may be: each is a process.
        calls: How many calls may be under way.
        idle_seconds: How long a session stays without a call.
        timeout_seconds: Of one call.
    """

    def __init__(self, most: int = 200, calls: int = 16, idle_seconds: float = 900, timeout_seconds: float = 20) -> None:
        self.most = most
        self.idle_seconds = idle_seconds
        self.timeout_seconds = timeout_seconds
        self.free_calls = calls
        self.open: dict[str, Session] = {}

    def add(self) -> str:
        """The id of a new session."""
        if len(self.open) >= self.most:
            raise _busy(f"there are {self.most} sessions")
        name = secrets.token_urlsafe(16)
        executor = LocalPythonExecutor(["json"], isolation="process", timeout_seconds=self.timeout_seconds, limits=LIMITS)
        executor.send_tools({})
        self.open[name] = Session(executor)
        return name

    async def remove(self, name: str) -> None:
        """Ends a session, its call under way too."""
        session = self.find(name)
        del self.open[name]
        session.executor.cancel()
        await asyncio.to_thread(session.executor.cleanup)  # waits for the worker

    def find(self, name: str) -> Session:
        """The session of this id."""
        if name not in self.open:
            raise HTTPException(404, "no such session: it was closed, or has expired")
        return self.open[name]

    async def call(self, name: str, code: str) -> dict[str, Any]:
        """What became of a snippet, as plain data."""
        session = self.find(name)
        if session.turn.locked():
            raise HTTPException(409, "a call of this session is under way")
        if not self.free_calls:
            raise _busy("too many calls are under way")
        self.free_calls -= 1
        try:
            async with session.turn:
                return await _answer(session.executor, code)
        finally:
            self.free_calls += 1
            session.used = time.monotonic()

    async def expire(self) -> None:
        """For ever: ends sessions that nobody uses."""
        while True:
            await asyncio.sleep(min(self.idle_seconds / 4, 30))
            now = time.monotonic()
            for name, session in list(self.open.items()):
                if not session.turn.locked() and now - session.used > self.idle_seconds:
                    await self.remove(name)


def _busy(why: str) -> HTTPException:
    return HTTPException(503, f"{why}: try again later", headers={"Retry-After": "5"})


async def _answer(executor: LocalPythonExecutor, code: str) -> dict[str, Any]:
    try:
        given = await executor.arun(code)
    except (InterpreterError, ExecutionTimeoutError) as error:
        told = failure(error)
        logs = await asyncio.to_thread(executor.state.get, "_print_outputs", "")  # asks the worker
        return {"output": None, "logs": _text(str(logs)), "error": {"outcome": told.outcome, "text": _text(told.text)}}
    return {"output": _plain(given.output), "logs": _text(given.logs), "error": None}


def _plain(value: Any, depth: int = 0) -> Any:
    """The value as JSON has it. No method of an object of the code is called: the event loop would wait for it."""
    if value is None or type(value) in (bool, int):
        return value
    if type(value) is str:
        return _text(value)
    if type(value) is float:
        return value if math.isfinite(value) else str(value)
    if depth < 20 and type(value) in (list, tuple, set, frozenset):
        return [_plain(item, depth + 1) for item in value]
    if depth < 20 and type(value) is dict:
        return {str(_plain(key, depth + 1)): _plain(item, depth + 1) for key, item in value.items()}
    return f"<{type(value).__name__}>"


def _text(text: str) -> str:
    """The text without halves of characters, which UTF-8 does not have."""
    return text.encode("utf-8", "backslashreplace").decode()


def application(sessions: Sessions) -> FastAPI:
    """The server."""

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        expiring = asyncio.create_task(sessions.expire())
        yield
        expiring.cancel()
        for name in list(sessions.open):
            await sessions.remove(name)

    made = FastAPI(lifespan=lifespan)

    @made.post("/sessions")
    async def add() -> dict[str, str]:
        return {"id": sessions.add()}

    @made.post("/sessions/{name}/calls")
    async def call(name: str, call: Call) -> dict[str, Any]:
        return await sessions.call(name, call.code)

    @made.delete("/sessions/{name}")
    async def remove(name: str) -> None:
        await sessions.remove(name)

    return made


app = application(Sessions())

if __name__ == "__main__":
    uvicorn.run(app)
