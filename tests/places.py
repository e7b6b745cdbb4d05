"""Writes small random programs that fail, and says where CPython and fastexec see them fail.

Errors cross everything that errors can cross: `try` in all its forms, `with`, loops, calls, generators,
comprehensions, classes, decorators, native code that calls back, threads and coroutines. What is compared
is the list of frames of the code, each with its line and the name of its function, and the columns of the
innermost one where CPython knows them.
"""

from __future__ import annotations

import random
import re
import traceback

FILE = "<places>"
MODULES = ("contextlib", "asyncio", "dataclasses", "enum", "functools", "concurrent.futures", "itertools", "math")
ERRORS = (
    "ValueError",
    "KeyError",
    "ZeroDivisionError",
    "LookupError",
    "Exception",
    "(TypeError, ValueError)",
    "Custom",
    "ArithmeticError",
    "StopIteration",
)
PRELUDE = """\
import asyncio, contextlib, functools, itertools
from concurrent.futures import ThreadPoolExecutor
zero, one, empty, text, nothing, saved = 0, 1, [], "text", None, []
class Custom(Exception):
    pass
class Manager:
    def __init__(self, swallow=False, fail=""):
        self.swallow, self.fail = swallow, fail
    def __enter__(self):
        if self.fail == "enter":
            raise Custom("enter")
        return self
    def __exit__(self, kind, error, trace):
        if self.fail == "exit":
            raise Custom("exit")
        if self.fail == "again" and error is not None:
            raise error
        return self.swallow
    async def __aenter__(self):
        return self.__enter__()
    async def __aexit__(self, kind, error, trace):
        return self.__exit__(kind, error, trace)
@contextlib.contextmanager
def passing():
    yield 1
@contextlib.contextmanager
def cleaning():
    try:
        yield 2
    finally:
        saved.clear()
@contextlib.contextmanager
def translating():
    try:
        yield 3
    except ValueError as error:
        raise Custom("translated") from error
class Value:
    def __init__(self, n=0):
        self.n = n
    def __add__(self, other):
        return self.n / other
    def __getitem__(self, key):
        return [self.n][key]
    def __len__(self):
        return self.n // zero
    def __iter__(self):
        yield self.n
        yield self.n / zero
    def __str__(self):
        return text[self.n + 9]
    def __eq__(self, other):
        return self.missing
    def __call__(self, *values):
        return values[self.n + 7]
    @property
    def quotient(self):
        return self.n / zero
    @staticmethod
    def static(n):
        return n + text
    @classmethod
    def made(cls, n):
        return cls(n).quotient
def logged(function):
    @functools.wraps(function)
    def wrapper(*values):
        return function(*values)
    return wrapper
def retried(function):
    def again(*values):
        try:
            return function(*values)
        except LookupError:
            return function(*values)
    return again
value = Value()
"""
# Each kind of failing expression and statement, alone.
PARTS = (
    'text="a"\n(text\n .upper()\n .missing)',
    'text="a"\n(text\n .upper()\n .missing())',
    'text="a"\n(text\n .upper()\n .index("z"))',
    'text="a"\n(text\n .upper()\n .index("z", \n1))',
    "x=None\n(x\n .foo) = 1",
    "x=None\ndel (x\n .foo)",
    "for i in 5:\n  pass",
    "for i in (\n  5):\n  pass",
    "def g():\n  yield 1\n  1/0\nfor i in (\n  g()):\n  pass",
    "[i for i in 5]",
    "[i\n for i in (\n 5)]",
    "list(i for i in 5)",
    "list(a for a, b in [(1,2,3)])",
    "for a, b in [(1,2,3)]:\n  pass",
    "with (1):\n  pass",
    "try:\n  1/0\nexcept (\n 5):\n  pass",
    "f=print\nf(*5)",
    "f=print\nf(1,\n *5)",
    "f=print\nf(1,\n **5)",
    'f=print\nf(1, a=2,\n **{"a":1})',
    "[1,\n *5]",
    "{1:2,\n **5}",
    "{1:2,\n []:3}",
    "{1,\n []}",
    "{\n[]:1 for i in [1]}",
    "{\n[] for i in [1]}",
    'f"{1:zz}"',
    'x="ab" f"c{1:zz} {2}"',
    'class A:\n  def __str__(self): 1/0\nx=("ab"\n f"c{A()}")',
    "@5\ndef f(): pass",
    "@(lambda f: 1/0)\n@(lambda f: f)\ndef f():\n  pass",
    "@5\nclass A:\n  pass",
    "class A(5):\n  pass",
    "class A:\n  1/0",
    "@print\nclass A:\n  1/0",
    "class A(metaclass=\n 5):\n  pass",
    "def f(a=1,\n b=1/0): pass",
    'assert 0, \\\n "a"',
    "assert (0 and\n 1), 1",
    "raise (\n ValueError)",
    "raise ValueError from \\\n 5",
    "a, b = 1",
    "a, b = (\n1)",
    "x = (a, b) = 1",
    'x=1\nx += "a"',
    "x=None\nx.foo += 1",
    "x=[]\nx[0] += 1",
    "x=(1,)\nx[0] += 1",
    "x=()\nx[0] = 1",
    "x=()\nx[0] = (\n1)",
    "x=()\ndel x[0]",
    '1 < "a"',
    '1 < 2 < "a"',
    '(1 <\n 2 <\n "a")',
    "class A:\n  def __bool__(self): 1/0\nnot A()",
    "class A:\n  def __bool__(self): 1/0\nif A(): pass",
    "class A:\n  def __bool__(self): 1/0\nif 1 and A(): pass",
    "class A:\n  def __bool__(self): 1/0\nx = A() and 1",
    "class A:\n  def __bool__(self): 1/0\nwhile A(): pass",
    "class A:\n  def __bool__(self): 1/0\nx = 1 if A() else 2",
    "class A:\n  def __bool__(self): 1/0\nx = [1 for i in [1] if A()]",
    "class A:\n  def __bool__(self): 1/0\nassert A()",
    'x="a"\nx[1:"b"]',
    "match 1:\n  case x if 1/0:\n   pass",
    "class A:\n  @property\n  def n(self): 1/0\nmatch A():\n  case A(n=1):\n   pass",
    "class A: pass\nmatch A():\n  case A(1):\n   pass",
    "match 1:\n  case int.foo:\n   pass",
    'class A(dict):\n  def get(self,*a): 1/0\n  def __getitem__(self,k): 1/0\nmatch A(a=1):\n  case {"a": 1}:\n   pass',
    "(lambda:\n 1/0)()",
    "x = (1 +\n  undefined)",
    "def f():\n  return undefined\nf()",
    "def f():\n  print(x)\n  x=1\nf()",
    "del undefined",
    "def g():\n  yield from 5\nlist(g())",
    "from math import nope",
    "import math, \\\n nope",
    "x: 1/0 = 3",
    "def f(a: 1,\n b: 1/0): pass",
    "import asyncio\nasync def f():\n  await 5\nasyncio.run(f())",
    "import asyncio\nasync def f():\n  async for x in 5:\n    pass\nasyncio.run(f())",
    "import asyncio\nasync def f():\n  async with 5:\n    pass\nasyncio.run(f())",
    "class A:\n  def __enter__(self): pass\n  def __exit__(self,*a): 1/0\nwith A() as x:\n  pass",
    "class A:\n  def __enter__(self): pass\n  def __exit__(self,*a): 1/0\nwith A() as x:\n  5/0",
    "class A:\n  def __enter__(self): pass\n  def __exit__(self,*a): 1/0\ndef f():\n  with A() as x:\n    return 1\nf()",
    "class A:\n  def __enter__(self): pass\n  def __exit__(self,*a): pass\nwith A() as (a, b):\n  pass",
    "def g():\n  yield 1\ng().throw(ValueError)",
    "import functools\n@functools.wraps(print)\n@functools.wraps(print)\ndef g():\n  yield 1\ng().throw(ValueError)",
    'try:\n  raise ExceptionGroup("a",[ValueError(1)])\nexcept* ValueError as e:\n  raise KeyError',
    "try:\n  1/0\nexcept* ZeroDivisionError as e:\n  raise KeyError",
    "try:\n  1/0\nexcept* ZeroDivisionError as e:\n  raise",
    "try:\n  1/0\nexcept* KeyError as e:\n  raise",
    'def f():\n try:\n  raise ExceptionGroup("a",[ValueError(1),KeyError()])\n except* ValueError as e:\n  raise TypeError\nf()',
    "def f():\n  yield 1\n  raise StopIteration\nlist(f())",
    "list(next(iter([])) for x in [1])",
    "class A:\n  def f(self):\n    super().f()\nA().f()",
    "def f(a):\n  pass\nf(\n 1,\n 2)",
    "class A:\n  def f(self): pass\nA().f(\n 1,\n 2)",
    "x=[]\nx[\n 5]",
    '(1 +\n "a")',
    "x = (1,\n  1/0)",
    'x = ("a" +\n  "b" +\n 5)',
    "*a, b = 5",
    "def f():\n  def g():\n    return x\n  g()\n  x = 1\nf()",
    'print(f"a{1}"\n f"{1/0}")',
    "def f(x):\n  1/0\nx = [\n f(i)\n for i in [1]]",
    "class A:\n  def __bool__(self): 1/0\nany(A() for i in [1])",
    'sum(x for x in ["a"])',
    'max(x for x in ["a",1])',
    "set(x for x in [[],1])",
    "dict((x,1) for x in [[],1])",
    '"".join(x for x in [1])',
    'sorted(x for x in [1,"a"])',
    "def f(a): pass\nf(b=1)",
    '"a".split(foo=1)',
    "(x := 1/0)",
    "print(1/0, *[2])",
    "from dataclasses import dataclass\n@dataclass\nclass A:\n  x: int\n  def __post_init__(self): self.x / 0\nA(1)",
    "def f(n):\n  return f(n - 1) if n else 1 / 0\nf(20)",
    "class A:\n  @property\n  def x(self): return 1\n  @x.setter\n  def x(self, v): v / 0\na = A()\na.x = 3",
    "class A:\n  def __getattr__(self, n): return 1 / 0\nA().foo",
    "class A:\n  def __iter__(self): return self\n  def __next__(self): return 1 / 0\nfor i in A():\n  pass",
    "class A:\n  def __contains__(self, x): return 1 / 0\n1 in A()",
    "class A:\n  def __hash__(self): return 1 / 0\n{A(): 1}",
    "import contextlib\n@contextlib.contextmanager\ndef m():\n  yield\n  1 / 0\ndef f():\n  with m():\n    return 1\nf()",
    "def f():\n  1 / 0\ntry:\n  f()\nexcept ZeroDivisionError as e:\n  saved = e\nraise saved",
    "def g():\n  raise\ntry:\n  1 / 0\nexcept ZeroDivisionError:\n  g()",
    "def f():\n  1 / 0\ntry:\n  f()\nexcept ZeroDivisionError as e:\n  raise e.with_traceback(None)",
    "def f():\n  1 / 0\ntry:\n  f()\nexcept ZeroDivisionError as e:\n  raise ValueError from e",
    'def f():\n  try:\n    1 / 0\n  finally:\n    return 1\nf() + "a"',
    "def f():\n  try:\n    try:\n      1 / 0\n    finally:\n      x = 1\n  finally:\n    y = 2\nf()",
    "from concurrent.futures import ThreadPoolExecutor\ndef f(x):\n  return 1 / x\nwith ThreadPoolExecutor(2) as p:\n  list(p.map(f, [1, 0]))",
    "import asyncio\nasync def f():\n  await asyncio.sleep(0)\n  1 / 0\nasync def g():\n  await asyncio.gather(f(), f())\nasyncio.run(g())",
    "import asyncio\nasync def f():\n  yield 1\n  1 / 0\nasync def g():\n  async for x in f():\n    pass\nasyncio.run(g())",
    "import asyncio\nasync def f():\n  yield 1\n  1 / 0\nasync def g():\n  return [x async for x in f()]\nasyncio.run(g())",
    "import asyncio\nasync def f():\n  1 / 0\nasync def g():\n  async with asyncio.TaskGroup() as t:\n    t.create_task(f())\nasyncio.run(g())",
    "import contextlib\ndef f():\n  1 / 0\nwith contextlib.ExitStack() as s:\n  s.callback(f)",
    "import contextlib\nclass A:\n  def close(self): 1 / 0\nwith contextlib.closing(A()):\n  pass",
    "import functools\n@functools.lru_cache\ndef f(n):\n  return f(n - 1) if n else 1 / 0\nf(3)",
    "import functools\ndef f(a, b):\n  return a / b\nfunctools.partial(f, 1)(0)",
    "import enum\nclass E(enum.Enum):\n  A = 1\nE(2)",
    'x = ["a",\n     "b"]\ny = [s.foo()\n     for s in x]',
    "def f():\n  x = 1\n  try:\n    x / 0\n  finally:\n    del x\nf()",
    "try:\n  x = 1\nexcept ValueError:\n  pass\nelse:\n  x / 0\nfinally:\n  y = 1",
    "for i in range(3):\n  try:\n    1 / (2 - i)\n  except ValueError:\n    pass\n  finally:\n    z = i",
)


class Program:
    """One program, written while it is generated."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = PRELUDE.splitlines()
        self.failures = self.pick((0.1, 0.25, 0.55))  # share of the expressions that fail
        self.indent = 0
        self.counter = 0
        self.functions: list[str] = []
        self.generators: list[str] = []
        self.coroutines: list[str] = []
        self.in_async = self.in_loop = self.in_function = False
        self.returns = True  # no jump may leave `except*`

    # ------------------------------------------------------------------------------ small helpers
    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, items):
        return self.random.choice(items)

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def write(self, line: str) -> None:
        self.lines += ["    " * self.indent + part for part in line.split("\n")]

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def inside(self, write, **changes) -> None:
        """What `write` writes, one level deeper."""
        before = {name: getattr(self, name) for name in changes}
        for name, setting in changes.items():
            setattr(self, name, setting)
        self.indent += 1
        write()
        self.indent -= 1
        for name, setting in before.items():
            setattr(self, name, setting)

    # ------------------------------------------------------------------------------ expressions
    def failing(self) -> str:
        """An expression that fails."""
        e, call = self.small, self.called
        return self.pick((
            lambda: f"{e()} / zero",
            lambda: f"({e()} + {e()}) // zero",
            lambda: "empty[3]",
            lambda: "{'a': one}['b']",
            lambda: "int('x')",
            lambda: "nothing.attribute",
            lambda: "nothing.method(one)",
            lambda: "text.upper().missing()",
            lambda: "missing_name",
            lambda: "missing_function(one)",
            lambda: f"len({e()})",
            lambda: "text + one",
            lambda: "one + text * 2",
            lambda: "-text",
            lambda: "one < text",
            lambda: "one < 2 < text",
            lambda: "one in 5",
            lambda: "[1, 2].index(9)",
            lambda: "(lambda: one / zero)()",
            lambda: "(lambda n: n.missing)(text)",
            lambda: "sorted([3, 1], key=lambda n: n / zero)",
            lambda: f"list(map({call()}, [1]))",
            lambda: f"max([2, 1], key={call()})",
            lambda: f"functools.reduce(lambda a, b: {call()}(a), [1, 2])",
            lambda: "next(iter(empty))",
            lambda: "sum(1 / n for n in (1, 0))",
            lambda: "list(n.missing for n in (1, 0))",
            lambda: "any(1 // n for n in (0, 0))",
            lambda: "''.join(text[n] for n in (1, 50))",
            lambda: "dict((n, 1 % n) for n in (1, 0))",
            lambda: "[1 / n for n in (1, 0)]",
            lambda: "{1 / n for n in (1, 0)}",
            lambda: "{n: 1 / n for n in (1, 0)}",
            lambda: "[[m / n for m in (1, 2)] for n in (1, 0)]",
            lambda: "[n for n in (1, 0) if 1 / n]",
            lambda: f"[{call()}(n) for n in (1, 2)]",
            lambda: "[a for a, b in ((1, 2, 3),)]",
            lambda: "value + zero",
            lambda: "value[one]",
            lambda: "len(value)",
            lambda: "list(value)",
            lambda: "str(value)",
            lambda: "value == one",
            lambda: "value(one)",
            lambda: "value.quotient",
            lambda: "value.static(one)",
            lambda: "Value.made(one)",
            lambda: "value.static()",
            lambda: "f'{one / zero}'",
            lambda: "f'{value}'",
            lambda: "f'{one:zz}'",
            lambda: "getattr(value, 'absent')",
            lambda: f"{call()}(1, 2, 3, 4, 5)",
            lambda: f"{call()}(*one)",
            lambda: f"{call()}(**text)",
            lambda: f"({call()}(one) if one else zero)",
            lambda: f"(zero or {call()}(one))",
            lambda: f"[one, {call()}(one)]",
            lambda: f"{{'a': {call()}(one)}}",
            lambda: f"{call()}({call()}(one))",
            lambda: f"{call()}(one).real",
            lambda: f"{call()}(one) + one",
            lambda: f"{call()}(\n    one\n)",
            lambda: f"print(one,\n      {call()}(one))",
            lambda: f"(one +\n {call()}(one))",
            lambda: "(text\n .upper()\n .missing)",
            lambda: "(text\n .upper()\n .index('z'))",
            lambda: "[one,\n one / zero,\n zero]",
            lambda: "text[one:text]",
            lambda: f"list(itertools.chain([1], {self.generated()}))",
            lambda: f"list({self.generated()})",
            lambda: f"next({self.generated()})",
            lambda: f"sum({self.generated()})",
            lambda: f"[n for n in {self.generated()}]",
            lambda: f"{self.generated()}.throw(ValueError('thrown'))",
            lambda: f"{self.generated()}.send(one)",
            lambda: self.threaded(),
        ))()  # fmt: skip

    def small(self) -> str:
        return self.pick(("one", "zero", "2", "(one + 3)", "text.count('t')"))

    def called(self) -> str:
        return self.pick([*self.functions, "int", "value.static"]) if self.functions else "value.static"

    def generated(self) -> str:
        return f"{self.pick(self.generators)}(one)" if self.generators else "iter(value)"

    def threaded(self) -> str:
        return f"ThreadPoolExecutor(1).submit({self.called()}, one).result()"

    def expression(self) -> str:
        if self.in_async and self.coroutines and self.chance(0.3):
            name = self.pick(self.coroutines)
            return self.pick(
                (
                    f"await {name}(one)",
                    f"await asyncio.gather({name}(one))",
                    f"await asyncio.create_task({name}(one))",
                    f"await asyncio.wait_for({name}(one), 9)",
                    f"(await {name}(one)).real",
                    f"[await {name}(n) for n in (1, 2)]",
                )
            )
        if self.functions and self.chance(0.25):
            return f"{self.pick(self.functions)}({self.small()})"
        return self.failing() if self.chance(self.failures) else self.small()

    # ------------------------------------------------------------------------------ statements
    def block(self, depth: int) -> None:
        for _ in range(self.random.randrange(1, 4)):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        if depth <= 0 or self.chance(0.4):
            return self.simple()
        return self.pick(
            (
                self.try_except,
                self.try_except,
                self.try_finally,
                self.with_,
                self.with_,
                self.loop,
                self.while_,
                self.if_,
                self.try_star,
                self.match,
                self.local_class,
                self.local_function,
            )
        )(depth - 1)

    def simple(self) -> None:
        e, x = self.expression, self.fresh
        self.write(self.pick((
            lambda: e(),
            lambda: e(),
            lambda: f"{x('v')} = {e()}",
            lambda: f"{x('v')}, {x('v')} = {self.pick(('(1,)', '1', e()))}",
            lambda: f"{x('v')} = [{e()}, {e()}]",
            lambda: f"{x('v')} = {e()}",
            lambda: e(),
            lambda: f"raise {self.raised()}" if self.chance(2 * self.failures) else "pass",
            lambda: f"raise {self.raised()} from {self.pick(('None', 'KeyError(1)', 'one'))}" if self.chance(self.failures) else "pass",
            lambda: f"assert {self.pick(('one', 'one', e()))}, {self.pick((repr('no'), e()))}",
            lambda: self.pick(("empty[5] = one", "nothing.field = one", "del empty[2]")) if self.chance(self.failures) else "pass",
            lambda: f"one_more = {e()}; print(one_more)",
            lambda: f"text[0] += {self.small()}" if self.chance(self.failures) else "pass",
            lambda: "print('x'); saved.append(one)",
            lambda: "raise saved[-1]" if self.chance(self.failures) else "pass",
            lambda: f"if {e()}: pass",
        ))())  # fmt: skip

    def raised(self) -> str:
        return self.pick(
            (
                "ValueError('a')",
                "KeyError",
                "Custom('c')",
                "Custom",
                "ZeroDivisionError(\n    'z'\n)",
                "one",
                "ExceptionGroup('g', [ValueError(1), KeyError(2)])",
                self.expression(),
            )
        )

    def handler(self, name: str | None, depth: int) -> None:
        ends = ["pass", "raise", "raise", "raise Custom('handler')", "saved.append(one)", self.expression()]
        if name:
            ends += [
                f"raise {name}",
                f"raise {name}",
                f"raise Custom('b') from {name}",
                f"raise {name} from None",
                f"saved.append({name})",
                f"raise {name}.with_traceback(None)",
                f"raise type({name})('again')",
                f"raise ExceptionGroup('x', [ValueError(1), Custom(2)]) from {name}",
            ]
        if self.in_loop:
            ends += ["continue", "break"]
        if self.in_function and self.returns:
            ends += ["return zero"]
        if self.chance(0.3):
            self.statement(depth)
        self.write(self.pick(ends))

    def try_except(self, depth: int) -> None:
        self.write("try:")
        self.inside(lambda: self.block(depth))
        for _ in range(self.random.randrange(1, 3)):
            name = self.fresh("e") if self.chance(0.6) else None
            error = self.pick(ERRORS) if self.chance(0.97) else self.pick(("one", "missing_class", "(ValueError, one)"))
            self.write(f"except {error}{f' as {name}' if name else ''}:")
            self.inside(lambda name=name: self.handler(name, depth))
        if self.chance(0.15):
            self.write("except:")
            self.inside(lambda: self.handler(None, depth))
        if self.chance(0.2):
            self.write("else:")
            self.inside(lambda: self.block(depth))
        if self.chance(0.3):
            self.write("finally:")
            self.inside(lambda: self.finish(depth))

    def finish(self, depth: int) -> None:
        if self.chance(0.7):
            self.write(self.pick(("saved.append(one)", "print('finally')", "pass")))
        else:
            self.block(depth)

    def try_finally(self, depth: int) -> None:
        self.write("try:")
        self.inside(lambda: self.block(depth))
        self.write("finally:")
        self.inside(lambda: self.finish(depth))

    def try_star(self, depth: int) -> None:
        self.write("try:")
        self.inside(lambda: self.block(depth))
        for _ in range(self.random.randrange(1, 3)):
            name = self.fresh("g") if self.chance(0.6) else None
            self.write(f"except* {self.pick(ERRORS)}{f' as {name}' if name else ''}:")
            self.inside(lambda name=name: self.handler(name, depth), in_loop=False, returns=False)

    def with_(self, depth: int) -> None:
        managers = [
            "Manager()",
            "Manager()",
            "Manager(swallow=True)",
            "Manager(fail='again')",
            "passing()",
            "cleaning()",
            "translating()",
            "contextlib.suppress(KeyError)",
            "contextlib.ExitStack()",
            "contextlib.nullcontext()",
        ]
        if self.chance(self.failures):
            managers += ["one", self.expression(), "Manager(fail='enter')", "Manager(fail='exit')"]
        chosen = [self.pick(managers) + self.pick(("", f" as {self.fresh('m')}")) for _ in range(self.random.randrange(1, 3))]
        prefix = ""
        if self.in_async and self.chance(0.4):
            prefix, chosen = (
                "async ",
                [
                    self.pick(
                        ("Manager()", "Manager(swallow=True)", "Manager(fail='enter')", "Manager(fail='exit')", "Manager(fail='again')")
                    )
                ],
            )
        joint = self.pick((", ", ", ", ",\n    "))
        names = joint.join(chosen)
        self.write(f"{prefix}with ({names}):" if "\n" in joint and not any("yield" in c for c in chosen) else f"{prefix}with {names}:")
        self.inside(lambda: self.block(depth))

    def loop(self, depth: int) -> None:
        items = self.pick(
            (
                "(1, 2)",
                "[1]",
                "range(2)",
                self.generated(),
                "zip([1], [2])",
                *(("value", "5", "((1, 2), 3)") if self.chance(self.failures) else ()),
            )
        )
        target = f"{self.fresh('i')}, {self.fresh('j')}" if items.startswith("zip") or self.chance(self.failures / 3) else self.fresh("i")
        self.write(f"for {target} in {items}:")
        self.inside(lambda: self.block(depth), in_loop=True)
        if self.chance(0.2):
            self.write("else:")
            self.inside(lambda: self.block(depth))

    def while_(self, depth: int) -> None:
        name = self.fresh("w")
        self.write(f"{name} = 0")
        self.write(f"while {name} < 2{' / zero' if self.chance(self.failures / 3) else ''}:")

        def body() -> None:
            self.write(f"{name} += 1")
            self.block(depth)

        self.inside(body, in_loop=True)

    def if_(self, depth: int) -> None:
        self.write(f"if {self.expression()}:")
        self.inside(lambda: self.block(depth))
        self.write("else:")
        self.inside(lambda: self.block(depth))

    def match(self, depth: int) -> None:
        self.write(f"match {self.pick(('one', '(1, 2)', 'value', self.expression()))}:")

        def cases() -> None:
            self.write(
                f"case {self.pick(('1', '(a, b)', 'Value(n=0)', 'nothing.attribute', '{}'))}{self.pick(('', ' if one / zero', f' if {self.small()}'))}:"
            )
            self.inside(lambda: self.block(depth))
            self.write("case _:")
            self.inside(lambda: self.block(depth))

        self.inside(cases)

    def local_class(self, depth: int) -> None:
        name = self.fresh("C")
        self.write(f"class {name}{self.pick(('', '(Value)', '(Value, metaclass=type)', '(one)'))}:")
        self.inside(lambda: self.block(depth), in_loop=False, in_function=False, in_async=False, returns=True)
        self.write(self.pick((f"{name}()", f"{name}().absent", f"{name}(1, 2, 3)")))

    def local_function(self, depth: int) -> None:
        name = self.fresh("inner")
        self.write(f"def {name}(n=1):")
        self.inside(lambda: self.block(depth), in_loop=False, in_function=True, in_async=False, returns=True)
        self.write(f"{name}()")

    # ------------------------------------------------------------------------------ definitions
    def function(self) -> None:
        name = self.fresh("f")
        if self.chance(0.2):
            self.write(self.pick(("@logged", "@retried", "@functools.lru_cache", "@contextlib.suppress(KeyError)")))
        self.write(f"def {name}(n=0):")
        self.inside(lambda: self.block(3), in_function=True)
        self.functions.append(name)

    def generator(self) -> None:
        name = self.fresh("g")
        self.write(f"def {name}(n=0):")

        def body() -> None:
            self.write("yield n")
            if self.chance(0.3):
                self.write("try:")
                self.inside(lambda: self.write("yield 1"))
                self.write(self.pick(("finally:", "except ValueError:", "except ValueError as error:")))
                self.inside(lambda: self.write(self.pick(("pass", "n / zero", "raise KeyError"))))
            if self.generators and self.chance(0.4):
                self.write(f"yield from {self.pick(self.generators)}(n)")
            self.block(2)

        self.inside(body, in_function=True)
        self.generators.append(name)

    def coroutine(self) -> None:
        name = self.fresh("a")
        self.write(f"async def {name}(n=0):")

        def body() -> None:
            if self.chance(0.3):
                self.write("await asyncio.sleep(0)")
            self.block(3)

        self.inside(body, in_function=True, in_async=True)
        self.coroutines.append(name)

    def method(self) -> None:
        name = self.fresh("K")
        self.write(f"class {name}(Value):")

        def body() -> None:
            self.write("def run(self, n=0):")
            self.inside(lambda: self.block(3), in_function=True)

        self.inside(body)
        self.functions.append(f"{name}().run")

    def program(self) -> str:
        kinds = [self.function, self.function, self.generator, self.method, self.coroutine]
        for _ in range(self.random.randrange(2, 5)):
            self.pick(kinds)()
        self.block(3)
        if self.coroutines and self.chance(0.7):
            self.write(f"asyncio.run({self.pick(self.coroutines)}(one))")
        for name in self.functions:
            self.write(f"{name}(one)")
        self.write(self.failing())
        return self.text()


def program(seed: int) -> str:
    return Program(seed).program()


# -------------------------------------------------------------------------------------- where they fail
def in_cpython(code: str) -> dict | None:
    """Frames of the code, outermost first, and the columns of the innermost; None when it does not fail."""
    try:
        exec(compile(code, FILE, "exec", dont_inherit=True), {"__name__": "__main__", "print": lambda *values: None})  # noqa: S102 - a program of ours
    except BaseException as error:  # noqa: BLE001 - whatever it is
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
        return {
            "error": type(error).__name__,
            "frames": [[frame.name, frame.lineno] for frame in frames],
            "columns": columns(frames[-1], code) if frames else None,
        }
    return None


def columns(frame: traceback.FrameSummary, code: str) -> list[int] | None:
    """First column and end of what is marked in the first line; None when it is not known (before 3.11)."""
    if getattr(frame, "colno", None) is None:
        return None
    line = code.splitlines()[frame.lineno - 1]
    return [frame.colno, frame.end_colno if frame.end_lineno == frame.lineno else len(line)]


def in_fastexec(code: str) -> dict | None:
    """The same of the error that the host gets."""
    import fastexec

    executor = fastexec.LocalPythonExecutor([*MODULES], timeout_seconds=60)
    executor.send_tools({})
    try:
        executor(code)
    except fastexec.InterpreterError as error:
        frames = [[function or "<module>", line] for function, line, _ in getattr(error, "frames", [])]
        return {"error": getattr(error, "error_type", str(error)), "frames": frames, "columns": marked(str(error), frames, code)}
    return None


def marked(message: str, frames: list, code: str) -> list[int] | None:
    """Columns above the carets, in the line of the code."""
    found = re.findall(r"\n(  line \d+(?:, in \S+)?: )(.*)\n( *)(\^+)(?=\n|$)", message)
    if not found or not frames:
        return None
    heading, text, indent, carets = found[-1]
    line = code.splitlines()[frames[-1][1] - 1]
    first = len(indent) - len(heading) + len(line) - len(line.lstrip())
    return [first, first + len(carets)]


def difference(code: str) -> str | None:
    """What is not the same, for the message of a test."""
    here, there = in_fastexec(code), in_cpython(code)
    if here is None or there is None:
        return None if here == there else f"fastexec {here}\nCPython  {there}\n{code}"
    if not there["frames"]:
        # CPython has no line for it, the host gets that of the statement.
        return None if len(here["frames"]) == 1 else f"fastexec {here}\nCPython  {there}\n{numbered(code)}"
    same = here["frames"] == there["frames"] and (there["columns"] is None or here["columns"] == there["columns"])
    return None if same else f"fastexec {here}\nCPython  {there}\n{numbered(code)}"


def numbered(code: str) -> str:
    lines = code.splitlines()
    first = len(PRELUDE.splitlines())
    return "\n".join(f"{number:4} {line}" for number, line in enumerate(lines, 1) if number > first)


def run_seeds(payload: dict) -> list:
    """For child processes: the seeds whose program fails elsewhere, each with the difference."""
    found = []
    for seed in range(payload["first"], payload["first"] + payload["count"]):
        different = difference(program(seed))
        if different:
            found.append([seed, different])
    return found
