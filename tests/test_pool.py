"""A pool of workers: results, places, recycling, back-pressure, asyncio."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import pickle
import signal
import sys
import threading
import time

import fastexec
import pytest
from fastexec import InterpreterError, Pool
from test_isolation import gone, settled

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


@pytest.fixture
def pool():
    with Pool(2, ["json"]) as made:
        yield made


def test_results_in_order_and_never_raised(pool):
    results = list(pool.map(["1 + 1", "1 / 0", "print('hi')", "import os", "final_answer(5)"], tools={"final_answer": lambda answer: answer}))
    assert [result.index for result in results] == [0, 1, 2, 3, 4]
    assert [result.ok for result in results] == [True, False, True, False, True]
    assert (results[0].output, results[2].logs, results[4].output, results[4].is_final_answer) == (2, "hi\n", 5, True)
    assert str(results[1].error).startswith("Code execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero")
    assert isinstance(results[3].error, InterpreterError) and all(result.seconds > 0 for result in results)


def test_no_snippet_finds_what_another_left(pool):
    seen = list(pool.map(["import json\njson\nleft = 1\ndef f(): pass"] * 4 + ["left", "f()"]))
    assert "`left` is not defined" in str(seen[4].error) and "'f' is not among the explicitly allowed tools" in str(seen[5].error)
    with Pool(1, calls_per_worker=3) as shared:
        results = list(shared.map(["x = 1", "x", "x"]))
        assert [result.ok for result in results] == [True, False, False]


def test_workers_are_replaced():
    with Pool(1, calls_per_worker=2) as pool:
        pids = [pool.submit("1").result() and _pid(pool) for _ in range(4)]
        # Given up after its second call.
        assert pids[0] and pids[1] is None and pids[2] not in (None, pids[0]) and pids[3] is None
    with Pool(1, calls_per_worker=100, bytes_per_worker=1) as pool:
        pool.submit("1").result()
        assert pool._seats[0]._taken is None


def _pid(pool):
    taken = pool._seats[0]._taken
    return taken and taken._session._live.process.pid


def test_futures_tools_and_limits(pool):
    future = pool.submit("search('a') + [n]", tools={"search": lambda text: [text]}, variables={"n": 3})
    assert future.result(timeout=10).output == ["a", 3]
    stopped = pool.submit("for i in range(10**6): pass", limits=fastexec.Limits(operations=100)).result()
    assert "max number of operations of 100" in str(stopped.error)


def test_a_lost_worker_is_one_result():
    # (Of several workers, those that run the others would be ended, too.)
    with Pool(1) as pool:
        kill = lambda: [os.kill(taken._session._live.process.pid, signal.SIGKILL) for taken in _busy(pool)]  # noqa: E731
        first, second, third = pool.map(["1", "kill()", "3"], tools={"kill": kill})
    assert first.ok and third.output == 3 and str(second.error).startswith("The worker of this session has ended (SIGKILL")


def _busy(pool):
    """Executors of places whose worker runs just now. (Other threads take and give back places meanwhile.)"""
    import gc

    seats = [seat for seat in gc.get_objects() if type(seat).__name__ == "_Seat"]
    return [taken for seat in seats if (taken := seat._taken) is not None and taken._session.running]


def test_submit_waits_for_room():
    with Pool(1, pending=1) as pool:
        first = pool.submit("import time\ntime.sleep(0.5)")
        second = pool.submit("2")
        begun = time.monotonic()
        third = pool.submit("3")
        assert time.monotonic() - begun > 0.2
        assert (first.result().ok, second.result().output, third.result().output) == (True, 2, 3)


def test_progress(pool):
    class Bar:
        def __init__(self, total):
            self.total, self.seen, self.closed = total, 0, False

        def update(self, n):
            self.seen += n

        def close(self):
            self.closed = True

    bars = []
    assert len(list(pool.map(["1"] * 5, progress=lambda total: bars.append(Bar(total)) or bars[0]))) == 5
    assert (bars[0].total, bars[0].seen, bars[0].closed) == (5, 5, True)


def test_asyncio(pool):
    async def main():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.ensure_future(tick())
        one = await pool.asubmit("import time\ntime.sleep(0.2)\n7")
        many = [result.output async for result in pool.amap(["1", "2", "3"])]
        ticking.cancel()
        return one.output, many, ticks

    one, many, ticks = asyncio.run(main())
    assert one == 7 and many == [1, 2, 3] and ticks > 5


def test_waiting_on_a_loop_takes_no_thread():
    async def main():
        with Pool(1, pending=1) as pool:
            tasks = [asyncio.ensure_future(pool.asubmit("import time\ntime.sleep(0.05)\n1")) for _ in range(40)]
            await asyncio.sleep(0.2)
            # Beside the one that all loops of the process share.
            threads = sum(thread.name != "fastexec-loops" for thread in threading.enumerate())
            for task in tasks[10:]:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            return threads, results, (await pool.asubmit("2")).output

    before = sum(thread.name != "fastexec-loops" for thread in threading.enumerate())
    threads, results, after = asyncio.run(main())
    assert threads <= before + 1 and after == 2
    assert [type(result).__name__ for result in results] == ["Result"] * 10 + ["CancelledError"] * 30


def test_of_an_iterator_is_read_what_there_is_room_for():
    read = []

    def codes():
        for number in range(1000):
            read.append(number)
            yield str(number)

    totals = []

    class Bar:
        def update(self, n):
            pass

        close = lambda self: None  # noqa: E731

    with Pool(1, pending=2, calls_per_worker=100) as pool:
        results = pool.map(codes(), progress=lambda total: totals.append(total) or Bar())
        assert [next(results).output for _ in range(5)] == [0, 1, 2, 3, 4] and len(read) < 12 and totals == [None]
        results.close()
        assert [result.output for result in pool.map(["1"] * 10)] == [1] * 10


def test_tools_that_would_end_the_program_end_a_snippet(pool):
    def leave():
        raise SystemExit(3)

    def interrupt():
        raise KeyboardInterrupt

    first, second, third = pool.map(["leave()", "interrupt()", "2"], tools={"leave": leave, "interrupt": interrupt})
    assert isinstance(first.error, InterpreterError) and "SystemExit: 3" in str(first.error)
    assert isinstance(second.error, KeyboardInterrupt) and not second.ok and third.output == 2


def test_sessions(pool):
    with pool.session() as executor:
        executor("x = 1")
        assert executor("x + 1").output == 2
        pid = executor._session._live.process.pid
    assert gone(pid)


def test_the_end_of_a_pool():
    before = settled()
    pool = Pool(2)
    futures = [pool.submit("1") for _ in range(6)]
    pool.shutdown()
    assert [future.result().output for future in futures] == [1] * 6 and settled() == before
    with pytest.raises(RuntimeError, match="cannot schedule new futures after shutdown"):
        pool.submit("1")


def test_options():
    with pytest.raises(ValueError, match="workers must be 1 at least, but is 0"):
        Pool(0)
    with pytest.raises(TypeError, match="calls_per_worker must be a number or None, not str"):
        Pool(1, calls_per_worker="2")
    with pytest.raises(InterpreterError, match="Non-installed authorized modules: nothing_like_it"):
        Pool(1, ["nothing_like_it"])


def workers_of(pool: Pool) -> list[int]:
    return [seat._taken._session._live.process.pid for seat in pool._seats if seat._taken is not None]


def test_a_pool_that_is_not_waited_for_ends_its_workers():
    pool = Pool(2, ["time"], calls_per_worker=100)
    assert pool.submit("1").result().output == 1
    idle = workers_of(pool)
    busy = pool.submit("import time\ntime.sleep(0.5)\n7")
    waiting = [pool.submit("8") for _ in range(3)]
    time.sleep(0.1)
    pool.shutdown(wait=False)
    assert busy.result().output == 7 and [future.result().output for future in waiting] == [8] * 3
    assert idle and all(gone(pid) for pid in idle)
    until = time.monotonic() + 5
    while workers_of(pool) and time.monotonic() < until:
        time.sleep(0.01)
    assert workers_of(pool) == []


def test_a_fork_of_the_host_is_told_that_it_has_no_pool():
    with Pool(1, calls_per_worker=100) as pool:
        assert pool.submit("1").result().output == 1
        ways = [lambda: pool.submit("1"), lambda: pool.map(["1"]), lambda: asyncio.run(pool.asubmit("1")), lambda: asyncio.run(_all(pool))]
        pid = os.fork()
        if not pid:
            code, told = 4, 0
            try:
                for way in ways:
                    try:
                        way()
                        told += 4
                    except RuntimeError as error:
                        told += "stayed with the process" in str(error)
                pool.shutdown()
                code = told - len(ways)
            finally:
                os._exit(code)
        assert os.waitpid(pid, 0)[1] == 0
        assert pool.submit("2").result().output == 2


async def _all(pool: Pool) -> list:
    return [result async for result in pool.amap(["1"])]


def test_a_batch_begins_at_once(pool):
    results = pool.map(["import time\ntime.sleep(0.4)\n1"] * 2)
    time.sleep(0.9)
    began = time.monotonic()
    assert [result.output for result in results] == [1, 1] and time.monotonic() - began < 0.3


def test_a_batch_has_a_time_as_of_any_executor(pool):
    results = pool.map(["1", *["import time\ntime.sleep(2)"] * 5], timeout=0.7, chunksize=2)
    assert next(results).output == 1
    with pytest.raises(concurrent.futures.TimeoutError):
        list(results)
    # What had not begun was taken back.
    assert pool.submit("2").result(timeout=10).output == 2
    assert [result.output for result in pool.map(iter(["1", "2", "3"]), timeout=60)] == [1, 2, 3]
    assert [result.output for result in pool.map(["1"], timeout=float("inf"))] == [1]
    with pytest.raises(ValueError, match="chunksize must be 1 at least, but is 0"):
        pool.map(["1"], chunksize=0)


def test_futures_are_those_of_any_executor(pool):
    futures = [pool.submit(str(n)) for n in range(6)]
    assert sorted(future.result().output for future in concurrent.futures.as_completed(futures)) == list(range(6))
    done, left = concurrent.futures.wait(futures)
    assert len(done) == 6 and not left
    seen: list[object] = []
    pool.submit("7").add_done_callback(lambda future: seen.append(future.result().output))
    pool.shutdown()
    assert seen == [7]
    for again in (lambda: pool.submit("1"), lambda: pool.map(["1"])):
        with pytest.raises(RuntimeError, match="cannot schedule new futures after shutdown"):
            again()


def test_what_is_given_wrongly_is_told_where_it_is_given() -> None:
    with pytest.raises(TypeError, match=r"Pool\(\) got an unexpected keyword argument 'tools'"):
        Pool(workers=1, tools={})
    with pytest.raises(ValueError, match='isolation must be "process" in a pool, not None'):
        Pool(workers=1, isolation=None)
    with pytest.raises(TypeError, match='isolation must be "process", not int'):
        Pool(workers=1, isolation=0)
    with Pool(workers=1, isolation="process") as pool:
        for give, said in (
            (lambda: pool.submit("1", limits=3), "limits must be fastexec.Limits or None, not int"),
            (lambda: pool.submit("1", tools=[len]), "tools must be a dict"),
            (lambda: pool.map(["1"], variables={1: 2}), "one name is 1"),
            (lambda: pool.map("12"), "codes must be several snippets, not one str"),
            (lambda: pool.map(b"12"), "codes must be several snippets, not one bytes"),
            (lambda: pool.map(None), "codes must be several snippets, not NoneType"),
            (lambda: pool.map(["1"], timeout="3"), "timeout must be a number or None, not str"),
            (lambda: pool.map(["1"], chunksize="3"), "chunksize must be a number or None, not str"),
            (lambda: pool.map(["1"], progress=True), "progress must be a function or None, not bool"),
            (lambda: pickle.dumps(pool), "a Pool cannot be pickled"),
        ):
            with pytest.raises(TypeError, match=said):
                give()
        assert [result.output for result in pool.map(["1", "2"])] == [1, 2]
        assert repr(pool) == "Pool(workers=1, calls_per_worker=1, imports=[])"
    assert repr(pool) == "Pool(closed)"
