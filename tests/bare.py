"""Runs code in processes that have nothing loaded but what the interpreter itself starts with.

As a program (`python bare.py`) it is a server as isolation.py is one, but imports nothing: each child that
it forks finds the modules of a fresh interpreter, and only the start is saved. test_everyday.py
compares the two. Payloads and results are lines of hexadecimal marshal data, the one format that
needs no import.

A payload: `on` (what runs it, each in a child: `fastexec`, `cpython`, `loaded`), `steps` (texts run one after the other in one session), `imports`
(what is authorized), `before` (what the host runs first), `seconds`.
"""

import _signal
import io
import marshal
import os
import sys


def run(case: dict, on: str) -> dict:
    """In the child: what the steps printed, and the error that ended them."""
    main = sys.modules["__main__"] = type(sys)("__main__")
    exec(compile(case.get("before", ""), "<host>", "exec", dont_inherit=True), vars(main))  # noqa: S102
    return (on_fastexec if on == "fastexec" else on_cpython)(case)


def on_cpython(case: dict) -> dict:
    namespace = vars(sys.modules["__main__"])
    printed, sys.stdout = sys.stdout, io.StringIO()
    out = sys.stdout
    error = None
    try:
        for step in case["steps"]:
            exec(compile(step, "<snippet>", "exec", dont_inherit=True), namespace)  # noqa: S102
    except BaseException as raised:  # noqa: BLE001
        error = f"{type(raised).__name__}: {raised}"
    sys.stdout = printed
    return {"printed": out.getvalue(), "error": error}


def on_fastexec(case: dict) -> dict:
    import fastexec

    executor = fastexec.LocalPythonExecutor(case["imports"], timeout_seconds=60)
    executor.send_tools({})
    logs = []
    for step in case["steps"]:
        try:
            logs.append(executor(step).logs)
        except Exception as raised:  # noqa: BLE001
            logs.append(str(executor.state.get("_print_outputs", "")))
            return {"printed": "".join(logs), "error": str(raised)}
    return {"printed": "".join(logs), "error": None}


def in_fork(case: dict, on: str) -> dict:
    """`run` in a child, with the result as isolation.py gives it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            _signal.alarm(case["seconds"])
            try:
                result = {"value": sorted(sys.modules) if on == "loaded" else run(case, on)}
            except BaseException as error:  # noqa: BLE001 - whatever it is, the parent shall hear of it
                result = {"lost": f"{type(error).__name__}: {error}"}
            data = memoryview(marshal.dumps(result))
            while data:
                data = data[os.write(writing, data) :]
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        data = pipe.read()
    status = os.waitpid(child, 0)[1]
    return marshal.loads(data) if data else {"lost": f"ended with status {status} (14: still running after {case['seconds']} seconds)"}


def main() -> None:
    """Answers payloads until the parent closes the pipe. Standard streams stay out of reach of payloads."""
    lines, out = open(os.dup(0), "rb"), open(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    del sys.path[0]  # the tests' own folder
    for line in lines:
        case = marshal.loads(bytes.fromhex(line.decode()))
        answer = {"value": {on: in_fork(case, on) for on in case["on"]}}
        out.write(marshal.dumps(answer).hex().encode() + b"\n")


if __name__ == "__main__":
    main()
