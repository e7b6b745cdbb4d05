"""What installed packages do by themselves: they make modules, read pickles of their own folder, and
write methods for classes of their own; and what they may not do for the code."""

from __future__ import annotations

import json
import os
import pathlib
import pickle
import subprocess
import sys

import packages
import pytest

MADE = '''
import types

def made():
    module = types.ModuleType("made_by_hand")
    module.__dict__.update({"answer": 42})
    return module.answer
'''
LAZY = '''
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
'''
READS = '''
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
'''
LOADS = '''
import importlib.metadata as metadata

def entry(value):
    return metadata.EntryPoint("plugin", value, "registry.plugins").load()
'''
CLASSES = '''
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
'''
CHILD = """
import json, sys
from fastexec import LocalPythonExecutor
names = ["makes", "makes.*", "moves", "reads", "loads", "writes", "pickle"]
executor = LocalPythonExecutor(names, isolation=sys.argv[1] if sys.argv[1] != "none" else None)
executor.send_tools({})
told = []
for code in json.load(sys.stdin):
    try:
        told.append(repr(executor(code).output))
    except Exception as error:
        told.append(f"{type(error).__name__}: {error}".splitlines()[0])
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    packages.need(["attr"])
    folder = tmp_path_factory.mktemp("site-packages")
    texts = {"makes": MADE, "moves": LAZY, "reads": READS, "loads": LOADS, "writes": CLASSES}
    for name, text in texts.items():
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(text)
    sys.path.insert(0, str(folder))
    try:
        import reads
    finally:
        sys.path.remove(str(folder))
    (folder / "reads" / "data.pickle").write_bytes(pickle.dumps({"alias": reads.Alias(["a", "b"])}))
    del sys.modules["reads"]
    return folder


def told(folder: pathlib.Path, *codes: str, isolation: str = "none") -> list[str]:
    """What each code gives, all in one fresh process."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-W", "ignore", "-c", CHILD, isolation]
    run = subprocess.run(command, input=json.dumps(codes), env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


WORK = {
    "import makes\nmakes.made()": "42",
    "import moves\nmoves.base()": "False",
    "import reads\nreads.own()": "['a', 'b']",
    "import writes\nwrites.made(None)().both()": "(3, 4)",
}
REFUSED = {
    "import moves\nmoves.named('getenv')": "getenv",
    "import moves\nmoves.called(lambda: moves.moves.getenv)": "getenv",
    "import reads, pickle\nreads.given(b'creads\\nAlias\\n.')": "pickle.find_class",
    "import reads\nreads.of_stream(b'cos\\nsystem\\n.')": "pickle.find_class",
    "import loads\nloads.entry('os:system')": "import (os)",
    "import loads\nloads.entry('webbrowser:open')": "import (webbrowser)",
    "import writes\nwrites.of_names(['a): pass\\nimport os\\ndef f(x'])": "",
}


@pytest.mark.parametrize("isolation", ["none", "process"])
def test_their_own_work(folder: pathlib.Path, isolation: str) -> None:
    assert told(folder, *WORK, isolation=isolation) == list(WORK.values())


def test_what_the_code_has_them_do(folder: pathlib.Path) -> None:
    answers = told(folder, *REFUSED)
    assert [word for word, answer in zip(REFUSED.values(), answers, strict=True) if not ("Error" in answer and word in answer)] == [], answers
