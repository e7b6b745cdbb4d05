"""Between calls a worker may do next to nothing: native code that computes on is stopped, and goes on with the next question."""

from __future__ import annotations

import gc
import os
import pathlib
import random
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from fastexec import LocalPythonExecutor
from fastexec.isolation import idling, server
from test_isolation import gone, is_alive, made, pid_of

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")

COMPUTES_ON = """
import hashlib, threading
number = 1
thread = threading.Thread(target=lambda: hashlib.pbkdf2_hmac("sha256", b"a", b"b", 1_000_000_000), daemon=True)
thread.start()
"""
"""(A thread of the code ends with its call, but not within a function of C; all rules refuse one that takes so long.)"""


def state_of(pid: int) -> str:
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def is_stopped(pid: int, seconds: float = 20) -> bool:
    """Whether all its threads are stopped, which they are one after the other."""

    def are_stopped() -> bool:
        return all(state_of(int(thread)) == "T" for thread in os.listdir(f"/proc/{pid}/task"))

    end = time.monotonic() + seconds
    while not are_stopped() and time.monotonic() < end:
        time.sleep(0.01)
    return are_stopped()


def computing() -> tuple[LocalPythonExecutor, int]:
    executor = made(["hashlib", "threading"], {"double": lambda number: 2 * number}, rules="contract")
    executor(COMPUTES_ON)
    return executor, pid_of(executor)


def test_what_computes_between_calls_is_stopped_until_the_next_question():
    executor, pid = computing()
    for _ in range(2):
        assert is_stopped(pid)
        used = idling._used(pid)
        time.sleep(0.3)
        # (The kernel may count the last moment of a thread after its state says that it is stopped.)
        assert idling._used(pid) - used < 0.001
        assert executor("number + double(1)").output == 3
        assert state_of(pid) != "T"
    assert is_stopped(pid)
    assert executor.state["number"] == 1
    assert is_stopped(pid)
    assert "thread" in executor.snapshot() and pid_of(executor) == pid


def test_functions_of_the_code_and_names_of_variables_are_questions_too():
    executor, pid = computing()
    executor("def plus(number):\n    return number + 1")
    assert is_stopped(pid)
    assert executor.custom_tools["plus"](1) == 2
    assert is_stopped(pid)
    assert "thread" in executor.state


def test_calls_and_tools_that_take_long_are_none_of_it():
    """Nor is a worker that does nothing."""
    seen = []

    def rest(pid: int) -> None:
        until = time.monotonic() + 3
        while time.monotonic() < until:
            seen.append(state_of(pid))
            time.sleep(0.05)

    executor = made(["hashlib", "threading", "time"], {"rest": rest}, rules="contract")
    pid = pid_of(executor)
    looks = threading.Thread(target=rest, args=(pid,))
    looks.start()
    executor("import time\nuntil = time.monotonic() + 2.5\nwhile time.monotonic() < until:\n    sum(range(100_000))")
    looks.join()
    executor(COMPUTES_ON + f"rest({pid})")
    assert "T" not in seen
    quiet = made()
    pid = pid_of(quiet)
    rest(pid)
    assert "T" not in seen


def test_a_stopped_worker_ends_like_any_other():
    executor, pid = computing()
    assert is_stopped(pid)
    executor._session.close()
    assert gone(pid)
    executor, pid = computing()
    assert is_stopped(pid)
    del executor
    gc.collect()
    assert gone(pid)
    executor, pid = computing()
    assert is_stopped(pid)
    server.stop()
    assert gone(pid)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server that stops each worker that is asked nothing."""
    server.stop()
    settings = "import fastexec.isolation.idling as idling; idling.LOOK, idling.MOST = 0.0005, -1.0; "
    monkeypatch.setattr(server, "_START_LINE", server._START_LINE.replace("from fastexec", settings + "from fastexec", 1))
    yield
    server.stop()


def test_a_question_that_comes_as_its_worker_is_stopped(impatient):
    executor = made(tools={"apply": lambda function: function(1)})
    executor("def plus(number):\n    return number + 1")
    pid, plus = executor._session._live.process.pid, executor.custom_tools["plus"]
    numbers, stopped = random.Random(1), 0
    for number in range(1500):
        time.sleep(numbers.random() * 0.002)
        stopped += state_of(pid) == "T"
        asked = [lambda: executor("apply(plus)").output == 2, lambda: plus(number) == number + 1, lambda: executor("1 + 1").output == 2]
        began = time.monotonic()
        assert asked[number % 3]()
        assert time.monotonic() - began < 5
    assert stopped > 50


def test_a_fork_of_the_host_says_nothing_of_its_workers(impatient):
    executor = made()
    pid = pid_of(executor)
    assert is_stopped(pid)
    process = executor._session._live.process
    child = os.fork()
    if not child:
        process.end_turn(process.begin_turn())
        os._exit(0 if state_of(pid) == "T" else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert executor("1 + 1").output == 2


def test_workers_do_not_have_the_table():
    executor = made()  # held: its worker ends with it
    pid = pid_of(executor)
    if not os.access(f"/proc/{pid}/maps", os.R_OK):
        pytest.skip("another user's")
    try:
        maps = pathlib.Path(f"/proc/{pid}/maps").read_text()
        links = [os.readlink(f"/proc/{pid}/fd/{number}") for number in os.listdir(f"/proc/{pid}/fd")]
    except PermissionError:
        pytest.skip("nobody may look into a worker here")
    assert is_alive(pid)
    assert "fastexec-turns" not in maps and not any("fastexec-turns" in link for link in links)
    assert "fastexec-turns" in pathlib.Path("/proc/self/maps").read_text()


def test_places_are_used_again_when_nobody_can_write_there():
    places = idling.Places(idling.made())
    first, second = places.taken(), places.taken()
    assert (first.place, second.place) == (0, 1)
    outer = first.begin(lambda: None)
    assert first.begin(lambda: None) & 1 and not outer
    del first
    third = places.taken()
    assert third.place == 0 and places.numbers is not None and list(places.numbers[:4]) == [0, 0, 0, 0]
    assert idling.Places(None).taken().place is None
