"""Frames over a socket: a kind, a length, bytes, and descriptors with them."""

from __future__ import annotations

import array
import math
import mmap
import os
import socket
import struct
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from fastexec.isolation.problems import Closed, Late, TooLarge, WorkerGone

_HEAD = struct.Struct("<BBBI")  # kind, descriptors, blocks, bytes
_SIZE = struct.Struct("<I")  # of a block

LARGEST = 1 << 30
"""Bytes of one frame. Larger arrays go through shared memory."""

_LEAST, _MOST_AT_ONCE = 1 << 14, 1 << 20
"""Bytes that are asked for at once: room for a million takes longer to make than a small message to come."""

_LARGE = 1 << 18
"""Bytes of a block that has memory of its own, into which it comes."""

MOST_BESIDE = 64
"""Descriptors, or blocks, of one frame."""
_ANCILLARY = socket.CMSG_SPACE(MOST_BESIDE * 4)
_SLICE = 0.25
"""Seconds between two looks at signals: one that reached another thread does not end a wait."""
_MOMENT = 2e-4
"""Seconds for which is looked again and again whether something came: a processor that was put to sleep takes a quarter of that to wake
up."""
_PAUSES = 4, 256
"""Messages that are waited for at once after one that did not come in a moment: the code has more to do, or all processors
have. Twice as many after each that follows."""
_SLOWEST = 1 << 26
"""Bytes per second that a frame makes at least, after its first seconds."""
_TAKEN_WITHIN = 30.0
"""Seconds in which the other end takes something of a frame, beyond those of its size."""


class _Pace:
    """A frame under way: the more of it came, the longer it may take."""

    def __init__(self, seconds: float = 1) -> None:
        self.until = time.monotonic() + seconds

    def made(self, size: int) -> None:
        self.until += size / _SLOWEST


class Parcel(NamedTuple):
    """What a value becomes on its way: bytes of the wire format, descriptors, and blocks beside the bytes."""

    data: bytes
    descriptors: list[int]
    blocks: list[memoryview | bytearray]


class Channel:
    """One end. Several threads may send; one at a time receives.

    Args:
        sock: A connected socket, which is this channel's from now on.
        of_host: Whether this is the host's end. It takes no descriptors, and waits for no worker that neither reads nor
            writes; a worker waits for its host as long as it takes.
        largest: Bytes of a frame that is taken.
    """

    def __init__(self, sock: socket.socket, *, of_host: bool, largest: int = LARGEST) -> None:
        self._socket = sock
        self._of_host = of_host
        self._largest = min(largest, LARGEST)
        self._sending = threading.Lock()
        self._received: bytes = b""
        self._at = 0
        self._descriptors: list[int] = []
        self._put_back: tuple[int, Parcel] | None = None
        self._slice = 0.0
        # (A worker that was forked ahead may wait long for its first message.)
        self._pause, self._next_pause = 0 if of_host else 1, _PAUSES[0]
        if of_host:
            # Waits are the kernel's: one call for a message, where Python's own time limits take three.
            sock.setblocking(True)
            self._set_slice(_SLICE)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _timeval(_SLICE))

    def send(self, kind: int, parcel: Parcel) -> None:
        """Raises `WorkerGone` when the other end is closed or takes nothing, `TooLarge`."""
        data, descriptors, blocks = parcel
        if not (descriptors or blocks) and len(data) < _LEAST:
            self._send_small(_HEAD.pack(kind, 0, 0, len(data)) + data)
            return
        if len(data) + sum(map(len, blocks)) > LARGEST or len(blocks) > MOST_BESIDE or len(descriptors) > MOST_BESIDE:
            raise TooLarge(f"more than {LARGEST >> 20} MiB, or more than {MOST_BESIDE} large arrays, do not cross at once")
        head = _HEAD.pack(kind, len(descriptors), len(blocks), len(data)) + b"".join([_SIZE.pack(len(block)) for block in blocks])
        try:
            with self._sending:
                if descriptors:
                    self._send_with(head, descriptors)
                else:
                    self._send_all(head)
                for block in (data, *blocks):
                    self._send_all(block)
        except OSError as error:
            raise Closed(error) from None

    def _send_small(self, whole: bytes) -> None:
        """A frame of one piece, as nearly all are."""
        try:
            with self._sending:
                self._send_all(whole)
        except OSError as error:
            raise Closed(error) from None

    def _send_with(self, head: bytes, descriptors: list[int]) -> None:
        """The first bytes, and descriptors with them."""
        pace = _Pace(_TAKEN_WITHIN)
        while True:
            try:
                sent = self._socket.sendmsg([head], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))])
                break
            except BlockingIOError:
                self._look_at(pace)
        self._send_all(head[sent:])

    def _send_all(self, data: bytes | bytearray | memoryview) -> None:
        sent, pace = 0, None
        while sent < len(data):
            try:
                sent += self._socket.send(memoryview(data)[sent:] if sent else data)
            except BlockingIOError:
                pace = pace or _Pace(_TAKEN_WITHIN + len(data) / _SLOWEST)
                self._look_at(pace)

    @staticmethod
    def _look_at(pace: _Pace) -> None:
        """The other end has taken nothing for a while."""
        if time.monotonic() > pace.until:
            raise WorkerGone("it did not take what it was sent")

    def receive(self, until: float | None = None) -> tuple[int, Parcel]:
        """The next frame. Raises `Late` when none began until then (by `time.monotonic`), `WorkerGone` when the other end
        is closed, or sends what is no frame, or sends it too slowly."""
        if self._put_back is not None:
            frame, self._put_back = self._put_back, None
            return frame
        if self._at == len(self._received):
            self._received, self._at = self._wait(until, False, self._some, _LEAST), 0
        begin = self._at + _HEAD.size
        if begin <= len(self._received):
            kind, descriptors, blocks, size = _HEAD.unpack_from(self._received, self._at)
            if begin + size <= len(self._received) and not (descriptors or blocks):
                # All of it is there, as it is with small messages.
                self._at = begin + size
                return kind, Parcel(self._received[begin : self._at], [], [])
        return self._received_in_parts(until)

    def awaited(self) -> int | None:
        """A descriptor that can be read when there is something to receive; None where something is here already."""
        return None if self._put_back is not None or self._at < len(self._received) else self._socket.fileno()

    def put_back(self, kind: int, parcel: Parcel) -> None:
        """This frame is the next one again."""
        self._put_back = kind, parcel

    def _received_in_parts(self, until: float | None) -> tuple[int, Parcel]:
        kind, descriptors, blocks, size = _HEAD.unpack(self._take(_HEAD.size, until))
        pace = _Pace()
        if max(descriptors, blocks) > MOST_BESIDE or (descriptors and self._of_host):
            raise WorkerGone("it sent what is no message")
        sizes = [_SIZE.unpack(self._take(_SIZE.size, pace=pace))[0] for _ in range(blocks)]
        if size + sum(sizes) > self._largest:
            raise WorkerGone("it sent what is no message")
        data = self._take(size, pace=pace)
        parts = [self._take_block(size, pace) for size in sizes]
        if len(self._descriptors) < descriptors:
            raise WorkerGone("it sent what is no message")
        taken, self._descriptors = self._descriptors[:descriptors], self._descriptors[descriptors:]
        return kind, Parcel(data, taken, parts)

    def _take(self, size: int, until: float | None = None, pace: _Pace | None = None) -> bytes:
        """So many bytes. Room is made for what came, not for what was announced."""
        if self._at == len(self._received) and size:
            self._refill(size, until, pace)
        end = self._at + size
        if end <= len(self._received):
            part, self._at = self._received[self._at : end], end
            return part
        parts: list[bytes] = []
        left = size
        while True:
            part = self._received[self._at : self._at + left]
            self._at += len(part)
            left -= len(part)
            parts.append(part)
            if not left:
                return b"".join(parts)
            self._refill(left, until, pace)

    def _take_block(self, size: int, pace: _Pace) -> memoryview | bytearray:
        """A block, which can be written to."""
        room = _room(size) if size >= _LARGE else None
        if room is None:
            return bytearray(self._take(size, pace=pace))
        part = self._received[self._at : self._at + size]
        self._at += len(part)
        room[: len(part)] = part
        filled = len(part)
        while filled < size:
            came = self._wait(pace.until, True, self._some_into, room[filled : filled + _MOST_AT_ONCE])
            filled += came
            pace.made(came)
        return room

    def _refill(self, wanted: int, until: float | None, pace: _Pace | None) -> None:
        wanted = min(max(wanted, _LEAST), _MOST_AT_ONCE)
        self._received, self._at = self._wait(pace.until if pace else until, pace is not None, self._some, wanted), 0
        if pace is not None:
            pace.made(len(self._received))

    def _wait(self, until: float | None, under_way: bool, get: Callable[[Any, int], Any], room: Any) -> Any:
        """What `get` gives of the bytes that come next."""
        try:
            data = self._at_once(get, room)
            if data:
                return data
        except OSError as error:
            raise Closed(error) from None
        while True:
            if self._of_host:
                left = math.inf if until is None else until - time.monotonic()
                self._set_slice(max(min(left, _SLICE), 1e-6))
            try:
                # An interrupt that comes with the bytes would lose them: they are looked at first.
                data = get(room, socket.MSG_DONTWAIT) if self._of_host and self._socket.recv(1, socket.MSG_PEEK) else get(room, 0)
            except BlockingIOError:
                if until is None or time.monotonic() < until:
                    continue
                raise WorkerGone("it sent a message too slowly") if under_way else Late() from None
            except OSError as error:
                raise Closed(error) from None
            if not data:
                raise Closed
            return data

    def _at_once(self, get: Callable[[Any, int], Any], room: Any) -> Any:
        """What comes in a moment. None for nothing, or an end."""
        if self._pause:
            self._pause -= 1
            return None
        until = None
        while True:
            try:
                data = get(room, socket.MSG_DONTWAIT)
            except BlockingIOError:
                now = time.monotonic()
                if until is None:
                    until = now + _MOMENT
                elif now > until:
                    self._pause, self._next_pause = self._next_pause, min(2 * self._next_pause, _PAUSES[1])
                    return None
            else:
                if until is not None:  # (What was there before says nothing: the other end may have had this very processor.)
                    self._next_pause = _PAUSES[0]
                return data

    def _set_slice(self, seconds: float) -> None:
        if seconds != self._slice:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _timeval(seconds))
            self._slice = seconds

    def _some(self, wanted: int, flags: int) -> bytes:
        if self._of_host:
            return self._socket.recv(wanted, flags)
        data, ancillary, _flags, _address = self._socket.recvmsg(wanted, _ANCILLARY, flags)
        self._keep(ancillary)
        return data

    def _some_into(self, room: memoryview, flags: int) -> int:
        if self._of_host:
            return self._socket.recv_into(room, 0, flags)
        size, ancillary, _flags, _address = self._socket.recvmsg_into([room], _ANCILLARY, flags)
        self._keep(ancillary)
        return size

    def _keep(self, ancillary: list[tuple[int, int, bytes]]) -> None:
        """Descriptors that came."""
        for level, kind, content in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                whole = array.array("i")
                whole.frombytes(content[: len(content) - len(content) % whole.itemsize])
                self._descriptors += whole

    def close(self) -> None:
        """Closes this end, and what came with it."""
        self._socket.close()
        while self._descriptors:
            os.close(self._descriptors.pop())


def _room(size: int) -> memoryview | None:
    """Memory that takes none before something is in it; None where there are no addresses for it."""
    try:
        return memoryview(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
    except OSError:
        return None


def _timeval(seconds: float) -> bytes:
    """At least a microsecond: none would be for ever."""
    return struct.pack("ll", int(seconds), max(int(seconds % 1 * 1e6), 1))
