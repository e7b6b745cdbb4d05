"""Values on their way to workers and back: what code does with them is what it does in this process."""

from __future__ import annotations

import collections
import datetime
import re
import sys
import types
from typing import Any

import numpy as np
import pandas as pd
import pytest
from fastexec import InterpreterError, LocalPythonExecutor

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")

Node = collections.namedtuple("Node", "name children")
Deep = type("Deep", (tuple,), {})


class Fails:
    def __getattr__(self, name: str) -> Any:
        raise SystemError(name)


class MetaFails(type):
    def __getattribute__(cls, name: str) -> Any:
        if name in ("__doc__", "__match_args__", "__dataclass_fields__"):
            raise RuntimeError(name)
        return type.__getattribute__(cls, name)


class OfMeta(metaclass=MetaFails):
    pass


class Lies:
    __doc__ = 5  # type: ignore[assignment]
    __match_args__ = ("a", 3)
    __dataclass_fields__ = {"x": 1}

    def __len__(self) -> int:
        return -1

    def __iter__(self) -> Any:
        return 5

    def __repr__(self) -> str:
        return 5  # type: ignore[return-value]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("eq")

    def __hash__(self) -> int:
        return "x"  # type: ignore[return-value]


class Text(str):
    def __str__(self) -> str:
        return 5  # type: ignore[return-value]

    def __len__(self) -> int:
        return 99


class Number(int):
    def __index__(self) -> int:
        return 77

    def __add__(self, other: Any) -> Any:
        raise KeyError("add")


class Row(tuple):
    def __iter__(self) -> Any:
        return iter([9])

    def __getitem__(self, place: Any) -> Any:
        raise MemoryError("place")


class Holds(Exception):
    def __init__(self) -> None:
        super().__init__("held")
        self.me = self
        self.other = ValueError(self)


def cyclic() -> Any:
    made = Node("n", [])
    made.children.append(made)
    return made


def nested() -> Any:
    made = Deep()
    for _ in range(600):
        made = Deep((made,))
    return made


record = np.array([(1, 2.5, "x")], dtype=np.dtype((np.record, [("a", "i4"), ("b", "f8"), ("c", "U3")])))
VALUES = {
    "factory": lambda: collections.defaultdict(lambda: 7, {"a": 1}), "view": lambda: types.MappingProxyType({"a": 1}), "record": lambda: record.view(np.recarray)[0],
    "unique": lambda: pd.DataFrame({"a": [1]}).set_flags(allows_duplicate_labels=False), "unique series": lambda: pd.Series([1]).set_flags(allows_duplicate_labels=False),
    "zoned": lambda: pd.Timestamp(year=2024, month=10, day=27, hour=2, minute=30, tz="dateutil/Europe/Berlin", fold=1), "cyclic": cyclic, "nested": nested, "surrogates": lambda: "a\ud800b",
    "large": lambda: 10**100_000, "fails": Fails, "of meta": OfMeta, "lies": Lies, "text": lambda: Text("abc"), "number": lambda: Number(3), "row": lambda: Row((1, 2)), "holds": Holds,
    "zone": lambda: datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=2, minutes=3, seconds=4), "X")), "iterator": lambda: iter([1, 2]),
    "class": lambda: Node, "match": lambda: re.match("a(b)", "ab"),
}  # fmt: skip
PROGRAMS = [
    "x['new'], x", "x['a'], len(x), isinstance(x, dict)", "x['n'] = 2\nx", "x.a, x['b'], x.c, type(x).__name__", "x.flags.allows_duplicate_labels, list(x.attrs)", "x.year, x.fold, str(x), x.hour",
    "isinstance(x, datetime.datetime), x.isoformat()", "x.name, x.children[0].name, x[0]", "len(x)", "hash(x) == hash(x)", "x == x", "[i for i in x]", "str(x)[:200]", "repr(x)[:200] if not isinstance(x, int) else 0", "print(x if not isinstance(x, int) else 0)",
    "x + 1", "x.foo", "bool(x)", "[1, 2, 3][x]", "x[0]", "''.join([x])", "raise x", "y = give()\ntype(y).__name__", "take(x)", "[take(x), take([x]), take({'k': x})]", "x",
    "list(x)", "x.group(1), x[0], x.span()", "try: raise x\nexcept Exception as e: r = str(e), e.args\nr", "isinstance(x, (int, str, tuple))", "final_answer(x)", "z = [x, x]\nz[0] is z[1]",
]  # fmt: skip


DIFFERS = {
    # A tuple that it is in, or that is nested deep, comes by number alone, and is no tuple there.
    "cyclic": ("isinstance(x, (int, str, tuple))", "[i for i in x]", "list(x)"),
    "nested": ("isinstance(x, (int, str, tuple))",),
    # The class of a class of the host is the worker's own affair.
    "class": ("y = give()\ntype(y).__name__",),
}


def told(value: Any) -> str:
    try:
        return re.sub("0x[0-9a-f]+", "0x", f"{type(value).__name__} {value!r}")[:500]
    except Exception as error:  # noqa: BLE001
        return f"{type(value).__name__} {error!r}"


@pytest.mark.parametrize("name", VALUES)
def test_values_are_used_alike(name: str) -> None:
    executors = [LocalPythonExecutor(["numpy", "pandas"], isolation=isolation) for isolation in (None, "process")]
    executors[1]("kept = 1")
    differs = []
    for code in PROGRAMS:
        seen = []
        for executor in executors:
            value = VALUES[name]()
            executor.send_tools({"give": lambda value=value: value, "take": lambda got: type(got).__name__, "final_answer": lambda answer: answer})
            executor.send_variables({"x": value})
            try:
                given = executor("import datetime\n" + code)
                seen.append((told(given.output), re.sub("0x[0-9a-f]+", "0x", given.logs)))
            except InterpreterError as error:
                seen.append(("raises", re.sub("0x[0-9a-f]+", "0x", str(error.__cause__ or error))))
        both_raise = seen[0][0] == seen[1][0] == "raises" and "worker" not in seen[1][1]
        if seen[0] != seen[1] and not both_raise and code not in DIFFERS.get(name, ()):
            differs.append((code, *seen))
    assert executors[1]("kept").output == 1
    assert differs == []
