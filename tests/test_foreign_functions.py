"""Packages call functions of C by `ctypes`: what stands for a handle of a type of theirs is one, whoever calls."""

from __future__ import annotations

import ctypes

import pytest
from fastexec import LocalPythonExecutor


class Handle(ctypes.c_void_p):
    """As z3 has it: whatever is given is handed on."""

    def from_param(given):  # noqa: N805
        return given


class Plain(ctypes.c_void_p):
    """Says nothing of what may stand for it."""


def function(kind):
    made = ctypes.CDLL(None).getpid
    made.argtypes = [kind]
    return made


@pytest.fixture(autouse=True)
def executor():
    made = LocalPythonExecutor([])
    made("1")
    return made


@pytest.mark.parametrize("given", [7, True, -1, b"text", "text", bytearray(b"text")])
def test_numbers_and_texts_are_no_handles(given) -> None:
    with pytest.raises(TypeError, match="is no handle of type Handle"):
        function(Handle)(given)


@pytest.mark.parametrize("given", [None, 0, Handle(), ctypes.c_void_p(7), ctypes.byref(ctypes.c_int())])
def test_handles_are_handed_on(given) -> None:
    assert function(Handle)(given) > 0


@pytest.mark.parametrize("kind", [Plain, ctypes.c_void_p, ctypes.c_size_t])
def test_types_that_take_numbers_take_them(kind) -> None:
    assert function(kind)(7) > 0


def test_objects_of_the_code_are_no_handles(executor) -> None:
    given = executor("class Own:\n    _as_parameter_ = 7\nOwn()").output
    with pytest.raises(TypeError, match="Own is no handle"):
        function(Handle)(given)


def test_handles_are_copied_from_values_of_ctypes() -> None:
    assert Handle.from_buffer_copy(Handle(7)).value == 7
    assert ctypes.c_size_t.from_buffer_copy(bytes(8)).value == 0 and Plain.from_buffer_copy(bytes(8)).value is None
    with pytest.raises(TypeError, match="bytes is no handle"):
        Handle.from_buffer_copy(bytes(8))
