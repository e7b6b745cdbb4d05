"""`LocalPythonExecutor` as the user sees it, and the function under it."""

from __future__ import annotations

import builtins
import os
import sys
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from time import perf_counter, thread_time
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, cast

import fastexec
import fastexec.slices  # pyright: ignore[reportUnusedImport]  # the waits of this process
from fastexec import options, tiers, tracing
from fastexec._fastexec import Account as EngineAccount
from fastexec._fastexec import Session, shown
from fastexec.base import Base
from fastexec.caps import in_place, memory_bytes_of
from fastexec.constants import BASE_BUILTIN_MODULES, DEFAULT_MAX_LEN_OUTPUT
from fastexec.errors import ORIGINAL, ExecutionTimeoutError, InterpreterError, closed
from fastexec.imports import check_installed
from fastexec.observe import LookOn, Watched, are_async, log_end, recorder
from fastexec.options import PACKAGE_DEFAULT, ErrorFormat, Isolation, OnRefusal, Paths, Require, Rules
from fastexec.stats import NOTHING, Account, Run, Stats, WorkerAccount

if TYPE_CHECKING:
    from fastexec.aio import Calls
    from fastexec.check import Findings
    from fastexec.profile import Profile
    from fastexec.records import Record


def _policy(
    allow_read: Paths, allow_write: Paths, on_refusal: OnRefusal, error_format: ErrorFormat, top_level_return: bool = False
) -> tuple[list[str], list[str], str, bool, bool]:
    """What a session is made with."""
    return (
        options.paths("allow_read", allow_read),
        options.paths("allow_write", allow_write),
        options.choice("on_refusal", on_refusal, OnRefusal),
        options.choice("error_format", error_format, ErrorFormat) == "plain",
        options.flag("top_level_return", top_level_return),
    )


def _seconds(given: float | None) -> float | None:
    seconds: float | None = given if given is PACKAGE_DEFAULT else options.number("timeout_seconds", given, whole=False)
    return seconds


def _limits(given: Any) -> fastexec.Limits | None:
    # (Most executors are given none, and `dataclasses`, which they need, takes as long to load as all the rest.)
    if given is None or isinstance(given, fastexec.Limits):
        return given
    raise TypeError(f"limits must be fastexec.Limits or None, not {type(given).__name__}")


class _FieldsWhenAsked:
    """`__dataclass_fields__` of a class that is written out: `dataclasses` makes it a dataclass when somebody asks."""

    def __get__(self, instance: object, owner: type[Any]) -> dict[str, Any]:
        from dataclasses import dataclass

        made: Any = dataclass(init=False, repr=False, eq=False, match_args=False)(CodeOutput)
        fields: dict[str, Any] = made.__dataclass_fields__
        return fields


class CodeOutput:
    """What a call gives: the value of the last statement, the printed text, and whether `final_answer`
    ended it. A dataclass."""

    output: Any
    logs: str
    is_final_answer: bool
    _run: ClassVar[Run | None] = None

    @property
    def stats(self) -> Stats:
        """What the call used and did; nothing, for an output that no call gave."""
        return NOTHING if self._run is None else self._run.stats()

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Any]]
        __hash__: ClassVar[None]  # type: ignore[assignment]
    else:
        __dataclass_fields__ = _FieldsWhenAsked()
        __hash__ = None
    __match_args__ = ("output", "logs", "is_final_answer")

    def __init__(self, output: Any, logs: str, is_final_answer: bool) -> None:
        self.output = output
        self.logs = logs
        self.is_final_answer = is_final_answer

    def __repr__(self) -> str:
        """As of any dataclass; a large `output` is shortened."""
        return f"{type(self).__name__}(output={shown(self.output)}, logs={self.logs!r}, is_final_answer={self.is_final_answer!r})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __replace__(self, **changes: Any) -> CodeOutput:
        from dataclasses import replace

        return replace(self, **changes)

    def _values(self) -> tuple[Any, str, bool]:
        return self.output, self.logs, self.is_final_answer

    def _repr_html_(self) -> str:
        from fastexec.notebook import html

        return html.output(self)


class PythonExecutor(Base):
    """What an agent needs of an executor."""

    @abstractmethod
    def send_tools(self, tools: dict[str, Any]) -> None:
        """Makes tools available to the code."""

    @abstractmethod
    def send_variables(self, variables: dict[str, Any]) -> None:
        """Makes variables available to the code."""

    @abstractmethod
    def __call__(self, code_action: str) -> CodeOutput:  # pyright: ignore[reportIncompatibleMethodOverride]  # (its fields are the same)
        """Runs a snippet."""


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


# Libraries ask the frame that called them for the name of its module (`typing.NewType`, `Enum("E", ...)`):
# seen from there, the code runs in `__main__`.
_as_main = FunctionType(_call.__code__, {"__name__": "__main__", "__builtins__": builtins})


class _Variables:
    """The dicts of an executor. A run counts who holds them: as long as nobody else does, it brings them up to
    date when they are asked for, instead of before every call of a tool."""

    __slots__ = ("state", "custom_tools")

    def __init__(self, state: dict[str, Any], custom_tools: dict[str, Any]) -> None:
        self.state = state
        self.custom_tools = custom_tools


def _register_with_original() -> None:
    """Makes our executors instances of the original's base class, once that is loaded."""
    theirs = getattr(sys.modules.get(ORIGINAL), "PythonExecutor", None)
    if isinstance(theirs, ABCMeta) and not issubclass(PythonExecutor, theirs):
        theirs.register(PythonExecutor)  # type: ignore[type-abstract]  # (it is there to be one)


class LocalPythonExecutor(PythonExecutor):
    """Runs snippets of Python in this process, in a language of their own rules: they reach what is
    authorized here, and use what the limits allow. Variables last from call to call.

    Args:
        additional_authorized_imports: Modules that code may import besides `BASE_BUILTIN_MODULES`: names, or
            one name. `a.*` is everything under `a`, `*` everything.
        max_print_outputs_length: Characters of printed text that are kept.
        additional_functions: Functions that code may call, besides the tools of `send_tools`.
        timeout_seconds: Seconds per call; None for no limit. Left out, it is
            `fastexec.MAX_EXECUTION_TIME_SECONDS` at the time of the call.
        limits: Caps of each call; what they leave out is as the package has it.
        count_tool_time: Whether time inside the host's tools counts towards the seconds of a call.
        allow_read: Folders and files that code may read, if what it imports can: paths, or one path.
        allow_write: The same for writing.
        on_refusal: `"raise"`: what is refused is an error that code may catch. `"abort"`: it ends the run.
        error_format: `"full"`: after the contract's text come lines of the code, hints and what the host may do.
            `"plain"`: the contract's text alone. (All of it is in the attributes of the error.)
        strict: Whether modules that hand over the process (`os`, `sys`, `unittest`, see `fastexec.tiers`) raise
            `ValueError`. Otherwise they warn, each once.
        isolation: `"process"`: the code runs in a worker process behind the kernel's walls (Linux), see
            docs/isolation.md. None: in this process.
        require: Of a worker: `"full"`: a wall that the kernel does not have is an `IsolationError` at the first
            use; `"best"`: a warning. (Without a worker there are no walls: `"best"` raises `ValueError`.)
        rules: Of a worker: `"all"`: those of a run in the host's process. `"contract"`: imports, names and limits
            as always, but members of authorized libraries that are refused or guarded for the host's sake work as in
            Python: the walls hold what they do. Needs every wall.
        check_first: Whether each call is checked before it runs: where `check` is certain of an error, the call raises it,
            and nothing of the code has run.
        top_level_return: Whether `return` outside of functions ends the code with its value, as frameworks ask their models
            to write. The value of the last line is then given only where that is an expression.
        on_print: Is called with each piece of text that the code prints, when it does, on the thread of the code. Its time
            counts; an error of it ends the run.
        record: File to which each call is added as a line of JSON: a path, or a `fastexec.Record` with what more is wanted.

    Options are looked at when they are given: a wrong one raises `TypeError` or `ValueError`.

    Attributes:
        static_tools: Tools and functions, read at the start of each call.
    """

    def __init__(
        self,
        additional_authorized_imports: str | Iterable[str],
        max_print_outputs_length: int | None = None,
        additional_functions: dict[str, Callable[..., Any]] | None = None,
        timeout_seconds: float | None = PACKAGE_DEFAULT,
        *,
        limits: fastexec.Limits | None = None,
        count_tool_time: bool = True,
        allow_read: Paths = (),
        allow_write: Paths = (),
        on_refusal: OnRefusal = "raise",
        error_format: ErrorFormat = "full",
        strict: bool = False,
        isolation: Isolation | None = None,
        require: Require = "full",
        rules: Rules = "all",
        check_first: bool = False,
        top_level_return: bool = False,
        on_print: Callable[[str], object] | None = None,
        record: str | PathLike[str] | Record | None = None,
    ) -> None:
        options.warn_of_edited_rules()
        self._variables = _Variables({"__name__": "__main__"}, {})
        # None until somebody sends tools. (Hosts that put items into it would have to ask for that otherwise.)
        self.static_tools: dict[str, Any] = cast("Any", None)
        self.max_print_outputs_length = (
            fastexec.DEFAULT_MAX_LEN_OUTPUT if max_print_outputs_length is None else max_print_outputs_length
        )
        self._made_with: dict[str, Any] = {"strict": options.flag("strict", strict)}
        self._authorize(additional_authorized_imports)
        self.additional_functions = additional_functions
        self.timeout_seconds = timeout_seconds
        self.limits = limits
        self.count_tool_time = count_tool_time
        self.check_first = check_first
        self._look_on = LookOn(options.listener("on_print", on_print), recorder(record), "none" if isolation is None else isolation)
        self._policy = _policy(allow_read, allow_write, on_refusal, error_format, top_level_return)
        self._made_with |= {
            "allow_read": tuple(self._policy[0]),
            "allow_write": tuple(self._policy[1]),
            "on_refusal": on_refusal,
            "error_format": error_format,
            "isolation": isolation,
            "require": require,
            "rules": rules,
            "record": record,
            "top_level_return": top_level_return,
        }
        # (A session of the engine, or what has its methods.)
        self._session: Any = self._worker_session(isolation, require, rules) or Session(*self._policy)
        # In a worker the engine sees no tools: the host does.
        self._looked_at = isolation is not None or self._look_on.looks
        self._has_async_tools = are_async(self.additional_functions.values())
        self._account: Callable[[], Account] = EngineAccount if isolation is None else WorkerAccount
        self._last: Run | None = None
        _register_with_original()

    allow_read: options.Fixed[tuple[str, ...]] = options.Fixed()
    allow_write: options.Fixed[tuple[str, ...]] = options.Fixed()
    on_refusal: options.Fixed[OnRefusal] = options.Fixed()
    error_format: options.Fixed[ErrorFormat] = options.Fixed()
    strict: options.Fixed[bool] = options.Fixed()
    isolation: options.Fixed[Isolation | None] = options.Fixed()
    require: options.Fixed[Require] = options.Fixed()
    rules: options.Fixed[Rules] = options.Fixed()
    record: options.Fixed[str | PathLike[str] | Record | None] = options.Fixed()
    top_level_return: options.Fixed[bool] = options.Fixed()

    def _authorize(self, given: Any) -> None:
        imports = options.modules("additional_authorized_imports", given)
        authorized = list(dict.fromkeys([*fastexec.BASE_BUILTIN_MODULES, *imports]))
        check_installed(authorized)
        tiers.look_at(imports, self.strict)
        self._additional_authorized_imports = imports
        self.authorized_imports: list[str] = authorized

    def _worker_session(self, isolation: Isolation | None, require: Require, rules: Rules) -> Any:
        """What takes the session's place, if the code runs in a worker."""
        options.choice("require", require, Require)
        options.choice("rules", rules, Rules)
        if isolation is None:
            if rules == "contract":
                raise ValueError('rules="contract" is for isolation="process": in this process all rules hold')
            if require == "best":
                raise ValueError('require="best" is for isolation="process": in this process there are no walls')
            return None
        options.choice("isolation", isolation, Isolation, or_none=True)
        if not hasattr(os, "fork"):
            raise fastexec.IsolationError("this system has no fork, and so no workers")
        from fastexec.isolation.session import WorkerSession
        from fastexec.isolation.variables import Variables

        allow_read, allow_write, on_refusal, plain_errors, top_level_return = self._policy
        own = {
            "additional_authorized_imports": self.additional_authorized_imports,
            "allow_read": allow_read,
            "allow_write": allow_write,
            "on_refusal": on_refusal,
            "error_format": "plain" if plain_errors else "full",
            "top_level_return": top_level_return,
        }
        session = WorkerSession(own, memory_bytes_of(self._limits), require, rules)
        # They are no dicts, but do what dicts do.
        state, functions = Variables(session, "state"), Variables(session, "custom_tools")
        self._variables = _Variables(cast("dict[str, Any]", state), cast("dict[str, Any]", functions))
        return session

    @property
    def state(self) -> dict[str, Any]:
        """All variables but functions defined at the top level. Yours to read, change and exchange."""
        self._session.publish()
        return self._variables.state

    @state.setter
    def state(self, variables: dict[str, Any]) -> None:
        self._session.publish(always=True)
        self._exchange("state", variables)

    @property
    def custom_tools(self) -> dict[str, Any]:
        """Functions that the code defined at the top level. Yours to read, change and exchange."""
        self._session.publish()
        return self._variables.custom_tools

    @custom_tools.setter
    def custom_tools(self, functions: dict[str, Any]) -> None:
        self._session.publish(always=True)
        self._exchange("custom_tools", functions)

    def _exchange(self, which: str, variables: dict[str, Any]) -> None:
        in_worker = not isinstance(self._session, Session)
        if not isinstance(variables, Mapping if in_worker else dict):
            raise TypeError(f"{which} must be a dict, not {type(variables).__name__}")
        if in_worker:
            getattr(self._variables, which).exchange(dict(variables))
        else:
            setattr(self._variables, which, variables)

    @property
    def additional_authorized_imports(self) -> list[str]:
        """Modules that code may import besides `BASE_BUILTIN_MODULES`. `authorized_imports` has all of them."""
        return self._additional_authorized_imports

    @additional_authorized_imports.setter
    def additional_authorized_imports(self, imports: str | Iterable[str] | None) -> None:
        self._authorize(imports)

    @property
    def check_first(self) -> bool:
        """Whether each call is checked before it runs."""
        return self._check_first

    @check_first.setter
    def check_first(self, checks: bool) -> None:
        self._check_first = options.flag("check_first", checks)

    @property
    def on_print(self) -> Callable[[str], object] | None:
        """Is called with each piece of text that the code prints."""
        return self._look_on.on_print

    @on_print.setter
    def on_print(self, listener: Callable[[str], object] | None) -> None:
        self._look_on = self._look_on._replace(on_print=options.listener("on_print", listener))
        self._looked_at = self.isolation is not None or self._look_on.looks

    @property
    def timeout_seconds(self) -> float | None:
        """Seconds per call; None for no limit."""
        own = self._timeout_seconds
        return fastexec.MAX_EXECUTION_TIME_SECONDS if own is PACKAGE_DEFAULT else own

    @timeout_seconds.setter
    def timeout_seconds(self, seconds: float | None) -> None:
        self._timeout_seconds = _seconds(seconds)

    @property
    def max_print_outputs_length(self) -> int | None:
        """Characters of printed text that are kept; None for all."""
        characters: int | None = self._max_print_outputs_length
        return characters

    @max_print_outputs_length.setter
    def max_print_outputs_length(self, characters: int | None) -> None:
        self._max_print_outputs_length = options.number("max_print_outputs_length", characters, whole=True)

    @property
    def limits(self) -> fastexec.Limits | None:
        """Caps of each call."""
        return self._limits

    @limits.setter
    def limits(self, limits: fastexec.Limits | None) -> None:
        self._limits = _limits(limits)

    @property
    def count_tool_time(self) -> bool:
        """Whether time inside the host's tools counts towards the seconds of a call."""
        return self._count_tool_time

    @count_tool_time.setter
    def count_tool_time(self, counts: bool) -> None:
        self._count_tool_time = options.flag("count_tool_time", counts)

    @property
    def additional_functions(self) -> dict[str, Callable[..., Any]]:
        """Functions that code may call besides the tools, from the next `send_tools` on."""
        return self._additional_functions

    @additional_functions.setter
    def additional_functions(self, functions: dict[str, Callable[..., Any]] | None) -> None:
        self._additional_functions = options.functions("additional_functions", functions)

    def __call__(self, code_action: str, *, limits: fastexec.Limits | None = None) -> CodeOutput:
        """Runs a snippet. Raises `InterpreterError` for every error in it, `ExecutionTimeoutError` when its
        time is up.

        `limits` are for this call; what they leave out is as the executor has it."""
        return self._call(code_action, limits)

    async def arun(self, code_action: str, *, limits: fastexec.Limits | None = None) -> CodeOutput:
        """Runs a snippet as a call does, without keeping the event loop that runs here: asyncio's or (with anyio) trio's.

        The code runs on a thread of its own; what its tools give to await (coroutines, futures, async generators) is
        awaited on this loop. Cancelling the task ends the run. Limits and errors are those of a call."""
        from fastexec.aio import arun

        return await arun(self, code_action, limits)

    def _call(self, code_action: str, limits: fastexec.Limits | None, calls: Calls | None = None, profile: bool = False) -> CodeOutput:
        """Runs a snippet, and sees to those who look on. `calls` are those of the event loop that waits for it."""
        options.warn_of_edited_rules()
        run_code = self._session.run
        run = Run(self._account())
        watched = None
        awaits = self._has_async_tools or not self._count_tool_time
        if calls is not None or self._looked_at or awaits or tracing.API in sys.modules:
            watched = Watched(run, code_action, calls, self._look_on, awaits)
        try:
            hooks = None if watched is None else watched.hooks
            given = _as_main(run_code, *self._arguments(code_action, limits), profile, hooks, run.account)
        except BaseException as error:
            self._end(run, watched, error)
            raise
        run.seconds += perf_counter()
        run.cpu_seconds += thread_time()
        self._last = run
        if watched is not None:
            watched.end(None)
        log_end(run)
        output = CodeOutput(*given)
        if watched is not None:
            output.output = watched.own(output.output)
        output._run = run  # type: ignore[misc]  # (no field, but of this output)
        return output

    def _end(self, run: Run, watched: Watched | None, error: BaseException | None) -> None:
        run.end(error)
        self._last = run
        if watched is not None:
            watched.end(error)
        log_end(run)

    @property
    def last_run(self) -> Stats | None:
        """What the call that ended last used and did, however it ended: operations, seconds, memory, imports, calls of
        tools, refusals, the limit it reached. None before the first."""
        return None if self._last is None else self._last.stats()

    def profile(self, code_action: str, *, limits: fastexec.Limits | None = None) -> Profile:
        """Runs a snippet as a call does, and says what each of its lines used: operations exactly, and time.

        An error of the snippet is not raised: it is the `output` of the profile. The run is slower than a call;
        how much depends on how often it changes lines."""
        from fastexec.profile import of_rows

        session = self._session
        session.take_profile()
        output: CodeOutput | Exception
        try:
            output = self._call(code_action, limits, profile=True)
        except (InterpreterError, ExecutionTimeoutError) as error:
            output = error
        return of_rows(output, *session.take_profile())

    def check(self, code: str) -> Findings:
        """What can be known of a snippet without running it: errors of syntax, imports and attributes that are refused, names
        that mean nothing, members that a module does not have, wrong arguments, loops without an end. Nothing of it runs.

        What is found has the words of the error that a run would raise, as data and as text (`findings.text`); of what is
        `certain` every run fails. Raises `TypeError` if the code is neither text nor bytes."""
        options.warn_of_edited_rules()
        return self._findings(code, self._held(None))

    def _findings(self, code: str, held: Any) -> Findings:
        from fastexec.check import check

        tools = cast("Any", self.static_tools)
        if tools is None:
            tools = self._without_tools()
        dicts = (self.state, self.custom_tools, tools)
        return check(code, dicts, list(self.authorized_imports), held, self._policy)

    def _refuse(self, code: str, held: Any) -> None:
        """Raises what a check is certain of."""
        from fastexec.check import refusal

        refused = refusal(self._findings(code, held), self._policy[3])
        if refused is not None:
            raise refused

    def _arguments(self, code_action: str, limits: fastexec.Limits | None) -> tuple[Any, ...]:
        """What the session's `run` takes."""
        tools: dict[str, Any] | None = cast("Any", self.static_tools)
        if tools is None:
            # Nobody sent tools yet: code that needs none runs all the same.
            tools = self._without_tools()
        held = self._held(limits)
        if self._check_first:
            self._refuse(code_action, held)
        return (code_action, self._variables, tools, self.authorized_imports, *held)

    def _held(self, limits: fastexec.Limits | None) -> Any:
        """The limits of a call, in the engine's order."""
        if limits is not None:
            from fastexec.limits import over

            limits = over(_limits(limits), self._limits)
        return in_place(limits or self._limits, self.timeout_seconds, self._max_print_outputs_length, self.count_tool_time)

    def _without_tools(self) -> dict[str, Any]:
        return {**fastexec.BASE_PYTHON_TOOLS, **self.additional_functions}

    def send_variables(self, variables: dict[str, Any]) -> None:
        """Adds to `state`. Raises `TypeError` for what is no dict with texts as names."""
        self.state.update(options.named("variables", variables))

    def send_tools(self, tools: dict[str, Any]) -> None:
        """Exchanges the tools. `additional_functions` come before Python's own functions, those before
        `tools`. Raises `TypeError` for what is no dict with texts as names."""
        options.warn_of_edited_rules()
        self.static_tools = {**options.named("tools", tools), **self._without_tools()}
        self._has_async_tools = are_async((*tools.values(), *self.additional_functions.values()))

    @property
    def refusals(self) -> list[str]:
        """What the last call was refused, whether or not the code caught it."""
        refusals: list[str] = self._session.refusals if self._last is None or self._session.running else list(self._last.stats().refusals)
        return refusals

    def cancel(self) -> None:
        """Ends the call under way, from any thread: it raises `InterpreterError`.

        Nothing is kept for a call that has not begun. One whose worker is still starting ends at once."""
        self._session.cancel()

    def cleanup(self) -> None:
        """Ends a call under way and gives up what the engine holds. `state` stays, and so does the executor:
        a later call starts afresh from it."""
        self._session.cancel()
        if not isinstance(self._session, Session):
            self._session.close()
            return
        self._session.publish(always=True)
        self._session = Session(*self._policy)

    def close(self) -> None:
        """Ends a call under way, and the executor for good: its worker and its variables go, and what is asked of it afterwards
        raises `RuntimeError`, as do calls that wait for their turn. What a `with` block of an executor ends with."""
        session, self._session = self._session, CLOSED
        session.end()

    def __enter__(self) -> LocalPythonExecutor:
        if self._session is CLOSED:
            raise closed()
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def snapshot(self) -> list[str]:
        """Keeps copies of the variables, with which a new worker starts if this one is lost (`isolation="process"`). Gives
        the names of those that have no form outside of the worker. In this process nothing can be lost: nothing is
        done."""
        return [] if isinstance(self._session, Session) else self._session.snapshot()

    def __reduce__(self) -> Any:
        raise TypeError(
            "a LocalPythonExecutor cannot be pickled or copied: it holds functions of running code. "
            "Make another one and give it the variables in `state`."
        )

    def __repr__(self) -> str:
        if self._session is CLOSED:
            return f"{type(self).__name__}(closed)"
        names = [name for name in self.state if not name.startswith("_")]
        return (
            f"{type(self).__name__}(authorized_imports={self.authorized_imports}, "
            f"variables={len(names)}, functions={len(self.custom_tools)})"
        )

    # `isinstance(executor, smolagents.PythonExecutor)` asks for the class first: the moment to register, for
    # hosts that load smolagents after they made the executor. (No `super()` in this class for that reason.)
    @property  # type: ignore[misc]  # (object's may be assigned to)
    def __class__(self) -> type[Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        _register_with_original()
        return type(self)


class _Closed:
    """What an executor that was closed has in place of its session."""

    running = False

    @property
    def refusals(self) -> list[str]:
        return []

    def cancel(self) -> None:
        """Nothing: no call is under way."""

    def close(self) -> None:
        """Nothing, again."""

    def end(self) -> None:
        """Nothing: no session is open."""

    def __getattr__(self, _name: str) -> Any:
        raise closed()


CLOSED = _Closed()


def evaluate_python_code(
    code: str,
    static_tools: dict[str, Any] | None = None,
    custom_tools: dict[str, Any] | None = None,
    state: dict[str, Any] | None = None,
    authorized_imports: str | Iterable[str] = BASE_BUILTIN_MODULES,
    max_print_outputs_length: int | None = DEFAULT_MAX_LEN_OUTPUT,
    timeout_seconds: float | None = PACKAGE_DEFAULT,
    *,
    limits: fastexec.Limits | None = None,
    count_tool_time: bool = True,
    allow_read: Paths = (),
    allow_write: Paths = (),
    on_refusal: OnRefusal = "raise",
    error_format: ErrorFormat = "full",
) -> tuple[Any, bool]:
    """Runs a snippet on the given dicts, which it changes, and returns its value and whether `final_answer`
    ended it. Parameters as those of `LocalPythonExecutor`."""
    options.warn_of_edited_rules()
    if timeout_seconds is PACKAGE_DEFAULT:
        timeout_seconds = fastexec.MAX_EXECUTION_TIME_SECONDS
    for name, given in (("static_tools", static_tools), ("custom_tools", custom_tools), ("state", state)):
        if given is not None and not isinstance(given, dict):
            raise TypeError(f"{name} must be a dict, not {type(given).__name__}")
    session = Session(*_policy(allow_read, allow_write, on_refusal, error_format))
    tools = {} if static_tools is None else static_tools
    watch = None
    if not options.flag("count_tool_time", count_tool_time) or are_async(tools.values()):
        from fastexec.tool_watch import ToolWatch

        watch = ToolWatch(None, [])
    output, _logs, is_final_answer = _as_main(
        session.run,
        code,
        _Variables({} if state is None else state, {} if custom_tools is None else custom_tools),
        tools,
        options.modules("authorized_imports", authorized_imports),
        *in_place(
            _limits(limits),
            _seconds(timeout_seconds),
            options.number("max_print_outputs_length", max_print_outputs_length, whole=True),
            count_tool_time,
        ),
        False,
        None if watch is None else (watch.call, None, None),
    )
    return output if watch is None else watch.own(output), is_final_answer


_register_with_original()
