"""The fork server: a fresh interpreter of one thread that loads what is authorized, and forks a worker when asked.

Asked on a socket of packets, in JSON: `load` modules, `fork` with two descriptors, `kill`, `status`. It ends when the
socket is closed, and its workers with it.
"""

from __future__ import annotations

import array
import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import sys
import traceback
from typing import Any

import fastexec.executor
import fastexec.isolation.worker as worker
from fastexec.isolation.server import in_words

_QUESTION = 1 << 20

_WITH = {"matplotlib": "matplotlib.pyplot", "pandas": "pandas.io.formats.format"}
"""What packages load late, and either slowly or with files that a worker may not write."""


def main(descriptor: int) -> None:
    """Serves until the host is gone."""
    control = socket.socket(fileno=descriptor)
    _Server(control).serve()


class _Server:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._workers: dict[int, str | None] = {}
        self._failed: set[str] = set()
        self._forgotten: set[int] = set()
        # What the engine changes in an interpreter is done once, here.
        fastexec.executor.LocalPythonExecutor([])

    def serve(self) -> None:
        signal.signal(signal.SIGCHLD, lambda *_: self._reap())
        while True:
            question, descriptors = self._question()
            if question is None:
                break
            try:
                answer = self._answer(question, descriptors)
            except Exception:  # noqa: BLE001  (the host is told)
                answer = {"error": f"the fork server failed: {traceback.format_exc(limit=-3)}"}
            finally:
                for given in descriptors:
                    os.close(given)
            self._send({"number": question["number"], **answer})
        self._kill_all()

    def _send(self, answer: dict[str, Any]) -> None:
        message = json.dumps(answer).encode()
        handle = _handle_of(answer["pid"]) if "pid" in answer else None
        if handle is None:
            self._control.send(message)
            return
        try:
            socket.send_fds(self._control, [message], [handle])
        finally:
            os.close(handle)

    def _question(self) -> tuple[dict[str, Any] | None, array.array[int]]:
        descriptors = array.array("i")
        message, ancillary, _flags, _address = self._control.recvmsg(_QUESTION, socket.CMSG_SPACE(16))
        for _level, _kind, content in ancillary:
            descriptors.frombytes(content)
        return (json.loads(message) if message else None), descriptors

    def _answer(self, question: dict[str, Any], descriptors: array.array[int]) -> dict[str, Any]:
        self._reap()
        if question["do"] == "fork":
            return self._fork(question, descriptors)
        pid = question["pid"]
        if question["do"] in ("kill", "end") and self._workers.get(pid, "gone") is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if question["do"] == "end" and self._workers.get(pid, "gone") is None:
            # Nobody will ask how.
            self._forgotten.add(pid)
        ended = self._workers.get(pid, "gone")
        if ended is not None:
            self._workers.pop(pid, None)
        return {"ended": ended}

    def _fork(self, config: dict[str, Any], descriptors: array.array[int]) -> dict[str, Any]:
        # The host may have changed it since the server began.
        sys.path[:] = config["path"]
        self._load(config["load"])
        pid = os.fork()
        if pid:
            self._workers[pid] = None
            return {"pid": pid}
        try:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._control.close()
            worker.main(config, *descriptors)
        except BaseException:  # noqa: BLE001  (nothing of the server's may run in it)
            os._exit(3)
        os._exit(0)

    def _load(self, names: list[str]) -> None:
        missing = [name for given in names for name in (given, _WITH.get(given, given)) if name not in sys.modules]
        for name in missing:
            if name not in self._failed:
                try:
                    importlib.import_module(name)
                except Exception:  # noqa: BLE001  (the code that imports it meets the error)
                    self._failed.add(name)
        if missing or not gc.get_freeze_count():
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
                self._workers[pid] = in_words(status)
            if pid in self._forgotten:
                self._forgotten.discard(pid)
                self._workers.pop(pid, None)

    def _kill_all(self) -> None:
        for pid, ended in list(self._workers.items()):
            if ended is None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def _handle_of(pid: int) -> int | None:
    """A descriptor of the process, by which its host ends it without asking here."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):  # another system; it has ended already
        return None
