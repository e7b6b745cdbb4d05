"""Writes small random programs that change what places in the code have learned.

Functions of one operation each are run on objects of many classes, a few times, so that the engine knows the classes, the
methods and the global names that it meets there; then something of these is changed (a member of a class, an attribute that
hides it, a special method, a global name), by a statement or by a method that is at work, and the same places run again.
"""

from __future__ import annotations

import random

PRELUDE = '''\
from collections import namedtuple
from dataclasses import dataclass

left = list(range(200))  # so that iterators end
PLAIN = (int, float, str, bool, type(None), bytes)


def show(value, depth=2):
    kind = type(value)
    if kind in PLAIN:
        return repr(value)[:40]
    if depth and kind in (list, tuple, set):
        return kind.__name__ + "(" + ", ".join(show(item, depth - 1) for item in list(value)[:4]) + ")"
    if depth and kind is dict:
        return "{" + ", ".join(show(pair, depth - 1) for pair in list(value.items())[:4]) + "}"
    return "<" + kind.__name__ + ">"


def run(place, name, *arguments):
    try:
        print(name, *[type(argument).__name__ for argument in arguments], show(place(*arguments)))
    except Exception as error:
        print(name, *[type(argument).__name__ for argument in arguments], type(error).__name__, str(error)[:90])


def change(what, name):
    try:
        what()
        print("changed", name)
    except Exception as error:
        print("not changed", name, type(error).__name__, str(error)[:90])


def helper(value=0):
    return ("helper", value)
'''

MEMBERS = ("m0", "m1", "m2", "x")
BASES = ("", "", "", "int", "str", "list", "dict", "tuple", "float", "Exception", "set")
PLACES = (
    ("o", "return o.{m}"),
    ("o", "return o.{m}(1)"),
    ("o", "return o.{m}(1, k=2)"),
    ("o", "return o.{m}()"),
    ("o", "return o.{m}(*(1,), **{{'k': 3}})"),
    ("o", "o.{m} = 5\n    return o.{m}"),
    ("o", "o.{m} += 1\n    return o.{m}"),
    ("o", "del o.{m}\n    return o.{m}"),
    ("o", "return o[0]"),
    ("o", "o[0] = 3\n    return o[0]"),
    ("o", "del o[0]\n    return len(o)"),
    ("o", "return o[0:1]"),
    ("o", "return o()"),
    ("o", "return o(1, k=2)"),
    ("o", "return o + 1"),
    ("o", "return 1 + o"),
    ("o", "o += 1\n    return o"),
    ("o", "return -o"),
    ("o", "return o * 2"),
    ("o", "return len(o)"),
    ("o", "return bool(o)"),
    ("o", "return 'yes' if o else 'no'"),
    ("o", "return not o"),
    ("o", "return [v for v in o][:3]"),
    ("o", "s = 0\n    for v in o:\n        s += 1\n        if s > 3:\n            break\n    return s"),
    ("o", "a, b = o\n    return (a, b)"),
    ("o", "return 1 in o"),
    ("o", "return next(o)"),
    ("o", "return str(o)"),
    ("o", "return f'{{o}} {{o!r}} {{o:>4}}'"),
    ("o", "return hash(o) == hash(o)"),
    ("o", "return {{o: 1}}[o]"),
    ("o", "with o as v:\n        return v"),
    ("o", "return getattr(o, '{m}', 'none')"),
    ("o", "return hasattr(o, '{m}')"),
    ("o", "return isinstance(o, K0), isinstance(o, K1)"),
    ("o", "return helper(o)"),
    ("o", "return helper(), len((1, 2)), abs(-3), K1.m0, K0.x"),
    ("o", "return type(o)(1).x"),
    ("o", "return K1(1).m1(2)"),
    ("o", "match o:\n        case K1(x=v):\n            return ('K1', v)\n        case K0():\n            return 'K0'\n        case [a, *_]:\n            return ('list', a)\n    return 'other'"),
    ("o, p", "return o == p"),
    ("o, p", "return o != p"),
    ("o, p", "return o < p"),
    ("o, p", "return o <= p"),
    ("o, p", "return o + p"),
    ("o, p", "return o - p"),
    ("o, p", "return o @ p"),
    ("o, p", "return o and p, o or p"),
    ("o, p", "return max(o, p) is o"),
    ("o, p", "return sorted([o, p, o])[0] is o"),
    ("o, p", "return o in [p, o]"),
    ("o, p", "o.{m} = p\n    return o.{m} is p"),
)
SPECIAL = {
    "__len__": ("self", ("2", "0", "-1", "'x'")),
    "__bool__": ("self", ("True", "False", "3")),
    "__getitem__": ("self, key", ("(7, 8)[key]", "left[key]")),
    "__setitem__": ("self, key, value", ("print('set', key, value)",)),
    "__delitem__": ("self, key", ("print('del', key)",)),
    "__contains__": ("self, item", ("True", "0", "item")),
    "__iter__": ("self", ("iter((7, 8))", "self", "3")),
    "__next__": ("self", ("left.pop()", "next(iter(()))")),
    "__call__": ("self, *args, **kw", ("('called', args, kw)", "helper(args)")),
    "__add__": ("self, other", ("('add', show(other))", "NotImplemented")),
    "__radd__": ("self, other", ("('radd', show(other))", "NotImplemented")),
    "__iadd__": ("self, other", ("self", "'iadd'", "NotImplemented")),
    "__sub__": ("self, other", ("'sub'", "NotImplemented")),
    "__rsub__": ("self, other", ("'rsub'", "NotImplemented")),
    "__matmul__": ("self, other", ("'matmul'", "NotImplemented")),
    "__mul__": ("self, other", ("'mul'", "NotImplemented")),
    "__neg__": ("self", ("'neg'", "self")),
    "__eq__": ("self, other", ("True", "False", "NotImplemented", "'eq'")),
    "__ne__": ("self, other", ("False", "NotImplemented")),
    "__lt__": ("self, other", ("True", "False", "NotImplemented")),
    "__gt__": ("self, other", ("True", "NotImplemented")),
    "__le__": ("self, other", ("'le'", "NotImplemented")),
    "__hash__": ("self", ("11", "'h'")),
    "__str__": ("self", ("'str'", "4")),
    "__repr__": ("self", ("'repr'",)),
    "__format__": ("self, spec", ("'format' + spec",)),
    "__enter__": ("self", ("'entered'", "self")),
    "__exit__": ("self, *what", ("True", "False")),
    "__getattr__": ("self, name", ("('getattr', name)", "helper(name)")),
    "__init__": ("self, *args", ("None", "setattr(self, 'x', args)", "3")),
    "__new__": ("cls, *args", ("super(K0, cls).__new__(cls)", "object.__new__(cls)", "'made'")),
    "__setattr__": ("self, name, value", ("object.__setattr__(self, name, ('wrapped', value))", "print('setattr', name)")),
    "__get__": ("self, instance, owner", ("('got', instance is None)",)),
    "__set__": ("self, instance, value", ("print('descriptor set')",)),
}


class Program:
    """One program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = PRELUDE.splitlines()
        self.classes: list[str] = []
        self.places: list[tuple[str, int]] = []

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    # ------------------------------------------------------------------------------ members
    def value(self) -> str:
        """What a member of a class or an attribute may be, as an expression."""
        return self.pick(
            (
                "lambda *a, **k: ('lambda', len(a), k)",
                "lambda self, n=0, k=1: ('method', n, k)",
                "staticmethod(lambda *a, **k: ('static', a, k))",
                "classmethod(lambda cls, *a, **k: ('class', cls.__name__, a))",
                "property(lambda self: 'property')",
                "property(lambda self: 'both', lambda self, value: print('set', show(value)))",
                "41",
                "'text'",
                "helper",
                "len",
                "print",
                "str.upper",
                "K0",
                "(1, 2)",
                "Data()",
            )
        )

    def special(self) -> tuple[str, str]:
        name = self.pick(sorted(SPECIAL))
        parameters, results = SPECIAL[name]
        return name, f"lambda {parameters}: {self.pick(results)}"

    def class_(self, number: int) -> None:
        name = f"K{number}"
        base = self.pick((*BASES, *self.classes, *self.classes))
        if len(self.classes) > 1 and self.chance(0.2):
            base = ", ".join(self.random.sample(self.classes, 2)[::-1])
        self.lines += ["try:", f"    class {name}({base}):"]
        if self.chance(0.15):
            self.lines.append(f"        __slots__ = {self.pick((('x',), ('x', 'm0'), ()))!r}")
        for member in MEMBERS:
            if self.chance(0.5):
                self.lines.append(f"        {member} = {self.method(member) if self.chance(0.3) else self.value()}")
        for member in MEMBERS[:3]:
            if self.chance(0.3):
                self.lines += [f"        def {member}(self, n=0, k=1):", f"            {self.body(name)}", f"            return ('def', {name!r}, n, k)"]
        for special in dict(self.special() for _ in range(self.random.randrange(4))).items():
            self.lines.append("        {} = {}".format(*special))
        self.lines += ["        z = 1", "except Exception as error:", "    print(type(error).__name__, str(error)[:80])", f"    class {name}:", "        z = 2"]
        self.classes.append(name)

    def method(self, member: str) -> str:
        return f"lambda self, *a, **k: super(type(self), self).{member}" if self.chance(0.2) else "lambda self, *a, **k: (len(a), self.x)"

    def body(self, name: str) -> str:
        """What a method does beside what it gives."""
        return self.pick(
            (
                "pass",
                "pass",
                "self.x = n",
                f"{name}.{self.pick(MEMBERS)} = {self.pick(('n', 'lambda *a, **k: 9', 'property(lambda self: 8)'))}",
                "print('at work')",
                f"n = super().{self.pick(MEMBERS)}",
                f"k = self.{self.pick(MEMBERS)}",
            )
        )

    # ------------------------------------------------------------------------------ changes
    def change(self) -> None:
        target = self.pick((*self.classes, *self.classes, f"objects[{self.random.randrange(8)}]"))
        name, value = (self.pick(MEMBERS), self.value()) if self.chance(0.55) else self.special()
        form = self.random.randrange(10)
        if form < 6:
            self.statement(f"{target}.{name} = {value}", f"{target}.{name}")
        elif form < 8:
            self.statement(f"del {target}.{name}", f"del {target}.{name}")
        elif form == 8:
            shadow = self.pick(("len", "helper", "abs", "isinstance", "K1", "sorted", "hasattr"))
            instead = {"helper": "lambda *a: 'other'", "K1": "K0", "isinstance": "lambda *a: 'shadow'", "hasattr": "lambda *a: 1", "sorted": "list"}
            self.statement(f"global {shadow}; {shadow} = {instead.get(shadow, 'lambda *a: 1')}", f"global {shadow}")
        else:
            self.statement(f"objects.append({self.pick(self.classes)}())", "objects")

    def statement(self, text: str, name: str) -> None:
        self.lines += ["def step():", f"    {text}", f"change(step, {name!r})"]

    # ------------------------------------------------------------------------------ the whole
    def place(self) -> None:
        parameters, text = self.pick(PLACES)
        number = len(self.places)
        self.places.append((f"place{number}", parameters.count(",") + 1))
        self.lines += [f"def place{number}({parameters}):", f"    {text.format(m=self.pick(MEMBERS))}"]

    def visit(self) -> None:
        name, count = self.pick(self.places)
        objects = [f"objects[{self.random.randrange(12)} % len(objects)]" for _ in range(count)]
        times = self.pick((1, 3, 12))
        if self.chance(0.5):
            self.lines += [f"for _ in range({times}):", f"    run({name}, {name!r}, {', '.join(objects)})"]
        else:
            second = f", objects[{self.random.randrange(8)} % len(objects)]" if count == 2 else ""
            self.lines += [f"for o in objects[{self.random.randrange(3)}:{self.random.randrange(4, 12)}]:", f"    run({name}, {name!r}, o{second})"]

    def write(self) -> str:
        self.lines += ["@dataclass", "class Data:", "    x: int = 1", "    m1: object = None", "Named = namedtuple('Named', 'x m2')"]
        for number in range(4):
            self.class_(number)
        self.lines.append("objects = []")
        made = [f"{name}()" for name in self.classes] * 2 + ["Data(2)", "Named(1, 2)", "3", "'ab'", "[1, 2]", "{0: 1}", "(4, 5)", "2.5", "None"]
        for text in self.random.sample(made, len(made)):
            self.statement(f"objects.append({text})", text)
        for _ in range(self.random.randrange(3, 7)):
            self.place()
        for _ in range(self.random.randrange(14, 26)):
            (self.change if self.chance(0.4) else self.visit)()
        return "\n".join(self.lines) + "\n"


def program(seed: int) -> str:
    """The program of a seed."""
    return Program(seed).write()
