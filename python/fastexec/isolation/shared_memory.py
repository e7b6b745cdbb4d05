"""Blocks of bytes: small ones in the message, large ones as sealed memory that the other side maps."""

from __future__ import annotations

import fcntl
import mmap
import os
import weakref
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy

LARGE = 1 << 18
"""Bytes from which a block is worth a mapping (4,096 of them cost about what a mapping does)."""

CAN_BE_MADE = hasattr(os, "memfd_create")
"""Where not (other systems than Linux), large blocks go in the message."""


class Block:
    """Bytes that cross as a block. Comes out as a `bytearray`, or as a `memoryview` that can be written to."""

    __slots__ = ("data",)

    def __init__(self, data: memoryview) -> None:
        self.data: memoryview[int] = data


_SIZED = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW if CAN_BE_MADE else 0
"""Seals of memory that keeps its size: memory that somebody makes smaller would end whoever reads it."""


def _made() -> int:
    return os.memfd_create("fastexec", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)


class _Mapping:
    """Memory of this process that workers may map too."""

    def __init__(self, size: int) -> None:
        self.descriptor = _made()
        os.ftruncate(self.descriptor, size)
        fcntl.fcntl(self.descriptor, fcntl.F_ADD_SEALS, _SIZED)
        self.memory = mmap.mmap(self.descriptor, size)
        self.size = size
        self.address = 0


_mappings: weakref.WeakKeyDictionary[mmap.mmap, _Mapping] = weakref.WeakKeyDictionary()


def shared_array(array: Any) -> numpy.ndarray[Any, Any]:
    """A copy of the array in memory that workers map instead of getting a copy: sent once or a hundred times, it costs
    what a mapping costs. A worker that writes to it has those pages to itself; what this process writes later may be
    seen by workers that have it already. Raises `TypeError` for arrays of objects, `OSError` where there is no memory."""
    import numpy

    source = numpy.asarray(array)
    if source.dtype.hasobject:
        raise TypeError(f"an array of {source.dtype} has no memory to share")
    if not CAN_BE_MADE or not source.nbytes:
        return source.copy()
    mapping = _Mapping(source.nbytes)
    weakref.finalize(mapping.memory, os.close, mapping.descriptor)
    made = numpy.frombuffer(mapping.memory, dtype=source.dtype).reshape(source.shape)
    made[...] = source
    mapping.address = made.__array_interface__["data"][0]
    memory, mapping.memory = mapping.memory, None  # type: ignore[assignment]
    _mappings[memory] = mapping
    return made


def place_of(data: memoryview) -> tuple[int, int, int] | None:
    """Descriptor and size of the shared memory in which the bytes lie, and where they begin in it; the descriptor is the
    caller's."""
    owner: Any = data.obj
    address = owner.__array_interface__["data"][0] if hasattr(owner, "__array_interface__") else None
    while hasattr(owner, "base"):
        owner = owner.base
    owner = owner.obj if isinstance(owner, memoryview) else owner
    mapping = _mappings.get(owner) if isinstance(owner, mmap.mmap) else None
    if mapping is None or address is None:
        return None
    return os.dup(mapping.descriptor), mapping.size, address - mapping.address


def of_bytes(data: memoryview) -> int:
    """A descriptor of memory that holds a copy of the bytes and changes no more. Raises `OSError`."""
    descriptor = _made()
    try:
        left = data
        while left:
            left = left[os.write(descriptor, left) :]
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, _SIZED | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def mapped(descriptor: int, size: int) -> memoryview:
    """The memory, as this process's own: what is written to it is seen here alone. Raises `ValueError`, `OSError`."""
    if os.fstat(descriptor).st_size != size:
        raise ValueError("malformed message: a block of another size")
    return memoryview(mmap.mmap(descriptor, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE))
