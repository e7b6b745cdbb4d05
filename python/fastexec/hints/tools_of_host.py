"""Whether an error is one of a tool's own, which the code that called it cannot mend."""

from __future__ import annotations

import types
from typing import Any

from fastexec.hints.asked import Asked, is_reference, member_of
from fastexec.hints.calls import CALLED

_MOST = 20
"""Decorators around a function that are looked through."""
_NAMELESS = ("<lambda>", "__call__", "forward")
"""How messages call tools that have no name of their own."""


def failed_inside(asked: Asked) -> bool:
    """Whether the function of a tool was under way when the error was raised."""
    trace = asked.error.__traceback__ if asked.error is not None else None
    running: set[int] = set()
    while trace is not None:
        running.add(id(trace.tb_frame.f_code))
        trace = trace.tb_next
    # (Code of snippets has no frames: mostly there are those of the executor alone.)
    for tool in asked.tools.values() if running else ():
        function = _function_of(tool)
        if function is not None and id(function.__code__) in running:
            return not (_stands_for_another(function) and _is_of_the_call(asked))
    return False


def _stands_for_another(function: types.FunctionType) -> bool:
    """Whether it is what a worker has in the place of tools: it is under way in every call of one, right or wrong."""
    return str(function.__module__).startswith("fastexec.")


def _is_of_the_call(asked: Asked) -> bool:
    """Whether the message is that of a function which was not given what it takes, and is the tool's by its name."""
    told = CALLED.match(asked.message) if asked.kind == "TypeError" else None
    callee = asked.callee()
    tool = asked.state.get(callee, asked.tools.get(callee)) if callee is not None else None
    known = vars(tool).get("__name__") if is_reference(tool, "CallableReference") else None
    return told is not None and told[2] in (callee, known, *_NAMELESS)


def _function_of(tool: object) -> types.FunctionType | None:
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
            return function
        function = inner
    return None
