"""What a worker says of a run, looked at before it is believed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastexec.isolation.problems import WorkerGone


def uncrossable(told: Any) -> str:
    """Why a final answer does not cross, for whoever gave it. Raises `WorkerGone`."""
    match told:
        case [str(path), str(text)]:
            pass
        case _:
            raise WorkerGone("it sent what is no message")
    detail = text.removeprefix(path or "the value: ")
    return (
        f"The final answer cannot leave the worker: result{path}{detail if path else ': ' + detail}\n"
        "  hint: give plain data: numbers, texts, lists, dicts, arrays, data frames"
    )


def are(items: Iterable[Any], kind: Any) -> bool:
    """Whether all are of that kind."""
    return not items or all(isinstance(item, kind) for item in items)


def rows(told: list[list[Any]] | None) -> Any:
    """A profile's lines and functions, as the engine's session gives them."""
    match told:
        case [list(lines), list(functions)]:
            return [_row(row) for row in lines], [_row(row) for row in functions]
    raise WorkerGone("it sent what is no message")


def _row(row: Any) -> tuple[int, float, bool, int, str]:
    match row:
        case [int(operations), float(seconds), bool(own), int(line), str(text)]:
            return operations, seconds, own, line, text
    raise WorkerGone("it sent what is no message")
