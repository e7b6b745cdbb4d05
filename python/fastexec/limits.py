"""What a call may use."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from fastexec import options
from fastexec.caps import AT_CALL

__all__ = ["AT_CALL", "Limits"]


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


def over(limits: Limits | None, others: Limits | None) -> Limits | None:
    """The first limits, with the others' where those leave one out."""
    if limits is None or others is None:
        return others if limits is None else limits
    own = {field.name: getattr(limits, field.name) for field in fields(limits)}
    return replace(others, **{name: value for name, value in own.items() if value is not AT_CALL})


def _check(name: str, value: object) -> None:
    if value is not AT_CALL:
        options.number(f"limit {name}", value, whole=name not in ("seconds", "cpu_seconds"), most=options.most(name))
