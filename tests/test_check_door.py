"""What the door and the gate let through, and what they refuse, with the texts of the contract."""

from __future__ import annotations

import functools
import importlib
import operator
import sys
import types

import pytest
from fastexec import InterpreterError, LocalPythonExecutor


class Connection:
    password = "secret"


class Record:
    def __init__(self, value=21):
        self.value = value
        self._connection = Connection()

    def double(self):
        return self.value * 2


class Search:
    name = "search"
    description = "searches"
    output_type = "string"

    def __init__(self):
        self.inputs = {"query": {"type": "string"}}
        self._key = "secret"

    def forward(self, query):
        return f"result for {query}"

    def __call__(self, query):
        return self.forward(query)


def generator():
    yield 1


SEARCH = Search()


def run(code, imports=(), **options):
    executor = LocalPythonExecutor(list(imports), **options)
    executor.send_tools({"record": Record, "make": lambda: Record(), "search": SEARCH, "generator": generator, "call": lambda f, *a: f(*a)})
    return executor(code)


def refused(code, text, imports=()):
    with pytest.raises(InterpreterError) as caught:
        run(code, imports)
    assert text in str(caught.value), str(caught.value)


DUNDER = "InterpreterError: Forbidden access to dunder attribute: "
CALL = "InterpreterError: Forbidden call to dunder function: "
ATTRIBUTE = "InterpreterError: Forbidden access to attribute: "


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("().__class__", DUNDER + "__class__"),
        ("(lambda: 0).__globals__", DUNDER + "__globals__"),
        ("(lambda: 0).__code__", DUNDER + "__code__"),
        ("int.__subclasses__()", CALL + "__subclasses__"),
        ("object().__reduce_ex__(2)", CALL + "__reduce_ex__"),
        ("make()._connection", ATTRIBUTE + "_connection"),
        ("make()._connection.password", ATTRIBUTE + "_connection"),
        ("f'{make()._connection}'", ATTRIBUTE + "_connection"),
        ("getattr(make(), '_connection')", ATTRIBUTE + "_connection"),
        ("getattr(make(), '_connection', 1)", ATTRIBUTE + "_connection"),
        ("class S(str): pass\ngetattr(make(), S('_connection'))", ATTRIBUTE + "_connection"),
        ("list(map(getattr, [make()], ['_connection']))", ATTRIBUTE + "_connection"),
        ("call(getattr, make(), '_connection')", ATTRIBUTE + "_connection"),
        ("'{0._connection}'.format(make())", ATTRIBUTE + "_connection"),
        ("'{r._connection}'.format_map({'r': make()})", ATTRIBUTE + "_connection"),
        ("str.format('{0._connection}', make())", ATTRIBUTE + "_connection"),
        ("'{0:{0._connection}}'.format(make())", ATTRIBUTE + "_connection"),
        ("object.__getattribute__(make(), '_connection')", ATTRIBUTE + "_connection"),
        ("object.__setattr__(make(), '_x', 1)", "Forbidden assignment to attribute: _x"),
        ("make()._x = 1", "Forbidden assignment to attribute: _x"),
        ("del make()._connection", "Forbidden deletion of attribute: _connection"),
        ("vars(make())", DUNDER + "__dict__"),
        ("generator().gi_frame", "gi_frame"),
        ("try:\n    1 / 0\nexcept Exception as e:\n    e.__traceback__", DUNDER + "__traceback__"),
        ("try:\n    (5).x\nexcept AttributeError as e:\n    e.obj", ATTRIBUTE + "obj"),
        ("setattr(type(make()), 'double', 1)", "Forbidden assignment to attribute: double"),
        ("int.mro()", ATTRIBUTE + "mro"),
        ("search._key", ATTRIBUTE + "_key"),
        ("search.forward('x')", ATTRIBUTE + "forward"),
        ("search.name = 'x'", "Forbidden assignment to attribute: name"),
    ],
)
def test_refused(code, text):
    refused(code, text)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("(1).__add__(2)", 3),
        ("list.__len__([1, 2])", 2),
        ("str.upper('a')", "A"),
        ("type(5).__name__", "int"),
        ("make().double()", 42),
        ("hasattr(make(), '_connection')", False),
        ("hasattr([], '__iter__')", True),
        ("hasattr(search, 'forward')", False),
        ("getattr(make(), 'missing', 4)", 4),
        ("'{0.value} {1[k]} {n!r:>4}'.format(make(), {'k': 2}, n='a')", "21 2  'a'"),
        ("r = make()\nr.value = 5\nr.double()", 10),
        ("search.name + search.description + search('q')", "searchsearchesresult for q"),
        ("search.inputs['query']['type'] = 'x'\nsearch.inputs['query']['type']", "string"),
        ("isinstance(int, type) and type(5) is int and type(int) is type", True),
        ("(lambda: 0).__name__", "<lambda>"),
        ("def f(): 'd'\nf.a = 1\n(f.a, f.__doc__, f.__dict__)", (1, "d", {"a": 1})),
        ("match make():\n    case object(value=v): pass\nr = v\nr", 21),
    ],
)
def test_allowed(code, value):
    assert run(code).output == value


class TestOwnClasses:
    @pytest.mark.parametrize(
        ("code", "value"),
        [
            ("class A:\n    def __init__(self): self._x = 1\n    def f(self): return self.__class__.__name__, self.__dict__\nA().f()", ("A", {"_x": 1})),
            ("class A:\n    def __setattr__(self, n, v): super().__setattr__(n, v * 2)\na = A()\na.x = 2\na.x", 4),
            ("class A:\n    def __getattribute__(self, n): return object.__getattribute__(self, n)\na = A()\na.x = 2\na.x", 2),
            ("class A:\n    def __new__(cls): return super().__new__(cls)\nisinstance(A(), A)", True),
            ("class M(type):\n    def __new__(m, n, b, d): return super().__new__(m, n, b, d)\nclass A(metaclass=M): x = 1\n(A.x, type(A) is M)", (1, True)),
            ("class M(type):\n    def __getattribute__(c, n): return type.__getattribute__(c, n)\nclass A(metaclass=M): x = 1\nA.x", 1),
            ("class A:\n    def __init_subclass__(cls, **k): cls.k = k\nclass B(A, t=1): pass\nB.k", {"t": 1}),
            ("class D(dict):\n    def __init__(self, **k):\n        super().__init__(**k)\n        self.__dict__ = self\nD(a=1).a", 1),
            ("T = type('T', (), {'a': 1, '_b': 2})\n(T.a, T()._b)", (1, 2)),
            ("class A: pass\nA._x = 1\nA.__name__ = 'B'\nA.__module__ = 'os'\nA._y = 2\n(A._x, A._y, A.__name__)", (1, 2, "B")),
        ],
    )
    def test_all_names_are_theirs(self, code, value):
        assert run(code).output == value

    @pytest.mark.parametrize(
        "code",
        [
            "class R(record):\n    def f(self): return self._connection\nR().f()",
            "class R(record):\n    _connection = None\n    def f(self): return self._connection\nR().f()",
            "class R(record):\n    def __getattribute__(self, n): return object.__getattribute__(self, n)\nR()._connection",
            "class R(record):\n    def f(self): return self.__dict__\nR().f()",
            "class R(record):\n    def f(self): return super()._connection\nR().f()",
        ],
    )
    def test_what_a_host_base_keeps_is_not(self, code):
        with pytest.raises(InterpreterError):
            run(code)

    @pytest.mark.parametrize("name", ["__array_interface__", "__array_struct__", "__buffer__", "__class__"])
    def test_no_raw_memory(self, name):
        refused(f"class A:\n    {name} = 1", name)
        refused(f"type('A', (), {{'{name}': 1}})", name)
        refused(f"class M(type): pass\nM('A', (), {{'{name}': 1}})", name)
        refused(f"class A: pass\nA.{name} = 1", name)

    def test_a_class_of_the_host_stays_one(self):
        code = "class M(type):\n    def __new__(m, *a): return record\nclass A(metaclass=M): pass\nA.x = 1"
        refused(code, "Forbidden assignment to attribute: x")
        refused("class A(metaclass=lambda *a: record): pass\nA.x = 1", "Forbidden assignment to attribute: x")
        assert not hasattr(Record, "x")


class TestGate:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (sys, "Forbidden access to module: sys"),
            (eval, "Forbidden access to function: eval"),
            (open, "Forbidden access to function: open"),
            (vars(sys), "Forbidden access to module: sys"),
            (sys._getframe(), "Forbidden access to object of type: frame"),
            (generator.__code__, "Forbidden access to object of type: code"),
            (vars(int), "Forbidden access to object of type: mappingproxy"),
            (sys.__spec__, "Forbidden access to object of type: ModuleSpec"),
        ],
    )
    @pytest.mark.parametrize("way", ["give()", "box()[0]", "[*box()][0]", "next(iter(box()))", "attribute().x", "[x for x in box()]"])
    def test_not_a_value_of_the_code(self, value, text, way):
        executor = LocalPythonExecutor([])
        executor.send_tools({"give": lambda: value, "box": lambda: [value], "attribute": lambda: types.SimpleNamespace(x=value)})
        with pytest.raises(InterpreterError, match=text):
            executor(way)

    def test_raw_functions_come_out_guarded(self):
        executor = LocalPythonExecutor([])
        executor.send_tools({"box": lambda: [getattr, str.format, "{0._connection}".format, type, types.FunctionType], "make": lambda: Record()})
        with pytest.raises(InterpreterError, match="_connection"):
            executor("box()[0](make(), '_connection')")
        with pytest.raises(InterpreterError, match="_connection"):
            executor("box()[1]('{0._connection}', make())")
        with pytest.raises(InterpreterError, match="_connection"):
            executor("box()[2](make())")
        assert executor("box()[3] is type").output is True
        with pytest.raises(InterpreterError, match="cannot create 'function' instances"):
            executor("box()[4](1, {})")
        assert executor("box()[4] is type(lambda: 0)").output is True

    def test_a_tool_may_be_what_is_refused_elsewhere(self):
        executor = LocalPythonExecutor([], additional_functions={"eval": eval})
        executor.send_tools({})
        assert executor("eval('1 + 1')").output == 2


def test_refusals_are_errors_of_python_too():
    code = "try:\n    make()._connection\nexcept AttributeError as e:\n    r = type(e).__name__\ntry:\n    import os\nexcept ImportError as e:\n    r += str(isinstance(e, ValueError))\nr"
    assert run(code).output == "InterpreterErrorTrue"


DOCUMENTED = ["argparse", "contextlib", "dataclasses", "functools", "inspect", "itertools", "json", "statistics", "string", "time", "timeit"]


@pytest.mark.parametrize("module", DOCUMENTED)
def test_docs_are_those_of_what_is_guarded(module):
    """Functions of our own in the place of others say themselves what they do."""
    executor = LocalPythonExecutor(DOCUMENTED)
    executor.send_tools({})
    real = importlib.import_module(module)
    of_methods = [f"{name}.{method}" for name, value in vars(real).items() if isinstance(value, type) for method in vars(value) if method != "__doc__"]
    docs, real_docs = {}, {}
    for name in [*vars(real), *of_methods]:
        path = f"{module}.{name}"
        try:
            real_docs[name] = operator.attrgetter(name)(real).__doc__
            found = executor(f"import {module}\n{path}").output
            docs[name] = executor(f"{path}.__doc__").output if type(found).__name__ != "builtin_function_or_method" else None
        except (InterpreterError, AttributeError):
            pass
    assert docs
    # What a class of our own has from `object` is no function of ours.
    inherited = object.__init__.__doc__
    assert {name: doc for name, doc in docs.items() if doc not in (None, inherited, real_docs[name])} == {}


def test_of_partial_objects_the_code_changes_its_own():
    executor = LocalPythonExecutor(["functools", "json"])
    executor.send_tools({"theirs": functools.partial(int, base=2)})
    assert executor("import functools, json\np = functools.partial(json.dumps, [1])\np.note = 1\np() + str(p.note)").output == "[1]1"
    with pytest.raises(InterpreterError, match="Forbidden"):
        executor("theirs.note = 1")


def test_records_of_tools_pass_back_and_forth():
    seen = []
    executor = LocalPythonExecutor([])
    executor.send_tools({"search": SEARCH, "see": seen.append})
    executor("see(search)\nsee([search])")
    assert seen[0] is SEARCH


# ------------------------------------------------------------------------------------------ the class of a refusal
REFUSED_WAYS = ("make()._connection", "import os", "import pickle; pickle.loads(b'cos\\nsystem\\n.')", "import sqlite3; sqlite3.connect('/etc/passwd')")


@pytest.mark.parametrize("way", REFUSED_WAYS)
def test_the_class_of_a_refusal_can_be_named(way):
    code = f"try:\n    {way}\nexcept Exception as e:\n    found = type(e).__name__, e.__class__.__name__, isinstance(e, type(e)), str(e)\nfound"
    name, again, fits, text = run(code, ["pickle", "sqlite3"]).output
    assert (name, again, fits) == ("InterpreterError", "InterpreterError", True), name
    assert "Forbidden" in text or "not allowed" in text, text


def test_results_of_a_tool_can_be_kept():
    asked = []

    def ask(question):
        asked.append(question)
        return question.upper()

    executor = LocalPythonExecutor(["functools"])
    executor.send_tools({"ask": ask})
    kept = "import functools\nkept = functools.lru_cache(maxsize=None)(ask)\n[kept('a'), kept('a'), functools.cache(ask)('b'), kept.cache_info().hits, kept.__name__]"
    assert executor(kept).output == ["A", "A", "B", 1, "ask"]
    assert asked == ["a", "b"]


class Account:
    def __init__(self, owner: str = "Ann", _token: str = "secret") -> None:
        self.owner = owner


class Client:
    """What the host's tools work with."""

    def fetch(self, path: str) -> str:
        return path


def _ask(question: str, times: int | None = None, client: object = Client(), _key: str = "secret") -> list[str]:
    """Asks."""
    return [question] * (times or 1)


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("[p.default for p in inspect.signature(ask).parameters.values()][1:]", [None, ..., ...]),
        ("list(inspect.signature(ask).parameters)", ["question", "times", "client", "_key"]),
        ("list(inspect.signature(functools.partial(ask, 'a')).parameters)", ["times", "client", "_key"]),
        ("list(inspect.signature(functools.lru_cache(ask)).parameters)", ["question", "times", "client", "_key"]),
        ("inspect.getfullargspec(ask).args", ["question", "times", "client", "_key"]),
        ("typing.get_type_hints(ask)['return']", list[str]),
        ("typing.get_type_hints(obj=ask)['question']", str),
        ("sorted(inspect.get_annotations(ask))", ["_key", "client", "question", "return", "times"]),
        ("typing.get_type_hints(fetch)", {"path": str, "return": str}),
        ("inspect.signature(total)", None),
        ("[(p.name, p.default) for p in inspect.signature(Account).parameters.values()]", [("owner", "Ann"), ("_token", ...)]),
    ],
)
def test_signatures_of_tools(code, shown):
    executor = LocalPythonExecutor(["inspect", "functools", "typing"])
    executor.send_tools({"ask": _ask, "fetch": Client().fetch, "total": lambda *numbers, start=0: sum(numbers, start), "Account": Account})
    executor("import inspect, functools, typing")
    found = executor(code).output
    assert (str(found) if shown is None else found) == ("(*numbers, start=0)" if shown is None else shown)


@pytest.mark.parametrize("code", ["ask.__signature__", "ask.__annotations__", "getattr(ask, '__signature__')", "inspect.signature(ask).parameters['client'].default.fetch('x')", "typing.get_type_hints(ask, {'int': 1})"])
def test_signatures_of_tools_show_no_objects(code):
    executor = LocalPythonExecutor(["inspect", "typing"])
    executor.send_tools({"ask": _ask})
    with pytest.raises(InterpreterError):
        executor(f"import inspect, typing\n{code}")


def test_vars_of_objects_below_classes_of_libraries():
    code = """
import json, threading, collections
class Encoder(json.JSONEncoder):
    def __init__(self):
        super().__init__(indent=2)
        self.own = 1
class Words(collections.UserDict):
    pass
class Hidden(threading.Thread):
    pass
words = Words(a=1)
words.own = 2
[vars(Encoder())["own"], vars(Encoder())["indent"], vars(words), vars(json.JSONEncoder(indent=3))["indent"]]
"""
    executor = LocalPythonExecutor(["json", "threading", "collections"])
    assert executor(code).output == [1, 2, {"data": {"a": 1}, "own": 2}, 3]
    with pytest.raises(InterpreterError, match="__dict__"):
        executor("vars(Hidden())")


def test_vars_asks_nobody_for_the_attributes():
    code = """
import threading
asked = []
class Hidden(threading.Thread):
    @property
    def __dict__(self):
        asked.append(1)
        return {"a": 1}
try:
    vars(Hidden())
except Exception:
    pass
asked
"""
    assert LocalPythonExecutor(["threading"])(code).output == []
