"""Executors by name: not too many, and none for ever."""

from __future__ import annotations

import fastexec
import pytest
from fastexec.adapters.sessions import Sessions, TooManySessions


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(clock) -> Sessions:
    return Sessions(lambda: fastexec.LocalPythonExecutor([]), most=2, idle_seconds=10, clock=clock)


def call(sessions: Sessions, name: str, code: str = "n = 1"):
    try:
        return sessions.take(name)(code).output
    finally:
        sessions.give_back(name)


def test_variables_last(sessions):
    call(sessions, "a", "x = 5")
    assert call(sessions, "a", "x + 1") == 6
    with pytest.raises(fastexec.InterpreterError, match="The variable `x` is not defined"):
        call(sessions, "b", "x")


def test_the_least_lately_used_goes(sessions):
    for name in ("a", "b", "a", "c"):
        call(sessions, name, f"mine = {name!r}")
    assert len(sessions) == 2
    assert call(sessions, "a", "mine") == "a"
    with pytest.raises(fastexec.InterpreterError):
        call(sessions, "b", "mine")


def test_idle_ones_go(sessions, clock):
    call(sessions, "a", "x = 5")
    clock.now = 9
    call(sessions, "b")
    clock.now = 10
    call(sessions, "b")
    assert len(sessions) == 1


def test_those_in_use_stay(sessions, clock):
    first = sessions.take("a")
    clock.now = 100
    call(sessions, "b")
    call(sessions, "c")
    assert sessions.take("a") is first
    assert len(sessions) == 2
    sessions.take("c")
    with pytest.raises(TooManySessions, match="all 2 sessions are in use"):
        sessions.take("d")


@pytest.mark.parametrize("name", ["", "x" * 201])
def test_names(sessions, name):
    with pytest.raises(ValueError, match="the name of a session has 1 to 200 characters"):
        sessions.take(name)


@pytest.mark.parametrize(
    ("options", "error"),
    [({"most": "x"}, TypeError), ({"most": 1.5}, TypeError), ({"most": 0}, ValueError), ({"most": -1}, ValueError), ({"most": None}, ValueError),
     ({"idle_seconds": "x"}, TypeError), ({"idle_seconds": -1}, ValueError)],
)  # fmt: skip
def test_options(options, error):
    with pytest.raises(error, match=next(iter(options))):
        Sessions(lambda: fastexec.LocalPythonExecutor([]), **options)
    with pytest.raises(TypeError, match="make must be a function"):
        Sessions(5)


def test_for_ever(clock):
    kept = Sessions(lambda: fastexec.LocalPythonExecutor([]), idle_seconds=None, clock=clock)
    call(kept, "a", "x = 5")
    clock.now = 1e9
    assert call(kept, "a", "x") == 5
