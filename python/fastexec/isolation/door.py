"""The rules of ring 1 for what a worker does with objects of the host."""

from __future__ import annotations

from typing import Any

from fastexec import errors
from fastexec.executor import LocalPythonExecutor
from fastexec.isolation.operations import BINARY
from fastexec.isolation.problems import WorkerGone
from fastexec.limits import Limits


class Door:
    """The rules of ring 1 for what a worker does with objects of the host: each operation is a snippet, run in this
    process on a session of its own."""

    _SNIPPETS = {
        "getattr": "getattr(target, *args)",
        "setattr": "setattr(target, *args)",
        "delattr": "delattr(target, *args)",
        "call": "target(*args, **kwargs)",
        "len": "len(target)",
        "bool": "bool(target)",
        "str": "str(target)",
        "repr": "repr(target)",
        "bytes": "bytes(target)",
        "iter": "iter(target)",
        "next": "next(target)",
        "getitem": "target[args[0]]",
        "setitem": "target[args[0]] = args[1]",
        "delitem": "del target[args[0]]",
        "contains": "args[0] in target",
        "eq": "target == args[0]",
        "ne": "target != args[0]",
        "lt": "target < args[0]",
        "le": "target <= args[0]",
        "gt": "target > args[0]",
        "ge": "target >= args[0]",
        "enter": "target.__enter__()",
        "exit": "target.__exit__(None if args[0] is None else type(args[0]), args[0], None)",
        "aiter": "target.__aiter__()",
        "anext": "target.__anext__()",
        "aenter": "target.__aenter__()",
        "aexit": "target.__aexit__(None if args[0] is None else type(args[0]), args[0], None)",
        "neg": "-target",
        "pos": "+target",
        "invert": "~target",
        "abs": "abs(target)",
        "int": "int(target)",
        "float": "float(target)",
        "complex": "complex(target)",
        "index": "range(target).stop",
        "round": "round(target, *args)",
        "trunc": "import math\nmath.trunc(target)",
        "floor": "import math\nmath.floor(target)",
        "ceil": "import math\nmath.ceil(target)",
        "format": "format(target, *args)",
        "reversed": "reversed(target)",
        "dir": "dir(target)",
        "vars": "vars(target)",
        "hash": "hash(target)",
        "signature": "import inspect\ninspect.signature(target)",
        "subclass": "issubclass(args[0], target)",
        "instance": "isinstance(args[0], target)",
        "copy": "import copy\ncopy.copy(target)",
        "deepcopy": "import copy\ncopy.deepcopy(target)",
        "divmod": "divmod(target, args[0])",
        "rdivmod": "divmod(args[0], target)",
        **{name: f"target {sign} args[0]" for name, sign in BINARY.items()},
        "pow": "pow(target, *args)",
        **{f"r{name}": f"args[0] {sign} target" for name, sign in BINARY.items()},
        **{f"i{name}": f"target {sign}= args[0]\ntarget" for name, sign in BINARY.items()},
    }

    def __init__(self, executor: dict[str, Any], memory_bytes: int | None) -> None:
        self._options: dict[str, Any] = {**executor, "additional_authorized_imports": [*executor["additional_authorized_imports"], "copy", "inspect"]}
        self._memory_bytes = memory_bytes

    def operate(self, operation: str, target: Any, args: list[Any], kwargs: dict[str, Any], seconds: float | None) -> Any:
        """What the operation gives, or raises, within the time that the call has left."""
        snippet = self._SNIPPETS.get(operation)
        if snippet is None:
            raise WorkerGone("it sent what is no message")
        inner = LocalPythonExecutor(**self._options, timeout_seconds=seconds, limits=Limits(memory_bytes=self._memory_bytes))
        inner.send_tools({})
        inner.send_variables({"target": target, "args": args, "kwargs": kwargs})
        try:
            return inner(snippet).output
        except errors.InterpreterError as error:
            # (Raised here, it would lose its own cause and context to this one.)
            failed = error.__cause__ or error
        raise failed
