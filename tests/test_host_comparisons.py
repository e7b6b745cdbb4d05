"""How objects of the code compare when somebody else than the code asks: the host, its tools, another session."""

from __future__ import annotations

import re

import pytest
from fastexec import LocalPythonExecutor

CLASSES = """
import dataclasses

@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: int

class Money:
    def __init__(self, amount):
        self.amount = amount
    def __eq__(self, other):
        return self.amount == getattr(other, "amount", other)
    def __hash__(self):
        return hash(self.amount)

class Loose(str):
    def __eq__(self, other):
        return self.lower() == other.lower()
    def __ne__(self, other):
        return not self == other
    def __hash__(self):
        return hash(self.lower())

class Near(float):
    def __eq__(self, other):
        return abs(self - other) < 0.1
    __hash__ = float.__hash__

class Rows(list):
    def __eq__(self, other):
        return len(self) == len(other)

class Meta(type):
    def __eq__(cls, other):
        return True
    def __hash__(cls):
        return hash(int)

class Kind(metaclass=Meta):
    pass

made = {"point": Point(1, 2), "money": Money(5), "loose": Loose("ABC"), "near": Near(1), "rows": Rows([1, 2]), "kind": Kind}
"""


@pytest.fixture
def executor() -> LocalPythonExecutor:
    executor = LocalPythonExecutor(["dataclasses"])
    executor.send_tools({})
    executor(CLASSES)
    return executor


def test_the_code_itself_compares_as_it_says(executor):
    code = "[Loose('ABC') == 'abc', Loose('ABC') != 'abc', 'abc' in [Loose('ABC')], {Loose('ABC'): 1}.get('abc'), Near(1) == 1.05, Kind == 5, Kind == int, Rows([1]) == [2]]"
    assert executor(code).output == [True, False, True, 1, True, True, True, True]
    assert executor("sorted([1, 2], key=lambda n: Near(n) == 1.05), list(filter(lambda c: c == int, [Kind]))").output[0] == [2, 1]


def test_the_host_is_told_what_python_says_of_values_and_classes(executor):
    made = executor("made").output
    assert made["point"] == executor("Point(1, 2)").output and made["point"] != executor("Point(2, 2)").output
    assert made["money"] == 5 and made["money"] == executor("Money(5)").output and made["money"] != 6
    assert made["loose"] == "ABC" and made["loose"] != "abc" and not made["loose"] == "abc"
    assert made["near"] == 1 and made["near"] != 1.05
    assert made["rows"] == [3, 4] and made["rows"] != [3]
    assert made["kind"] == made["kind"] and made["kind"] not in (int, 5) and made["money"] not in (int,)
    assert {"abc": 1}.get(made["loose"]) is None


def test_what_leaves_it_to_those_below_says_nothing(executor):
    """`numbers.Complex.__eq__` is abstract, and raises NotImplementedError."""
    executor = LocalPythonExecutor(["numbers", "abc"])
    executor.send_tools({})
    executor(
        """
import abc, numbers

class Half(numbers.Number):
    def __eq__(self, other):
        return other == 0.5
    def __hash__(self):
        return hash(0.5)

class Gauss(numbers.Complex):
    def __init__(self, a):
        self.a = a
    def __eq__(self, other):
        return self.a == getattr(other, "a", other)
    def __hash__(self):
        return hash(self.a)
    real = imag = conjugate = __complex__ = __neg__ = __pos__ = __add__ = __radd__ = __mul__ = __rmul__ = None
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __abs__ = None

class Shape(abc.ABC):
    @abc.abstractmethod
    def __eq__(self, other): ...
    @abc.abstractmethod
    def __hash__(self): ...
"""
    )
    gauss, other, half = executor("Gauss(1), Gauss(2), Half()").output
    assert gauss == 1 and gauss != other and gauss == executor("Gauss(1)").output and half == 0.5 and half != 1
    assert {gauss: "one"}[1] == "one" and [1, 2].index(other) == 1


def test_tools_are_told_the_same(executor):
    told = []

    def ask(*values):
        told.append(values[0] == values[1])
        return told[-1]

    executor.send_tools({"ask": ask})
    assert executor("[ask(Loose('ABC'), 'abc'), ask(Loose('ABC'), 'ABC'), ask(Kind, 5), ask(Money(5), 5), ask(Near(1), 1.05)]").output == told
    assert told == [False, True, False, True, False]


def test_another_session_is_told_the_same(executor):
    other = LocalPythonExecutor([])
    other.send_tools({})
    other.send_variables(executor("made").output)
    assert other("[loose == 'abc', loose == 'ABC', kind == 5, money == 5, near == 1.05, loose in ['abc']]").output == [False, True, False, True, False, False]


def test_what_the_host_has_computed_is_not_changed(executor):
    """The tables of `re` are those of the process."""
    assert executor("import re\nre.sub('a(b)', Loose(r'<\\1>X'), 'ab')").output == "<b>X"
    assert re.sub("a(b)", r"<\1>x", "ab") == "<b>x"
