"""Templates of the attacker's grammar: their holes are filled, and those are left out whose packages are missing."""

from __future__ import annotations

import functools
import random
import re

import packages

LIBRARIES = {"np": "numpy", "pd": "pandas", "plt": "matplotlib", "nx": "networkx", "etree": "lxml"}
LIBRARIES |= {name: name for name in ("scipy", "sklearn", "sympy", "matplotlib", "pydantic", "requests", "bs4", "openpyxl")}
NAME = re.compile(r"[A-Za-z_]\w*")
HOLE = re.compile(r"\b(OBJ|ITEMS|NAME|ATTR|FUNC|ARGS|ARG|VALUE|TEXT)\b")


def fill(template: str, **holes: str) -> str:
    """The template with its holes filled, once."""
    return HOLE.sub(lambda hole: holes.get(hole[0], hole[0]), template)


@functools.cache
def usable(templates: tuple[str, ...]) -> list[str]:
    """Those of which the packages are installed."""
    return [text for text in templates if packages.present({LIBRARIES[name] for name in NAME.findall(text) if name in LIBRARIES})]


def one_of(chance: random.Random, templates: list[str]) -> str:
    return chance.choice(usable(tuple(templates)))
