"""What runs on a node: the actor, which has a `fastexec.Pool`."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

import ray

from fastexec._fastexec import PrintContainer
from fastexec.cluster import travel
from fastexec.executor import LocalPythonExecutor
from fastexec.isolation.pool import Pool, Result
from fastexec.limits import Limits

_WORKER_LOST = "The worker of this session has ended"
"""How the error of a lost worker begins."""


class Node:
    """What an actor is: a pool, and sessions beside it.

    Args:
        imports: Of the pool.
        keywords: Of the pool.
    """

    def __init__(self, imports: list[str], keywords: dict[str, Any]) -> None:
        self._make = functools.partial(Pool, additional_authorized_imports=imports, **keywords)
        self._lock = threading.Lock()
        self._made: Pool | None = None
        self._sessions: dict[int, tuple[Any, LocalPythonExecutor]] = {}

    def _pool(self) -> Pool:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    @ray.method(concurrency_group="control")
    def hello(self) -> bytes | None:
        """Starts what workers need. What went wrong, or None."""
        try:
            error: BaseException | None = self._pool().submit("None").result().error
        except Exception as raised:  # noqa: BLE001  (it is raised where the pool is made)
            error = raised
        return None if error is None else travel.packed(error)

    @ray.method(concurrency_group="run")
    def run(self, codes: list[str], given: travel.Given, retries: int) -> list[travel.Record]:
        """Results of these snippets."""
        pool = self._pool()
        keywords = travel.taken(given)
        futures = [pool.submit(code, **keywords) for code in codes]
        pairs = zip(codes, futures, strict=True)
        return [travel.record(_not_lost(pool, code, keywords, future.result(), retries)) for code, future in pairs]

    @ray.method(concurrency_group="session")
    def open(self, number: int) -> None:
        """Makes a session."""
        holds = self._pool().session()
        self._sessions[number] = (holds, holds.__enter__())

    @ray.method(concurrency_group="session")
    def ask(self, number: int, question: str, *given: Any) -> tuple[bool, bytes]:
        """What the executor of a session does, by the name of a function of `_QUESTIONS`: whether it went well, and
        the answer or the error."""
        try:
            return True, travel.packed(_QUESTIONS[question](self._sessions[number][1], *given))
        except Exception as error:  # noqa: BLE001  (it is raised where it was asked)
            return False, travel.packed(error)

    @ray.method(concurrency_group="control")
    def cancel(self, number: int) -> None:
        """Ends the call of a session that is under way."""
        self._sessions[number][1].cancel()

    @ray.method(concurrency_group="control")
    def close(self, number: int) -> None:
        """Ends a session."""
        held = self._sessions.pop(number, None)
        if held is not None:
            held[1].cancel()
            held[0].__exit__(None, None, None)


def _not_lost(pool: Pool, code: str, keywords: dict[str, Any], result: Result, retries: int) -> Result:
    """The result, after so many other tries while its worker was lost."""
    while retries > 0 and result.error is not None and str(result.error).startswith(_WORKER_LOST):
        result, retries = pool.submit(code, **keywords).result(), retries - 1
    return result


def _called(executor: LocalPythonExecutor, code: str, limits: Limits | None) -> list[Any]:
    given = executor(code, limits=limits)
    return [given.output, given.logs, given.is_final_answer]


def _item(executor: LocalPythonExecutor, name: str) -> Any:
    value = executor.state[name]
    return value.value if isinstance(value, PrintContainer) else value


def _names(executor: LocalPythonExecutor) -> list[str]:
    return list(executor.state)


_QUESTIONS: dict[str, Callable[..., Any]] = {
    "call": _called,
    "tools": LocalPythonExecutor.send_tools,
    "variables": LocalPythonExecutor.send_variables,
    "item": _item,
    "names": _names,
    "snapshot": LocalPythonExecutor.snapshot,
}
