"""What the text of a snippet says of it."""

from __future__ import annotations

import ast


def ends_in_an_expression(code: str) -> bool:
    """Whether its last statement is one, whose value somebody may want to see."""
    try:
        body = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return bool(body) and isinstance(body[-1], ast.Expr)
