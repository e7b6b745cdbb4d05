"""Writes small random programs that show the order in which things happen.

Every value is made by `t(n, value)`, which notes `n`, or is an object that notes what is done with it; some
of the notes raise. Around that: every kind of target, call, display and comprehension, `return`, `break` and
`continue` inside `try` and `with`, generators that are sent to, thrown into and closed, coroutines, classes
with decorators, keywords and descriptors, closures that are rebound and deleted.
"""

from __future__ import annotations

import random

PRELUDE = '''\
log = []


class Boom(Exception):
    pass


def note(what):
    log.append(what)
    if len(log) > 400:
        raise SystemExit("enough")


def t(n, value=None):
    note(n)
    if n in bad:
        raise (Boom, ValueError, KeyError, StopIteration, TypeError)[n % 5](n)
    return value


class O:
    made = 0

    def __init__(self, name):
        O.made += 1
        self.__dict__["name"] = name

    def __getattr__(self, key):
        note(f"{self.name}.{key}")
        if key.startswith(("no", "__")):
            raise AttributeError(f"{self.name} has no {key}")
        return O(key)

    def __setattr__(self, key, value):
        note(f"{self.name}.{key} = {value!r}")

    def __delattr__(self, key):
        note(f"del {self.name}.{key}")

    def __getitem__(self, key):
        note(f"{self.name}[{key!r}]")
        if key == 3:
            raise IndexError(key)
        return O("item")

    def __setitem__(self, key, value):
        note(f"{self.name}[{key!r}] = {value!r}")

    def __delitem__(self, key):
        note(f"del {self.name}[{key!r}]")

    def __call__(self, *args, **kwargs):
        note(f"{self.name}({args}, {kwargs})")
        return args[0] if args and callable(args[0]) else O("result")

    def __add__(self, other):
        note(f"{self.name} + {other!r}")
        return self if isinstance(other, (O, int)) else NotImplemented

    def __radd__(self, other):
        note(f"{other!r} + {self.name} reflected")
        return self

    def __imul__(self, other):
        note(f"{self.name} *= {other!r}")
        return self

    def __lt__(self, other):
        note(f"{self.name} < {other!r}")
        return True

    def __eq__(self, other):
        note(f"{self.name} == {other!r}")
        return self is other

    __hash__ = object.__hash__

    def __contains__(self, other):
        note(f"{other!r} in {self.name}")
        return False

    def __bool__(self):
        note(f"bool {self.name}")
        return len(self.name) % 2 == 0

    def __iter__(self):
        note(f"iter {self.name}")
        return iter((1, O("second")))

    def keys(self):
        note(f"keys {self.name}")
        return ["k1", "k2"]

    def __enter__(self):
        note(f"enter {self.name}")
        return self

    def __exit__(self, kind, value, trace):
        note(f"exit {self.name} {kind.__name__ if kind else None}")
        return len(self.name) % 3 == 0

    async def __aenter__(self):
        note(f"aenter {self.name}")
        await Pause()
        return self

    async def __aexit__(self, kind, value, trace):
        note(f"aexit {self.name} {kind.__name__ if kind else None}")
        return len(self.name) % 3 == 0

    def __aiter__(self):
        note(f"aiter {self.name}")
        return AIter()

    def __await__(self):
        note(f"await {self.name}")
        yield
        return self

    def __format__(self, spec):
        note(f"format {self.name} {spec}")
        return f"<{spec}>"

    def __repr__(self):
        return self.name

    def __get__(self, instance, owner):
        note(f"get {self.name} {owner.__name__}")
        return 7

    def __set_name__(self, owner, name):
        note(f"{self.name} is {name} of {owner.__name__}")


class Pause:
    def __await__(self):
        got = yield "pause"
        return got


class AIter:
    left = 2

    async def __anext__(self):
        self.left -= 1
        await Pause()
        if self.left < 0:
            raise StopAsyncIteration
        return O("anext")


class Base:
    def __init_subclass__(cls, **keywords):
        note(f"subclass {cls.__name__} {keywords}")


def drive(thing, plan):
    """Runs a generator, coroutine or async generator by a plan."""
    for step in plan:
        try:
            if step == "close":
                note(("closed", thing.close()))
            elif step == "throw":
                note(("threw", thing.throw(Boom("thrown"))))
            elif step == "send":
                note(("sent", thing.send(9)))
            else:
                note(("next", next(thing) if hasattr(thing, "__next__") else thing.send(None)))
        except StopIteration as e:
            note(("stopped", e.value))
        except Exception as e:
            note((type(e).__name__, str(e), type(e.__context__).__name__))


def attempt(f, *args):
    try:
        note(("gave", f(*args)))
    except Exception as e:
        note((type(e).__name__, str(e), type(e.__context__).__name__, type(e.__cause__).__name__))


async def collect(agen):
    async for item in agen:
        note(("item", item))
'''


class Order:
    """One program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.indent = 0
        self.counter = 0
        self.notes = 0
        self.names: list[str] = ["a", "b"]
        self.kind = "module"  # or function, generator, async, asyncgen
        self.loops = 0
        self.functions: list[tuple[str, str]] = []
        self.own: list[str] | None = None

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, items):
        return self.random.choice(items)

    def write(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def t(self, value: str) -> str:
        self.notes += 1
        return f"t({self.notes}, {value})"

    # ------------------------------------------------------------------------------ expressions
    def name(self) -> str:
        return self.pick(self.names)

    def value(self, depth: int) -> str:
        """An expression, mostly an object that notes what happens to it."""
        if depth <= 0 or self.chance(0.15):
            return self.pick((lambda: self.name(), lambda: self.t(str(self.random.randrange(5))), lambda: self.t(f"O('{self.pick('opqrs') * self.random.randrange(1, 4)}')")))()
        v = lambda: self.value(depth - 1)  # noqa: E731
        forms = [
            lambda: f"{v()}.{self.attribute()}",
            lambda: f"{v()}[{v()}]",
            lambda: f"{v()}[{v()}:{v()}]",
            lambda: f"{v()}({self.arguments(depth - 1)})",
            lambda: f"{v()}.{self.attribute()}({self.arguments(depth - 1)})",
            lambda: f"({v()} + {v()})",
            lambda: f"({v()} < {v()} < {v()})",
            lambda: f"({v()} == {v()})",
            lambda: f"({v()} {self.pick(('in', 'not in'))} {v()})",
            lambda: f"({v()} {self.pick(('and', 'or'))} {v()})",
            lambda: f"({v()} if {v()} else {v()})",
            lambda: f"(not {v()})",
            lambda: f"[{v()}, *{v()}, {v()}]",
            lambda: f"({v()}, {v()})",
            lambda: "{" + f"'x': {v()}, {self.t('1')}: {v()}, **{{'y': {v()}}}" + "}",
            lambda: "f'{" + self.plain(v()) + "!r} {" + self.plain(v()) + ":{" + self.plain(self.t("5")) + "}}'",
            lambda: f"(lambda p={v()}, *q, r={v()}: (p, q, r))({self.arguments(depth - 2)})",
            lambda: self.comprehension(depth),
            lambda: f"({self.walrus()} := {v()})",
        ]
        if self.kind in ("generator", "asyncgen"):
            forms += [lambda: f"(yield {v()})"] * 2
        if self.kind in ("async", "asyncgen"):
            forms += [lambda: f"(await {self.pick(('Pause()', v()))})"] * 2
        return self.pick(forms)()

    def plain(self, code: str) -> str:
        """Code that may stand in an f-string of every version."""
        return code if not set(code) & set("'\"{}\\:!=") else self.name()

    def walrus(self) -> str:
        name = self.fresh("w")
        return name

    def attribute(self) -> str:
        return self.pick(("x", "y", "noway", "x"))

    def arguments(self, depth: int) -> str:
        parts = [self.value(depth) for _ in range(self.random.randrange(3))]
        if self.chance(0.2):
            parts.append(f"*{self.value(depth)}")
        keywords = [f"{key}={self.value(depth)}" for key in self.random.sample(("k1", "q", "r"), self.random.randrange(2))]
        if self.chance(0.2):
            keywords.append(f"**{self.pick((self.value(depth), '{' + repr('k2') + ': ' + self.value(depth) + '}'))}")
        return ", ".join(parts + keywords)

    def comprehension(self, depth: int) -> str:
        kind, before = self.kind, self.names
        source = self.value(depth - 1)
        self.kind = "module" if kind == "module" else "function"  # no yield or await inside
        n = self.fresh("c")
        self.names = [*before, n]
        walrus, self.walrus = self.walrus, lambda: self.name()  # type: ignore[method-assign]
        try:
            element = self.t(n)
            condition = f" if {self.value(0)}" if self.chance(0.4) else ""
            second = f" for {self.fresh('c')} in {self.pick((n, self.t('(1, 2)')))}" if self.chance(0.2) else ""
        finally:
            self.walrus = walrus  # type: ignore[method-assign]
            self.kind, self.names = kind, before
        if ":=" in source + condition:
            source = self.name()
        form = self.pick(("[{}]", "list({})", "tuple({})", "[*({})]", "max(({}), key=str, default=None)"))
        return form.format(f"{element} for {n} in {source}{second}{condition}")

    # ------------------------------------------------------------------------------ statements
    def target(self, depth: int = 1) -> str:
        form = self.random.randrange(7 if depth else 4)
        if form == 0:
            return self.bind()
        if form == 1:
            return f"{self.value(depth)}.{self.pick(('x', 'y'))}"
        if form == 2:
            return f"{self.value(depth)}[{self.value(0)}]"
        if form == 3:
            return f"{self.name()}[{self.value(0)}:{self.value(0)}]"
        inner = [self.target(0), self.target(0)]
        if form == 4:
            return f"({', '.join(inner)})"
        if form == 5:
            return f"[{inner[0]}, *{inner[1]}]"
        return f"*{inner[0]}, {inner[1]}" if depth == 1 else self.bind()

    def bind(self) -> str:
        name = self.pick(("a", "b", "d", "e"))
        if name not in self.names:
            self.names.append(name)
        return name

    def statement(self, budget: int) -> None:
        simple = [self.assign, self.assign, self.augment, self.delete, self.expression, self.expression, self.raise_, self.assert_]
        compound = [self.if_, self.for_, self.try_, self.try_, self.with_, self.while_, self.match_]
        if self.kind != "module":
            simple += [self.return_]
        if self.loops:
            simple += [lambda: self.write(self.pick(("break", "continue")))]
        if self.kind in ("async", "asyncgen"):
            compound += [self.async_for, self.async_with]
        if self.kind == "generator":
            simple += [lambda: self.write(f"{self.bind()} = yield from {self.pick((self.value(1), '(1, 2)', 'iter([3])'))}")]
        if budget > 0 and self.chance(0.45):
            self.pick(compound)(budget)
        else:
            self.pick(simple)()

    def block(self, budget: int) -> None:
        self.indent += 1
        for _ in range(self.random.randrange(1, 3)):
            self.statement(budget - 1)
        self.indent -= 1

    def assign(self) -> None:
        value = self.value(2)
        targets = [self.target() for _ in range(1 if self.chance(0.8) else 2)]
        self.write(f"{' = '.join(targets)} = {value}")

    def augment(self) -> None:
        target = self.pick((lambda: self.name(), lambda: f"{self.value(1)}.x", lambda: f"{self.value(1)}[{self.value(1)}]", lambda: f"{self.value(1)}[{self.value(0)}:{self.value(0)}]"))()
        self.write(f"{target} {self.pick(('+=', '*='))} {self.value(2)}")

    def delete(self) -> None:
        self.write("del " + ", ".join(self.pick((lambda: f"{self.value(1)}.x", lambda: f"{self.value(1)}[{self.value(0)}]", lambda: f"{self.name()}[{self.value(0)}:]", self.name))() for _ in range(self.random.randrange(1, 3))))

    def expression(self) -> None:
        self.write(self.value(3))

    def raise_(self) -> None:
        if self.chance(0.4):
            self.write(f"raise {self.pick(('Boom(' + self.t('1') + ')', 'KeyError', self.t('ValueError(2)')))}{self.pick(('', ' from ' + self.t('OSError(3)'), ' from None'))}")
        else:
            self.expression()

    def assert_(self) -> None:
        self.write(f"assert {self.value(1)}, {self.value(1)}" if self.chance(0.3) else self.value(2))

    def return_(self) -> None:
        value = "" if self.kind == "asyncgen" else " " + self.value(2)
        if self.chance(0.5):
            self.write(f"return{value}")
        else:
            self.write(f"if {self.value(1)}: return{value}")

    def if_(self, budget: int) -> None:
        self.write(f"if {self.value(2)}:")
        self.block(budget)
        if self.chance(0.4):
            self.write("else:")
            self.block(budget)

    def loop(self, head: str, budget: int) -> None:
        self.write(head)
        self.loops += 1
        self.block(budget)
        self.loops -= 1
        if self.chance(0.3):
            self.write("else:")
            self.block(budget)

    def for_(self, budget: int) -> None:
        self.loop(f"for {self.target()} in {self.pick((self.value(1), self.t('[1, (2, 3), O(4 * chr(102))]'), self.t('range(2)')))}:", budget)

    def while_(self, budget: int) -> None:
        name = self.fresh("n")
        self.write(f"{name} = 0")
        self.loop(f"while ({name} := {name} + 1) < {self.random.randrange(1, 4)} or {name} < 3 and {self.value(1)}:", budget)

    def async_for(self, budget: int) -> None:
        self.loop(f"async for {self.target()} in {self.t('O(chr(103))')}:", budget)

    def with_(self, budget: int) -> None:
        items = ", ".join(self.value(1) + (f" as {self.target()}" if self.chance(0.5) else "") for _ in range(self.random.randrange(1, 3)))
        self.write(f"with {items}:")
        self.block(budget)

    def async_with(self, budget: int) -> None:
        self.write(f"async with {self.t('O(' + repr(self.pick(('m', 'mm', 'mmm'))) + ')')} as {self.target()}:")
        self.block(budget)

    def try_(self, budget: int) -> None:
        self.write("try:")
        self.block(budget)
        final = self.chance(0.6)
        if not final or self.chance(0.7):
            kinds = self.pick(("Boom", "Exception", self.t("(ValueError, KeyError)"), "TypeError", self.t("AttributeError")))
            self.write(f"except {kinds}{self.pick(('', ' as e'))}:")
            self.block(budget)
            if self.chance(0.3):
                self.write("    raise")
            if self.chance(0.3):
                self.write("except Exception:")
                self.block(budget)
            if self.chance(0.2):
                self.write("else:")
                self.block(budget)
        if final:
            self.write("finally:")
            self.block(budget)

    def match_(self, budget: int) -> None:
        self.write(f"match {self.value(2)}:")
        self.indent += 1
        for pattern in self.random.sample(("0 | 1", "O(x=p1, y=[*_])", "(p2, *p3)", "{'x': p4, **p5}", "O() as p6", "str() | None"), 2):
            guard = f" if {self.value(1)}" if self.chance(0.4) else ""
            self.write(f"case {pattern}{guard}:")
            self.block(budget - 1)
        self.indent -= 1

    # ------------------------------------------------------------------------------ definitions
    def function(self) -> None:
        name, kind = self.fresh("f"), self.pick(("function", "function", "generator", "generator", "async", "asyncgen"))
        decorator = self.chance(0.2)
        if decorator:
            self.write(f"@{self.t('O')}({self.t(repr('deco'))})")
        defaults = f"p={self.value(1)}" if self.chance(0.5) else "p=O('p')"
        annotation = f": {self.value(1)}" if self.chance(0.2) else ""
        head = "async def" if kind in ("async", "asyncgen") else "def"
        self.write(f"{head} {name}({defaults.replace('p=', 'p' + annotation + ' = ', 1)}, *a, b=O('b'), **d):")
        before = self.kind, self.names, self.loops
        self.kind, self.names, self.loops = kind, ["p", "a", "b", "d", "e"], 0
        self.indent += 1
        self.write("e = O('e')")
        if self.chance(0.4):
            self.closure()
        for _ in range(self.random.randrange(1, 5)):
            self.statement(2)
        if kind in ("generator", "asyncgen"):
            self.write(f"yield {self.value(1)}")
        self.write("return" if kind == "asyncgen" else f"return {self.value(1)}")
        self.indent -= 1
        self.kind, self.names, self.loops = before
        self.functions.append((name, "decorated" if decorator else kind))

    def closure(self) -> None:
        name = self.fresh("n")
        self.write(f"def {name}():")
        self.write("    nonlocal e, p")
        self.write(f"    {self.pick(('e = p', 'del e', 'p = e, p', 'e += 1', 'p = t(0)'))}")
        self.write("    return e")
        self.names.append(f"{name}()")

    def class_(self) -> None:
        name = self.fresh("C")
        if self.chance(0.3):
            self.write(f"@{self.t('lambda c: c')}")
        self.write(f"class {name}({self.t('Base')}, k={self.value(1)}):")
        before = self.kind, self.names
        self.kind, self.names = "module", list(self.names)
        self.indent += 1
        for _ in range(self.random.randrange(1, 4)):
            self.write(self.pick((f"x{self.random.randrange(3)} = {self.value(2)}", f"x: {self.t('int')} = {self.value(1)}", "d = O('descriptor')", f"def m(self, v={self.value(1)}): return (v, __class__.__name__, super().__repr__ is None)")))
        self.indent -= 1
        self.kind, self.names = before
        self.write(f"attempt(lambda: ({name}().d, {name}.d))")
        self.write(f"attempt(lambda: {name}().m())")

    def use(self) -> None:
        if not self.functions:
            return
        name, kind = self.pick(self.functions)
        plan = [self.pick(("next", "next", "send", "throw", "close")) for _ in range(self.random.randrange(2, 6))]
        if kind == "generator":
            self.write(f"drive({name}({self.arguments(1)}), {['next', *plan]})")
        elif kind == "async":
            self.write(f"drive({name}({self.arguments(1)}), {['next', *plan, 'close']})")
        elif kind == "asyncgen":
            self.write(f"drive(collect({name}({self.arguments(1)})), {['next', *plan, 'next', 'next', 'close']})")
        else:
            self.write(f"attempt({name}, {self.arguments(1)})")

    def generate(self) -> str:
        self.write("a, b = O('a'), O('b')")
        for _ in range(self.random.randrange(3, 7)):
            part = self.random.random()
            self.write("try:")
            self.indent += 1
            if part < 0.35:
                self.function()
            elif part < 0.5:
                self.class_()
            else:
                for _ in range(self.random.randrange(1, 3)):
                    self.statement(3)
            self.indent -= 1
            self.write("except Exception as e:")
            self.write("    note((type(e).__name__, str(e), type(e.__context__).__name__))")
            for _ in range(2):
                self.write("try:")
                self.write("    pass")
                self.indent += 1
                self.use()
                self.indent -= 1
                self.write("except Exception as e:")
                self.write("    note((type(e).__name__, str(e)))")
        self.write("for line in log: print(line)")
        bad = {self.random.randrange(1, self.notes + 1) for _ in range(self.random.randrange(3))} if self.notes else set()
        return f"bad = {bad or '()'}\n{PRELUDE}\n" + "\n".join(self.lines) + "\n"


def program(seed: int) -> str:
    """The program of a seed; one that is no Python (a name that is a parameter and global) gives the next."""
    while True:
        text = Order(seed).generate()
        try:
            compile(text, "<program>", "exec")
        except SyntaxError:
            seed += 1_000_003
            continue
        return text
