"""The examples for many programs and many sessions do what they say."""

from __future__ import annotations

import asyncio
import math
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import has_ended, until
from fastapi.testclient import TestClient

EXAMPLES = pathlib.Path(__file__).parent.parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))
import score_programs  # noqa: E402
import serve_sessions  # noqa: E402


# ------------------------------------------------------------------------------------------ programs
def _scored(*arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / "score_programs.py"), "--workers", "2", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_programs_are_scored():
    printed = re.fullmatch(r"120 programs, (\d+) per second, (\d+)% pass\n(.*)\n", _scored("--programs", "120"))
    assert printed and int(printed[1]) > 0
    counts = {name: int(count) for name, count in (part.split(": ") for part in printed[3].split(", "))}
    assert set(counts) == {"limit", "passed", "raised", "refused", "syntax", "wrong"} and sum(counts.values()) == 120
    assert int(printed[2]) == round(counts["passed"] / 120 * 100)


@pytest.mark.parametrize(
    ("sample", "passes"), [(name, name.startswith("right")) for name in score_programs.SAMPLES if name != "no end"]
)
def test_only_the_right_ones_pass(sample, passes):
    from fastexec import Pool

    program = f"{score_programs.SAMPLES[sample]}\n[solve(numbers) for numbers in questions]"
    with Pool(1) as pool:
        result = pool.submit(program, variables={"questions": score_programs.QUESTIONS}, limits=score_programs.LIMITS).result()
    assert (result.ok and score_programs.same(result.output, score_programs.EXPECTED)) is passes


def test_programs_are_as_many_as_asked_for_and_the_same_again():
    first, second, other = (list(score_programs.sampled(30, seed)) for seed in (1, 1, 2))
    assert len(first) == 30 and first == second != other


def test_answers_are_compared_strictly():
    class Equal:
        def __eq__(self, other):
            return True

    same = score_programs.same
    assert same([1, [2]], [1, [2]])
    assert not any(same(*pair) for pair in [(Equal(), 1), ([Equal()], [1]), (True, 1), (1.0, 1), ([1], [1, 2]), ((1,), [1]), (None, 0)])


# ------------------------------------------------------------------------------------------ sessions
@pytest.fixture
def sessions():
    return serve_sessions.Sessions(most=2, calls=1, idle_seconds=60, timeout_seconds=5)


@pytest.fixture
def client(sessions):
    with TestClient(serve_sessions.application(sessions)) as made:
        yield made


def _opened(client) -> str:
    return client.post("/sessions").json()["id"]


def _called(client, name, code):
    return client.post(f"/sessions/{name}/calls", json={"code": code})


def test_sessions_are_apart(client):
    first, second = _opened(client), _opened(client)
    assert first != second and len(first) > 15
    assert _called(client, first, "x = 1\nprint('hi')").json() == {"output": None, "logs": "hi\n", "error": None}
    assert _called(client, first, "x + 1").json()["output"] == 2
    told = _called(client, second, "print('seen')\nx").json()
    assert told["logs"] == "seen\n" and told["error"]["outcome"] == "raised" and "`x` is not defined" in told["error"]["text"]


@pytest.mark.parametrize(
    ("code", "output"),
    [
        ("(1, [2.5, None], {'a': {1}, 2: True})", [1, [2.5, None], {"a": [1], "2": True}]),
        ("float('nan'), '\\ud800'", ["nan", "\\ud800"]),
        ("class Slow:\n    def __repr__(self):\n        while True: pass\nSlow()", "<Slow>"),
    ],
)
def test_outputs_are_json(client, code, output):
    assert _called(client, _opened(client), code).json()["output"] == output


def test_deep_outputs():
    deep: list = []
    for _ in range(1000):
        deep = [deep]
    assert "<list>" in repr(serve_sessions._plain(deep)) and serve_sessions._plain(math.inf) == "inf"


@pytest.mark.parametrize(("code", "outcome"), [("while True: pass", "limit"), ("import os", "refused"), ("f(", "syntax"), ("1 / 0", "raised")])
def test_errors(client, code, outcome):
    name = _opened(client)
    assert _called(client, name, code).json()["error"]["outcome"] == outcome
    assert _called(client, name, "1").json()["output"] == 1


def test_too_many_sessions(client):
    names = [_opened(client), _opened(client)]
    refused = client.post("/sessions")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5") and "there are 2 sessions" in refused.json()["detail"]
    assert client.delete(f"/sessions/{names[0]}").status_code == 200
    assert _called(client, names[0], "1").status_code == 404 and client.delete(f"/sessions/{names[0]}").status_code == 404
    assert client.post("/sessions").status_code == 200


def test_too_many_calls(sessions):
    async def main():
        async def call(name, code):
            try:
                return (await sessions.call(name, code))["output"]
            except serve_sessions.HTTPException as error:
                return error.status_code

        first, second = sessions.add(), sessions.add()
        slow = asyncio.ensure_future(call(first, "import time\ntime.sleep(0.5)\n1"))
        await asyncio.sleep(0.1)
        found = [await call(second, "2"), await call(first, "3"), await slow, await call(second, "4")]
        for name in (first, second):
            await sessions.remove(name)
        return found

    assert asyncio.run(main()) == [503, 409, 1, 4]


def test_sessions_expire():
    sessions = serve_sessions.Sessions(idle_seconds=0.4)
    with TestClient(serve_sessions.application(sessions)) as client:
        name = _opened(client)
        _called(client, name, "1")
        process = sessions.open[name].executor._session._live.process.pid
        assert until(lambda: not sessions.open, 10) and _called(client, name, "1").status_code == 404
        assert until(lambda: has_ended(process), 10)


def test_the_end_of_the_server(sessions):
    with TestClient(serve_sessions.application(sessions)) as client:
        name = _opened(client)
        _called(client, name, "1")
        process = sessions.open[name].executor._session._live.process.pid
    assert not sessions.open and until(lambda: has_ended(process), 10)


def test_long_code_is_turned_away(client):
    assert _called(client, _opened(client), "1" * 100_001).status_code == 422
