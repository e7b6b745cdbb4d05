"""Calls both ways over one channel: while one side waits for its answer, it answers what the other asks."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from fastexec import errors
from fastexec.isolation import failures
from fastexec.isolation.channel import Channel, Parcel
from fastexec.isolation.crossing import Crossing
from fastexec.isolation.problems import Late, TooLarge, WorkerGone

CALL, VALUE, RAISED, FINISHED, PRINTED, RELEASED, CANCELLED = range(1, 8)
"""Kinds of frames. `FINISHED`: the code has ended, its answer follows; `PRINTED`: what it printed meanwhile; `RELEASED`: what the
host holds no more, whose answer follows; `CANCELLED`: the host has ended the run, which is to do nothing with the answer that follows."""

Method = Callable[..., Any]

_Done = TypeVar("_Done")

_RUNS = 128
"""That are told apart."""


def cancelling(run: int) -> bytes:
    """The sign, beside the conversation, that ends the run of that number and no later one."""
    return bytes([_RUNS + run % _RUNS])


def cancelled(sign: int, run: int) -> int:
    """Which run a sign ends, with `run` the last one that began: 0 for that one, more for one that comes, less for one that is over."""
    ahead = (sign - run) % _RUNS
    return ahead if ahead < _RUNS // 2 else ahead - _RUNS


class Conversation:
    """One side of it.

    Args:
        channel: Where the frames go.
        crossing: The way of the values.
        methods: What the other side may call, by name.
        told: Is told what needs no answer: on the host's side, what the other side's code prints; on the worker's, that its run was cancelled.
        is_host: Which side. Ctrl-C goes through the host's.
    """

    def __init__(
        self, channel: Channel, crossing: Crossing, methods: dict[str, Method], told: Callable[[Any], None], *, is_host: bool
    ) -> None:
        self._is_host = is_host
        self._channel = channel
        self._crossing = crossing
        self._methods = methods
        self._told = told
        # Whose question is out; calls that come meanwhile are answered on that thread, and may ask in turn.
        # (Any: what `Condition` uses of it is not declared.)
        self.turn: Any = threading.RLock()
        self._abandoned = 0
        self.out: int = 0
        """Questions that were sent, or partly sent, and whose answers have not come."""
        self.engaged: set[int] = set()
        """Threads that send or wait, while they do: what comes in the middle of that there (a handler of signals, a finaliser) cannot ask,
        for the other side answers nothing before."""
        self.meanwhile: Callable[[int, float | None], None] | None = None
        """What else this side has to do until that descriptor can be read."""
        self.is_cancelled: Callable[[], bool] = lambda: False
        """Whether the run that the answer is for was cancelled."""
        self._released: list[int] = []
        self.answering: list[str] = []
        """Methods that the other side waits for, the innermost last."""

    def ask(self, method: str, *args: Any, clock: Clock | None = None) -> Any:
        """What the other side's method gives. Raises what it raises, `WorkerGone` when the other side is no more, and
        `Late` when the clock has run out."""
        with self.turn:
            self.put(method, *args)
            return self.answer(clock)

    def put(self, method: str, *args: Any) -> None:
        """Asks, and leaves the answer to `answer`. Raises what has no form in which it crosses."""
        question = self._crossing.pack([method, list(args), self._crossing.released()])
        self.out += 1
        self._send_packed(CALL, question)

    def answer(self, clock: Clock | None) -> Any:
        """As `ask`, of a question that is out."""
        with self.turn:
            kind, parcel = self._answered(clock)
            if kind == VALUE:
                return self._unpacked(parcel)
            raise self._failure(parcel)

    def _answered(self, clock: Clock | None) -> tuple[int, Parcel]:
        try:
            while True:
                kind, parcel = self._next(clock)
                if kind not in (VALUE, RAISED):
                    self._take(kind, parcel, clock)
                elif not self._abandoned:
                    self.out -= 1
                    return kind, parcel
                else:
                    self._drop(parcel)
        except (Late, WorkerGone, KeyboardInterrupt, SystemExit):
            raise  # whoever asked sees to it
        except BaseException:
            # A limit ends the wait. The answer comes all the same, and before any other.
            self._abandoned += 1
            self.out -= 1
            raise

    def _take(self, kind: int, parcel: Parcel, clock: Clock | None) -> None:
        """A frame that is no answer."""
        if kind == CALL:
            self._answer_timed(parcel, clock)
        elif kind == FINISHED and clock is not None:
            clock.finish()
        elif kind == PRINTED or kind == CANCELLED and not self._is_host:
            self._take_told(parcel)
        elif kind == RELEASED and not self._is_host:
            self._released += self._crossing.unpack(parcel)
        else:
            raise WorkerGone("it sent what is no message")

    def release(self) -> None:
        """Gives up what the host holds no more. Code may run then, and ask: no answer is out."""
        while self._released:
            released, self._released = self._released, []
            self._crossing.release(released)

    def answer_until(self, is_done: Callable[[], bool], clock: Clock) -> bool:
        """Answers what the other side asks until that is so. False where the answer to a question that is out comes before."""
        with self.turn:
            while not is_done():
                kind, parcel = self._next(clock)
                if kind in (VALUE, RAISED):
                    self._channel.put_back(kind, parcel)
                    return False
                self._take(kind, parcel, clock)
            return True

    def _drop(self, parcel: Parcel) -> None:
        """An answer that nobody waits for: what it gives is given up."""
        self._abandoned -= 1
        with contextlib.suppress(Exception):
            self._crossing.unpack(parcel)

    def _next(self, clock: Clock | None) -> tuple[int, Parcel]:
        """The frame that comes next, in time."""
        if clock is None:
            return self._while_engaged(lambda: self._channel.receive())
        while True:
            descriptor = None if self.meanwhile is None else self._channel.awaited()
            if self.meanwhile is not None and descriptor is not None:
                self.meanwhile(descriptor, clock.until)
            try:
                kind, parcel = self._while_engaged(lambda: self._channel.receive(clock.until))
            except Late:
                if clock.prolonged():
                    continue
                raise
            # What was sent in time may be read late, where there is much to do; but nobody goes on like that.
            clock.met(asks=kind == CALL)
            return kind, parcel

    def _while_engaged(self, work: Callable[[], _Done]) -> _Done:
        thread = threading.get_ident()
        is_outermost = thread not in self.engaged
        self.engaged.add(thread)
        try:
            return work()
        finally:
            if is_outermost:
                self.engaged.discard(thread)

    def _failure(self, parcel: Parcel) -> Exception | BaseException:
        """The exception of an answer. What ends programs does not come out of a worker, whatever it says."""
        failure: BaseException = self._unpacked(parcel, failure=True)
        kind = type(failure)
        # (A thread of the host hears of the end of a run by one of ours.)
        if isinstance(failure, Exception) or not self._is_host or (kind.__module__, kind.__qualname__) == ("fastexec", "RunEnded"):
            return failure
        return errors.error(errors.InterpreterError, f"{type(failure).__name__}: {failure}")

    def _unpacked(self, parcel: Parcel, *, failure: bool = False) -> Any:
        """The value of an answer, or the exception. The host believes no worker: what cannot be read is none's answer."""
        try:
            value = self._crossing.unpack(parcel)
            return failures.build(value, self._crossing) if failure else value
        except Exception as error:
            if not self._is_host:
                raise
            raise WorkerGone(f"it sent what is no message: {error}") from None

    def _take_told(self, parcel: Parcel) -> None:
        try:
            self._told(self._crossing.unpack(parcel))
        except ValueError as error:
            raise WorkerGone(f"it sent what is no message: {error}") from None

    def _answer_timed(self, parcel: Parcel, clock: Clock | None) -> None:
        began = time.monotonic()
        self._answer(parcel)
        if clock is not None:
            clock.answered(began)

    def serve(self) -> None:
        """Answers until the other side is gone."""
        while True:
            kind, parcel = self._channel.receive()
            if kind == CALL:
                self._answer(parcel)
            elif self._abandoned and kind in (VALUE, RAISED):
                self._drop(parcel)
            elif kind == RELEASED and not self._is_host:
                self._crossing.release(self._crossing.unpack(parcel))
            elif kind != CANCELLED or self._is_host:  # (that run is over)
                raise WorkerGone("an answer to no question")

    def tell(self, kind: int, value: Any = None) -> None:
        """Sends what asks for no answer."""
        self._send(kind, value)

    def _answer(self, parcel: Parcel) -> None:
        before, is_out = len(self.answering), False
        try:
            method, args = self._call_of(self._crossing.unpack(parcel))
            result = self._packed_result(method(*args))
            if self._is_host:
                del method, args
                self._tell_released()
            self._tell_cancelled()
            is_out = True
            self._send_packed(VALUE, result)
        except WorkerGone:
            raise
        except BaseException as error:  # noqa: BLE001  (whatever it is, it is the caller's)
            if is_out and not isinstance(error, TooLarge):
                raise  # an interrupt that came when the answer was out: there are no two
            self._tell_cancelled()
            self._send_failure(error)
            if self._is_host and isinstance(error, KeyboardInterrupt):
                raise  # more than an error of the code: whoever asked sees to the question that is out
        finally:
            del self.answering[before:]

    def _tell_released(self) -> None:
        """What a tool had and nobody holds any more ends before the code goes on, as in one process."""
        released = self._crossing.released()
        if released:
            self._send(RELEASED, released)

    def _tell_cancelled(self) -> None:
        """A run that a tool cancels goes no step further. (The sign beside the conversation may come after the answer.)"""
        if self.is_cancelled():
            self._send(CANCELLED, None)

    def _send_failure(self, error: BaseException) -> None:
        """There is an answer in any case: who asked waits for it."""
        try:
            self._send(RAISED, failures.describe(error, self._crossing))
        except WorkerGone:
            raise
        except Exception as problem:  # noqa: BLE001  (its class may do anything)
            untold = RuntimeError(f"{type(error).__name__}, of which nothing can be told ({type(problem).__name__})")
            self._send(RAISED, failures.describe(untold, self._crossing))

    def _packed_result(self, value: Any) -> Parcel:
        try:
            return self._crossing.pack(value)
        except TooLarge:
            raise
        except ValueError as error:
            if self._is_host:
                raise
            raise TooLarge(str(error)) from None

    def _call_of(self, call: list[Any] | None) -> tuple[Method, list[Any]]:
        if type(call) is list and len(call) == 3:
            args: list[Any] | None
            released: list[Any] | None
            name, args, released = call
            if type(name) is str and name in self._methods and type(args) is list and type(released) is list:
                self._crossing.release(released)
                self.answering.append(name)
                return self._methods[name], args
        raise WorkerGone("it sent what is no message")

    def _send(self, kind: int, value: Any) -> None:
        self._send_packed(kind, self._crossing.pack(value))

    def _send_packed(self, kind: int, parcel: Parcel) -> None:
        try:
            self._while_engaged(lambda: self._channel.send(kind, parcel))
        finally:
            if parcel.descriptors:
                self._crossing.sent(parcel)


_GRACE = 0.05
"""Seconds after its deadline in which a worker may still end by itself."""

_OWN = 0.05
"""Seconds that it still has then in which it does not wait for a processor: while others have them all, it cannot end."""

_LOOK = 0.01
"""Seconds between two looks at whether it waits."""

_PATIENCE = 2.0
"""Seconds, at most, for a worker that waits for processors."""

_FOREVER = 1e9

_LAST_WORDS = 5.0
"""Seconds that an answer may take to begin once the code has ended."""

_FRAMES = 100
"""That may be read after the time is over."""

_LATE = 1.0
"""Seconds, from its first question after the time is over, in which the host may ask a worker more, each with its grace."""


_MISSED = 0.3
"""Seconds after the time was over by which a host that waits has looked: one that comes later was suspended itself, or kept by another
of its threads."""

_MOST_MISSED = 5
"""Times that this is believed in a call."""


class Clock:
    """How long the host waits for a call.

    Args:
        seconds: Of the call; None for no limit.
        count_tools: Whether time in the host's tools counts.
        waited: Seconds that the worker has waited for a processor, of those between calls of this.
    """

    def __init__(self, seconds: float | None, count_tools: bool = True, waited: Callable[[], float] = lambda: 0.0) -> None:
        self._deadline = None if seconds is None or seconds > _FOREVER else time.monotonic() + float(seconds)
        self._until = None if self._deadline is None else self._deadline + _GRACE
        self._count_tools = count_tools
        self._waited = waited
        self._finished = False
        self._stays = 0
        self._began: float | None = None
        self._lock = threading.Lock()
        self._frames = 0
        self._late_since: float | None = None
        self._own = _OWN
        self._looked: tuple[float, float] | None = None
        self._missed = _MOST_MISSED if seconds is not None and seconds < 0 else 0
        self._asked_in_vain = False
        """Whether a question came in time, as far as anybody knows, while the host did not look."""

    @property
    def until(self) -> float | None:
        """When it is over, as it looks now; None for no limit."""
        return None if self._until is None else self._until + self._paused()

    def _paused(self) -> float:
        """Seconds of a stay in the host's tools that goes on and does not count."""
        began = self._began
        return 0.0 if self._count_tools or self._finished or began is None else time.monotonic() - began

    def finish(self) -> None:
        """The code has ended, which it does once."""
        if not self._finished:
            self._finished = True
            self._until = time.monotonic() + _LAST_WORDS

    def met(self, *, asks: bool) -> None:
        """A frame came. Raises `Late` for one that comes when the time is over and asks something, or is one of many."""
        until = self.until
        if until is None or time.monotonic() <= until:
            return
        if asks and self._has_missed():
            self._asked_in_vain = True
            return
        self._frames += 1
        if asks or self._frames > _FRAMES:
            raise Late

    def _has_missed(self) -> bool:
        """Whether the host did not look when the time was over. What the worker did not hear of then, it is to hear now: it has its grace
        once more, and ends by itself."""
        now, until = time.monotonic(), self.until
        if until is None or self._finished or self._missed >= _MOST_MISSED or now - until < _MISSED:
            return False
        self._missed += 1
        self._until = now + _GRACE - self._paused()
        return True

    def enter(self) -> None:
        """A tool of the host is under way, or is awaited, from now on. On any thread."""
        with self._lock:
            self._stays += 1
            self._began = self._began or time.monotonic()

    def leave(self) -> None:
        """One of them is not any more."""
        with self._lock:
            self._stays -= 1
            if self._stays:
                return
            spent = self._paused()
            if self._deadline is not None and self._until is not None and not self._finished:
                self._deadline += spent
                self._until += spent
            self._began = None

    def in_tool(self, tool: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Any:
        """What a tool of the host gives, whose time may not count."""
        self.enter()
        try:
            return tool(*args, **kwargs)
        finally:
            self.leave()

    def answered(self, began: float) -> None:
        """The host answered since then. The code cannot end before it hears of that; what is asked when its time is over
        gives it no more."""
        was_in_vain, self._asked_in_vain = self._asked_in_vain, False
        if self._until is None or self._deadline is None or self._finished:
            return
        if was_in_vain or began < self._deadline + self._paused():
            self._until = max(self._until, time.monotonic() + _GRACE - self._paused())
            self._looked = None

    def within(self, seconds: float | None) -> Clock:
        """For a question in the middle of a call: so many seconds, but not more than the call has."""
        until = self.until
        if until is not None:
            now = time.monotonic()
            left = until - now
            if left < 0.0:
                # A tool that took long may put its things in order; one that asks without end ends here.
                self._late_since = now if self._late_since is None else self._late_since
                left = 0.0 if now - self._late_since <= _LATE else -2 * _PATIENCE
            seconds = left if seconds is None else min(seconds, left)
        return Clock(seconds, self._count_tools, self._waited)

    def left(self) -> float | None:
        """Seconds until the call is over, a millisecond at least; None for no limit."""
        until = self.until
        return None if until is None else max(until - time.monotonic(), 0.001)

    def is_over(self) -> bool:
        return self._deadline is not None and time.monotonic() >= self._deadline + self._paused()

    def prolonged(self) -> bool:
        """Whether there is more time after all: a worker that waits for a processor cannot end."""
        if self._has_missed():
            return True
        now, paused = time.monotonic(), self._paused()
        if self._deadline is None or self._until is None or self._finished or now > self._deadline + paused + _PATIENCE:
            return False
        if now < self._until + paused:
            return True
        waited, before = self._waited(), self._looked
        self._looked = now, waited
        if before is not None:
            # A wait is counted when it is over, so it may be longer than what lies between two looks.
            self._own = min(self._own - (now - before[0]) + (waited - before[1]), _OWN)
        if self._own <= 0:
            return False
        self._until = now + min(_LOOK, self._own) - paused
        return True
