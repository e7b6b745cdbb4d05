"""Loops without a way out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from fastexec.check.scopes import own_nodes

_LEAVES = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def is_always_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def breaks(loop: ast.While) -> bool:
    """Whether a `break` of the loop itself is in it."""
    return _has_own(loop.body, (ast.Break,))


def nodes_of_a_turn(loop: ast.While) -> int:
    """What a turn counts of operations where each of its nodes is evaluated once."""
    nodes = (node for part in (loop.test, *loop.body) for node in ast.walk(part))
    return sum(isinstance(node, (ast.expr, ast.stmt)) and not isinstance(getattr(node, "ctx", None), ast.Store) for node in nodes)


def may_leave(statement: ast.stmt) -> bool:
    """Whether a statement of a loop's body may skip those after it."""
    if isinstance(statement, _LOOPS):
        return any(isinstance(node, ast.Return) for node in own_nodes([statement])) or _has_own(statement.orelse, (ast.Break, ast.Continue))
    return _has_own([statement], (ast.Break, ast.Continue, ast.Return))


def _has_own(nodes: Iterable[ast.AST], kinds: tuple[type, ...]) -> bool:
    """Whether one of these kinds is there that belongs to no loop among the nodes."""
    left = list(nodes)
    while left:
        node = left.pop()
        if isinstance(node, kinds):
            return True
        if isinstance(node, _LOOPS):
            left += node.orelse
        elif isinstance(node, ast.stmt) and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            left += (child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))
        elif isinstance(node, (ast.ExceptHandler, ast.match_case)):
            left += node.body
    return False


def has_no_end(loop: ast.While, is_pythons: Callable[[str], bool], errors_end_all: bool) -> bool | None:
    """None if there may be a way out of it: a statement that leaves it, or an error for which somebody outside may wait. Else whether
    nothing at all is called in it, and no error is likely. `is_pythons`: whether the name means Python's own function there;
    `errors_end_all`: whether nobody waits for an error there."""
    if not is_always_true(loop.test) or breaks(loop):
        return None
    nodes = list(own_nodes(loop.body))
    if any(isinstance(node, _LEAVES) for node in nodes):
        return None
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    targets = {id(call.func) for call in calls}
    may_raise = any(id(node) not in targets and _may_raise(node) for node in nodes)
    if not may_raise and all(isinstance(call.func, ast.Name) and call.func.id in _NEVER_RAISE and is_pythons(call.func.id) for call in calls):
        return not calls
    return None if not errors_end_all or any(_name(call.func) in _EXITS or _name(call.func) in _RUN_OUT for call in calls) else False


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""


_EXITS = ("final_answer", "exit", "quit", "_exit", "abort", "cancel")
_RUN_OUT = ("next", "anext", "__next__", "pop", "popitem", "popleft", "get_nowait")
"""What raises an error of its own when there is nothing left."""
_NEVER_RAISE = frozenset(("abs", "bool", "callable", "id", "isinstance", "len", "print", "range", "repr", "round", "str", "type"))
"""Functions that end no loop, used as honest programs do."""

_DIVIDE = (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_LITERALS = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Constant)


def _may_raise(node: ast.AST) -> bool:
    """Whether programs count with an error of it: of an item that is not there, of what something else computes."""
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        return isinstance(node.op, _DIVIDE)
    if isinstance(node, (ast.For, ast.comprehension)):
        return not isinstance(node.iter, _LITERALS) and not _is_range(node.iter)
    if isinstance(node, ast.Assign):
        return any(isinstance(target, (ast.Tuple, ast.List)) for target in node.targets)
    return isinstance(node, (ast.Subscript, ast.Attribute, ast.Assert, ast.Delete, ast.Import, ast.ImportFrom, ast.With, ast.Starred))


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
