"""Which names a snippet leaves to the client."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator
from typing import NamedTuple


class Free(NamedTuple):
    """Names that a snippet binds nowhere in its module."""

    called: set[str]
    """Those that stand for a function in some call."""
    read: set[str]
    """Those that are read elsewhere."""


def free_names(code: str) -> Free:
    """The names that the code leaves free. None, if it is no Python: the run says so."""
    try:
        top = symtable.symtable(code, "<fed>", "exec")
        names = [node for node in ast.walk(ast.parse(code)) if isinstance(node, (ast.Call, ast.Name))]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Free(set(), set())
    free = _free(top)
    functions = [node.func for node in names if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    called = {id(name) for name in functions}
    read = {node.id for node in names if isinstance(node, ast.Name) and id(node) not in called}
    return Free(free & {name.id for name in functions}, free & read)


def _free(top: symtable.SymbolTable) -> set[str]:
    read: set[str] = set()
    bound: set[str] = set()
    for table in _tables(top):
        for symbol in table.get_symbols():
            name = symbol.get_name()
            if symbol.is_global() and symbol.is_referenced():
                read.add(name)
            if (table is top or symbol.is_declared_global()) and (symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()):
                bound.add(name)
    return read - bound


def _tables(top: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    left = [top]
    while left:
        table = left.pop()
        yield table
        left += table.get_children()


def declared(stubs: str) -> set[str]:
    """The names that stubs declare in their module. None, if they are no Python."""
    try:
        body = ast.parse(stubs).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    found: set[str] = set()
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=targets):
                found.update(target.id for target in targets if isinstance(target, ast.Name))
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found.update((alias.asname or alias.name).partition(".")[0] for alias in names)
    return found
