"""Runs programs of attacker.py in a process in which their libraries are loaded, as in a host's (see isolation.py)."""

from __future__ import annotations

import importlib
import os

import escapes

for module in ("scipy", "sklearn.preprocessing", "sklearn.datasets", "sympy", "matplotlib.pyplot", "networkx", "pydantic", "requests", "bs4", "lxml.etree", "openpyxl"):
    try:
        importlib.import_module(module)
    except ImportError:
        pass


def run(case: dict) -> dict:
    """The report on the case. What its threads and finalisers say on the standard error is nobody's concern."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    return escapes.run(case)
