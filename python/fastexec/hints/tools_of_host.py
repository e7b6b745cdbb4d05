"""Whether an error is one of a tool's own, which the code that called it cannot mend."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any

from fastexec.hints.asked import member_of

_MOST = 20
"""Decorators around a function that are looked through."""


def failed_inside(error: BaseException | None, tools: Mapping[str, Any]) -> bool:
    """Whether the function of a tool was under way when the error was raised."""
    trace = error.__traceback__ if error is not None else None
    running: set[int] = set()
    while trace is not None:
        running.add(id(trace.tb_frame.f_code))
        trace = trace.tb_next
    # (Code of snippets has no frames: mostly there are those of the executor alone.)
    return bool(running) and any(id(code) in running for tool in tools.values() if (code := _code_of(tool)) is not None)


def _code_of(tool: object) -> types.CodeType | None:
    """Of what a tool calls in the end, past its decorators; smolagents' tools have it in `forward`."""
    function: Any = tool
    kind = type(tool)
    if kind not in (types.FunctionType, types.MethodType):
        function = member_of(kind, "forward") or member_of(kind, "__call__")
    for _ in range(_MOST):
        if type(function) is types.MethodType:
            function = function.__func__
        if type(function) is not types.FunctionType:
            return None
        inner = vars(function).get("__wrapped__")
        if inner is None:
            # (What stands in a worker for a tool is under way in every call of it.)
            return None if str(function.__module__).startswith("fastexec.") else function.__code__
        function = inner
    return None
