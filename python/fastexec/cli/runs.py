"""A run of the command line, and what there is to say of it."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import fastexec
from fastexec import outcome
from fastexec._fastexec import shown
from fastexec.outcome import Failure
from fastexec.snippets import ends_in_an_expression

EXIT_CODES = {
    outcome.OK: 0,
    outcome.RAISED: 1,
    outcome.SYNTAX: 3,
    outcome.REFUSED: 4,
    outcome.LIMIT: 5,
    outcome.INTERNAL: 70,
    "interrupted": 130,
}
"""2 is a wrong command line."""
INTERRUPTED = Failure("interrupted", "KeyboardInterrupt", "interrupted", None, None, None, None, [], "KeyboardInterrupt")
MOST_ITEMS = 100_000
"""Values in a result that JSON gets as a value."""


@dataclass
class Report:
    """What a run gave."""

    failure: Failure | None
    logs: str = ""
    value: Any = None
    final: bool = False
    refusals: tuple[str, ...] = ()
    operations: int = 0
    seconds: float = 0.0
    profile: fastexec.Profile | None = None

    @property
    def outcome(self) -> str:
        """A word of `EXIT_CODES`."""
        return self.failure.outcome if self.failure else outcome.OK

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "outcome": self.outcome,
            "output": None if self.failure else _output(self.value),
            "is_final_answer": self.final,
            "logs": self.logs,
            "error": self.failure and self.failure.as_dict(),
            "refusals": list(self.refusals),
            "operations": self.operations,
            "seconds": round(self.seconds, 6),
            **({} if self.profile is None else _lines(self.profile)),
        }


def execute(executor: fastexec.LocalPythonExecutor, code: str, profiled: bool = False) -> Report:
    """Runs code; no error of it is raised."""
    call = _profiled if profiled else _called
    # The log of the run before is not that of a run that never started.
    executor.state.pop("_print_outputs", None)
    report = Report(None)
    started = time.perf_counter()
    try:
        call(executor, code, report)
    except KeyboardInterrupt:
        report.failure = INTERRUPTED
    except (SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, the command says it and exits
        report.failure = outcome.failure(error)
    report.seconds = time.perf_counter() - started
    report.refusals = tuple(executor.refusals)
    state = executor.state
    report.logs = report.logs or str(state.get("_print_outputs", ""))
    report.operations = int(state.get("_operations_count", {}).get("counter", 0))
    return report


_Call = Callable[[fastexec.LocalPythonExecutor, str, Report], None]


def _called(executor: fastexec.LocalPythonExecutor, code: str, report: Report) -> None:
    result = executor(code)
    report.value, report.logs, report.final = result.output, result.logs, result.is_final_answer


def _profiled(executor: fastexec.LocalPythonExecutor, code: str, report: Report) -> None:
    report.profile = executor.profile(code)
    result = report.profile.output
    if isinstance(result, Exception):
        raise result
    report.value, report.logs, report.final = result.output, result.logs, result.is_final_answer


def shows_a_value(report: Report, code: str) -> bool:
    """Whether a person wants to see the value: that of an expression in the last line, or a final answer."""
    # Code that failed may be of a kind that the parser does not bear.
    return report.failure is None and (report.final or ends_in_an_expression(code))


def _output(value: Any) -> dict[str, Any]:
    """`repr`, shortened when large; and the value itself where JSON can say it."""
    said: dict[str, Any] = {"repr": shown(value), "type": type(value).__name__}
    if _plain(value):
        said["value"] = value
    return said


def _plain(value: Any) -> bool:
    """Whether JSON says exactly this: texts, numbers, lists and dicts, not too many of them."""
    waiting: list[Any] = [value]
    seen = 0
    while waiting:
        item = waiting.pop()
        seen += 1
        one: object = item
        kind = type(one)
        if seen + len(waiting) > MOST_ITEMS:
            return False
        if kind is dict:
            if not all(type(key) is str for key in item):
                return False
            waiting.extend(item.values())
        elif kind is list:
            waiting.extend(item)
        elif not _scalar(item, kind):
            return False
    return _encodes(value)


def _scalar(item: Any, kind: type) -> bool:
    return item is None or kind in (str, bool, int) or (kind is float and math.isfinite(item))


def _encodes(value: Any) -> bool:
    try:
        json.dumps(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, lists in lists in lists
        return False
    return True


def _lines(profile: fastexec.Profile) -> dict[str, Any]:
    def row(line: fastexec.ProfileLine) -> dict[str, Any]:
        return {"line": line.line, "operations": line.operations, "seconds": line.seconds, "text": line.text, "own": line.own}

    return {"lines": [row(line) for line in profile.lines], "functions": [row(line) for line in profile.functions]}
