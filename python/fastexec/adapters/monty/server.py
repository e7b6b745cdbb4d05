"""The worker that a client starts: requests on one pipe, events on another, until the client has had enough."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fastexec import Limits, LocalPythonExecutor
from fastexec.adapters.monty.frames import Broken, Malformed, Pipe, TooLarge
from fastexec.adapters.monty.schema import PROTOCOL_VERSIONS
from fastexec.adapters.monty.session import Left, Session, error_event, fatal, ok, violation
from fastexec.limits import AT_CALL

MODULES = ("asyncio", "dataclasses", "functools", "json", "string", "textwrap", "typing", "uuid")
"""Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES` and those of the command line."""

FINE, FAILED = 0, 70
_GRACE = 2.0
"""Seconds that a run may take to end when the client is gone."""

_FIRST = frozenset(("configure", "load", "reset", "shutdown"))
"""What may be asked while there is no session."""


class Server:
    """Serves one client.

    Args:
        pipe: The way to it.
        limits: Caps that no client may pass.
        make: Makes an executor with such caps.
    """

    def __init__(self, pipe: Pipe, limits: Limits, make: Callable[[Limits], LocalPythonExecutor]) -> None:
        self._pipe, self._limits, self._make = pipe, limits, make
        self._session: Session | None = None

    def serve(self) -> int:
        """Until the client has closed its end, or asks for the end; gives the code to exit with."""
        self._pipe.watch(self._gone)
        try:
            return self._serve()
        except Broken as error:
            return self._last(f"malformed request frame: {error}")
        except OSError:
            return FAILED  # nobody is there to be told
        finally:
            if self._session is not None:
                self._session.close()

    def _serve(self) -> int:
        request = self._read()
        while request is not None:
            kind = request.WhichOneof("kind")
            if kind == "configure" and request.configure.protocol_version not in PROTOCOL_VERSIONS:
                first, last = PROTOCOL_VERSIONS[0], PROTOCOL_VERSIONS[-1]
                return self._last(f"unsupported protocol version {request.configure.protocol_version}: server supports versions {first} to {last}")
            try:
                self._send(self._handled(kind, request))
            except Left as left:
                request = left.request
                continue
            except TooLarge as error:
                self._send(error_event("RuntimeError", str(error)))
            if kind == "shutdown":
                return FINE
            request = self._read()
        return FINE

    def _last(self, message: str) -> int:
        try:
            self._send(fatal(message))
        except OSError:
            pass
        print(f"fastexec: {message}", file=sys.stderr)
        return FAILED

    def _handled(self, kind: str | None, request: Any) -> Any:
        """The event that ends a turn."""
        if kind is None:
            return violation("request has no kind")
        if self._session is None and kind not in _FIRST:
            return violation("session has not been configured")
        match kind:
            case "configure":
                return self._configured(request.configure)
            case "feed":
                assert self._session is not None
                return self._session.feed(request.feed)
            case "reset" | "shutdown":
                self._end_session()
                return ok()
            case "dump" | "load":
                return error_event("RuntimeError", "fastexec keeps sessions in their process: they can be neither dumped nor loaded")
            case "install_dependencies":
                return error_event("RuntimeError", "fastexec installs nothing: allow installed packages with `fastexec serve --allow MODULE`")
        return violation(f"{kind} without a question")

    def _configured(self, configure: Any) -> Any:
        if self._session is not None:
            return violation("Configure while a session already exists")
        refused = _refused(configure)
        if refused:
            return error_event("RuntimeError", f"fastexec does not have this: {refused}")
        try:
            self._session = Session(configure, self._limits_of(configure), self._make, self._send, self._exchange)
        except Exception as error:  # noqa: BLE001  (a worker that does not start, a limit that cannot be)
            return error_event("RuntimeError", str(error))
        return ok()

    def _limits_of(self, configure: Any) -> Limits:
        """The client's, as far as the server's allow."""
        given = configure.limits
        theirs = {
            "memory_bytes": given.max_memory_bytes if given.HasField("max_memory_bytes") else None,
            "recursion": given.max_recursion_depth if given.HasField("max_recursion_depth") else None,
            "seconds": given.max_feed_duration_micros / 1e6 if given.HasField("max_feed_duration_micros") else None,
        }
        both = {name: _least(getattr(self._limits, name), cap) for name, cap in theirs.items() if cap is not None}
        return replace(self._limits, **both)

    def _end_session(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.close()

    # The way to the client.

    def _read(self) -> Any:
        while True:
            try:
                return self._pipe.read()
            except Malformed as error:
                self._send(violation(f"malformed request: {error}"))

    def _send(self, event: Any) -> None:
        if self._session is not None and event.WhichOneof("kind") != "print":
            self._session.stamp(event)
        self._pipe.write(event)

    def _exchange(self, event: Any) -> Any:
        self._send(event)
        return self._read()

    def _gone(self) -> None:
        """The client is: a run under way ends, and this process, whatever it does."""
        session = self._session
        if session is not None:
            session.cancel()
        timer = threading.Timer(_GRACE, os._exit, (FAILED,))
        timer.daemon = True
        timer.start()


def _refused(configure: Any) -> str | None:
    """What a client asks for, and must not believe that it has."""
    policy = configure.os_policy
    if policy.WhichOneof("datetime") == "fixed":
        return "a fixed time"
    if policy.WhichOneof("random_start") == "seed":
        return "a seed of random numbers"
    if policy.timezone.WhichOneof("zone") not in (None, "utc"):
        return "a time zone but UTC"
    if policy.sleep.WhichOneof("mode") == "zero":
        return "sleeping without waiting"
    if configure.limits.HasField("max_total_sleep_micros"):
        return "max_total_sleep (sleeping counts as running: max_feed_duration limits it)"
    return None


def _least(ours: Any, theirs: Any) -> Any:
    return theirs if ours is AT_CALL or ours is None else min(ours, theirs)


def serve(limits: Limits, make: Callable[[Limits], LocalPythonExecutor]) -> int:
    """Serves standard input and output. What else this process prints goes to standard error."""
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return Server(Pipe(reading, writing), limits, make).serve()

