"""Loops without a way out."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from fastexec.check.scopes import own_nodes

_LEAVES = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
_EXITS = ("final_answer", "exit", "quit", "_exit", "abort", "cancel")
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def is_always_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def breaks(loop: ast.While) -> bool:
    """Whether a `break` of the loop itself is in it."""
    return _has_own(loop.body, (ast.Break,))


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


def has_no_end(loop: ast.While) -> bool | None:
    """None if there is a way out of it; else whether nothing in it could be another one (a call may raise)."""
    if not is_always_true(loop.test) or breaks(loop):
        return None
    nodes = list(own_nodes(loop.body))
    if any(isinstance(node, _LEAVES) for node in nodes):
        return None
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    if any(_name(call.func) in _EXITS for call in calls):
        return None
    return not calls


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
