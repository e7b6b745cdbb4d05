"""Functions of the code that the host calls when no snippet runs: what ends them has the fields of an error of a run."""

import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, Limits, LocalPythonExecutor
from fastexec.outcome import failure

RAISED = "a run has the operations of its limits: let the code call the function"

ENDS = {
    "while True: pass": ("while_iterations", "Maximum number of 1000000 iterations in While loop exceeded", "Limits(while_iterations=...) raises this limit"),
    "for i in range(10**9): pass": ("operations", "Reached the max number of operations of 10000000.", RAISED),
    "time.sleep(60)": ("seconds", "Code execution exceeded the maximum execution time of 0.5 seconds", "Limits(seconds=...) raises this limit"),
}  # fmt: skip


def executor(isolation, **options):
    made = LocalPythonExecutor([], timeout_seconds=0.5, isolation=isolation, **options)
    made.send_tools({})
    return made


def function(made, body):
    made(f"import time\ndef function():\n    {body}")
    return made.custom_tools["function"]


@pytest.fixture(params=[None, "process"])
def isolation(request):
    return request.param


@pytest.mark.parametrize("body", ENDS)
def test_limits(isolation, body):
    limit, message, host = ENDS[body]
    with pytest.raises(ExecutionTimeoutError if limit == "seconds" else InterpreterError) as caught:
        function(executor(isolation), body)()
    error = caught.value
    assert (error.kind, error.limit, error.host_hint) == ("limit", limit, host)
    assert error.error_message.startswith(message)
    assert error.hint in str(error)
    assert str(error).endswith(f"\n  host: {host}")
    assert failure(error).outcome == "limit"


def test_plain(isolation):
    made = executor(isolation, error_format="plain")
    with pytest.raises(InterpreterError) as caught:
        function(made, "while True: pass")()
    assert str(caught.value) == "Maximum number of 1000000 iterations in While loop exceeded"
    assert caught.value.limit == "while_iterations"


def test_limits_of_the_executor(isolation):
    made = executor(isolation, limits=Limits(while_iterations=10))
    with pytest.raises(InterpreterError, match="Maximum number of 10 iterations"):
        function(made, "while True: pass")()


@pytest.mark.parametrize(("body", "message"), [("import os", "Import of os is not allowed"), ("return (1).__class__.__mro__", "Forbidden access to dunder attribute: __mro__")])
def test_refusals(isolation, body, message):
    with pytest.raises(InterpreterError, match=message) as caught:
        function(executor(isolation), body)()
    assert caught.value.kind == "refused"
    assert caught.value.error_message.startswith(message)
    assert failure(caught.value).outcome == "refused"


def test_errors_are_their_own(isolation):
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        function(executor(isolation), "return 1 / 0")()


def test_the_session_goes_on(isolation):
    made = executor(isolation)
    ended = function(made, "while True: pass")
    for _ in range(2):
        with pytest.raises(InterpreterError, match="While loop"):
            ended()
    assert made("1 + 1").output == 2
    assert function(made, "return 5")() == 5
