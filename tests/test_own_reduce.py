"""Your program copies and pickles objects whose class says how (`__reduce__`): what it calls then is the code's, and held by the rules."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import fastexec
import pytest

OWN = """\
class Own:
    def __init__(self, value):
        self.value = value

    def __reduce__(self):
        return (Own, (self.value,), {"copied": True})

Own(3)
"""
OTHERS = """\
import json

class Own:
    def __{method}__(self, *_):
        return {parts}

Own()
"""


def _result(code: str) -> Any:
    executor = fastexec.LocalPythonExecutor(["json"])
    executor.send_tools({})
    return executor(code).output


def test_your_program_copies() -> None:
    own = _result(OWN)
    for found in (copy.copy(own), copy.deepcopy(own), copy.deepcopy([own])[0]):
        assert (found.value, found.copied, type(found)) == (3, True, type(own))


@pytest.mark.parametrize("method", ["reduce", "reduce_ex"])
@pytest.mark.parametrize(
    "parts",
    ["(json.dumps, ([1],))", "(print, ('called',))", "'json.dumps'", "(Own, [])", "[Own, ()]", "(Own, (), None, None, None, print)", "None"],
)
@pytest.mark.parametrize("act", [copy.copy, copy.deepcopy, pickle.dumps])
def test_your_program_calls_nothing_else(method: str, parts: str, act: Any, capsys: pytest.CaptureFixture[str]) -> None:
    own = _result(OTHERS.format(method=method, parts=parts))
    with pytest.raises(TypeError, match="must give a tuple"):
        act(own)
    assert not capsys.readouterr().out


def test_what_is_called_keeps_to_the_rules() -> None:
    own = _result("class Own:\n    def __reduce__(self):\n        return (lambda: ().__class__), ()\nOwn()")
    with pytest.raises(fastexec.InterpreterError, match="Forbidden access to dunder attribute: __class__"):
        copy.copy(own)
