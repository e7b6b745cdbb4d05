from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from types import FrameType
from typing import Any, Literal, final

__version__: str

class InterpreterError(ValueError):
    """The code could not be run, or was refused. An error that left the code has more to say than its
    text."""

    kind: Literal["syntax", "refused", "limit", "raised", "internal"] | None
    error_type: str | None
    error_message: str | None
    statement: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    frames: Sequence[tuple[str | None, int, str]]
    hint: str | None
    host_hint: str | None
    limit: str | None
    cause: str | None

class ExecutionTimeoutError(Exception):
    """The code ran longer than the host allows."""

    kind: Literal["limit"] | None
    error_type: str | None
    error_message: str | None
    statement: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    frames: Sequence[tuple[str | None, int, str]]
    hint: str | None
    host_hint: str | None
    limit: str | None
    cause: str | None

@final
class mappingproxy(Mapping[Any, Any]):
    """`types.MappingProxyType` of the code."""

    def __new__(cls, mapping: Mapping[Any, Any], /) -> mappingproxy: ...
    def __class_getitem__(cls, parameters: Any) -> Any: ...
    def __getitem__(self, key: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __reversed__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def __or__(self, value: Any, /) -> Any: ...
    def __ror__(self, value: Any, /) -> Any: ...
    def copy(self) -> dict[Any, Any]: ...

class PrintContainer:
    """The printed text of a call. While the call runs, each look shows what was printed so far."""

    value: str
    def __init__(self) -> None: ...
    def append(self, text: str) -> PrintContainer: ...
    def __iadd__(self, other: object, /) -> PrintContainer: ...
    def __len__(self) -> int: ...

@final
class Account:
    """What a run did. Filled by the run that it was given to; empty until then."""

    def __new__(cls) -> Account: ...
    def fields(self) -> tuple[int, int | None, list[str], list[tuple[str, float, bool]], int, list[str]]:
        """Operations, most bytes added, imports, calls of tools, how many there were, refusals."""

@final
class Session:
    """State of an executor that no code reaches: variables, policy, meters."""

    def __new__(
        cls,
        allow_read: Sequence[str | PathLike[str]] = ...,
        allow_write: Sequence[str | PathLike[str]] = ...,
        on_refusal: str = ...,
        plain_errors: bool = ...,
        top_level_return: bool = ...,
    ) -> Session: ...
    def run(
        self,
        code: str | bytes,
        variables: Any,
        static_tools: dict[str, Any],
        authorized_imports: list[str],
        timeout_seconds: float | None,
        max_print_outputs_length: int | None,
        caps: tuple[int | float | bool | None, ...],
        profile: bool = False,
        hooks: tuple[Callable[..., Any] | None, Callable[[Any], Any] | None, Callable[[str], object] | None] | None = None,
        account: Account | None = None,
    ) -> tuple[Any, str, bool]:
        """Runs a snippet; gives value, printed text and whether `final_answer` ended it. `variables` has the
        attributes `state` and `custom_tools`, two dicts.

        With `profile`, `take_profile` gives what it did afterwards. `hooks` are what the host takes part in: functions
        for calls of tools (`call(name, tool, /, *args, **kwargs)`), for what is awaited that is no coroutine
        (`awaited(object)`), for what is printed (`printed(text)`). `account` is filled, however the call ends."""
    def take_profile(
        self,
    ) -> tuple[list[tuple[int, float, bool, int, str]], list[tuple[int, float, bool, int, str]]]:
        """What the last profiled run did, by line and by function: operations, seconds, whether it is the
        snippet's own, line, text or name. Gone afterwards."""
    def cancel(self) -> None:
        """Ends the run under way, from any thread. Without one nothing happens."""
    def end(self) -> None:
        """Ends the run under way, and the session for good: runs that wait for their turn do not begin."""
    def publish(self, always: bool = False) -> None:
        """Brings the dicts of the run under way up to date, for host code that is about to look at them. With
        `always` they are up to date whenever host code runs, until the next run."""
    @property
    def running(self) -> bool:
        """Whether a snippet runs."""
    @property
    def refusals(self) -> list[str]:
        """Texts of the refusals of the last call, in order."""

@final
class Setting:
    """Where a setting of the process lives, how it is read and put in place, and what touches it: modules whose use by
    the code does (`numpy`), or members of them (`numpy.seterr`), of whichever module (`.register_extension_dtype`).

    `read` and `write` are given the module, or None where it is not loaded; `fresh` what sessions start with (the
    host's value if there is none); `is_in_place` tells of a value that was read that nothing has changed."""

    module: str
    touched_by: frozenset[str]
    of_thread: bool
    def __new__(
        cls,
        module: str,
        read: Callable[[Any], Any],
        write: Callable[[Any, Any], object],
        *,
        touched_by: Iterable[str],
        fresh: Callable[[Any], Any] | None = None,
        of_thread: bool = False,
        is_in_place: Callable[[Any, Any], bool] | None = None,
    ) -> Setting: ...
    def home(self) -> Any:
        """The module that it lives in; None where that is not loaded."""
    def new_cell(self) -> SettingCell:
        """For a session that touches the setting for the first time. Raises what `fresh` raises."""

@final
class SettingCell:
    """The value of one owner of a setting, the host or a session."""

@final
class InPlace:
    """The settings that are in place for one run."""

    def __new__(cls) -> InPlace: ...
    def put(self, cells: dict[Setting, SettingCell]) -> None:
        """Puts those in place that are not yet and whose modules are there. What cannot be read or written is left
        alone."""

def set_fast_arms(on: bool) -> None:
    """Switches the fast arms of the loop on or off for the process: what they do means the same without them."""

def set_sliced_waits(functions: dict[str, Any]) -> None:
    """Takes what stands for methods of C code that wait."""

def interrupted() -> None:
    """Ends the run on this thread as Ctrl-C does; in a tool of the host, or without a run, raises `KeyboardInterrupt`."""

def look() -> None:
    """Ends the run on this thread if it has to stop; nothing without one."""

def shown(object: Any) -> str:
    """`repr(object)`, shortened when large. Never fails."""

def acts_for_the_run(starter: object) -> None:
    """From now on the threads of `starter` are those of the run on this thread."""

def carried(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as a thread of the run may call it."""

def sandboxed() -> bool:
    """Whether sandboxed code runs on this thread, and no host code in between."""

def tells_no_address(kind: type, /) -> None:
    """From now on objects of the class tell no address of memory but that of arrays they hold: it came from a worker, or the code set it."""

def told_to_host(object: Any, told: Any, name: str, /) -> Any:
    """What an object of a class of others tells the host of its memory under `name`: no address but that of an array
    that it holds.

    Raises:
        AttributeError: for such an address.
        TypeError: for bytes that are fewer than they are said to be.
    """

def on_thread_of_code() -> bool:
    """Whether the code started this thread."""

def random_words(generator: Any) -> bytes | None:
    """The state of a generator of `random` as memory; None where it is laid out in another way."""

def run_beside(source: str, names: dict[str, Any]) -> None:
    """Runs `source` in the run under way with `names` beside the session's variables. What it binds is in `names` afterwards."""

def run_example(source: str, names: dict[str, Any], out: Any, show: Any) -> None:
    """Runs `source` in the run under way with `names` beside the session's variables. What it binds is in `names`
    afterwards; what it prints goes to `out`, the values of its expressions to `show`."""

def session_logging() -> Any:
    """`logging` of the session that runs."""

def session_variables() -> dict[str, Any]:
    """The variables of the session whose run is under way, by name."""

def guarded_members() -> dict[str, set[str]]:
    """Members that are refused or come out guarded, by module; those of classes as `Class.member`."""

def same_entries(one: dict[Any, Any], other: dict[Any, Any]) -> bool:
    """Whether two dicts hold the same objects in the same order; dicts in them likewise. No code of theirs runs."""

def set_random_words(generator: Any, words: bytes) -> None:
    """Gives it the state that `random_words` told."""

def knows_variates(spare: Any) -> bool:
    """Whether it is known where a `RandomState` keeps one; `spare` may draw a pair to find out, and keeps none."""

def kept_variate(generator: Any) -> tuple[bool, float] | None:
    """Whether a `RandomState` keeps a normal variate for later, and which; None where it is laid out in another way."""

def keep_variate(generator: Any, kept: bool, value: float) -> None:
    """Lets it keep one."""

def confine(
    read: list[str],
    write: list[str],
    memory_bytes: int | None,
    cpu_seconds: int | None,
    files: int,
    keep: list[int],
) -> dict[str, str | None]:
    """Locks the calling process in, for good: a fresh fork with one thread, before any code. For each wall None if it
    stands, or why it does not: `process`, `files`, `network`, `scopes`, `syscalls`, `memory`, `limits`.

    `read` and `write` are paths (those that do not exist are skipped), `memory_bytes` what it may add to its data,
    `cpu_seconds` its processor time from now on, `files` how many descriptors it may have, `keep` those that stay open
    besides 0 to 2. A limit that is None counts as standing."""

def prepare_walls(writing: bool, memory_is_limited: bool) -> None:
    """Makes what is the same for all workers that may write files or not, and whose memory is limited or not, in the process that is going
    to fork them: `confine` takes it from there."""

def stopping() -> bool:
    """Whether the run on this thread has to stop."""

def waits_at(coroutine: object) -> None:
    """Notes for the run on this thread where a coroutine of its code waits, for the error that ends it."""

def admitted(object: Any) -> Any:
    """What code gets where a library hands it the object: the object, a guard of it, or a refusal. For the host the object."""

def awaited(object: Any) -> Any:
    """What the code gets where it awaits the object, which may be the host's."""

def tool_is_awaited() -> Callable[[object], None] | None:
    """Notes for the run on this thread that it awaits an async tool. What it gives is called with the future that has the
    result then; None where the time of tools counts."""

def whole(function: Callable[..., Any], /, *args: Any) -> Any:
    """`function(*args)` as the host's: what ends runs, signals and failed allocations, waits until it is over."""

def tool_step(step: Callable[[Any], Any], value: Any) -> Any:
    """`step(value)`, the step of a tool's coroutine: as a call of the tool."""

def tools_are_hooked() -> bool:
    """Whether tools of the run on this thread are called by a hook of the host, which makes coroutines of theirs its own."""

def in_tool() -> bool:
    """Whether a tool is at work on this thread, not the code."""

def tool_has_the_time(has: bool) -> None:
    """Notes for the run on this thread that it waits for a tool from now on, or does not any more."""

def loop_waits(waits: bool) -> None:
    """Notes for the run on this thread that its event loop waits from now on, or does not any more."""

def remaining() -> float | None:
    """Seconds that the run on this thread has left; None without a run or a limit."""

def rest_watchdog() -> None:
    """Ends the thread that watches runs, if none is under way: a process that is going to fork has one thread then."""

def rely_on_walls() -> None:
    """From now on rules that are there for a host's sake do not hold in this process. Raises `PermissionError` where not
    all walls stand around it."""

def pack(value: object, reduce: Callable[[Any], tuple[str, Any]]) -> bytes:
    """The value in the wire format. What is none of Python's plain values is handed to `reduce`, which gives the name of
    its kind and a payload, or raises; an error with an attribute `path` is told there where the value stands."""

def is_authorized(authorized: list[str], module: str) -> bool:
    """Whether code under these imports may have the module."""

def at_work(frame: FrameType) -> None:
    """Notes what was at work, if the time of the run on this thread is up: a frame of what stands for the host's objects."""

def is_class_of_code(class_: type) -> bool:
    """Whether sandboxed code made the class, whatever it says of itself."""

def is_thread_of_run(thread: object) -> bool:
    """Whether the run under way on this thread started that one."""

def is_function_of_code(object: object) -> bool:
    """Whether the object is a function of sandboxed code, whatever its class says."""

def unpack(bytes: bytes, build: Callable[[str, Any], Any], beside: int = 0, most: int = ..., seconds: float | None = None) -> Any:
    """The value of such bytes. `build` makes what `reduce` took apart. Raises `ValueError` for bytes that are no value."""
