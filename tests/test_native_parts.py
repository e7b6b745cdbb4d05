"""Packages that reach a native part of their own through `ctypes` work as those do that have an extension module; others may not."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys

import packages
import pytest

OWN = """
import ctypes
import pathlib

class Pair(ctypes.Structure):
    _fields_ = [("first", ctypes.c_int), ("second", ctypes.c_int)]

_LIB = ctypes.CDLL(str(next(pathlib.Path(__file__).parent.glob("*.so"))))

def has(name):
    return hasattr(_LIB, name)

def again():
    return bool(ctypes.CDLL(_LIB._name)._handle)

def filled(text):
    buffer = ctypes.create_string_buffer(16)
    buffer.value = text.encode()
    return ctypes.cast(ctypes.addressof(buffer), ctypes.c_char_p).value.decode()

def swapped(first, second):
    raw = bytearray(Pair(first, second))
    pair = Pair.from_buffer(raw)
    pair.first, pair.second = pair.second, pair.first
    return pair.first, pair.second

class Handle(ctypes.c_void_p):
    def from_param(given):
        return given

def copied(given):
    return Handle.from_buffer_copy(given or ctypes.c_void_p(7)).value

def called(function):
    return ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(function)(20)
"""
DEFAULTS = """
class Kept:
    def __init__(self, function):
        self.function = function

def kept(given=Kept(_LIB.PyInit__speedups)):
    return given is not None

del _LIB
"""
WAYS_OUT = """
def system():
    return ctypes.CDLL(None).getpid()

def system_function():
    return ctypes.pythonapi.Py_GetVersion

def text_at(address):
    return ctypes.string_at(address)

def handle():
    return ctypes.c_void_p(5)

def pair():
    return Pair(1, 2)

def library():
    return _LIB
"""
MAPPED = '''
TEXT = """\\
def __init__(self, name, *, age=3):
    new_state = class_manager._new_state_if_none(self)
    if new_state:
        return new_state._initialize_instance(self, name, age=age)
    else:
        return original_init(self, name, age=age)
"""

class State:
    def _initialize_instance(self, *args, **keywords):
        return original(*args, **keywords)

class Manager:
    def _new_state_if_none(self, instance):
        return State()

def mapped(cls):
    global original
    original = cls.__init__
    namespace = {"class_manager": Manager(), "original_init": original}
    exec(TEXT, namespace)
    cls.__init__ = namespace["__init__"]
    return cls

def run(text):
    exec(text, {})
'''
CHILD = """
import json, sys
from fastexec import LocalPythonExecutor
executor = LocalPythonExecutor(["ownlib", "deflib", "nolib", "maplib"], isolation=sys.argv[1] if sys.argv[1] != "none" else None)
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
    """Installed packages: `ownlib` with a library in its folder, `deflib` whose functions alone keep one, `nolib` with none, and `maplib`, which writes functions as text."""
    packages.need(["markupsafe"])
    import markupsafe._speedups

    folder = tmp_path_factory.mktemp("site-packages")
    for name, text in {"ownlib": OWN + WAYS_OUT, "deflib": OWN + DEFAULTS, "nolib": OWN.replace("\n_LIB =", "\n_none =") + WAYS_OUT, "maplib": MAPPED}.items():
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(text)
        shutil.copy2(markupsafe._speedups.__file__, folder / name / "native.so")
    text = (folder / "nolib" / "__init__.py").read_text()
    (folder / "nolib" / "__init__.py").write_text(text.replace("_none = ctypes.CDLL(", "_none = str(").replace("_LIB", "ctypes.CDLL(_none)"))
    return folder


def told(folder: pathlib.Path, *codes: str, isolation: str = "none") -> list[str]:
    """What each code gives, in a fresh process."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-W", "ignore", "-c", CHILD, isolation]
    run = subprocess.run(command, input=json.dumps(codes), env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


WORK = {
    "import ownlib\n(ownlib.has('PyInit__speedups'), ownlib.has('no_such_function'))": "(True, False)",
    "import ownlib\nownlib.again()": "True",
    "import ownlib\nownlib.filled('abc')": "'abc'",
    "import ownlib\nownlib.swapped(1, 2)": "(2, 1)",
    "import deflib\ndeflib.kept() and deflib.filled('abc')": "'abc'",
    "import deflib\ndeflib.swapped(1, 2)": "(2, 1)",
    "import ownlib\nownlib.copied(None)": "7",
}
CALLS_BACK = "import ownlib\nownlib.called(lambda n: n * 2 + 2)"


@pytest.mark.parametrize("isolation", ["none", "process"])
def test_its_own_work(folder, isolation):
    assert told(folder, *WORK, isolation=isolation) == list(WORK.values())


def test_its_library_calls_a_function_of_the_code(folder):
    assert told(folder, CALLS_BACK) == ["42"]


REFUSED = {
    "import ownlib\nownlib.system()": "ctypes.dlopen",
    "import ownlib\nownlib.system_function()": "ctypes.dlsym",
    "import ownlib\nownlib.text_at(5)": "ctypes.string_at",
    "import ownlib\nownlib.handle()": "c_void_p",
    "import ownlib\nownlib.pair()": "Pair",
    "import ownlib\nownlib.copied(bytes(8))": "bytes is no handle",
    "import ownlib\nownlib.library()": "CDLL",
    "import ownlib\nownlib.ctypes": "ctypes",
    "import nolib\nnolib.filled('abc')": "ctypes.create_string_buffer",
    "import nolib\nnolib.swapped(1, 2)": "ctypes.cdata/buffer",
}


def test_what_leads_beyond_it(folder):
    answers = told(folder, *REFUSED)
    assert [word for word, answer in zip(REFUSED.values(), answers, strict=True) if not (answer.startswith("InterpreterError: ") and word in answer)] == []


def test_constructors_that_a_package_writes(folder):
    people = "import maplib\n@maplib.mapped\nclass Person:\n    def __init__(self, name, *, age):\n        self.told = (name, age)\n"
    texts = ["x = [].__class__", "def f():\n    return f.__init__.__globals__\nf()", "object.__init__", "def __reduce__():\n    pass\nint.__reduce__"]
    answers = told(folder, people + "[Person('a').told, Person('b', age=4).told]", *(f"import maplib\nmaplib.run({text!r})" for text in texts))
    assert answers[0] == "[('a', 3), ('b', 4)]"
    assert [answer for answer in answers[1:] if "Forbidden operation: exec" not in answer] == []
