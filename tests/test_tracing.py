"""Spans of OpenTelemetry: one for each call, those of tools under it, all under the caller's."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from typing import Any

import fastexec
import pytest
from fastexec import InterpreterError, LocalPythonExecutor

pytest.importorskip("opentelemetry.sdk")

from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import Histogram, MeterProvider
from opentelemetry.sdk.metrics.export import AggregationTemporality, InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

WAYS = pytest.mark.parametrize("isolation", [None, "process"])


@pytest.fixture(scope="module")
def exporter() -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    # A process has one for ever: an example of another test may have set it.
    if not isinstance(trace.get_tracer_provider(), TracerProvider):
        trace.set_tracer_provider(TracerProvider())
    provider = trace.get_tracer_provider()
    assert isinstance(provider, TracerProvider)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return exporter


@pytest.fixture
def spans(exporter: InMemorySpanExporter) -> Any:
    exporter.clear()
    return lambda: {span.name: span for span in exporter.get_finished_spans()}


@pytest.fixture(scope="module")
def meters() -> InMemoryMetricReader:
    reader = InMemoryMetricReader({Histogram: AggregationTemporality.DELTA})
    metrics.set_meter_provider(MeterProvider([reader]))
    return reader


@pytest.fixture
def reader(meters: InMemoryMetricReader) -> InMemoryMetricReader:
    meters.get_metrics_data()  # what was counted before
    return meters


def durations(reader: InMemoryMetricReader) -> list[Any]:
    """The points of the histogram of tools."""
    scopes = [scope for resource in reader.get_metrics_data().resource_metrics for scope in resource.scope_metrics]
    (metric,) = [metric for scope in scopes for metric in scope.metrics]
    assert (metric.name, metric.unit) == ("gen_ai.execute_tool.duration", "s")
    return list(metric.data.data_points)


def executor_of(isolation: Any, tools: dict[str, Any] | None = None) -> LocalPythonExecutor:
    executor = LocalPythonExecutor(["asyncio"], isolation=isolation)
    executor.send_tools(tools or {})
    return executor


@WAYS
class TestCalls:
    def test_a_call_and_its_tools(self, isolation, spans):
        tracer = trace.get_tracer("host")

        def search(query: str) -> str:
            """Finds things."""
            with tracer.start_as_current_span("inside"):
                return query.upper()

        with tracer.start_as_current_span("caller"):
            executor_of(isolation, {"search": search})("search('otter')")
        found = spans()
        assert set(found) == {"caller", "fastexec.run", "execute_tool search", "inside"}
        run, tool = found["fastexec.run"], found["execute_tool search"]
        assert run.parent.span_id == found["caller"].context.span_id
        assert tool.parent.span_id == run.context.span_id
        assert found["inside"].parent.span_id == tool.context.span_id
        assert dict(tool.attributes) == {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "search",
            "gen_ai.tool.type": "function",
            "gen_ai.tool.description": "Finds things.",
        }
        attributes = dict(run.attributes)
        assert attributes.pop("fastexec.operations") > 0
        assert attributes.pop("fastexec.cpu_seconds") >= 0
        assert attributes.pop("fastexec.peak_memory_bytes") >= 0
        assert attributes == {
            "fastexec.isolation": isolation or "none",
            "fastexec.outcome": "ok",
            "fastexec.tool_calls": 1,
            "fastexec.refusals": 0,
        }
        assert run.kind.name == tool.kind.name == "INTERNAL"
        assert run.status.is_unset and tool.status.is_unset

    def test_content_is_captured_where_it_is_asked_for(self, isolation, spans, monkeypatch):
        def price(name: str, *, count: int) -> dict[str, float]:
            return {name: 1.25 * count}

        def fails(secret: str) -> None:
            raise LookupError

        monkeypatch.setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
        executor = executor_of(isolation, {"price": price, "fails": fails})
        executor("price('fig', count=2)")
        with pytest.raises(InterpreterError):
            executor("fails('x' * 5000)")
        found, kept = spans(), "gen_ai.tool.call."
        attributes = found["execute_tool price"].attributes
        assert (attributes[f"{kept}arguments"], attributes[f"{kept}result"]) == ('{"name": "fig", "count": 2}', "{'fig': 2.5}")
        attributes = found["execute_tool fails"].attributes
        assert len(attributes[f"{kept}arguments"]) < 2100 and f"{kept}result" not in attributes

    def test_durations_of_tools(self, isolation, reader):
        def waits(seconds: float) -> None:
            time.sleep(seconds)

        def fails() -> None:
            raise LookupError

        executor = executor_of(isolation, {"waits": waits, "fails": fails})
        executor("waits(0.02)\nwaits(0.02)")
        with pytest.raises(InterpreterError):
            executor("fails()")
        found = durations(reader)
        (waited,) = [point for point in found if point.attributes["gen_ai.tool.name"] == "waits"]
        assert waited.count == 2 and 0.04 <= waited.sum < 10
        assert dict(waited.attributes) == {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "waits"}
        (failed,) = [point for point in found if point.attributes["gen_ai.tool.name"] == "fails"]
        assert failed.count == 1 and failed.attributes["error.type"] == "LookupError"

    def test_what_fails(self, isolation, spans):
        def fails() -> None:
            raise LookupError("secret")

        with pytest.raises(InterpreterError):
            executor_of(isolation, {"fails": fails})("fails()")
        found = spans()
        assert (found["fastexec.run"].attributes["error.type"], found["execute_tool fails"].attributes["error.type"]) == ("raised", "LookupError")
        assert found["fastexec.run"].attributes["fastexec.outcome"] == "raised"
        assert not found["fastexec.run"].status.is_ok and not found["execute_tool fails"].status.is_ok
        assert "secret" not in str([span.to_json() for span in found.values()])
        with pytest.raises(InterpreterError):
            executor_of(isolation)("while True: pass")
        assert spans()["fastexec.run"].attributes["fastexec.limit"] == "while_iterations"

    def test_async_tools(self, isolation, spans):
        tracer = trace.get_tracer("host")

        async def fetch(n: int) -> int:
            with tracer.start_as_current_span(f"inside {n}"):
                await asyncio.sleep(0.05)
                return n

        async def main() -> Any:
            with tracer.start_as_current_span("caller"):
                return await executor_of(isolation, {"fetch": fetch}).arun("import asyncio\nawait asyncio.gather(fetch(1), fetch(2))")

        assert asyncio.run(main()).output == [1, 2]
        found = spans()
        run = found["fastexec.run"]
        assert run.parent.span_id == found["caller"].context.span_id
        tool = found["execute_tool fetch"]
        assert tool.parent.span_id == run.context.span_id
        assert tool.end_time - tool.start_time >= 50_000_000
        parents = {found["inside 1"].parent.span_id, found["inside 2"].parent.span_id}
        assert tool.context.span_id in parents and len(parents) == 2
        assert run.attributes["fastexec.tool_calls"] == 2

    def test_a_tool_that_runs_code(self, isolation, spans):
        def inner() -> int:
            result: int = executor_of(None)("1 + 1").output
            return result

        assert executor_of(isolation, {"inner": inner})("inner()").output == 2
        assert len(spans()) == 2  # (two calls, by one name)

    def test_the_callers_span_is_the_current_one_afterwards(self, isolation, spans):
        tracer = trace.get_tracer("host")
        with tracer.start_as_current_span("caller") as caller:
            executor_of(isolation, {"f": lambda: 1})("f()")
            assert trace.get_current_span() is caller


def test_pool(spans):
    tracer = trace.get_tracer("host")
    with fastexec.Pool(1) as pool, tracer.start_as_current_span("caller"):
        assert pool.submit("1").result().output == 1
    assert spans()["fastexec.run"].parent.span_id == spans()["caller"].context.span_id


def test_threads(spans):
    executor = executor_of(None, {"f": lambda: 1})
    threads = [threading.Thread(target=executor, args=("f()",)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "execute_tool f" in spans()


def test_a_tracer_that_fails_changes_nothing(monkeypatch):
    from fastexec import tracing

    class Broken:
        def start_span(self, *_args: Any, **_keywords: Any) -> None:
            raise RuntimeError("no")

    monkeypatch.setattr(tracing, "_tracer", Broken)
    assert executor_of(None, {"f": lambda: 1})("f()").output == 1


def test_nothing_is_imported_for_it() -> None:
    code = """
import fastexec, sys
executor = fastexec.LocalPythonExecutor([])
executor.send_tools({"f": lambda: 1})
executor("f()")
print([name for name in sys.modules if name.startswith("opentelemetry") or name in ("asyncio", "logging", "anyio")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "[]\n" or "logging" in done.stdout, done.stderr
    assert "opentelemetry" not in done.stdout
