"""What a call may use."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import fastexec


class _AtCall:
    """Stands for the limit that `fastexec` has under its name when the call starts."""

    def __repr__(self) -> str:
        return "AT_CALL"


AT_CALL: Any = _AtCall()


@dataclass(frozen=True)
class Limits:
    """Caps of each call of one executor. What is left out follows the package (`fastexec.MAX_...`) at the
    time of the call; None lifts a cap.

    The time and the length of the logs have parameters of their own (`timeout_seconds`,
    `max_print_outputs_length`).
    """

    operations: int | None = AT_CALL
    """Evaluated nodes of the syntax tree."""
    while_iterations: int | None = AT_CALL
    """Iterations of one `while` loop."""
    cpu_seconds: float | None = AT_CALL
    """Processor time of the calling thread (Linux)."""
    memory_bytes: int | None = AT_CALL
    """Bytes that the call may add to the process."""
    recursion: int | None = AT_CALL
    """Nested calls of functions of the code; None means the interpreter's own limit."""
    source_bytes: int | None = AT_CALL
    """Length of the snippet."""
    nesting: int | None = AT_CALL
    """Depth of brackets and blocks in the snippet."""
    int_bits: int | None = AT_CALL
    """Size of an integer that an operation may give."""

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name))

    def caps(self) -> tuple[int | float | None, ...]:
        """The values that hold now, in the order in which the engine takes them."""
        own = (
            self.operations,
            self.while_iterations,
            self.cpu_seconds,
            self.memory_bytes,
            self.recursion,
            self.source_bytes,
            self.nesting,
            self.int_bits,
        )
        return tuple(there if here is AT_CALL else here for here, there in zip(own, package_caps(), strict=True))


def package_caps() -> tuple[int | float | None, ...]:
    """The package's limits as they are now."""
    return (
        fastexec.MAX_OPERATIONS,
        fastexec.MAX_WHILE_ITERATIONS,
        fastexec.MAX_CPU_SECONDS,
        fastexec.MAX_MEMORY_BYTES,
        fastexec.MAX_RECURSION,
        fastexec.MAX_SOURCE_BYTES,
        fastexec.MAX_NESTING,
        fastexec.MAX_INT_BITS,
    )


def _check(name: str, value: object) -> None:
    if value is AT_CALL or value is None:
        return
    kinds = (int, float) if name == "cpu_seconds" else (int,)
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise TypeError(f"limit {name} must be a number or None, not {type(value).__name__}")
    if value < 0:
        raise ValueError(f"limit {name} must not be negative, but is {value}")
