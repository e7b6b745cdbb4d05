"""What runs the programs: one adapter for each executor that is installed.

`session(program, tools)` makes a fresh session and gives a function that runs text in it and returns
the value of the last expression.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time
import types
from collections.abc import Callable

PLENTY = 10**15
Run = Callable[[str], object]


def split(text: str) -> tuple[ast.Module, ast.Expression | None]:
    """Statements, and the last one apart when it is an expression."""
    tree = ast.parse(text)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    return tree, ast.Expression(last.value) if last else None


class CPython:
    name = "CPython"
    clock = staticmethod(time.thread_time)
    slow = False

    def session(self, imports, tools) -> Run:
        namespace = types.ModuleType("__main__").__dict__
        namespace.update(tools)

        def run(text: str) -> object:
            tree, last = split(text)
            exec(compile(tree, "<program>", "exec"), namespace)
            return eval(compile(last, "<program>", "eval"), namespace) if last else None

        return run


class Fastexec:
    name = "fastexec"
    clock = staticmethod(time.thread_time)
    slow = False

    def __init__(self) -> None:
        import fastexec

        self.module = fastexec
        self.executor = fastexec.LocalPythonExecutor  # which loads its modules
        fastexec.MAX_OPERATIONS = fastexec.MAX_WHILE_ITERATIONS = PLENTY

    def session(self, imports, tools) -> Run:
        executor = self.executor(list(imports), timeout_seconds=600)
        executor.send_tools(dict(tools))
        return lambda text: executor(text).output


class Smolagents:
    name = "smolagents"
    clock = staticmethod(time.process_time)  # it works on a thread of its own
    slow = True

    def __init__(self) -> None:
        import smolagents.local_python_executor as module

        self.module = module
        module.MAX_OPERATIONS = 3_000_000  # it takes some programs for endless loops; its timeout does not end them

    def session(self, imports, tools) -> Run:
        executor = self.module.LocalPythonExecutor(list(imports), timeout_seconds=600)
        executor.send_tools(dict(tools))
        return lambda text: executor(text).output


class Monty:
    name = "pydantic-monty"
    clock = staticmethod(time.perf_counter)  # it works in a process of its own
    slow = False

    def __init__(self) -> None:
        import pydantic_monty

        self.stack = contextlib.ExitStack()
        self.pool = self.stack.enter_context(pydantic_monty.Monty())

    def session(self, imports, tools) -> Run:
        stack = contextlib.ExitStack()
        session = stack.enter_context(self.pool.checkout())

        def run(text: str) -> object:
            return session.feed_run(text, external_lookup=dict(tools))

        run.close = stack.close
        return run


class Restricted:
    name = "RestrictedPython"
    clock = staticmethod(time.thread_time)
    slow = False

    def __init__(self) -> None:
        import RestrictedPython

        self.module = RestrictedPython

    def session(self, imports, tools) -> Run:
        from RestrictedPython import Eval, Guards, PrintCollector, limited_builtins, safe_builtins, utility_builtins

        def import_(name, *rest):
            if name not in imports and name.split(".")[0] not in {allowed.split(".")[0] for allowed in imports}:
                raise ImportError(name)
            return __import__(name, *rest)

        def in_place(operator, target, value):
            return IN_PLACE[operator](target, value)

        builtins = {**safe_builtins, **limited_builtins, **utility_builtins, "__import__": import_, "range": range, "list": list, "tuple": tuple}
        for extra in ("sorted", "zip", "print", "sum", "min", "max", "enumerate", "map", "filter", "dict", "set", "frozenset", "any", "all", "iter", "next", "reversed", "super", "staticmethod", "classmethod", "property", "object", "type"):
            builtins[extra] = __builtins__[extra] if isinstance(__builtins__, dict) else getattr(__builtins__, extra)
        namespace = {
            "__builtins__": builtins, "__metaclass__": type, "__name__": "__main__", "_getiter_": Eval.default_guarded_getiter,
            "_getitem_": Eval.default_guarded_getitem, "_getattr_": Guards.safer_getattr, "_write_": lambda thing: thing, "_inplacevar_": in_place,
            "_print_": PrintCollector, "_apply_": lambda function, *args, **options: function(*args, **options), "_iter_unpack_sequence_": Guards.guarded_iter_unpack_sequence, "_unpack_sequence_": Guards.guarded_unpack_sequence, **tools,
        }  # fmt: skip

        def run(text: str) -> object:
            tree, last = split(text)
            if last:
                lines = text.splitlines()
                node = last.body
                text = "\n".join(lines[: node.lineno - 1]) + f"\nbench_result = ({ast.get_source_segment(text, node)})\n"
            exec(self.module.compile_restricted(text, "<program>", "exec"), namespace)
            return namespace.get("bench_result")

        return run


class OtherPython:
    """Another CPython of this machine, in a process of its own that measures itself."""

    slow = False

    def __init__(self, path: str, name: str) -> None:
        self.name = name
        worker = pathlib.Path(__file__).with_name("other_python.py")
        environment = {**os.environ, "PYTHONPATH": ""}
        self.process = subprocess.Popen([path, str(worker)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)

    def timed(self, text: str) -> tuple[float, str]:
        """Seconds, and the value as text."""
        print(json.dumps(text), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["seconds"], answer["value"]


def other_pythons() -> list[OtherPython]:
    """Every other CPython of this machine, and the system's own beside one of the same version (it is built with
    profile guidance, others mostly not)."""
    sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tools"))
    import pythons

    paths = [*pythons.interpreters().values(), *filter(os.path.exists, ("/usr/bin/python3",))]
    found: dict[str, OtherPython] = {}
    probe = "import sys, os; print(os.path.realpath(sys.executable)); print('%d.%d.%d' % sys.version_info[:3])"
    own = os.path.realpath(sys.executable)
    for path in paths:
        run = subprocess.run([path, "-c", probe], capture_output=True, text=True)
        real, _, version = run.stdout.strip().partition("\n")
        name = f"system CPython {version}" if real.startswith("/usr/bin/") else f"CPython {version}"
        if version and real != own and name not in found and tuple(map(int, version.split("."))) >= (3, 10):
            found[name] = OtherPython(path, name)
    return list(found.values())


def _in_place() -> dict:
    import operator

    names = {"+=": "iadd", "-=": "isub", "*=": "imul", "/=": "itruediv", "//=": "ifloordiv", "%=": "imod", "**=": "ipow", "^=": "ixor", "|=": "ior", "&=": "iand", "<<=": "ilshift", ">>=": "irshift"}
    return {sign: getattr(operator, name) for sign, name in names.items()}


IN_PLACE = _in_place()


def installed(names: list[str] | None = None) -> list:
    """CPython, and the others that can be imported (those of `names` when given)."""
    found = []
    for kind in (CPython, Fastexec, Monty, Restricted, Smolagents):
        if names and kind.name not in names and kind is not CPython:
            continue
        try:
            found.append(kind())
        except ImportError:
            pass
    return found
