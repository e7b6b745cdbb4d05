"""The base of executors, as checkers of types see it: the original's, which `CodeAgent(executor=...)` asks for. At run time it
is `ABC`: smolagents need not be installed."""

from __future__ import annotations

import os
from abc import ABC
from typing import TYPE_CHECKING, Final

__all__ = ["Base"]

MYPY: Final = False

if not TYPE_CHECKING:
    Base = ABC
elif os.name == "":
    # Of these branches mypy takes this one. smolagents has no types that it would read: what has Any as its base has every
    # attribute, and slips in their names would not be found.
    Base = ABC
elif MYPY:
    raise NotImplementedError
else:
    # pyright takes this one: it knows both other conditions, or where they end.
    from smolagents.local_python_executor import PythonExecutor as Base
