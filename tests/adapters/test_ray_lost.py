"""What `RayPool` does when workers, actors and nodes are lost."""

from __future__ import annotations

import os
import threading
import time

import pytest
import ray
from conftest import STORE, has_ended, until
from fastexec import InterpreterError
from fastexec.ray import ActorLostError, RayPool, SessionLostError

SLEEP = "import time\ntime.sleep({})\n{}"


def _ends_the_worker(folder, times):
    """A tool that ends the worker which calls it, the first times."""

    def lose():
        import gc
        import os
        import signal

        (folder / f"{time.time_ns()}").touch()
        if len(list(folder.iterdir())) > times:
            return "kept"
        seats = [seat for seat in gc.get_objects() if type(seat).__name__ == "_Seat" and seat._taken is not None]
        os.kill(next(seat._taken._session._live.process.pid for seat in seats if seat._taken._session.running), signal.SIGKILL)

    return {"lose": lose}


def _ends_the_actor(folder, times):
    """A tool that ends the actor where it runs, the first times."""

    def lose():
        import os
        import signal

        (folder / f"{time.time_ns()}").touch()
        if len(list(folder.iterdir())) <= times:
            os.kill(os.getpid(), signal.SIGKILL)
        return "kept"

    return {"lose": lose}


@pytest.fixture
def pool(cluster):
    with RayPool(2, workers_per_actor=1, retries=2) as made:
        yield made


# ------------------------------------------------------------------------------------------ workers
def test_a_lost_worker_is_replaced(pool, tmp_path):
    results = list(pool.map(["1", "lose()", "3"], tools=_ends_the_worker(tmp_path, 2)))
    assert [result.output for result in results] == [1, "kept", 3] and len(list(tmp_path.iterdir())) == 3


def test_a_snippet_that_loses_every_worker(pool, tmp_path):
    lost = pool.submit("lose()", tools=_ends_the_worker(tmp_path, 99)).result()
    assert isinstance(lost.error, InterpreterError) and str(lost.error).startswith("The worker of this session has ended (SIGKILL")
    assert len(list(tmp_path.iterdir())) == 3


def test_no_retries(cluster, tmp_path):
    with RayPool(1, workers_per_actor=1, retries=0) as pool:
        (tmp_path / "a").mkdir()
        (tmp_path / "b").mkdir()
        assert "The worker of this session has ended" in str(pool.submit("lose()", tools=_ends_the_worker(tmp_path / "a", 1)).result().error)
        lost = pool.submit("lose()", tools=_ends_the_actor(tmp_path / "b", 1)).result()
        assert isinstance(lost.error, ActorLostError) and pool.submit("1").result().output == 1


def test_a_session_goes_on_from_its_snapshot(pool, tmp_path):
    with pool.session() as session:
        session.send_tools(_ends_the_worker(tmp_path, 1))
        session("kept = 1")
        assert session.snapshot() == []  # every variable has a copy
        session("later = 2")
        with pytest.raises(InterpreterError, match="that are lost: later. Restored from the last snapshot: kept."):
            session("lose()")
        assert session("kept").output == 1


# ------------------------------------------------------------------------------------------ actors
@pytest.mark.parametrize("batch", [1, 3])
def test_a_lost_actor_is_replaced(pool, tmp_path, batch):
    codes = [str(n) for n in range(5)] + ["lose()"] + [str(n) for n in range(6, 12)]
    results = list(pool.map(codes, tools=_ends_the_actor(tmp_path, 1), batch=batch))
    assert [result.index for result in results] == list(range(12))
    assert [result.output for result in results] == [*range(5), "kept", *range(6, 12)]


def test_a_snippet_that_loses_every_actor(pool, tmp_path):
    """Is given up; the others are not, and the pool is whole again."""
    results = list(pool.map(["1", "lose()"], tools=_ends_the_actor(tmp_path, 99)))
    assert isinstance(results[1].error, ActorLostError) and "its actor was lost, 3 times" in str(results[1].error)
    assert len(list(tmp_path.iterdir())) == 3
    assert [result.output for result in pool.map([SLEEP.format(0.1, n) for n in range(6)])] == list(range(6))
    assert until(lambda: all(place.is_up for place in pool._desk._places)) and len(pool._desk._places) == 2


def test_actors_that_somebody_ends_all_the_time(pool):
    """From outside, while many snippets run: none is lost, none comes twice."""
    stop = threading.Event()

    def chaos():
        while not stop.wait(1.5):
            ray.kill(pool._desk._places[0].handle)

    thread = threading.Thread(target=chaos)
    thread.start()
    try:
        outputs = [result.output for result in pool.map([SLEEP.format(0.1, n) for n in range(60)])]
    finally:
        stop.set()
        thread.join()
    lost = [n for n, output in enumerate(outputs) if output != n]
    # A snippet may have been unlucky three times.
    assert len(outputs) == 60 and len(lost) <= 3


def test_the_session_of_a_lost_actor(pool, tmp_path):
    with pool.session() as session:
        session("x = 1")
        session.send_tools(_ends_the_actor(tmp_path, 1))
        with pytest.raises(SessionLostError, match="The session was lost with its actor, and its variables with it: open another one"):
            session("lose()")
        for asked in (lambda: session("x"), lambda: session.state["x"], session.snapshot):
            with pytest.raises(SessionLostError, match="open another one"):
                asked()
    with pool.session() as session:
        assert session("2").output == 2


def test_a_session_is_opened_on_another_actor(pool):
    pool.submit("1").result()
    killed = [place.handle for place in pool._desk._places]
    for handle in killed:
        ray.kill(handle)
    # (It goes on for a moment, and can still be opened a session on.)
    assert until(lambda: all(map(_is_dead, killed)))
    with pool.session() as session:
        assert session("3").output == 3


def _is_dead(handle: object) -> bool:
    try:
        ray.get(handle.__ray_ready__.remote(), timeout=5)
    except ray.exceptions.RayActorError:
        return True
    return False


# ------------------------------------------------------------------------------------------ nodes
def test_a_node_is_removed(cluster):
    """Its snippets run elsewhere; its place is given up. With no place left every snippet says so."""
    extra = [cluster.add_node(num_cpus=1, resources={"extra": 1}, object_store_memory=STORE) for _ in range(2)]
    try:
        with RayPool(2, workers_per_actor=1, actor_options={"resources": {"extra": 1}}, retries=2) as pool:
            futures = [pool.submit(SLEEP.format(0.3, n)) for n in range(8)]
            assert until(futures[1].running)
            cluster.remove_node(extra.pop(), allow_graceful=False)
            assert [future.result(timeout=90).output for future in futures] == list(range(8))
            assert pool.submit("1").result(timeout=60).output == 1
    finally:
        for node in extra:
            cluster.remove_node(node)


def test_the_places_of_a_lost_node_are_given_up(cluster):
    assert until(lambda: len(_alive()) == 2)  # those of other tests have gone
    before = _alive()
    node = cluster.add_node(num_cpus=1, object_store_memory=STORE)
    cluster.wait_for_nodes()
    pool = RayPool(workers_per_actor=1, cpus_per_actor=0)
    try:
        assert len(pool._desk._places) == len(before) + 1
        cluster.remove_node(node, allow_graceful=False)
        assert [result.output for result in pool.map([SLEEP.format(0.05, n) for n in range(30)])] == list(range(30))
        assert until(lambda: {place.node for place in pool._desk._places} == before, 60)
    finally:
        pool.shutdown()


def test_no_actors_any_more(cluster):
    node = cluster.add_node(num_cpus=1, resources={"last": 1}, object_store_memory=STORE)
    cluster.wait_for_nodes()
    name = next(known["NodeID"] for known in ray.nodes() if known["Alive"] and "last" in known["Resources"])
    from fastexec.cluster.desk import Place

    pool = RayPool(1, workers_per_actor=1, cpus_per_actor=0, retries=1, actor_options={"resources": {"last": 1}})
    try:
        (place,) = pool._desk._places
        assert isinstance(place, Place)
        place.node = name  # as of a pool with an actor on each node
        running = [pool.submit(SLEEP.format(60, 1)) for _ in range(4)]  # two are with the actor
        assert until(running[1].running)
        cluster.remove_node(node, allow_graceful=False)
        assert all(isinstance(future.result(timeout=90).error, ActorLostError) for future in running)
        assert "there are no actors any more" in str(pool.submit("1").result(timeout=30).error)
        with pytest.raises(ActorLostError, match="there are no actors any more"):
            pool.session()
    finally:
        pool.shutdown()


def test_ray_is_shut_down_first(cluster):
    """The last test of this file: the program has no connection afterwards."""
    pool = RayPool(1, workers_per_actor=1)
    actor = pool.submit("pid()", tools={"pid": lambda: os.getpid()}).result().output
    session = pool.session()
    ray.shutdown()
    with pytest.raises(ActorLostError, match="Ray was shut down, and the actors with it: make another pool"):
        raise pool.submit("1").result(timeout=30).error
    with pytest.raises(SessionLostError, match="Ray was shut down"):
        session("1")
    with pytest.raises(ActorLostError, match="Ray was shut down"):
        pool.session()
    session.close()
    pool.shutdown()
    assert not ray.is_initialized()  # and nobody started another cluster
    assert until(lambda: has_ended(actor))


def _alive():
    return {node["NodeID"] for node in ray.nodes() if node["Alive"]}
