"""What library code gets of namespaces that are not its own: honest programs see no difference, the host's private parts stay its own."""

from __future__ import annotations

import collections
import dataclasses
import functools
import json
import types

import fastexec
import pytest
from fastexec import LocalPythonExecutor


class Account:
    made = 0

    def __init__(self, owner="Ann"):
        self.owner, self._token = owner, "secret"

    def check(self, text, _key="hidden", *, limit=3):
        return text == self._token

    @functools.cached_property
    def history(self):
        Account.made += 1
        return [self._first]

    @functools.cached_property
    def _first(self):
        return "opened"


class Settings(collections.UserDict):
    def __init__(self):
        super().__init__(a=1)
        self._source = "file"

    def source(self):
        return self._source


@dataclasses.dataclass
class Config:
    name: str = "config"
    _key: str = "hidden"


MODULES = ["abc", "argparse", "copy", "dataclasses", "dis", "functools", "inspect", "json", "queue", "sympy", "sympy.*", "types", "typing"]


@pytest.fixture
def run():
    executor = LocalPythonExecutor(MODULES)
    executor.send_tools({"Account": Account})
    executor.send_variables({"account": Account(), "settings": Settings(), "config": Config(), "Config": Config})
    return lambda code: executor(code).output


OWN = """
import functools, copy, collections, dataclasses, types, typing, queue
class Table:
    calls = 0
    @functools.cached_property
    def rows(self):
        Table.calls += 1
        return [1, 2]
    @functools.cached_property
    def _hidden(self): return [3]
class Guest(Account):
    @functools.cached_property
    def rows(self): return [4]
class Store(collections.UserDict): pass
class Box(typing.Generic[typing.TypeVar("T")]): pass
class Bag:
    __class_getitem__ = classmethod(types.GenericAlias)
class Fixed(typing.Generic[typing.TypeVar("T")]):
    __slots__ = ()
@dataclasses.dataclass
class Point:
    x: int = 0
    _y: int = 1
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("t = Table(); (t.rows is t.rows, t._hidden is t._hidden, Table.calls, sorted(vars(t)))", (True, True, 1, ["_hidden", "rows"])),
        ("g = Guest('Bob'); (g.rows is g.rows, g.owner, g.check(''))", (True, "Bob", False)),
        ("s = Store(a=1); s.note = 5; c = s.copy(); c['b'] = 2; (s.data, c.data, c.note)", ({"a": 1}, {"a": 1, "b": 2}, 5)),
        ("(collections.UserDict(a=1).copy(), copy.copy(collections.UserList([1])))", ({"a": 1}, [1])),
        ("str(Box[int]().__orig_class__).split('.')[-1]", "Box[int]"),
        ("str(Bag[str]().__orig_class__).split('.')[-1]", "Bag[str]"),
        ("(Fixed[int]() is not None, list[int]((1,)), dict[str, int](a=1), collections.deque[int]([1])[0])", (True, [1], {"a": 1}, 1)),
        ("(typing.DefaultDict[str, int](int)['a'], queue.Queue[int]().qsize())", (0, 0)),
        ("[(f.name, f.default) for f in dataclasses.fields(Point)]", [("x", 0), ("_y", 1)]),
        ("dataclasses.replace(Point(), x=5) == Point(5) and sorted(Point.__dataclass_fields__)", ["_y", "x"]),
    ],
)
def test_classes_of_the_code(run, code, expected):
    assert run(OWN + code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("c = settings.copy(); (c.source(), dict(c))", ("file", {"a": 1})),
        ("import copy\n(copy.copy(settings).source(), copy.deepcopy(account).check('secret'))", ("file", True)),
        ("class G(type(settings)): pass\nc = G().copy()\n(c.source(), dict(c), type(c).__name__)", ("file", {"a": 1}, "G")),
        ("import copy\nclass G(Account): pass\ncopy.copy(G('Bob')).check('secret')", True),
        ("sorted([account], key=lambda a: a.history)[0].history is account.history", True),
        ("import functools\nlist(map(functools.partial(getattr, account), ['history']))[0] is account.history", True),
        ("import inspect\nstr(inspect.signature(account.check))", "(text, _key=Ellipsis, *, limit=3)"),
        ("import inspect\ndef f(_a=1, *, _b=2): pass\nstr(inspect.signature(f))", "(_a=1, *, _b=2)"),
        ("import dataclasses\n([f.name for f in dataclasses.fields(config)], list(Config.__dataclass_fields__))", (["name"], ["name"])),
    ],
)
def test_objects_of_the_host(run, code, expected):
    assert run(code) == expected
    assert Account().check("secret") and Account.__init__.__defaults__ == ("Ann",) and Account.check.__defaults__ == ("hidden",)


@pytest.mark.parametrize(
    "formula",
    [
        "lambdify(x, sin(x), modules=[math])(0)",
        "lambdify(x, Function('twice')(x), modules=[{'twice': lambda v: v * 0}])(3)",
        "lambdify([x, y], x * y, cse=True)(0, 3)",
        "lambdify(x, Piecewise((0, x > 0), (1, True)), 'math')(1)",
        "lambdify(x, x * 0, printer=PythonCodePrinter)(1)",
        "lambdify(x, sin(x), 'mpmath')(0)",
    ],
)
def test_formulas(run, formula):
    pytest.importorskip("sympy")
    assert run(f"from sympy import *\nimport math\nfrom sympy.printing.pycode import PythonCodePrinter\nx, y = symbols('x y')\n{formula}") == 0


def test_the_host_sees_what_it_saw(run):
    run("import functools\nclass A:\n    b = functools.cached_property(lambda s: 1)\nA().b")
    account = Account()
    assert account.__dict__ is vars(account) and account.__dict__["_token"] == "secret" and Account.__dict__["made"] is Account.made
    assert json.__dict__ is vars(json) and "__builtins__" in json.__dict__
    assert account.check.__func__.__code__.co_consts is not None
    with pytest.raises(AttributeError, match="readonly"):
        json.__dict__ = {}
    marked = types.GenericAlias(lambda: json, (int,))
    try:
        assert marked() is json and json.__orig_class__ == marked
    finally:
        del json.__orig_class__


@pytest.mark.parametrize("name", ["account", "settings", "config", "bag", "Account", "Config", "half"])
@pytest.mark.parametrize("read", ["{}._{}", "getattr({}, '_{}', None)", "{}._{}()"])
def test_private_names_that_are_there_stay_refused(run, name, read):
    bag = types.SimpleNamespace(_token="secret", _source="secret", _key="secret", made=1)
    private = {"account": "token", "settings": "source", "config": "key", "bag": "token", "Account": "first", "Config": "key", "half": "numerator"}[name]
    executor = LocalPythonExecutor(["fractions"])
    executor.send_tools({"Account": Account})
    executor.send_variables({"account": Account(), "settings": Settings(), "config": Config(), "Config": Config, "bag": bag})
    executor("from fractions import Fraction\nhalf = Fraction(1, 2)")
    with pytest.raises(fastexec.InterpreterError, match="Forbidden"):
        executor(read.format(name, private))
    assert executor(f"hasattr({name}, '_{private}')").output is False
    with pytest.raises(fastexec.InterpreterError, match="Forbidden"):
        executor(f"{name}._{private} = 1")


@pytest.mark.parametrize(
    "call", ["Account.__init__(account, 'Bob')", "type(account).__init__(account, 'Bob')", "list(map(Account.__init__, [account], ['Bob']))"]
)
def test_what_the_host_made_is_not_made_again(run, call):
    with pytest.raises(fastexec.InterpreterError, match="Forbidden call to dunder function: __init__"):
        run(call)
    assert run("account.owner") == "Ann"
    own = "class Own(Account):\n    def __init__(self, owner):\n        Account.__init__(self, owner)\none = Own('Bob')\nAccount.__init__(one, 'Cid')\n"
    assert run(own + "one.owner") == "Cid"
