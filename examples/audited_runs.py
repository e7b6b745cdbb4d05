"""What an engineer keeps of each run: its numbers, a line in a file for audit, and spans where OpenTelemetry is in use.

    python examples/audited_runs.py [FILE]
"""

from __future__ import annotations

import json
import pathlib
import sys
import tempfile

from fastexec import InterpreterError, LocalPythonExecutor, Record

SNIPPETS = [
    "print('looking'); search('otter')",
    "search('beaver')[0].lower()",
    "import os\nos.remove('/etc/passwd')",
    "while True: pass",
]


def search(query: str) -> list[str]:
    """Finds documents."""
    return [query.upper()]


def with_spans() -> bool:
    """Prints spans, if OpenTelemetry's SDK is installed. A service has done this already."""
    try:
        from opentelemetry import trace
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor
    except ImportError:
        return False
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(formatter=lambda span: f"  span {span.name}\n")))
    trace.set_tracer_provider(provider)
    return True


def main(path: pathlib.Path) -> None:
    with_spans()
    executor = LocalPythonExecutor([], on_print=lambda text: print("  printed", repr(text)), record=Record(path, arguments=True))
    executor.send_tools({"search": search})
    for snippet in SNIPPETS:
        try:
            executor(snippet)
        except InterpreterError:
            pass
        stats = executor.last_run
        assert stats is not None
        print(stats.outcome, stats.limit or "-", f"{stats.tool_calls} calls of tools", f"{len(stats.refusals)} refusals")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    print(len(lines), "records:", ", ".join(line["outcome"] for line in lines))
    print("arguments of the first:", lines[0]["tools"][0]["arguments"])


if __name__ == "__main__":
    given = sys.argv[1:]
    main(pathlib.Path(given[0]) if given else pathlib.Path(tempfile.mkdtemp()) / "runs.jsonl")
