"""Spans of OpenTelemetry, where the host has loaded its API: one for each call, and under it one for each call of a tool.

Names and values of attributes are from closed sets, or numbers; texts of the code are in none of them. What tools are
given and give is in those of their spans where `CAPTURE` in the environment asks for it.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from fastexec.stats import Run

API, _CONTEXT = "opentelemetry.trace", "opentelemetry.context"
"""Modules that are looked for among the loaded ones; none is imported."""

CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
"""The variable that instrumentations of generative AI ask whether content is wanted: `true`."""

_DESCRIPTION = 500
"""Characters of a tool's description."""

_CONTENT, _DEPTH, _ITEMS = 2_000, 4, 50
"""Characters of a call's arguments or of its result, how far into containers they go, and how large containers are that are not
told as a text."""

_known: tuple[Any, Any] = (None, None)
"""A provider of tracers, and its tracer for this package."""


def begin(isolation: str) -> CallSpan | None:
    """The span of a call that begins, in the caller's; None where nobody records it."""
    try:
        tracer = _tracer()
        if tracer is None:
            return None
        span = tracer.start_span("fastexec.run", attributes={"fastexec.isolation": isolation})
        return CallSpan(tracer, span) if span.is_recording() else None
    except Exception as error:  # noqa: BLE001  (what looks on changes nothing)
        _failed(error)
        return None


def _tracer() -> Any:
    global _known
    api = sys.modules.get(API)
    get_provider = getattr(api, "get_tracer_provider", None)
    if api is None or get_provider is None or _CONTEXT not in sys.modules:
        return None
    provider = get_provider()
    if provider is not _known[0]:
        from fastexec._fastexec import __version__

        _known = (provider, api.get_tracer("fastexec", __version__))
    return _known[1]


def _failed(error: Exception) -> None:
    import logging

    logging.getLogger("fastexec").debug("tracing failed: %s: %s", type(error).__name__, error)


class CallSpan:
    """The span of a call, which is the current one until it ends."""

    def __init__(self, tracer: Any, span: Any) -> None:
        self._tracer = tracer
        self._span = span
        self._context = sys.modules[API].set_span_in_context(span)
        self._token = sys.modules[_CONTEXT].attach(self._context)

    def tool(self, name: str, tool: Any, args: tuple[Any, ...], kwargs: dict[str, Any], /) -> ToolSpan:
        """The span of a tool's call that begins."""
        attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.type": "function"}
        description = getattr(tool, "description", None) or getattr(tool, "__doc__", None)
        if isinstance(description, str):
            attributes["gen_ai.tool.description"] = description[:_DESCRIPTION]
        captured = os.environ.get(CAPTURE, "").lower() == "true"
        if captured:
            attributes["gen_ai.tool.call.arguments"] = _arguments(tool, args, kwargs)
        return ToolSpan(self._tracer, self._context, f"execute_tool {name}", attributes, captured)

    def end(self, run: Run) -> None:
        """The call has ended."""
        try:
            sys.modules[_CONTEXT].detach(self._token)
            stats = run.stats()
            numbers = {
                "operations": stats.operations,
                "cpu_seconds": stats.cpu_seconds,
                "tool_calls": stats.tool_calls,
                "refusals": len(stats.refusals),
                "peak_memory_bytes": stats.peak_memory_bytes,
                "limit": stats.limit,
            }
            self._span.set_attribute("fastexec.outcome", stats.outcome)
            self._span.set_attributes({f"fastexec.{name}": number for name, number in numbers.items() if number is not None})
            if stats.outcome != "ok":
                _mark_failed(self._span, stats.outcome)
            self._span.end()
        except Exception as error:  # noqa: BLE001  (what looks on changes nothing)
            _failed(error)


class ToolSpan:
    """The span of a tool's call: the current one until the function returns; it ends when the result is there."""

    def __init__(self, tracer: Any, parent: Any, title: str, attributes: dict[str, str], captured: bool) -> None:
        self._span = self._token = None
        self._captured = captured
        try:
            self._span = tracer.start_span(title, context=parent, attributes=attributes)
            context = sys.modules[API].set_span_in_context(self._span, parent)
            self._token = sys.modules[_CONTEXT].attach(context)
        except Exception as error:  # noqa: BLE001  (what looks on changes nothing)
            _failed(error)

    def leave(self) -> None:
        if self._token is not None:
            sys.modules[_CONTEXT].detach(self._token)

    def end(self, result: Any, error: BaseException | None) -> None:
        if self._span is None:
            return
        try:
            if error is not None:
                _mark_failed(self._span, type(error).__qualname__)
            elif self._captured:
                self._span.set_attribute("gen_ai.tool.call.result", _text(result))
            self._span.end()
        except Exception as failed:  # noqa: BLE001  (what looks on changes nothing)
            _failed(failed)


def _arguments(tool: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """A JSON object of values by the names of their parameters."""
    import inspect
    import json

    try:
        named = inspect.signature(getattr(tool, "forward", tool)).bind_partial(*args, **kwargs).arguments
    except (TypeError, ValueError):  # it has no signature, or takes something else
        named = {**{str(i): value for i, value in enumerate(args)}, **kwargs}
    text = json.dumps({name: _plain(value, _DEPTH) for name, value in named.items()}, ensure_ascii=False)
    if len(text) <= _CONTENT:
        return text
    share = _CONTENT // max(len(named), 1)
    return json.dumps({name: _text(value, share) for name, value in named.items()}, ensure_ascii=False)


def _plain(value: Any, depth: int) -> Any:
    """What JSON can say of it, within bounds; of what is no plain data, the class."""
    found: object = value
    kind = type(found)
    if kind in (bool, float, str, type(None)) or kind is int and value.bit_length() < 64:
        return value if kind is not str or len(value) <= _CONTENT else _text(value)
    if kind in (list, tuple) and depth and len(value) <= _ITEMS:
        return [_plain(item, depth - 1) for item in list(value)]
    if kind is dict and depth and len(value) <= _ITEMS and all(type(key) is str for key in list(value)):
        return {key: _plain(item, depth - 1) for key, item in list(value.items())}
    return _text(value)


def _text(value: Any, most: int = _CONTENT) -> str:
    from fastexec.records import cut, text_of

    return cut(text_of(value, _DEPTH), most)


def _mark_failed(span: Any, kind: str) -> None:
    api = sys.modules[API]
    span.set_attribute("error.type", kind)
    span.set_status(api.Status(api.StatusCode.ERROR))
