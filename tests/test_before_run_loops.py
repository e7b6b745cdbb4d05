"""`executor.check` finds loops without an end, and tells which limit ends them, in the words of a run."""

from __future__ import annotations

import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, Limits
from findings import doubtful, executor, found, undefined


def test_loops() -> None:
    said = "Maximum number of 7 iterations in While loop exceeded"
    limits = Limits(while_iterations=7)
    assert found("n = 0\nwhile True:\n    n += 1", limits=limits) == [(True, said)]
    assert found("while 1:\n    print(1)", limits=limits) == [(False, said)]
    assert found("while True:\n    def f():\n        return 1", limits=limits) == [(True, said)]
    assert found("while True:\n    for x in [1]:\n        break", limits=limits) == [(True, said)]
    assert found("while True:\n    missing", limits=limits) == undefined("missing")
    assert found("while True:\n    if 1:\n        missing", limits=limits) == [*doubtful("missing"), (True, said)]
    assert found("it = iter([1])\ntry:\n    while True:\n        next(it)\nexcept StopIteration:\n    pass", limits=limits) == []
    assert found("import sys\nwhile True:\n    sys.exit()", limits=limits, imports=("sys",)) == []
    tools = {"search": lambda what: what}
    assert found("while True:\n    x = search('a')", limits=limits, tools=tools) == [(False, said)]
    for ends in ("x = next(iter([]))", "[].pop()", "import queue\n    queue.Queue().get_nowait()"):
        assert found(f"while True:\n    {ends}", limits=limits) == []
    assert found("items = [1]\nwhile True:\n    items[0] += 1", limits=limits) == [(False, said)]
    assert found("def f():\n    while True:\n        search('a')\nf()", limits=limits, tools=tools) == []
    assert found("while True: pass", limits=Limits(while_iterations=None, operations=9))[0][1].startswith("Reached the max number of operations of 9.")
    assert found("while True: pass", timeout_seconds=2, limits=Limits(while_iterations=None, operations=None)) == [(True, "Code execution exceeded the maximum execution time of 2 seconds")]
    assert found("while True: pass", timeout_seconds=None, limits=Limits(while_iterations=None, operations=None)) == []


@pytest.mark.parametrize("body", ["pass", "a = 1; b = 2; c = a + b"])
@pytest.mark.parametrize(
    "limits",
    [
        Limits(while_iterations=7),
        Limits(while_iterations=7, operations=40),
        Limits(operations=100),
        Limits(while_iterations=None, operations=None, seconds=0.05),
        Limits(while_iterations=None, operations=None, cpu_seconds=0.05),
    ],
    ids=str,
)
def test_what_ends_a_loop_is_what_ends_it_in_a_run(body: str, limits: Limits) -> None:
    errors = []
    for made in (executor(), executor(check_first=True)):
        with pytest.raises((InterpreterError, ExecutionTimeoutError)) as caught:
            made(f"while True: {body}", limits=limits)
        errors.append(caught.value)
    assert type(errors[0]) is type(errors[1])
    assert str(errors[0]).splitlines()[0] == str(errors[1]).splitlines()[0]
    assert [(error.error_type, error.error_message, error.kind, error.limit) for error in errors[:1]] == [
        (error.error_type, error.error_message, error.kind, error.limit) for error in errors[1:]
    ]


END_BY_AN_ERROR = [
    "import queue\nq = queue.Queue()\nq.put(1)\ndef drain():\n    while True:\n        seen.append(q.get_nowait())\nseen = []\ntry:\n    drain()\nexcept queue.Empty:\n    pass",
    "def all_of(it):\n    while True:\n        seen.append(next(it))\nseen = []\ntry:\n    all_of(iter([1, 2]))\nexcept StopIteration:\n    pass",
    "def stop():\n    raise KeyError\ndef spin():\n    while True:\n        stop()\ntry:\n    spin()\nexcept KeyError:\n    pass",
    "items, i, total = [1, 2], 0, 0\ndef add():\n    global i, total\n    while True:\n        total += items[i]\n        i += 1\ntry:\n    add()\nexcept IndexError:\n    pass",
    "def halves(n):\n    while True:\n        n -= 1\n        1 / n\ntry:\n    halves(3)\nexcept ZeroDivisionError:\n    pass",
    "class Done(Exception): pass\nclass Task:\n    left = 2\n    def step(self):\n        self.left -= 1\n        if not self.left: raise Done\n    def run(self):\n        while True:\n            self.step()\ntry:\n    Task().run()\nexcept Done:\n    pass",
    "class Items:\n    def __init__(self): self.left = [1]\n    def __next__(self): return self.left.pop()\ndef drain(items):\n    while True:\n        print(items.__next__())\ntry:\n    drain(Items())\nexcept IndexError:\n    pass",
    "def pairs(rows):\n    while True:\n        a, b = rows\n        rows = b\ntry:\n    pairs((1, (2, ())))\nexcept ValueError:\n    pass",
    "def print_all(it):\n    def say(x):\n        if x > 1: raise ValueError\n    n = 0\n    while True:\n        n += 1\n        len = say\n        len(n)\ntry:\n    print_all(1)\nexcept ValueError:\n    pass",
    "import contextlib\ndef last(it):\n    with contextlib.suppress(StopIteration):\n        while True:\n            found = next(it)\n    return found\nlast(iter('ab'))",
    "def check(n):\n    while True:\n        n += 1\n        assert n < 5\ntry:\n    check(0)\nexcept AssertionError:\n    pass",
]


@pytest.mark.parametrize("code", END_BY_AN_ERROR)
def test_loops_that_an_error_ends(code: str) -> None:
    made = executor(("queue", "contextlib"))
    assert not made.check(code)
    made(code)
