"""Functions and classes of the text itself whose parameters stand in it, and which nothing in it replaces."""

from __future__ import annotations

import ast
from collections import Counter

from fastexec.check import scopes
from fastexec.check.calls import Shape

_CHANGED = frozenset(("__init__", "__new__", "__call__", "__defaults__", "__kwdefaults__", "__qualname__", "__class__", "__signature__", "update_wrapper"))
"""Who sets one of these, or names it in a text, may change what a call takes."""
_PATCHES = ("mock", "monkeypatch", "patch")
_HOOKS = frozenset(("__new__", "__init_subclass__"))
_ERRORS = frozenset(("Exception", "ValueError", "RuntimeError", "TypeError", "KeyError", "LookupError", "ArithmeticError"))
"""Bases that leave the arguments to `__init__`."""
_OPTIONS = frozenset(("eq", "frozen", "match_args", "order", "repr", "slots", "unsafe_hash", "weakref_slot"))
"""Of `dataclass`, that change nothing of the parameters."""
_OF_FIELD = frozenset(("compare", "default", "default_factory", "doc", "hash", "metadata", "repr"))
_OTHER_FIELDS = ("ClassVar", "InitVar", "KW_ONLY")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_INERT = (*_FUNCTIONS, ast.Assign, ast.Expr, ast.Pass)


class Own:
    """What the module of a text binds once.

    Args:
        tree: The module.
        nodes: All nodes of it.
        anytime: Names that may get another meaning at any time.
        variables: Names of the session.
    """

    def __init__(self, tree: ast.Module, nodes: list[ast.AST], anytime: set[str], variables: set[str]) -> None:
        self._variables: set[str] = variables
        counted = Counter(name for node in scopes.own_nodes(tree.body) for name in scopes.binds(node))
        self._once: set[str] = {name for name, count in counted.items() if count == 1} - anytime
        self._modules: dict[str, str] = {}
        self.shapes: dict[str, tuple[Shape, int] | None] = {}
        """By their names: parameters, and how many arguments come before those of a call. None of a class that takes no argument."""
        self._fields: dict[str, list[tuple[str, bool]]] = {}
        self._texts: set[str] = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        self._set: set[str] = {node.attr for node in nodes if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)}
        self._patches: bool = any(isinstance(node, (ast.Name, ast.alias)) and _name(node) in _PATCHES for node in nodes)
        if not _changes(nodes, self._texts):
            for statement in tree.body:
                self._look_at(statement)

    def once(self, name: str) -> bool:
        """Whether the text binds the name, and does so once."""
        return name in self._once

    def names(self, text: str) -> bool:
        """Whether the code may set an attribute of this name, or has it as a text: it may ask for one by it."""
        return self._patches or text in self._texts or text in self._set

    def _look_at(self, statement: ast.stmt) -> None:
        if isinstance(statement, _FUNCTIONS) and statement.name in self._once and not statement.decorator_list:
            self.shapes[statement.name] = Shape.of_text(statement.name, statement.args), 0
        elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Lambda):
            shape = Shape.of_text("<lambda>", statement.value.args)
            targets = [target.id for target in statement.targets if isinstance(target, ast.Name)]
            self.shapes |= {name: (shape, 0) for name in targets if name in self._once}
        elif isinstance(statement, ast.ClassDef) and statement.name in self._once and not statement.keywords:
            self._class(statement)
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            home = f"{statement.module}." if isinstance(statement, ast.ImportFrom) else ""
            self._modules |= {alias.asname or alias.name: home + alias.name for alias in statement.names}

    def _meant(self, node: ast.expr) -> str:
        """The whole name of something imported; of another name that the text binds, itself, and behind a blank what is Python's."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        name = node.id if isinstance(node, ast.Name) else ""
        if name in self._once:
            name = self._modules.get(name, name)
        else:
            name = "" if name in self._variables else f" {name}"
        return ".".join([name, *reversed(parts)])

    def _class(self, node: ast.ClassDef) -> None:
        bound = Counter(name for part in scopes.own_nodes(node.body) for name in scopes.binds(part))
        if any(name in bound for name in _HOOKS) or len(node.bases) > 1:
            return
        base = self._meant(node.bases[0]) if node.bases else " object"
        fields = self._fields_of(node, bound)
        if base == "typing.NamedTuple" and fields is not None and not node.decorator_list:
            self.shapes[node.name] = _of_fields(f"{node.name}.__new__", "_cls", fields), 1
        elif node.decorator_list:
            self._dataclass(node, base, fields)
        elif bound["__init__"]:
            made = next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__" and not part.decorator_list), None)
            if made is not None and bound["__init__"] == 1 and self._leaves_arguments(base) and not _is_mangled(made.args):
                self.shapes[node.name] = Shape.of_text(f"{node.name}.__init__", made.args), 1
        elif base == " object":
            self.shapes[node.name] = None
        elif base in self.shapes and base in self._classes():
            self.shapes[node.name] = self.shapes[base]

    def _classes(self) -> set[str]:
        return {name for name, shape in self.shapes.items() if shape is None or shape[1] == 1}

    def _leaves_arguments(self, base: str) -> bool:
        if base in self._classes():
            shape = self.shapes[base]
            return shape is None or shape[0].name.endswith(".__init__")
        return base == " object" or base[1:] in _ERRORS and base[:1] == " "

    def _dataclass(self, node: ast.ClassDef, base: str, fields: list[tuple[str, bool]] | None) -> None:
        keywords_only = self._options(node.decorator_list)
        if keywords_only is None or fields is None or any(isinstance(part, ast.FunctionDef) and part.name == "__init__" for part in node.body):
            return
        if base != " object":
            if base not in self._fields or keywords_only:
                return
            fields = self._fields[base] + fields
        if not keywords_only:
            self._fields[node.name] = fields
        names = [name for name, _ in fields]
        required = [is_required for _, is_required in fields]
        if len(set(names)) < len(names) or "self" in names or (not keywords_only and required != sorted(required, reverse=True)):
            self._fields.pop(node.name, None)
            return
        name = f"{node.name}.__init__"
        if keywords_only:
            given = tuple(field for field, is_required in fields if not is_required)
            self.shapes[node.name] = Shape(name, ("self",), 0, tuple(names), None, None, 0, given), 1
        else:
            self.shapes[node.name] = _of_fields(name, "self", fields), 1

    def _options(self, decorators: list[ast.expr]) -> bool | None:
        """Whether it is a dataclass whose fields are given by keywords alone; None if it is none, or nothing is known of it."""
        decorator = decorators[0]
        keywords: list[ast.keyword] = []
        if isinstance(decorator, ast.Call) and not decorator.args:
            keywords, decorator = decorator.keywords, decorator.func
        if len(decorators) > 1 or self._meant(decorator) != "dataclasses.dataclass":
            return None
        alone = False
        for keyword in keywords:
            if keyword.arg == "kw_only" and isinstance(keyword.value, ast.Constant):
                alone = bool(keyword.value.value)
            elif keyword.arg not in _OPTIONS:
                return None
        return alone

    def _fields_of(self, node: ast.ClassDef, bound: Counter[str]) -> list[tuple[str, bool]] | None:
        """Names of annotated members, and whether they have no default; None if nothing is known of them."""
        found: list[tuple[str, bool]] = []
        for part in node.body:
            if isinstance(part, ast.AnnAssign):
                if not isinstance(part.target, ast.Name) or _is_of_another_kind(part.annotation):
                    return None
                given, name = self._has_default(part.value), part.target.id
                if given is None or bound[name] > 1 or name.startswith("__"):
                    return None
                found.append((name, not given))
            elif not isinstance(part, _INERT):
                return None
        return found

    def _has_default(self, value: ast.expr | None) -> bool | None:
        if not isinstance(value, ast.Call):
            return value is not None
        if self._meant(value.func) != "dataclasses.field":
            return not self._meant(value.func).endswith("field") or None
        names = {keyword.arg for keyword in value.keywords}
        if value.args or not names <= _OF_FIELD:
            return None
        return "default" in names or "default_factory" in names


def _is_of_another_kind(annotation: ast.expr) -> bool:
    """Whether it may say that there is no field, or one that is given otherwise."""
    for node in ast.walk(annotation):
        text = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and any(word in text for word in _OTHER_FIELDS):
            return True
    return False


def _name(node: ast.Name | ast.alias) -> str:
    return node.id if isinstance(node, ast.Name) else node.name


def _of_fields(name: str, first: str, fields: list[tuple[str, bool]]) -> Shape:
    return Shape(name, (first, *(field for field, _ in fields)), 0, (), None, None, sum(not is_required for _, is_required in fields), ())


def _is_mangled(arguments: ast.arguments) -> bool:
    """Whether parameters have other names than the text says."""
    return any(one.arg.startswith("__") and not one.arg.endswith("__") for one in scopes.parameters(arguments))


def _changes(nodes: list[ast.AST], texts: set[str]) -> bool:
    """Whether something in the text may change what its functions and classes take."""
    if not _CHANGED.isdisjoint(texts):
        return True
    for node in nodes:
        if isinstance(node, ast.Attribute):
            if node.attr in _CHANGED and (not isinstance(node.ctx, ast.Load) or node.attr in ("__kwdefaults__", "update_wrapper")):
                return True
        elif isinstance(node, (ast.Name, ast.alias, ast.keyword)):
            name = node.arg if isinstance(node, ast.keyword) else _name(node)
            if name in ("update_wrapper", "*", "__init__", "__new__"):
                return True
    return False
