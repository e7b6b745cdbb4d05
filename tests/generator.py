"""Writes small random programs that end, print what they do, and give the same on every run.

The grammar is typed, so that most operations succeed; now and then an operand of another type is
slipped in, an index is out of range or a name is unbound, and the error is printed or leaves the
program. Growth is bounded: what is assigned in a loop is cut to size.
"""

from __future__ import annotations

import random

import generator_caches
import generator_calls
import generator_order

INT, FLOAT, STR, BOOL, LIST, DICT, TUPLE, SET = "int", "float", "str", "bool", "list", "dict", "tuple", "set"
KINDS = (INT, INT, INT, STR, STR, LIST, LIST, DICT, BOOL, FLOAT, TUPLE, SET)
WORDS = ("a", "b", "ab", "xyz", "", "Hello", "é", "key", "0", " s ")
ERRORS = ("ValueError", "KeyError", "TypeError", "IndexError", "ZeroDivisionError", "Exception", "(ValueError, KeyError)", "ArithmeticError", "LookupError")
REFUSED_SIZE = "the result would need"  # a repetition that a slip made enormous: fastexec refuses it beforehand
CUT = {INT: "({}) % 100003", STR: "({})[:30]", LIST: "({})[:12]", TUPLE: "({})[:8]"}


class Scope:
    """Names that are bound here, by kind."""

    def __init__(self, names: dict[str, str] | None = None, function: bool = False, loop: bool = False) -> None:
        self.names = dict(names or {})
        self.function, self.loop = function, loop

    def inner(self, **changes) -> Scope:
        scope = Scope(self.names, self.function, self.loop)
        for key, value in changes.items():
            setattr(scope, key, value)
        return scope

    def of(self, kind: str) -> list[str]:
        return [name for name, own in self.names.items() if own == kind]


class Program:
    """One program, written while it is generated."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.indent = 0
        self.counter = 0
        self.functions: list[tuple[str, list[str], str, bool]] = []  # name, kinds of parameters, result, generator
        self.classes: list[str] = []
        self.in_function = False
        self.calls_allowed = True

    # ------------------------------------------------------------------------------ small helpers
    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, items):
        return self.random.choice(items)

    def fresh(self, prefix: str = "v") -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def write(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    # ------------------------------------------------------------------------------ expressions
    def expression(self, kind: str, scope: Scope, depth: int = 2) -> str:
        """An expression of `kind`, rarely of another."""
        if self.chance(0.008):
            return f"({self.expression(self.pick(KINDS), scope, depth)})"
        names = scope.of(kind)
        if names and self.chance(0.35):
            return self.pick(names)
        if self.chance(0.002):
            return f"unbound_{self.random.randrange(3)}"
        if depth <= 0:
            return self.literal(kind)
        if self.calls_allowed and self.chance(0.08):
            candidates = [f for f in self.functions if f[2] == kind and not f[3]]
            if candidates:
                return self.call(self.pick(candidates), scope, depth)
        if self.chance(0.06):
            return f"({self.expression(kind, scope, depth - 1)} if {self.condition(scope, depth - 1)} else {self.expression(kind, scope, depth - 1)})"
        if self.chance(0.03):
            name = self.fresh("l")
            return f"(lambda {name}: {self.expression(kind, scope.inner(names={**scope.names, name: kind}), depth - 1)})({self.expression(kind, scope, depth - 1)})"
        return getattr(self, f"{kind}_expression")(scope, depth - 1)

    def literal(self, kind: str) -> str:
        if kind == INT:
            return str(self.pick((0, 1, 2, 3, -1, 7, 10, 100, self.random.randrange(-50, 50), 2**31, 2**63 - 1, -(2**63), 10**20)))
        if kind == FLOAT:
            return repr(self.pick((0.0, 0.5, -1.25, 2.0, 1e10, 3.14, -0.0)))
        if kind == STR:
            return repr(self.pick(WORDS))
        if kind == BOOL:
            return self.pick(("True", "False"))
        items = [self.literal(INT) for _ in range(self.random.randrange(0, 4))]
        if kind == LIST:
            return f"[{', '.join(items)}]"
        if kind == TUPLE:
            return f"({''.join(item + ', ' for item in items)})"
        if kind == SET:
            # CPython builds a display of three constants from a frozenset, in an order of its own.
            return f"{{{', '.join(items[:2])}}}" if items else "set()"
        return "{" + ", ".join(f"{self.literal(STR)}: {item}" for item in items) + "}"

    def call(self, function: tuple[str, list[str], str, bool], scope: Scope, depth: int) -> str:
        arguments = [self.expression(kind, scope, depth - 1) for kind in function[1]]
        if self.chance(0.03):
            arguments = arguments[:-1] or ["1"]
        if arguments and self.chance(0.1):
            return f"{function[0]}(*[{', '.join(arguments)}])"
        return f"{function[0]}({', '.join(arguments)})"

    def condition(self, scope: Scope, depth: int) -> str:
        return self.expression(self.pick((BOOL, BOOL, BOOL, INT, LIST, STR)), scope, depth)

    def int_expression(self, scope: Scope, depth: int) -> str:
        e = lambda kind: self.expression(kind, scope, depth)  # noqa: E731
        return self.pick((
            lambda: f"({e(INT)} {self.pick('+-*')} {e(INT)})",
            lambda: f"({e(INT)} {self.pick('+-')} {e(INT)})",
            lambda: f"({e(INT)} {self.pick(('//', '%', '&', '|', '^'))} {e(INT)})",
            lambda: f"({e(INT)} {self.pick(('<<', '>>'))} {self.random.randrange(0, 9)})",
            lambda: f"(-{e(INT)})",
            lambda: f"(~{e(INT)})",
            lambda: f"({e(INT)} ** {self.random.randrange(0, 4)})" if depth < 1 else f"abs({e(INT)})",
            lambda: f"len({e(self.pick((STR, LIST, DICT, TUPLE, SET)))})",
            lambda: f"sum({e(LIST)})",
            lambda: f"{e(LIST)}[{e(INT)} % 3]",
            lambda: f"{e(DICT)}[{e(STR)}]" if self.chance(0.3) else f"{e(DICT)}.get({e(STR)}, {e(INT)})",
            lambda: f"{self.pick(('max', 'min'))}({e(INT)}, {e(INT)})",
            lambda: f"int({e(self.pick((FLOAT, BOOL, INT)))})",
            lambda: f"{e(STR)}.{self.pick(('count', 'find'))}({e(STR)})",
            lambda: f"sum({n} for {n} in {e(LIST)} if {n} > {self.random.randrange(5)})" if (n := self.fresh("g")) else "",
            lambda: f"divmod({e(INT)}, {e(INT)})[{self.random.randrange(2)}]",
            lambda: f"({e(INT)} and {e(INT)})",
            lambda: f"round({e(FLOAT)})",
            lambda: f"sorted({e(LIST)})[0]" if self.chance(0.3) else f"max({e(LIST)}, default={e(INT)})",
        ))()  # fmt: skip

    def float_expression(self, scope: Scope, depth: int) -> str:
        e = lambda kind: self.expression(kind, scope, depth)  # noqa: E731
        return self.pick((
            lambda: f"({e(FLOAT)} {self.pick(('+', '-', '*', '/', '//', '%'))} {e(self.pick((FLOAT, INT)))})",
            lambda: f"({e(INT)} / {e(INT)})",
            lambda: f"float({e(self.pick((INT, BOOL)))} % 1000)",
            lambda: f"round({e(FLOAT)}, {self.random.randrange(3)})",
            lambda: f"abs({e(FLOAT)})",
            lambda: f"(-{e(FLOAT)})",
        ))()  # fmt: skip

    def str_expression(self, scope: Scope, depth: int) -> str:
        e = lambda kind: self.expression(kind, scope, depth)  # noqa: E731
        return self.pick((
            lambda: f"({e(STR)} + {e(STR)})",
            lambda: f"({e(STR)} * {self.random.randrange(0, 4)})",
            lambda: f"str({e(self.pick(KINDS))})",
            lambda: f"{e(STR)}.{self.pick(('upper', 'lower', 'strip', 'title', 'swapcase'))}()",
            lambda: f"{e(STR)}[{self.slice(scope, depth)}]",
            lambda: f"{e(STR)}[{e(INT)} % 2]",
            lambda: f"f'<{{{self.plain(e(INT))}}}{{{self.plain(e(INT))}:>{self.random.randrange(1, 9)}}}>'",
            lambda: f"f'{{{self.plain(e(self.pick(KINDS)))}!r}}'",
            lambda: f"'-'.join(str({n}) for {n} in {e(LIST)})" if (n := self.fresh("g")) else "",
            lambda: f"repr({e(self.pick((STR, LIST, DICT, TUPLE, FLOAT)))})",
            lambda: f"({e(STR)} or {e(STR)})",
            lambda: f"{e(STR)}.replace({e(STR)}, {e(STR)})[:20]",
            lambda: f"'%s:%d' % ({e(STR)}, {e(INT)})",
            lambda: f"'{{:>5}}|{{}}'.format({e(INT)}, {e(STR)})",
        ))()  # fmt: skip

    def plain(self, code: str) -> str:
        """Code that may stand in an f-string of every version: no quotes, no braces, no backslash."""
        return code if not set(code) & set("'\"{}\\:!") else str(self.random.randrange(100))

    def bool_expression(self, scope: Scope, depth: int) -> str:
        e = lambda kind: self.expression(kind, scope, depth)  # noqa: E731
        comparison = self.pick(("<", "<=", ">", ">=", "==", "!="))
        return self.pick((
            lambda: f"({e(INT)} {comparison} {e(INT)})",
            lambda: f"({e(INT)} < {e(INT)} {self.pick(('<', '<=', '!='))} {e(INT)})",
            lambda: f"({e(STR)} {comparison} {e(STR)})",
            lambda: f"({e(LIST)} {comparison} {e(LIST)})",
            lambda: f"({e(INT)} {self.pick(('in', 'not in'))} {e(self.pick((LIST, TUPLE, SET)))})",
            lambda: f"({e(STR)} in {e(self.pick((DICT, STR)))})",
            lambda: f"(not {e(self.pick((BOOL, INT, LIST)))})",
            lambda: f"({e(BOOL)} {self.pick(('and', 'or'))} {e(BOOL)})",
            lambda: f"({e(SET)} {self.pick(('<=', '>', '=='))} {e(SET)})",
            lambda: f"{self.pick(('any', 'all'))}({n} > {self.random.randrange(9)} for {n} in {e(LIST)})" if (n := self.fresh("g")) else "",
            lambda: f"isinstance({e(self.pick(KINDS))}, {self.pick(('int', 'str', '(list, dict)', 'bool'))})",
            lambda: f"({e(INT)} is None)",
            lambda: f"bool({e(self.pick(KINDS))})",
        ))()  # fmt: skip

    def slice(self, scope: Scope, depth: int) -> str:
        part = lambda: self.pick(("", "", str(self.random.randrange(-3, 4)), self.expression(INT, scope, 0)))  # noqa: E731
        return f"{part()}:{part()}" + (f":{self.pick((-1, 1, 2, -2))}" if self.chance(0.3) else "")

    def list_expression(self, scope: Scope, depth: int) -> str:
        e = lambda kind: self.expression(kind, scope, depth)  # noqa: E731
        n, m = self.fresh("c"), self.fresh("c")
        inner = scope.inner(names={**scope.names, n: INT})
        return self.pick((
            lambda: f"[{e(INT)}, {e(INT)}]",
            lambda: f"[*{e(LIST)}, {e(INT)}, *{e(TUPLE)}]",
            lambda: f"({e(LIST)} + {e(LIST)})[:9]",
            lambda: f"{e(LIST)}[{self.slice(scope, depth)}]",
            lambda: f"[{self.expression(INT, inner, depth)} for {n} in {e(self.pick((LIST, TUPLE)))}]",
            lambda: f"[{self.expression(INT, inner, depth)} for {n} in range({self.random.randrange(5)}) if {self.expression(BOOL, inner, depth)}]",
            lambda: f"[{n} * {m} for {n} in range(3) for {m} in range({n})]",
            lambda: f"sorted({e(self.pick((LIST, SET)))}{self.pick(('', ', reverse=True', f', key=lambda {n}: -{n}', f', key=lambda {n}: {n} % 5'))})",
            lambda: f"list(map(lambda {n}: {self.expression(INT, inner, depth)}, {e(LIST)}))",
            lambda: f"list(filter(lambda {n}: {self.expression(BOOL, inner, depth)}, {e(LIST)}))",
            lambda: f"list(range({self.random.randrange(-3, 3)}, {self.random.randrange(0, 8)}))",
            lambda: f"list({e(DICT)}.values())",
            lambda: f"[{m} + {n} for {n}, {m} in zip({e(LIST)}, {e(LIST)})]",
            lambda: f"list({f[0]}({', '.join(e(k) for k in f[1])}))" if (f := self.a_generator()) else e(LIST),
        ))()  # fmt: skip

    def a_generator(self):
        found = [f for f in self.functions if f[3]]
        return self.pick(found) if found and self.calls_allowed else None

    def tuple_expression(self, scope: Scope, depth: int) -> str:
        e = lambda kind: self.expression(kind, scope, depth)  # noqa: E731
        return self.pick((
            lambda: f"({e(INT)}, {e(INT)})",
            lambda: f"tuple({e(LIST)})",
            lambda: f"(*{e(LIST)}, {e(INT)})",
            lambda: f"({e(TUPLE)} + {e(TUPLE)})[:6]",
        ))()  # fmt: skip

    def set_expression(self, scope: Scope, depth: int) -> str:
        e = lambda kind: self.expression(kind, scope, depth)  # noqa: E731
        n = self.fresh("c")
        return self.pick((
            lambda: f"set({e(LIST)})",
            lambda: f"({e(SET)} {self.pick('|&-^')} {e(SET)})",
            lambda: f"{{{n} % 4 for {n} in {e(LIST)}}}",
            lambda: f"{{{e(INT)}, {e(INT)}}}",
        ))()  # fmt: skip

    def dict_expression(self, scope: Scope, depth: int) -> str:
        e = lambda kind: self.expression(kind, scope, depth)  # noqa: E731
        n, m = self.fresh("c"), self.fresh("c")
        return self.pick((
            lambda: f"{{{e(STR)}: {e(INT)}, {e(STR)}: {e(INT)}}}",
            lambda: f"{{**{e(DICT)}, {e(STR)}: {e(INT)}}}",
            lambda: f"{{str({n}): {n} * 2 for {n} in {e(LIST)}}}",
            lambda: f"dict(zip({e(STR)}, {e(LIST)}))",
            lambda: f"{{{n}: {m} for {n}, {m} in {e(DICT)}.items() if {m} != 1}}",
            lambda: f"({e(DICT)} | {e(DICT)})",
        ))()  # fmt: skip

    # ------------------------------------------------------------------------------ statements
    def block(self, scope: Scope, budget: int) -> None:
        """Some statements, one level deeper."""
        self.indent += 1
        for _ in range(self.random.randrange(1, 4)):
            self.statement(scope, budget - 1)
        self.indent -= 1

    def statement(self, scope: Scope, budget: int) -> None:
        simple = (self.assign, self.assign, self.assign, self.show, self.show, self.augment, self.mutate, self.unpack)
        compound = (self.if_, self.for_, self.for_, self.while_, self.try_, self.try_, self.match_, self.with_)
        leaving = []
        if scope.loop:
            leaving += [self.leave_loop]
        if scope.function:
            leaving += [self.return_]
        if leaving and self.chance(0.06):
            return self.pick(leaving)(scope)
        if budget > 0 and self.chance(0.35):
            return self.pick(compound)(scope, budget)
        if self.chance(0.02):
            return self.write(f"raise {self.pick(('ValueError', 'KeyError', 'IndexError'))}({self.expression(STR, scope, 1)})")
        if self.chance(0.02):
            return self.write(f"assert {self.condition(scope, 1)}, {self.expression(STR, scope, 1)}")
        return self.pick(simple)(scope)

    def assign(self, scope: Scope) -> None:
        kind = self.pick(KINDS)
        names = scope.of(kind)
        name = self.pick(names) if names and self.chance(0.4) else self.fresh()
        value = CUT.get(kind, "{}").format(self.expression(kind, scope, 3))
        if kind == LIST and self.chance(0.08):  # only here: a comprehension's iterable may not hold a walrus
            inner, last = self.fresh("c"), self.fresh()
            value = f"[{last} for {inner} in {self.expression(LIST, scope, 1)} if ({last} := {inner} % 7) > 2]"
        extra = f"{self.fresh()} = " if self.chance(0.05) else ""
        annotation = f": {kind}" if not extra and name not in scope.names and self.chance(0.25) else ""
        self.write(f"{name}{annotation} = {extra}{value}")
        scope.names[name] = kind

    def show(self, scope: Scope) -> None:
        values = ", ".join(self.expression(self.pick(KINDS), scope, 2) for _ in range(self.random.randrange(1, 4)))
        option = self.pick(("", "", "", ", sep='|'", ", end=' '"))
        self.write(f"print({values}{option})")

    def augment(self, scope: Scope) -> None:
        kind = self.pick((INT, INT, STR, LIST, FLOAT))
        names = scope.of(kind)
        if not names:
            return self.assign(scope)
        name = self.pick(names)
        operator = {INT: self.pick(("+=", "-=", "*=", "//=", "%=", "|=", "^=")), STR: "+=", LIST: "+=", FLOAT: self.pick(("+=", "*=", "/="))}[kind]
        self.write(f"{name} {operator} {self.expression(kind, scope, 2)}")
        if kind in CUT:
            self.write(f"{name} = {CUT[kind].format(name)}")

    def mutate(self, scope: Scope) -> None:
        names = scope.of(self.pick((LIST, DICT)))
        if not names:
            return self.assign(scope)
        name = self.pick(names)
        e = lambda kind: self.expression(kind, scope, 1)  # noqa: E731
        if scope.names[name] == DICT:
            choices = (f"{name}[{e(STR)}] = {e(INT)}", f"{name}[{e(STR)}] = {name}.get({e(STR)}, 0) + 1", f"{name}.pop({e(STR)}, None)", f"{name}.update({e(DICT)})", f"del {name}[{e(STR)}]", f"{name}.setdefault({e(STR)}, {e(INT)})")
        else:
            choices = (f"{name}.append({e(INT)})", f"{name}.insert(0, {e(INT)})", f"{name}.reverse()", f"{name}.sort()", f"{name}[0] = {e(INT)}", f"{name}[-1] += {e(INT)}", f"del {name}[0]", f"{name}.pop()", f"{name}[1:2] = {e(LIST)}", f"{name}[:2] += {e(TUPLE)}", f"{name}[1:3] *= 2", f"{name}.extend({e(TUPLE)})")
        self.write(self.pick(choices))
        if scope.names[name] == LIST and scope.loop:
            self.write(f"del {name}[12:]")

    def unpack(self, scope: Scope) -> None:
        a, b = self.fresh(), self.fresh()
        e = lambda kind: self.expression(kind, scope, 2)  # noqa: E731
        form = self.random.randrange(4)
        if form == 0:
            self.write(f"{a}, {b} = {e(INT)} % 1009, {e(INT)} % 1009")
            scope.names.update({a: INT, b: INT})
        elif form == 1:
            self.write(f"{a}, *{b} = {e(LIST)}")
            scope.names.update({a: INT, b: LIST})
        elif form == 2 and len(scope.of(INT)) > 1:
            x, y = self.random.sample(scope.of(INT), 2)
            self.write(f"{x}, {y} = {y}, {x}")
        else:
            self.write(f"*{a}, {b} = {e(TUPLE)}")
            scope.names.update({a: LIST, b: INT})

    def if_(self, scope: Scope, budget: int) -> None:
        self.write(f"if {self.condition(scope, 2)}:")
        self.block(scope.inner(), budget)
        if self.chance(0.3):
            self.write(f"elif {self.condition(scope, 1)}:")
            self.block(scope.inner(), budget)
        if self.chance(0.5):
            self.write("else:")
            self.block(scope.inner(), budget)

    def for_(self, scope: Scope, budget: int) -> None:
        n, m = self.fresh("i"), self.fresh("i")
        target, source, names = self.pick((
            (n, f"range({self.random.randrange(1, 5)})", {n: INT}),
            (n, f"{self.expression(LIST, scope, 2)}[:5]", {n: INT}),
            (n, f"{self.expression(STR, scope, 1)}[:4]", {n: STR}),
            (f"{n}, {m}", f"list({self.expression(DICT, scope, 1)}.items())[:4]", {n: STR, m: INT}),
            (f"{n}, {m}", f"enumerate({self.expression(LIST, scope, 1)}[:4])", {n: INT, m: INT}),
        ))  # fmt: skip
        self.write(f"for {target} in {source}:")
        self.block(scope.inner(names={**scope.names, **names}, loop=True), budget)
        if self.chance(0.15):
            self.write("else:")
            self.block(scope.inner(), budget)

    def while_(self, scope: Scope, budget: int) -> None:
        n = self.fresh("w")
        self.write(f"{n} = 0")
        self.write(f"while {n} < {self.random.randrange(1, 5)}{' and ' + self.condition(scope, 1) if self.chance(0.3) else ''}:")
        self.indent += 1
        self.write(f"{n} += 1")
        self.indent -= 1
        self.block(scope.inner(loop=True), budget)

    def leave_loop(self, scope: Scope) -> None:
        self.write(f"if {self.condition(scope, 1)}:")
        self.write(f"    {self.pick(('break', 'continue'))}")

    def return_(self, scope: Scope) -> None:
        self.write(f"if {self.condition(scope, 1)}:")
        self.write(f"    return {self.expression(scope.function, scope, 2)}")

    def try_(self, scope: Scope, budget: int) -> None:
        self.write("try:")
        self.block(scope.inner(), budget)
        self.write(f"except {self.pick(ERRORS)} as error:")
        self.indent += 1
        self.write("print(type(error).__name__, error)")
        if self.chance(0.08):
            self.write(self.pick(("raise", "raise RuntimeError('again') from error")))
        self.indent -= 1
        if self.chance(0.5):
            self.write("except Exception as error:")
            self.write("    print('other', type(error).__name__, error)")
        if self.chance(0.2):
            self.write("else:")
            self.block(scope.inner(loop=False), budget)
        if self.chance(0.25):
            self.write("finally:")
            self.block(scope.inner(loop=False, function=False), 0)

    def with_(self, scope: Scope, budget: int) -> None:
        name = self.fresh()
        self.write(f"with Manager({self.expression(INT, scope, 1)}, {self.pick(('True', 'False'))}) as {name}:")
        self.block(scope.inner(names={**scope.names, name: INT}), budget)

    def match_(self, scope: Scope, budget: int) -> None:
        a, b = self.fresh(), self.fresh()
        self.write(f"match {self.expression(self.pick((INT, STR, LIST, TUPLE, DICT)), scope, 2)}:")
        patterns = [
            ("0 | 1", {}),
            (f"int({a}) if {a} > 5", {a: INT}),
            (f"str({a})", {a: STR}),
            ("[]", {}),
            (f"[{a}, {b}]", {a: INT, b: INT}),
            (f"[{a}, *{b}]", {a: INT, b: LIST}),
            (f"{{'a': {a}}}", {a: INT}),
            (f"{{'key': {a}, **{b}}}", {a: INT, b: DICT}),
            ("None | True", {}),
        ]
        self.indent += 1
        for pattern, names in sorted(self.random.sample(patterns, 3), key=str):
            self.write(f"case {pattern}:")
            self.block(scope.inner(names={**scope.names, **names}), budget - 1)
        if self.chance(0.7):
            self.write("case _:")
            self.block(scope.inner(), budget - 1)
        self.indent -= 1

    # ------------------------------------------------------------------------------ definitions
    def function(self, scope: Scope) -> None:
        name = self.fresh("f")
        kinds = [self.pick((INT, INT, STR, LIST)) for _ in range(self.random.randrange(0, 3))]
        parameters = {self.fresh("p"): kind for kind in kinds}
        result, generator = self.pick((INT, INT, STR, LIST)), self.chance(0.25)
        texts = [parameter + (f"={self.literal(kind)}" if self.chance(0.2) and number == len(kinds) - 1 else "") for number, (parameter, kind) in enumerate(parameters.items())]
        self.write(f"def {name}({', '.join(texts)}):")
        inner = Scope({**scope.names, **parameters}, function=False if generator else result)
        readable = {n: k for n, k in scope.names.items() if self.chance(0.3)}
        inner.names = {**readable, **parameters}
        self.indent += 1
        if readable and self.chance(0.3):
            self.write(f"global {', '.join(readable)}")
        else:
            inner.names = dict(parameters)
        if self.chance(0.3):
            self.closure(inner)
        for _ in range(self.random.randrange(1, 4)):
            self.statement(inner, 1)
        if generator:
            self.write(f"for {self.fresh('i')} in range({self.random.randrange(1, 4)}):")
            self.write(f"    yield {self.expression(INT, inner, 2)}")
            if self.chance(0.4):
                self.write(f"yield from {self.expression(LIST, inner, 1)}")
        else:
            self.write(f"return {self.expression(result, inner, 2)}")
        self.indent -= 1
        self.functions.append((name, kinds, LIST if generator else result, generator))

    def closure(self, scope: Scope) -> None:
        cell, name = self.fresh(), self.fresh("n")
        self.write(f"{cell} = {self.literal(INT)}")
        self.write(f"def {name}(step):")
        self.write(f"    nonlocal {cell}")
        self.write(f"    {cell} = ({cell} + step) % 1009")
        self.write(f"    return {cell}")
        scope.names[cell] = INT
        result = self.fresh()
        self.write(f"{result} = {name}({self.expression(INT, scope, 1)}) + {name}(2)")
        scope.names[result] = INT

    def class_(self, scope: Scope) -> None:
        name = self.fresh("C")
        base = self.pick(self.classes) if self.classes and self.chance(0.5) else ""
        self.write(f"class {name}{f'({base})' if base else ''}:")
        self.indent += 1
        self.write(f"level = {self.literal(INT)}")
        if self.chance(0.5):
            self.write(f"items = [n * 2 for n in range({self.random.randrange(4)})]")
        self.write("def __init__(self, x=1):")
        if base:
            self.write("    super().__init__(x + 1)")
        self.write("    self.x = x")
        own = Scope({"other": INT, "self.x": INT, "self.level": INT}, function=INT)
        for method in self.random.sample(("work", "__add__", "__len__", "__getitem__", "__call__"), 2):
            parameter = "" if method == "__len__" else ", other"
            names = {k: v for k, v in own.names.items() if k != "other" or parameter}
            self.write(f"def {method}(self{parameter}):")
            value = self.expression(INT, Scope(names), 2)
            parent = f"super().{method}({'other' if parameter else ''}) + " if base and self.chance(0.3) and method == "work" else ""
            self.write(f"    return {f'abs({value}) % 10' if method == '__len__' else parent + f'({value})'}")
        if "def work" not in "\n".join(self.lines[-12:]):
            self.write("def work(self, other):")
            self.write(f"    self.x = ({self.expression(INT, own, 2)}) % 1009")
            self.write("    return self.x")
        self.write("@property")
        self.write("def twice(self):")
        self.write("    return self.x * 2")
        self.indent -= 1
        self.classes.append(name)
        instance = self.fresh("o")
        self.write(f"{instance} = {name}({self.expression(INT, scope, 1)})")
        self.guarded(f"print({instance}.work(3), {instance}.twice, {instance}.level, isinstance({instance}, {base or name}))")
        self.guarded(f"print(len({instance}), {instance} + 5)")
        self.guarded(f"print({instance}(2), {instance}[1], {instance}.nothing)")

    def guarded(self, line: str) -> None:
        self.write("try:")
        self.write(f"    {line}")
        self.write("except Exception as error:")
        self.write("    print(type(error).__name__, error)")

    def generate(self) -> str:
        """The whole program."""
        for line in MANAGER.splitlines():
            self.write(line)
        scope = Scope()
        for _ in range(self.random.randrange(5, 11)):
            part = self.random.random()
            if part < 0.15:
                self.function(scope)
            elif part < 0.22:
                self.class_(scope)
            elif part < 0.85:
                self.write("try:")
                self.block(scope.inner(), 2)
                self.write("except Exception as error:")
                self.write("    print(type(error).__name__, error)")
            else:
                self.statement(scope, 2)
        self.show(scope)
        self.write(self.expression(self.pick(KINDS), scope, 3))
        return self.text()


MANAGER = """\
class Manager:
    def __init__(self, value, swallow):
        self.value, self.swallow = value, swallow

    def __enter__(self):
        return self.value

    def __exit__(self, kind, value, trace):
        print("exit", kind.__name__ if kind else None)
        return self.swallow
"""


def program(seed: int) -> str:
    """The program of a seed, of this grammar or one of the other three."""
    grammars = (lambda seed: Program(seed).generate(), generator_order.program, generator_calls.program, generator_caches.program)
    return grammars[seed % len(grammars)](seed)


def run_seeds(payload: dict) -> list[list]:
    """In the child: `[seed, difference]` for each program whose outcome differs between the oracles."""
    import oracles
    import programs

    found = []
    for seed in range(payload["first"], payload["first"] + payload["count"]):
        source = program(seed)
        result = programs.run_both({"steps": [source], "imports": ["dataclasses"]})
        difference = oracles.compare([source], result["cpython"], result["fastexec"])
        if difference and REFUSED_SIZE not in difference:
            found.append([seed, difference])
    return found
