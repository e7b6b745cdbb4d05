"""The host's side of the fork server: starts it once, and asks it for workers."""

from __future__ import annotations

import array
import atexit
import collections
import contextlib
import errno
import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from fastexec.isolation import groups, idling
from fastexec.isolation.problems import GivenUp, IsolationError
from fastexec.isolation.waits import Waits

_START = 60.0
"""Seconds for a start with the imports of the packages, at most."""

_ONE_THREAD = {
    name: "1"
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
}
_HANDED_ON = ("TZ", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "HOME", "MPLCONFIGDIR", "SYSTEMROOT", groups.VARIABLE)

_PATIENCE = 10.0
"""Seconds for the end of a server that was killed."""

_SLICE = 100.0
"""Milliseconds between two looks at signals."""

_REPLY = 1 << 20
_ROOM = socket.CMSG_SPACE(3 * 4)
_CLOSE_ON_EXEC = getattr(socket, "MSG_CMSG_CLOEXEC", 0)


def _never() -> bool:
    return False


def _look(gives_up: Callable[[], bool]) -> None:
    if gives_up():
        raise GivenUp


class Server:
    """One server process, and the socket on which it is asked."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        theirs = socket.socket(fileno=_beyond_streams(theirs.detach()))
        table = idling.made()
        if table is not None:
            table = _beyond_streams(table)
        self.places: idling.Places = idling.Places(table)
        handed_on = [theirs.fileno()] if table is None else [theirs.fileno(), table]
        try:
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-X", "utf8", "-c", _START_LINE, json.dumps(search_path()), *map(str, handed_on)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=None if _is_open(2) else subprocess.DEVNULL,
                    env={**_ONE_THREAD, "MPLBACKEND": "Agg", **{name: os.environ[name] for name in _HANDED_ON if name in os.environ}},
                    pass_fds=handed_on,
                    # Ctrl-C in a terminal is for the host.
                    start_new_session=True,
                )
        finally:
            if table is not None:
                os.close(table)
        self._socket = ours
        self._socket.settimeout(_START)
        # (What comes in the middle of a question on the same thread is told so, and does not wait for itself.)
        self._lock = threading.RLock()
        self._broken = False
        self._is_asking = False
        """Whether a question is out."""
        self._questions = 0
        self._came: list[tuple[Any, ...]] = []
        """An answer with descriptors whose asker was interrupted when it came."""
        self._doomed: collections.deque[int] = collections.deque()
        self.owner: int = os.getpid()

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The server's answer. Raises `IsolationError`."""
        with self._lock:
            told, _ = self._ask_alone(question, _never)
        self._end_doomed()
        return told

    def fork(self, config: dict[str, Any], place: int | None, gives_up: Callable[[], bool]) -> tuple[int, list[int]]:
        """A worker, with that place in the table: its number, and descriptors: of the way to it, of signals to it, and of
        itself where the system has such. Raises `IsolationError`, and `GivenUp` when nobody waits for it any more."""
        while not self._lock.acquire(timeout=_SLICE / 1000):
            _look(gives_up)
        try:
            told, handles = self._ask_alone({"do": "fork", "place": place, "kind": json.dumps(config)}, gives_up)
        finally:
            self._lock.release()
        self._end_doomed()
        if len(handles) < 2:
            _close_all(handles)
            self.end(told["pid"])
            raise IsolationError("no worker can be started (Too many open files)")
        return told["pid"], handles

    def _ask_alone(self, question: dict[str, Any], gives_up: Callable[[], bool]) -> tuple[dict[str, Any], list[int]]:
        if self._is_asking:
            raise IsolationError("the fork server is asked on this very thread already: a handler of signals or a finaliser came in between")
        self._is_asking = True
        try:
            return self._ask(question, gives_up)
        finally:
            self._is_asking = False

    def _ask(self, question: dict[str, Any], gives_up: Callable[[], bool]) -> tuple[dict[str, Any], list[int]]:
        self._questions += 1
        message = json.dumps({"number": self._questions, **question}).encode()
        try:
            self._socket.send(message)
            # A finaliser may come here in the middle of a run in this process, whose rules forbid `recvmsg`.
            answer, handles = self._answer(self._questions, gives_up, with_handles=question["do"] == "fork")
        except OSError as error:
            if error.errno == errno.EMSGSIZE:
                raise IsolationError(f"the paths and modules of this executor are too many for a worker: {len(message):,} bytes") from None
            self._broken = True
            raise IsolationError(f"the fork server does not answer ({error})") from None
        if "error" in answer:
            raise IsolationError(answer["error"])
        return answer, handles

    def _answer(self, number: int, gives_up: Callable[[], bool], with_handles: bool) -> tuple[dict[str, Any], list[int]]:
        """That of this question. Of one whose asker was interrupted, by Ctrl-C perhaps, or gave up, nobody takes the
        answer: a worker that it made is ended."""
        while True:
            handles: list[int] = []
            if with_handles and not self._came:
                self._await_answer(gives_up)
                # (No interrupt comes between what is received here and its place in the list.)
                self._came.extend(map(self._socket.recvmsg, (_REPLY,), (_ROOM,), (_CLOSE_ON_EXEC,)))
            if self._came:
                data, ancillary, *_ = self._came[0]
                handles = _descriptors_in(ancillary)
                del self._came[:]
            else:
                data = self._socket.recv(_REPLY)
            if not data:
                self._broken = True
                raise IsolationError(f"the fork server has ended (exit code {self._process.poll()})")
            told: dict[str, Any] = json.loads(data)
            if told["number"] == number:
                return told, handles
            _close_all(handles)
            if "pid" in told:
                self._doomed.append(told["pid"])

    def _await_answer(self, gives_up: Callable[[], bool]) -> None:
        """Interrupts come here, where nothing is lost: descriptors that were received and not stored yet would be nobody's. (A signal that
        reached another thread ends no wait.)"""
        answered, until = select.poll(), time.monotonic() + _START
        answered.register(self._socket, select.POLLIN)
        while not answered.poll(_SLICE) and time.monotonic() < until:
            _look(gives_up)

    def end(self, pid: int) -> None:
        """Ends a worker of which nobody will ask again. Never waits for another question, nor for an answer: a finaliser may
        call it in the middle of one."""
        self._doomed.append(pid)
        self._end_doomed()

    def _end_doomed(self) -> None:
        while self._doomed and not self._is_asking and self._lock.acquire(blocking=False):
            try:
                self._socket.send(json.dumps({"do": "forget", "pid": self._doomed.popleft()}).encode())
            except IndexError:
                pass  # another thread was faster
            except OSError:
                self._broken = True  # a server that has ended took its workers with it
            finally:
                self._lock.release()

    @property
    def alive(self) -> bool:
        """Whether it runs, and is of this process."""
        return self.owner == os.getpid() and not self._broken and self._process.poll() is None

    def close(self) -> None:
        """Ends it, and its workers with it."""
        self._socket.close()
        if self.owner == os.getpid():
            self._process.kill()
            # (It holds a lock while it looks, which an interrupt may have left taken: it would wait for ever.)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_PATIENCE)
            groups.remove_all_of(self._process.pid)

    def forget(self) -> None:
        """Closes a copy of the socket that a fork has made."""
        self._socket.close()
        self.places.forget()


def _descriptors_in(ancillary: list[tuple[int, int, bytes]]) -> list[int]:
    """Those that came with a message."""
    found = array.array("i")
    for level, kind, content in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            found.frombytes(content[: len(content) - len(content) % found.itemsize])
    return list(found)


def _beyond_streams(descriptor: int) -> int:
    """The same by another number, where that is one of a standard stream's which the host has closed: its server has those."""
    if descriptor > _STREAMS:
        return descriptor
    try:
        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _STREAMS + 1)
    finally:
        os.close(descriptor)


_STREAMS = 2


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


_START_LINE = (
    "import json, os, sys; sys.path[:] = json.loads(sys.argv[1]); "
    # What these do after a fork costs a worker a tenth of its start, and is for forks in the middle of other threads.
    "hooks = []; register = os.register_at_fork; os.register_at_fork = lambda **given: hooks.append(given); "
    "import logging, random, threading; os.register_at_fork = register; "
    "from fastexec.isolation.fork_server import main; main(hooks, *map(int, sys.argv[2:]))"
)


def search_path() -> list[str]:
    """The host's, without what means the working directory."""
    return [path for path in sys.path if isinstance(path, str) and os.path.isabs(path)]


_lock = threading.RLock()
_server: Server | None = None


def server() -> Server:
    """The server of this process: started when first asked for, and again if it ended."""
    global _server
    with _lock:
        if _server is None or not _server.alive:
            if _server is not None and _server.owner == os.getpid():
                _server.close()
            _server = Server()
        return _server


def stop() -> None:
    """Ends the server of this process and all its workers."""
    global _server
    with _lock:
        if _server is not None:
            _server.close()
            _server = None


def _close_all(descriptors: list[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


class Process:
    """A worker, as its server knows it. `channel` and `signals` are this side's ends of the ways to it; whoever has the
    worker closes them. To make one raises `GivenUp` where `gives_up` says so before there is one."""

    def __init__(self, config: dict[str, Any], gives_up: Callable[[], bool] = _never) -> None:
        self._ended: str | None = None
        self.pid: int
        try:
            channel, signals, *handle = self._fork(config, gives_up)
        except IsolationError:
            if self._server.alive:
                raise
            # One that was ended since its last answer: another one does as well.
            channel, signals, *handle = self._fork(config, gives_up)
        self._handle = handle[0] if handle else None
        try:
            self.channel: socket.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, channel)
            self.signals: socket.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, signals)
            self._waits = Waits(self.pid)
        except BaseException:
            self.end()
            raise

    def _fork(self, config: dict[str, Any], gives_up: Callable[[], bool]) -> list[int]:
        self._server = server()
        self._turns = self._server.places.taken()
        self.pid, descriptors = self._server.fork(config, self._turns.place, gives_up)
        return descriptors

    def begin_turn(self) -> int:
        """It is asked something from now on. Gives what `end_turn` is told."""
        return self._turns.begin(self._go_on)

    def end_turn(self, outer: int) -> None:
        """Nobody waits for it any more, unless somebody did before."""
        self._turns.end(outer)

    def _go_on(self) -> None:
        """Its server has stopped it. (Where there is no handle, it does not.)"""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self._handle, signal.SIGCONT)

    def kill(self) -> None:
        """Ends it, whatever it does; its server may be busy with imports of others."""
        if self._ended is not None or not self._server.alive:
            return
        if self._handle is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            return
        with contextlib.suppress(IsolationError):  # its workers die with it
            self._server.ask({"do": "kill", "pid": self.pid})

    def end(self) -> None:
        """As `kill`, for the last time: how it ended is not asked any more."""
        try:
            self._end()
        except KeyboardInterrupt:
            # It may come in a finaliser, which nobody calls again.
            self._end()
            raise
        finally:
            self.forget()

    def _end(self) -> None:
        self.kill()
        if self._ended is None and self._server.alive:
            self._server.end(self.pid)
            self._ended = "ended"

    def forget(self) -> None:
        """Gives up the handle: the worker is another process's."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    def waited(self) -> float:
        """Seconds for which it has waited for a processor that others had, of those between calls of this."""
        return self._waits.seconds()

    def ended(self, patience: float = 1.0) -> str:
        """How it ended, in words; waits so many seconds for that."""
        until = time.monotonic() + patience
        while self._ended is None:
            try:
                told = self._server.ask({"do": "status", "pid": self.pid})
            except IsolationError:
                self._ended = "its server has ended"
                break
            self._ended = told["ended"]
            if self._ended is None and time.monotonic() > until:
                return "it still runs"
            if self._ended is None:
                time.sleep(0.002)
        return self._ended


def in_words(status: int) -> str:
    """How a process with this status of `os.waitpid` has ended."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name = signal.Signals(number).name if number in signal.Signals._value2member_map_ else f"signal {number}"
        why = {"SIGSYS": ": a system call that no honest program makes", "SIGXCPU": ": its processor time was used up"}
        return f"{name}{why.get(name, '')}"
    return f"exit code {os.WEXITSTATUS(status)}"


def _after_fork() -> None:
    # The child's copy would keep the server alive after the host's end.
    global _server, _lock
    _lock = threading.RLock()
    if _server is not None:
        _server.forget()
        _server = None


os.register_at_fork(after_in_child=_after_fork)
atexit.register(stop)
