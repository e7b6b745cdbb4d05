"""Which names the parts of a tree bind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Scope:
    """Names of one scope, and the scope around it. Where `anything` is true, any name may mean something."""

    __slots__ = ("kind", "names", "parent", "anything")

    def __init__(self, kind: str, names: set[str], parent: Scope | None, anything: bool = False) -> None:
        self.kind: str = kind
        self.names: set[str] = names
        self.parent: Scope | None = parent
        self.anything: bool = anything or (parent is not None and parent.anything)

    def inner(self) -> Iterator[Scope]:
        """This one and those around it, but that of the module."""
        scope: Scope | None = self
        while scope is not None and scope.kind != "module":
            yield scope
            scope = scope.parent

    def has(self, name: str) -> bool:
        """Whether a scope below the module's binds the name."""
        return any(name in scope.names for scope in self.inner())


def own_nodes(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of these that belong to the same scope; of functions and classes in it only what runs where they stand."""
    left = list(nodes)
    while left:
        node = left.pop()
        yield node
        if isinstance(node, _FUNCTIONS):
            left += [*getattr(node, "decorator_list", ()), *node.args.defaults, *(value for value in node.args.kw_defaults if value)]
        elif isinstance(node, ast.ClassDef):
            left += [*node.decorator_list, *node.bases, *node.keywords]
        elif isinstance(node, ast.comprehension):
            left += [node.iter, *node.ifs]  # its targets are its own
        else:
            left += ast.iter_child_nodes(node)


def bound(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that these bind in the scope in which they stand."""
    found: set[str] = set()
    outward: set[str] = set()
    for node in own_nodes(nodes):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            outward.update(node.names)
        else:
            found.update(binds(node))
    return found - outward


def binds(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        if node.name:
            yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


def parameters(arguments: ast.arguments) -> Iterator[ast.arg]:
    """All parameters of a function."""
    yield from arguments.posonlyargs
    yield from arguments.args
    yield from (one for one in (arguments.vararg,) if one)
    yield from arguments.kwonlyargs
    yield from (one for one in (arguments.kwarg,) if one)


def type_parameters(node: Any) -> set[str]:
    """Names of `[T]` behind the name of a function, class or alias."""
    return {one.name for one in getattr(node, "type_params", ())}


def of_comprehension(generators: Iterable[ast.comprehension]) -> set[str]:
    """The names of its targets."""
    return bound(generator.target for generator in generators)


def declared_global(nodes: list[ast.AST]) -> set[str]:
    """Names of the module that a part of it binds which declares them global. `nodes`: all that the module has."""
    found: set[str] = set()
    if not any(isinstance(node, ast.Global) for node in nodes):
        return found
    for node in nodes:
        if not isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        inside = list(own_nodes(node.body))
        declared = {name for part in inside if isinstance(part, ast.Global) for name in part.names}
        if declared:
            found |= declared.intersection(name for part in inside for name in binds(part))
    return found


_PATCHED = re.compile(r"(?:builtins|__main__)\.([A-Za-z_]\w*)")


def given_by_name(nodes: list[ast.AST]) -> set[str]:
    """Names that may get a meaning without being bound: those that `patch` is told, and `input`, which reads what stands for standard input."""
    found: set[str] = set()
    for node in nodes:
        told = node.value if isinstance(node, ast.Constant) else None
        if isinstance(told, str) and (patched := _PATCHED.fullmatch(told)) is not None:
            found.add(patched[1])
        if told == "stdin" or (isinstance(node, ast.Attribute) and node.attr == "stdin" and isinstance(node.ctx, ast.Store)):
            found.add("input")
    return found
