"""What can be asked of an object of the other side, and the special methods that ask."""

from __future__ import annotations

import copy
import inspect
import math
import operator
from collections.abc import Callable, Coroutine
from typing import Any


def _value_of(error: tuple[Any, ...]) -> Any:
    """Of what a block is left with. Its class is told by it; no traceback is one on the other side."""
    return error[1] if len(error) == 3 else None


def left_with(error: BaseException | None) -> tuple[Any, Any, None]:
    """What `__exit__` is given."""
    return None if error is None else type(error), error, None


def awaited(target: Any) -> Any:
    """What an awaitable of this side gives. With a loop running on this thread it runs on a thread of its own."""
    import asyncio

    async def wait() -> Any:
        return await target

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _run(wait())
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_run, wait()).result()


def _run(main: Coroutine[Any, Any, Any]) -> Any:
    """As `asyncio.run`, but that generators which began in it are not closed: who has them goes on with them on another loop."""
    import asyncio.runners

    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(main)
    finally:
        try:
            asyncio.runners._cancel_all_tasks(loop)  # type: ignore[attr-defined]
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            main.close()
            loop.close()


def _is_above(target: Any, kind: Any) -> bool:
    return issubclass(kind, target)


def _is_instance(target: Any, obj: Any) -> bool:
    return isinstance(obj, target)


def _called(target: Any, /, *args: Any, **kwargs: Any) -> Any:
    return target(*args, **kwargs)


_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "enter": lambda target: target.__enter__(),
    "aiter": lambda target: target.__aiter__(),
    "anext": lambda target: target.__anext__(),
    "aenter": lambda target: target.__aenter__(),
    "begin": lambda _target: False,
    "here": lambda _target: False,
}

_OF_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "exit": lambda target, error: target.__exit__(*left_with(error)),
    "aexit": lambda target, error: target.__aexit__(*left_with(error)),
    "rdivmod": lambda target, other: divmod(other, target),
}

OPERATIONS: dict[str, Callable[..., Any]] = {
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "call": _called,
    "len": len,
    "bool": bool,
    "str": str,
    "repr": repr,
    "bytes": bytes,
    "iter": iter,
    "next": next,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "delitem": operator.delitem,
    "contains": operator.contains,
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "await": awaited,
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "abs": abs,
    "int": int,
    "float": float,
    "complex": complex,
    "index": operator.index,
    "round": round,
    "trunc": math.trunc,
    "floor": math.floor,
    "ceil": math.ceil,
    "format": format,
    "reversed": reversed,
    "dir": dir,
    "vars": vars,
    "hash": hash,
    "signature": inspect.signature,
    "subclass": _is_above,
    "instance": _is_instance,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "divmod": divmod,
    **_OF_ONE,
    **_OF_TWO,
}
"""What can be asked of an object, by name."""

BINARY = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
    "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
"""Operators. Each is asked for with the object on its left, on its right (`radd`), and in place (`iadd`)."""


def _swapped(of_two: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda target, other: of_two(other, target)


for _name in BINARY:
    OPERATIONS[_name] = getattr(operator, f"__{_name}__")
    OPERATIONS[f"r{_name}"] = _swapped(OPERATIONS[_name])
    OPERATIONS[f"i{_name}"] = getattr(operator, f"__i{_name}__")
OPERATIONS["pow"] = pow  # which may be told a modulus

def _exit(self: Any, *error: Any) -> Any:
    return self._ask(self._number, "exit", [_value_of(error)], {})


# What can be awaited with a default, or by several, is a coroutine of this side.


async def _anext(self: Any) -> Any:
    return await self._ask(self._number, "anext", [], {})


async def _aenter(self: Any) -> Any:
    return await self._ask(self._number, "aenter", [], {})


async def _aexit(self: Any, *error: Any) -> Any:
    return await self._ask(self._number, "aexit", [_value_of(error)], {})


def _asking(operation: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        return self._ask(self._number, operation, list(args), {})

    method.__name__ = f"__{operation}__"
    return method


_NO_METHODS = ("getattr", "setattr", "delattr", "call", "await", "begin", "here", "deepcopy", "signature", "subclass", "instance", "vars")

METHODS: dict[str, Callable[..., Any]] = {
    **{operation: _asking(operation) for operation in OPERATIONS if operation not in _NO_METHODS},
    "exit": _exit,
    "anext": _anext,
    "aenter": _aenter,
    "aexit": _aexit,
}
"""The special methods of a class that asks for these operations, by their names."""
