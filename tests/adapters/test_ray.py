"""`RayPool` on a cluster of two nodes: results, order, batches, back-pressure, limits, tools, asyncio, sessions, its end."""

from __future__ import annotations

import asyncio
import concurrent.futures
import copy
import gc
import itertools
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref

import pytest
from conftest import processes_of, until
from fastexec import ExecutionTimeoutError, InterpreterError, IsolationError, Limits
from fastexec.cluster import node, travel
from fastexec.outcome import failure
from fastexec.ray import ActorLostError, RayPool, SessionLostError

SLEEP = "import time\ntime.sleep({})\n{}"


@pytest.fixture(scope="module")
def pool(cluster):
    with RayPool(None, ["json"], workers_per_actor=2, cpus_per_actor=0) as made:  # leaves the processors to the other pools
        yield made


# ------------------------------------------------------------------------------------------ snippets
def test_results_in_order_and_never_raised(pool):
    codes = ["1 + 1", "1 / 0", "print('hi')", "import os", "final_answer(5)"]
    results = list(pool.map(codes, tools={"final_answer": lambda answer: answer}))
    assert [result.index for result in results] == [0, 1, 2, 3, 4]
    assert [result.ok for result in results] == [True, False, True, False, True]
    assert (results[0].output, results[2].logs, results[4].output, results[4].is_final_answer) == (2, "hi\n", 5, True)
    assert str(results[1].error).startswith("Code execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero")
    assert isinstance(results[3].error, InterpreterError) and all(result.seconds > 0 for result in results)
    assert failure(results[1].error).type == "ZeroDivisionError"


def test_there_is_an_actor_on_every_node(pool):
    def where():
        import os
        import time

        import ray

        time.sleep(0.2)
        return ray.get_runtime_context().get_node_id(), os.getpid()

    seen = {result.output for result in pool.map(["where()"] * 12, tools={"where": where})}
    assert len({node for node, _ in seen}) == 2 and len(seen) == 2 and os.getpid() not in {pid for _, pid in seen}


def test_order_whatever_ends_first(pool):
    codes = [SLEEP.format(0.4 if n % 5 == 0 else 0, n) for n in range(20)]
    for batch in (1, 3):
        results = list(pool.map(codes, batch=batch))
        assert [result.output for result in results] == [result.index for result in results] == list(range(20))


def test_no_snippet_finds_what_another_left(pool):
    seen = list(pool.map(["left = 1"] * 8 + ["left"] * 4, batch=4))
    assert [result.ok for result in seen] == [True] * 8 + [False] * 4 and all("`left` is not defined" in str(result.error) for result in seen[8:])


def test_values(pool):
    import datetime
    import decimal

    values = [None, 2**70, 1.5, "\ud800", b"b", [1, [2]], (1,), {"a": {1: 2}}, {1}, range(3), decimal.Decimal("1.10"), datetime.date(2024, 2, 29)]
    results = pool.map([f"values[{n}]" for n in range(len(values))], variables={"values": values})
    assert [(result.output, type(result.output)) for result in results] == [(value, type(value)) for value in values]


def test_large_variables(pool):
    """Go through the object store, to many snippets at a time."""
    large = {"data": bytes(range(256)) * 4000}
    assert [result.output for result in pool.map(["len(data)"] * 24, variables=large)] == [1024000] * 24
    assert pool.submit("data * 3", variables=large).result().output == large["data"] * 3


def test_objects_of_the_code_come_as_their_text(pool):
    bad = "class Bad:\n    def __repr__(self):\n        raise ValueError\n"
    codes = ["class Point:\n    def __repr__(self):\n        return 'here'\n[Point(), 1]", "len", "import json\njson", bad + "Bad()", "lambda: 1"]
    outputs = [result.output for result in pool.map(codes)]
    assert outputs[0] == ["here", 1] and outputs[1] == repr(len)
    assert all(isinstance(output, str) for output in outputs[2:]) and "module 'json'" in outputs[2]


def test_nothing_of_the_code_is_unpickled_here(pool):
    """Neither as a value nor inside of an object that a tool gave."""

    class Box:
        def __init__(self, value):
            self.value = value

    made = "class Point:\n    def __repr__(self):\n        return 'here'\n"
    boxed = pool.submit(made + "box([Point(), Point, {1: Point()}])", tools={"box": Box}).result().output
    assert type(boxed).__name__ == "Box" and (boxed.value[0], boxed.value[2]) == ("here", {1: "here"})
    assert isinstance(boxed.value[1], str)


def test_generators_are_read_as_there_is_room(cluster):
    read = []
    with RayPool(1, workers_per_actor=1, pending=2) as pool:
        results = pool.map(str(read.append(n) or n) for n in itertools.count())
        assert [next(results).output for _ in range(5)] == [0, 1, 2, 3, 4]
        assert 5 <= len(read) <= 12
        results.close()


def test_submit_waits_for_room(cluster):
    with RayPool(1, workers_per_actor=1, pending=1) as pool:
        futures = [pool.submit(SLEEP.format(0.5, 1)) for _ in range(3)]  # two are with the actor, one waits
        begun = time.monotonic()
        futures.append(pool.submit("2"))
        assert time.monotonic() - begun > 0.2
        assert [future.result().output for future in futures] == [1, 1, 1, 2]


def test_limits_of_one_task(pool):
    endless = "while True: pass"
    few = pool.submit("for i in range(10**6): pass", limits=Limits(operations=100))
    short = pool.submit(endless, limits=Limits(seconds=0.2, operations=None, while_iterations=None))
    small = pool.submit("x = [0] * 10**8", limits=Limits(memory_bytes=50 << 20))
    assert pool.submit("sum(range(1000))").result().ok
    assert "max number of operations of 100" in str(few.result().error)
    assert isinstance(short.result().error, ExecutionTimeoutError) and short.result().seconds < 5
    assert "memory" in str(small.result().error).lower()


def test_limits_of_all_tasks(cluster):
    with RayPool(1, workers_per_actor=1, timeout_seconds=0.3, limits=Limits(operations=None, while_iterations=None)) as pool:
        assert isinstance(pool.submit("while True: pass").result().error, ExecutionTimeoutError)


def test_tools_run_on_the_node(pool):
    here = os.getpid()

    class Found:
        def __init__(self, where):
            self.where = where

    def search(text):
        import os

        if text == "":
            raise KeyError("nothing to look for")
        return Found(os.getpid())

    found, failed = pool.map(["search('a')", "search('')"], tools={"search": search})
    assert type(found.output).__name__ == "Found" and found.output.where not in (here, 0)
    assert "KeyError" in str(failed.error) and "nothing to look for" in str(failed.error)


def test_what_cannot_be_sent_is_told_at_once(pool):
    with pytest.raises(TypeError, match="pickle"):
        pool.submit("f()", tools={"f": threading.Lock().acquire})
    with pytest.raises(TypeError, match="code must be a str, not int"):
        pool.submit(3)
    with pytest.raises(TypeError, match="limits must be fastexec.Limits or None, not dict"):
        pool.submit("1", limits={"operations": 1})
    with pytest.raises(TypeError, match="code must be a str, not bytes"):
        list(pool.map([b"1"]))
    with pytest.raises(ValueError, match="batch must be 1 at least, but is 0"):
        pool.map(["1"], batch=0)
    assert pool.submit("1").result().output == 1


class Bar:
    """As of tqdm."""

    def __init__(self, total):
        self.total, self.seen, self.closed = total, 0, False

    def update(self, n):
        self.seen += n

    def close(self):
        self.closed = True


@pytest.mark.parametrize("batch", [1, 2])
def test_progress(pool, batch):
    bars = []
    show = lambda total: bars.append(Bar(total)) or bars[-1]  # noqa: E731
    assert len(list(pool.map(["1"] * 5, progress=show, batch=batch))) == 5
    assert len(list(pool.map(iter(["1"] * 3), progress=show))) == 3
    assert [(bar.total, bar.seen, bar.closed) for bar in bars] == [(5, 5, True), (None, 3, True)]


def test_futures(pool):
    """As everything knows them that works with futures."""
    futures = [pool.submit(str(n)) for n in range(6)]
    assert {future.result().output for future in concurrent.futures.as_completed(futures, timeout=60)} == set(range(6))
    assert isinstance(pool, concurrent.futures.Executor)


def test_a_waiting_snippet_is_taken_back(cluster):
    with RayPool(1, workers_per_actor=1) as pool:
        futures = [pool.submit(SLEEP.format(0.5, 1)) for _ in range(4)]
        assert until(futures[0].running) and not futures[0].cancel()
        assert futures[3].cancel() and futures[3].cancelled()
        assert [future.result().output for future in futures[:3]] == [1, 1, 1]


def test_asyncio(pool):
    async def main():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.ensure_future(tick())
        one = await pool.asubmit(SLEEP.format(0.3, 7))
        many = [result.output async for result in pool.amap(["1", "2", "3"], batch=2)]
        ticking.cancel()
        return one.output, many, ticks

    one, many, ticks = asyncio.run(main())
    assert one == 7 and many == [1, 2, 3] and ticks > 5


def test_a_task_that_is_cancelled_takes_its_snippet_back(cluster, tmp_path):
    def mark(name):
        (tmp_path / name).touch()

    async def main(pool):
        held = [asyncio.ensure_future(pool.asubmit(SLEEP.format(0.6, 1))) for _ in range(2)]
        await asyncio.sleep(0.2)
        late = asyncio.ensure_future(pool.asubmit("mark('late')", tools={"mark": mark}))
        await asyncio.sleep(0.1)
        late.cancel()
        await asyncio.gather(*held)
        return late.cancelled()

    with RayPool(1, workers_per_actor=1) as pool:
        assert asyncio.run(main(pool)) and pool.submit("mark('last')", tools={"mark": mark}).result().ok
    assert [path.name for path in tmp_path.iterdir()] == ["last"]


# ------------------------------------------------------------------------------------------ sessions
def test_sessions(pool):
    with pool.session() as session:
        session.send_tools({"double": lambda x: 2 * x})
        session.send_variables({"n": 4})
        printed = session("x = double(n)\nprint(x)\nx + 1")
        assert (printed.output, printed.logs, printed.is_final_answer) == (9, "8\n", False)
        assert session("x").output == 8 and session.state["x"] == 8 and {"x", "n"} <= set(session.state) and len(session.state) >= 2
        with pytest.raises(InterpreterError, match="max number of operations of 10"):
            session("sum(i for i in range(100))", limits=Limits(operations=10))
        with pytest.raises(KeyError):
            session.state["nothing"]
    with pytest.raises(RuntimeError, match="the session was closed"):
        session("1")
    session.close()  # again is nothing


def test_sessions_are_apart_and_spread(pool):
    def where():
        import ray

        return ray.get_runtime_context().get_node_id()

    with pool.session() as first, pool.session() as second:
        nodes = set()
        for n, session in enumerate((first, second)):
            session.send_tools({"where": where})
            nodes.add(session(f"x = {n}\nwhere()").output)
        assert (first("x").output, second("x").output) == (0, 1) and len(nodes) == 2


def test_a_call_of_a_session_is_cancelled(pool):
    with pool.session() as session:
        session("x = 1")
        timer = threading.Timer(0.5, session.cancel)
        timer.start()
        with pytest.raises(InterpreterError, match="cancelled by the host"):
            session("while True: pass", limits=Limits(operations=None, while_iterations=None))
        assert session("x").output == 1


def test_a_session_that_nobody_holds_ends(pool):
    session = pool.session()
    assert session("1").output == 1
    place, number = session._place, session._place.sessions
    del session
    gc.collect()
    assert until(lambda: place.sessions == number - 1)


# ------------------------------------------------------------------------------------------ its end
def test_shutdown_waits(cluster):
    pool = RayPool(1, workers_per_actor=2)
    futures = [pool.submit(SLEEP.format(0.1, n)) for n in range(8)]
    pool.shutdown()
    assert all(future.done() for future in futures) and [future.result().output for future in futures] == list(range(8))
    for asked in (lambda: pool.submit("1"), lambda: list(pool.map(["1"])), pool.session):
        with pytest.raises(RuntimeError, match="cannot schedule new futures after shutdown"):
            asked()
    pool.shutdown()  # again is nothing


def test_shutdown_without_waiting(cluster):
    pool = RayPool(1, workers_per_actor=1)
    futures = [pool.submit(SLEEP.format(0.2, n)) for n in range(3)]
    begun = time.monotonic()
    pool.shutdown(wait=False)
    assert time.monotonic() - begun < 0.2
    assert [future.result(timeout=60).output for future in futures] == [0, 1, 2]


def test_shutdown_that_cancels(cluster):
    pool = RayPool(1, workers_per_actor=1, pending=10)
    futures = [pool.submit(SLEEP.format(0.4, n)) for n in range(6)]
    assert until(futures[1].running)
    pool.shutdown(cancel_futures=True)
    assert [future.cancelled() for future in futures] == [False, False, True, True, True, True]
    assert [future.result().output for future in futures[:2]] == [0, 1]


def _command(pid):
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
            return file.read().replace("\0", " ")
    except OSError:
        return ""


def test_nothing_is_left(cluster):
    def pids():
        import os

        return os.getpid()

    threads = threading.active_count()
    pool = RayPool(2, workers_per_actor=1)
    session = pool.session()
    session("x = 1")
    actors = {result.output for result in pool.map(["pids()"] * 8, tools={"pids": pids})}
    below = [pid for actor in actors for pid in processes_of(actor)]
    assert any("fork_server" in _command(pid) for pid in below)
    pool.shutdown()
    assert until(lambda: not any(map(_command, [*actors, *below])))
    assert until(lambda: threading.active_count() <= threads)
    with pytest.raises(SessionLostError, match="open another one"):
        session("x")


def test_a_pool_that_nobody_holds_ends(cluster):
    pool = RayPool(1, workers_per_actor=1)
    actor = pool.submit("pid()", tools={"pid": lambda: __import__("os").getpid()}).result().output
    session, seen = pool.session(), weakref.ref(pool)
    del pool
    gc.collect()
    assert session("1").output == 1 and _command(actor)  # its session holds it
    del session
    gc.collect()
    assert seen() is None and until(lambda: not _command(actor))


# ------------------------------------------------------------------------------------------ what is wrong
@pytest.mark.parametrize(
    ("keywords", "error", "told"),
    [
        ({"actors": 0}, ValueError, "actors must be 1 at least, but is 0"),
        ({"actors": "2"}, TypeError, "actors must be a number or None, not str"),
        ({"workers_per_actor": 0}, ValueError, "workers_per_actor must be 1 at least"),
        ({"pending": 0}, ValueError, "pending must be 1 at least"),
        ({"retries": -1}, ValueError, "retries"),
        ({"retries": None}, TypeError, "retries must be a number, not NoneType"),
        ({"calls_per_worker": 0}, ValueError, "calls_per_worker must be 1 at least"),
        ({"cpus_per_actor": -1}, ValueError, "cpus_per_actor"),
        ({"actor_options": 3}, TypeError, "actor_options must be a dict or None, not int"),
        ({"actor_options": {"nonsense": 1}}, ValueError, "nonsense"),
        ({"start_seconds": "long"}, TypeError, "start_seconds"),
        ({"timeout_seconds": "1"}, TypeError, "timeout_seconds"),
        ({"nonsense": 1}, TypeError, "nonsense"),
        ({"additional_authorized_imports": ["nothing_like_it"]}, InterpreterError, "Non-installed authorized modules: nothing_like_it"),
    ],
)
def test_wrong_options(cluster, keywords, error, told):
    with pytest.raises(error, match=told):
        RayPool(**keywords)


def test_actors_that_find_no_place(cluster):
    with pytest.raises(ActorLostError, match="1 of 1 actors did not start in 2 seconds: are there free processors for them?"):
        RayPool(1, workers_per_actor=1, cpus_per_actor=64, start_seconds=2)


def test_a_node_without_workers(monkeypatch):
    """What its actor says is raised where the pool is made."""

    def no_workers(*_, **__):
        raise IsolationError("this system has no fork, and so no workers")

    monkeypatch.setattr(node, "Pool", no_workers)
    told = node.Node([], {"workers": 1}).hello()
    error = travel.unpacked(told)
    assert type(error) is IsolationError and str(error) == "this system has no fork, and so no workers"


@pytest.mark.parametrize("error", [InterpreterError("a"), ExecutionTimeoutError("b"), IsolationError("c"), ImportError("d"), OSError(2, "e")])
def test_errors_keep_their_class(error):
    arrived = travel.unpacked(travel.packed(error))
    # Once smolagents is loaded, what is raised is of its class of the same name, too.
    assert isinstance(arrived, type(error)) and type(arrived).__name__ == type(error).__name__ and str(arrived) == str(error)


@pytest.mark.parametrize("how", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_pool_is_not_pickled(pool, how):
    with pytest.raises(TypeError, match="a RayPool cannot be pickled or copied: make one in the task that needs it"):
        how(pool)


def test_a_session_is_not_pickled(pool):
    with pool.session() as session, pytest.raises(TypeError, match="a RaySession cannot be pickled or copied"):
        pickle.dumps(session)


def test_without_ray():
    code = "import sys; sys.modules['ray'] = None\ntry:\n    import fastexec.ray\nexcept ImportError as error:\n    print(error)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8")
    assert run.stdout == "fastexec.ray needs Ray: pip install 'fastexec[ray]'\n", run.stderr
