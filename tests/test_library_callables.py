"""Callables of libraries that the code hands over: whoever calls them, what they do is the code's."""

from __future__ import annotations

import io
import itertools
import pathlib
import zipfile
from collections.abc import Callable
from typing import Any

import fastexec
import pytest

IMPORTS = ["zipfile", "functools", "itertools", "operator", "collections", "dataclasses", "typing", "enum"]

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
}

SETTING = """
import zipfile, functools, itertools, operator, collections, dataclasses, typing, enum
writes = functools.partial(zipfile.ZipFile, PATH, 'w')
writes_to = functools.partial(zipfile.ZipFile, mode='w')
def with_methods(*bases, **members):
    return type('X', bases, members)
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


@pytest.mark.parametrize("show", [str, repr, lambda output: f"{output}", lambda output: output == 1, bool, len, iter, next])
def test_nor_does_the_host(show: Callable[[Any], Any], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "written"
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_variables({"PATH": str(path)})
    names = ["__str__", "__repr__", "__eq__", "__bool__", "__len__", "__iter__", "__next__"]
    output = executor(SETTING + f"with_methods(**dict.fromkeys({names}, staticmethod(lambda *_: writes())))()").output
    other = executor(SETTING + f"with_methods(**{{name: functools.partialmethod(lambda _, *others: writes()) for name in {names}}})()").output
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
    output = executor("import json, functools, collections\n(map(json.loads, ['1', '[2]']), collections.defaultdict(functools.partial(json.loads, '3')))").output
    assert list(output[0]) == [1, [2]]
    assert output[1]["key"] == 3
    kept = executor("class Row(list):\n    __str__ = json.dumps\n    size = property(json.dumps)\nRow([1])").output
    del executor
    assert (str(kept), kept.size) == ("[1]", "[1]")
