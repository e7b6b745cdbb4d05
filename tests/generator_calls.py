"""Writes small random programs of functions with every kind of parameter, called in every way.

What a call gives, or the text of its TypeError, is printed: which argument meets which parameter, and who is to blame.
"""

from __future__ import annotations

import random

PRELUDE = """\
thing = object()
big = 2 ** 70


def told(call):
    try:
        print(repr(call()).replace(repr(thing), "thing"))
    except TypeError as error:
        print(error)


"""
CALLS = 12


class Signature:
    """Parameters, their names, and what a body returns that shows them all."""

    def __init__(self, chance: random.Random, receiver: bool) -> None:
        names = chance.sample("abcdefgh", 8)
        only = 0 if receiver else chance.choice((0, 0, 0, 1, 2))
        plain, named = chance.choice((0, 1, 2, 3)), chance.choice((0, 0, 1, 2, 3))
        rest, more = chance.random() < 0.3, chance.random() < 0.3
        self.names = names[: only + plain + named]
        parts, defaults = ["self"] if receiver else [], False
        for at, name in enumerate(self.names[: only + plain]):
            defaults = defaults or chance.random() < 0.4
            parts.append(f"{name}={chance.randrange(10)}" if defaults else name)
            if at == only - 1:
                parts.append("/")
        if rest or named:
            parts.append("*args" if rest else "*")
        parts += [f"{name}={chance.randrange(10, 20)}" if chance.random() < 0.6 else name for name in self.names[only + plain :]]
        self.text = ", ".join([*parts, *(["**more"] if more else [])])
        self.shown = "[" + ", ".join([*self.names, *(["args"] if rest else []), *(["sorted(more.items())"] if more else [])]) + "]"


def arguments(chance: random.Random, names: list[str]) -> str:
    """Some by position, some by name, some of them wrong, some in containers."""
    given = [chance.choice(("1", "'x'", "None", "2.5", "[1]", "thing", "big")) for _ in range(chance.randrange(5))]
    if chance.random() < 0.15:
        given.append(chance.choice(("*(1, 2)", "*[3]", "*()", "*(thing,)")))
    wanted = chance.sample(names, min(len(names), chance.randrange(4)))
    given += [f"{name}={chance.randrange(20, 30)}" for name in (*wanted, *(["other"] if chance.random() < 0.1 else []))]
    if chance.random() < 0.15:
        given.append(chance.choice(("**{}", "**{'yet': 1}", "**{'a': 5}")))
    return ", ".join(given)


def program(seed: int) -> str:
    chance = random.Random(seed)
    text = PRELUDE
    for _ in range(3):
        kind = chance.choice(("function", "function", "lambda", "generator", "method", "class", "wrapped"))
        signature = Signature(chance, kind in ("method", "class"))
        text += {
            "function": f"def call({signature.text}):\n    return {signature.shown}\n",
            "lambda": f"call = lambda {signature.text}: {signature.shown}\n",
            "generator": f"def made({signature.text}):\n    yield {signature.shown}\n\n\ndef call(*given, **named):\n    return list(made(*given, **named))\n",
            "method": f"class Made:\n    def call({signature.text}):\n        return {signature.shown}\n\n\nmade = Made()\ncall = made.call\n",
            "class": f"class Made:\n    def __init__({signature.text}):\n        self.shown = {signature.shown}\n\n\ndef call(*given, **named):\n    return Made(*given, **named).shown\n",
            "wrapped": f"def inner({signature.text}):\n    return {signature.shown}\n\n\ndef call(*given, **named):\n    return inner(*given, **named)\n",
        }[kind]
        direct = {"method": "made.call({})", "class": "Made({}).shown"}.get(kind, "call({})")
        for _ in range(CALLS):
            given = arguments(chance, signature.names)
            text += "".join(f"told(lambda: {way.format(given)})\n" for way in dict.fromkeys(("call({})", direct)))
    return text
