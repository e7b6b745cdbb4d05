"""What befalls workers and hosts from outside: nothing hangs, nothing is left, nothing is lost without a word."""

from __future__ import annotations

import contextlib
import gc
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from typing import Any

import fastexec
import numpy as np
import packages
import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, IsolationError, Limits, LocalPythonExecutor
from fastexec.isolation import live, server, session
from fastexec.isolation.channel import Channel
from fastexec.isolation.conversation import VALUE
from test_isolation import gone, made, pid_of, settled
from test_worker_lives import host

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


# ------------------------------------------------------------------------------------------ at every message
CALL = """
import numpy as np
def half(number):
    return number / 2
print('printed')
first = double(21)
second = lend(half)
third = thing.real
try:
    fails()
except KeyError as error:
    fourth = str(error)
large = np.ones(100_000)
(first, second, third, fourth, float(large.sum()))
"""
RIGHT = (42, 4.0, 7, "'of the tool'", 100_000.0)


def fails() -> None:
    raise KeyError("of the tool")


TOOLS = {"double": lambda number: 2 * number, "lend": lambda function: function(8), "fails": fails}


def steps(executor: LocalPythonExecutor) -> list:
    """What a host does with a session, and whether it came out right."""

    def sent() -> bool:
        executor.send_variables({"thing": 7 + 0j, "data": np.ones(100_000)})
        return True

    def called() -> bool:
        given = executor(CALL)
        return (given.output, given.logs) == (RIGHT, "printed\n")

    return [
        sent,
        called,
        lambda: executor.snapshot() is not None,
        lambda: executor.custom_tools["half"](4) == 2.0,
        lambda: executor.state["first"] == 42,
        lambda: executor("first + 1").output == 43,
    ]


class Mishap:
    """Sends a signal to the worker at one of the messages of its host."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, number: int, sign: int) -> None:
        self.left, self.sign, self.pid = number, sign, 0
        started, send, receive = live._started, Channel.send, Channel.receive

        def start(*given):
            process = started(*given)
            self.pid = process.pid
            return process

        def strike(do):
            def method(channel, *args, **keywords):
                self.left -= 1
                if self.left == 0:
                    os.kill(self.pid, self.sign)
                    assert self.sign != signal.SIGKILL or gone(self.pid)
                return do(channel, *args, **keywords)

            return method

        monkeypatch.setattr(live, "_started", start)
        monkeypatch.setattr(Channel, "send", strike(send))
        monkeypatch.setattr(Channel, "receive", strike(receive))


def struck(number: int, sign: int, **options) -> bool:
    """Whether there was such a message. A session of which it was the last may not lose a thing without a word."""
    words = []
    executor = made(["numpy"], TOOLS, **options)
    with pytest.MonkeyPatch.context() as patch:
        mishap = Mishap(patch, number, sign)
        for step in steps(executor):
            try:
                assert step(), (number, step)
            except (InterpreterError, ExecutionTimeoutError, IsolationError, ReferenceError, KeyError, TypeError) as error:
                words.append(f"{type(error).__name__}: {error}")
                # Later ones miss what went with the worker.
                assert len(words) > 1 or re.search("ended|lost|did not start", words[0]), (number, words)
        happened = mishap.left <= 0
        if happened and not words:
            with pytest.raises((InterpreterError, ExecutionTimeoutError), match="lost"):
                executor("first")
    assert executor("1 + 1").output == 2, (number, words)
    assert bool(words) <= happened, (number, words)
    return happened


def test_killed_at_every_message():
    packages.need(["numpy"])
    for _ in range(2):
        struck(10**9, signal.SIGKILL)
    before = settled()
    number = 1
    while struck(number, signal.SIGKILL):
        number += 1
    assert number > 20
    assert settled() == before


def test_stopped_at_some_messages():
    """The deadline ends what does not answer; questions that run no code are asked in the time that the code has."""
    packages.need(["numpy"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "ANSWER", 0.5)
        patch.setattr(live, "ANSWER", 0.5)
        struck(10**9, signal.SIGSTOP)
        before = settled()
        for number in range(2, 40, 3):
            began = time.monotonic()
            struck(number, signal.SIGSTOP, timeout_seconds=0.5)
            assert time.monotonic() - began < 20, number
    assert settled() == before


# ------------------------------------------------------------------------------------------ the host
def test_a_server_that_can_start_no_worker_says_so_at_once():
    executor = made()
    executor("kept = 1")
    made()("2"), made()("2")
    server = fastexec.isolation.server.server()._process.pid
    most = resource.prlimit(server, resource.RLIMIT_NOFILE)
    began = time.monotonic()
    resource.prlimit(server, resource.RLIMIT_NOFILE, (3, most[1]))
    try:
        with pytest.raises(IsolationError, match="Too many open files"):
            for _ in range(3):  # one may wait
                made()("1")
    finally:
        resource.prlimit(server, resource.RLIMIT_NOFILE, most)
    assert time.monotonic() - began < 10
    assert executor("kept").output == 1 and made()("3").output == 3


KILLED = """
import random, sys, threading, time
from fastexec import LocalPythonExecutor, Pool
with Pool(2, pending=2) as pool:
    executor = LocalPythonExecutor([], isolation="process")
    executor.send_tools({"wait": time.sleep})
    threading.Thread(target=lambda: [executor("wait(0.01)") for _ in iter(int, 1)], daemon=True).start()
    print("now", flush=True)
    for result in pool.map("sum(range(1000))" for _ in iter(int, 1)):
        pass
"""


def running(mark: str) -> list[int]:
    """Processes whose command line has it: the fork server's does, and so do those of its workers."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline") as line:
                found += [int(pid)] if mark in line.read() else []
        except OSError:
            pass
    return found


@contextlib.contextmanager
def own_shared_memory() -> Iterator[tuple[list[str], str]]:
    """What a command starts with to have a `/dev/shm` of its own, and where that is seen: other tests use the machine's."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        yield [], ""
        return
    hold = "mount -t tmpfs tmpfs /dev/shm && echo held && exec sleep 1000"
    with subprocess.Popen(["unshare", "-m", "sh", "-c", hold], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        held = holder.stdout.readline() == "held\n"
        try:
            yield (["nsenter", "-t", str(holder.pid), "-m"], f"/proc/{holder.pid}/root/dev/shm") if held else ([], "")
        finally:
            holder.kill()


def test_a_host_that_is_killed_at_any_moment_leaves_no_process(tmp_path):
    moments = random.Random(17)
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(tmp_path), *filter(None, sys.path)]))
    with own_shared_memory() as (inside, folder):
        for _ in range(8):
            command = [*inside, sys.executable, "-c", KILLED]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
                assert process.stdout is not None and process.stdout.readline() == "now\n"
                time.sleep(moments.random() * 0.6)
                process.kill()
            until = time.monotonic() + 10
            while running(str(tmp_path)) and time.monotonic() < until:
                time.sleep(0.01)
            assert not running(str(tmp_path))
        assert not folder or os.listdir(folder) == []


def test_a_host_that_forks_in_the_middle_of_a_call():
    """In a tool, and from another thread: the copy does not touch the call, and has workers of its own."""
    executor = made(timeout_seconds=20)
    executor("kept = 1")

    def fork() -> int:
        pid = os.fork()
        if pid:
            return os.waitpid(pid, 0)[1]
        code = 1
        try:
            other = LocalPythonExecutor([], isolation="process")
            code = 0 if other("1 + 1").output == 2 else 2
            try:
                executor("kept")
                code = 3
            except (InterpreterError, ReferenceError):
                pass
        finally:
            os._exit(code)

    executor.send_tools({"fork": fork})
    assert executor("result = fork()\nresult").output == 0
    assert executor("(kept, result)").output == (1, 0)


JUMPS = """
import time
real, jumps = time.time, [0.0]
time.time = lambda: real() + jumps[0]
time.time_ns = lambda: int(time.time() * 1e9)
import fastexec, threading
executor = fastexec.LocalPythonExecutor(["time"], isolation="process", timeout_seconds=1)
executor.send_tools({"jump": lambda seconds: jumps.__setitem__(0, seconds)})
executor("import time")
for seconds in (1e9, -1e9, 0):
    began = time.monotonic()
    print(executor(f"jump({seconds})\\ntime.sleep(0.2)\\n1").output, end=" ")
    try:
        executor(f"jump({-seconds})\\nwhile True: pass", limits=fastexec.Limits(operations=None, while_iterations=None))
    except fastexec.ExecutionTimeoutError:
        print("over", end=" ")
    print(1 < time.monotonic() - began < 10)
"""


def test_clocks_that_jump():
    assert host(JUMPS) == "1 over True\n" * 3


WALL = """
import ctypes, struct, warnings
from fastexec import IsolationError, LocalPythonExecutor
# As in a container that does not allow Landlock.
jumps = [(0x20, 0, 0, 0), (0x35, 0, 2, 444), (0x25, 1, 0, 446), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7FFF0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *jump) for jump in jumps))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, struct.pack("HxxxxxxP", len(jumps), ctypes.addressof(code)), 0, 0) == 0
for keywords in {}, {"require": "full"}, {"require": "best"}, {"require": "best", "rules": "contract"}:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            print(LocalPythonExecutor([], isolation="process", **keywords)("1 + 1").output, *[warning.message for warning in caught])
        except IsolationError as error:
            print(error)
"""


def test_a_wall_that_is_missing_refuses_or_is_a_warning():
    why = "files: Landlock is not in this kernel, or not allowed here"
    refused = f'not all walls stand here ({why}). `require="best"`, with all rules, runs code behind those that do.'
    assert host(WALL).splitlines() == [refused, refused, f"2 fastexec: code runs without these walls: {why}", refused]


# ------------------------------------------------------------------------------------------ what is used up
NO_ROOM = """
import os, sys
import numpy as np
from fastexec import InterpreterError, LocalPythonExecutor, shared_array
for folder in ("/dev/shm", "/tmp"):
    try:
        with open(folder + "/fill", "wb") as file:
            while True:
                file.write(bytes(4096))
                file.flush()
    except OSError as error:
        print(error.strerror)
executor = LocalPythonExecutor(["numpy"], isolation="process", allow_write=["/tmp"])
executor("import numpy as np\\nkept = 1")
try:
    executor("with open('/tmp/fill', 'ab') as file:\\n    file.write(bytes(100_000))")
except InterpreterError as error:
    print("No space left on device" in str(error))
executor.send_variables({"data": np.ones(10**6), "mapped": shared_array(np.ones(10**6))})
print(executor("(float(data.sum() + mapped.sum()), kept)").output)
print(len(executor("np.ones(10**6)").output))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux") or os.geteuid() != 0 or not shutil.which("unshare"), reason="it mounts")
def test_disk_and_shared_memory_that_are_full():
    """Real ones. Nothing of a session's own is on either."""
    packages.need(["numpy"])
    mount = "mount -t tmpfs -o size=64k tmpfs /dev/shm && mount -t tmpfs -o size=64k tmpfs /tmp && exec "
    command = ["unshare", "-m", "sh", "-c", f'{mount} "$@"', "sh", sys.executable, "-c", NO_ROOM]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if "mount" in run.stderr:
        pytest.skip(f"nothing can be mounted here: {run.stderr}")
    assert run.stdout.splitlines() == ["No space left on device"] * 2 + ["True", "(2000000.0, 1)", "1000000"], run.stderr


BOMB = """
import threading
def more():
    while True:
        threading.Thread(target=more).start()
more()
"""


def test_threads_without_end():
    """The kernel has a number for those of a user, not of a process: they end where memory or time does."""
    executor = made(["threading"], timeout_seconds=2, limits=Limits(memory_bytes=256 << 20))
    pid = pid_of(executor)
    before, began = threading.active_count(), time.monotonic()
    with pytest.raises((InterpreterError, ExecutionTimeoutError)):
        executor(BOMB, limits=Limits(operations=None, while_iterations=None))
    assert time.monotonic() - began < 15
    assert executor("1 + 1").output == 2 and threading.active_count() == before
    del executor
    gc.collect()  # the error holds it in a cycle
    assert gone(pid, 20)


# ------------------------------------------------------------------------------------------ tools
def test_a_tool_that_never_returns():
    """It is a function of the host's on the host's thread: who interrupts that has the session back."""
    executor = made(tools={"never": threading.Event().wait}, timeout_seconds=20)
    executor("kept = 1")
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        executor("never()")
    assert executor("kept").output == 1
    source = textwrap.dedent("""
        import asyncio, fastexec
        executor = fastexec.LocalPythonExecutor([], isolation="process", timeout_seconds=0.5)
        async def never():
            await asyncio.Event().wait()
        executor.send_tools({"never": never})
        async def main():
            try:
                await executor.arun("await never()")
            except fastexec.ExecutionTimeoutError:
                return (await executor.arun("1 + 1")).output
        print(asyncio.run(main()))
    """)
    assert host(source) == "2\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_host_whose_streams_are_closed(closed: str, tmp_path: pathlib.Path) -> None:
    """As those of some services are: the numbers are others' then."""
    program = """
import sys
from fastexec import LocalPythonExecutor
for _ in range(3):
    executor = LocalPythonExecutor([], isolation="process")
    executor.send_tools({"twice": lambda function: function(1) * 2})
    given = executor("print('printed')\\ntwice(lambda n: n + 1)")
with open(sys.argv[1], "w") as file:
    file.write(repr((given.output, given.logs)))
"""
    told = tmp_path / "told"
    subprocess.run(["sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, "-c", program, str(told)], timeout=60, check=True)
    assert told.read_text() == "(4, 'printed\\n')"


def test_an_interrupt_that_comes_when_an_answer_is_out_is_no_second_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = made(tools={"tool": lambda: 1})
    executor("kept = 1")
    pid, channel = pid_of(executor), executor._session._live._channel
    send = channel.send

    def interrupted(kind: int, parcel: Any) -> None:
        send(kind, parcel)
        if kind == VALUE and times:
            times.pop()
            raise KeyboardInterrupt

    monkeypatch.setattr(channel, "send", interrupted)
    for _ in range(3):
        times = [1]
        with pytest.raises(KeyboardInterrupt):
            executor("tool()\nfor _ in range(1000): tool()")
        assert executor("kept").output == 1 and pid_of(executor) == pid
    times = [1, 2]  # again, before the run has ended
    monkeypatch.setattr(executor._session._live, "cancel", lambda: None)
    with pytest.raises(KeyboardInterrupt):
        executor("tool()\nwhile True: tool()")
    with pytest.raises(InterpreterError, match="interrupted again"):
        executor("kept")
    assert executor("5").output == 5 and pid_of(executor) != pid


@pytest.mark.parametrize("where", ["alive", "setblocking"])
def test_an_interrupt_while_a_worker_begins_or_ends_leaves_none(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: Any) -> None:
        patch.undo()
        raise KeyboardInterrupt

    made()("1")
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    executor = made()
    with monkeypatch.context() as patch:
        if where == "alive":
            executor("1")
            pid = pid_of(executor)
            patch.setattr(server.Server, "alive", property(interrupt))
            with pytest.raises(KeyboardInterrupt):
                executor._session._live.close()
        else:
            patch.setattr(socket.socket, "setblocking", interrupt)
            with pytest.raises(KeyboardInterrupt):
                executor("1")
            pid = None
    assert pid is None or gone(pid)
    del executor
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_variable_that_does_not_cross_is_told_by_its_name() -> None:
    """Before the first call, and later; the others stay."""
    deep: list[Any] = []
    for _ in range(600):
        deep = [deep]
    said = "the variable 'deep' cannot be given to a worker: containers are nested more than 500 deep"
    executor = LocalPythonExecutor([], isolation="process")
    executor.send_tools({})
    executor.state.update({"first": 1, "deep": deep, "last": 2})
    for _ in range(2):
        with pytest.raises(ValueError, match=said):
            executor("first, last")
    del executor.state["deep"]
    assert executor("first, last").output == (1, 2)
    for give in (lambda: executor.state.update({"other": 3, "deep": deep}), lambda: setattr(executor, "state", {"deep": deep})):
        with pytest.raises(ValueError, match=said):
            give()
        assert executor("first, last").output == (1, 2)
