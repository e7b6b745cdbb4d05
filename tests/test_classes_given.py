"""Classes that the host gives to the code: what is an instance of one is such in a worker, too."""

import abc
import argparse
import collections
import collections.abc
import datetime
import decimal
import numbers
import textwrap
import types
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


def test_types_that_are_made_of_others(executor: LocalPythonExecutor) -> None:
    either = typing.Union[Dog, str]  # noqa: UP007  (another type than by the sign, before 3.14)
    given = {"plain": int | str, "maybe": typing.Optional[int], "either": either, "signed": Dog | None, "many": list[int]}  # noqa: UP045
    executor.send_variables({**given, "dog": Dog(), "robot": Robot(), "values": [1, "a", 1.5, None]})
    assert executor("[isinstance(value, plain) for value in values], [isinstance(value, maybe) for value in values]").output == (
        [True, True, False, False],
        [True, False, False, True],
    )
    assert executor("[isinstance(each, either) for each in (dog, 'a', robot, 1)]").output == [True, True, False, False]
    assert executor("[isinstance(each, signed) for each in (dog, None, robot)], isinstance(1.5, (plain, float)), issubclass(bool, plain)").output == (
        [True, True, False],
        True,
        True,
    )
    assert executor("plain == int | str, maybe == (int | None), many.__origin__ is list, plain | None").output == (True, True, True, int | str | None)
    assert executor("plain, maybe, either, signed, many").output == tuple(given.values())
    code = """
class Own:
    pass
def told(value: plain | Own) -> maybe:
    match value:
        case Own():
            return None
    return 1 if isinstance(value, plain | Own) else 2
told(Own()), told('a'), told(2.5), repr(plain), isinstance(Own(), Own | plain)
"""
    assert executor(code).output == (None, 1, 2, "int | str", True)


def test_unions_of_the_code_for_tools(executor: LocalPythonExecutor) -> None:
    executor.send_tools({"is_one": isinstance, "same": lambda kind: kind == int | str})
    assert executor("is_one(1, int | str), is_one(1.5, int | str), same(int | str)").output == (True, False, True)
    executor.send_variables({"Dog": Dog, "dog": Dog()})
    assert executor("is_one(dog, Dog | str), is_one(1, Dog | str)").output == (True, False)


def test_a_class_that_is_registered_later(executor: LocalPythonExecutor) -> None:
    class Late:
        pass

    class Kind(abc.ABC):  # noqa: B024
        pass

    executor.send_variables({"Kind": Kind, "late": Late()})
    executor.send_tools({"register": lambda: Kind.register(Late) and None})
    assert executor("before = [isinstance(late, Kind) for _ in range(3)]\nregister()\nbefore, isinstance(late, Kind)").output == ([False] * 3, True)


def test_the_host_is_not_asked_again_and_again() -> None:
    class Other:
        pass

    executor = LocalPythonExecutor([], isolation="process")
    executor.send_variables({"Animal": Animal, "Robot": Robot, "robot": Robot(), "other": Other()})
    session = executor._session
    asked = []
    operate = session.operate
    session.operate = lambda *args: asked.append(args[1]) or operate(*args)
    code = "[isinstance(other, Animal) for _ in range(50)].count(True), [isinstance(robot, Animal) for _ in range(50)].count(True)"
    assert executor(code).output == (0, 50)
    assert len(asked) <= 4


def test_private_members_of_protocols() -> None:
    @typing.runtime_checkable
    class Keeps(typing.Protocol):
        _kept: int

        def speak(self) -> str: ...

    executor = LocalPythonExecutor([], isolation="process")
    executor.send_variables({"Keeps": Keeps})
    code = "class Has:\n    _kept = 1\n    def speak(self): return ''\nclass Lacks:\n    def speak(self): return ''\n"
    assert executor(code + "isinstance(Has(), Keeps), isinstance(Lacks(), Keeps)").output == (True, False)


def test_what_a_namespace_holds(executor: LocalPythonExecutor) -> None:
    executor.send_variables({"space": types.SimpleNamespace(a=1, b=[2]), "args": argparse.Namespace(verbose=True), "dog": Dog(), "own": {"x": 1}})
    assert executor("vars(space), sorted(vars(args).items()), {**vars(space), 'c': 3}").output == (
        {"a": 1, "b": [2]},
        [("verbose", True)],
        {"a": 1, "b": [2], "c": 3},
    )
    executor("vars(space)['a'] = 5\nspace.b = 6")
    assert executor("vars(space)").output == {"a": 1, "b": 6}, "a copy"
    for code in ("vars(dog)", "vars(Dog)", "dog.__dict__", "vars(own)"):
        with pytest.raises(InterpreterError):
            executor(code)


def test_the_only_ones_of_their_classes(executor: LocalPythonExecutor) -> None:
    ones = (None, True, ..., NotImplemented)
    executor.send_tools({"same": lambda given: all(one is other for one, other in zip(given, ones, strict=True))})
    executor.send_variables({"ones": ones})
    assert executor("[one is other for one, other in zip(ones, (None, True, ..., NotImplemented))], same((None, True, ..., NotImplemented))").output == (
        [True] * 4,
        True,
    )


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


def test_private_members_of_protocols_and_objects_of_the_host(executor: LocalPythonExecutor) -> None:
    @typing.runtime_checkable
    class Keeps(typing.Protocol):
        _kept: int

        def speak(self) -> str: ...

    class Has(Dog):
        _kept = 1

    class Holds(Dog):
        def __init__(self) -> None:
            self._kept = 1

    executor.send_variables({"Keeps": Keeps, "given": [Has(), Holds(), Dog()]})
    assert executor("[isinstance(each, Keeps) for each in given]").output == [True, True, False]


def test_metaclasses_that_say_what_is_an_instance(executor: LocalPythonExecutor) -> None:
    class Changing(abc.ABCMeta):
        above: typing.ClassVar[bool] = True

        def __subclasscheck__(cls, _kind: type) -> bool:
            return cls.above

        def __instancecheck__(cls, instance: object) -> bool:
            return cls.above and instance != 3

    class Kind(metaclass=Changing):
        pass

    executor.send_variables({"Kind": Kind, "Dog": Dog, "dog": Dog()})
    executor.send_tools({"change": lambda: setattr(Changing, "above", not Changing.above)})
    code = "isinstance(dog, Kind), issubclass(Dog, Kind), isinstance(2, Kind), isinstance(3, Kind)"
    for expected in ((True, True, True, False), (False,) * 4, (True, True, True, False)):
        assert executor(code).output == expected
        executor("change()")


class Keeper:
    """What is private here is the host's, also for a class of the code with the same name."""

    def __init__(self) -> None:
        self.__key = "hidden"


class Desk(Keeper):
    pass


@pytest.mark.parametrize("base", ["Keeper", "Desk"])
@pytest.mark.parametrize(
    "use",
    [
        "self.__key",
        "self._Keeper__key",
        "getattr(self, '_Keeper__key')",
        "vars(self)",
        "setattr(self, '_Keeper__key', 1)",
        "delattr(self, '_Keeper__key')",
    ],
)
def test_private_names_of_the_host_below_its_classes(base: str, use: str) -> None:
    given = LocalPythonExecutor([])
    given.send_variables({"Keeper": Keeper, "Desk": Desk})
    with pytest.raises(InterpreterError, match="Forbidden"):
        given(f"class Keeper({base}):\n    def look(self): return {use}\nKeeper().look()")
    with pytest.raises(InterpreterError, match="Forbidden"):
        given(f"class Keeper({base}):\n    @property\n    def __key(self): return 1\n    @__key.setter\n    def __key(self, v): print(v)")


def test_a_name_taken_later() -> None:
    """A class that was called otherwise when it was made has no claim on names of the host's."""
    given = LocalPythonExecutor([])
    given.send_variables({"Keeper": Keeper})
    taken = """
        class Own(Keeper):
            def look(self): return self._Keeper__key
        Own.__name__ = Own.__qualname__ = "Keeper"
        Own().look()
    """
    with pytest.raises(InterpreterError, match="Forbidden"):
        given(textwrap.dedent(taken))
