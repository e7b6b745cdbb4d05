"""Variables of earlier calls that are bound anew: what they held goes at once, as in Python, and the host's dict follows when it is looked at."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

CLASS = """
class Tmp:
    def __init__(self, name): self.name = name
    def __del__(self): print("del", self.name)
a = Tmp("a"); b = Tmp("b"); c = Tmp("c"); kept = [1, 2]; text = "x" * 10; number = 5
"""


def started(**tools: Any) -> LocalPythonExecutor:
    executor = LocalPythonExecutor([])
    executor.send_tools(tools)
    executor(CLASS)
    return executor


def test_what_is_bound_anew_goes_at_once() -> None:
    executor = started()
    code = """
a = None
print("then")
def f():
    global b
    b = 3
    print("bound")
f()
for c in [7]: pass
print(c, kept, text, number)
"""
    assert executor(code).logs == "del a\nthen\ndel b\nbound\ndel c\n7 [1, 2] xxxxxxxxxx 5\n"
    state = executor.state
    assert {name: state[name] for name in ("a", "b", "c", "kept", "text", "number")} == {
        **{"a": None, "b": 3, "c": 7},
        **{"kept": [1, 2], "text": "x" * 10, "number": 5},
    }


def test_memory_goes_at_once() -> None:
    executor = LocalPythonExecutor([], additional_functions={"alive": lambda: alive() is not None})
    executor.send_tools({})

    class Big:
        pass

    big: Any = Big()
    alive = weakref.ref(big)
    executor.send_variables({"big": big})
    executor("big = [big]")
    del big
    assert executor("seen = alive()\nbig = 0\n(seen, alive())").output == (True, False)


@pytest.mark.parametrize("look", [False, True])
def test_the_host_sees_what_is_bound_whenever_it_looks(look: bool) -> None:
    seen: list[Any] = []
    executor = started(look=lambda: seen.append({name: executor.state[name] for name in ("kept", "text")}) if look else None)
    executor("look()\nkept = kept + [3]\nlook()\ntext = 'y'\nlook()")
    if look:
        first = {"kept": [1, 2], "text": "x" * 10}
        assert seen == [first, {**first, "kept": [1, 2, 3]}, {"kept": [1, 2, 3], "text": "y"}]
    assert (executor.state["kept"], executor.state["text"]) == ([1, 2, 3], "y")


def test_errors_and_nested_runs_lose_nothing() -> None:
    executor = started(nested=lambda: executor("kept = kept + ['nested']\ntext").output)
    with pytest.raises(InterpreterError):
        executor("1 / 0\nkept = 5\ntext = 6")
    assert (executor.state["kept"], executor.state["text"]) == ([1, 2], "x" * 10)
    assert executor("got = nested()\nkept = kept + ['outer']\n(got, kept)").output == ("x" * 10, [1, 2, "nested", "outer"])
    assert executor.state["kept"] == [1, 2, "nested", "outer"]
    with pytest.raises(InterpreterError):
        executor("del kept\nkept")
    assert "kept" not in executor.state


def test_a_dict_that_the_host_holds_is_right_all_the_time() -> None:
    executor = started(look=lambda: state["kept"])
    state = executor.state
    assert executor("before = look()\nkept = kept + [3]\n(before, look())").output == ([1, 2], [1, 2, 3])
    gc.collect()
    assert state["kept"] == [1, 2, 3]
