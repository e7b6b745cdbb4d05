"""`doctest` runs the examples of the session's own functions, under the session's rules."""

from __future__ import annotations

import doctest
import sys
import threading

import fastexec
import pytest

DEFINED = '''
import doctest
n = 5
def double(x):
    """Doubles.

    >>> double(2)
    4
    >>> y = 3
    >>> double(y) + n
    11
    >>> double('a', 2)
    Traceback (most recent call last):
    ...
    TypeError: double() takes 1 positional argument but 2 were given
    >>> print('shown'); None
    shown
    >>> def inner(): return 4
    >>> inner()
    4
    """
    return x * 2
class A:
    """
    >>> A().m()
    1
    """
    def m(self):
        return 1
'''


@pytest.fixture
def executor() -> fastexec.LocalPythonExecutor:
    executor = fastexec.LocalPythonExecutor(["doctest", "json"], timeout_seconds=20)
    executor.send_tools({})
    executor(DEFINED)
    return executor


def test_everything_that_the_session_defined(executor):
    assert executor("doctest.testmod()").output == (0, 8)
    assert executor("from doctest import testmod\ntestmod(verbose=True)").logs.count("\nok\n") == 8


def test_values_of_all_expressions_are_shown(executor):
    code = """
def f(x):
    '''
    >>> f(1); f(2)
    2
    3
    >>> 1; None; 'a'
    1
    'a'
    >>> for i in range(2): i
    0
    1
    >>> if n:
    ...     f(n)
    6
    >>> def g():
    ...     'not shown'
    ...     7
    >>> g()
    >>> x = [f(x) for x in (1, 2)]; x
    [2, 3]
    >>> (
    '''
    return x + 1
doctest.run_docstring_examples(f, {'f': f, 'n': 5})
"""
    logs = executor(code).logs
    assert logs.count("Failed example") == 1
    assert "SyntaxError: '(' was never closed" in logs


def test_one_function(executor):
    assert executor("doctest.run_docstring_examples(double, {'double': double, 'n': 5})").logs == ""
    assert executor("[len(test.examples) for test in doctest.DocTestFinder().find(A)]").output == [1]
    code = "runner = doctest.DocTestRunner()\nfor test in doctest.DocTestFinder().find(double, 'double', globs={'n': 6}): runner.run(test)\nrunner.failures, runner.tries"
    found = executor(code)
    assert found.output == (1, 7)
    assert found.logs.endswith("Failed example:\n    double(y) + n\nExpected:\n    11\nGot:\n    12\n")


def test_failures_are_told(executor):
    found = executor('def wrong():\n    """\n    >>> wrong()\n    2\n    >>> 1 / 0\n    """\n    return 3\ndoctest.testmod()')
    assert found.output == (2, 10)
    assert "Failed example:\n    wrong()\nExpected:\n    2\nGot:\n    3\n" in found.logs
    assert "ZeroDivisionError: division by zero" in found.logs
    with pytest.raises(fastexec.InterpreterError, match="DocTestFailure"):
        executor("doctest.testmod(raise_on_error=True)")


@pytest.mark.parametrize("name", ["y", "inner()"])
def test_what_examples_bind_stays_theirs(executor, name):
    executor("y0 = n\ndoctest.testmod()")
    with pytest.raises(fastexec.InterpreterError, match="not defined|not among"):
        executor(name)
    assert executor("n, double(1)").output == (5, 2)
    assert set(executor.state) - {"_print_outputs", "_operations_count", "__name__"} >= {"n", "y0"}
    assert "y" not in executor.state


@pytest.mark.parametrize(
    ("example", "told"),
    [
        ("import os", "Import of os is not allowed"),
        ("open('/etc/passwd')", "is not defined"),
        ("().__class__.__bases__", "Forbidden access to dunder"),
        ("secret_of_the_host", "is not defined"),
        ("def f(:", "SyntaxError|parsing"),
        ("import pdb; pdb.set_trace()", "Import of pdb is not allowed"),
    ],
)
def test_rules_hold_in_examples(executor, example, told, monkeypatch):
    monkeypatch.setattr(sys.modules["__main__"], "secret_of_the_host", "42", raising=False)
    logs = executor(f'def probe():\n    """\n    >>> {example}\n    """\ndoctest.run_docstring_examples(probe, {{}})\ndoctest.run_docstring_examples(probe, None)').logs
    assert logs.count("Failed example") == 2
    assert any(part in logs for part in told.split("|"))
    assert "42" not in logs


def test_limits_hold_in_examples(executor):
    for example in ("while True: pass", "sum(i for i in range(10 ** 9))"):
        with pytest.raises(fastexec.InterpreterError, match="exceeded|max number"):
            executor(f'def endless():\n    """\n    >>> {example}\n    """\ndoctest.run_docstring_examples(endless, {{}})')
    assert executor("n").output == 5


def test_the_hosts_doctest_is_as_it_was(executor):
    before = {name: vars(doctest).get(name) for name in ("compile", "exec", "testmod", "DocTestFinder", "_OutputRedirectingPdb", "sys")}
    out = sys.stdout
    executor("doctest.testmod()")
    with pytest.raises(fastexec.InterpreterError):
        executor('def endless():\n    """\n    >>> while True: pass\n    """\ndoctest.testmod()')
    assert {name: vars(doctest).get(name) for name in before} == before
    assert sys.stdout is out
    seen = []
    executor.send_tools({"look": lambda: seen.append((doctest.testmod is before["testmod"], hasattr(doctest, "exec")))})
    executor("doctest.testmod(report=False) if False else look()")
    assert seen == [(True, False)]


@pytest.mark.parametrize("member", ["exec", "compile", "sys", "pdb", "linecache.os", "_OutputRedirectingPdb(None).out"])
def test_members_of_the_module_stay_refused(executor, member):
    with pytest.raises(fastexec.InterpreterError, match="Forbidden"):
        executor(f"doctest.{member}")


@pytest.mark.parametrize("stack", [256 << 10, 1 << 20])
def test_examples_that_run_themselves_end(executor, stack):
    code = 'def again():\n    """\n    >>> again()\n    """\n    doctest.run_docstring_examples(again, {})\nagain()\nn'
    found = []
    before = threading.stack_size(stack)
    thread = threading.Thread(target=lambda: found.append(executor(code).output))
    thread.start()
    thread.join()
    threading.stack_size(before)
    assert found == [5]
