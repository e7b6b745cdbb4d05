"""Exceptions of the host's own classes in workers: code catches them by their class, raises them, and reads what they have."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import pytest
from fastexec import InterpreterError, LocalPythonExecutor
from fastexec.isolation import channel

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


class AppError(Exception):
    status = 400

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code

    def told(self, times: int = 1) -> str:
        return f"told {self.code}" * times

    @property
    def double(self) -> int:
        return self.code * 2

    @classmethod
    def make(cls) -> AppError:
        return cls(1, "made")


class SubError(AppError):
    status = 404


class Plain(ValueError):
    pass


class Loud(Exception):
    def __str__(self) -> str:
        return "loud: " + super().__str__()


class Both(Plain, AppError):
    pass


def fail(kind: str = "sub") -> None:
    raise {"sub": SubError(3, "bad"), "app": AppError(4, "worse"), "plain": Plain("p"), "loud": Loud("l"), "both": Both(5, "b")}[kind]


def take(error: Any) -> Any:
    return type(error).__name__, isinstance(error, AppError), error.args, getattr(error, "code", None)


GIVEN = {"AppError": AppError, "SubError": SubError, "Plain": Plain, "Loud": Loud, "Both": Both}
PROGRAMS = [
    "try: fail()\nexcept AppError as e: r = type(e).__name__, e.code, str(e), isinstance(e, AppError), type(e) is SubError, e.args\nr",
    "try: fail('app')\nexcept SubError: r = 1\nexcept AppError as e: r = 2, repr(e)\nr",
    "try: fail('plain')\nexcept (AppError, Plain) as e: r = str(e), isinstance(e, ValueError)\nr",
    "try: fail('plain')\nexcept ValueError as e: r = type(e) is Plain\nr",
    "try: fail('loud')\nexcept Loud as e: r = str(e), repr(e), e.args\nr",
    "try: fail('both')\nexcept AppError as e: r = isinstance(e, Plain), isinstance(e, ValueError), e.code, e.told()\nr",
    "try: fail()\nexcept AppError as e: r = e.told(), e.told(times=2), e.double, e.status, type(e).status, hasattr(e, 'nope')\nr",
    "try: raise SubError(5, 'mine')\nexcept AppError as e: r = e.code, str(e), e.told()\nr",
    "try: raise Plain\nexcept Plain as e: r = e.args\nr",
    "try: raise AppError.make()\nexcept AppError as e: r = e.code\nr",
    "try: fail()\nexcept AppError as e: e.code = 8; r = e.told(), e.code\nr",
    "try: fail()\nexcept AppError as e: r = e._code\nr",
    "try: fail()\nexcept AppError as e: e.add_note('n'); r = e.__notes__\nr" if sys.version_info >= (3, 11) else "1",
    "def f():\n    try: fail()\n    except KeyError: return 1\n    finally: print('end')\ntry: f()\nexcept AppError as e: r = e.__cause__, e.__context__\nr",
    "class My(Plain): pass\ntry: raise My('q')\nexcept Plain as e: r = str(e), type(e) is My, isinstance(e, My), issubclass(My, Plain), issubclass(Plain, My), repr(e)\nr",
    "class My(Plain):\n    def __init__(self, n): super().__init__(n); self.n = n\n    limit = 3\nMy.limit = 4\ntry: raise My(2)\nexcept ValueError as e: r = e.n, e.limit, str(My)\nr",
    "issubclass(SubError, AppError), issubclass(AppError, Exception), issubclass(Plain, ValueError), issubclass(AppError, Plain), isinstance(AppError, type)",
    "x = AppError(7, 'v')\nx.code, str(x), repr(x), x.args, isinstance(x, AppError), isinstance(x, SubError)",
    "raise AppError", "raise AppError(1, 'z') from ValueError('c')", "raise Plain('x')", "fail()", "fail('plain')", "fail('loud')",
    "try: fail()\nexcept AppError as e: r = take(e)\nr", "try: fail()\nexcept AppError as e: r = [take(e) for _ in range(20)][-1]\nr",
    "try:\n    fail()\nexcept AppError as e:\n    e.code = 9\n    raise",
    "import contextlib\nwith contextlib.suppress(AppError): fail()\n'ok'",
    "errors = {AppError: 1, Plain: 2}\nerrors[Plain], errors.get(SubError), AppError in errors",
    "match AppError(1, 't'):\n    case SubError(): r = 's'\n    case AppError(code=n): r = n\nr",
    "try:\n    raise ExceptionGroup('g', [Plain('a')])\nexcept* Plain as e: r = len(e.exceptions)\nr" if sys.version_info >= (3, 11) else "1",
]  # fmt: skip


@pytest.mark.parametrize("code", PROGRAMS)
def test_exceptions_of_the_host_are_used_alike(code: str) -> None:
    seen = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor(["contextlib"], isolation=isolation)
        executor.send_tools({"fail": fail, "take": take})
        executor.send_variables(GIVEN)
        try:
            given = executor(code)
            seen.append((given.output, given.logs))
        except InterpreterError as error:
            cause = error.__cause__
            seen.append((str(error), type(cause), str(cause), getattr(cause, "code", None)))
    assert seen[0] == seen[1]


def test_an_exception_that_does_more_cannot_be_inherited_from() -> None:
    executor = LocalPythonExecutor([], isolation="process")
    executor.send_variables(GIVEN)
    with pytest.raises(InterpreterError, match="cannot be inherited from in a worker: AppError. Write a class of its own that keeps an object"):
        executor("class My(AppError): pass")


class Failed(Exception):
    """One of data alone."""

    kind = "failed"

    def __init__(self, code: int, text: str = "bad", more: Any = None) -> None:
        super().__init__(text)
        self.code, self.more = code, more


class Late(Failed):
    pass


class Missing(KeyError):
    def __init__(self, key: str) -> None:
        super().__init__(f"no {key}")


class Refuses(Failed):
    def __init__(self, code: int) -> None:
        raise Failed(code, "refused")


def caught(call: Any) -> Any:
    """What a tool that catches its own classes makes of what the code raises."""
    try:
        return call()
    except Failed as error:
        return "failed", type(error).__name__, error.args, str(error), error.code, isinstance(error, Late)
    except Plain as error:
        return "plain", type(error).__name__, error.args, str(error)
    except Exception as error:  # noqa: BLE001
        return "other", type(error).__name__


def passed_on(call: Any) -> Any:
    return call()


BELOW = [
    "class My(Failed): pass\ntry: raise My(3, 'm')\nexcept Failed as e: r = e.code, str(e), e.args, repr(e), type(e) is My, e.kind, e.more\nr",
    "class My(Failed): pass\nraise My(3)", "class My(Failed): pass\nMy()", "class My(Failed): pass\nMy(1, nope=2)", "class My(Refuses): pass\nMy(5)",
    "class My(Late):\n    def __init__(self, n): super().__init__(n, f'got {n}', [n]); self.n = n\nr = My(5)\nr.n, r.code, r.args, r.more, isinstance(r, Failed)",
    "class My(Failed):\n    def __init__(self): self.code = 3\nr = My()\nr.code, r.args, str(r), hasattr(r, 'more')",
    "class My(Failed):\n    def hint(self): return f'{self.code} {self.kind}'\n    def __str__(self): return 'my ' + super().__str__()\nr = My(5, text='t')\nr.hint(), str(r)",
    "class A(Failed): pass\nclass B(A):\n    def __init__(self, n): super().__init__(n, 'b')\ntry: raise B(2)\nexcept A as e: r = e.code, str(e)\nr",
    "class My(Failed, ValueError): pass\ntry: raise My(3, 'v')\nexcept ValueError as e: r = e.code, str(e)\nr",
    "class My(Missing): pass\ntry: raise My('k')\nexcept KeyError as e: r = str(e), e.args\nr",
    "r = type('My', (Failed,), {})(1)\nr.code = 9; r.new = [1]\nr.code, r.new, Failed(2).code",
    "class My(Plain): pass\ndef f(): raise My('x', 1)\ncaught(f)", "class My(Failed): pass\ndef f(): raise My(3, 'x')\ncaught(f)",
    "class My(Late): pass\nclass Deeper(My):\n    def __init__(self): super().__init__(1, 'd')\ndef f(): raise Deeper\ncaught(f)", "def f(): raise Late(3)\ncaught(f)",
    "class My(ValueError): pass\ndef f(): raise My(3)\ncaught(f)", "def f(): raise KeyError(3)\ncaught(f)",
    "class My(Failed): pass\nlast = My(4)\ndef f(): raise last\ntry: passed_on(f)\nexcept My as e: r = e is last, e.code\nr",
]  # fmt: skip


@pytest.mark.parametrize("code", BELOW)
def test_classes_of_the_code_below_exceptions_of_the_host(code: str) -> None:
    seen: list[Any] = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor([], isolation=isolation)
        executor.send_tools({"caught": caught, "passed_on": passed_on})
        executor.send_variables({"Failed": Failed, "Late": Late, "Missing": Missing, "Refuses": Refuses, "Plain": Plain})
        try:
            seen.append(executor(code).output)
        except InterpreterError as error:
            cause = error.__cause__
            assert not isinstance(cause, Plain)
            seen.append((str(error), type(cause).__name__, isinstance(cause, Failed), str(cause), getattr(cause, "code", None)))
    assert seen[0] == seen[1]


def test_data_of_a_class_whose_init_may_read_it_is_not_replaced() -> None:
    executor = LocalPythonExecutor([], isolation="process")
    executor.send_variables({"Failed": Failed})
    with pytest.raises(InterpreterError, match="cannot be inherited from in a worker: Failed"):
        executor("class My(Failed):\n    kind = 'mine'")


class WithoutArgs(Exception):
    @property
    def args(self) -> Any:  # type: ignore[override]
        raise RuntimeError("args")


class WithoutModule(Exception):
    pass


WithoutModule.__module__ = 5  # type: ignore[assignment]


@pytest.mark.parametrize("error", [WithoutArgs, WithoutModule, lambda: ValueError("x" * (1 << 20))], ids=["args", "module", "size"])
def test_an_exception_that_cannot_be_told_is_an_answer_all_the_same(error: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel, "LARGEST", 1 << 19)
    executor = LocalPythonExecutor([], isolation="process", timeout_seconds=20)

    def fails() -> None:
        raise error()

    executor.send_tools({"fails": fails})
    executor("kept = 1")
    assert executor("try: fails()\nexcept Exception as e: r = 'caught'\nr").output == "caught"
    with pytest.raises(InterpreterError):
        executor("fails()")
    assert executor("kept").output == 1


OF_PYDANTIC = [
    "Model(n='x')", "try: Model(n='x')\nexcept ValueError as e: r = type(e).__name__, str(e), e.error_count(), e.errors()[0]['loc']\nr",
    "import pydantic\nclass Own(pydantic.BaseModel):\n    n: int\nOwn(n='x')",
    "import pydantic\nclass Own(pydantic.BaseModel):\n    n: int\ntry: passed_on(lambda: Own(n='x'))\nexcept pydantic.ValidationError as e: r = e.error_count()\nr",
    "import pydantic\nclass Own(pydantic.BaseModel):\n    n: int\ncaught(lambda: Own(n='x'))",
]  # fmt: skip


@pytest.mark.parametrize("code", OF_PYDANTIC)
@pytest.mark.parametrize("imports", [["pydantic"], []], ids=["loaded", "not loaded"])
def test_exceptions_written_in_c(code: str, imports: list[str]) -> None:
    """Python makes them with code of their own alone."""
    pydantic = pytest.importorskip("pydantic")
    model = pydantic.create_model("Model", n=(int, 0))
    seen: list[Any] = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor(imports, isolation=isolation)
        executor.send_tools({"caught": caught, "passed_on": passed_on})
        executor.send_variables({"Model": model})
        try:
            seen.append(executor(code).output)
        except InterpreterError as error:
            seen.append((str(error), type(error.__cause__).__name__, str(error.__cause__)))
        assert executor("1 + 1").output == 2
    assert seen[0] == seen[1]


def test_exceptions_that_a_worker_met_are_given_up() -> None:
    executor = LocalPythonExecutor([], isolation="process")
    executor.send_tools({"fail": fail})
    for _ in range(5):
        executor("for _ in range(100):\n    try: fail()\n    except Exception: pass")
    assert len(executor._session._live.crossing.objects) < 250


class Approved(Exception):
    """Of the host's program, which gives it to nobody."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self._signature = "real"


def told_of(function: Any) -> tuple[str, bool, dict[str, Any]]:
    try:
        function()
    except Exception as error:  # noqa: BLE001
        return type(error).__module__ + "." + type(error).__name__, type(error) is Approved, dict(vars(error))
    return "nothing", False, {}


def approved() -> None:
    raise Approved("the tool")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (f"class Approved(Exception):\n    __module__ = {__name__!r}\ndef f():\n    e = Approved('me'); e._signature = 'forged'; raise e", (f"{__name__}.Approved", False)),
        ("Other = type('CalledProcessError', (Exception,), {'__module__': 'subprocess'})\ndef f(): raise Other('x')", ("subprocess.CalledProcessError", False)),
        ("import json\ndef f(): json.loads('{')", ("json.decoder.JSONDecodeError", False)),
        ("import numpy as np\ndef f(): np.linalg.inv(np.zeros((2, 2)))", ("numpy.linalg.LinAlgError", False)),
        ("f = approved", (f"{__name__}.Approved", True)),
    ],
    ids=["own by name", "own by another name", "of Python", "of a package", "of a tool"],
)
def test_classes_of_the_host_s_program_by_name(code: str, expected: tuple[str, bool]) -> None:
    import subprocess

    import numpy as np

    with contextlib.ExitStack() as stack:
        executor = LocalPythonExecutor(["json", "numpy.*"], isolation="process")
        stack.callback(executor.cleanup)
        executor.send_tools({"told_of": told_of, "approved": approved})
        name, is_approved, held = executor(f"{code}\ntold_of(f)").output
        assert (name, is_approved) == expected
        assert held.get("_signature") in ({"real"} if is_approved else {None, "forged"})
        with pytest.raises(InterpreterError) as raised:
            executor("f()")
        cause = raised.value.__cause__
        assert isinstance(cause, Approved) is is_approved
        assert not isinstance(cause, subprocess.CalledProcessError)
        assert isinstance(cause, np.linalg.LinAlgError) is (name == "numpy.linalg.LinAlgError")


class Deep:
    """Objects of the host whose members raise in all ways."""

    def __repr__(self) -> str:
        return "Deep()"

    @property
    def caused(self) -> int:
        raise Failed(1, "c") from KeyError("k")

    @property
    def handled(self) -> int:
        try:
            return int({}["k"])
        except KeyError:
            raise Failed(2, "h")  # noqa: B904

    def alone(self) -> int:
        try:
            return int({}["k"])
        except KeyError:
            raise Failed(3, "a") from None

    def __getitem__(self, key: str) -> int:
        raise KeyError(key)


def noted(call: Any) -> Any:
    """A tool that says more of what went through it."""
    try:
        return call()
    except Exception as error:
        error.__dict__.setdefault("__notes__", []).append("through a tool")
        raise


def chain_of(error: BaseException | None) -> list[Any]:
    """What led to it, as far as the host sees that."""
    links: list[Any] = []
    while error is not None and len(links) < 8:
        links.append((type(error).__name__, str(error), getattr(error, "__notes__", None), error.__suppress_context__, error.__cause__ is None))
        error = error.__cause__ or error.__context__
    return links


THROUGH = [
    "deep.caused", "deep.handled", "deep.alone()", "deep['k']", "deep.nope", "passed_on(lambda: deep.caused)",
    "try: deep.caused\nexcept Failed as e: r = repr(e.__cause__), e.__cause__ is e.__context__, e.__suppress_context__\nr",
    "try: deep.handled\nexcept Failed as e: r = repr(e.__cause__), repr(e.__context__), e.__suppress_context__\nr",
    "try: deep.alone()\nexcept Failed as e: r = e.__cause__, repr(e.__context__), e.__suppress_context__\nr",
    "def f(): fail('app')\ndef g(): passed_on(f)\ng()", "def f(n): return fail('plain') if n == 0 else passed_on(lambda: f(n - 1))\nf(3)",
    "def f(): fail('app')\ndef g(): passed_on(lambda: noted(f))\ng()", "def f(): fail('app')\nnoted(f)", "def f(): 1 / 0\nnoted(f)",
    "kept = []\ndef f():\n    try: fail('app')\n    except Exception as e: kept.append(e); raise\ntry: noted(lambda: passed_on(f))\nexcept Exception as e: r = e is kept[0], e.__notes__\nr",
    "def f():\n    try: 1 / 0\n    except ZeroDivisionError: fail('app')\npassed_on(f)", "def f():\n    try: fail('app')\n    except Exception as e: e.args = ('other',); raise\nf()",
    "given.__cause__, given.__context__", "raise given from ValueError('c')", "try: 1 / 0\nexcept ZeroDivisionError: raise given",
    "def f(): raise given from KeyError('k')\npassed_on(f)", "def f(): raise given from KeyError('k')\ncaught(f)",
]  # fmt: skip
if sys.version_info >= (3, 11):
    THROUGH += ["def f():\n    given.add_note('of the code')\n    raise given\npassed_on(f)"]


@pytest.mark.parametrize("code", THROUGH)
def test_causes_notes_and_lines_of_what_goes_back_and_forth(code: str) -> None:
    seen: list[Any] = []
    for isolation in (None, "process"):
        given = Failed(7, "given")
        executor = LocalPythonExecutor([], isolation=isolation)
        executor.send_tools({"fail": fail, "noted": noted, "passed_on": passed_on, "caught": caught})
        executor.send_variables({"deep": Deep(), "Failed": Failed, "given": given})
        try:
            seen.append((executor(code).output, chain_of(given)))
        except InterpreterError as error:
            seen.append((chain_of(error), chain_of(given)))
    assert seen[0] == seen[1]
