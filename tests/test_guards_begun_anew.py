"""A guard that something comes in between of while it is put in its place stands afterwards, as it does where nothing comes."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

# Guards ask modules for these members when they are half-way. Each is missing so many times, with an error.
PROGRAM = """
import builtins, functools, importlib.util, json, sys
how, times, begun = getattr(builtins, sys.argv[1]), int(sys.argv[2]), sys.argv[3]
from fastexec import _fastexec, InterpreterError, LocalPythonExecutor

def disturb(module, names):
    taken = {name: module.__dict__.pop(name) for name in names if name in vars(module)}
    left = dict.fromkeys(taken, times)
    usual = vars(module).get("__getattr__")
    def ask(name):
        if name not in taken:
            return usual(name) if usual else object.__getattribute__(module, name)
        left[name] -= 1
        if left[name] >= 0:
            raise how(name)
        setattr(module, name, taken[name])
        return taken[name]
    module.__getattr__ = ask
    disturbed.append(left)

class Finder:
    def find_spec(self, name, path, target=None):
        if name != "numpy":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        sys.meta_path.insert(0, self)
        load = spec.loader.exec_module
        spec.loader.exec_module = lambda module: (load(module), disturb(module, OF_NUMPY))
        return spec

def repeated(act):
    for _ in range(20):
        try:
            return act()
        except (how, InterpreterError) as error:
            assert isinstance(error, how) or how.__name__ in str(error), error

OF_NUMPY, disturbed = ("timedelta64", "generic", "ufunc"), []
if begun == "by the first executor":
    import numpy
    if times:
        disturb(numpy, OF_NUMPY)
        disturb(functools, ("cmp_to_key", "reduce"))
elif times:
    sys.meta_path.insert(0, Finder())
executor = repeated(lambda: LocalPythonExecutor(["numpy"]))
executor.send_tools({})
repeated(lambda: executor("import numpy"))
outcomes = []
for code in (
    "numpy.dtype(('S4', {'a': ('i4', 0)}))",
    "numpy.zeros(1, dtype='O').view('i8')",
    "numpy.zeros(1, dtype='O')[:1].byteswap()",
    "(numpy.arange(6).reshape(2, 3) + 1).sum().item()",
    "str(numpy.zeros(2, dtype=[('a', 'i4'), ('b', 'O')])[0])",
    "numpy.array([1.5, 2]).astype('O').tolist()",
    "sorted([3, 1, 2], key=lambda n: -n) + [isinstance(3, (int, (str, bytes)))]",
):
    try:
        outcomes.append(repr(executor(code).output))
    except InterpreterError as error:
        outcomes.append(str(error).splitlines()[0])
changes = sorted({(kind, target.split(" at 0x")[0], reason) for kind, target, reason, _ in _fastexec.interpreter_changes()})
assert bool(disturbed) == bool(times)
print(json.dumps([[name for left in disturbed for name, n in left.items() if n > 0], outcomes, changes]))
"""


def stands(how: str, times: int, begun: str) -> tuple[list[str], list[list[str]]]:
    env = {**os.environ, "FASTEXEC_TEST_NETS": "1"}
    command = [sys.executable, "-c", PROGRAM, how, str(times), begun]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=env)
    assert done.returncode == 0, done.stderr
    left, outcomes, changes = json.loads(done.stdout)
    assert not left, "all of them failed as often as they were to"
    return outcomes, changes


CASES = [
    *(
        (how, times, begun)
        for begun in ("by the first executor", "in a run")
        for how, times in (("KeyboardInterrupt", 1), ("MemoryError", 1), ("RecursionError", 2))
    ),
    # More often than it is tried at once.
    *(("TimeoutError", 7, begun) for begun in ("by the first executor", "in a run")),
]


@pytest.mark.parametrize(("how", "times", "begun"), CASES)
def test_guards_that_fail_half_way_stand_afterwards(how: str, times: int, begun: str) -> None:
    pytest.importorskip("numpy")
    assert stands(how, times, begun) == stands(how, 0, begun)
