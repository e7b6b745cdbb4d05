"""Hands snippets to actors, and puts others in the place of those that are lost."""

from __future__ import annotations

import collections
import concurrent.futures
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import ray
from ray import exceptions

from fastexec.cluster import travel
from fastexec.errors import InterpreterError
from fastexec.isolation.pool import Result

GONE: tuple[type[Exception], ...] = (
    exceptions.RayActorError,
    exceptions.ActorUnschedulableError,
    exceptions.ObjectLostError,
    exceptions.NodeDiedError,
    exceptions.WorkerCrashedError,
)
"""What Ray raises where an actor, or what it answered, is gone."""

_FOR_A_WHILE = (exceptions.ActorUnavailableError, exceptions.ObjectLostError, exceptions.NodeDiedError, exceptions.WorkerCrashedError)
"""Of these: the actor may be there again."""

_STARTS = 3
"""Times in a row that an actor may end before it answered; then its place is given up."""

_REST = 1.0
"""Seconds until an actor that did not answer is asked again."""


class ActorLostError(RuntimeError):
    """The actor that ran a snippet was lost, and so were those that ran it again; or there are no actors any more."""


class SessionLostError(InterpreterError):
    """The actor that had this session is gone, and all variables with it: open another session."""


@dataclass(eq=False)
class Task:
    """Snippets that go to one actor, together."""

    codes: list[str]
    given: travel.Given
    """Tools, variables and limits."""
    first: int
    future: concurrent.futures.Future[list[Result]] = field(default_factory=lambda: concurrent.futures.Future())
    lost: int = 0
    """Actors that were lost with it."""


@dataclass(eq=False)
class Place:
    """Where an actor is, and after it another."""

    node: str | None
    """Of Ray; None for one that Ray chooses."""
    handle: Any = None
    is_up: bool = False
    load: int = 0
    sessions: int = 0
    starts: int = 0


class Desk:
    """Hands tasks to actors, and puts others in the place of those that are lost. All of it is done by one thread, for
    which everybody else leaves notes.

    Args:
        places: One for each actor.
        make: Makes the actor of a place.
        slots: Tasks of one actor at a time.
        retries: Of a task.
    """

    def __init__(self, places: list[Place], make: Callable[[Place], Any], slots: int, retries: int) -> None:
        self._places = places
        self._make = make
        self._slots = slots
        self._retries = retries
        self._notes: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._waiting: collections.deque[Task] = collections.deque()
        self._under_way = 0
        self._closing = False
        self._connection = connection()
        self.thread: threading.Thread = threading.Thread(target=self._work, name="fastexec-ray", daemon=True)

    def start(self, seconds: float) -> None:
        """Makes the actors, and waits for them.

        Raises:
            ActorLostError: They are not there after so many seconds.
            Exception: What the first one that cannot work says.
        """
        hellos = [self._occupy(place) for place in self._places]
        try:
            missing = ray.wait(hellos, num_returns=len(hellos), timeout=seconds)[1]
            if missing:
                late = f"{len(missing)} of {len(hellos)} actors did not start in {seconds} seconds"
                raise ActorLostError(f"{late}: are there free processors for them?")
            for told in ray.get(hellos):
                if told is not None:
                    raise travel.unpacked(told)
        except exceptions.RayActorError as error:
            self._end()
            raise ActorLostError(f"an actor did not start: {error}") from None
        except BaseException:
            self._end()
            raise
        self.thread.start()

    @property
    def is_connected(self) -> bool:
        """Whether the program has the connection to Ray in which the actors were made. Asking them in another one would
        start a cluster, or end the program."""
        return self._connection is not None and connection() == self._connection

    def leave(self, note: Callable[[], None]) -> None:
        """Something to do for the thread."""
        self._notes.put(note)

    def take(self, task: Task) -> None:
        """Has the task done."""
        self.leave(lambda: self._waiting.append(task))

    def seat(self) -> concurrent.futures.Future[tuple[Place, Any]]:
        """A place for a session, and the actor that is there; or `ActorLostError`."""
        answer: concurrent.futures.Future[tuple[Place, Any]] = concurrent.futures.Future()
        self.leave(lambda: self._seat(answer))
        return answer

    def unseat(self, place: Place) -> None:
        """A session there has ended."""

        def note() -> None:
            place.sessions -= 1

        self.leave(note)

    def missed(self, place: Place, handle: Any, error: BaseException) -> None:
        """An actor does not answer."""
        self.leave(lambda: self._missed(place, handle, error))

    def close(self, cancel: bool) -> None:
        """Ends the thread and the actors when all is done; what waits is cancelled if `cancel`."""

        def note() -> None:
            self._closing = True
            for task in self._waiting if cancel else ():
                task.future.cancel()

        self.leave(note)

    # What the thread does.

    def _work(self) -> None:
        while not (self._closing and not self._waiting and not self._under_way):
            self._notes.get()()
            self._hand_out()
        self._end()

    def _end(self) -> None:
        while self._places:
            handle = self._places.pop().handle
            if self.is_connected:
                _kill(handle)
        while not self._notes.empty():
            self._notes.get()()  # whoever waits for an answer gets one

    def _hand_out(self) -> None:
        while self._waiting:
            if not self.is_connected:
                for ended in list(self._places):
                    self._give_up(ended)
            place = self._free()
            if place is None and self._places:
                return
            task = self._waiting.popleft()
            if task.lost or task.future.set_running_or_notify_cancel():
                if place is None:
                    self._tell(task, ActorLostError(self._nobody()))
                else:
                    self._send(place, task)

    def _nobody(self) -> str:
        return "there are no actors any more" if self.is_connected else "Ray was shut down, and the actors with it: make another pool"

    def _free(self) -> Place | None:
        free = [place for place in self._places if place.is_up and place.load < self._slots]
        return min(free, key=lambda place: place.load, default=None)

    def _send(self, place: Place, task: Task) -> None:
        handle = place.handle
        try:
            answer: concurrent.futures.Future[list[travel.Record]] = handle.run.remote(task.codes, task.given, self._retries).future()
        except Exception as error:  # noqa: BLE001  (Ray may have been shut down)
            self._tell(task, error)
            return
        place.load += 1
        self._under_way += 1
        # Called on a thread of Ray's.
        answer.add_done_callback(lambda done: self.leave(lambda: self._came(place, handle, task, done)))

    def _came(self, place: Place, handle: Any, task: Task, done: concurrent.futures.Future[list[travel.Record]]) -> None:
        self._under_way -= 1
        if place.handle is handle:
            place.load -= 1
        error = done.exception()
        if error is None:
            self._deliver(task, done.result())
        elif not isinstance(error, GONE):
            self._tell(task, error)
        else:
            self._missed(place, handle, error)
            task.lost += 1
            if task.lost <= self._retries:
                self._waiting.appendleft(task)
            else:
                self._tell(task, ActorLostError(f"its actor was lost, {task.lost} times: {first_line(error)}"))

    def _deliver(self, task: Task, records: list[travel.Record]) -> None:
        try:
            results = [travel.result(task.first + nth, record) for nth, record in enumerate(records)]
        except Exception as error:  # noqa: BLE001  (an object of a tool does not unpickle here)
            self._tell(task, error)
        else:
            task.future.set_result(results)

    def _tell(self, task: Task, error: BaseException) -> None:
        """The snippets have no results but this."""
        told = error if isinstance(error, Exception) else RuntimeError(str(error))
        task.future.set_result([Result(task.first + nth, None, "", False, told, 0.0) for nth in range(len(task.codes))])

    def _missed(self, place: Place, handle: Any, error: BaseException) -> None:
        if place.handle is not handle:
            return  # another one has its place
        if isinstance(error, _FOR_A_WHILE):
            if place.is_up:  # else it is being asked already
                place.is_up = False
                self._ask_later(place, handle)
        elif place.starts >= _STARTS or not self._occupied(place):
            self._give_up(place)

    def _give_up(self, place: Place) -> None:
        place.handle = None  # what else was under way there says nothing new
        if place in self._places:
            self._places.remove(place)

    def _occupied(self, place: Place) -> bool:
        """Puts another actor there, if it is a place still."""
        try:
            if not self.is_connected or not _is_there(place.node):
                return False
            self._occupy(place)
        except Exception:  # noqa: BLE001  (Ray was shut down just now)
            return False
        return True

    def _occupy(self, place: Place) -> Any:
        """Puts an actor there. Gives what it will say first."""
        place.starts += 1
        place.load, place.is_up = 0, False
        handle = place.handle = self._make(place)
        return self._ask(place, handle)

    def _ask(self, place: Place, handle: Any) -> Any:
        """Has an actor say that it is there: until then it gets no tasks."""
        hello = handle.hello.remote()

        def said(done: concurrent.futures.Future[Any]) -> None:
            error = done.exception()
            if error is None or not isinstance(error, GONE):
                self.leave(lambda: self._begun(place, handle))
            elif isinstance(error, _FOR_A_WHILE):
                self._ask_later(place, handle)
            else:
                self.missed(place, handle, error)

        hello.future().add_done_callback(said)
        return hello

    def _ask_later(self, place: Place, handle: Any) -> None:
        def note() -> None:
            try:
                if place.handle is handle and self.is_connected:
                    self._ask(place, handle)
            except Exception:  # noqa: BLE001  (Ray was shut down just now)
                self._give_up(place)

        timer = threading.Timer(_REST, self.leave, [note])
        timer.daemon = True
        timer.start()

    def _begun(self, place: Place, handle: Any) -> None:
        if place.handle is handle:
            place.is_up, place.starts = True, 0

    def _seat(self, answer: concurrent.futures.Future[tuple[Place, Any]]) -> None:
        best = min(self._places, key=lambda place: (not place.is_up, place.sessions), default=None)
        if best is None or not self.is_connected:
            answer.set_exception(ActorLostError(self._nobody()))
            return
        best.sessions += 1
        answer.set_result((best, best.handle))


def connection() -> str | None:
    """Names this program's connection to Ray; None without one."""
    return str(ray.get_runtime_context().get_worker_id()) if ray.is_initialized() else None


def _is_there(node: str | None) -> bool:
    return node is None or any(known["NodeID"] == node and known["Alive"] for known in nodes())


def nodes() -> list[dict[str, Any]]:
    """What Ray tells of the nodes of its cluster."""
    return list(ray.nodes())


def _kill(handle: Any) -> None:
    try:
        ray.kill(handle)
    except Exception:  # noqa: BLE001  (Ray was shut down, or never made it)
        pass


def first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
