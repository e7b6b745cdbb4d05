"""Runs snippets that use up something, in a child process (see isolation.py), on the main thread or another one.

`run` tells what came of it, how long it took, and whether the executor was usable afterwards with its
variables as they were.
"""

from __future__ import annotations

import pathlib
import sys
import threading
import time
import warnings

import fastexec
import isolation
import packages

warnings.simplefilter("ignore")
for name in ("numpy", "pandas", *isolation.ENGINE):  # once in the worker, before it forks
    try:
        __import__(name)
    except ImportError:
        pass


KEPT: list[object] = []


def resident() -> int:
    """Bytes of the process in memory at its peak; 0 where that is not to be had."""
    try:
        lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))


def run(case: dict) -> dict:
    """`case`: code; and if need be imports, seconds, limits, thread (None: main; else size of its stack)."""
    found: dict = {}
    size = case.get("thread")
    if size is None:
        call(case, found)
        return found
    threading.stack_size(size)
    thread = threading.Thread(target=call, args=(case, found))
    thread.start()
    thread.join()
    return found


def call(case: dict, found: dict) -> None:
    limits = fastexec.Limits(**case.get("limits", {}))
    imports = [name for name in case.get("imports", []) if packages.present([name])]
    executor = fastexec.LocalPythonExecutor(imports, timeout_seconds=case.get("seconds", 2), limits=limits)
    calls: list[int] = []
    executor.send_tools({"tick": lambda: calls.append(1), "swallow": swallow})
    executor("kept = 41")
    if case.get("thread") and sys.version_info >= (3, 13):
        # This version frees nested objects by recursion as deep as its count for 8 MiB allows: not here.
        KEPT.append(executor)
    before = resident()
    started = time.monotonic()
    try:
        result = executor(case["code"])
        KEPT.append(result) if KEPT else None
        shown = repr(result.output)[:200] if isinstance(result.output, (int, str, tuple, type(None))) else ""
        found.update(outcome="ok", value=shown)
    except BaseException as error:  # noqa: BLE001 - all that would reach the host
        found.update(outcome=type(error).__name__, value=str(error)[:2000])
    found["seconds"] = time.monotonic() - started
    found["memory"] = resident() - before
    seen = len(calls)
    try:
        found["after"] = executor("kept + 1", limits=fastexec.Limits(seconds=20)).output
    except BaseException as error:  # noqa: BLE001
        found["after"] = repr(error)
    found["state"] = {name: executor.state[name] for name in ("escaped",) if name in executor.state}
    time.sleep(case.get("linger", 0))
    found["goes_on"] = len(calls) > seen


def swallow(function):
    """A careless tool."""
    try:
        return function()
    except Exception:  # noqa: BLE001
        return None
