"""Packages call functions of C by `ctypes`: what the code gives for a handle of a type of theirs is one. The host's calls are its own."""

from __future__ import annotations

import ctypes
import sys
import types

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

TEXT = '''
import ctypes
import numpy as np

class Handle(ctypes.c_void_p):
    """As z3 has it: whatever is given is handed on."""

    def from_param(given):
        return given

class Plain(ctypes.c_void_p):
    """Says nothing of what may stand for it."""

def function(kind):
    made = ctypes.CDLL(None).getpid
    made.argtypes = [kind]
    return made

call, plain, number = function(Handle), function(Plain), function(ctypes.c_size_t)

def ask(given):
    return call(given) > 0

def ask_plain(given):
    return plain(given) > 0 and number(given) > 0

of_array = function(np.ctypeslib.ndpointer(float))

def ask_array(given):
    return of_array(given) > 0

def ask_own(which):
    return call({"empty": Handle(), "address": ctypes.c_void_p(7), "reference": ctypes.byref(ctypes.c_int())}[which]) > 0
'''


@pytest.fixture(scope="module")
def foreign():
    made = types.ModuleType("foreign")
    exec(compile(TEXT, "/packages/foreign.py", "exec"), made.__dict__)
    sys.modules["foreign"] = made
    yield made
    del sys.modules["foreign"]


def output(code: str):
    executor = LocalPythonExecutor(["foreign", "numpy"])
    executor.send_tools({})
    return executor(f"import foreign\n{code}").output


@pytest.mark.parametrize("given", ["7", "True", "-1", "b'text'", "'text'", "bytearray(b'text')"])
def test_numbers_and_texts_are_no_handles(foreign, given) -> None:
    with pytest.raises(InterpreterError, match="is no handle of type Handle"):
        output(f"foreign.ask({given})")


@pytest.mark.parametrize("code", ["ask(None)", "ask(0)", "ask_own('empty')", "ask_own('address')", "ask_own('reference')"])
def test_handles_are_handed_on(foreign, code) -> None:
    assert output(f"foreign.{code}") is True


def test_types_that_take_numbers_take_them(foreign) -> None:
    assert output("foreign.ask_plain(7)") is True


def test_objects_of_the_code_are_no_handles(foreign) -> None:
    with pytest.raises(InterpreterError, match="Own is no handle"):
        output("class Own:\n    _as_parameter_ = 7\nforeign.ask(Own())")


def test_arrays_are_handed_on_and_those_of_the_code_say_how(foreign) -> None:
    made = "import numpy as np\nclass Own(np.ndarray):\n    ctypes = 7\nown = np.zeros(3).view(Own)\n"
    assert output("import numpy as np\nforeign.ask_array(np.zeros(3))") is True
    with pytest.raises(InterpreterError, match=r"Own is no handle .*numpy\.asarray"):
        output(f"{made}foreign.ask_array(own)")
    assert output(f"{made}foreign.ask_array(np.asarray(own))") is True


def test_calls_of_the_host_are_its_own(foreign) -> None:
    output("foreign.ask(0)")
    assert foreign.ask(7) and foreign.ask(b"text") and foreign.Handle.from_buffer_copy(bytes(8)).value is None
    assert foreign.Handle.from_buffer_copy(ctypes.c_void_p(7)).value == 7
