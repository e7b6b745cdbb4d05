"""Lives of workers and hosts that do not go as planned: nothing hangs, nothing is left, nothing is lost without a word."""

from __future__ import annotations

import contextlib
import errno
import os
import pathlib
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
import warnings

import fastexec
import numpy as np
import packages
import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, IsolationError, Limits, LocalPythonExecutor
from fastexec.isolation import shared_memory
from fastexec.isolation.channel import Channel, Parcel
from fastexec.isolation.problems import GivenUp, Late
from test_isolation import descriptors, gone, made, pid_of, settled

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


CODE = "import numpy as np\ntotal = total + int(np.sum(np.ones(2))) - 2 + double({0}) - 2 * {0} + 1\nprint(total)\ntotal"


def end(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def soak(calls: int, killed: float, seed: int) -> tuple[int, int]:
    """Calls, a share of whose workers is killed at any moment. How many were right, and how many lost their worker."""
    numbers = random.Random(seed)
    executor = made(["numpy"], {"double": lambda number: 2 * number})
    executor.state["total"] = kept = expected = right = lost = 0
    executor("None")
    for number in range(calls):
        timer = None
        if numbers.random() < killed:
            pid = executor._session._live.process.pid if executor._session._live else pid_of(executor)
            timer = threading.Timer(numbers.random() * 0.003, end, (pid,))
            timer.start()
        try:
            if number % 20 == 0:
                executor.snapshot()
                kept = expected
            given = executor(CODE.format(number))
        except InterpreterError as error:
            assert "The worker of this session has ended (SIGKILL" in str(error), error
            assert "Restored from the last snapshot: total" in str(error), error
            expected, lost = kept, lost + 1
        else:
            expected, right = expected + 1, right + 1
            assert (given.output, given.logs) == (expected, f"{expected}\n")
        if timer is not None:
            timer.join()
    return right, lost


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_killed_at_any_moment(request):
    calls = request.config.getoption("--worker-calls")
    soak(200, 0.1, 0)
    before, memory = settled(), resident()
    right, lost = soak(calls, 0.01 if calls > 5000 else 0.1, 1)
    print(f"{right} calls were right, {lost} lost their worker; the host grew by {(resident() - memory) >> 10} KiB")
    assert right + lost == calls and 0 < lost < calls / 5
    assert settled() == before
    assert resident() - memory < 16 << 20


def test_workers_end_in_the_middle_of_a_run_in_this_process():
    held = [made()]
    pid = pid_of(held[0])
    plain = LocalPythonExecutor([])
    plain.send_tools({})
    plain.state["held"] = held
    before = descriptors()
    assert plain("del held[0]\nlen(held)").output == 0
    assert gone(pid) and descriptors() == before - 3


def test_no_processes_from_code():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that this hands over the process, once
        executor = made(["os"])
    for call in ("os.fork()", "os.system('true')", "os.posix_spawn('/bin/true', ['true'], {})"):
        with pytest.raises(InterpreterError):
            executor(f"import os\nwhile True:\n    {call}", limits=Limits(while_iterations=1000))
    assert executor("1 + 1").output == 2


def test_descriptors_run_out_in_the_worker(tmp_path):
    path = tmp_path / "file"
    path.write_text("text")
    executor = made(allow_read=[tmp_path])
    executor("kept = 1")
    with pytest.raises(InterpreterError, match="Too many open files"):
        executor(f"files = []\nwhile True:\n    files.append(open({str(path)!r}))")
    assert executor("files = []\nkept").output == 1
    assert executor(f"open({str(path)!r}).read()").output == "text"


HOST = """
import os, resource, fastexec
made = lambda: fastexec.LocalPythonExecutor([], isolation="process")
first = made()
first("x = 1")
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")), hard))
before = len(os.listdir("/proc/self/fd"))
for _ in range(3):
    try:
        made()("1")
    except Exception as error:
        print(type(error).__name__, error)
print(len(os.listdir("/proc/self/fd")) - before)
resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
print(made()("2").output, first("x").output)
"""


def host(code: str, seconds: float = 60) -> str:
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=seconds, check=False)
    assert run.returncode == 0 and run.stderr == "", run.stderr
    return run.stdout


def test_descriptors_run_out_in_the_host():
    lines = host(HOST).splitlines()
    assert [line.partition(" ")[0] for line in lines[:3]] == ["IsolationError"] * 3 and "Too many open files" in lines[0]
    assert lines[3:] == ["0", "2 1"]


def test_a_full_disk():
    executor = made(allow_write=["/dev/full"])
    executor("kept = 1")
    with pytest.raises(InterpreterError, match="No space left on device"):
        executor("with open('/dev/full', 'w') as file:\n    file.write('text')")
    assert executor("kept").output == 1


def test_no_room_for_shared_memory(monkeypatch):
    packages.need(["numpy"])
    executor = made(["numpy"])
    executor("kept = 1")
    before = descriptors()

    def full(*_args: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        executor.send_variables({"data": np.ones(10**6)})
    monkeypatch.undo()
    monkeypatch.setattr(shared_memory, "_made", full)
    with pytest.raises(OSError, match="No space left"):
        executor.send_variables({"data": np.ones(10**6)})
    monkeypatch.undo()
    assert executor("kept").output == 1 and descriptors() == before


def test_results_that_are_too_large():
    executor = made(["numpy"], limits=Limits(memory_bytes=4 << 30))
    executor("import numpy as np\nkept = 1")
    with pytest.raises(InterpreterError, match="more than 1024 MiB") as caught:
        executor("np.zeros(140_000_000)")
    assert "lost" not in str(caught.value) and executor("kept").output == 1
    with pytest.raises(InterpreterError, match="more than 1024 MiB"):
        executor.state["large"] if executor("large = np.zeros(140_000_000)\n1").output == 1 else None
    assert executor("kept").output == 1


def test_tools_that_take_too_long():
    executor = made(tools={"slow": lambda: time.sleep(0.6)}, timeout_seconds=0.2)
    executor("kept = 1")
    with pytest.raises(ExecutionTimeoutError, match="maximum execution time of 0.2 seconds"):
        executor("slow()\nslow()")
    assert executor("kept").output == 1
    patient = made(tools={"slow": lambda: time.sleep(0.3)}, timeout_seconds=0.2, count_tool_time=False)
    assert patient("slow()\nslow()\n1").output == 1


STOPPED = """
import fastexec, time
executor = fastexec.LocalPythonExecutor(["time"], isolation="process", timeout_seconds={seconds})
executor.send_tools({{"tool": lambda: 5}})
executor("kept = 1")
print("now", flush=True)
try:
    print(executor("import time\\ntime.sleep(0.5)\\ntool()").output)
except fastexec.ExecutionTimeoutError as error:
    print("out of time")
print(executor("1 + 1").output)
"""


@pytest.mark.parametrize(("seconds", "outcomes"), [(20, ["5"]), (1, ["5", "out of time"])])
def test_a_host_that_is_stopped_meanwhile(seconds, outcomes):
    with subprocess.Popen([sys.executable, "-c", STOPPED.format(seconds=seconds)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "now\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGSTOP)
        time.sleep(2)
        process.send_signal(signal.SIGCONT)
        lines = process.stdout.read().splitlines()
    assert lines[0] in outcomes and lines[1] == "2" and process.returncode == 0


def test_a_stopped_worker_is_ended():
    executor = made(timeout_seconds=0.5)
    pid = pid_of(executor)
    os.kill(pid, signal.SIGSTOP)
    begun = time.monotonic()
    with pytest.raises(ExecutionTimeoutError, match="its worker was ended"):
        executor("1")
    assert time.monotonic() - begun < 5 and gone(pid) and executor("2").output == 2


def test_a_server_that_does_not_start(monkeypatch):
    from fastexec.isolation import server

    server.stop()
    monkeypatch.setattr(server, "_START_LINE", "raise SystemExit(3)")
    with pytest.raises(IsolationError, match="the fork server"):
        made()("1")
    monkeypatch.undo()
    assert LocalPythonExecutor([], isolation="process")("1").output == 1


def test_messages_wait_for_who_is_slow():
    """Longer than a look at signals, with more than the kernel keeps of a message."""
    executor = made()
    pid = pid_of(executor)
    text = "otter" * 1_000_000
    os.kill(pid, signal.SIGSTOP)
    waker = threading.Timer(0.6, os.kill, (pid, signal.SIGCONT))
    waker.start()
    executor.send_variables({"text": text})
    waker.join()
    ours, theirs = (Channel(end, of_host=host) for end, host in zip(socket.socketpair(), (True, False), strict=True))
    sender = threading.Thread(target=theirs.send, args=(1, Parcel(text.encode(), [], [bytearray(3_000_000)])))
    sender.start()
    time.sleep(0.6)
    kind, parcel = ours.receive(time.monotonic() + 30)
    sender.join()
    ours.close(), theirs.close()
    assert executor("text").output == text and (kind, parcel.data, len(parcel.blocks[0])) == (1, text.encode(), 3_000_000)


def test_a_message_that_is_not_there_at_once_is_waited_for():
    """Whoever waits looks for a moment, sleeps then, and looks less often where that was in vain."""
    ours, theirs = (Channel(end, of_host=host) for end, host in zip(socket.socketpair(), (True, False), strict=True))
    pauses = []
    for _ in range(3):
        ours._pause = 0
        with pytest.raises(Late):
            ours.receive(time.monotonic() + 0.01)
        pauses.append(ours._pause)
    sender = threading.Timer(0.05, theirs.send, (1, Parcel(b"later", [], [])))
    sender.start()
    assert ours.receive(time.monotonic() + 30)[1].data == b"later"
    sender.join()
    ours._pause = 0
    theirs.send(1, Parcel(b"at once", [], []))
    assert ours.receive(time.monotonic() + 30)[1].data == b"at once"
    assert 0 < pauses[0] < pauses[1] < pauses[2] < ours._next_pause
    ours.close(), theirs.close()


def test_what_a_call_has_is_told_again_when_it_has_changed():
    """Also by a little: equal limits of two types read differently."""
    executor = made(timeout_seconds=1)
    with pytest.raises(InterpreterError, match="Import of json is not allowed"):
        executor("import json")
    executor.authorized_imports.append("json")
    assert executor("import json\njson.dumps([])").output == "[]"
    executor.authorized_imports.remove("json")
    with pytest.raises(InterpreterError, match="Import of json is not allowed"):
        executor("import json")
    for seconds in (1, 1.0):
        executor.timeout_seconds = seconds
        with pytest.raises(ExecutionTimeoutError, match=f"maximum execution time of {seconds} seconds"):
            executor("while True: pass", limits=Limits(operations=None, while_iterations=None))
    executor.static_tools["late"] = lambda: "late"
    assert executor("late()").output == "late"
    del executor.static_tools["late"]
    with pytest.raises(InterpreterError, match="late"):
        executor("late()")


@pytest.mark.parametrize("ask", [lambda executor: executor.state["a"], lambda executor: executor.snapshot(), lambda executor: executor.send_variables({"b": 2})])
def test_ended_between_two_calls(ask):
    executor = made()
    executor.send_variables({"a": 1})
    pid = pid_of(executor)
    end(pid)
    assert gone(pid)
    with pytest.raises(InterpreterError, match="The worker of this session has ended .SIGKILL.*lost: a"):
        ask(executor)
    assert executor("1 + 1").output == 2


def test_what_was_sent_is_named_when_it_is_lost():
    executor = made()
    pid = pid_of(executor)
    executor.send_variables({"sent": 1})
    executor.state["set"] = 2
    end(pid)
    assert gone(pid)
    with pytest.raises(InterpreterError, match="that are lost: sent, set"):
        executor("sent")


def test_cancels_wait_for_nobody():
    executor = made(timeout_seconds=1)
    pid = pid_of(executor)
    os.kill(pid, signal.SIGSTOP)

    def cancel() -> None:
        while not executor._session.running:
            time.sleep(0.001)
        for _ in range(5000):
            executor.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    with pytest.raises((ExecutionTimeoutError, InterpreterError)):
        executor("1")
    canceller.join(10)
    assert not canceller.is_alive() and executor("2").output == 2


def test_too_many_paths_are_no_end_of_the_others(tmp_path):
    other = made()
    other("kept = 1")
    greedy = made(allow_read=[tmp_path / f"{number:0200}" for number in range(3000)])
    with pytest.raises(IsolationError, match="the paths and modules of this executor are too many for a worker: .* bytes"):
        greedy("1")
    assert other("kept").output == 1 and made()("2").output == 2


def test_answers_that_nobody_waits_for():
    """As when Ctrl-C comes while a worker starts."""
    server = fastexec.isolation.server.server()
    server._socket.send(b'{"number": 0, "do": "status", "pid": 1}')
    executor = made()
    assert executor("1 + 1").output == 2 and pid_of(executor) != 1


def test_a_server_that_is_busy_keeps_no_worker_alive(tmp_path, monkeypatch):
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(3)")
    monkeypatch.syspath_prepend(tmp_path)
    late = made(timeout_seconds=0.3)
    pid = pid_of(late)
    loads = threading.Thread(target=made(["slow_to_import"]), args=("1",))
    threading.Timer(0.1, os.kill, (pid, signal.SIGSTOP)).start()
    threading.Timer(0.1, loads.start).start()
    with pytest.raises(ExecutionTimeoutError, match="its worker was ended"):
        late("while True: pass", limits=Limits(while_iterations=None, operations=None))
    assert gone(pid, 1) and loads.is_alive()
    loads.join()


def children() -> set[int]:
    server = fastexec.isolation.server.server()._process.pid
    with open(f"/proc/{server}/task/{server}/children") as file:
        return set(map(int, file.read().split()))


def test_workers_wait_for_their_hosts(tmp_path):
    """From the second session of a kind on; one that ended meanwhile, or whose folder is another now, is none."""
    folder = tmp_path / "granted"

    def works() -> int:
        folder.mkdir()
        executor = made(allow_write=folder)
        path = str(folder / "file")
        assert executor(f"with open({path!r}, 'w') as file:\n    file.write('text')\nopen({path!r}).read()").output == "text"
        shutil.rmtree(folder)
        return pid_of(executor)

    works(), works()
    before = children()
    folder.mkdir()
    seen = [made(allow_write=folder) for _ in range(3)]
    pids = [pid_of(executor) for executor in seen]
    until = time.monotonic() + 10
    while not (ahead := children()) - before - set(pids) and time.monotonic() < until:
        time.sleep(0.01)
    last = made(allow_write=folder)
    assert pid_of(last) in ahead and len({*pids, pid_of(last)}) == 4
    for pid in children() - {*pids, pid_of(last)}:
        end(pid)
        assert gone(pid)
    assert pid_of(made(allow_write=folder)) not in ahead
    shutil.rmtree(folder)
    works(), works()
    assert len(children()) < 12


def test_the_server_has_one_thread_and_keeps_nothing_of_the_workers_it_made():
    def of_server() -> tuple[int, int]:
        folder = f"/proc/{fastexec.isolation.server.server()._process.pid}"
        return len(os.listdir(f"{folder}/task")), len(os.listdir(f"{folder}/fd"))

    def session() -> tuple[int, float]:
        return made(["numpy.*"])("import numpy as np, random\n(int(np.random.randint(1 << 30)), random.random())").output

    drawn = {session() for _ in range(3)}
    threads, open_files = of_server()
    drawn |= {session() for _ in range(9)}
    assert len(drawn) == 12
    assert threads == 1 and of_server() == (1, open_files)


def authorized(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(folder)


def test_threads_of_packages_in_the_server_are_none_of_a_worker(tmp_path, monkeypatch):
    text = "import logging, threading, time\n\ndef busy():\n    while True:\n        with logging._lock: time.sleep(0.0005)\n\nthreading.Thread(target=busy, daemon=True).start()\n"
    authorized(tmp_path, monkeypatch, "with_a_thread", text)
    for _ in range(12):
        executor = made(["with_a_thread", "threading", "logging"], rules="contract", timeout_seconds=10)
        executor("import logging, threading\nlogging.getLogger('a').warning('b')")
        assert executor("[thread.name for thread in threading.enumerate()]").output == ["MainThread"]
    fastexec.isolation.server.stop()


def test_the_environment_is_that_of_imports_alone(tmp_path, monkeypatch):
    authorized(tmp_path, monkeypatch, "looks_around", "import os\nseen = os.environ.get('MPLBACKEND')\nos.environ['LEFT'] = 'here'\n")
    made([])("1")
    for _ in range(3):
        executor = made(["looks_around", "os"], rules="contract")
        assert executor("import looks_around, os\n(looks_around.seen, sorted(os.environ))").output == ("Agg", ["MPLCONFIGDIR", "POLARS_SKIP_CPU_CHECK"])
    authorized(tmp_path, monkeypatch, "looks_later", "import os\nseen = os.environ.get('MPLBACKEND'), os.environ.get('LEFT')\n")
    assert made(["looks_around", "looks_later"])("import looks_later\nlooks_later.seen").output == ("Agg", "here")


def test_kinds_that_are_given_up_take_their_descriptors_with_them():
    server = fastexec.isolation.server.server()
    seen = []
    for _ in range(4):
        for number in range(6):
            executor = made(["math"], max_print_outputs_length=1000 + number)
            assert executor(f"{number} + 1").output == number + 1
        server.ask({"do": "status", "pid": 0})  # it has done what was asked before
        seen.append(len(os.listdir(f"/proc/{server._process.pid}/fd")))
    assert seen[1] == seen[2] == seen[3], seen


def test_what_the_worker_does_beside_runs_is_no_thread_of_the_code():
    executor = made(["threading", "time"])
    code = "import threading\n(threading.active_count(), [each.name for each in threading.enumerate()])"
    assert executor(code).output == (1, ["MainThread"])
    assert executor(code).output == (1, ["MainThread"])
    threading.Timer(0.3, executor.cancel).start()
    with pytest.raises(InterpreterError, match="cancelled by the host"):
        executor("import time\nwhile True:\n    time.sleep(0.01)", limits=Limits(seconds=20))
    assert executor(code).output == (1, ["MainThread"])


def test_a_cancel_while_the_worker_is_made_is_kept(monkeypatch):
    from fastexec.isolation.session import WorkerSession

    executor = made(["time"])
    begun, make = [], WorkerSession._worker

    def worker(session):
        begun.append(session)
        executor.cancel()
        return make(session)

    monkeypatch.setattr(WorkerSession, "_worker", worker)
    began = time.monotonic()
    with pytest.raises(InterpreterError, match="cancelled by the host"):
        executor("import time\ntime.sleep(20)")
    assert begun and time.monotonic() - began < 15
    monkeypatch.undo()
    assert executor("1 + 1").output == 2


def test_the_host_is_warned_once():
    """By its own executor. The server, which makes one too, says nothing."""
    code = """
        import fastexec, warnings
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            executors = [fastexec.LocalPythonExecutor(["os"], isolation="process") for _ in range(3)]
            print([executor("1").output for executor in executors], len(caught))
    """
    assert host(code) == "[1, 1, 1] 1\n"


def test_a_cancel_waits_for_no_worker(monkeypatch):
    """That of a server which imports for long is given up: the call ends at once, nothing of its code runs, and the worker ends."""
    from fastexec.isolation.server import Server

    executor = made(["time"])
    executor.state["kept"] = 7
    asked = threading.Event()

    def answer(self, gives_up):
        asked.set()
        until = time.monotonic() + 20
        while time.monotonic() < until:
            if gives_up():
                raise GivenUp
            time.sleep(0.01)

    monkeypatch.setattr(Server, "_await_answer", answer)
    canceller = threading.Thread(target=lambda: (asked.wait(20), executor.cancel()))
    canceller.start()
    began = time.monotonic()
    with pytest.raises(InterpreterError, match="cancelled by the host") as raised:
        executor("kept = 8")
    assert time.monotonic() - began < 10 and raised.value.kind == "limit" and executor.last_run.outcome == "limit"
    monkeypatch.undo()
    canceller.join()
    assert executor("kept").output == 7
    executor.cancel()
    assert executor.state["kept"] == 7 and executor("kept + 1").output == 8, "nothing is kept for a call that has not begun"


def test_a_cancel_waits_for_no_worker_of_others():
    """Who waits for its turn at the server gives up as well."""
    executor = made()
    server = made()("1") and sys.modules["fastexec.isolation.server"].server()
    done = []
    with server._lock:
        caller = threading.Thread(target=lambda: done.append(pytest.raises(InterpreterError, executor, "1")))
        caller.start()
        until = time.monotonic() + 20
        while not executor._session._begins and time.monotonic() < until:
            time.sleep(0.01)
        executor.cancel()
        caller.join(10)
        assert not caller.is_alive()
    assert "cancelled" in str(done[0].value) and executor("2").output == 2


@pytest.mark.parametrize("ask", [lambda executor: executor.check("x"), lambda executor: executor.cleanup()], ids=["check", "cleanup"])
def test_what_says_nothing_of_a_lost_worker_leaves_it_to_the_next_call(ask):
    executor = made()
    executor("x = 1")
    executor.snapshot()
    executor("y = 2")
    os.kill(pid_of(executor), signal.SIGKILL)
    ask(executor)
    with pytest.raises(InterpreterError, match="are lost: y. Restored from the last snapshot: x."):
        executor("3")
    assert executor("x").output == 1


def test_a_check_in_the_middle_of_which_the_worker_is_lost(monkeypatch):
    from fastexec.check.known import Known

    executor = made(["json"])
    executor("import json\ny = 2")
    definition = Known.definition

    def look(known, name):
        os.kill(pid, signal.SIGKILL)
        return definition(known, name)

    pid = pid_of(executor)
    monkeypatch.setattr(Known, "definition", look)
    assert not executor.check("json.nope")
    with pytest.raises(InterpreterError, match="are lost: json, y"):
        executor("3")
    assert executor("4").output == 4


def test_a_server_that_was_ended_is_replaced():
    from fastexec.isolation import server

    executor = made()
    executor("x = 1")
    os.kill(server.server()._process.pid, signal.SIGKILL)
    assert made()("5").output == 5
    with pytest.raises(InterpreterError, match="are lost: x"):
        executor("2")
    assert executor("3").output == 3


def test_variables_that_are_too_large_together(monkeypatch):
    executor = made()
    monkeypatch.setattr("fastexec.isolation.channel.LARGEST", 1 << 20)
    with pytest.raises(ValueError, match="the variable 'second' cannot be given to a worker: more than 1 MiB"):
        executor.send_variables({"first": b"x" * 400_000, "second": b"y" * 500_000, "third": b"z" * 300_000})
        executor("None")


SUSPENDED = """
    import os, signal, subprocess, sys, time
    from fastexec import ExecutionTimeoutError, Limits, LocalPythonExecutor

    executor = LocalPythonExecutor(["time"], isolation="process", timeout_seconds=0.6)
    executor.send_tools({"double": lambda x: 2 * x})
    executor("kept = 7", limits=Limits(seconds=20))
    program = "import os, signal, time; time.sleep(0.3); os.kill({0}, signal.SIGSTOP); time.sleep(1.5); os.kill({0}, signal.SIGCONT)"
    stopper = subprocess.Popen([sys.executable, "-S", "-c", program.format(os.getpid())])
    try:
        executor(CODE, limits=Limits(while_iterations=10**9))
    except ExecutionTimeoutError as error:
        print("was ended" in str(error), executor("kept").output)
    stopper.wait(30)
"""


@pytest.mark.parametrize(
    "code",
    ["import time\ntime.sleep(0.2)\ndouble(1)\ntime.sleep(20)", "while True: double(1)", "import time\ntime.sleep(20)"],
    ids=["a question", "many", "none"],
)
def test_a_host_that_was_suspended_lets_its_worker_end_by_itself(code):
    """It was no fault of the worker's that nobody answered: the session goes on."""
    assert host(SUSPENDED.replace("CODE", repr(code))) == "False 7\n"


def test_questions_of_a_tool_after_the_time_are_not_taken_for_missed_ones():
    from fastexec.isolation.conversation import Clock

    outer = Clock(-1.0)
    outer._late_since = time.monotonic() - 5
    clock = outer.within(None)
    assert not clock.prolonged()
    with pytest.raises(Late):
        clock.met(asks=True)
