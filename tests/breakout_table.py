"""The table that attempts to break out are put into, and what they share.

An attempt is a function of native code's abilities: it returns something true when it succeeds, or leaves a trace that `Stage`
sees from outside.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import pathlib
import struct
import time
from collections.abc import Callable

from breakouts import CPU_SECONDS, Attempt, Stage
from native import LIBC

ATTEMPTS: list[Attempt] = []
Make = Callable[[Stage], object]
HERE = -100  # the folder that relative paths begin at
LIBC.mmap.restype = LIBC.shmat.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
GROWSDOWN, SHARED_ANONYMOUS, PRIVATE_ANONYMOUS = 0x100, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
READ_WRITE, READ_EXECUTE = mmap.PROT_READ | mmap.PROT_WRITE, mmap.PROT_READ | mmap.PROT_EXEC
BAD = (errno.EINVAL, errno.ENOENT, errno.EBADF, errno.EFAULT, errno.ENOTBLK, errno.EBUSY, errno.ENOEXEC, errno.ENODEV)


def attempt(group: str, *, root: bool = False, control: str | None = None, passes: str | None = None, slow: bool = False) -> Callable[[Make], Make]:
    """Puts the function into the table."""

    def add(make: Make) -> Make:
        ATTEMPTS.append(Attempt(make.__name__, group, make, root, control, passes, slow))
        return make

    return add


def holds_token(stage: Stage, data: bytes) -> bool:
    return stage.token in data


def reads(stage: Stage, path: str) -> bool:
    return holds_token(stage, pathlib.Path(path).read_bytes())


def mapped(length: int, protection: int, flags: int, descriptor: int = -1) -> int:
    address = LIBC.mmap(None, length, protection, flags, descriptor, 0)
    if address == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "mmap")
    return address


def shell(stage: Stage) -> list[str]:
    os.dup2(stage.answer, 9)  # shells know descriptors of one digit
    return ["/bin/sh", "-c", "echo succeeded: a program ran >&9"]


def system_loader() -> str:
    return next(path for path in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1") if os.path.exists(path))


def computes() -> bool:
    until = time.process_time() + CPU_SECONDS + 1.5  # (To get here has taken some.)
    while time.process_time() < until:
        pass
    return True


def vector(address: int, length: int) -> ctypes.Array:
    """One struct iovec."""
    return ctypes.create_string_buffer(struct.pack("PN", address, length), 16)
