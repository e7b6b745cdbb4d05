"""From every name and value that the code can get, through the door, six attributes deep: no module, frame,
raw function or file is reached."""

from __future__ import annotations

import io
import os
import subprocess
import types

import fastexec
import pytest

BASE = ["collections", "datetime", "itertools", "math", "queue", "random", "re", "stat", "statistics", "time", "unicodedata"]
STANDARD = ["json", "functools", "operator", "string", "copy", "decimal", "fractions", "dataclasses", "enum", "typing", "contextlib", "textwrap"]
STANDARD += ["uuid", "hashlib", "calendar", "heapq", "bisect", "logging", "warnings", "pprint", "csv", "base64", "abc", "numbers", "secrets"]
STANDARD += ["zoneinfo", "html", "struct", "array", "weakref", "asyncio", "cmath", "difflib", "ipaddress"]

MODULES = {"os", "posix", "sys", "subprocess", "builtins", "io", "_io", "importlib", "_frozen_importlib", "_frozen_importlib_external"}
MODULES |= {"_imp", "socket", "_socket", "shutil", "pathlib", "ctypes", "_ctypes", "pickle", "_pickle", "marshal", "threading", "_thread"}
MODULES |= {"inspect", "gc", "signal", "multiprocessing", "tempfile", "code", "codeop", "runpy", "pty", "linecache", "tokenize", "traceback"}
MODULES |= {"copyreg", "fastexec", "__main__", "_posixsubprocess", "dis"}
RAW = [eval, exec, compile, open, __import__, globals, locals, vars, input, breakpoint, getattr, setattr, delattr, str.format]
RAW += [os.system, os.popen, os.getenv, os.listdir, os.open, os.environ, subprocess.Popen, subprocess.run, io.FileIO]
RAW += [types.FunctionType, types.CodeType, types.CellType, object.__getattribute__, object.__setattr__]
INSIDES = (types.FrameType, types.TracebackType, types.CodeType, types.CellType, types.MappingProxyType)
INSIDES += (types.GetSetDescriptorType, types.MemberDescriptorType, io.FileIO, io.TextIOWrapper, io.BufferedReader)
NAMES = "__class__ __dict__ __globals__ __code__ __closure__ __self__ __func__ __wrapped__ __init__ __new__ __getattribute__ __setattr__ __mro__ "
NAMES += "__reduce_ex__ __subclasses__ __bases__ __base__ __loader__ __spec__ __builtins__ __traceback__ __context__ gi_frame cr_frame tb_frame obj "
NAMES += "mro __get__ __call__ __prepare__ __annotations__ __members__ __objclass__ __init_subclass__ fget func"

WALK = """
def walk(roots):
    queue = list(roots)
    for value, path in queue:
        found = []
        for name in names(value):
            try:
                found.append((getattr(value, name), path + '.' + name))
            except Exception:
                continue
        visit(found, queue)

def visit(found, queue):
    for number in fresh(found):
        value, path = found[number]
        if path.count('.') < 6:
            queue.append((value, path))
        items = []
        for key in keys(value):
            try:
                items.append((value[key], path + '[]'))
            except Exception:
                continue
        if items:
            visit(items, queue)

class A:
    x = 1
    def f(self): return 1
    @property
    def p(self): return 2
def g(): yield 1
try:
    1 / 0
except Exception as e:
    error = e
"""
ROOTS = "A A() A.p A.f g g() error ValueError(1) (lambda:0) 1 '' b'' [] {} () None type super object names print getattr map(len,[]) range(3) isinstance"
ROOTS += " re.compile('a') re.match('a','a') datetime.datetime.now() queue.Queue() collections.Counter() random.Random() bytearray() slice(1) iter([])"


class Host:
    def __init__(self):
        self.seen, self.found = {}, []

    def names(self, value):
        try:
            return list(dict.fromkeys([*dir(value), *NAMES.split()]))
        except Exception:  # noqa: BLE001
            return NAMES.split()

    def keys(self, value):
        if type(value) in (list, tuple):
            return list(range(len(value)))[:50]
        return list(value)[:200] if type(value) is dict else []

    def fresh(self, found):
        """Where those stand that nothing like was seen before; they are judged. (One call for all that a value has: calls of tools cost.)"""
        new = []
        for number, (value, path) in enumerate(found):
            if self.is_fresh(value):
                new.append(number)
                self.judge(value, path)
        return new

    def is_fresh(self, value):
        """Whether nothing like it was seen: objects that come anew each time count by what they are."""
        kind = type(value)
        key = id(value)
        if kind in (types.BuiltinFunctionType, types.MethodWrapperType) and not isinstance(value.__self__, types.ModuleType):
            key = (kind, value.__name__, value.__self__ if isinstance(value.__self__, type) else type(value.__self__))
        elif kind is types.MethodType:
            key = (kind, id(value.__func__))
        elif kind in (str, int, float, bytes, bool, type(None)):
            key = kind
        elif kind in (list, tuple, dict):
            key = (kind, str(value)[:40])
        elif not isinstance(value, (type, types.ModuleType, types.FunctionType)) and kind.__flags__ & 0x200 == 0:
            key = (kind, str(value)[:40]) if kind.__name__ not in ("wrapper_descriptor", "method_descriptor") else id(value)
        if key in self.seen:
            return False
        self.seen[key] = value
        return True

    def judge(self, value, path):
        kind = type(value)
        if isinstance(value, types.ModuleType):
            bad = value.__name__.split(".")[0] in MODULES
        elif kind in (types.FunctionType, types.BuiltinFunctionType) and isinstance(getattr(value, "__self__", None), (types.ModuleType, type(None))):
            bad = (value.__module__ or "").split(".")[0] in MODULES - {"builtins", "io", "_io", "__main__"}
        elif isinstance(value, dict):
            bad = "__builtins__" in value or "__spec__" in value
        else:
            bad = isinstance(value, INSIDES)
        if bad or any(value is raw for raw in RAW):
            self.found.append((path, repr(value)[:80]))


@pytest.mark.parametrize("imports", [[], STANDARD, ["numpy"], ["numpy.*"], ["pandas"], ["pandas.*"]], ids=lambda i: (i or ["base"])[0])
def test_nothing_raw_is_reached(imports):
    host = Host()
    executor = fastexec.LocalPythonExecutor(imports, timeout_seconds=None, limits=fastexec.Limits(operations=None))
    executor.send_tools({"names": host.names, "keys": host.keys, "fresh": host.fresh})
    modules = [*BASE, *(name.removesuffix(".*") for name in imports)]
    executor("\n".join(f"import {name}" for name in modules) + WALK)
    roots = ", ".join(f"({root}, {root!r})" for root in [*modules, *ROOTS.split()])
    executor(f"walk([{roots}])")
    assert host.found == []
    assert len(host.seen) > 500
