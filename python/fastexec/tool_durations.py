"""Durations of tools for OpenTelemetry, where the host has loaded its metrics: a histogram of the conventions for
generative AI. Its attributes are from closed sets: the host's tools, and classes of exceptions."""

from __future__ import annotations

import sys
import time
from typing import Any

METRICS = "opentelemetry.metrics"
"""The module that is looked for among the loaded ones; it is not imported."""

_BUCKETS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92)
"""Seconds, as the conventions advise for durations."""

_known: tuple[Any, Any] = (None, None)
"""A provider of meters, and its histogram."""


def look() -> type[ToolDuration] | None:
    """What measures the calls of tools; None where the host counts nothing."""
    api = sys.modules.get(METRICS)
    get_provider = getattr(api, "get_meter_provider", None)
    # Until the host sets one, the provider is the API's own, which counts nothing.
    counts = get_provider is not None and not type(get_provider()).__module__.startswith(METRICS)
    return ToolDuration if counts else None


class ToolDuration:
    """One call of a tool."""

    def __init__(self, name: str, _tool: Any, _args: tuple[Any, ...], _kwargs: dict[str, Any], /) -> None:
        self._attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name}
        self._began = time.perf_counter()

    def leave(self) -> None:
        """Nothing."""

    def end(self, result: Any, error: BaseException | None) -> None:
        """It has ended."""
        seconds = time.perf_counter() - self._began
        if error is not None:
            self._attributes["error.type"] = type(error).__qualname__
        try:
            _histogram().record(seconds, attributes=self._attributes)
        except Exception as failed:  # noqa: BLE001  (what looks on changes nothing)
            import logging

            logging.getLogger("fastexec").debug("a duration was not measured: %s: %s", type(failed).__name__, failed)


def _histogram() -> Any:
    global _known
    metrics = sys.modules[METRICS]
    provider = metrics.get_meter_provider()
    if provider is not _known[0]:
        from fastexec._fastexec import __version__

        meter = metrics.get_meter("fastexec", __version__)
        words = {"unit": "s", "description": "Duration of a tool's call"}
        try:
            made = meter.create_histogram("gen_ai.execute_tool.duration", **words, explicit_bucket_boundaries_advisory=_BUCKETS)
        except TypeError:  # an older API takes no advice
            made = meter.create_histogram("gen_ai.execute_tool.duration", **words)
        _known = (provider, made)
    return _known[1]
