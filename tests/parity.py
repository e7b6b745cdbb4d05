"""Runs test suites of others (CPython's own, numpy's, pandas', sympy's) in a process that has used fastexec and in
one that has not, and compares what each test gives.

As a program (`python parity.py KIND SUITE plain|used FILE`) it is one such process: outcomes go to the file as JSON.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

# Suites of the standard library, by module of the package `test`.
STANDARD = (
    "test_descr", "test_metaclass", "test_module", "test_re", "test_threading", "test_tracemalloc", "test_dataclasses", "test_enum",
    "test_typing", "test_pickle", "test_weakref", "test_gc", "test_decimal", "test_random", "test_warnings", "test_logging",
    "test_asyncio", "test_functools", "test_types", "test_signal", "test_collections", "test_itertools",
)  # fmt: skip
# Suites of packages, by module.
PACKAGES = (
    "numpy._core.tests.test_array_coercion",
    "numpy._core.tests.test_array_interface",
    "numpy._core.tests.test_errstate",
    "numpy._core.tests.test_mem_overlap",
    "numpy._core.tests.test_mem_policy",
    "numpy._core.tests.test_multiarray",
    "numpy._core.tests.test_numeric",
    "numpy._core.tests.test_overrides",
    "numpy._core.tests.test_protocols",
    "numpy._core.tests.test_regression",
    "numpy.lib.tests.test_stride_tricks",
    "numpy.random.tests.test_random",
    "pandas.tests.base",
    "pandas.tests.config",
    "pandas.tests.frame.test_constructors",
    "pandas.tests.generic",
    "pandas.tests.test_flags",
    "pandas.tests.test_algos",
    "pandas.tests.computation",
    "sympy.core.tests.test_basic",
    "sympy.core.tests.test_function",
    "sympy.core.tests.test_symbol",
    "sympy.utilities.tests.test_lambdify",
    "sympy.assumptions.tests.test_context",
)
# What the default run of the tests takes: about half a minute.
FEW = (
    "test_metaclass", "test_module", "test_descr", "test_dataclasses", "test_types",
    "numpy._core.tests.test_protocols", "numpy._core.tests.test_overrides", "pandas.tests.test_flags",
    "sympy.core.tests.test_symbol",
)  # fmt: skip
SECONDS = 1500

PLAIN, USED = "plain", "used"


class Missing(Exception):
    """The suite is not installed."""


# ------------------------------------------------------------------------------------------ parent
def outcomes(suite: str, mode: str) -> dict[str, list[str]]:
    """Outcome and text of each test of the suite, by its id."""
    if not is_there(suite):
        raise Missing(suite)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "outcomes.json")
        environment = dict(os.environ, PYTHONHASHSEED="0", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
        environment.pop("PYTEST_CURRENT_TEST", None)
        process = subprocess.run(
            [sys.executable, os.path.abspath(__file__), suite, mode, file],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
        try:
            with open(file) as stream:
                return json.load(stream)
        except FileNotFoundError:
            tail = process.stdout.decode(errors="replace")[-3000:]
            return {"the process": [f"ended with {process.returncode}", tail]}


def is_there(suite: str) -> bool:
    module = suite if "." in suite else f"test.{suite}"
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def differences(suite: str) -> tuple[int, dict[str, tuple[list[str], list[str]]]]:
    """How many tests there are, and those whose outcome differs: without fastexec, and with it.

    A difference is one that shows again: tests of threads and clocks give now this, now that."""
    plain, used = outcomes(suite, PLAIN), outcomes(suite, USED)
    different = differing(plain, used)
    if different:
        again = differing(outcomes(suite, PLAIN), outcomes(suite, USED))
        different = [name for name in different if name in again]
    absent = ["absent", ""]
    return len(plain), {name: (plain.get(name, absent), used.get(name, absent)) for name in different}


def differing(plain: dict[str, list[str]], used: dict[str, list[str]]) -> list[str]:
    def outcome(of: dict[str, list[str]], name: str) -> str:
        return of.get(name, ["absent"])[0]

    # What fails by itself (by the order in which memory was handed out) tells nothing of fastexec.
    names = sorted(name for name in {*plain, *used} if outcome(plain, name) not in ("fail", "error", "failed"))
    return [name for name in names if outcome(plain, name) != outcome(used, name)]


# ------------------------------------------------------------------------------------------- child
KEPT: list[object] = []  # the interpreter is changed as long as there are executors


def use_fastexec() -> None:
    """What a host may have done before: snippets that end well, in an error, at a limit; classes, numpy, threads."""
    import threading

    import fastexec

    def tool(x: object) -> object:
        return x

    def run(code: str, **settings: object) -> object:
        executor = fastexec.LocalPythonExecutor(["numpy", "collections", "dataclasses", "re", "asyncio"], **settings)  # type: ignore[arg-type]
        executor.send_tools({"tool": tool})
        KEPT.append(executor)
        try:
            return executor(code).output
        except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
            return error

    has_numpy = importlib.util.find_spec("numpy") is not None
    snippets = {
        "import re, collections\nre.sub('a+', 'b', tool('caat')) + str(collections.Counter('aab'))": "cbtCounter({'a': 2, 'b': 1})",
        "class A:\n    def __eq__(self, other): return True\nclass B(A): x = 1\nA() == B() and {'a': [1, (2, 3)]} == {'a': [1, (2, 3)]}": True,
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\nrepr(P())": "P(x=1)",
        "import asyncio\nasync def f(): return 3\nasyncio.run(f())": 3,
    }
    if has_numpy:
        snippets["import numpy as np\nint(np.arange(10).sum())"] = 45
    for code, expected in snippets.items():
        result = run(code)
        assert result == expected, result
    assert isinstance(run("try:\n    1 / 0\nfinally:\n    x = 1"), fastexec.InterpreterError)
    assert isinstance(run("while True: pass"), fastexec.InterpreterError)

    def starve() -> None:
        # C code that looks at nothing: its allocations and comparisons are made to fail.
        limits = fastexec.Limits(operations=None, while_iterations=None, memory_bytes=None)
        endless = "x = [(i * 7919) % 1000003 for i in range(400000)]\nwhile True: sorted(x)"
        assert isinstance(run(endless, limits=limits, timeout_seconds=0.5), fastexec.ExecutionTimeoutError)

    starve()
    thread = threading.Thread(target=starve)
    thread.start()
    thread.join()
    time.sleep(0.2)


class Outcomes(unittest.TestResult):
    """Notes what became of each test."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}

    def note(self, test: unittest.TestCase, outcome: str, text: str = "") -> None:
        worse = self.found.get(test.id(), [""])[0] in ("fail", "error")
        if not worse:
            self.found[test.id()] = [outcome, text[-2000:]]

    def addSuccess(self, test):
        self.note(test, "ok")

    def addFailure(self, test, err):
        self.note(test, "fail", self._exc_info_to_string(err, test))

    def addError(self, test, err):
        self.note(test, "error", self._exc_info_to_string(err, test))

    def addSkip(self, test, reason):
        self.note(test, "skip", reason)

    def addExpectedFailure(self, test, err):
        self.note(test, "expected failure")

    def addUnexpectedSuccess(self, test):
        self.note(test, "unexpected success")

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.note(test, "fail", self._exc_info_to_string(err, test))


def run_standard(suite: str) -> dict[str, list[str]]:
    from test import support

    support.verbose = False
    result = Outcomes()
    run_deep(lambda: unittest.defaultTestLoader.loadTestsFromName(f"test.{suite}").run(result))
    return result.found


def run_deep(run, frames: int = 20) -> None:
    """Below as many frames as a test runner has: test_tracemalloc counts on them."""
    run_deep(run, frames - 1) if frames else run()


def run_package(suite: str) -> dict[str, list[str]]:
    import pytest

    class Recorder:
        found: dict[str, list[str]] = {}

        def pytest_runtest_logreport(self, report):
            if report.when == "call" or report.outcome != "passed":
                self.found[report.nodeid] = [report.outcome, str(report.longrepr)[-2000:] if report.failed else ""]

        def pytest_collectreport(self, report):
            if report.outcome == "failed":
                self.found[report.nodeid] = ["not collected", str(report.longrepr)[-2000:]]

    recorder = Recorder()
    folder = os.path.dirname(str(importlib.util.find_spec(suite.split(".")[0]).origin))
    options = ["-q", "-c", os.devnull, "--rootdir", folder, "-p", "no:cacheprovider", "-o", "addopts=", "--pyargs", suite, "--tb=short"]
    pytest.main(options, plugins=[recorder])
    return recorder.found


def main(suite: str, mode: str, file: str) -> None:
    if mode == USED:
        use_fastexec()
    found = run_package(suite) if "." in suite else run_standard(suite)
    with open(file, "w") as stream:
        json.dump(found, stream)
    # Whatever the tests left behind (threads, children) does not hold up the end.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
