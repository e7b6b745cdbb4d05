"""The fork server: a fresh interpreter of one thread that loads what is authorized, and forks a worker when asked.

Asked on a socket of packets, in JSON: `fork`, which answers with descriptors, `kill`, `status`, and `forget`, which has no answer.
It ends when the socket is closed, and its workers with it.
"""

from __future__ import annotations

import _thread
import collections
import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Generator
from typing import Any, NamedTuple

import fastexec.executor
import fastexec.isolation.worker as worker
from fastexec._fastexec import prepare_walls, rest_watchdog
from fastexec.isolation import groups, idling
from fastexec.isolation.server import in_words

_QUESTION = 1 << 20

_WITH = {"matplotlib": "matplotlib.pyplot", "pandas": "pandas.io.formats.format"}
"""What packages load late, and either slowly or with files that a worker may not write."""


_REHEARSALS = 20
"""Calls after which the interpreter has made up its mind about the code that every first call runs."""

_KINDS = 4
"""Of workers, by what they were asked to be, for which one waits."""


class _Started(NamedTuple):
    """A worker, and the host's ends of the ways to it."""

    pid: int
    channel: socket.socket
    signals: socket.socket

    def close(self) -> None:
        self.channel.close()
        self.signals.close()


_Place = tuple[int, int] | None
"""Of a file: its device and its number there."""


class _Kind:
    """Of workers, by what they were asked to be."""

    def __init__(self, config: dict[str, Any], places: list[_Place]) -> None:
        self.made = worker.Worker(config)
        """What each is when it is forked."""
        self.places = places
        """Of its files. Rules about those are of what was there then, whatever has the names later. (As long as a worker has such
        a rule, the kernel gives the number of its file to no other.)"""
        self.waiting: _Started | None = None
        """One that is locked up already, of a kind that was asked for twice."""


_Hooks = dict[str, Callable[[], object]]
"""As `os.register_at_fork` is given them."""


def main(hooks: list[_Hooks], descriptor: int, table: int | None = None) -> None:
    """Serves until the host is gone. `hooks` are those of the standard library, which see to its locks and numbers in a fork: this
    process has one thread, and workers take numbers of their own. `table` is a descriptor too, of what `idling` needs."""
    watch = idling.Watch(table)
    if table is not None:
        os.close(table)
    _Server(socket.socket(fileno=descriptor), watch, hooks).serve()


class _HostGone(Exception):
    """The host has ended before it had its answer."""


class _Server:
    def __init__(self, control: socket.socket, watch: idling.Watch, hooks: list[_Hooks]) -> None:
        self._control = control
        self._hooks = hooks
        self._watch = watch
        self._woken, self._wakes = socket.socketpair()
        for end in (self._woken, self._wakes):
            end.setblocking(False)
        self._workers: dict[int, str | None] = {}
        self._failed: set[str] = set()
        self._frozen = False
        self._environment = dict(os.environ)
        self._forgotten: set[int] = set()
        self._kinds: collections.OrderedDict[str, _Kind] = collections.OrderedDict()
        self._groups: groups.Groups | None = None
        self._looked_for_groups = False
        self._group_of: dict[int, groups.Group] = {}
        # What the engine changes in an interpreter is done once, here.
        fastexec.executor.LocalPythonExecutor([])

    def serve(self) -> None:
        def died(_signal: int, _frame: object) -> None:
            self._reap()

        signal.signal(signal.SIGCHLD, died)
        signal.set_wakeup_fd(self._wakes.fileno(), warn_on_full_buffer=False)
        both = select.poll()
        both.register(self._control, select.POLLIN)
        both.register(self._woken, select.POLLIN)
        while True:
            # A signal that comes just before a call that waits is handled after it: here it ends the wait.
            ready = [descriptor for descriptor, _ in both.poll(self._watch.patience())]
            self._watch.look()
            if self._woken.fileno() in ready:
                self._woken.recv(_QUESTION)
                continue
            if not ready:
                continue
            try:
                message = self._control.recv(_QUESTION)
            except ConnectionError:
                break  # the host has ended, and an answer lies there that it has not read
            if not message:
                break
            try:
                self._serve(json.loads(message))
            except _HostGone:
                break
        self._end_all()

    def _serve(self, question: dict[str, Any]) -> None:
        number, place = question.pop("number", 0), question.pop("place", None)
        try:
            if question["do"] == "fork":
                self._fork(number, place, question["kind"])
            elif question["do"] == "forget":
                self._forget(question["pid"])
            else:
                self._send({"number": number, "ended": self._ended(question["do"], question["pid"])})
        except groups.Unusable as error:
            self._send({"number": number, "error": f"no group for a worker: {error}"})
        except _HostGone:
            raise
        except Exception:  # noqa: BLE001  (the host is told)
            self._send({"number": number, "error": f"the fork server failed: {traceback.format_exc(limit=-3)}"})

    def _send(self, answer: dict[str, Any], descriptors: tuple[int, ...] = ()) -> None:
        message = json.dumps(answer).encode()
        try:
            if descriptors:
                socket.send_fds(self._control, [message], descriptors)
            else:
                self._control.send(message)
        except ConnectionError:
            raise _HostGone from None

    def _ended(self, do: str, pid: int) -> str | None:
        """How it ended."""
        self._reap()
        if do == "kill" and self._workers.get(pid, "gone") is None:
            self._kill(pid)
        ended = self._workers.get(pid, "gone")
        if ended is not None:
            self._workers.pop(pid, None)
        return ended

    def _forget(self, pid: int) -> None:
        """Ends it, if it has not ended. Nobody will ask how."""
        self._reap()
        if self._workers.get(pid, "gone") is None:
            self._kill(pid)
            self._forgotten.add(pid)
        else:
            self._workers.pop(pid, None)

    @staticmethod
    def _kill(pid: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def _fork(self, number: int, place: int | None, asked: str) -> None:
        """Hands over a worker: one that waits, if there is one of this kind; then another takes its place."""
        self._reap()
        known = self._known(asked)
        kind = known or self._new_kind(json.loads(asked))
        # Modules that a worker loads late.
        sys.path[:] = kind.made.config["path"]
        started = self._taken(kind) or self._start(kind)
        handle = _handle_of(started.pid)
        # (Without the handle nobody could wake it up again.)
        self._watch.add(started.pid, None if handle is None else place)
        try:
            given = (started.channel.fileno(), started.signals.fileno())
            self._send({"number": number, "pid": started.pid}, given if handle is None else (*given, handle))
        finally:
            started.close()
            if handle is not None:
                os.close(handle)
        self._kinds[asked] = kind
        while len(self._kinds) > _KINDS:
            self._give_up(self._kinds.popitem(last=False)[1])
        if known is not None:
            with contextlib.suppress(OSError):  # nobody asked for it yet
                kind.waiting = self._start(kind)

    def _known(self, asked: str) -> _Kind | None:
        """The kind that was asked for in the same words, if its files are still the same."""
        kind = self._kinds.pop(asked, None)
        if kind is not None and kind.places != _places(kind.made.config):
            self._give_up(kind)
            return None
        return kind

    def _new_kind(self, config: dict[str, Any]) -> _Kind:
        # The host may have changed it since the server began.
        sys.path[:] = config["path"]
        prepare_walls(bool(config["walls"]["write"]), config["walls"]["memory_bytes"] is not None)
        self._load(config)
        return _Kind(config, _places(config))

    def _give_up(self, kind: _Kind) -> None:
        self._taken(kind, end=True)
        kind.made.close()

    def _taken(self, kind: _Kind, *, end: bool = False) -> _Started | None:
        """The worker of that kind that waits, if it lives; or its end."""
        waiting, kind.waiting = kind.waiting, None
        if waiting is None:
            return None
        if end or self._workers.get(waiting.pid, "gone") is not None or _is_ending(waiting.pid):
            waiting.close()
            self._forget(waiting.pid)
            return None
        return waiting

    def _start(self, kind: _Kind) -> _Started:
        ends: list[socket.socket] = []
        group = None
        try:
            for _ in range(2):
                ends += socket.socketpair()
            ours, theirs, our_signals, their_signals = ends
            group = self._new_group(kind.made.config["walls"]["memory_bytes"])
            others = self._inherited(ours, our_signals)
            ways = theirs.fileno(), their_signals.fileno()
            pid = self._forked()
            if not pid:
                self._become_worker(kind.made, group, ways, others)
        except BaseException:
            for end in ends:
                end.close()
            if group is not None:
                group.remove()
            raise
        self._workers[pid] = None
        if group is not None:
            self._group_of[pid] = group
        theirs.close()
        their_signals.close()
        return _Started(pid, ours, our_signals)

    def _forked(self) -> int:
        """As `os.fork`. A package may have threads of its own here, which may have locks."""
        is_alone = not _thread._count()
        if not is_alone:
            _run([hooks.get("before") for hooks in reversed(self._hooks)])
        pid = os.fork()
        if not is_alone:
            _run([hooks.get("after_in_parent" if pid else "after_in_child") for hooks in self._hooks])
        return pid

    def _new_group(self, memory_bytes: int | None) -> groups.Group | None:
        """For one worker. Its copies of the pages that it shares with this process count as its own."""
        if memory_bytes is None:
            return None
        if not self._looked_for_groups:
            with self._environment_of_packages():
                self._groups = groups.here()
            self._looked_for_groups = True
        return None if self._groups is None else self._groups.make(memory_bytes + _data_bytes())

    def _inherited(self, *ends: socket.socket) -> list[int]:
        """Descriptors of this process that no worker may have."""
        waiting = [kind.waiting for kind in self._kinds.values() if kind.waiting is not None]
        ways = [way for started in waiting for way in (started.channel, started.signals)]
        return [held.fileno() for held in (self._control, self._woken, self._wakes, *ends, *ways)]

    @staticmethod
    def _become_worker(made: worker.Worker, group: groups.Group | None, ways: tuple[int, int], others: list[int]) -> None:
        # (Each object of the server's that is touched here costs a copy of the pages that it is on.)
        try:
            if group is not None:
                group.enter()
            signal.set_wakeup_fd(-1)
            # (That of `signal` itself looks for the handler among the names of constants, which takes a while to fail.)
            signal._signal.signal(signal.SIGCHLD, int(signal.SIG_DFL))  # type: ignore[attr-defined]
            for descriptor in others:
                os.close(descriptor)
            worker.main(made, *ways)
        except BaseException:  # noqa: BLE001  (nothing of the server's may run in it)
            os._exit(3)
        os._exit(0)

    @contextlib.contextmanager
    def _environment_of_packages(self) -> Generator[None, None, None]:
        """What this process was started with, and what imports have added. Between imports it has nothing, as workers have."""
        os.environ.update(self._environment)
        try:
            yield
        finally:
            self._environment = dict(os.environ)
            os.environ.clear()

    def _load(self, config: dict[str, Any]) -> None:
        given: list[str] = config["load"]
        wanted = [name for first in given for name in (first, _WITH.get(first, first))]
        missing = [name for name in wanted if name not in sys.modules and name not in self._failed]
        with self._environment_of_packages():
            for name in missing:
                try:
                    importlib.import_module(name)
                except Exception:  # noqa: BLE001  (the code that imports it meets the error)
                    self._failed.add(name)
        if missing or not self._frozen:
            self._frozen = True  # (To ask `gc` for that takes as long as its objects are many.)
            for _ in range(_REHEARSALS):
                worker.rehearse(config)
            rest_watchdog()
            gc.collect()
            # What is loaded now is shared with all workers as long as nobody writes to it.
            gc.freeze()

    def _reap(self) -> None:
        # One by one: packages that are loaded may have children of their own. A signal may come here in the middle of it.
        for worker_pid in [pid for pid, ended in list(self._workers.items()) if ended is None]:
            try:
                pid, status = os.waitpid(worker_pid, os.WNOHANG)
            except ChildProcessError:
                continue
            if pid:
                self._workers[pid] = in_words(status) + self._left_group(pid)
                self._watch.drop(pid)
            if pid in self._forgotten:
                self._forgotten.discard(pid)
                self._workers.pop(pid, None)

    def _left_group(self, pid: int) -> str:
        """What is to be said of the end of a worker whose group is given up."""
        group = self._group_of.pop(pid, None)
        if group is None or self._groups is None:
            return ""
        ran_out = group.ran_out()
        self._groups.give_up(group)
        return ": more memory than its group may have" if ran_out else ""

    def _end_all(self) -> None:
        running = [pid for pid, ended in list(self._workers.items()) if ended is None]
        for pid in running:
            self._kill(pid)
        if self._groups is not None:
            for pid in running:
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, 0)
                self._left_group(pid)
            self._groups.end()


def _run(hooks: list[Callable[[], object] | None]) -> None:
    for hook in hooks:
        if hook is not None:
            hook()


def _data_bytes() -> int:
    """That this process has."""
    with open("/proc/self/status") as status:
        return next((int(line.split()[1]) << 10 for line in status if line.startswith("VmData:")), 0)


def _is_ending(pid: int) -> bool:
    """Whether it was killed: `waitpid` says so when the last of its threads has gone."""
    try:
        stat = os.open(f"/proc/{pid}/stat", os.O_RDONLY)
    except OSError:
        return False
    try:
        return os.read(stat, 1024).rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except (OSError, IndexError):
        return False
    finally:
        os.close(stat)


def _handle_of(pid: int) -> int | None:
    """A descriptor of the process, by which its host ends it without asking here."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):  # another system; it has ended already
        return None


def _places(config: dict[str, Any]) -> list[_Place]:
    """Of the files that a worker may have."""
    return [_place(path) for path in (*config["walls"]["read"], *config["walls"]["write"])]


def _place(path: str) -> _Place:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
