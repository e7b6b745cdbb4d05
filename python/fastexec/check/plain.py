"""Values of Python's own types that stand in the text: what they are, and what they lack."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from fastexec.check import refused
from fastexec.guards import is_tuple
from fastexec.hints.asked import holds

_SCALARS = (str, bytes, int, float, complex, bool)
_DISPLAYS: dict[type[ast.expr], type] = {
    ast.JoinedStr: str, ast.List: list, ast.ListComp: list, ast.Tuple: tuple, ast.Set: set, ast.SetComp: set, ast.Dict: dict, ast.DictComp: dict,
}  # fmt: skip
_MAKERS = {kind.__name__: kind for kind in (bool, dict, float, frozenset, int, list, range, set, tuple)} | {"len": int, "sorted": list}
"""Python's own functions that give a value of this very type, or an error. (`str` and `bytes` may give one of a class below.)"""
_LONGEST = 200
"""Characters of a value that a message repeats."""


class Plain:
    """What a part of the text is sure to give.

    Args:
        kind: Its type.
        value: The value, or one that stands for it.
        is_known: Whether it is this very value, in every run.
    """

    def __init__(self, kind: type, value: Any, is_known: bool) -> None:
        self.kind: type = kind
        self.value: Any = value
        self._is_known: bool = is_known

    def held(self) -> Plain:
        """The same under a name: what can be changed may have been."""
        return Plain(self.kind, self.value, self._is_known and _never_changes(self.value))

    def lacks(self, name: str) -> bool:
        """Whether no value of the type has such a member. (Of what is refused a run has other words.)"""
        return not name.startswith("_") and name not in refused.FIXED and not any(holds(vars(kind), name) for kind in self.kind.__mro__)

    def said(self, name: str, called: bool) -> tuple[str, str]:
        """Class and message of the error about a member that is not there; `called`: where its call is all that is wanted of it."""
        text = str(self.value) if called and self._is_known else None
        if text is not None and len(text) <= _LONGEST:
            return "InterpreterError", f"Object {text} has no attribute {name}"
        return "AttributeError", f"'{self.kind.__name__}' object has no attribute '{name}'"


def of(node: ast.expr, is_pythons: Callable[[str], bool]) -> Plain | None:
    """What a literal, or a call of one of Python's own functions, gives; None if that is not sure.

    Args:
        node: The part of the tree.
        is_pythons: Whether a name means Python's own function.
    """
    if isinstance(node, ast.Constant):
        return Plain(type(node.value), node.value, True) if type(node.value) in _SCALARS else None
    kind = _DISPLAYS.get(type(node))
    if kind is not None:
        return _of_display(node, kind)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKERS and is_pythons(node.func.id):
        kind = _MAKERS[node.func.id]
        return Plain(kind, kind(0) if kind is range else kind(), False)
    return None


def _of_display(node: ast.expr, kind: type) -> Plain:
    try:
        # (Which item of a set comes first is another process's business.)
        return Plain(kind, ast.literal_eval(node), kind is not set)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return Plain(kind, kind(), False)


def _never_changes(value: Any) -> bool:
    return all(map(_never_changes, value)) if is_tuple(value) else type(value) in _SCALARS or value is None
