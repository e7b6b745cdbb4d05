"""Goes through a snippet in the order in which a run would, and notes what cannot work."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from fastexec._fastexec import is_authorized
from fastexec.check import advice, calls, library, loops, plain, refused, scopes
from fastexec.check.finding import Finding, hints, marked
from fastexec.check.known import Known
from fastexec.check.own import Own
from fastexec.check.plain import Plain
from fastexec.check.scopes import Scope
from fastexec.check.source import Source

_MOST = 100
"""Findings after which a check ends."""

_REFUSAL = "InterpreterError"
_ALL = ("Exception", "BaseException")
_CAUGHT = {
    "import": ("ImportError", "ModuleNotFoundError"),
    "name": ("NameError", "UnboundLocalError"),
    "attribute": ("AttributeError",),
    "call": ("TypeError",),
    "taken": ("ImportError", "ModuleNotFoundError", *_ALL),
    "member": ("AttributeError", *_ALL),
    "fit": ("TypeError", *_ALL),
}
"""Classes whose `except` says that the author of the code counts with the error. (What is imported, members of modules and
arguments are the code's own: whoever tries what they do writes programs that run.)"""
_EVERYTHING = frozenset((*_CAUGHT, "assign", "loop"))
"""Whatever may be found."""
_OWN = frozenset(("taken", "member", "fit"))


class _Enough(Exception):
    """There are findings enough."""


class Place(NamedTuple):
    """Where a part of the tree stands."""

    scope: Scope
    certain: bool
    """Whether every run comes there, if no error ends it before."""
    deferred: bool = False
    """Whether it runs later than it stands: the bodies of functions."""
    loop: bool = False
    expected: frozenset[str] = frozenset()
    """Errors for which the code is prepared."""
    guarded: bool = False
    """Whether a block that handles errors, or cleans up after them, is around it: names that mean nothing are told of in Python's words."""

    def unsure(self) -> Place:
        return self._replace(certain=False)


class Walk:
    """One check.

    Args:
        known: What names mean before the run.
        source: The text.
        tree: Its tree.
        ending: What a run says of a loop without an end that has so many nodes: type, message and limit. None if no limit ends it.
    """

    def __init__(self, known: Known, source: Source, tree: ast.Module, ending: Callable[[int], tuple[str, str, str] | None]) -> None:
        self.known: Known = known
        self.source: Source = source
        self.tree: ast.Module = tree
        self.ending: Callable[[int], tuple[str, str, str] | None] = ending
        self.findings: list[Finding] = []
        self._seen: set[tuple[str, str, bool]] = set()
        self._statement: ast.stmt | None = None
        nodes = list(ast.walk(tree))
        # Names that functions may bind at any time count as bound from the beginning.
        self._everywhere = scopes.declared_global(nodes) | scopes.given_by_name(nodes)
        self._maybe = known.variables | self._everywhere
        self._bound = scopes.bound(tree.body)
        self._ever = self._maybe | self._bound
        self._own = Own(tree, nodes, self._everywhere, known.variables)
        # Names that the module has bound so far, and what those stand for that it imported, or took from a literal.
        self._reached: set[str] = set()
        self._imported: dict[str, Any] = {}
        self._plain: dict[str, Plain] = {}
        # What runs later may be called where somebody waits for its errors.
        self._waited_for = _waited_for_in(nodes)
        # After what may have ended the run with its value, nothing is certain.
        self._doubtful = False
        self._eager = sys.version_info < (3, 14)
        self._module = Scope("module", set(), None)

    def run(self) -> list[Finding]:
        """What was found. Of a tree that is too deep, what was found before its depth."""
        try:
            self._top()
        except (_Enough, RecursionError):
            pass
        return self.findings

    def _top(self) -> None:
        place = Place(self._module, True)
        for statement in self.tree.body:
            self._statement = statement
            self._visit(statement, place)
            if _ends(statement) or self._answers(statement):
                return

    def _answers(self, statement: ast.stmt) -> bool:
        """Whether it is a call of `final_answer`, behind which nothing runs."""
        value = getattr(statement, "value", None)
        named = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "final_answer"
        return named and self.known.ends_runs()

    # What was found

    def _found(
        self,
        node: Any,
        place: Place,
        what: str,
        told: tuple[str, str, str],
        said: advice.Said = (None, None),
        limit: str | None = None,
    ) -> None:
        """`told` are kind, type and message; `said` the hints."""
        if what in place.expected or place.deferred and what in _OWN and what in self._waited_for:
            return
        kind, type_, message = told
        certain = place.certain and not self._doubtful
        if (type_, message, certain) in self._seen or (type_, message, True) in self._seen:
            return
        self._seen.add((type_, message, certain))
        at = self.source.place(node)
        shown = marked(self.source.line(at[0]), at[0], at[1], self.source.width(at)) + hints(*said)
        statement = self.source.of(self._statement) if self._statement is not None else None
        self.findings.append(Finding(kind, type_, message, *at, *said, certain, statement, limit, shown))
        if len(self.findings) >= _MOST:
            raise _Enough

    def _advice(self, told: tuple[str, str, str], node: ast.AST) -> advice.Said:
        return advice.of(told, None, self.source.of(node), self.known)

    # Going through

    def _visit(self, node: ast.AST, place: Place) -> None:
        visitor = getattr(self, f"_{type(node).__name__}", None)
        if visitor is None:
            self._all(ast.iter_child_nodes(node), place)
        else:
            visitor(node, place)

    def _all(self, nodes: Iterable[ast.AST | None], place: Place) -> None:
        for node in nodes:
            if node is not None:
                self._visit(node, place)

    def _body(self, statements: list[ast.stmt], place: Place) -> None:
        for statement in statements:
            self._visit(statement, place)
            if _ends(statement):
                return
            if place.certain and place.loop and loops.may_leave(statement):
                place = place.unsure()

    # Names

    def _means(self, name: str, place: Place) -> bool:
        """Whether the name may mean something there."""
        if place.scope.anything or name in self.known.others or place.scope.has(name):
            return True
        if name in (self._ever if place.deferred else self._maybe):
            return True
        # In a class such names are others.
        return name.startswith("__") and not name.endswith("__") and any(scope.kind == "class" for scope in place.scope.inner())

    def _bind(self, name: str, node: ast.AST, place: Place) -> None:
        if place.scope.kind != "module":
            return
        self._maybe.add(name)
        if place.certain or name not in self.known.variables:
            self._reached.add(name)
        if self.known.is_tool(name):
            told = ("refused", _REFUSAL, f"Cannot assign to name '{name}': doing this would erase the existing tool!")
            self._found(node, place, "assign", told)

    def _undefined(self, node: ast.Name, place: Place, called: bool) -> None:
        name = node.id
        if called:
            message = f"Forbidden function evaluation: '{name}' is not among the explicitly allowed tools or defined/imported in the preceding code"
        else:
            message = f"The variable `{name}` is not defined."
        kind = "refused" if hasattr(builtins, name) else "raised"
        told = ("raised", "NameError", f"name '{name}' is not defined") if place.guarded else (kind, _REFUSAL, message)
        visible = {known for scope in place.scope.inner() for known in scope.names}
        said = advice.of_name(told, name, self.source.line(node.lineno), self.known, lambda: visible | (self._ever if place.deferred else self._maybe))
        self._found(node, place, "name", told, said)

    def _Name(self, node: ast.Name, place: Place, called: bool = False) -> None:
        if isinstance(node.ctx, ast.Store):
            self._bind(node.id, node, place)
        elif isinstance(node.ctx, ast.Del):
            self._delete(node, place)
        elif not self._means(node.id, place):
            self._undefined(node, place, called)
        elif self.known.ends_runs() and not called and (node.id == "final_answer" or self.known.may_call_tools(node.id)):
            self._doubtful = True

    def _Return(self, node: ast.Return, place: Place) -> None:
        self._all([node.value], place)
        # Outside of functions it ends the run, where that is allowed; otherwise the parser has said so.
        self._doubtful = self._doubtful or place.scope.kind == "module"

    def _delete(self, node: ast.Name, place: Place) -> None:
        if not self._means(node.id, place):
            self._found(node, place, "name", ("raised", _REFUSAL, f"Cannot delete name '{node.id}': name is not defined"))
        elif place.scope.kind == "module" and place.certain and not place.loop and node.id not in self._everywhere:
            self._maybe.discard(node.id)

    def _Import(self, node: ast.Import, place: Place) -> None:
        for alias in node.names:
            if not self._authorized(alias.name):
                self._refuse_import(node, f"Import of {alias.name}", place)
            name = alias.asname or alias.name.partition(".")[0]
            self._bind(name, node, place)
            if place.scope.kind == "module":
                self._imported[name] = library.module(alias.name if alias.asname else name, self.known.authorized)

    def _ImportFrom(self, node: ast.ImportFrom, place: Place) -> None:
        if node.module == "__future__" and not node.level:
            self._eager = self._eager and all(alias.name != "annotations" for alias in node.names)
            return
        if node.level:
            told = ("raised", "ImportError", "attempted relative import with no known parent package")
            self._found(node, place, "import", told)
        elif not self._may_import_from(node):
            self._refuse_import(node, f"Import from {node.module}", place)
        home = library.MISSING if node.level or not node.module else library.module(node.module, self.known.authorized)
        for alias in node.names:
            if alias.name == "*":
                self._module.anything = place.scope.anything = True
                continue
            if home is not library.MISSING:
                self._take(alias, home, node, place)
            self._bind(alias.asname or alias.name, node, place)

    def _take(self, alias: ast.alias, home: Any, node: ast.ImportFrom, place: Place) -> None:
        """A name from a module that is loaded."""
        if place.scope.kind == "module":
            self._imported[alias.asname or alias.name] = library.member(home, alias.name, self.known.authorized)
        if library.lacks(home, alias.name):
            told = ("raised", "ImportError", library.said_of_import(home, alias.name))
            self._found(node, place, "taken", told, self._advice(told, node))

    def _may_import_from(self, node: ast.ImportFrom) -> bool:
        module = node.module or ""
        if self._authorized(module):
            return True
        authorized = self.known.authorized
        return all(alias.name != "*" and is_authorized(authorized, f"{module}.{alias.name}") for alias in node.names)

    def _authorized(self, module: str) -> bool:
        authorized = self.known.authorized
        return is_authorized(authorized, module) or (module == "collections.abc" and is_authorized(authorized, "collections"))

    def _refuse_import(self, node: ast.AST, beginning: str, place: Place) -> None:
        told = ("refused", _REFUSAL, f"{beginning} is not allowed. Authorized imports are: {self.known.authorized}")
        self._found(node, place, "import", told, self._advice(told, node))

    # Statements

    def _Assign(self, node: ast.Assign, place: Place) -> None:
        self._visit(node.value, place)
        self._all(node.targets, place)
        self._keep(node.targets, node.value, place)

    def _keep(self, targets: list[ast.expr], value: ast.expr, place: Place) -> None:
        """What names of the module stand for that it takes from a literal."""
        given = self._literal(value, place) if place.scope.kind == "module" and place.certain else None
        if given is not None:
            self._plain |= {target.id: given.held() for target in targets if isinstance(target, ast.Name)}

    def _AugAssign(self, node: ast.AugAssign, place: Place) -> None:
        if isinstance(node.target, ast.Name):
            if not self._means(node.target.id, place):
                self._undefined(node.target, place, False)
            self._visit(node.value, place)
            if place.scope.kind == "module":
                self._maybe.add(node.target.id)
        else:
            self._visit(node.target, place)
            self._visit(node.value, place)

    def _AnnAssign(self, node: ast.AnnAssign, place: Place) -> None:
        if node.value is not None:
            self._visit(node.value, place)
        if place.scope.kind == "class" and self._eager:
            self._visit(node.annotation, place)
        elif place.scope.kind == "module" and self._eager:
            # It is evaluated as far as it can be: what it calls and binds counts, what it lacks does not.
            self._visit(node.annotation, place._replace(expected=_EVERYTHING))
        if node.value is not None or not isinstance(node.target, ast.Name):
            self._visit(node.target, place)
        if node.value is not None:
            self._keep([node.target], node.value, place)

    def _TypeAlias(self, node: Any, place: Place) -> None:
        self._visit(node.name, place)  # its value is looked at when somebody asks

    def _FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef, place: Place) -> None:
        self._all(node.decorator_list, place)
        self._defaults(node.args, place)
        if self._eager:
            inside = self._with_names(scopes.type_parameters(node), place)
            self._all([one.annotation for one in scopes.parameters(node.args)] + [node.returns], inside)
        self._bind(node.name, node, place)
        names = {one.arg for one in scopes.parameters(node.args)} | scopes.bound(node.body) | scopes.type_parameters(node)
        self._body(node.body, Place(Scope("function", names, place.scope), False, True))

    _AsyncFunctionDef = _FunctionDef

    def _defaults(self, arguments: ast.arguments, place: Place) -> None:
        self._all([*arguments.defaults, *arguments.kw_defaults], place)

    def _with_names(self, names: set[str], place: Place) -> Place:
        return place._replace(scope=Scope("comprehension", names, place.scope)) if names else place

    def _Lambda(self, node: ast.Lambda, place: Place) -> None:
        self._defaults(node.args, place)
        names = {one.arg for one in scopes.parameters(node.args)} | scopes.bound([node.body])
        self._visit(node.body, Place(Scope("function", names, place.scope), False, True, expected=place.expected))

    def _ClassDef(self, node: ast.ClassDef, place: Place) -> None:
        self._all(node.decorator_list, place)
        outside = self._with_names(scopes.type_parameters(node), place)
        self._all([*node.bases, *node.keywords], outside)
        # A metaclass may bring names, and so may that of a base.
        inside = Scope("class", scopes.bound(node.body), outside.scope, bool(node.keywords))
        self._body(node.body, place._replace(scope=inside, certain=place.certain and not node.bases, loop=False))
        self._bind(node.name, node, place)

    def _For(self, node: ast.For | ast.AsyncFor, place: Place) -> None:
        self._visit(node.iter, place)
        self._before_loop([node.target, *node.body], place)
        inside = place._replace(certain=False, loop=True)
        self._visit(node.target, inside)
        self._body(node.body, inside)
        self._body(node.orelse, place.unsure())

    _AsyncFor = _For

    def _before_loop(self, nodes: list[Any], place: Place) -> None:
        """What the first turn binds is bound in the second."""
        if place.scope.kind == "module":
            self._maybe |= scopes.bound(nodes)

    def _While(self, node: ast.While, place: Place) -> None:
        self._before_loop([node.test, *node.body], place)
        self._visit(node.test, place._replace(loop=True))
        endless = loops.is_always_true(node.test)
        before = len(self.findings)
        self._body(node.body, place._replace(certain=place.certain and endless, loop=True))
        if not any(finding.certain for finding in self.findings[before:]):  # no error of the first turn
            self._endless(node, place)
        self._body(node.orelse, place.unsure())

    def _endless(self, node: ast.While, place: Place) -> None:
        # (What is not certain may stand in a `with`, or below a `try`.)
        sure = loops.has_no_end(node, lambda name: self._is_pythons(name, place), place.certain and not place.deferred)
        ending = self.ending(loops.nodes_of_a_turn(node)) if sure is not None else None
        if ending is None:
            return
        kind, message, limit = ending
        hint = "make sure that the condition of the loop becomes false; for more iterations use `for`"
        said = (hint, f"Limits({limit}=...) raises this limit")
        self._found(node.test, place if sure else place.unsure(), "loop", ("limit", kind, message), said, limit)

    def _is_pythons(self, name: str, place: Place) -> bool:
        """Whether the name means Python's own function, and nothing else in any run."""
        return self.known.is_pythons(name) and name not in self._ever and not place.scope.anything and not place.scope.has(name)

    def _If(self, node: ast.If, place: Place) -> None:
        # `elif` is an `if` in the `else` of another one: as deep as there are of them.
        while True:
            if not _is_for_checkers(node.test):
                self._visit(node.test, place)
            place = place.unsure()._replace(expected=place.expected | _by_place(node.test))
            if not _is_never(node.test):
                self._body(node.body, place)
            elif place.scope.kind == "module":
                self._maybe |= scopes.bound(node.body)
            if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
                break
            node = node.orelse[0]
        self._body(node.orelse, place)

    def _With(self, node: ast.With | ast.AsyncWith, place: Place) -> None:
        for item in node.items:
            self._visit(item, place)
            # Any manager may swallow the errors of what is in it.
            expected = place.expected | _waited_for([item.context_expr])
            place = place.unsure()._replace(guarded=True, expected=expected)
        self._body(node.body, place)

    _AsyncWith = _With

    def _withitem(self, item: ast.withitem, place: Place) -> None:
        self._visit(item.context_expr, place)
        if item.optional_vars is not None:
            self._visit(item.optional_vars, place)

    def _Try(self, node: Any, place: Place) -> None:
        swallows = any(isinstance(part, (ast.Return, ast.Break, ast.Continue)) for part in scopes.own_nodes(node.finalbody))
        unsure = place.unsure()
        after = unsure._replace(guarded=place.guarded or bool(node.finalbody))
        inside = (unsure if node.handlers or swallows else place)._replace(guarded=True)
        self._body(node.body, inside._replace(expected=place.expected | _expected(node.handlers)))
        for handler in node.handlers:
            if handler.type is not None:
                self._visit(handler.type, unsure)
            if handler.name:
                self._bind(handler.name, handler, unsure)
            self._body(handler.body, after if handler.name is None else unsure._replace(guarded=True))
        self._body(node.orelse, after)
        self._body(node.finalbody, place if not place.loop else unsure)

    _TryStar = _Try

    def _Match(self, node: ast.Match, place: Place) -> None:
        self._visit(node.subject, place)
        for case in node.cases:
            place = place.unsure()
            self._visit(case.pattern, place)
            if case.guard is not None:
                self._visit(case.guard, place)
            self._body(case.body, place)

    def _pattern(self, node: Any, place: Place) -> None:
        for name in scopes.binds(node):
            self._bind(name, node, place)
        self._all(ast.iter_child_nodes(node), place)

    _MatchAs = _MatchStar = _MatchMapping = _pattern

    def _Assert(self, node: ast.Assert, place: Place) -> None:
        self._visit(node.test, place)
        if node.msg is not None:
            self._visit(node.msg, place.unsure())

    def _Raise(self, node: ast.Raise, place: Place) -> None:
        self._all([node.exc, node.cause], place)

    # Expressions

    def _BinOp(self, node: ast.BinOp, place: Place) -> None:
        right: list[ast.expr] = []
        first: ast.expr = node
        while isinstance(first, ast.BinOp):  # a long sum is as deep as it is long
            right.append(first.right)
            first = first.left
        self._visit(first, place)
        self._all(reversed(right), place)

    def _BoolOp(self, node: ast.BoolOp, place: Place) -> None:
        self._visit(node.values[0], place)
        self._all(node.values[1:], place.unsure())

    def _Compare(self, node: ast.Compare, place: Place) -> None:
        self._all([node.left, node.comparators[0]], place)
        self._all(node.comparators[1:], place.unsure())

    def _IfExp(self, node: ast.IfExp, place: Place) -> None:
        self._visit(node.test, place)
        self._all([node.body, node.orelse], place.unsure()._replace(expected=place.expected | _by_place(node.test)))

    def _NamedExpr(self, node: ast.NamedExpr, place: Place) -> None:
        self._visit(node.value, place)
        # A comprehension binds it in the scope around it.
        scope = place.scope
        while scope.kind == "comprehension" and scope.parent is not None:
            scope = scope.parent
        self._bind(node.target.id, node.target, place._replace(scope=scope).unsure())

    def _Dict(self, node: ast.Dict, place: Place) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            self._all([key, value], place)

    def _comprehension_of(self, node: Any, place: Place) -> None:
        first = node.generators[0].iter
        self._visit(first, place)
        self._before_loop([node], place)  # what `:=` binds in it
        scope = Scope("comprehension", scopes.of_comprehension(node.generators), place.scope)
        later = place.deferred or isinstance(node, ast.GeneratorExp)
        inside = place._replace(scope=scope, certain=False, deferred=later)
        for generator in node.generators:
            if generator.iter is not first:
                self._visit(generator.iter, inside)
            self._all(generator.ifs, inside)
        self._all([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], inside)

    _ListComp = _SetComp = _DictComp = _GeneratorExp = _comprehension_of

    def _Attribute(self, node: ast.Attribute, place: Place, called: bool = False) -> None:
        fixed = refused.is_certain(node)
        if fixed and refused.is_dunder(node.attr):
            self._refuse_attribute(node, place, False)
        self._visit(node.value, place)
        if fixed and not refused.is_dunder(node.attr):
            self._refuse_attribute(node, place, False)
        if not fixed and isinstance(node.ctx, ast.Load):
            self._member(node, place, called)

    def _member(self, node: ast.Attribute, place: Place, called: bool) -> None:
        """Of a module, of a class, or of a value of Python's own types, that is known."""
        whole = self._value(node.value, place)
        if whole is library.MISSING:
            self._plain_member(node, place, called)
        if whole is library.MISSING or self._own.names(node.attr) or not library.lacks(whole, node.attr):
            return
        type_, message = library.said_of_member(whole, node.attr, called and not place.guarded)
        told = ("raised", type_, message)
        self._found(node, place, "member", told, self._advice_about(told, node, node, ("attribute", whole, node.attr), place))

    def _plain_member(self, node: ast.Attribute, place: Place, called: bool) -> None:
        """Of a value that stands in the text, or of a name that means one and nothing else. Where not every run comes, the code may have asked before."""
        is_name = isinstance(node.value, ast.Name)
        whole = self._named_plain(node.value, place) if is_name else self._literal(node.value, place)
        if whole is None or not whole.lacks(node.attr) or not place.certain and (is_name or self._own.names(node.attr)):
            return
        type_, message = whole.said(node.attr, called and not place.guarded)
        told = ("raised", type_, message)
        self._found(node, place, "member", told, advice.of(told, ("attribute", whole.value, node.attr), self.source.of(node), self.known))

    def _named_plain(self, node: Any, place: Place) -> Plain | None:
        name: str = node.id
        return self._plain.get(name) if self._means_own(name, place) and not self._own.names(name) else None

    def _literal(self, node: ast.expr, place: Place) -> Plain | None:
        return plain.of(node, lambda name: self._is_pythons(name, place))

    def _advice_about(self, told: tuple[str, str, str], node: ast.AST, path: ast.expr, subject: tuple[str, Any, Any] | None, place: Place) -> advice.Said:
        """About something that a path of names leads to from an imported one."""
        while isinstance(path, ast.Attribute):
            path = path.value
        root = self._value(path, place)
        held = {path.id: root} if isinstance(path, ast.Name) and path.id in self._ever else None
        return advice.of(told, subject, self.source.of(node), self.known, held)

    def _value(self, node: ast.expr, place: Place) -> Any:
        """What a name, or a member of it, is going to stand for."""
        if isinstance(node, ast.Attribute):
            whole = self._value(node.value, place)
            return whole if whole is library.MISSING else library.member(whole, node.attr, self.known.authorized)
        if not isinstance(node, ast.Name) or place.scope.anything or place.scope.has(node.id):
            return library.MISSING
        name, known = node.id, self.known
        if self._means_own(name, place):
            return self._imported.get(name, library.MISSING)
        if name in self._bound or name in self._everywhere:
            return library.MISSING
        if name in known.variables:
            return library.of_session(known.definition(name), known.authorized)
        return library.of_python(name) if known.is_pythons(name) else library.MISSING

    def _means_own(self, name: str, place: Place) -> bool:
        """Whether the name means what the module binds it to, and nothing else in any run."""
        if place.scope.anything or place.scope.has(name) or not self._own.once(name):
            return False
        return name not in self.known.variables and name not in self.known.others if place.deferred else name in self._reached

    def _refuse_attribute(self, node: ast.Attribute, place: Place, called: bool) -> None:
        told = ("refused", _REFUSAL, refused.message(node.attr, called))
        self._found(_last_name(node), place, "attribute", told, self._advice(told, node))

    def _Call(self, node: ast.Call, place: Place) -> None:
        function = node.func
        if isinstance(function, ast.Name):
            self._Name(function, place, True)
        elif isinstance(function, ast.Attribute) and refused.is_certain(function):
            self._visit(function.value, place)
            self._refuse_attribute(function, place, True)
        elif isinstance(function, ast.Attribute):
            self._Attribute(function, place, True)
        else:
            self._visit(function, place)
        self._all(node.args, place)
        self._all(node.keywords, place)
        if isinstance(function, ast.Name):
            self._called(function, node, place)
        self._unfit(node, place)

    def _unfit(self, call: ast.Call, place: Place) -> None:
        """Arguments that a function of the text, or of a module, does not take."""
        function = call.func
        name = function.id if isinstance(function, ast.Name) else None
        if name is not None and name in self._own.shapes and self._means_own(name, place):
            self._unfit_own(name, call, place)
            return
        value = self._value(function, place)
        message = library.wrong(value, call)
        if message is not None:
            told = ("raised", "TypeError", message)
            hint, host = self._advice_about(told, call, function, None, place)
            self._found(call, place, "fit", told, (hint or library.meant(value, message), host))

    def _unfit_own(self, name: str, call: ast.Call, place: Place) -> None:
        shape, keywords = self._own.shapes[name], calls.told(call)
        if keywords is None or shape is not None and shape[0].is_long():
            return
        if shape is not None:
            message = shape[0].said(shape[1], len(call.args), keywords)
        else:
            message = f"{name}() takes no arguments" if call.args or keywords else None
        if message is not None:
            told = ("raised", "TypeError", message)
            said = self._advice(told, call) if shape is None else advice.of_own(name, shape, self.source.of(call))
            self._found(call, place, "fit", told, said)

    def _called(self, function: ast.Name, call: ast.Call, place: Place) -> None:
        name, known = function.id, self.known
        if known.is_tool(name) and name in known.tools and name != "print" and name not in self._ever and not place.scope.anything and not place.scope.has(name):
            self._unfit_tool(name, call, place)
        if known.ends_runs() and (name == "final_answer" or known.may_call_tools(name)):
            self._doubtful = True

    def _unfit_tool(self, name: str, call: ast.Call, place: Place) -> None:
        found = calls.wrong(self.known.tools[name], call)
        if found is None:
            return
        message, sure = found
        told = ("raised", "TypeError", message)
        said = self._advice(told, call)
        self._found(call, place if sure else place.unsure(), "call", told, said)


def _ends(statement: ast.stmt) -> bool:
    """Whether nothing behind it in its body runs."""
    if isinstance(statement, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
        return True
    return isinstance(statement, ast.While) and loops.is_always_true(statement.test) and not loops.breaks(statement)


def _is_never(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and not test.value or _is_for_checkers(test)


def _is_for_checkers(test: ast.expr) -> bool:
    """`TYPE_CHECKING`"""
    return isinstance(test, (ast.Name, ast.Attribute)) and (test.id if isinstance(test, ast.Name) else test.attr) == "TYPE_CHECKING"


def _expected(handlers: list[ast.ExceptHandler]) -> frozenset[str]:
    """Errors for which these are written. An error is a way out of a loop in front of any handler."""
    return _caught(handlers) | {"loop"} if handlers else frozenset()


def _caught(handlers: list[ast.ExceptHandler]) -> frozenset[str]:
    expected = _waited_for(handler.type for handler in handlers if handler.type is not None)
    return expected if all(handler.type is not None for handler in handlers) else expected | _OWN


def _waited_for(nodes: Iterable[ast.expr]) -> frozenset[str]:
    """Errors whose classes are named there."""
    named = {_name(node) for part in nodes for node in ast.walk(part)}
    return frozenset(what for what, classes in _CAUGHT.items() if named.intersection(classes))


def _waited_for_in(nodes: list[ast.AST]) -> frozenset[str]:
    """All errors for which one of these waits."""
    found: frozenset[str] = frozenset()
    for node in nodes:
        if isinstance(node, ast.ExceptHandler):
            found |= _caught([node])
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            found |= _waited_for(item.context_expr for item in node.items)
    return found


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _by_place(test: ast.expr) -> frozenset[str]:
    """What is expected below a condition that asks for a version or a system: others have other members, and other parameters."""
    for node in ast.walk(test):
        name = _name(node).lower()
        if "version" in name or "platform" in name or isinstance(node, ast.Constant) and node.value in ("nt", "posix", "win32"):
            return _OWN | {"import"}
    return frozenset()


def _last_name(node: ast.Attribute) -> ast.AST:
    """Where the name of the attribute stands."""
    if node.end_col_offset is None or node.end_lineno is None:
        return node
    start = node.end_col_offset - len(node.attr.encode())
    return ast.Name(node.attr, ast.Load(), lineno=node.end_lineno, col_offset=start, end_lineno=node.end_lineno, end_col_offset=node.end_col_offset)
