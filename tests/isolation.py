"""Runs functions on payloads in child processes that may crash, hang or be killed without harm.

A worker process imports what is needed once and forks a child for every payload, so that one costs
milliseconds; where `fork` is missing, the worker itself runs the payload and is replaced when it dies.
A target's module may have a `prepare`, which the worker calls with each payload before it forks.

As a program (`python isolation.py module:function`) it is the worker: payloads come in and results
go out as JSON lines. The target `bare` names another worker, in which nothing is loaded: see bare.py.
"""

from __future__ import annotations

import concurrent.futures
import importlib
import json
import marshal
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
FORK = hasattr(os, "fork")
# What the first executor of a process loads, and the first error: workers that fork load it once.
ENGINE = ("fastexec.executor", "fastexec.process_settings", "fastexec.hints")
encode = json.JSONEncoder().encode  # kept: a payload may change `json.dumps`


# ------------------------------------------------------------------------------------------ parent
class Worker:
    """One worker process; `run` blocks until the result of a payload is there."""

    def __init__(self, target: str, seconds: float) -> None:
        environment = dict(os.environ, PYTHONHASHSEED="0", PYTHONUTF8="1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", HF_HUB_OFFLINE="1")
        self.seconds, self.bare = seconds, target == "bare"
        program = ["bare.py"] if self.bare else ["isolation.py", target, str(seconds)]
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, program[0]), *program[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )

    def run(self, payload: object) -> dict | None:
        """The result, or None when the worker itself is gone."""
        try:
            line = marshal.dumps(payload).hex() if self.bare else json.dumps(payload)
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        watchdog = threading.Timer(self.seconds + 60, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        if not line:
            return None
        return marshal.loads(bytes.fromhex(line.decode())) if self.bare else json.loads(line)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def run_all(target: str, payloads: list, seconds: float = 20, jobs: int | None = None) -> list[dict]:
    """`{"value": ...}` for each payload, or `{"lost": why}` when its child crashed or took too long."""
    jobs = min(jobs or os.cpu_count() or 1, max(1, len(payloads)))
    idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    for _ in range(jobs):
        idle.put(Worker(target, seconds))

    def one(payload: object) -> dict:
        worker = idle.get()
        result = worker.run(payload)
        if result is None:
            worker.close()
            result = {"lost": f"the worker ended with code {worker.process.returncode}"}
            worker = Worker(target, seconds)
        idle.put(worker)
        return result

    with concurrent.futures.ThreadPoolExecutor(jobs) as threads:
        results = list(threads.map(one, payloads))
    while not idle.empty():
        idle.get().close()
    return results


# ------------------------------------------------------------------------------------------ worker
def answer(function, payload: object) -> bytes:
    """The result line of a payload that is run in this process."""
    try:
        result = {"value": function(payload)}
    except BaseException as error:  # noqa: BLE001 - whatever it is, the parent shall hear of it
        import traceback

        result = {"lost": "".join(traceback.format_exception(error))[-4000:]}
    return encode(result).encode("utf-8", "backslashreplace") + b"\n"


def run_in_fork(function, payload: object, seconds: float) -> bytes:
    """The result line of a payload that is run in a forked child under a watchdog."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            data = memoryview(answer(function, payload))
            while data:
                data = data[os.write(writing, data) :]
        finally:
            os._exit(0)
    os.close(writing)
    data, end = b"", time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            chunk = os.read(reading, 1 << 16)
            if not chunk:
                break
            data += chunk
    else:
        os.kill(child, signal.SIGKILL)
    os.close(reading)
    status = os.waitpid(child, 0)[1]
    if left <= 0:
        return json.dumps({"lost": f"still running after {seconds} seconds"}).encode() + b"\n"
    if not data.endswith(b"\n"):
        why = f"killed by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"ended with code {os.WEXITSTATUS(status)}"
        return json.dumps({"lost": why}).encode() + b"\n"
    return data


def main(target: str, seconds: float) -> None:
    """Answers payloads until the parent closes the pipe. Standard streams stay out of reach of payloads."""
    out = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    lines = os.fdopen(os.dup(0), "rb")
    os.dup2(nothing, 0)
    sys.path.insert(0, HERE)
    warnings.simplefilter("ignore")
    module_name, name = target.split(":")
    module = importlib.import_module(module_name)
    function, prepare = getattr(module, name), getattr(module, "prepare", None)
    for line in lines:
        payload = json.loads(line)
        if FORK and prepare is not None:
            prepare(payload)
        out.write(run_in_fork(function, payload, seconds) if FORK else answer(function, payload))
        out.flush()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
