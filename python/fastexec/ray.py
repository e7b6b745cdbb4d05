"""A pool on a cluster of Ray: `RayPool`, whose actors have a `fastexec.Pool` each.

    program                         node                                 (one actor per node, or as many as are asked for)
    RayPool  -- snippets, tools --> actor: fastexec.Pool  --> workers behind the kernel's walls
             <-- plain results ---

Code and tools go to an actor as Ray ships them (cloudpickle); tools run in the actor. Results come back in the format
in which data leaves a worker, so that nothing that code made is unpickled by the program.
"""

from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import functools
import itertools
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sized
from typing import Any, NoReturn

try:
    import ray
    from ray import exceptions
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
except ImportError as _missing:
    raise ImportError("fastexec.ray needs Ray: pip install 'fastexec[ray]'") from _missing

from fastexec import options
from fastexec.cluster import travel
from fastexec.cluster.desk import GONE, ActorLostError, Desk, Place, SessionLostError, Task, first_line, nodes
from fastexec.cluster.node import Node
from fastexec.executor import CodeOutput
from fastexec.isolation.pool import Pool, Result
from fastexec.limits import Limits

__all__ = ["ActorLostError", "RayPool", "RaySession", "SessionLostError"]


class RayPool(concurrent.futures.Executor):
    """Workers on the nodes of a Ray cluster that run snippets, each behind the kernel's walls of its node. Connects to
    Ray if the program has not (`ray.init()`).

    Args:
        actors: How many actors, spread over the nodes; one on each node that has processors when left out.
        additional_authorized_imports: As of `LocalPythonExecutor`, and so are all other keywords. The modules have to be
            installed on the nodes.
        workers_per_actor: Snippets that one actor runs at a time. When left out: the processors of the smallest node,
            divided by the actors that are there.
        calls_per_worker: As of `Pool`.
        bytes_per_worker: As of `Pool`.
        pending: Snippets that wait, at most, beside those that are with actors: `submit` waits while there are more. Four
            per worker when left out. Of `map` with `batch` it is batches.
        retries: How often a snippet is run again whose actor or worker was lost. Its tools are called again too.
        cpus_per_actor: Processors that Ray keeps for an actor; `workers_per_actor` when left out.
        actor_options: Other options of Ray for the actors: `resources`, `memory`, `runtime_env`, ….
        start_seconds: For the start of the actors.

    Raises:
        TypeError: An option is of another type.
        ValueError: An option has a value that it cannot have.
        InterpreterError: A module is not installed on a node.
        IsolationError: A node has no workers.
        ActorLostError: The actors did not start in time.
    """

    def __init__(
        self,
        actors: int | None = None,
        additional_authorized_imports: str | Iterable[str] = (),
        *,
        workers_per_actor: int | None = None,
        calls_per_worker: int = 1,
        bytes_per_worker: int | None = None,
        pending: int | None = None,
        retries: int = 2,
        cpus_per_actor: float | None = None,
        actor_options: dict[str, Any] | None = None,
        start_seconds: float = 120,
        **keywords: Any,
    ) -> None:
        count, workers, waiting = (
            _positive(name, given)
            for name, given in (("actors", actors), ("workers_per_actor", workers_per_actor), ("pending", pending))
        )
        repeats = _given("retries", retries, whole=True)
        cpus = options.number("cpus_per_actor", cpus_per_actor, whole=False)
        patience = _given("start_seconds", start_seconds, whole=False)
        imports = list(options.modules("additional_authorized_imports", additional_authorized_imports))
        keywords = {"calls_per_worker": calls_per_worker, "bytes_per_worker": bytes_per_worker, **keywords}
        Pool(1, **keywords)  # wrong options are told here; what is installed is for the nodes to say
        if not isinstance(actor_options, (dict, type(None))):
            raise TypeError(f"actor_options must be a dict or None, not {type(actor_options).__name__}")
        if not ray.is_initialized():
            ray.init()
        places, workers = _plan(count, workers)
        keywords |= {"workers": workers, "pending": 4 * workers}
        held = {"num_cpus": workers if cpus is None else cpus, **(actor_options or {}), "max_restarts": 0}
        self._room = threading.Semaphore((2 * len(places) * workers) + (waiting or 4 * len(places) * workers))
        self._desk = Desk(places, functools.partial(_actor, imports, keywords, held), 2 * workers, int(repeats))
        self._desk.start(patience)
        self._retries = int(repeats)
        self._lock = threading.Lock()
        self._submitted = 0
        self._sessions = itertools.count()
        self._ended = False
        # As of other executors: one that nobody holds ends when its snippets have.
        weakref.finalize(self, self._desk.close, False)

    def submit(  # type: ignore[override]
        self,
        code: str,
        *,
        tools: dict[str, Callable[..., Any]] | None = None,
        variables: dict[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> concurrent.futures.Future[Result]:
        """A future of the snippet's `Result`. Waits while too many are pending. Tools are pickled, and called on the node.

        Raises:
            RuntimeError: The pool was shut down.
            TypeError: `limits` are none, the code is no text, or a tool or a variable cannot be pickled.
        """
        self._look_at(code)
        given = _shipped(tools, variables, limits)
        self._room.acquire()
        with self._lock:
            number, self._submitted = self._submitted, self._submitted + 1
        task = self._taken([code], given, number)
        future: concurrent.futures.Future[Result] = _Only(task.future)
        task.future.add_done_callback(future.follow)  # type: ignore[attr-defined]
        return future

    def map(  # type: ignore[override]
        self,
        codes: Iterable[str],
        *,
        tools: dict[str, Callable[..., Any]] | None = None,
        variables: dict[str, Any] | None = None,
        limits: Limits | None = None,
        batch: int = 1,
        progress: Callable[..., Any] | None = None,
    ) -> Iterator[Result]:
        """The results of the snippets, in their order. Of a `codes` that is no list, no more is read than there is room
        for.

        Args:
            codes: The snippets.
            tools: As of `submit`.
            variables: As of `submit`.
            limits: As of `submit`.
            batch: Snippets that go to an actor, and come back, together. More: fewer messages, for short snippets.
            progress: As of `Pool.map`. Without a length of `codes` its `total` is None.

        Raises:
            RuntimeError: The pool was shut down.
            TypeError: As of `submit`.
            ValueError: `batch` is not 1 at least.
        """
        size = _positive("batch", batch) or 1
        given = _shipped(tools, variables, limits)
        bar = None if progress is None else progress(total=len(codes) if isinstance(codes, Sized) else None)
        return self._in_order(iter(codes), given, size, bar)

    def _in_order(self, codes: Iterator[str], given: Any, size: int, bar: Any) -> Iterator[Result]:
        waiting: collections.deque[concurrent.futures.Future[list[Result]]] = collections.deque()
        first = 0
        try:
            while several := list(itertools.islice(codes, size)):
                self._look_at(*several)
                while not self._room.acquire(blocking=not waiting):
                    yield from _noted(waiting.popleft().result(), bar)
                waiting.append(self._taken(several, given, first).future)
                first += len(several)
            while waiting:
                yield from _noted(waiting.popleft().result(), bar)
        finally:
            for future in waiting:
                future.cancel()
            if bar is not None:
                bar.close()

    async def asubmit(self, code: str, **keywords: Any) -> Result:
        """As `submit`, on asyncio's loop. A task that is cancelled while its snippet waits takes it back."""
        future = await asyncio.to_thread(self.submit, code, **keywords)
        return await asyncio.wrap_future(future)

    async def amap(self, codes: Iterable[str], **keywords: Any) -> AsyncIterator[Result]:
        """As `map`, on asyncio's loop."""
        results = self.map(codes, **keywords)
        while result := await asyncio.to_thread(next, results, None):
            yield result

    def session(self) -> RaySession:
        """A session on one of the actors, for several calls on the same variables: close it, or use it with `with`. It
        takes none of the pool's places.

        Raises:
            RuntimeError: The pool was shut down.
            ActorLostError: There are no actors any more.
        """
        for left in range(self._retries, -1, -1):
            number = next(self._sessions)
            with self._lock:
                self._look_at()
                asked = self._desk.seat()
            place, handle = asked.result()
            try:
                ray.get(handle.open.remote(number))
            except GONE as error:
                self._desk.unseat(place)
                self._desk.missed(place, handle, error)
                if not left:
                    raise ActorLostError(f"its actor was lost: {first_line(error)}") from None
            except BaseException:
                _left(self._desk, place, handle, number)
                raise
            else:
                return RaySession(self, place, handle, number)
        raise AssertionError

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the pool, and then its actors with their workers and sessions. As of any executor of
        `concurrent.futures`."""
        with self._lock:
            self._ended = True
        self._desk.close(cancel_futures)
        if wait:
            self._desk.thread.join()

    def _look_at(self, *codes: Any) -> None:
        if self._ended:
            raise RuntimeError("cannot schedule new futures after shutdown")
        for code in codes:
            if not isinstance(code, str):
                raise TypeError(f"code must be a str, not {type(code).__name__}")

    def _taken(self, codes: list[str], given: Any, first: int) -> Task:
        """One place of the room has been taken for it."""
        task = Task(codes, given, first)
        task.future.add_done_callback(lambda _: self._room.release())
        with self._lock:
            ended = self._ended
            if not ended:
                self._desk.take(task)
        if ended:
            task.future.cancel()
            self._look_at()
        return task

    def __reduce__(self) -> NoReturn:
        raise TypeError("a RayPool cannot be pickled or copied: make one in the task that needs it")


class _Only(concurrent.futures.Future[Result]):
    """The one result of a task."""

    def __init__(self, of: concurrent.futures.Future[list[Result]]) -> None:
        super().__init__()
        self._of = of

    def follow(self, of: concurrent.futures.Future[list[Result]]) -> None:
        """The task is done."""
        if of.cancelled():
            super().cancel()
            self.set_running_or_notify_cancel()
        else:
            self.set_result(of.result()[0])

    def cancel(self) -> bool:
        """Takes it back, unless it was handed to an actor."""
        return self._of.cancel()

    def running(self) -> bool:
        """Whether it was handed to an actor."""
        return self._of.running()


class RaySession:
    """A session on an actor: called like an executor, until it is closed. What a call gives is as in a `Result`: objects
    of the code are their text.

    Attributes:
        state: Variables of the session, read one by one.
    """

    def __init__(self, pool: RayPool, place: Place, handle: Any, number: int) -> None:
        self._pool = pool  # which lasts as long as its sessions do
        self._desk = desk = pool._desk
        self._place = place
        self._handle = handle
        self._number = number
        self._lost: str | None = None
        self._end = weakref.finalize(self, _left, desk, place, handle, number)
        self.state: Mapping[str, Any] = _State(self)

    def __call__(self, code: str, *, limits: Limits | None = None) -> CodeOutput:
        """Runs a snippet.

        Raises:
            InterpreterError: As a call of an executor.
            ExecutionTimeoutError: As a call of an executor.
            SessionLostError: The actor is gone, now or before.
            RuntimeError: The session was closed.
        """
        return CodeOutput(*self._ask("call", code, limits))

    def send_tools(self, tools: dict[str, Callable[..., Any]]) -> None:
        """Exchanges the tools, which are pickled and called on the node. Raises as a call."""
        self._ask("tools", options.functions("tools", tools))

    def send_variables(self, variables: dict[str, Any]) -> None:
        """Adds to `state`. Raises as a call."""
        self._ask("variables", variables)

    def snapshot(self) -> list[str]:
        """Keeps copies of the variables on the node, with which a new worker starts if this one is lost (not if the actor
        is). Gives the names of those that have no form outside of the worker. Raises as a call."""
        return list(self._ask("snapshot"))

    def cancel(self) -> None:
        """Ends the call under way, from any thread."""
        if self._end.alive and self._desk.is_connected:
            self._handle.cancel.remote(self._number)

    def close(self) -> None:
        """Ends the session and its worker."""
        self._end()

    def __enter__(self) -> RaySession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, question: str, *given: Any) -> Any:
        if not self._end.alive:
            raise RuntimeError("the session was closed")
        if self._lost is None and not self._desk.is_connected:
            self._lost = "The session was lost with its actor, and its variables with it: Ray was shut down"
        if self._lost is not None:
            raise SessionLostError(self._lost)
        try:
            good, data = ray.get(self._handle.ask.remote(self._number, question, *given))
        except KeyboardInterrupt:
            self.cancel()
            raise
        except exceptions.ActorUnavailableError as error:
            # Whether the call was made, nobody knows: what the variables are neither.
            raise self._gone(error) from None
        except GONE as error:
            raise self._gone(error) from None
        if not good:
            raise travel.unpacked(data)
        return travel.unpacked(data)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a RaySession cannot be pickled or copied: open one in the task that needs it")

    def _gone(self, error: Exception) -> SessionLostError:
        self._desk.missed(self._place, self._handle, error)
        self._lost = f"The session was lost with its actor, and its variables with it: open another one ({first_line(error)})"
        return SessionLostError(self._lost)


class _State(Mapping[str, Any]):
    """Variables of a session."""

    def __init__(self, session: RaySession) -> None:
        # Weak, or a session that nobody uses would not end.
        self._session = weakref.ref(session)

    def _ask(self, *question: Any) -> Any:
        session = self._session()
        if session is None:
            raise RuntimeError("the session was closed")
        return session._ask(*question)

    def __getitem__(self, name: str) -> Any:
        return self._ask("item", name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ask("names"))

    def __len__(self) -> int:
        return len(self._ask("names"))


def _left(desk: Desk, place: Place, handle: Any, number: int) -> None:
    """A session is used no more."""
    desk.unseat(place)
    try:
        if desk.is_connected:
            handle.close.remote(number)
    except Exception:  # noqa: BLE001  (the actor, or Ray, is gone)
        pass


def _plan(count: int | None, workers: int | None) -> tuple[list[Place], int]:
    """The places of actors, and how many workers each has."""
    cpus = {node["NodeID"]: int(node["Resources"].get("CPU", 0)) for node in nodes() if node["Alive"]}
    able = {node: number for node, number in cpus.items() if number}
    if not able and (count is None or workers is None):
        raise ValueError("no node of this cluster has processors: say how many actors and workers_per_actor")
    if count is None:
        return [Place(node) for node in able], workers or min(able.values())
    return [Place(None) for _ in range(count)], workers or max(1, min(able.values()) // -(-count // len(able)))


def _actor(imports: list[str], keywords: dict[str, Any], held: dict[str, Any], place: Place) -> Any:
    """A new actor for the place."""
    workers = keywords["workers"]
    groups = {"run": 2 * workers, "session": max(16, 4 * workers), "control": 2}
    strategy: Any = "SPREAD" if place.node is None else NodeAffinitySchedulingStrategy(place.node, soft=False)
    made = ray.remote(concurrency_groups=groups)(Node)
    return made.options(**{"scheduling_strategy": strategy, **held}).remote(imports, keywords)


def _shipped(tools: Any, variables: Any, limits: Any) -> travel.Given:
    """What snippets are given, as it goes to actors."""
    if tools is None and variables is None and limits is None:
        return None
    if not isinstance(limits, (Limits, type(None))):
        raise TypeError(f"limits must be fastexec.Limits or None, not {type(limits).__name__}")
    return travel.given({"tools": dict(options.functions("tools", tools)), "variables": variables, "limits": limits})


def _noted(results: list[Result], bar: Any) -> Iterator[Result]:
    if bar is not None:
        bar.update(len(results))
    return iter(results)


def _positive(name: str, given: int | None) -> Any:
    number = options.number(name, given, whole=True)
    if number is not None and number < 1:
        raise ValueError(f"{name} must be 1 at least, but is {number}")
    return number


def _given(name: str, number: Any, *, whole: bool) -> Any:
    if number is None:
        raise TypeError(f"{name} must be a number, not NoneType")
    return options.number(name, number, whole=whole)
