"""Messages on a pipe: four bytes of length, the lowest first, and so many bytes."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from typing import Any

from google.protobuf.message import DecodeError

from fastexec.adapters.monty.schema import ParentRequest

MOST = 256 << 20
"""Bytes of a frame, as the protocol has it."""
_PIECE = 1 << 20
_LOOK = 0.25
"""Seconds between two looks whether the client is there."""


class Malformed(Exception):
    """A frame that is no request. The next one may be."""


class Broken(Exception):
    """What comes cannot be read any more."""


class TooLarge(Exception):
    """A message that is larger than a frame may be. Nothing of it was written."""


class Pipe:
    """The way from and to the client.

    Args:
        reading: Descriptor of requests.
        writing: Descriptor of events.
    """

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing

    def read(self) -> Any:
        """The next request; None where the client has closed its end.

        Raises:
            Malformed: It is no message.
            Broken: The frame is too long, or its end is missing.
        """
        head = self._bytes(4)
        if not head:
            return None
        length = int.from_bytes(head, "little")
        if len(head) < 4:
            raise Broken("stream ended mid-frame")
        if length > MOST:
            raise Broken(f"frame of {length} bytes exceeds maximum of {MOST} bytes")
        body = self._bytes(length)
        if len(body) < length:
            raise Broken("stream ended mid-frame")
        try:
            return ParentRequest.FromString(body)
        except DecodeError as error:
            raise Malformed(str(error)) from None

    def _bytes(self, count: int) -> bytes:
        """So many, fewer at the end. Memory is taken as they come, whatever was announced."""
        found = bytearray()
        while len(found) < count:
            piece = os.read(self._reading, min(count - len(found), _PIECE))
            if not piece:
                break
            found += piece
        return bytes(found)

    def write(self, event: Any) -> None:
        """Sends an event.

        Raises:
            TooLarge: It is larger than a frame may be.
            OSError: The client is gone.
        """
        if event.ByteSize() > MOST:
            raise TooLarge(f"result frame of {event.ByteSize()} bytes exceeds the maximum of {MOST} bytes")
        body = event.SerializeToString()
        left = memoryview(len(body).to_bytes(4, "little") + body)
        while left:
            left = left[os.write(self._writing, left) :]

    def watch(self, gone: Callable[[], None]) -> None:
        """Calls `gone`, on a thread, when the client has closed its end or has ended, whatever is read meanwhile."""
        threading.Thread(target=self._watch, args=(gone,), name="fastexec-client", daemon=True).start()

    def _watch(self, gone: Callable[[], None]) -> None:
        poll = select.poll()
        poll.register(self._reading, 0)
        while not any(events & (select.POLLHUP | select.POLLERR) for _, events in poll.poll(_LOOK * 1000)):
            time.sleep(0)
        gone()
