"""A worker that lives, and the way to it."""

from __future__ import annotations

import concurrent.futures
import functools
import os
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fastexec import errors
from fastexec._fastexec import is_authorized
from fastexec.isolation import grants, references
from fastexec.isolation.answers import are
from fastexec.isolation.awaits import Awaits
from fastexec.isolation.channel import Channel
from fastexec.isolation.conversation import Clock, Conversation, cancelling
from fastexec.isolation.crossing import Crossing
from fastexec.isolation.own_loop import OwnLoop
from fastexec.isolation.problems import Failed, IsolationError, Late, TooLarge, WorkerGone
from fastexec.isolation.server import Process, search_path

if TYPE_CHECKING:
    from fastexec.isolation.session import WorkerSession

ANSWER = 30.0
"""Seconds for an answer to what runs no code: reading a variable, sending tools."""

_MOST_TOLD = 500
"""Characters of what a worker says of a failure of its own."""

_PART = "give a part of it, or what is to be known of it"


class Live:
    """A worker that lives, and the way to it."""

    def __init__(self, session: WorkerSession) -> None:
        self.owner: int = os.getpid()
        self.runs: int = 0
        """Number of the run that it was asked for last."""
        self.process: Process = _started(_config(session), session.gives_up)
        try:
            # When executor and references are gone, which are all who hold a session.
            self.close: weakref.finalize[..., WorkerSession] = weakref.finalize(session, _close, self.process)
            self._begin(session)
        except BaseException:
            self.process.kill()
            _close(self.process)
            raise

    def _begin(self, session: WorkerSession) -> None:
        self._signals = self.process.signals
        # Whoever cancels waits for no worker that does not listen.
        self._signals.setblocking(False)
        self._channel = Channel(self.process.channel, of_host=True, largest=session.most_bytes)
        self._own_loop: OwnLoop = session._awaits.own
        self._resting = 0
        """Of how many questions the worker awaited the answers when its host began to wait."""
        # Weak, or nobody would notice that a session is no longer used.
        self._session = weakref.ref(session)
        self.crossing: Crossing = Crossing(
            self._asking, of_host=True, authorizes=functools.partial(is_authorized, session._modules), most=session.most_bytes
        )
        self._conversation = Conversation(self._channel, self.crossing, {"operate": self._operate}, self._printed, is_host=True)
        self._conversation.meanwhile = self._meanwhile
        self.cancelled: bool = False
        """Whether the run under way was, in the middle of which a tool may run others."""
        self._conversation.is_cancelled = lambda: self.cancelled
        conversation = self._conversation
        session._turns.is_engaged = lambda thread: thread in conversation.engaged
        self._await_walls(session._require)

    def _await_walls(self, require: str) -> None:
        outer = self.process.begin_turn()
        try:
            _kind, parcel = self._channel.receive(time.monotonic() + ANSWER)
            walls: dict[Any, Any] | None = self.crossing.unpack(parcel)
        except (WorkerGone, Late, ValueError) as error:
            self.process.kill()
            raise IsolationError(f"the worker did not start: {self.process.ended()} ({error})") from None
        finally:
            self.process.end_turn(outer)
        if not isinstance(walls, dict) or not are(walls, str) or not are(walls.values(), (str, type(None))):
            raise IsolationError("the worker did not start: it does not say which walls stand")
        missing = {wall: why for wall, why in walls.items() if why is not None}
        if not missing:
            return
        told = "; ".join(f"{wall}: {why}" for wall, why in missing.items())
        if require == "full":
            raise IsolationError(f'not all walls stand here ({told}). `require="best"`, with all rules, runs code behind those that do.')
        import warnings

        warnings.warn(f"fastexec: code runs without these walls: {told}", RuntimeWarning, stacklevel=8)

    def _printed(self, told: Any) -> None:
        session = self._session()
        if session is not None:
            session.printed(told)

    def _operate(self, *asked: Any) -> Any:
        session = self._session()
        assert session is not None
        if len(asked) == 4:
            args: list[Any] | None
            kwargs: dict[str, Any] | None
            number, operation, args, kwargs = asked
            if type(number) is int and type(operation) is str and type(args) is list and type(kwargs) is dict:
                self.crossing.settled([args, kwargs])  # (in place)
                return session.operate(number, operation, args, kwargs)
        raise WorkerGone("it sent what is no message")

    def _asking(self) -> references.Ask:
        """What references hold: it keeps the session."""
        session = self._session()
        assert session is not None

        def ask(number: int, operation: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
            return session.ask_object(self, number, operation, args, kwargs)

        return ask

    def ask(self, method: str, *args: Any, clock: Clock) -> Any:
        return self._conversation.ask(method, *args, clock=clock)

    def _meanwhile(self, descriptor: int, until: float | None) -> None:
        if not self._own_loop.is_running:
            self._resting = len(self._conversation.answering)
            self._own_loop.meanwhile(descriptor, until)

    @property
    def may_cross(self) -> bool:
        """Whether an async tool is under way, while the worker waits for no answer of this side."""
        return self._own_loop.is_running and len(self._conversation.answering) == self._resting

    def ask_between(self, awaits: Awaits, ask: Callable[[], Any], clock: Clock) -> Any:
        """As `ask`, of an async tool whose code waits for several: it answers where it asks this side. (Questions do not cross.)"""
        answer: concurrent.futures.Future[Any] = concurrent.futures.Future()

        def errand() -> None:
            try:
                answer.set_result(ask())
            except BaseException as error:  # noqa: BLE001  (it is the tool's)
                answer.set_exception(error)

        awaits.send_for(errand)
        if not self._conversation.answer_until(answer.done, clock):
            raise ReferenceError("the code that this object is of has ended")
        return answer.result()

    def leave_conversation(self) -> Any:
        """Other threads may ask, until `enter_conversation` is told what this gives."""
        return self._conversation.turn._release_save()

    def enter_conversation(self, outer: Any) -> None:
        self._conversation.turn._acquire_restore(outer)

    @property
    def out(self) -> int:
        """How many questions wait for its answer."""
        return self._conversation.out

    def put(self, method: str, *args: Any) -> None:
        self._conversation.put(method, *args)

    def answer(self, clock: Clock) -> Any:
        """Of a question whose method raises nothing: what is raised all the same is `Failed`."""
        try:
            return self._conversation.answer(clock)
        except TooLarge as error:
            text = f"The value cannot leave the worker: {error}\n  hint: {_PART}"
            raise errors.error(errors.InterpreterError, text, kind="raised", hint=_PART) from None
        except (Late, WorkerGone, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001  (a worker says anything)
            raise Failed(f"{type(error).__name__}: {error}"[:_MOST_TOLD]) from None

    def cancel(self) -> None:
        self.cancelled = True
        self.signal(cancelling(self.runs))

    def signal(self, sign: bytes) -> None:
        """Tells the worker something beside the conversation: to end a run (`cancelling`), that something it awaits is done (`r`)."""
        try:
            self._signals.send(sign)
        except OSError:
            pass  # it has ended

    def forget(self) -> None:
        """Leaves the worker to the process that has it."""
        self.close.detach()
        self.process.forget()
        self._channel.close()
        self._signals.close()


def _started(config: dict[str, Any], gives_up: Callable[[], bool]) -> Process:
    try:
        return Process(config, gives_up)
    except OSError as error:
        raise IsolationError(f"no worker can be started ({error})") from None


def _close(process: Process) -> None:
    try:
        process.end()
    finally:
        process.channel.close()
        process.signals.close()


def _config(session: WorkerSession) -> dict[str, Any]:
    """What a worker is made with."""
    executor = session._executor
    imports = executor["additional_authorized_imports"]
    return {
        "path": search_path(),
        "load": [name.removesuffix(".*") for name in imports if name != "*"],
        "executor": executor,
        "rules": session._rules,
        "walls": {
            "read": grants.readable(imports, [*executor["allow_read"], *executor["allow_write"]]),
            "write": executor["allow_write"],
            # Variables of earlier calls, and what the interpreter itself needs.
            "memory_bytes": None if session._memory_bytes is None else session.most_bytes,
            "cpu_seconds": None,
            "files": 256,
        },
    }
