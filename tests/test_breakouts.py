"""The walls around a worker: what native code tries behind them, what honest programs do, and what the doctor says."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys

import breakouts
import honest
import native
import packages
import pytest

LINUX = sys.platform == "linux" and os.uname().machine in ("x86_64", "aarch64")
USERS = [None, breakouts.NOBODY] if LINUX and os.geteuid() == 0 else [None]
if LINUX:
    import breakout_attempts
    from fastexec.isolation import doctor, paths

    BY_NAME = {attempt.name: attempt for attempt in breakout_attempts.ATTEMPTS}
else:
    BY_NAME = {}

pytestmark = pytest.mark.skipif(not LINUX, reason="the walls are Linux's")
names = pytest.mark.parametrize("name", list(BY_NAME))
users = pytest.mark.parametrize("user", USERS, ids=lambda user: "nobody" if user else "caller")


@functools.cache
def kernel_holds() -> bool:
    """Whether this machine has all walls; elsewhere the doctor says what is missing."""
    return all(wall.stands for wall in doctor.walls())


@functools.cache
def outcomes(user: int | None) -> dict[tuple[str, str], breakouts.Outcome]:
    if not kernel_holds():
        pytest.skip(f"this machine has not all walls:\n{doctor.report()}")
    return {(outcome.name, outcome.mode): outcome for outcome in breakouts.run(user)}


@names
@users
def test_walls_stop_it(name: str, user: int | None) -> None:
    for mode in breakouts.MODES[1:]:
        outcome = outcomes(user)[name, mode]
        # What is known to pass must pass: else the list of it has become wrong.
        assert outcome.succeeded == bool(BY_NAME[name].passes), outcome
        assert outcome.detail not in ("no answer", "") and not outcome.detail.endswith("Error") or outcome.detail == "MemoryError", outcome


@names
@users
def test_it_succeeds_without_walls(name: str, user: int | None) -> None:
    outcome = outcomes(user).get((name, "control"))
    if outcome is None:
        assert BY_NAME[name].control or BY_NAME[name].root
    elif not outcome.succeeded:
        assert outcome.errno in breakouts.UNAVAILABLE, outcome
        pytest.skip(f"this machine refuses it by itself: {outcome.detail}")


@users
def test_most_attempts_can_succeed(user: int | None) -> None:
    controls = [outcome for (_, mode), outcome in outcomes(user).items() if mode == "control"]
    assert len(BY_NAME) >= 80
    assert sum(outcome.succeeded for outcome in controls) >= 0.8 * len(controls), [outcome.name for outcome in controls if not outcome.succeeded]


def test_table_names_what_passes() -> None:
    rows = [row for row in breakouts.table(list(outcomes(None).values())).splitlines() if "**not stopped**" in row]
    assert len(rows) == sum(bool(attempt.passes) for attempt in BY_NAME.values())


@pytest.mark.skipif(not LINUX or os.geteuid() != 0, reason="the page is of a worker whose host is root")
def test_page_shows_what_stops_each() -> None:
    assert breakouts.PAGE.read_text(encoding="utf-8") == breakouts.page(list(outcomes(None).values()))
    stopped = sum(not attempt.passes for attempt in BY_NAME.values())
    assert f"{stopped} of {len(BY_NAME)} are\nstopped" in (breakouts.PAGE.parent / "isolation.md").read_text(encoding="utf-8")


@functools.cache
def honest_answers() -> dict[str, str | None]:
    if not kernel_holds():
        pytest.skip("this machine has not all walls")
    return honest.run([program.name for program in honest.PROGRAMS if packages.present(program.needs)])


@pytest.mark.parametrize("program", honest.PROGRAMS, ids=lambda program: program.name)
def test_honest_programs_work_inside(program: honest.Program) -> None:
    packages.need(program.needs)
    assert honest_answers()[program.name] is None, honest_answers()[program.name]


def test_doctor_tries_each_wall() -> None:
    found = doctor.walls()
    assert [wall.name for wall in found] == list(doctor.NAMES)
    assert all(wall.detail for wall in found)


def test_doctor_prints_a_table() -> None:
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path)))
    done = subprocess.run([sys.executable, "-m", "fastexec.isolation.doctor"], capture_output=True, text=True, timeout=60, check=True, env=environment)
    assert all(f"\n{name} " in done.stdout or f"\n{name:9} " in done.stdout for name in doctor.NAMES)


def test_doctor_never_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent")
    assert not any(wall.stands for wall in doctor.walls())
    assert "DOES NOT STAND" in doctor.report()


def test_secrets_are_not_readable_for_imports() -> None:
    granted = paths.for_imports()
    assert not {"/", "/etc", "/home", "/root", "/proc", "/tmp", "/usr", os.getcwd()} & set(granted)


@pytest.mark.parametrize("refused", ["landlock", "seccomp"])
def test_a_container_that_refuses_is_a_reason(refused: str) -> None:
    # A filter around the process, as old containers have: the calls that raise a wall are refused.
    first, last = {"landlock": (444, 446), "seccomp": (native.number("seccomp"),) * 2}[refused]
    program = f"""
import ctypes, json, struct, sys
sys.path[:] = {sys.path!r}
from fastexec._fastexec import confine
jumps = [(0x20, 0, 0, 0), (0x35, 0, 2, {first}), (0x25, 1, 0, {last}), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7FFF0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *jump) for jump in jumps))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, struct.pack("HxxxxxxP", len(jumps), ctypes.addressof(code)), 0, 0) == 0
print(json.dumps(confine([], [], 1 << 30, 10, 64, [])))
"""
    done = subprocess.run([sys.executable, "-I", "-c", program], timeout=30, check=True, capture_output=True, text=True)
    report = json.loads(done.stdout)
    missing = {wall for wall, why in report.items() if why}
    assert missing == {"landlock": {"files"}, "seccomp": {"syscalls", "network"}}[refused], report


def test_a_worker_ends_with_its_parent() -> None:
    program = f"""
import os, sys, time
sys.path[:] = {sys.path!r}
from fastexec._fastexec import confine
ready, started = os.pipe()
ended, alive = os.pipe()
if os.fork() == 0:
    if os.fork() == 0:
        confine([], [], None, None, 64, [started, alive])
        os.write(started, b"!")
        time.sleep(60)
        os._exit(0)
    os.read(ready, 1)
    os._exit(0)
os.close(alive)
assert os.read(ended, 1) == b""
"""
    subprocess.run([sys.executable, "-I", "-c", program], timeout=30, check=True)
