"""The functions that the original gives all code. A host may add to the dict (`BASE_PYTHON_TOOLS["open"] =
open`); what is in it under a builtin's name is the engine's guarded builtin when code calls it."""

from __future__ import annotations

import math
from typing import Any

from fastexec.errors import InterpreterError, error


def _print(*args: Any) -> None:
    """Stands for `print`, which goes to the logs."""


def _getattr(obj: Any, name: str, default: Any = None) -> Any:
    """`getattr` without the special names."""
    if name.startswith("__") and name.endswith("__"):
        raise error(InterpreterError, f"Forbidden access to dunder attribute: {name}")
    return getattr(obj, name, default)


_BUILTINS = (
    abs, all, any, bool, callable, chr, complex, dict, divmod, enumerate, filter, float, hasattr, int,
    isinstance, issubclass, iter, len, list, map, max, min, next, ord, pow, range, reversed, round, set,
    setattr, sorted, str, sum, tuple, type, zip,
)  # fmt: skip
_MATH = (
    math.acos, math.asin, math.atan, math.atan2, math.ceil, math.cos, math.degrees, math.exp, math.floor,
    math.log, math.radians, math.sin, math.sqrt, math.tan,
)  # fmt: skip

BASE_PYTHON_TOOLS: dict[str, Any] = {
    "print": _print,
    "getattr": _getattr,
    **{function.__name__: function for function in _BUILTINS},
    **{function.__name__: function for function in _MATH},
}

SHIPPED = dict(BASE_PYTHON_TOOLS)
"""As every process has them, whatever a host has added."""
