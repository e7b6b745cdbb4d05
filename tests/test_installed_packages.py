"""What installed packages do by themselves, and what they may not do for the code: lazy modules and modules that they make, databases in
memory, importers under another name, proxies, looks at callers, pickles of their own folder, text and methods that they write."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import packages
import pytest

PACKAGES = {
    "small_front/__init__.py": """
import importlib
import sys
import types

class Lazy(types.ModuleType):
    def __init__(self, target):
        self._target = target

    def __setattr__(self, name, value):
        super().__setattr__(name, value)

    def __getattr__(self, name):
        self._asked = True
        return getattr(importlib.import_module(object.__getattribute__(self, "_target")), name)

parts = Lazy("small_front.parts")
plain = Lazy("json")
outside = Lazy("os")
missing = Lazy("small_front.nowhere")

def lazy(target):
    return Lazy(target)
""",
    "small_front/parts.py": "def doubled(value):\n    return value * 2\n",
    "small_orm.py": """
import sqlite3

class Base:
    def __init__(self, path=":memory:"):
        self.connection = sqlite3.connect(path)

    def run(self, text, *values):
        return self.connection.execute(text, values).fetchall()
""",
    "small_settings.py": """
class Settings:
    importer = staticmethod(__import__)

    def resolve(self, name):
        first, *rest = name.split(".")
        found = self.importer(first)
        for part in rest:
            first += "." + part
            try:
                found = getattr(found, part)
            except AttributeError:
                self.importer(first)
                found = getattr(found, part)
        return found

    def called(self, name, *args):
        return self.resolve(name)(*args)
""",
    "small_threads.py": """
import inspect
import threading

def asked(function):
    told = []
    thread = threading.Thread(target=lambda: told.append((inspect.isgeneratorfunction(function), str(inspect.signature(function)))))
    thread.start()
    thread.join()
    return told
""",
    "small_state.py": """
from functools import partial

class Bound:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner=None):
        return partial(self.function, object.__getattribute__(instance, "_target"))

class Proxy:
    __slots__ = ("_target",)
    __setattr__ = Bound(setattr)
    __delattr__ = Bound(delattr)

    def __init__(self, target):
        object.__setattr__(self, "_target", target)

    def __getattr__(self, name):
        return getattr(object.__getattribute__(self, "_target"), name)

class State:
    pass

state = Proxy(State())
""",
    "small_login.py": """
from small_state import state

def log_in(user):
    state._user = user
    return state._user

def log_out():
    del state._user
    return hasattr(state, "_user")

def note(name, value):
    setattr(state, name, value)
""",
    "small_owners.py": """
from __future__ import annotations

import itertools
import sys
from typing import get_type_hints

class Settings:
    pass

def owner(kind):
    for up in itertools.count(1):
        try:
            frame = sys._getframe(up)
        except ValueError:
            return None
        found = frame.f_locals.get("self")
        if isinstance(found, kind):
            return found

def walked(kind):
    frame, seen = sys._getframe(), 0
    while frame is not None:
        if isinstance(frame.f_locals.get("self"), kind):
            return seen
        frame, seen = frame.f_back, seen + 1
    return None

def run(values: list[int], settings: Settings | None = None) -> Settings:
    return settings

def hints():
    return get_type_hints(run)

def hints_of(function):
    return get_type_hints(function)
""",
    "makes/__init__.py": """
import types

def made():
    module = types.ModuleType("made_by_hand")
    module.__dict__.update({"answer": 42})
    return module.answer
""",
    "moves/__init__.py": """
import sys
import urllib.response

class Moved:
    def __init__(self, name, module):
        self.name, self.module = name, module

    def _resolve(self):
        return getattr(sys.modules[self.module], self.name)

    def __get__(self, owner, kind):
        return self._resolve()

class Moves:
    addbase = Moved("addbase", "urllib.response")
    getenv = Moved("getenv", "os")

moves = Moves()

def base():
    return isinstance(5, moves.addbase)

def named(name):
    return getattr(moves, name)

def called(function):
    moves.addbase
    return function()
""",
    "reads/__init__.py": """
import io, pathlib, pickle

class Alias:
    def __init__(self, keys):
        self.keys = keys

def own():
    with open(pathlib.Path(__file__).parent / "data.pickle", "rb") as file:
        return pickle.load(file)["alias"].keys

def given(data):
    return pickle.loads(data)

def of_stream(data):
    with open(pathlib.Path(__file__).parent / "data.pickle", "rb") as file, io.BufferedReader(io.BytesIO(data)) as other:
        return pickle.load(other)
""",
    "loads/__init__.py": """
import importlib.metadata as metadata

def entry(value):
    return metadata.EntryPoint("plugin", value, "registry.plugins").load()
""",
    "writes/__init__.py": """
import attr

def made(names):
    @attr.define
    class Made:
        _inner = attr.ib(default=3)
        outer = attr.ib(default=4)

        def both(self):
            return self._inner, self.outer

    return Made

def of_names(names):
    return attr.make_class("Made", names)
""",
    "small_routes.py": """
import ast

class Rule:
    def __init__(self, name):
        self._converters = {"name": str.upper}
        module = ast.parse("def _(self, value): return self._converters['name'](value)")
        module.body[0].name = f"<builder:{name!r}>"
        found = {}
        exec(compile(module, "<routes>", "exec"), {}, found)
        self.build = found[module.body[0].name]
""",
    "small_plural.py": """
def rule(text):
    found = {}
    exec(compile(f"def evaluate(n):\\n return {text}", "<rule>", "exec"), {}, found)
    return found["evaluate"]

def named(name):
    found = {}
    exec(compile(f"def {name}(n):\\n return {name}(n)", "<rule>", "exec"), {}, found)
    return found[name]
""",
    "small_backend.py": """
import importlib

PARSER = "small_parts_of_another"

def parse(text):
    return importlib.import_module(PARSER).parse(text)

def parse_by(name, text):
    return importlib.import_module(name).parse(text)
""",
    "small_parts_of_another.py": "def parse(text):\n    return text.split()\n",
    "small_tables.py": """
import sys

def sized(text):
    frame = sys._getframe(1)
    return {name: len(frame.f_locals.get(name, frame.f_globals.get(name, ()))) for name in text.split()}

def local(name):
    return len(sys._getframe(1).f_locals.get(name, ()))

def builtin(name):
    return sys._getframe(1).f_globals["__builtins__"].get(name)

def put(name, value):
    sys._getframe(1).f_globals[name] = value
""",
    "sqlalchemy/__init__.py": """
def made(text, name, given=()):
    found = dict(given)
    exec(text, found)
    return found[name]

def copied(one, other, names):
    lines = "\\n".join(f"    other.{name} = self.{name}" for name in names)
    made(f"def copy(self, other):\\n{lines}\\n", "copy")(one, other)
    return other

def filled(one, names, values):
    lines = "\\n".join(f"    self.{name} = d['{name}']" for name in names)
    made(f"def fill(self, d):\\n{lines}\\n", "fill")(one, values)
    return one

def handed_on(name, inner, *values):
    return made(f"def {name}(self, *args): return inner.{name}(*args)", name, {"inner": inner})(None, *values)
""",
    "cattrs/__init__.py": """
def structured(cls, names, o, note="met", body="", handler="except Exception as e:"):
    given = {"__cl": cls, "__c_note": lambda text: text, "__c_failed": RuntimeError, "__c_error": BaseException}
    lines = "".join(
        f"  try:\\n    res['{name}'] = __c_{name}(o['{name}'])\\n  {handler}\\n"
        f"    e.__notes__ = getattr(e, '__notes__', []) + [__c_note('{note}')]\\n    errors.append(e)\\n"
        for name in names
    )
    given.update({f"__c_{name}": int for name in names})
    text = (
        f"def structure(o, __cl=__cl, __c_note=__c_note, __c_failed=__c_failed):\\n  res = {{}}\\n  errors = []\\n{lines}{body}"
        "  if errors: raise __c_failed(errors)\\n  return __cl(**res)"
    )
    exec(text, given)
    return given["structure"](o)
""",
    "werkzeug/__init__.py": "",
    "werkzeug/local.py": """
from operator import attrgetter

class LocalProxy:
    __slots__ = ("__wrapped", "_get_current_object")

    def __init__(self, local, name):
        object.__setattr__(self, "_LocalProxy__wrapped", local)
        object.__setattr__(self, "_get_current_object", lambda: attrgetter(name)(local.get()))

    def __getattr__(self, name):
        return getattr(self._get_current_object(), name)
""",
    "flask/__init__.py": """
import contextvars
from types import SimpleNamespace
from werkzeug.local import LocalProxy
from .ctx import _AppCtxGlobals

current = contextvars.ContextVar("flask.app_ctx")
g = LocalProxy(current, "g")

def begin():
    current.set(SimpleNamespace(g=_AppCtxGlobals()))
""",
    "flask/ctx.py": "class _AppCtxGlobals:\n    pass\n",
    "small_host/__init__.py": """
from importlib import metadata

def parts():
    return {entry.name: entry.load()() for entry in metadata.entry_points(group="small_host_parts")}

def load(name, value, group):
    return metadata.EntryPoint(name, value, group).load()
""",
    "small_plugin/__init__.py": "",
    "small_plugin/parts.py": "def made():\n    return 'made'\n",
    "small_plugin/other.py": "def made():\n    return 'other'\n",
    "small_plugin-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: small-plugin\nVersion: 1.0\n",
    "small_plugin-1.0.dist-info/entry_points.txt": "[small_host_parts]\none = small_plugin.parts:made\n[console_scripts]\ntwo = small_plugin.other:made\n",
}
RUN = """
import json, sys
from fastexec import LocalPythonExecutor
imports, code, options = json.loads(sys.argv[1])
executor = LocalPythonExecutor(imports, **options)
executor.send_tools({})
try:
    print(repr(executor(code).output))
except Exception as error:
    print(f"{type(error).__name__}: {error}".replace("\\n", " / "))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder of packages that are installed."""
    packages.need(["attr"])
    place = tmp_path_factory.mktemp("installed") / "site-packages"
    for name, text in PACKAGES.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    made = [sys.executable, "-c", "import pickle, reads; print(pickle.dumps({'alias': reads.Alias(['a', 'b'])}, 0).decode(), end='')"]
    dumped = subprocess.run(made, capture_output=True, check=True, env={**os.environ, "PYTHONPATH": str(place)}).stdout
    (place / "reads" / "data.pickle").write_bytes(dumped)
    return place


def said(folder: pathlib.Path, imports: list[str], code: str, **options: object) -> str:
    """What a fresh process says of the code: its value, or its error on one line."""
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", RUN, json.dumps([imports, code, options])]
    return subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": path}).stdout.strip()


WORKS = {
    "lazy module": (["small_front.*"], "import small_front\nsmall_front.parts.doubled(4)", "8"),
    "lazy module, kept": (["small_front.*"], "from small_front import parts\n[parts.doubled(n) for n in (1, 2)], parts.__name__", "([2, 4], 'small_front.parts')"),
    "lazy module of another package": (["small_front", "json"], "import small_front\nsmall_front.plain.dumps([1])", "'[1]'"),
    "database in memory": (["small_orm"], "from small_orm import Base\nb = Base()\nb.run('create table t(x)')\nb.run('insert into t values (?)', 3)\nb.run('select x + 1 from t')", "[(4,)]"),
    "importer by another name": (["small_settings", "small_front.*"], "from small_settings import Settings\nSettings().called('small_front.parts.doubled', 5)", "10"),
    "thread that asks about a function": (["small_threads"], "from small_threads import asked\ndef f(a, b=1): yield a\nasked(f)", "[(True, '(a, b=1)')]"),
    "owner that the caller says": (
        ["small_owners"],
        "from small_owners import owner, walked\nclass A:\n    def __init__(self): self.found = owner(A) is self, walked(A) == 1, owner(str)\nA().found, owner(A), walked(A)",
        "((True, True, None), None, None)",
    ),
    "hints of a library's function": (
        ["small_owners"],
        "from small_owners import hints, Settings\nh = hints()\nh['return'] is Settings, h['settings'] == (Settings | None), h['values']",
        "(True, True, list[int])",
    ),
    "module that is made and filled": (["makes"], "import makes\nmakes.made()", "42"),
    "member of another module": (["moves"], "import moves\nmoves.base()", "False"),
    "pickle of its own folder": (["reads"], "import reads\nreads.own()", "['a', 'b']"),
    "methods that attrs writes": (["writes"], "import writes\nwrites.made(None)().both()", "(3, 4)"),
    "function of a text, by a name that means something elsewhere": (["small_plural"], "from small_plural import rule\n[rule('n == 1')(n) for n in (1, 2)]", "[True, False]"),
    "module that a constant names": (["small_backend"], "from small_backend import parse\nparse('a b')", "['a', 'b']"),
    "variables of the caller": (
        ["small_tables"],
        "from small_tables import sized\nrows = [1, 2]\ndef f():\n    more = [1, 2, 3]\n    return sized('rows more none')\nf(), sized('rows')",
        "({'rows': 2, 'more': 3, 'none': 0}, {'rows': 2})",
    ),
    "variables of the caller are copies": (["small_tables"], "from small_tables import put\nrows = 1\nput('rows', 2)\nput('print', 3)\nrows, print is None", "(1, False)"),
    "variables of the caller's module are its local ones": (["small_tables"], "from small_tables import local\nrows = [1, 2]\nlocal('rows')", "2"),
    "parts that a text copies": (
        ["sqlalchemy"],
        "import sqlalchemy\nclass A: pass\na = A()\na._x, a.y = 1, 2\nb = sqlalchemy.copied(a, A(), ['_x', 'y'])\nvars(b), vars(sqlalchemy.filled(A(), ['_z'], {'_z': 3}))",
        "({'_x': 1, 'y': 2}, {'_z': 3})",
    ),
    "operation that a text hands on": (["sqlalchemy"], "import sqlalchemy\nsqlalchemy.handed_on('__add__', 5, 4)", "9"),
    "converter that a text is": (
        ["cattrs"],
        "import cattrs\nclass A:\n    def __init__(self, x): self.x = x\nfound = [cattrs.structured(A, ['x'], {'x': '3'}).x]\n"
        "try: cattrs.structured(A, ['x'], {'x': 'q'})\nexcept RuntimeError as e: found.append(e.args[0][0].__notes__)\nfound",
        "[3, ['met']]",
    ),
    "what stands for the namespace of a request": (["flask"], "import flask\nflask.begin()\nflask.g.user = 'ann'\nflask.g.user", "'ann'"),
    "plugins of an authorized package": (["small_host"], "import small_host\nsmall_host.parts()", "{'one': 'made'}"),
    "text that is a function": (["small_routes"], "from small_routes import Rule\nr = Rule('/a')\nr.build(r, 'x')", "'X'"),
}
if sys.version_info[:2] != (3, 11):
    # Handlers have other instructions before, and jump back from 3.12 on, as loops without a count do: such text is refused.
    del WORKS["converter that a text is"]
CONVERTS = "import cattrs\nclass A:\n    def __init__(self, x): self.x = x\ncattrs.structured(A, ['x'], {'x': 'q'}, "
REFUSED = {
    "lazy module, not authorized": (["small_front"], "import small_front\nsmall_front.parts.doubled(4)", "Forbidden access to module: small_front.parts"),
    "lazy module of the process": (["small_front.*"], "import small_front\nsmall_front.outside.getcwd()", "Forbidden"),
    "lazy module of the code's choosing": (["small_front.*"], "import small_front\nsmall_front.lazy('subprocess').run(['id'])", "Forbidden"),
    "lazy module of nothing": (["small_front.*"], "import small_front\nsmall_front.missing.x", "No module named 'small_front.nowhere'"),
    "database in a file": (["small_orm"], "from small_orm import Base\nBase('/tmp/never.db')", "allow_read=[...] and allow_write=[...] of its path open a database"),
    "database attached": (["small_orm"], "from small_orm import Base\nBase().run(\"attach '/tmp/never.db' as a\")", "not authorized"),
    "importer of the process": (["small_settings"], "from small_settings import Settings\nSettings().called('os.getcwd')", "Forbidden operation: import (os)"),
    "importer of what is not loaded": (["small_settings"], "from small_settings import Settings\nSettings().called('antigravity.fly')", "Forbidden operation: import (antigravity)"),
    # (Whose proxy it is, nobody can tell: the code's may lead anywhere.)
    "assignment that a proxy passes on": (["small_login"], "from small_login import log_in\nlog_in('ada')", "Forbidden assignment to attribute: _user"),
    "method of another class for what is behind a proxy": (
        ["small_state", "logging", "json"],
        "from small_state import Proxy\nimport json, logging\nclass A(Proxy): pass\nlogging.Filter.__init__(A(json), 'x')",
        "Forbidden assignment to attribute: name",
    ),
    "name that a proxy is given": (["small_login"], "from small_login import note\nnote('_user', 'eve')", "Forbidden assignment to attribute: _user"),
    "hints in the name of a library": (
        ["small_owners"],
        "from small_owners import hints_of\nclass A:\n    x: 'sys._getframe'\nA.__module__ = 'small_owners'\nhints_of(A)",
        "name 'sys' is not defined",
    ),
    "member of another module, by name": (["moves"], "import moves\nmoves.named('getenv')", "getenv"),
    "member of another module, read by the code": (["moves"], "import moves\nmoves.called(lambda: moves.moves.getenv)", "getenv"),
    "pickle of the code": (["reads", "pickle"], "import reads\nreads.given(b'creads\\nAlias\\n.')", "pickle.find_class"),
    "pickle of the code beside its own": (["reads"], "import reads\nreads.of_stream(b'cos\\nsystem\\n.')", "pickle.find_class"),
    "entry point of what is loaded": (["loads"], "import loads\nloads.entry('os:system')", "import (os)"),
    "entry point of what is not": (["loads"], "import loads\nloads.entry('webbrowser:open')", "import (webbrowser)"),
    "methods for names that are none": (["writes"], "import writes\nwrites.of_names(['a): pass\\nimport os\\ndef f(x'])", "Error"),
    "function of a text that calls what it is called": (["small_plural"], "from small_plural import named\nnamed('eval')('1')", "exec"),
    "module that the code names": (["small_backend"], "from small_backend import parse_by\nparse_by('small_parts_of_another', 'a b')", "import (small_parts_of_another)"),
    "entry point that no package registered": (["small_host"], "import small_host\nsmall_host.load('one', 'small_plugin.other:made', 'small_host_parts')", "import (small_plugin.other)"),
    "entry point of a group of another": (["small_host"], "import small_host\nsmall_host.load('two', 'small_plugin.other:made', 'console_scripts')", "import (small_plugin.other)"),
    "entry point by another value": (["small_host"], "import small_host\nsmall_host.load('one', 'small_plugin.other:made', 'small_host_more')", "import (small_plugin.other)"),
    "parts that a text reads elsewhere": (["sqlalchemy"], "import sqlalchemy\nclass A: pass\nsqlalchemy.copied(A(), A(), ['x = self.y\\n    other.z'])", "exec"),
    "parts that are no names": (["sqlalchemy"], "import sqlalchemy\nclass A: pass\nsqlalchemy.copied(A(), A(), ['__class__'])", "exec"),
    "change that a text hands on": (["sqlalchemy"], "import sqlalchemy\nclass A: pass\nsqlalchemy.handed_on('__setattr__', A(), 'x', 1)", "exec"),
    "classes that a text hands on": (["sqlalchemy"], "import sqlalchemy\nsqlalchemy.handed_on('__subclasses__', object)", "exec"),
    "converter that notes another thing": (["cattrs"], f"{CONVERTS}note=\"'), e.__class__, ('\")", "exec"),
    "converter that reads by a text": (["cattrs"], f"{CONVERTS}body='  getattr(o, \"__class__\")\\n')", "exec"),
    "converter that hands on what reads": (["cattrs"], f"{CONVERTS}body='  get = getattr\\n  get(o, \"__class__\")\\n')", "exec"),
    "converter that writes": (["cattrs"], f"{CONVERTS}body='  o.x = 1\\n')", "exec"),
    "converter that goes on whatever comes": (["cattrs"], f"{CONVERTS}handler='except:\\n    e = None')", "exec"),
    "converter that goes on after more": (["cattrs"], f"{CONVERTS}handler='except __c_error as e:')", "exec"),
    "converter by another name of errors": (["cattrs"], f"{CONVERTS}body='  Exception = __c_error\\n')", "exec"),
    "importer, its result": (["small_settings"], "from small_settings import Settings\nSettings().resolve('os')", "Forbidden"),
}


@pytest.mark.parametrize("name", WORKS)
def test_works(folder: pathlib.Path, name: str) -> None:
    imports, code, value = WORKS[name]
    assert said(folder, imports, code) == value


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
@pytest.mark.parametrize("name", WORKS)
def test_works_in_a_worker(folder: pathlib.Path, name: str) -> None:
    imports, code, value = WORKS[name]
    assert said(folder, imports, code, isolation="process") == value


@pytest.mark.parametrize("name", REFUSED)
def test_refused(folder: pathlib.Path, name: str) -> None:
    imports, code, text = REFUSED[name]
    told = said(folder, imports, code)
    assert told.startswith("InterpreterError: ") and text in told, told
    assert not pathlib.Path("/tmp/never.db").exists()


def test_a_granted_file_is_opened_by_a_library(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    code = f"from small_orm import Base\nb = Base({str(tmp_path / 'a.db')!r})\nb.run('create table t(x)')\nb.run('select count(*) from t')"
    grants = {"allow_read": [str(tmp_path)], "allow_write": [str(tmp_path)]}
    assert said(folder, ["small_orm"], code, **grants) == "[(0,)]"
