"""A worker that waits for a processor while others have them all gets time for that, and nobody else does."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from fastexec import ExecutionTimeoutError
from fastexec.isolation import conversation
from fastexec.isolation.conversation import Clock
from fastexec.isolation.waits import Thread, Waits, between
from test_isolation import made

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


@pytest.mark.parametrize(
    ("before", "now", "waited"),
    [
        ({1: Thread(1.0, 0.5, True)}, {1: Thread(1.01, 0.5, True)}, 0.0),
        ({1: Thread(1.0, 0.5, False)}, {1: Thread(1.0, 0.5, False)}, 0.0),
        ({1: Thread(1.0, 0.5, False)}, {1: Thread(1.002, 0.508, True)}, 0.008),
        # It waits still, and has for longer than since the look before.
        ({1: Thread(1.0, 0.5, True)}, {1: Thread(1.0, 0.5, True)}, 0.01),
        ({1: Thread(1.0, 0.5, True)}, {1: Thread(1.001, 0.7, True)}, 0.2),
        # It woke up a moment ago, or ran all the time in between.
        ({1: Thread(1.0, 0.5, False)}, {1: Thread(1.0, 0.5, True)}, 0.0),
        # The one that waited longest, which need not be the first, nor have been there before.
        ({1: Thread(1.0, 0.5, False), 2: Thread(0.0, 0.0, True)}, {1: Thread(1.0, 0.502, False), 2: Thread(0.0, 0.0, True)}, 0.01),
        ({1: Thread(1.0, 0.5, False)}, {1: Thread(1.0, 0.5, False), 3: Thread(0.0, 0.009, True)}, 0.009),
        ({1: Thread(1.0, 0.5, False), 2: Thread(0.0, 0.0, True)}, {1: Thread(1.0, 0.5, False)}, 0.0),
    ],
)
def test_what_counts_as_a_wait(before: dict[int, Thread], now: dict[int, Thread], waited: float) -> None:
    assert between(before, now, 0.01, processors=2) == pytest.approx(waited)


@pytest.mark.parametrize("threads", [3, 8, 60])
def test_threads_that_wait_for_each_other_do_not_count(threads: int) -> None:
    before = dict.fromkeys(range(threads), Thread(0.0, 0.0, True))
    share = 0.01 * 2 / threads
    taking_turns = dict.fromkeys(range(threads), Thread(share, 0.01 - share, True))
    assert between(before, taking_turns, 0.01, processors=2) < 0.006
    two_at_a_time = {number: Thread(0.01 if number < 2 else 0.0, 0.0, True) for number in range(threads)}
    assert between(before, two_at_a_time, 0.01, processors=2) == pytest.approx(0.0)


class Time:
    """A clock that goes on when somebody waits until then, and a worker with a share of a processor."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, share: float) -> None:
        self.now, self.share = 1000.0, share
        monkeypatch.setattr(conversation.time, "monotonic", lambda: self.now)

    def ended(self) -> float:
        """Seconds after its deadline at which a worker that does not end is ended."""
        clock = Clock(5.0, waited=lambda: (1 - self.share) * self.now)
        assert clock.until is not None
        self.now = clock.until
        while clock.prolonged():
            self.now = clock.until + 1e-4
        return self.now - 1005.0


@pytest.mark.parametrize(("share", "least", "most"), [(1.0, 0.09, 0.105), (0.5, 0.12, 0.16), (0.1, 0.45, 0.6), (0.0, 1.9, 2.1)])
def test_how_long_a_worker_lives_that_does_not_end(monkeypatch, share: float, least: float, most: float) -> None:
    assert least < Time(monkeypatch, share).ended() < most


def test_a_process_that_is_gone_waits_for_nothing() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert Waits(child.pid).seconds() == 0.0


HOG = """
import os, time
os.sched_setaffinity(0, {0})
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
print(flush=True)
while True:
    until = time.monotonic() + 0.2
    while time.monotonic() < until:
        pass
    time.sleep(0.04)
"""


def test_a_worker_whose_processor_others_have() -> None:
    """Its processor is another's for longer than its code may take to end: it ends by itself, when it can."""
    executor = made(["threading", "time"], timeout_seconds=0.5)
    executor("1")
    pid = executor._session._live.process.pid
    with subprocess.Popen([sys.executable, "-S", "-c", HOG], stdout=subprocess.PIPE) as hog:
        try:
            if not hog.stdout.readline():
                pytest.skip("no right to have a processor for itself")
            for thread in os.listdir(f"/proc/{pid}/task"):
                os.sched_setaffinity(int(thread), {0})
            with pytest.raises(ExecutionTimeoutError, match="hint: the code had come to its end, but threads that it started had not"):
                executor("import threading, time\ndef f():\n    while True: time.sleep(0.01)\nx = 1\nthreading.Thread(target=f).start()")
        finally:
            hog.kill()
    assert executor("x").output == 1


def test_a_worker_with_many_threads_that_never_end() -> None:
    """They wait for each other, which is no reason to wait for them."""
    executor = made(["threading", "numpy"], timeout_seconds=0.5)
    executor("import threading, numpy as np\nlarge = np.ones((1500, 1500))")
    code = "threads = [threading.Thread(target=lambda: [large @ large for _ in range(1000)], daemon=True) for _ in range(8)]\n"
    began = time.monotonic()
    with pytest.raises(ExecutionTimeoutError):
        executor(code + "[thread.start() for thread in threads]\n[thread.join() for thread in threads]")
    assert time.monotonic() - began < 20
