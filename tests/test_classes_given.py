"""Classes that the host gives to the code: what is an instance of one is such in a worker, too."""

import abc
import collections
import collections.abc
import datetime
import decimal
import numbers
import typing

import numpy as np
import pytest
from fastexec import InterpreterError, LocalPythonExecutor


@typing.runtime_checkable
class Speaks(typing.Protocol):
    def speak(self) -> str: ...


@typing.runtime_checkable
class Named(typing.Protocol):
    name: str


class Animal(abc.ABC):
    @abc.abstractmethod
    def speak(self) -> str: ...


class Dog(Animal):
    def __init__(self) -> None:
        self._mark = 1

    def speak(self) -> str:
        return "woof"


class Robot:
    name = "R2"

    def _step(self) -> None: ...


Animal.register(Robot)


class AppError(Exception):
    def __init__(self, code: int) -> None:
        super().__init__("failed")
        self.code = code


@pytest.fixture(params=[None, "process"], ids=["in-process", "worker"])
def executor(request: pytest.FixtureRequest) -> LocalPythonExecutor:
    made = LocalPythonExecutor(["numpy"], isolation=request.param)
    made.send_tools({})
    return made


def test_protocols(executor: LocalPythonExecutor) -> None:
    executor.send_variables({"Speaks": Speaks, "Named": Named, "dog": Dog(), "robot": Robot()})
    code = """
class Own:
    def speak(self):
        return "hm"
class Mute:
    speak = None
[isinstance(each, Speaks) for each in (dog, robot, Own(), Mute(), 5)], [isinstance(each, Named) for each in (dog, robot, Own())]
"""
    assert executor(code).output == ([True, False, True, False, False], [False, True, False])


def test_protocols_with_private_members() -> None:
    """`isinstance` says whether the object has them, and nothing more. (What comes to a worker has no private names.)"""
    executor = LocalPythonExecutor(["typing"])
    executor.send_tools({})
    executor.send_variables({"robot": Robot(), "dog": Dog()})
    code = """
from typing import Protocol, runtime_checkable
@runtime_checkable
class Marked(Protocol):
    _mark: int
@runtime_checkable
class Steps(Protocol):
    name: str
    def _step(self): ...
[isinstance(each, Marked) for each in (robot, dog, 5)], [isinstance(each, Steps) for each in (robot, dog, 5)]
"""
    assert executor(code).output == ([False, True, False], [True, False, False])
    with pytest.raises(InterpreterError, match="_mark"):
        executor("dog._mark")


def test_protocols_run_no_private_properties() -> None:
    ran = []

    class Peeks:
        @property
        def _peek(self) -> int:
            ran.append(self)
            return 1

    executor = LocalPythonExecutor(["typing"])
    executor.send_tools({})
    executor.send_variables({"given": Peeks()})
    code = """
from typing import Protocol, runtime_checkable
@runtime_checkable
class HasPeek(Protocol):
    _peek: int
@runtime_checkable
class CallsPeek(Protocol):
    def _peek(self): ...
for kind in (HasPeek, CallsPeek):
    try:
        isinstance(given, kind)
    except AttributeError:
        pass
"""
    executor(code)
    assert ran == []


def test_classes_compared_to_protocols(executor: LocalPythonExecutor) -> None:
    """What `abc` keeps of the answer holds for the host's program, too."""

    class Cat:
        def speak(self) -> str:
            return "miaow"

    executor.send_variables({"Speaks": Speaks, "Cat": Cat, "Robot": Robot})
    assert executor("issubclass(Cat, Speaks), issubclass(Robot, Speaks)").output == (True, False)
    assert issubclass(Cat, Speaks)


def test_abstract_classes(executor: LocalPythonExecutor) -> None:
    executor.send_variables({"Animal": Animal, "Robot": Robot, "dog": Dog(), "robot": Robot()})
    code = "[isinstance(each, Animal) for each in (dog, robot, 5)], issubclass(Robot, Animal)"
    assert executor(code).output == ([True, True, False], True)


def test_classes_of_what_crosses_as_copies(executor: LocalPythonExecutor) -> None:
    kinds = [decimal.Decimal, datetime.datetime, collections.OrderedDict, np.ndarray, collections.abc.Mapping, numbers.Number]
    values = [decimal.Decimal(1), datetime.datetime(2024, 1, 2), collections.OrderedDict(a=1), np.arange(2), {}, True]
    executor.send_variables({"kinds": kinds, "values": values})
    assert executor("[isinstance(value, kind) for value, kind in zip(values, kinds)]").output == [True] * len(kinds)
    assert executor("[isinstance([], kind) for kind in kinds]").output == [False] * len(kinds)
    assert all(given is kind for given, kind in zip(executor("kinds").output, kinds, strict=True))
    code = "class Own(kinds[2]):\n    def first(self):\n        return next(iter(self))\nOwn(b=2).first()"
    assert executor(code).output == "b"


def test_frames(executor: LocalPythonExecutor) -> None:
    pd = pytest.importorskip("pandas")
    executor.send_variables({"Frame": pd.DataFrame, "Moment": pd.Timestamp, "frame": pd.DataFrame({"a": [1]}), "moment": pd.Timestamp(0)})
    assert executor("isinstance(frame, Frame), isinstance(moment, Moment), isinstance(5, Frame)").output == (True, True, False)


def test_an_exception_that_was_given_long_ago_is_the_same_for_tools(executor: LocalPythonExecutor) -> None:
    given = AppError(7)

    def fail() -> None:
        raise AppError(1)

    def is_given(error: object) -> bool:
        return error is given

    def caught(function: typing.Callable[[], None]) -> bool:
        try:
            function()
        except AppError as error:
            return error is given
        return False

    executor.send_tools({"fail": fail, "is_given": is_given, "caught": caught})
    executor.send_variables({"given": given, "AppError": AppError})
    code = """
for _ in range(40):
    try:
        fail()
    except AppError:
        pass
def again():
    raise given
is_given(given), caught(again)
"""
    assert executor(code).output == (True, True)


def test_arguments_of_any_name(executor: LocalPythonExecutor) -> None:
    """Names that the way to the host has for its own parameters are a tool's, too."""

    def tool(**given: int) -> dict[str, int]:
        return given

    class Kept:
        def __init__(self, /, **given: int) -> None:
            self.given = given

        def __call__(self, /, **given: int) -> dict[str, int]:
            return given

    names = ["self", "cls", "obj", "target", "args", "kwargs", "operation"]
    executor.send_variables({"tool": tool, "Kept": Kept, "kept": Kept(), "call": lambda function: function(**dict.fromkeys(names, 2))})
    code = f"given = dict.fromkeys({names}, 1)\ntool(**given) == given, Kept(**given).given == given, kept(**given) == given"
    assert executor(code).output == (True, True, True)
    assert executor("call(lambda **given: given)").output == dict.fromkeys(names, 2)
    assert executor("class Own:\n    def __init__(self, /, **given):\n        self.given = given\ncall(Own).given").output == dict.fromkeys(names, 2)
