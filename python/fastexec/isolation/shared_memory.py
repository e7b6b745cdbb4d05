"""Blocks of bytes: small ones in the message, large ones as sealed memory that the other side maps."""

from __future__ import annotations

import fcntl
import mmap
import os

LARGE = 1 << 18
"""Bytes from which a block is worth a mapping (4,096 of them cost about what a mapping does)."""

CAN_BE_MADE = hasattr(os, "memfd_create")
"""Where not (other systems than Linux), large blocks go in the message."""


class Block:
    """Bytes that cross as a block. Comes out as a `bytearray`, or as a `memoryview` that can be written to."""

    __slots__ = ("data",)

    def __init__(self, data: memoryview) -> None:
        self.data = data


def of_bytes(data: memoryview) -> int:
    """A descriptor of memory that holds a copy of the bytes and changes no more. Raises `OSError`."""
    descriptor = os.memfd_create("fastexec", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        left = data
        while left:
            left = left[os.write(descriptor, left) :]
        # Memory that somebody makes smaller would end whoever reads it.
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def mapped(descriptor: int, size: int) -> memoryview:
    """The memory, as this process's own: what is written to it is seen here alone. Raises `ValueError`, `OSError`."""
    if os.fstat(descriptor).st_size != size:
        raise ValueError("malformed message: a block of another size")
    return memoryview(mmap.mmap(descriptor, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE))
