"""What holds for a call: the limits it was given, else the package's."""

from __future__ import annotations

from typing import Any

import fastexec


class _AtCall:
    """Stands for the limit that holds where the call is made: the executor's, else the package's."""

    def __repr__(self) -> str:
        return "AT_CALL"

    def __reduce__(self) -> str:
        # Copied, or sent to another process, it is the only one there.
        return "AT_CALL"


AT_CALL: Any = _AtCall()


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


def memory_bytes_of(limits: fastexec.Limits | None) -> int | None:
    """How much memory a call may take, as it is now."""
    own: int | None = AT_CALL if limits is None else limits.memory_bytes
    return fastexec.MAX_MEMORY_BYTES if own is AT_CALL else own


def in_place(
    limits: fastexec.Limits | None, seconds: float | None, output_chars: int | None, count_tool_time: bool
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
