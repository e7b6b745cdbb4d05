"""Code with `return` outside of a function, as some frameworks ask their models for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fastexec.errors import InterpreterError

OUTSIDE = "'return' outside function"
FINAL = "final_answer"
"""The name of the tool that a rewritten `return` calls."""


def was_the_fault(error: InterpreterError) -> bool:
    """Whether a call turned code away for a `return` outside of a function; none of it has run then."""
    return error.kind == "syntax" and OUTSIDE in (error.error_message or "")


def rewritten(code: str) -> str:
    """The code with `final_answer(value)` for each `return value` outside of functions. Lines stay where they are.

    Raises:
        SyntaxError: It is no Python.
    """
    lines = code.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    text = b"".join(lines)
    # From the end: places before stay true.
    for node in sorted(_returns(ast.parse(code)), key=lambda node: (node.lineno, node.col_offset), reverse=True):
        assert node.end_lineno is not None and node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        value = text[start + len(b"return") : end].strip() or b"None"
        text = b"%s%s((%s))%s" % (text[:start], FINAL.encode(), value, text[end:])
    return text.decode()


def _returns(tree: ast.AST) -> Iterator[ast.Return]:
    """Those that belong to no function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Return):
            yield node
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.expr)):
            yield from _returns(node)
