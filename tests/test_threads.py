"""Threads and pools that code starts: the end of a call waits for them, as the end of a program does."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import everyday
import fastexec
import packages
import pytest

IMPORTS = ["concurrent.futures", "threading", "time"]


def steps(*codes: str, imports: list[str] = IMPORTS) -> str:
    executor = fastexec.LocalPythonExecutor(imports)
    executor.send_tools({})
    return "".join(executor(code).logs for code in codes)


PROGRAMS = {
    "thread": ("import threading, time\nout = []\ndef f():\n    time.sleep(0.2)\n    out.append(1)\nt = threading.Thread(target=f)\nt.start()", "print(out, t.is_alive())"),
    "timer": ("import threading\nt = threading.Timer(0.2, lambda: print('late'))\nt.start()\nprint('early')", "t.join()"),
    "native": ("import threading, time\nt = threading.Thread(target=time.sleep, args=(0.2,))\nt.start()", "print(t.is_alive())"),
    "thread of a thread": (
        "import threading, time\nout = []\ndef f(n):\n    time.sleep(0.05)\n    out.append(n)\n    if n:\n        threading.Thread(target=f, args=(n - 1,)).start()\nf(4)",
        "print(out)",
    ),
    "subclass": ("import threading, time\nclass T(threading.Thread):\n    def run(self):\n        time.sleep(0.1)\n        self.value = 3\nt = T()\nt.start()", "print(t.value)"),
    "pool, later": ("import time\nfrom concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\ndef g(x):\n    time.sleep(0.1)\n    return 2 * x\nfs = [pool.submit(g, i) for i in range(5)]", "print([f.done() for f in fs], [f.result() for f in fs])"),
    "pool, again": ("from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\nprint(list(pool.map(lambda x: 2 * x, range(5))))", "print(list(pool.map(str, range(5))))", "print(pool.submit(lambda: 7).result())"),
    "pool, native": ("import time\nfrom concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(1)\nf = [pool.submit(time.sleep, 0.1) for _ in range(3)][-1]", "print(f.done())"),
    "attribute like a pool's": ("import threading, time\nclass T(threading.Thread):\n    _threads = None\n    def run(self):\n        time.sleep(0.1)\n        self.value = 3\nt = T()\nt.start()", "print(t.value)"),
    "pool, shut down": ("from concurrent.futures import ThreadPoolExecutor\nout = []\npool = ThreadPoolExecutor(1)\n_ = [pool.submit(out.append, i) for i in range(3)]\npool.shutdown(wait=False)", "print(out)"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_call_ends_with_its_threads(name: str) -> None:
    codes = PROGRAMS[name]
    expected, _ = everyday.on_cpython("\n".join([codes[0], "import threading as _t, time as _time\n_time.sleep(0.7)", *codes[1:]]))
    assert steps(*codes) == expected


def test_daemons_end_with_the_call(capfd) -> None:
    begin = time.monotonic()
    logs = steps(
        "import threading, time\nout = []\ndef f():\n    while True:\n        time.sleep(0.01)\n        out.append(1)\nt = threading.Thread(target=f, daemon=True)\nt.start()\nprint('on')",
        "n = len(out)\ntime.sleep(0.1)\nprint(t.is_alive(), len(out) == n)",
    )
    assert logs == "on\nFalse True\n"
    assert time.monotonic() - begin < 10
    assert capfd.readouterr().err == ""


def test_a_thread_that_does_not_end(capfd) -> None:
    executor = fastexec.LocalPythonExecutor(IMPORTS, limits=fastexec.Limits(seconds=0.5))
    executor.send_tools({})
    with pytest.raises(fastexec.ExecutionTimeoutError) as caught:
        executor("import threading, time\ndef f():\n    while True: time.sleep(0.01)\nx = 1\nthreading.Thread(target=f).start()")
    assert str(caught.value) == (
        "Code execution exceeded the maximum execution time of 0.5 seconds\n"
        "  hint: the code had come to its end, but threads that it started had not: let them end, or start them with daemon=True\n"
        "  host: Limits(seconds=...) raises this limit"
    )
    assert executor("x").output == 1
    assert capfd.readouterr().err == ""


def test_no_line_is_named_when_it_is_threads_that_do_not_end() -> None:
    """One that came before took part of the time too: to start a thread takes long where all processors are busy."""
    executor = fastexec.LocalPythonExecutor(IMPORTS, limits=fastexec.Limits(seconds=0.5))
    executor.send_tools({})
    with pytest.raises(fastexec.ExecutionTimeoutError) as caught:
        executor("import threading, time\ntime.sleep(0.1)\ndef f():\n    while True: time.sleep(0.01)\nthreading.Thread(target=f).start()")
    assert "took" not in str(caught.value) and "but threads that it started had not" in str(caught.value)


def test_the_hint_is_of_what_took_the_time() -> None:
    executor = fastexec.LocalPythonExecutor([*IMPORTS, "asyncio"], limits=fastexec.Limits(seconds=0.3))
    executor.send_tools({})
    with pytest.raises(fastexec.ExecutionTimeoutError) as caught:
        executor("import asyncio\nawait asyncio.sleep(20)")
    assert "threads" not in str(caught.value)
    assert "hint: " in str(caught.value)


def test_sizes_are_estimated_on_threads_too() -> None:
    packages.need(["numpy"])
    executor = fastexec.LocalPythonExecutor([*IMPORTS, "numpy.*"], limits=fastexec.Limits(seconds=3))
    executor.send_tools({})
    executor("import threading\nimport numpy as np\na = np.ones((4500, 4500))")
    begin = time.monotonic()
    with pytest.raises(fastexec.ExecutionTimeoutError):
        executor("t = threading.Thread(target=lambda: np.linalg.svd(a))\nt.start()\nt.join()")
    assert time.monotonic() - begin < 2.7


def test_an_error_does_not_wait() -> None:
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_tools({})
    begin = time.monotonic()
    with pytest.raises(fastexec.InterpreterError, match="ZeroDivisionError"):
        executor("import threading, time\nthreading.Thread(target=time.sleep, args=(20,)).start()\n1 / 0")
    assert time.monotonic() - begin < 5


AT_EXIT = """
import sys, threading, time
import fastexec
import numpy
start, code, seconds = sys.argv[1:]
executor = fastexec.LocalPythonExecutor(["numpy", "threading", "time"], limits=fastexec.Limits(seconds=float(seconds)))
executor.send_tools({})
executor("import threading, time\\nimport numpy as np\\na = np.ones((2200, 2200))\\ndef f(): a @ a")
def call():
    try:
        executor(code + "\\ntime.sleep(0.2)")
    except fastexec.ExecutionTimeoutError:
        print("time is up")
exec(start)
print("end")
"""


@pytest.mark.parametrize(
    ("code", "start", "seconds"),
    [
        ("threading.Thread(target=f, daemon=True).start()", "call()", "30"),
        ("threading.Thread(target=np.matmul, args=(a, a), daemon=True).start()", "call()", "30"),
        ("threading.Thread(target=a.dot, args=(a,), daemon=True).start()", "call()", "30"),
        ("t = threading.Thread(target=f)\nt.start()\nt.join()", "call()", "0.4"),
        ("f()", "threading.Thread(target=call, daemon=True).start()\ntime.sleep(0.3)", "30"),
    ],
)
def test_the_process_ends_while_a_thread_computes(code: str, start: str, seconds: str) -> None:
    packages.need(["numpy"])
    done = subprocess.run([sys.executable, "-c", AT_EXIT, start, code, seconds], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["end"]), done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_ends_the_wait() -> None:
    import signal
    import threading

    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_tools({})
    timer = threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        executor("import threading, time\nthreading.Thread(target=time.sleep, args=(8,)).start()")
    assert time.monotonic() - begin < 5


FAILING = """
import fastexec
executor = fastexec.LocalPythonExecutor(["threading"])
executor.send_tools({})
executor("""
FAILING += repr("import threading\ndef f(n): raise ValueError('x' * n)\nthreads = [threading.Thread(target=f, args=(10,), name='first')]\nthreads += [threading.Thread(target=f, args=(10**6,)) for _ in range(10)]\nfor t in threads:\n    t.start()\n    t.join()") + ")"


def test_errors_of_threads_do_not_flood_the_host() -> None:
    errors = subprocess.run([sys.executable, "-c", FAILING], capture_output=True, text=True, check=True).stderr
    assert errors.startswith("Exception in thread first:\nTraceback (most recent call last):\n")
    assert "ValueError: xxxxxxxxxx\n" in errors
    assert 50_000 < len(errors) < 51_000


@pytest.mark.parametrize("start", ["threading.Thread(target=f).start()", "futures.ThreadPoolExecutor(1).submit(f)", "list(futures.ThreadPoolExecutor(1).map(lambda _: f(), [1]))"])
def test_limits_of_threads_are_those_of_the_call(start: str, capfd) -> None:
    executor = fastexec.LocalPythonExecutor(IMPORTS, limits=fastexec.Limits(operations=200_000))
    executor.send_tools({})
    with pytest.raises(fastexec.InterpreterError, match="Reached the max number of operations of 200000."):
        executor(f"import threading\nfrom concurrent import futures\ndef f():\n    for i in range(10**9): i + i\n{start}")
    assert executor("1 + 1").output == 2
    assert capfd.readouterr().err == ""


STATE = """
import decimal, threading
from concurrent.futures import ThreadPoolExecutor
import numpy as np
decimal.getcontext().prec = 5
np.set_printoptions(precision=2)
np.seterr(divide="raise")
seen = []
def f():
    seen.append((decimal.getcontext().prec, str(np.array([1.23456])), np.geterr()["divide"]))
    decimal.getcontext().prec = 9
    np.set_printoptions(precision=6)
    np.seterr(divide="ignore")
threading.Thread(target=f).start()
with ThreadPoolExecutor(1) as pool:
    print([pool.submit(step).result() for step in (lambda: decimal.getcontext().prec, lambda: setattr(decimal.getcontext(), "prec", 3), lambda: decimal.getcontext().prec)])
"""


def test_what_is_of_a_thread() -> None:
    packages.need(["numpy", "sympy"])
    show = "print(seen, decimal.getcontext().prec, np.geterr()['divide'], np.array([1.23456]))"
    shared = "import threading\nfrom sympy.core.parameters import global_parameters as gp\ngp.evaluate\nt = threading.Thread(target=lambda: setattr(gp, 'evaluate', False))\nt.start()"
    assert steps(shared, "t.join()", "print(gp.evaluate)", imports=["sympy.*", "threading"]) == "True\n"
    expected, error = everyday.on_cpython(f"import contextvars, decimal\nwith decimal.localcontext():\n    contextvars.copy_context().run(exec, {STATE + show!r}, {{}})")
    assert error is None
    assert steps(STATE, show, imports=["decimal", "threading", "concurrent.futures", "numpy"]) == expected


ENDING = f"""
import os, signal, time
import fastexec, numpy

def run():
    executor = fastexec.LocalPythonExecutor(["threading", "concurrent.futures", "decimal", "numpy"])
    executor.send_tools({{}})
    executor({STATE!r})

for _ in range(12):
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        run()
        os._exit(0)
    print(os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_threads_with_contexts_end() -> None:
    """Destructors of contexts ran inside of one another when the first ones of a process went."""
    ended = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, check=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert ended.stdout.split() == ["0"] * 12, ended.stderr
