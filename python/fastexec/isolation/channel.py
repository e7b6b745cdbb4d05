"""Frames over a socket: a kind, a length, bytes, and descriptors with them."""

from __future__ import annotations

import array
import math
import os
import socket
import struct
import threading
import time
from typing import NamedTuple

from fastexec.isolation.problems import Late, TooLarge, WorkerGone

_HEAD = struct.Struct("<BBBI")  # kind, descriptors, blocks, bytes
_SIZE = struct.Struct("<I")  # of a block

LARGEST = 1 << 30
"""Bytes of one frame. Larger arrays go through shared memory."""

_LEAST, _MOST_AT_ONCE = 1 << 14, 1 << 20
"""Bytes that are asked for at once: room for a million takes longer to make than a small message to come."""

_MOST = 64
"""Descriptors, or blocks, of one frame."""
_SLICE = 0.25
"""Seconds between two looks at signals: one that reached another thread does not end a wait."""
_SLOWEST = 1 << 26
"""Bytes per second that a frame makes at least, after its first second."""


class _Pace:
    """A frame under way: the more of it came, the longer it may take."""

    def __init__(self) -> None:
        self.until = time.monotonic() + 1

    def made(self, size: int) -> None:
        self.until += size / _SLOWEST


class Parcel(NamedTuple):
    """What a value becomes on its way: bytes of the wire format, descriptors, and blocks beside the bytes."""

    data: bytes
    descriptors: list[int]
    blocks: list[memoryview | bytearray]


class Channel:
    """One end. Several threads may send; one at a time receives.

    `takes_descriptors`: whether descriptors that come are taken. The host takes none from a worker.
    """

    def __init__(self, sock: socket.socket, *, takes_descriptors: bool) -> None:
        self._socket = sock
        self._takes_descriptors = takes_descriptors
        self._sending = threading.Lock()
        self._received, self._at = b"", 0
        self._descriptors: list[int] = []

    def send(self, kind: int, parcel: Parcel) -> None:
        """Raises `WorkerGone` when the other end is closed, `TooLarge`."""
        data, descriptors, blocks = parcel
        if len(data) + sum(map(len, blocks)) > LARGEST or len(blocks) > _MOST or len(descriptors) > _MOST:
            raise TooLarge(f"more than {LARGEST >> 20} MiB, or more than {_MOST} large arrays, do not cross at once")
        head = _HEAD.pack(kind, len(descriptors), len(blocks), len(data)) + b"".join(_SIZE.pack(len(block)) for block in blocks)
        try:
            with self._sending:
                if descriptors:
                    self._socket.sendmsg([head], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))])
                    head = b""
                self._socket.sendall(head + data)
                for block in blocks:
                    self._socket.sendall(block)
        except OSError as error:
            raise WorkerGone(f"the other end is closed ({error})") from None

    def receive(self, until: float | None = None) -> tuple[int, Parcel]:
        """The next frame. Raises `Late` when none began until then (by `time.monotonic`), `WorkerGone` when the other end
        is closed, or sends what is no frame, or sends it too slowly."""
        kind, descriptors, blocks, size = _HEAD.unpack(self._take(_HEAD.size, until))
        pace = _Pace()
        if max(descriptors, blocks) > _MOST or (descriptors and not self._takes_descriptors):
            raise WorkerGone("it sent what is no message")
        sizes = [_SIZE.unpack(self._take(_SIZE.size, pace=pace))[0] for _ in range(blocks)]
        if size + sum(sizes) > LARGEST:
            raise WorkerGone("it sent what is no message")
        data = bytes(self._take(size, pace=pace))
        parts: list[memoryview | bytearray] = [self._take(part, pace=pace) for part in sizes]
        if len(self._descriptors) < descriptors:
            raise WorkerGone("it sent what is no message")
        taken, self._descriptors = self._descriptors[:descriptors], self._descriptors[descriptors:]
        return kind, Parcel(data, taken, parts)

    def _take(self, size: int, until: float | None = None, pace: _Pace | None = None) -> bytearray:
        """So many bytes. Room is made for what came, not for what was announced."""
        taken = bytearray()
        while len(taken) < size:
            if self._at == len(self._received):
                wanted = min(max(size - len(taken), _LEAST), _MOST_AT_ONCE)
                self._received, self._at = self._wait(pace.until if pace else until, pace is not None, wanted), 0
            part = self._received[self._at : self._at + size - len(taken)]
            self._at += len(part)
            taken += part
            if pace is not None:
                pace.made(len(part))
        return taken

    def _wait(self, until: float | None, under_way: bool, wanted: int) -> bytes:
        """The bytes that come next."""
        while True:
            left = math.inf if until is None else until - time.monotonic()
            self._socket.settimeout(max(min(left, _SLICE), 1e-6))
            try:
                data = self._some(wanted)
            except TimeoutError:
                if left > _SLICE:
                    continue
                raise WorkerGone("it sent a message too slowly") if under_way else Late() from None
            except OSError as error:
                raise WorkerGone(f"the other end is closed ({error})") from None
            if not data:
                raise WorkerGone("the other end is closed")
            return data

    def _some(self, wanted: int) -> bytes:
        if not self._takes_descriptors:
            return self._socket.recv(wanted)
        data, ancillary, _flags, _address = self._socket.recvmsg(wanted, socket.CMSG_SPACE(_MOST * 4))
        for level, kind, content in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                whole = array.array("i")
                whole.frombytes(content[: len(content) - len(content) % whole.itemsize])
                self._descriptors += whole
        return data

    def close(self) -> None:
        """Closes this end, and what came with it."""
        self._socket.close()
        while self._descriptors:
            os.close(self._descriptors.pop())
