"""Callables of libraries that the code hands over: whoever calls them, what they do is the code's."""

from __future__ import annotations

import io
import itertools
import pathlib
import sys
import zipfile
from collections.abc import Callable
from typing import Any

import fastexec
import pytest

IMPORTS = ["zipfile", "functools", "itertools", "operator", "collections", "collections.abc", "dataclasses", "typing", "enum"]
IMPORTS += ["datetime", "types", "email.message", "weakref", "concurrent.futures"]

# What honest tools do with what they are given.
TOOLS: dict[str, Callable[[Any], Any]] = {
    "listed": lambda items: [str(item)[:9] for item in itertools.islice(items, 3)],
    "shown": lambda item: f"{item}",
    "sized": lambda items: len(items),
    "tested": lambda item: bool(item),
    "hashed": lambda item: {item: 1},
    "named": lambda item: item.name,
    "looked": lambda items: items["key"],
    "entered": lambda item: item.__enter__(),
    "ordered": lambda items: sorted(items),
    "met": lambda left, right: left & right,
    "updated": lambda items: {}.update(items),
    "emptied": lambda items: items.clear(),
    "done": lambda future: future.set_result(1),
    "put": lambda item, value: setattr(item, "name", value),
}

SETTING = f"""
PARTIALS_BIND = {sys.version_info >= (3, 14)}""" """
import zipfile, functools, itertools, operator, collections, collections.abc, dataclasses, typing, enum
import datetime, types, email.message, weakref, concurrent.futures
writes = functools.partial(zipfile.ZipFile, PATH, 'w')
writes_to = functools.partial(zipfile.ZipFile, mode='w')
writes_with = functools.partial(zipfile.ZipFile, PATH, 'w', 0, True)
# From 3.14 on a `partial` of a class is called with the object first.
bare = staticmethod if PARTIALS_BIND else (lambda function: function)
def with_methods(*bases, **members):
    return type('X', bases, members)
def at(zone):
    return datetime.datetime(2020, 1, 1, tzinfo=zone)
Zone = with_methods(datetime.tzinfo)
class Places(collections.abc.Set):
    def __contains__(self, item): return True
    def __iter__(self): return iter([1])
    def __len__(self): return 1
class Item: pass
item = Item()
"""

PROGRAMS = [
    "listed(map(zipfile.ZipFile, [PATH], ['w']))",
    "listed(map(writes_to, [PATH]))",
    "listed(filter(writes_to, [PATH]))",
    "listed(itertools.starmap(zipfile.ZipFile, [(PATH, 'w')]))",
    "listed(itertools.takewhile(writes_to, [PATH]))",
    "listed(itertools.chain.from_iterable(map(writes_to, [PATH])))",
    "listed(zip(map(writes_to, [PATH]), [1]))",
    "listed(iter(writes, 0))",
    "listed(map(operator.methodcaller('extractall', FOLDER), [zipfile.ZipFile(ARCHIVE)]))",
    "listed(map(zipfile.ZipFile(ARCHIVE).extractall, [FOLDER]))",
    "listed(itertools.chain.from_iterable(map(map, [writes_to], [[PATH]])))",
    "listed(itertools.chain.from_iterable(map(itertools.starmap, [zipfile.ZipFile], [[(PATH, 'w')]])))",
    "listed(map(functools.partial(max, key=writes_to), [[PATH, PATH]]))",
    "listed(iter(functools.partial([PATH].sort, key=writes_to), 1))",
    "p = functools.partial(sorted)\nlazy = map(p, [[PATH]])\np.keywords['key'] = writes_to\nlisted(lazy)",
    "listed(map(functools.partial(functools.reduce, zipfile.ZipFile), [[PATH, 'w']]))",
    "listed(map(functools.partial(writes_to), [PATH]))",
    "listed(map(operator.itemgetter('k'), map(collections.defaultdict, [writes])))",
    "looked(collections.defaultdict(writes))",
    "d = collections.defaultdict(list)\nd.default_factory = writes\nlooked(d)",
    "d = collections.defaultdict(list)\nsetattr(d, 'default_factory', writes)\nlooked(d)",
    "shown(with_methods(str, __format__=lambda *_: '', __str__=staticmethod(writes))())\nshown([with_methods(__repr__=staticmethod(writes))()])",
    "sized(with_methods(__len__=staticmethod(functools.lru_cache(writes)))())",
    "sized(with_methods(str, __len__=functools.partialmethod(writes_to))(PATH))",
    "tested(with_methods(__bool__=staticmethod(writes))())",
    "hashed(with_methods(__hash__=staticmethod(writes))())",
    "listed(with_methods(__iter__=staticmethod(writes))())",
    "entered(with_methods(__enter__=staticmethod(writes))())",
    "named(with_methods(str, name=property(writes_to))(PATH))",
    "named(with_methods(str, name=functools.cached_property(writes_to))(PATH))",
    "class C(functools.cached_property): pass\nnamed(with_methods(str, name=C(writes_to))(PATH))",
    "class C(functools.cached_property): pass\nc = C(len)\nx = with_methods(str, name=c)(PATH)\nc.func = writes_to\nnamed(x)",
    "named(with_methods(str, __getattr__=staticmethod(lambda _: 1), name=property(fget=writes_to))(PATH))",
    "class X: pass\nX.__len__ = staticmethod(writes)\nsized(X())",
    "class X: pass\nsetattr(X, '__len__', staticmethod(writes))\nsized(X())",
    "class X: pass\ntype.__setattr__(X, '__len__', staticmethod(writes))\nsized(X())",
    "class M(type):\n    __len__ = staticmethod(writes)\nclass X(metaclass=M): pass\nsized(X)",
    "@dataclasses.dataclass\nclass X:\n    a: int = 1\n    __len__ = staticmethod(writes)\nsized(X())",
    "class X(typing.NamedTuple):\n    a: int = 1\n    __len__ = staticmethod(writes)\nsized(X())",
    "class X(enum.Enum):\n    A = 1\n    __len__ = staticmethod(writes)\nsized(X.A)",
    "X = dataclasses.make_dataclass('X', ['a'], namespace={'__len__': staticmethod(writes)})\nsized(X(1))",
    "X = dataclasses.make_dataclass('X', ['a', ('__len__', object, staticmethod(writes))])\nsized(X(1))",
    "@dataclasses.dataclass\nclass X:\n    __len__: object = dataclasses.field(default=staticmethod(writes))\nsized(X())",
    # What C code and libraries call by other names: methods of theirs that the code puts its own in the place of.
    "shown(at(with_methods(datetime.tzinfo, utcoffset=bare(writes_with))()))",
    "shown(at(with_methods(with_methods(utcoffset=bare(writes_with)), datetime.tzinfo)()))",
    "shown(at(with_methods(with_methods(utcoffset=staticmethod(writes_with)), datetime.tzinfo)()))",
    "class A: pass\nclass Z(A, datetime.tzinfo): pass\nA.utcoffset = bare(writes_with)\nshown(at(Z()))",
    "z = Zone()\nfor value in [None] * 9 + [writes_with]: z.utcoffset = value\nshown(at(z))",
    "def put_in(o, value): o.utcoffset = value\nclass A: pass\nfor _ in range(30): put_in(A(), len)\nz = Zone()\nput_in(z, writes_with)\nshown(at(z))",
    "z = Zone()\nsetattr(z, 'utcoffset', writes_with)\nshown(at(z))",
    "z = Zone()\nobject.__setattr__(z, 'utcoffset', writes_with)\nshown(at(z))",
    "shown(at(with_methods(datetime.tzinfo, utcoffset=property(lambda _: writes_with))()))",
    "shown(at(with_methods(datetime.tzinfo, utcoffset=functools.cached_property(lambda _: writes_with))()))",
    "shown(at(with_methods(datetime.tzinfo, __getattribute__=lambda *_: writes_with)()))",
    "met(with_methods(Places, _from_iterable=bare(writes_with))(), Places())",
    "p = Places()\np._from_iterable = writes_with\nmet(p, Places())",
    "shown(with_methods(email.message.Message, as_string=bare(writes))())",
    "m = email.message.Message()\nm.as_string = writes\nshown(m)",
    "updated(with_methods(keys=bare(writes))())",
    "named(with_methods(str, name=types.DynamicClassAttribute(writes_to))(PATH))",
    "named(with_methods(str, name=enum.property(writes_to))(PATH))",
    "put(with_methods(str, name=types.DynamicClassAttribute(None, zipfile.ZipFile))(PATH), 'w')",
    "ordered(map(functools.cmp_to_key(zipfile.ZipFile), ['w', PATH]))",
    "ordered(map(functools.partial(functools.cmp_to_key, zipfile.ZipFile)(), ['w', PATH]))",
]
# The interpreter, or a library, prints the error and goes on.
UNSEEN = [
    "held, ref = [item], weakref.ref(item, writes_with)\ndel item\nemptied(held)",
    "held, ref = [item], with_methods(weakref.ref)(item, writes_with)\ndel item\nemptied(held)",
    "held, ref = [item], weakref.KeyedRef(item, writes_with, 1)\ndel item\nemptied(held)",
    "Item.method = lambda self: 1\nheld, ref = [item], weakref.WeakMethod(item.method, writes_with)\ndel item\nemptied(held)",
    "f = concurrent.futures.Future()\nf.add_done_callback(writes_with)\ndone(f)",
    "f = concurrent.futures.Future()\nf.add_done_callback(fn=writes_with)\ndone(f)",
    "f = concurrent.futures.Future()\nlist(map(f.add_done_callback, [writes_with]))\ndone(f)",
]


def _archive() -> io.BytesIO:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("taken", "x")
    made.seek(0)
    return made


@pytest.mark.parametrize("code", PROGRAMS)
def test_a_tool_acts_for_nobody_else(code: str, tmp_path: pathlib.Path) -> None:
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_tools(TOOLS)
    folder = tmp_path / "folder"
    folder.mkdir()
    executor.send_variables({"PATH": str(folder / "written"), "FOLDER": str(folder), "ARCHIVE": _archive()})
    with pytest.raises(fastexec.InterpreterError, match="Forbidden operation: open"):
        executor(SETTING + code)
    assert not list(folder.iterdir())
    assert executor("1 + 1").output == 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("code", UNSEEN)
def test_nor_does_it_later(code: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "written"
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_tools(TOOLS)
    executor.send_variables({"PATH": str(path)})
    executor(SETTING + code)
    assert not path.exists()


@pytest.mark.parametrize("show", [str, repr, lambda output: f"{output}", lambda output: output == 1, bool, len, iter, next])
def test_nor_does_the_host(show: Callable[[Any], Any], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "written"
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_variables({"PATH": str(path)})
    names = ["__str__", "__repr__", "__eq__", "__bool__", "__len__", "__iter__", "__next__"]
    output = executor(SETTING + f"with_methods(**dict.fromkeys({names}, staticmethod(lambda *_: writes())))()").output
    other = executor(
        SETTING + f"with_methods(**{{name: functools.partialmethod(lambda _, *others: writes()) for name in {names}}})()"
    ).output
    third = executor(SETTING + f"with_methods(**{{name: staticmethod(writes) for name in {names}}})()").output
    for given in [output, other, third, *([executor("map(writes_to, [PATH])").output] if show is next else [])]:
        with pytest.raises((fastexec.InterpreterError, PermissionError, TypeError, NotImplementedError)):
            show(given)
        assert not path.exists()


def test_errors_are_shown_without_help_of_the_host(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "written"
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_variables({"PATH": str(path)})
    with pytest.raises(fastexec.InterpreterError):
        executor(SETTING + "raise with_methods(Exception, __str__=staticmethod(writes), __repr__=staticmethod(writes))('a')")
    assert not path.exists()


def test_granted_paths_are_granted_then_too(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "written"
    executor = fastexec.LocalPythonExecutor(IMPORTS, allow_write=[str(tmp_path)])
    executor.send_tools(TOOLS)
    executor.send_variables({"PATH": str(path)})
    assert executor(SETTING + "listed(map(zipfile.ZipFile, [PATH], ['w']))").output == ["<zipfile."]
    assert path.exists()


def test_the_host_goes_on_with_what_computes() -> None:
    executor = fastexec.LocalPythonExecutor([*IMPORTS, "json"])
    output = executor(
        "import json, functools, collections\n(map(json.loads, ['1', '[2]']), collections.defaultdict(functools.partial(json.loads, '3')))"
    ).output
    assert list(output[0]) == [1, [2]]
    assert output[1]["key"] == 3
    kept = executor("class Row(list):\n    __str__ = json.dumps\n    size = property(json.dumps)\nRow([1])").output
    del executor
    assert (str(kept), kept.size) == ("[1]", "[1]")


HONEST = {
    "the functions are those of the library": "class A:\n    loads = staticmethod(json.loads)\n    dumps = json.dumps\n    parse = staticmethod(functools.partial(json.loads))\n[A.loads is json.loads, A().loads('1'), A.dumps is json.dumps, A().parse('[2]')]",
    "defaults of dataclasses": "@dataclasses.dataclass\nclass A:\n    loads: object = json.loads\na = A()\n[a == A(json.loads), a.loads is json.loads, a.loads('1'), dataclasses.asdict(a)['loads'] is json.loads]",
    "members of enumerations": "class A(enum.Enum):\n    LOADS = enum.member(json.loads) if hasattr(enum, 'member') else (json.loads,)\n    def load(self, text): return json.loads(text)\n[len(A), A.LOADS.load('1')]",
    "time zones": "class Z(datetime.tzinfo):\n    utcoffset = lambda self, when: datetime.timedelta(hours=2)\n    dst = lambda self, when: None\n    tzname = functools.partialmethod(str)\nshown(at(Z()))",
    "time zones of an object": "z = Zone()\nz.utcoffset = lambda when: datetime.timedelta(hours=1)\nshown(at(z))",
    "sets": "class S(frozenset):\n    _from_iterable = frozenset\n[sorted(met(S([1, 2]), S([2])))]",
    "messages": "m = email.message.Message()\nm.as_string = functools.partial(json.dumps, {'a': 1})\nshown(m)",
    "descriptors of a library stay what they are": "class A(str):\n    name = types.DynamicClassAttribute(json.loads)\n[named(A('[1]')), A('2').name]",
    "comparisons": "[k.obj for k in sorted(map(functools.cmp_to_key(operator.sub), [3, 1, 2]))]",
    "references": "gone = []\nheld, ref = [item], weakref.ref(item, gone.append)\ndel item\nemptied(held)\n[gone == [ref], ref() is None, weakref.ref(held_by := Item()) is weakref.ref(held_by)]",
    "futures": "f = concurrent.futures.Future()\nseen = []\nf.add_done_callback(seen.append)\nf.add_done_callback(lambda f: seen.append(f.result()))\ndone(f)\nseen[1:]",
    "functions that are given back": "def pick(_): return json.loads\n[f('1') for f in map(pick, [1, 2])] + [next(map(pick, [1])) is json.loads]",
}
EXPECTED = {
    "the functions are those of the library": [True, 1, True, [2]],
    "defaults of dataclasses": [True, True, 1, True],
    "members of enumerations": [1, 1],
    "time zones": None,
    "time zones of an object": "2020-01-01 00:00:00+01:00",
    "sets": [[2]],
    "messages": '{"a": 1}',
    "descriptors of a library stay what they are": [[1], 2],
    "comparisons": [1, 2, 3],
    "references": [True, True, True],
    "futures": [1],
    "functions that are given back": [1, 1, True],
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_programs_see_no_difference(name: str) -> None:
    executor = fastexec.LocalPythonExecutor([*IMPORTS, "json"])
    executor.send_tools(TOOLS)
    executor.send_variables({"PATH": "nowhere"})
    output = executor(SETTING + "import json\n" + HONEST[name]).output
    assert output == (EXPECTED[name] or "2020-01-01 00:00:00+02:00")


def test_descriptors_of_libraries_stay_those_of_everybody() -> None:
    networkx = pytest.importorskip("networkx")
    before = vars(networkx.Graph)["adj"].func
    executor = fastexec.LocalPythonExecutor(["networkx"])
    executor("import networkx\nclass A:\n    adj = networkx.Graph.adj\nA.other = networkx.Graph.adj")
    assert vars(networkx.Graph)["adj"].func is before
