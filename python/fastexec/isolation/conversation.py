"""Calls both ways over one channel: while one side waits for its answer, it answers what the other asks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from fastexec.isolation import failures
from fastexec.isolation.channel import Channel, Parcel
from fastexec.isolation.crossing import Crossing
from fastexec.isolation.problems import WorkerGone

CALL, VALUE, RAISED, FINISHED, PRINTED = range(1, 6)
"""Kinds of frames. `FINISHED`: the code has ended, its answer follows; `PRINTED`: what it printed meanwhile."""

Method = Callable[..., Any]


class Conversation:
    """One side of it.

    Args:
        channel: Where the frames go.
        crossing: The way of the values.
        methods: What the other side may call, by name.
        notice: Is told of frames that ask for no answer.
        is_host: Which side. Ctrl-C goes through the host's.
    """

    def __init__(
        self, channel: Channel, crossing: Crossing, methods: dict[str, Method], notice: Callable[[int, Parcel], None], *, is_host: bool
    ) -> None:
        self._is_host = is_host
        self._channel = channel
        self._crossing = crossing
        self._methods = methods
        self._notice = notice
        # Whose question is out; calls that come meanwhile are answered on that thread, and may ask in turn.
        self._turn = threading.RLock()

    def ask(self, method: str, *args: Any, clock: Clock | None = None) -> Any:
        """What the other side's method gives. Raises what it raises, `WorkerGone` when the other side is no more, and
        `Late` when the clock has run out."""
        with self._turn:
            self._send(CALL, [method, list(args), self._crossing.released()])
            return self.answer(clock)

    def answer(self, clock: Clock | None) -> Any:
        """As `ask`, of a question that is out."""
        with self._turn:
            while True:
                kind, parcel = self._channel.receive(None if clock is None else clock.until)
                if kind == VALUE:
                    return self._unpacked(parcel)
                if kind == RAISED:
                    raise self._unpacked(parcel, failure=True)
                if kind == CALL:
                    self._answer_timed(parcel, clock)
                elif kind == FINISHED and clock is not None:
                    clock.finish()
                else:
                    self._notice(kind, parcel)

    def _unpacked(self, parcel: Parcel, *, failure: bool = False) -> Any:
        """The value of an answer, or the exception. The host believes no worker: what cannot be read is none's answer."""
        try:
            value = self._crossing.unpack(parcel)
            return failures.build(value, self._crossing) if failure else value
        except Exception as error:
            if not self._is_host:
                raise
            raise WorkerGone(f"it sent what is no message: {error}") from None

    def _answer_timed(self, parcel: Parcel, clock: Clock | None) -> None:
        began = time.monotonic()
        self._answer(parcel)
        if clock is not None:
            clock.spent_in_tool(began)

    def serve(self) -> None:
        """Answers until the other side is gone."""
        while True:
            kind, parcel = self._channel.receive()
            if kind != CALL:
                raise WorkerGone("an answer to no question")
            self._answer(parcel)

    def tell(self, kind: int, value: Any = None) -> None:
        """Sends what asks for no answer."""
        self._send(kind, value)

    def _answer(self, parcel: Parcel) -> None:
        try:
            method, args = self._call_of(self._crossing.unpack(parcel))
            value = method(*args)
            self._send(VALUE, value)
        except WorkerGone:
            raise
        except BaseException as error:  # noqa: BLE001  (whatever it is, it is the caller's)
            self._send(RAISED, failures.describe(error, self._crossing))
            if self._is_host and isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise  # more than an error of the code: whoever asked sees to the question that is out

    def _call_of(self, call: Any) -> tuple[Method, list[Any]]:
        match call:
            case [str(name), list(args), list(released)] if name in self._methods:
                self._crossing.release(released)
                return self._methods[name], args
        raise WorkerGone("it sent what is no message")

    def _send(self, kind: int, value: Any) -> None:
        parcel = self._crossing.pack(value)
        try:
            self._channel.send(kind, parcel)
        finally:
            self._crossing.sent(parcel)


GRACE = 0.1
"""Seconds after its deadline in which a worker may still end by itself."""

_FOREVER = 1e9

_LAST_WORDS = 5.0
"""Seconds that an answer may take to begin once the code has ended."""


class Clock:
    """How long the host waits for a call.

    Args:
        seconds: Of the call; None for no limit.
        count_tools: Whether time in the host's tools counts.
    """

    def __init__(self, seconds: float | None, count_tools: bool = True) -> None:
        self._deadline = None if seconds is None or seconds > _FOREVER else time.monotonic() + float(seconds)
        self._count_tools = count_tools
        self._finished = False
        self.until = None if self._deadline is None else self._deadline + GRACE

    def finish(self) -> None:
        """The code has ended, which it does once."""
        if not self._finished:
            self._finished = True
            self.until = time.monotonic() + _LAST_WORDS

    def spent_in_tool(self, began: float) -> None:
        """A tool of the host ran since then. The code cannot end before it hears of its end; what is called for when its
        time is over gives it no more."""
        if self.until is None or self._deadline is None or self._finished:
            return
        now = time.monotonic()
        if not self._count_tools:
            self._deadline += now - began
            self.until += now - began
        elif began < self._deadline:
            self.until = max(self.until, now + GRACE)
