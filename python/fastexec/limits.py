"""What a call may use."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import fastexec
from fastexec import options


class _AtCall:
    """Stands for the limit that holds where the call is made: the executor's, else the package's."""

    def __repr__(self) -> str:
        return "AT_CALL"

    def __reduce__(self) -> str:
        # Copied, or sent to another process, it is the only one there.
        return "AT_CALL"


AT_CALL: Any = _AtCall()


@dataclass(frozen=True, repr=False)
class Limits:
    """Caps of the calls of one executor, or of one call. None lifts a cap. What is left out of the limits of a
    call is as the executor has it; what is left out there is as the package has it (`fastexec.MAX_...`) at the
    time of the call.
    """

    operations: int | None = AT_CALL
    """Evaluated nodes of the syntax tree. The same program has the same count everywhere."""
    while_iterations: int | None = AT_CALL
    """Iterations of one `while` loop."""
    seconds: float | None = AT_CALL
    """Wall-clock seconds. Left out, it is the executor's `timeout_seconds`."""
    cpu_seconds: float | None = AT_CALL
    """Processor time of the calling thread (Linux)."""
    memory_bytes: int | None = AT_CALL
    """Bytes that the call may add to the process."""
    recursion: int | None = AT_CALL
    """Nested calls of functions of the code; None means the interpreter's own limit."""
    output_chars: int | None = AT_CALL
    """Characters of printed text that are kept. Left out, it is the executor's `max_print_outputs_length`."""
    source_bytes: int | None = AT_CALL
    """Length of the snippet."""
    nesting: int | None = AT_CALL
    """Depth of brackets and blocks in the snippet."""
    int_bits: int | None = AT_CALL
    """Size of an integer that an operation may give."""

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name))

    def __repr__(self) -> str:
        """Only what was given."""
        return f"Limits({', '.join(f'{name}={value!r}' for name, value in self.as_dict().items())})"

    def as_dict(self) -> dict[str, int | float | None]:
        """What was given, by name: `Limits(**limits.as_dict())` has the same."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in given.items() if value is not AT_CALL}


_Held = tuple["float | None", "int | None", "tuple[int | float | None, ...]"]


def _package_caps() -> tuple[int | float | None, ...]:
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


def over(limits: Limits | None, others: Limits | None) -> Limits | None:
    """The first limits, with the others' where those leave one out."""
    if limits is None or others is None:
        return others if limits is None else limits
    own = {field.name: getattr(limits, field.name) for field in fields(limits)}
    return replace(others, **{name: value for name, value in own.items() if value is not AT_CALL})


def memory_bytes_of(limits: Limits | None) -> int | None:
    """How much memory a call may take, as it is now."""
    own: int | None = AT_CALL if limits is None else limits.memory_bytes
    return fastexec.MAX_MEMORY_BYTES if own is AT_CALL else own


def in_place(
    limits: Limits | None, seconds: float | None, output_chars: int | None, count_tool_time: bool
) -> _Held:
    """What holds now, in the order in which the engine takes it: seconds, characters of output, the rest. None are
    limits that leave everything out."""
    if limits is None:
        return seconds, output_chars, (*_package_caps(), count_tool_time)
    own = (
        limits.operations,
        limits.while_iterations,
        limits.cpu_seconds,
        limits.memory_bytes,
        limits.recursion,
        limits.source_bytes,
        limits.nesting,
        limits.int_bits,
    )
    caps = (there if here is AT_CALL else here for here, there in zip(own, _package_caps(), strict=True))
    return (
        seconds if limits.seconds is AT_CALL else limits.seconds,
        output_chars if limits.output_chars is AT_CALL else limits.output_chars,
        (*caps, count_tool_time),
    )


def _check(name: str, value: object) -> None:
    if value is not AT_CALL:
        options.number(f"limit {name}", value, whole=name not in ("seconds", "cpu_seconds"), most=options.most(name))
