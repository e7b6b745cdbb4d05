"""What an executor of the host has in place of the engine's session: the same questions, answered by a worker."""

from __future__ import annotations

import functools
import operator
import os
import resource
import weakref
from typing import Any

from fastexec import errors
from fastexec._fastexec import PrintContainer, same_entries
from fastexec.base_tools import SHIPPED
from fastexec.constants import BASE_BUILTIN_MODULES
from fastexec.isolation import failures, references
from fastexec.isolation.answers import are, rows, uncrossable
from fastexec.isolation.awaits import Awaits
from fastexec.isolation.conversation import Clock
from fastexec.isolation.crossing import uncrossing
from fastexec.isolation.door import Door
from fastexec.isolation.live import ANSWER, Live
from fastexec.isolation.problems import Closed, Failed, GivenUp, Late, WorkerGone
from fastexec.isolation.turns import InTool, Turn, Turns
from fastexec.stats import WorkerAccount

_MOST_PRINTED = 1 << 28
"""Characters of a call. (A worker that runs code keeps to the executor's own limit.)"""

_MOST_MEMORY = 1 << 40
"""Bytes for what a worker with no limit sends."""

_READING = 2.0
"""Seconds that may be spent on what a message is made of, where a call has less."""

_ENDLESS_CALL = "one call of native code took all of the time: give it less to do at a time, or do it in parts"
_HOST_SECONDS = "Limits(seconds=...) raises this limit"

_NO_HOOKS = (None, None, None)

_OF_A_WORKER = {"__name__": "__main__"}
"""Variables that a worker begins with."""

_ENDED = "The worker was ended by `close`, in the middle of a call."

_LAST_WORDS = 1.0
"""Seconds that a cancelled run may take to end."""


class WorkerSession:
    """A worker, and what has to be known of it to make another in its place.

    Args:
        executor: Keywords of the worker's own executor.
        memory_bytes: That a call may add; None for no limit.
        require: `"full"`: a missing wall is an `IsolationError`. `"best"`: it is a warning.
        rules: `"all"`, or `"contract"`: only with all walls, and without the rules that are there for a host's sake.
    """

    def __init__(self, executor: dict[str, Any], memory_bytes: int | None, require: str, rules: str) -> None:
        self._executor = executor
        self._memory_bytes = memory_bytes
        self._require = "full" if rules == "contract" else require
        self._rules = rules
        self._live: Live | None = None
        self._turns = Turns()
        self._lost: str | None = None
        self._names: list[str] = []
        self._snapshot: dict[str, bytes] = {}
        self._printed: PrintContainer | None = None
        self._most_printed = _MOST_PRINTED
        self._profile: Any = ([], [])
        self._tools: dict[str, Any] | None = None
        self._tool_names: dict[int, str] = {}
        """Of the tools, by id."""
        self._told_imports: list[str] | None = None
        self._told_limits: tuple[Any, ...] = ()
        """What the worker was told last of what seldom changes."""
        self._door = Door(executor, memory_bytes)
        self.refusals: list[str] = []
        self.running: bool = False
        self._begins = self._cancelled_early = False
        """Whether a call has a worker made, and whether one was cancelled before the worker was asked for the run."""
        self._hooks: tuple[Any, Any, Any] = _NO_HOOKS
        self._failed_print: BaseException | None = None
        # Weak, as all that a session has: it goes with the last who holds it.
        self._awaits = Awaits(weakref.WeakMethod(self._wake))
        self._clock: Clock | None = None
        """Of the innermost question for which the worker runs code."""
        self._seconds: float | None = None
        self._end_told = ""
        self._over = False
        self._waiting: dict[str, dict[str, Any]] = {"state": dict(_OF_A_WORKER), "custom_tools": {}}

    # What an executor asks of a session.

    def run(
        self,
        code: Any,
        variables: Any,
        tools: dict[str, Any],
        imports: list[str],
        seconds: float | None,
        output_chars: int | None,
        caps: tuple[Any, ...],
        profile: bool = False,
        hooks: Any = None,
        account: WorkerAccount | None = None,
    ) -> tuple[Any, str, bool]:
        """Runs a snippet in the worker. Raises what a run in this process raises, and `InterpreterError` where the
        worker was lost."""
        with Turn(self._turns, seconds):
            live = self._worker_for_run()
            self._seconds = seconds
            live.crossing.seconds = None if seconds is None else max(seconds, _READING)
            self._printed, outer = PrintContainer(), self._printed
            # A log that was cut says so, in a few characters.
            self._most_printed = _MOST_PRINTED if output_chars is None else output_chars + 1000
            was_running, self.running = self.running, True
            outer_hooks, self._hooks, self._failed_print = self._hooks, hooks or _NO_HOOKS, None
            was_cancelled, live.cancelled = live.cancelled, False
            try:
                clock = Clock(seconds, caps[-1], live.process.waited)
                with _Timed(self, live, clock):
                    self._put_run(live, code, imports, (seconds, output_chars, *caps), profile, tools)
                    if self._cancelled_early:
                        live.cancel()
                    answer = live.answer(clock)
            except Failed as failed:
                self._forget_told()  # it may not have read that
                raise _cannot(failed) from None
            finally:
                self.running, self._hooks, live.cancelled = was_running, outer_hooks, was_running and was_cancelled
                self._awaits.forget(is_over=not was_running)
                if was_running:
                    self._printed = outer
            try:
                return self._told(live, answer, profile, account)
            except WorkerGone as gone:
                raise self._gone(live, gone) from None

    def _put_run(
        self, live: Live, code: Any, imports: list[str], limits: tuple[Any, ...], profile: bool, tools: dict[str, Any]
    ) -> None:
        """Asks for a run. What is as it was the last time is not said again."""
        told_limits, told_tools = self._told_limits, self._tools
        # (The same objects: `5` and `5.0` are equal, and read differently.)
        same_limits = len(limits) == len(told_limits) and all(map(operator.is_, limits, told_limits))
        same_tools = told_tools is not None and same_entries(told_tools, tools)
        live.runs += 1
        live.put(
            "run",
            live.runs,
            code,
            None if imports == self._told_imports else list(imports),
            None if same_limits else list(limits),
            profile,
            self._hooks[2] is not None,
            None if same_tools else _by_number(tools),
        )
        self._told_imports, self._told_limits = list(imports), limits
        if not same_tools:
            self._tools = dict(tools)
            self._tool_names = {id(tool): name for name, tool in reversed(tools.items())}

    def _forget_told(self) -> None:
        """The next run says everything anew."""
        self._tools, self._tool_names = None, {}
        self._told_imports, self._told_limits = None, ()

    def _failed(self, live: Live, clock: Clock, error: BaseException, out_before: int) -> Exception | None:
        """What the run raises, if not the error itself. `out_before`: how many questions were out before its own."""
        if isinstance(error, Late):
            return self._killed(live, clock)
        if isinstance(error, WorkerGone):
            return self._killed(live, clock) if clock.is_over() else self._gone(live, error)
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            self._interrupted(live, out_before)
        return None

    def _interrupted(self, live: Live, out_before: int) -> None:
        """Something of the host's, Ctrl-C perhaps, ends the wait: the run ends too. (There is none where it came before the question, or
        after the answer.)"""
        if live.out <= out_before:
            return
        live.cancel()
        try:
            live.answer(Clock(_LAST_WORDS))
        except (Late, WorkerGone):
            self._lost = self._end_with(live, "The worker did not end its run when the host was interrupted.")
        except Exception:  # noqa: BLE001  (it has ended)
            pass
        except BaseException:
            # Interrupted once more: nobody takes the answer, which the next run would take for its own.
            self._lost = self._end_with(live, "The host was interrupted again before the worker had ended its run.")
            raise

    def _told(self, live: Live, answer: dict[str, Any] | None, profile: bool, account: WorkerAccount | None) -> tuple[Any, str, bool]:
        """What a run gives, of what a worker says of it. (Looked at piece by piece: patterns take longer than the message.)"""
        refusals: list[Any] | None
        logs: str | None
        refusals, logs = (answer.get("refusals"), answer.get("logs", "")) if type(answer) is dict else (None, "")
        if answer is None or type(refusals) is not list or not are(refusals, str) or type(logs) is not str:
            raise WorkerGone("it sent what is no message")
        self.refusals = refusals
        self._note_names(answer.get("names"))
        told = answer.get("account")
        if account is not None and told is not None and not account.fill(told):
            raise WorkerGone("it sent what is no message")
        if self._failed_print is not None:
            raise _print_failed(self._failed_print) from self._failed_print
        if profile:
            self._profile = rows(answer.get("profile"))
        if "error" in answer:
            self._print_afresh(logs)
            raise _failure(answer["error"], live)
        if "uncrossable" in answer:
            raise errors.error(errors.InterpreterError, uncrossable(answer["uncrossable"]), kind="raised")
        if "value" not in answer or type(final := answer.get("final")) is not bool:
            raise WorkerGone("it sent what is no message")
        self._print_afresh(logs)
        return live.crossing.settled(answer["value"]), logs, final

    def take_profile(self) -> Any:
        """As the engine's session."""
        taken, self._profile = self._profile, ([], [])
        return taken

    def cancel(self) -> None:
        """Ends the run under way, from any thread, or the one that is on its way."""
        self._cancelled_early = True
        live = self._live
        if live is not None and self.running and live.owner == os.getpid():
            live.cancel()

    def publish(self, always: bool = False) -> None:
        """Nothing: what the host looks at is asked for item by item."""

    def snapshot(self) -> list[str]:
        """Keeps copies of the variables, from which a worker in this one's place starts. Gives the names of those that
        have no form outside of the worker."""
        with Turn(self._turns, None):
            live = self._worker()
            told: list[dict[Any, Any] | list[Any]] | None = self.ask("snapshot")
            match told:
                case [dict(kept), list(left)] if are(kept, str) and are(kept.values(), bytes) and are(left, str):
                    # Read by the next worker alone.
                    self._snapshot = kept
                    return left
            raise self._gone(live, WorkerGone("it sent what is no message"))

    def close(self) -> None:
        """Ends the worker. What crosses of its variables is there for the next one."""
        with Turn(self._turns, None):
            if self._live is not None:
                try:
                    self.snapshot()
                except errors.InterpreterError as error:
                    self.say_again(error)  # what was kept last has to do
                finally:
                    if self.running:
                        self._end_told = "The worker was ended by `cleanup`, in the middle of a call. What crosses is kept for the next one."
                    self._end()

    def end(self) -> None:
        """Ends the run under way, and the worker for good."""
        self._over = True
        live = self._live
        if live is None or live.owner != os.getpid():
            return
        self.cancel()
        if not self._turns.begin(_LAST_WORDS):
            # Whoever has the turn finds the worker ended when it comes back to it.
            live.process.kill()
            return
        try:
            self._end_told = _ENDED
            self._end()
        finally:
            self._turns.end()

    def resident_bytes(self) -> int:
        """Memory of the worker as the kernel counts it; 0 without one."""
        live = self._live
        try:
            with open(f"/proc/{live.process.pid}/statm") as file:  # type: ignore[union-attr]
                return int(file.read().split()[1]) * resource.getpagesize()
        except (AttributeError, OSError):
            return 0

    # Workers.

    def _worker_for_run(self) -> Live:
        """The worker, unless the call is cancelled before there is one."""
        self._cancelled_early, self._begins = False, True
        try:
            live = self._worker()
        except GivenUp:
            raise _cancelled() from None
        finally:
            self._begins = False
        if self._cancelled_early:
            raise _cancelled()
        return live

    def gives_up(self) -> bool:
        """Whether nobody waits any more for the worker that is made."""
        return self._begins and self._cancelled_early

    def waiting(self, where: str) -> dict[str, Any]:
        """The variables that the next worker will be given."""
        if self._over:
            raise errors.closed()
        return self._waiting[where]

    def _worker(self) -> Live:
        """The worker; a new one with what was kept, where there is none."""
        if self._over:
            raise errors.closed()
        lost, self._lost = self._lost, None
        if self._live is not None and self._live.owner != os.getpid():
            # This process is a fork of the one that has it.
            self._live.forget()
            self._live, lost = None, self._account("The worker stayed with the process that this one was forked from.")
        if lost is not None:
            raise _lost(lost)
        if self._live is None:
            kept = self._snapshot
            self._live = live = Live(self)
            try:
                self._furnish(live, kept)
            except BaseException:
                # The next call begins anew, with all that this worker was to have.
                if self._live is live:
                    self._snapshot = kept
                    self._end()
                raise
        return self._live

    def _furnish(self, live: Live, kept: dict[str, bytes]) -> None:
        """Gives a new worker what was kept for it."""
        self._forget_told()
        self._snapshot = {}
        self._names = sorted(kept)
        if kept:
            try:
                self._ask("restore", kept)
            except Failed as failed:
                raise self._gone(live, WorkerGone(f"its variables cannot be restored: {failed}")) from None
            self._snapshot = kept
        for where, waiting in self._waiting.items():
            if waiting and waiting != _OF_A_WORKER:
                self.set(where, waiting)
        for waiting in self._waiting.values():
            waiting.clear()

    def _ask(self, method: str, *args: Any) -> Any:
        """As `ask`. Raises `Failed`."""
        with Turn(self._turns, ANSWER):
            live = self._worker()
            clock = Clock(ANSWER) if self._clock is None else self._clock.within(ANSWER)
            outer, out_before = live.process.begin_turn(), live.out
            try:
                live.put(method, *args)
                return live.answer(clock)
            except Late:
                raise self._gone(live, WorkerGone("it sent no answer")) from None
            except WorkerGone as gone:
                raise self._gone(live, gone) from None
            except (KeyboardInterrupt, SystemExit):
                self._interrupted(live, out_before)
                raise
            finally:
                live.process.end_turn(outer)

    def ask(self, method: str, *args: Any) -> Any:
        """A question that runs no code."""
        try:
            return self._ask(method, *args)
        except Failed as failed:
            raise _cannot(failed) from None

    def get(self, where: str, name: str) -> list[Any]:
        """A variable of the worker's in a list, which is empty where there is none of that name."""
        with Turn(self._turns, ANSWER):
            told: list[Any] | None = self.ask("get", where, name)
            match told, self._live:
                case [value], Live() as live:
                    return [live.crossing.settled(value)]
        return []

    def set(self, where: str, items: dict[str, Any]) -> None:
        """Gives the worker variables. Raises `ValueError` where one has no form in which it crosses."""
        self._give("set", where, items)
        self._names = list(dict.fromkeys([*self._names, *filter(_is_name, items)]))

    def exchange(self, where: str, items: dict[str, Any]) -> None:
        """Gives the worker these variables in place of those that it has. Raises as `set`."""
        self._give("exchange", where, items)
        self._names = list(filter(_is_name, items))

    def _give(self, how: str, where: str, items: dict[str, Any]) -> None:
        try:
            self.ask(how, where, items)
        except errors.InterpreterError:
            raise
        except ValueError as error:
            raise ValueError(f"the variable {uncrossing(items)} cannot be given to a worker: {error}") from None

    def ask_object(self, live: Live, number: int, operation: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """What an object of the worker gives, which may run code there."""
        with Turn(self._turns, self._seconds, is_guest=True):
            if self._live is not live:
                raise ReferenceError("this object was lost with its worker")
            if live.crossing.reading:
                raise ValueError("malformed message: an object that is asked while it is read")
            clock = Clock(self._seconds, waited=live.process.waited) if self._clock is None else self._clock.within(None)
            with _Timed(self, live, clock):
                ask = functools.partial(live.ask, "operate", number, operation, args, kwargs, clock=clock)
                if live.may_cross:
                    ask = functools.partial(live.ask_between, self._awaits, ask, clock)
                return live.crossing.settled(ask())

    def _killed(self, live: Live, clock: Clock) -> Exception:
        live.process.kill()
        text = f"Code execution exceeded the maximum execution time of {self._seconds} seconds"
        ended = self._end_with(live, "It did not end by itself, so its worker was ended.")
        said = "" if self._executor["error_format"] == "plain" else f"\n  hint: {_ENDLESS_CALL}\n  host: {_HOST_SECONDS}"
        fields = {"kind": "limit", "limit": "seconds", "hint": _ENDLESS_CALL, "host_hint": _HOST_SECONDS}
        return errors.error(errors.ExecutionTimeoutError, f"{text}\n  {ended}{said}", **fields)

    def _gone(self, live: Live, why: WorkerGone) -> Exception:
        if not isinstance(why, Closed):
            live.process.kill()
        how = live.process.ended()
        return _lost(self._end_with(live, f"The worker of this session has ended ({how}; {why})."))

    def _end_with(self, live: Live, what: str) -> str:
        if self._live is live:
            self._end_told = _ENDED if self._over else self._account(what)
            self._end()
        return self._end_told

    def _account(self, what: str) -> str:
        """What is lost, by name, and what the next call finds."""
        lost = [name for name in self._names if name not in self._snapshot and not name.startswith("_")]
        parts = [what]
        if lost:
            parts.append(f"Variables and functions that are lost: {', '.join(lost)}.")
        if self._snapshot:
            parts.append(f"Restored from the last snapshot: {', '.join(self._snapshot)}.")
        return " ".join(parts)

    def _end(self) -> None:
        live, self._live = self._live, None
        self._names = []
        if live is not None:
            live.close()

    def say_again(self, error: Exception) -> None:
        """The next call is told of it, too: whoever was told that a worker was lost kept it to itself."""
        self._lost = str(error)

    def _note_names(self, names: list[Any] | None) -> None:
        if isinstance(names, list) and all(map(_is_name, names)):
            self._names = names

    # What a worker asks of the host.

    def operate(self, number: int, operation: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """What the code does with an object of the host: calls of tools go through, the rest by ring 1's rules."""
        live, clock = self._live, self._clock
        if live is None or clock is None:
            raise WorkerGone("it sent a question while no code was running")
        target = live.crossing.objects.object_of(number)
        if operation == "call":
            name = self._tool_names.get(id(target))
            if name is not None and live.cancelled:
                raise _cancelled()  # (what the run raises, too)
            if name is not None:
                with InTool(self._turns, live):
                    return self._call_tool(name, target, args, kwargs, clock)
        if operation in self._awaits.OPERATIONS:
            awaited = self._hooks[1]
            return self._awaits.operate(operation, number, target if awaited is None else awaited(target), clock)
        with InTool(self._turns, live):
            return self._door.operate(operation, target, args, kwargs, clock.left())

    def _call_tool(self, name: str, tool: Any, args: list[Any], kwargs: dict[str, Any], clock: Clock) -> Any:
        call = self._hooks[0]
        if call is None:
            return clock.in_tool(tool, args, kwargs)
        return clock.in_tool(call, [name, tool, *args], kwargs)

    def _wake(self) -> None:
        """Tells the code's event loop that something is done which it awaits."""
        live = self._live
        if live is not None:
            live.signal(b"r")

    def printed(self, told: Any) -> None:
        """What the code printed meanwhile."""
        match told:
            case str(text):
                self._stream(text)
            case [True, str(text)]:
                self._print_afresh(text)
            case [False, str(text)]:
                self._print(text)
            case _:
                raise WorkerGone("it sent what is no message")

    def _print_afresh(self, text: str) -> None:
        self._printed = None
        self._print(text)

    def _print(self, text: str) -> None:
        if self._printed is None:
            self._printed = PrintContainer()
        if len(self._printed) + len(text) > self._most_printed:
            raise WorkerGone("it sent more than anybody prints")
        if text:
            self._printed.append(text)

    def _stream(self, text: str) -> None:
        """Tells the host's own function what was printed just now. An error of it ends the run."""
        hook = self._hooks[2]
        if hook is None or self._failed_print is not None:
            return
        try:
            self._turns.tell(hook, text)
        except KeyboardInterrupt:  # the user's own
            raise
        except BaseException as error:  # noqa: BLE001  (it is told when the run has ended)
            self._failed_print = error
            self.cancel()

    def forget_prints(self) -> None:
        """The log of the last call is not that of the next one, should that never start."""
        self._printed = None

    @property
    def most_bytes(self) -> int:
        """That a worker has: variables of earlier calls, what a call may add, and what the interpreter itself needs."""
        return _MOST_MEMORY if self._memory_bytes is None else 2 * self._memory_bytes + (256 << 20)

    @property
    def _modules(self) -> list[str]:
        return [*BASE_BUILTIN_MODULES, *self._executor["additional_authorized_imports"]]

    @property
    def print_outputs(self) -> PrintContainer | None:
        """What the code under way, or that of the last call, has printed so far."""
        return self._printed


class _Timed:
    """While the worker runs code. What goes wrong with the worker comes out as an error of the run."""

    __slots__ = ("_session", "_live", "_clock", "_outer", "_outer_turn", "_out_before")

    def __init__(self, session: WorkerSession, live: Live, clock: Clock) -> None:
        self._session, self._live, self._clock = session, live, clock
        self._outer, session._clock = session._clock, clock
        self._out_before = live.out
        self._outer_turn = live.process.begin_turn()

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        try:
            if error is not None:
                failed = self._session._failed(self._live, self._clock, error, self._out_before)
                if failed is not None:
                    raise failed from None
        finally:
            self._session._clock = self._outer
            self._live.process.end_turn(self._outer_turn)


def _is_name(key: object) -> bool:
    return isinstance(key, str)


def _by_number(tools: dict[str, Any]) -> dict[str, Any]:
    """The tools for a worker, which has those that are shipped."""
    return {name: None if SHIPPED.get(name, tools) is tool else references.ByNumber(tool) for name, tool in tools.items()}


def _cancelled() -> Exception:
    text = "Code execution was cancelled by the host"
    return errors.error(errors.InterpreterError, text, kind="limit", error_type="InterpreterError", error_message=text)


def _lost(text: str) -> Exception:
    return errors.error(errors.InterpreterError, text, kind="internal")


def _print_failed(error: BaseException) -> Exception:
    return errors.error(errors.InterpreterError, f"on_print failed: {type(error).__name__}: {error}", kind="internal")


def _cannot(failed: Failed) -> Exception:
    return errors.error(errors.InterpreterError, f"The worker cannot do that: {failed}", kind="internal")


def _failure(described: Any, live: Live) -> BaseException:
    """What a run raises; a worker cannot have the host raise anything else."""
    try:
        error = failures.build(described, live.crossing)
    except Exception as failed:  # noqa: BLE001  (the worker said anything)
        raise WorkerGone(f"it sent what is no message: {failed}") from None
    if isinstance(error, (errors.InterpreterError, errors.ExecutionTimeoutError, TypeError, UnicodeError, SyntaxError)):
        return error
    raise WorkerGone(f"it sent what is no message: an error of {type(error).__name__}")
