"""One session of a client: its executor, the snippets that it feeds, and what those ask of the client meanwhile."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import fastexec
from fastexec import InterpreterError, Limits, LocalPythonExecutor
from fastexec.adapters.monty import failures
from fastexec.adapters.monty.names import Free, declared, free_names
from fastexec.adapters.monty.schema import STDOUT, ChildEvent
from fastexec.adapters.monty.values import Reader, Unsayable, Writer
from fastexec.adapters.texts import sendable
from fastexec.check.known import MISSING, Known
from fastexec.limits import AT_CALL

Exchange = Callable[[Any], Any]
"""Sends an event, and gives the request that answers it."""

_SEGMENT = 1 << 20
"""Characters of printed text in a piece."""
_MICROS = 1_000_000
_UNDEFINED: Any = object()


class Left(Exception):
    """The client asked for something else than to go on: the request, or None where it is gone."""

    def __init__(self, request: Any) -> None:
        super().__init__("the client has given up this run")
        self.request = request


class Session:
    """Serves what a client feeds.

    Args:
        configure: The client's settings.
        limits: Caps of each snippet.
        make: Makes the executor with them.
        send: Sends an event.
        exchange: Sends an event, and waits for the answer.
    """

    def __init__(
        self, configure: Any, limits: Limits, make: Callable[[Limits], LocalPythonExecutor], send: Callable[[Any], None], exchange: Exchange
    ) -> None:
        self._configure, self._limits = configure, limits
        self._send, self._exchange = send, exchange
        self._clock = Clock(self.cancel)
        self._executor = make(limits)
        self._executor.count_tool_time = False
        self._functions: dict[str, Callable[..., Any]] = {}
        self._feeds = 0
        self._calls = 0
        self._printed = ""
        self._settled: dict[int, tuple[Any, Any]] = {}
        self._pending: set[int] = set()
        self._left: Left | None = None
        self._aborted: Any = None

    def cancel(self) -> None:
        """Ends the snippet under way, from any thread."""
        self._executor.cancel()

    def close(self) -> None:
        """Ends the executor, and its worker with it."""
        self._clock.close()
        self._executor.close()

    def feed(self, feed: Any) -> Any:
        """Runs a snippet, and gives the event that ends it.

        Raises:
            Left: The client wants something else meanwhile, or is gone.
        """
        filename = f"<python-input-{self._feeds}>"
        self._feeds += 1
        self._printed, self._left, self._aborted = "", None, None
        self._settled.clear()
        self._pending.clear()
        if feed.cwd not in ("", "/"):
            return error_event("RuntimeError", "fastexec has no mounts and no working directory; grant files with `fastexec serve --read PATH`")
        try:
            inputs = Reader(feed.values, self._function)
            self._executor.send_variables({one.name: inputs[one.value] for one in feed.inputs})
        except (Unsayable, TypeError) as error:
            return error_event("TypeError", f"invalid inputs: {error}")
        return self._run(feed, filename)

    def _run(self, feed: Any, filename: str) -> Any:
        code = feed.code
        # The names that are looked up are the client's again afterwards.
        found: dict[str, Any] = {}
        try:
            free = self._unknown(code)
            self._give_functions({name: _Function(self, name, "") for name in free.called})
            # (Before the client is asked anything: it takes the answer to its request alone for one about types.)
            if self._configure.type_check and not feed.skip_type_check:
                self._give_functions({}, {name: _Function(self, name, "") for name in free.read & declared(self._configure.type_check_stubs)})
                certain = self._executor.check(code).certain
                if certain:
                    return _event("typing_error", diagnostics=certain.text)
            found = self._look_up(free.read)
            return self._completed(self._executed(code))
        except Left:
            raise
        except Exception as error:  # noqa: BLE001  (the client has to hear of it, whatever it is)
            return self._failed(error, code, filename)
        finally:
            if found and self._left is None:
                for name in found:
                    self._executor.state.pop(name, None)

    def _executed(self, code: str) -> fastexec.CodeOutput:
        # The log of the snippet before is not that of one that never starts.
        self._executor.state.pop("_print_outputs", None)
        self._clock.start(self._budget())
        try:
            result = self._executor(code)
        finally:
            self._clock.stop()
            if self._left is not None:
                raise self._left
            self._tell_prints()
        if self._aborted is not None:
            raise InterpreterError("aborted")
        return result

    def _completed(self, result: fastexec.CodeOutput) -> Any:
        event = ChildEvent()
        event.complete.value = Writer(event.complete.values).add(result.output)
        return event

    def _failed(self, error: Exception, code: str, filename: str) -> Any:
        if self._aborted is not None:
            return _event("error", exception=self._aborted)
        if self._clock.over is not None:
            which, used, budget = self._clock.over
            return error_event("TimeoutError", f"{which} time limit exceeded: {used:.3f}s > {budget:g}s")
        if isinstance(error, Unsayable):
            return error_event("ValueError", str(error))
        if getattr(error, "limit", None) == "seconds":
            return error_event("TimeoutError", f"feed time limit exceeded: {self._clock.feed:.3f}s > {self._seconds() or 0:g}s")
        return _event("error", exception=failures.of_run(error, code, filename))

    # Time.

    def _seconds(self) -> float | None:
        return self._executor.timeout_seconds if self._limits.seconds is AT_CALL else self._limits.seconds

    def _budget(self) -> tuple[float | None, float | None]:
        limits = self._configure.limits
        turn = limits.max_turn_duration_micros / _MICROS if limits.HasField("max_turn_duration_micros") else None
        return self._seconds(), turn

    def stamp(self, event: Any) -> None:
        """Puts times and budgets of the session on an event that ends a turn."""
        event.total_execution_micros = int(self._clock.total * _MICROS)
        event.feed_execution_micros = int(self._clock.feed * _MICROS)
        limits = self._configure.limits
        event.max_suspensions = limits.max_suspensions if limits.HasField("max_suspensions") else 1000
        for name in ("max_feed_duration_micros", "max_turn_duration_micros", "max_total_sleep_micros"):
            if limits.HasField(name):
                setattr(event, name, getattr(limits, name))

    # What the code asks of the client.

    def _ask(self, event: Any, answer: str) -> Any:
        """The client's answer to a question of the code."""
        if self._left is not None:
            raise self._left
        if self._clock.runs:
            self._tell_prints()
        with self._clock.stopped():
            while True:
                request = self._exchange(event)
                kind = request and request.WhichOneof("kind")
                if kind == answer:
                    return getattr(request, answer)
                if kind == "abort_feed":
                    self._aborted = request.abort_feed.exception
                    self._executor.cancel()
                    raise failures.exception(self._aborted.exc_type, self._aborted.message)
                if request is None or kind in ("reset", "shutdown"):
                    self._left = Left(request)
                    self._executor.cancel()
                    raise self._left
                # The question stands.
                event = violation(f"{kind} while the code waits for {answer}")

    def _unknown(self, code: str) -> Free:
        """The names that are called, and those that are read, and mean nothing here."""
        executor = self._executor
        known = Known(executor.state, executor.custom_tools, {}, executor.authorized_imports, False)
        meant = known.variables | known.others | MISSING.keys() | self._functions.keys()
        free = free_names(code)
        return Free(free.called - meant, free.read - meant)

    def _give_functions(self, functions: dict[str, Any], others: dict[str, Any] | None = None) -> None:
        """Functions of the client, which stay, and others that do not."""
        self._functions.update(functions)
        self._executor.send_tools({**self._functions, **(others or {})})

    def _look_up(self, names: set[str]) -> dict[str, Any]:
        """Asks the client for names. Functions stay; values are variables of this snippet."""
        found = {name: self._answered(name) for name in sorted(names)}
        self._give_functions({name: value for name, value in found.items() if isinstance(value, _Function)})
        values = {name: value for name, value in found.items() if not isinstance(value, _Function) and value is not _UNDEFINED}
        if values:
            self._executor.send_variables(values)
        return values

    def _answered(self, name: str) -> Any:
        """What the client says that a name is."""
        event = ChildEvent()
        event.name_lookup.name = name
        answer = self._ask(event, "resume_name_lookup")
        match answer.WhichOneof("kind"):
            case "value":
                return Reader(answer.values, self._function)[answer.value]
            case "error":
                raise failures.exception(answer.error.exc_type, answer.error.message)
        return _UNDEFINED

    def _function(self, name: str, docstring: str) -> Any:
        return _Function(self, name, docstring)

    def call(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Calls a function of the client, and gives its value, or what to await."""
        self._calls += 1
        event = ChildEvent()
        call = event.function_call
        call.function_name, call.call_id = name, self._calls
        write = Writer(call.values)
        call.args.extend([write.add(value) for value in args])
        for key, value in kwargs.items():
            call.kwargs.add(key=write.add(key), value=write.add(value))
        answer = self._ask(event, "resume_call")
        if answer.result.WhichOneof("kind") == "future":
            self._pending.add(self._calls)
            return Awaited(self, self._calls, name)
        return self._value(answer.result, answer.values)

    def settled(self, call: int) -> Any:
        """The value of a call that is awaited. All that are pending are asked for at once."""
        while call not in self._settled:
            event = ChildEvent()
            event.resolve_futures.pending_call_ids.extend(sorted(self._pending))
            answer = self._ask(event, "resume_futures")
            for one in answer.results:
                self._pending.discard(one.call_id)
                self._settled[one.call_id] = (one.result, answer.values)
        return self._value(*self._settled[call])

    def _value(self, result: Any, values: Any) -> Any:
        match result.WhichOneof("kind"):
            case "return_value":
                return Reader(values, self._function)[result.return_value]
            case "error":
                raise failures.exception(result.error.exc_type, result.error.message if result.error.HasField("message") else None)
            case "not_found":
                raise NameError(f"name {result.not_found!r} is not defined")
        raise RuntimeError(f"the host gave no result of kind {result.WhichOneof('kind')}")

    def _tell_prints(self) -> None:
        """Sends what was printed since."""
        text = str(self._executor.state.get("_print_outputs", ""))
        # A log that was cut in the middle goes on behind what is known of it.
        told = self._printed if text.startswith(self._printed) else os.path.commonprefix((self._printed, text))
        added, self._printed = text[len(told) :], text
        for start in range(0, len(added), _SEGMENT):
            event = ChildEvent()
            event.print.segments.add(stream=STDOUT, text=sendable(added[start : start + _SEGMENT]))
            self._send(event)


class _Function:
    """A function of the client."""

    def __init__(self, session: Session, name: str, docstring: str) -> None:
        self._session, self.__name__, self.__doc__ = session, name, docstring

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._session.call(self.__name__, args, kwargs)


class Awaited:
    """What a function of the client has promised."""

    def __init__(self, session: Session, call: int, name: str) -> None:
        self._session, self._call, self._name = session, call, name

    def __repr__(self) -> str:
        return f"<result of {self._name}(), not awaited yet>"

    def __await__(self) -> Generator[None, None, Any]:
        # Other tasks of the code make their calls first: then the client has them all.
        yield
        return self._session.settled(self._call)


# What the code does to it instead of awaiting it, Python's messages say of a coroutine.
Awaited.__name__ = "coroutine"


class Clock:
    """Time that the code takes, without what it waits for the client.

    Args:
        end: Ends the run whose time is up.
    """

    def __init__(self, end: Callable[[], None]) -> None:
        self.total: float = 0.0
        self.feed: float = 0.0
        self.over: tuple[str, float, float] | None = None
        """Which budget was used up, what was used, and what there was."""
        self._end = end
        self._budgets: tuple[float | None, float | None] = (None, None)
        self._since: float | None = None
        self._turn = 0.0
        self._changed = threading.Condition()
        self._closed = False
        threading.Thread(target=self._watch, name="fastexec-clock", daemon=True).start()

    def start(self, budgets: tuple[float | None, float | None]) -> None:
        """A snippet begins: seconds of all of it, and of each turn."""
        with self._changed:
            self.feed, self.over, self._budgets = 0.0, None, budgets
            self._resume()

    @property
    def runs(self) -> bool:
        """Whether the code does."""
        return self._since is not None

    def stop(self) -> None:
        """It has ended."""
        with self._changed:
            self._pause()

    @contextmanager
    def stopped(self) -> Generator[None, None, None]:
        """While the code waits for the client."""
        with self._changed:
            running = self.runs
            self._pause()
        try:
            yield
        finally:
            if running:
                with self._changed:
                    self._resume()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _resume(self) -> None:
        self._since, self._turn = time.monotonic(), self.feed
        self._changed.notify()

    def _pause(self) -> None:
        if self._since is not None:
            spent = time.monotonic() - self._since
            self.total, self.feed, self._since = self.total + spent, self.feed + spent, None

    def _watch(self) -> None:
        with self._changed:
            while not self._closed:
                left = self._left()
                if left is not None and left <= 0:
                    self._end()
                    left = 0.05  # once more, in case that it was about to start
                self._changed.wait(left)

    def _left(self) -> float | None:
        """Seconds until a budget is used up; None where none runs."""
        if self._since is None:
            return None
        used = self.feed + time.monotonic() - self._since
        left: list[float] = []
        for which, budget, spent in zip(("feed", "turn"), self._budgets, (used, used - self._turn), strict=True):
            if budget is not None:
                left.append(budget - spent)
                if left[-1] <= 0 and self.over is None:
                    self.over = (which, spent, budget)
        return min(left, default=None)


def _event(kind: str, **fields: Any) -> Any:
    event = ChildEvent()
    message = getattr(event, kind)
    message.SetInParent()
    for name, value in fields.items():
        if isinstance(value, str):
            setattr(message, name, value)
        else:
            getattr(message, name).CopyFrom(value)
    return event


def ok() -> Any:
    """The event that says no more than that something is done."""
    return _event("ok")


def error_event(name: str, message: str) -> Any:
    """An error without a place."""
    return _event("error", exception=failures.raised(name, message))


def fatal(message: str) -> Any:
    """The last event of all."""
    return _event("fatal_error", message=message)


def violation(message: str) -> Any:
    """A request that does not fit. The session goes on."""
    return error_event("RuntimeError", f"protocol violation: {message}")
