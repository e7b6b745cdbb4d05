"""Whether an error is one of the host's own program, a tool's or an object's, which the code that called it cannot mend."""

from __future__ import annotations

import sys
import types
from typing import Any

from fastexec.hints.asked import Asked, is_class_reference, is_reference, member_of
from fastexec.hints.calls import CALLED, METHOD, NAMELESS, name_of
from fastexec.hints.work import is_of_the_host

_MOST = 20
"""Decorators around a function that are looked through."""


def failed_inside(asked: Asked) -> bool:
    """Whether the function of a tool, or other code of the host, was under way when the error was raised."""
    trace = asked.error.__traceback__ if asked.error is not None else None
    running: set[int] = set()
    in_host = False
    while trace is not None:
        running.add(id(trace.tb_frame.f_code))
        # (What the host calls of the code is the code's again.)
        in_host = (in_host or is_of_the_host(trace.tb_frame)) and trace.tb_frame.f_code.co_filename != "<string>"
        trace = trace.tb_next
    # (Code of snippets has no frames: mostly there are those of the executor alone.)
    for tool in asked.tools.values() if running else ():
        function = _function_of(tool)
        if function is not None and id(function.__code__) in running:
            return not (_stands_for_another(function) and _is_of_the_call(asked))
    # (What the engine knows to have been wanted of a value, the code wanted.)
    return in_host and asked.subject is None and not _is_of_the_call(asked) and not _is_of_a_reference(asked) and not _was_outside(asked.error)


def _was_outside(error: BaseException | None) -> bool:
    """Whether it came out of the host, and not of the host's program."""
    failures = sys.modules.get("fastexec.isolation.failures")
    return failures is not None and bool(failures.was_outside(error))


def _stands_for_another(function: types.FunctionType) -> bool:
    """Whether it is what a worker has in the place of tools: it is under way in every call of one, right or wrong."""
    return str(function.__module__).startswith("fastexec.")


def _is_of_the_call(asked: Asked) -> bool:
    """Whether the message is that of a function which was not given what it takes, and is the tool's by its name."""
    told = CALLED.match(asked.message) if asked.kind == "TypeError" else None
    callee, method = asked.callee(), METHOD.match(asked.marked)
    if told is not None and method is not None and is_reference(asked.state.get(method[1]), "Reference"):
        return told[2] == method[2]
    tool = asked.state.get(callee, asked.tools.get(callee)) if callee is not None else None
    if told is not None and told[2] in ("__init__", "__new__") and is_class_reference(tool):
        own: str = type.__dict__["__name__"].__get__(tool)
        return told[1].rstrip(".").rpartition(".")[2] == own
    return told is not None and told[2] in (callee, None if tool is None else name_of(tool), *NAMELESS)


def _is_of_a_reference(asked: Asked) -> bool:
    """Whether the code wanted an attribute that an object of the host, for which something stands here, does not have."""
    error = asked.error
    return type(error) is AttributeError and is_reference(error.obj, "Reference")


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
