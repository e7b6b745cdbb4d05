"""The worker: an executor of ring 1 behind the kernel's walls, which does what the host asks.

The server makes it, and forks when it is wanted: with one thread. First it locks itself up, then it says how that went; no code
of a model has run before.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import random
import select
import socket
import sys
import tempfile
import threading
import time
import warnings
from typing import Any

import fastexec
from fastexec import executor as ring_one
from fastexec._fastexec import Account, at_work, confine, rely_on_walls, whole
from fastexec.base_tools import SHIPPED
from fastexec.caps import in_place
from fastexec.guards import is_definition, is_plain
from fastexec.hints.grants import shut_files, shut_network
from fastexec.isolation import arrivals, failures
from fastexec.isolation.channel import Channel
from fastexec.isolation.conversation import CALL, FINISHED, PRINTED, Conversation, cancelled
from fastexec.isolation.crossing import Crossing
from fastexec.isolation.operations import OPERATIONS
from fastexec.isolation.problems import Closed, Uncrossable
from fastexec.stats import Run

_STREAMED = 1000
"""Pieces of printed text that wait for that."""

_PIECE = 1 << 20
"""Characters that are told at once."""

_LEAVE = b"l"
"""The signal that ends who waits for signals, of a rehearsal."""

_RUNNING = frozenset(("run", "operate"))
"""Questions of the host for which code runs."""

_BEGINS_WITHIN, _MOMENT = 1.0, 0.0005
"""Seconds in which a run begins that was asked for, and between two looks at that."""

_PRINTS = 0.05
"""Seconds between two looks at what was printed."""


def main(served: Worker, channel: int, signals: int) -> None:
    """Serves the host, to which these descriptors lead, until it is gone."""
    served.connect(channel, signals)
    _redirect()
    _reseed()
    walls = confine(**served.config["walls"], keep=served.descriptors)
    _set_environment(served.config["walls"]["write"])
    if served.config["rules"] == "contract" and not any(walls.values()):
        rely_on_walls()
    if walls["network"] is None:
        shut_network()
    if walls["files"] is None:
        shut_files(served.config["walls"]["read"], served.config["walls"]["write"])
    served.tell_walls(walls)
    served.serve()


def rehearse(config: dict[str, Any]) -> None:
    """A call of a worker that is thrown away, in the server: what the interpreter finds out in a first call (which method a name
    is, how an instruction is best done) is written into pages that workers then need not copy."""
    seconds, output_chars, caps = in_place(None, 1.0, 100, True)
    call = ["run", [1, "[print(n) for n in range(2)]", [], [seconds, output_chars, *caps], False, False, dict.fromkeys(SHIPPED)], []]
    (ours, theirs), (signals, nobody) = socket.socketpair(), socket.socketpair()
    with ours, theirs, signals, nobody, contextlib.closing(Worker(config)) as other:
        other.connect(ours.detach(), signals.detach())
        Channel(theirs, of_host=False).send(CALL, other._crossing.pack(call))
        theirs.close()
        with contextlib.suppress(Closed):  # nobody hears the answer
            other.serve()
        nobody.send(_LEAVE)
        other._reports.acquire()


def _set_environment(writable: list[str]) -> None:
    """Nothing of the host's, and temporary files where files may be written at all."""
    for name in list(os.environ):
        del os.environ[name]
    folder = next(filter(os.path.isdir, writable), None)
    if folder is not None:
        os.environ["TMPDIR"] = folder
    else:
        # Packages import matplotlib by themselves, which gives up without a folder that seems to be for writing. It needs nothing that is there.
        os.environ["MPLCONFIGDIR"] = "/tmp"
    # polars asks the processor by machine code that it writes, which the walls refuse, and would only warn of what it lacks.
    os.environ["POLARS_SKIP_CPU_CHECK"] = "1"
    tempfile.tempdir = None


def _redirect() -> None:
    """Nobody reads what libraries write to the standard streams, and nobody answers."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(null, descriptor)
    if null > 2:
        os.close(null)


def _reseed() -> None:
    """Workers of one server draw numbers of their own."""
    random.seed()
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        numpy_random.seed()


def _told(run: Run) -> list[Any]:
    """What the host believes of a run's numbers. (It counts calls of its tools itself.)"""
    operations, peak, imports, _calls, _called, refusals = run.account.fields()
    return [operations, peak, list(imports), list(refusals), run.cpu_seconds]


def _keep_for_now(items: dict[str, Any], before: dict[str, Any]) -> None:
    """What was in place of the items of a question goes when that does, after the answer: memory of large arrays takes longer
    to give back than to get."""
    items.clear()
    items.update(before)


def _unconnected() -> socket.socket:
    """One end of a way that leads nowhere."""
    end, other = socket.socketpair()
    other.close()
    return end


class Worker:
    """What a worker is before it is forked; `connect` makes it one that serves. (What is made before need not be made in each.)

    Args:
        config: What it was asked to be.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        self.config = config
        self._crossing = Crossing(lambda: self._ask_object, of_host=False)
        options = config["executor"]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the host was warned when it made its own
            self._executor = ring_one.LocalPythonExecutor(**options)
        self._executor.static_tools = {}
        self._variables = self._executor._variables
        self._names_told: list[str] | None = None
        self._imports: list[str] = []
        self._limits: list[Any] = []
        self._running = False
        self._run_number = 0
        self._printed = ""
        self._streamed: list[str] = []
        self._stream_turn = threading.Lock()
        self._reports = threading.Lock()
        """Held from the first run on, by the thread that sees to what happens beside runs, until that ends."""
        self._waking: tuple[int, int] | None = None
        """A pipe that wakes this thread: between runs it looks seldom."""
        self._ends = _unconnected(), _unconnected()
        self.descriptors: list[int] = [end.fileno() for end in self._ends]
        """Of the ways to the host: of the conversation, of signals."""
        self._signals = self.descriptors[1]
        channel = Channel(self._ends[0], of_host=False)
        self._conversation = Conversation(channel, self._crossing, self._methods(), self._cancelled, is_host=False)

    def connect(self, *given: int) -> None:
        """Has the ways lead where these descriptors lead, which are closed."""
        for descriptor, own in zip(given, self.descriptors, strict=True):
            os.dup2(descriptor, own, inheritable=False)
            os.close(descriptor)

    def close(self) -> None:
        """Nobody is going to be forked as this any more."""
        for end in self._ends:
            end.close()

    def _methods(self) -> dict[str, Any]:
        return {
            "run": self._run,
            "get": self._get,
            "set": self._set,
            "delete": self._delete,
            "names": self._names,
            "look": self._look,
            "exchange": self._exchange,
            "operate": self._operate,
            "snapshot": self._snapshot,
            "restore": self._restore,
        }

    def tell_walls(self, walls: dict[str, str | None]) -> None:
        self._conversation.tell(PRINTED, walls)

    def serve(self) -> None:
        self._conversation.serve()

    def _ask_object(self, number: int, operation: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        if _RUNNING.isdisjoint(self._conversation.answering):
            # The host answers nothing then. (How a variable looks may ask.)
            raise ReferenceError("an object of the host is asked while no code runs")
        # (In the middle of a message nothing may end the run: the next one would be taken for its rest.)
        try:
            return whole(self._ask_whole, number, operation, args, kwargs)
        finally:
            self._conversation.release()

    def _ask_whole(self, number: int, operation: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        self._tell_prints()
        try:
            return self._conversation.ask("operate", number, operation, args, kwargs)
        finally:
            at_work(sys._getframe(2))  # of the method that asks

    def _take_tools(self, tools: dict[str, Any]) -> None:
        """None stands for the function of `base_tools` of that name."""
        self._executor.static_tools = {
            name: SHIPPED[name] if tool is None else tool for name, tool in tools.items()
        }

    def _run(
        self, run_number: int, code: Any, imports: list[str] | None, limits: list[Any] | None, profile: bool, streams: bool, tools: dict[str, Any] | None
    ) -> dict[str, Any]:
        """One call. `limits` as `caps.in_place` gives them, in one list; whether prints are told one by one. Imports,
        limits and tools are None when they are those of the call before."""
        if tools is not None:
            self._take_tools(tools)
        if imports is not None:
            self._imports = imports
        if limits is not None:
            self._limits = limits
        seconds, output_chars, *caps = self._limits
        session = self._executor._session
        run = Run(Account())
        hooks = (None, None, self._stream if streams else None)
        held = (self._imports, seconds, output_chars, tuple(caps))
        arguments = (code, self._variables, self._executor.static_tools, *held, profile, hooks, run.account)
        answer: dict[str, Any] = {}
        began = time.monotonic()
        self._run_number = run_number
        self._begin(streams=streams)
        try:
            answer["value"], answer["logs"], answer["final"] = ring_one._as_main(session.run, *arguments)
        except Exception as error:  # noqa: BLE001  (the host raises it)
            answer["error"] = failures.describe(error, self._crossing)
            answer["logs"] = self._logs()
        finally:
            self._running = False
        run.end()
        self._tell_stream()
        if seconds is not None and time.monotonic() - began > seconds / 2:
            # What follows, however large, is not to be taken for the code's.
            self._conversation.tell(FINISHED)
        if profile:
            answer["profile"] = [list(map(list, rows)) for rows in session.take_profile()]
        answer["refusals"] = session.refusals
        answer["account"] = _told(run)
        self._check_final(answer)
        return self._with_names(answer)

    def _check_final(self, answer: dict[str, Any]) -> None:
        """A final answer crosses whole, or is an error that says where it does not."""
        if answer.get("final"):
            try:
                self._crossing.check(answer["value"])
            except (Uncrossable, ValueError) as error:
                answer["uncrossable"] = [getattr(error, "path", ""), str(error)]
                del answer["value"]

    def _with_names(self, answer: dict[str, Any]) -> dict[str, Any]:
        names = self._names("state") + self._names("custom_tools")
        if names != self._names_told:
            answer["names"] = self._names_told = names
        return answer

    def _of(self, where: str) -> dict[str, Any]:
        return getattr(self._executor, where)  # type: ignore[no-any-return]

    def _names(self, where: str) -> list[str]:
        return [name for name in self._of(where) if isinstance(name, str)]

    def _look(self, where: str, name: str) -> list[bool]:
        """What a check has to know of a variable: whether it is a module or a class, and whether its use runs no code."""
        held = self._of(where)
        return [is_definition(held[name]), is_plain(held[name])] if name in held else [False, False]

    def _get(self, where: str, name: str) -> list[Any]:
        held = self._of(where)
        return [held[name]] if name in held else []

    def _set(self, where: str, items: dict[str, Any]) -> None:
        held = self._of(where)
        before = {name: held[name] for name in items if name in held}
        held.update(items)
        _keep_for_now(items, before)

    def _delete(self, where: str, name: str) -> bool:
        return self._of(where).pop(name, self) is not self

    def _exchange(self, where: str, items: dict[str, Any]) -> None:
        held = self._of(where)
        before = dict(held)
        held.clear()
        held.update(items)
        _keep_for_now(items, before)

    def _operate(self, number: int, operation: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        return OPERATIONS[operation](self._crossing.objects.object_of(number), *args, **kwargs)

    def _snapshot(self) -> list[Any]:
        """The variables that cross by value, packed one by one, and the names of the others."""
        kept: dict[str, bytes] = {}
        left: list[str] = []
        for name, value in list(self._of("state").items()):
            if isinstance(name, str) and not name.startswith("_"):
                try:
                    kept[name] = self._crossing.pack_plain(value)
                except (Uncrossable, ValueError):
                    left.append(name)
        return [kept, left + self._names("custom_tools")]

    def _restore(self, kept: dict[str, bytes]) -> None:
        """The variables of a snapshot of another worker's."""
        self._of("state").update({name: self._crossing.unpack_plain(data) for name, data in kept.items()})

    # What happens beside a run: prints go out, a cancel comes in.

    def _begin(self, *, streams: bool = False) -> None:
        self._printed, self._running = "", True
        if self._reports.acquire(blocking=False):
            try:
                if self._waking is None:
                    self._waking = os.pipe()
                    os.set_blocking(self._waking[1], False)
                # (A `threading.Thread` takes ten times as long to make, and is one that the code's modules see.)
                _thread.start_new_thread(self._report, ())
            except BaseException:
                self._reports.release()
                raise
        elif streams and self._waking is not None:
            with contextlib.suppress(BlockingIOError):  # it has been told often enough
                os.write(self._waking[1], b"p")

    def _report(self) -> None:
        try:
            self._see_to_signals()
        finally:
            self._reports.release()

    def _see_to_signals(self) -> None:
        while True:
            waking = [] if self._waking is None else [self._waking[0]]
            ready, _, _ = select.select([self._signals, *waking], [], [], _PRINTS if self._running else 1.0)
            if waking and waking[0] in ready:
                os.read(waking[0], 4096)
                continue
            sign = os.read(self._signals, 1) if ready else None
            if sign == b"":
                os._exit(0)  # the host is gone
            if sign == _LEAVE:
                return
            if sign == b"r":
                arrivals.wake()
            elif sign:
                self._cancel(sign[0])
            elif self._running:
                with contextlib.suppress(Closed):  # who serves meets the end too
                    self._tell_prints()

    def _cancelled(self, _told: Any) -> None:
        """The host says so in its turn, while the run waits for an answer."""
        self._executor._session.cancel()

    def _cancel(self, sign: int) -> None:
        """Ends the run that the sign is for, which may be about to begin."""
        session, until = self._executor._session, time.monotonic() + _BEGINS_WITHIN
        while (ahead := cancelled(sign, self._run_number)) >= 0 and time.monotonic() < until:
            if not ahead and (session.running or not self._running):
                break
            time.sleep(_MOMENT)
        if ahead == 0:
            session.cancel()

    def _stream(self, text: str) -> None:
        """The code prints: the host is told soon."""
        self._streamed.append(text)
        if len(self._streamed) >= _STREAMED or len(text) > _STREAMED:
            self._tell_stream()

    def _tell_stream(self) -> None:
        with self._stream_turn:
            streamed, self._streamed = self._streamed, []
            for at in range(0, len(text := "".join(streamed)), _PIECE):
                self._conversation.tell(PRINTED, text[at : at + _PIECE])

    def _logs(self) -> str:
        container = self._variables.state.get("_print_outputs")
        return container.value if type(container) is fastexec.PrintContainer else ""

    def _tell_prints(self) -> None:
        self._tell_stream()
        text = self._logs()
        if text != self._printed:
            added = text[len(self._printed) :] if text.startswith(self._printed) else None
            self._printed = text
            self._conversation.tell(PRINTED, [added is None, text if added is None else added])
