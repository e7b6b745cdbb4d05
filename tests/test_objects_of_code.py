"""What the host's tools do with objects of the code is the same in a worker: what they have, and what they have not."""

from __future__ import annotations

import collections.abc
import itertools
import sys
from collections.abc import Callable
from typing import Any

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")

KINDS = ("Iterable", "Iterator", "Sized", "Container", "Callable", "Awaitable", "Reversible")
NAMES = ("__len__", "__getitem__", "__iter__", "__call__", "__enter__", "__lt__", "__add__")


def kinds(value: Any) -> tuple[list[str], list[str], str]:
    return [name for name in KINDS if isinstance(value, getattr(collections.abc, name))], [name for name in NAMES if hasattr(value, name)], type(value).__name__


def attempt(use: Callable[..., Any], *values: Any) -> Any:
    try:
        return use(*values)
    except Exception as error:  # noqa: BLE001
        return type(error).__name__, str(error)


def within(value: Any) -> Any:
    with value as entered:
        return entered


def in_pandas(value: Any) -> Any:
    pandas = pytest.importorskip("pandas")
    return pandas.api.types.is_list_like(value), pandas.Series([value]).shape, pandas.api.types.is_iterator(value)


TOOLS: dict[str, Callable[..., Any]] = {
    "kinds": kinds,
    "in_pandas": in_pandas,
    "length": lambda value: attempt(len, value),
    "items": lambda value: attempt(lambda: list(itertools.islice(value, 3))),
    "truth": bool,
    "has": lambda value, item: attempt(lambda: item in value),
    "within": lambda value: attempt(within, value),
    "ordered": lambda values: len(sorted(values)),
    "plus": lambda one, other: attempt(lambda: one + other),
    "called": lambda value, *args: attempt(value, *args),
    "in_words": lambda value: (str(value), f"{value:>3}"),
    "of_one_class": lambda one, other: type(one) is type(other),
    "numbers": lambda value: (float(value), int(value), "abc"[value]),
    "signs": lambda value: (-value, ~value, value * 2, 2 * value),
}
PROGRAMS = [
    "class Own: pass\nkinds(Own()), length(Own()), items(Own()), plus(Own(), 1), plus(1, Own()), called(Own()), within(Own())[0], has(Own(), 1)[0], truth(Own()), in_pandas(Own())",
    "kinds(lambda: 1), kinds(len), kinds(print), truth(lambda: 1), length(lambda: 1), in_pandas(lambda: 1)", "async def own(): return 5\nkinds(own)",
    "def own(): yield 1\nkinds(own()), items(own()), length(own())", "kinds(iter([1])), kinds(map(str, [1])), kinds({}.keys()), kinds(zip([1])), items(zip([1]))",
    "class Own:\n    def __iter__(self): return iter([1])\nkinds(Own()), items(Own()), length(Own())",
    "class Own:\n    def __len__(self): return 2\n    def __getitem__(self, i): return (7, 8)[i]\nkinds(Own()), items(Own()), length(Own()), has(Own(), 8)",
    "class Own:\n    def __bool__(self): return False\ntruth(Own())", "class Own:\n    def __len__(self): return 0\ntruth(Own())",
    "class Own:\n    def __contains__(self, x): return x == 1\nhas(Own(), 1), has(Own(), 2), kinds(Own())",
    "class Own:\n    def __enter__(self): return 5\n    def __exit__(self, *a): return False\nwithin(Own()), kinds(Own())",
    "class Own:\n    def __lt__(self, o): return False\nordered([Own(), Own()])", "class Own: pass\nordered([Own(), Own()])",
    "class Own:\n    def __str__(self): return 's'\n    def __format__(self, s): return 'f' + s\nin_words(Own())",
    "class Own: pass\nclass Sub(Own): pass\nof_one_class(Own(), Own()), of_one_class(Own(), Sub()), kinds(Sub)",
    "class Own:\n    def __call__(self, x): return x + 1\ncalled(Own(), 1), kinds(Own())", "import functools\ncalled(functools.partial(max, 1), 2), kinds(functools.partial(print))",
    "class Own:\n    def __float__(self): return 1.5\n    def __int__(self): return 3\n    def __index__(self): return 2\nnumbers(Own())",
    "class Own:\n    def __neg__(self): return 'n'\n    def __invert__(self): return 'i'\n    def __mul__(self, o): return 'm', o\n    def __rmul__(self, o): return 'r', o\nsigns(Own())",
    "class Own: pass\nown = Own()\nown.__len__ = lambda: 5\nlength(own)", "class Own: pass\nown = Own()\nfirst = length(own)\nOwn.__len__ = lambda self: 6\nfirst, length(Own())",
    "class Above:\n    def __iter__(self): return iter('a')\nclass Own(Above):\n    __iter__ = None\nkinds(Own())[0], items(Own()), kinds(Above())",
    "import enum\nclass Own(enum.Enum):\n    A = 1\nkinds(Own), items(Own), length(Own), kinds(Own.A), in_words(Own.A)",
]  # fmt: skip


@pytest.mark.parametrize("code", PROGRAMS)
def test_objects_of_the_code_have_what_their_class_has(code: str) -> None:
    pytest.importorskip("pandas")
    seen: list[Any] = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor(["enum", "functools"], isolation=isolation)
        executor.send_tools(dict(TOOLS))
        try:
            seen.append(str(executor(code).output))
        except InterpreterError as error:
            seen.append(str(error))
    assert seen[0] == seen[1]
