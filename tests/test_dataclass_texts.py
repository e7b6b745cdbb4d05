"""Annotations of dataclasses that are texts (`from __future__ import annotations`) name variables of the code, whatever the
module `__main__` of the host holds."""

from __future__ import annotations

import sys

import fastexec
import pytest

CODE = """
from __future__ import annotations
import dataclasses, typing
import typing as t
from dataclasses import dataclass, field, fields, InitVar, KW_ONLY
from typing import ClassVar
@dataclass
class Config:
    x: int
    count: ClassVar[int] = 0
    registry: typing.ClassVar[dict] = {}
    other: t.ClassVar[list] = []
    scale: InitVar[int] = 2
    more: dataclasses.InitVar[int] = 3
    _: KW_ONLY
    y: int = 0
    z: list[int] = field(default_factory=list)
    def __post_init__(self, scale, more):
        self.x *= scale * more
print(Config(1), Config(1, 5, y=2), [f.name for f in fields(Config)], Config.registry, Config.other)
"""
EXPECTED = "Config(x=6, y=0, z=[]) Config(x=15, y=2, z=[]) ['x', 'y', 'z'] {} []\n"


@pytest.mark.parametrize("misleading", [False, True])
def test_texts_name_variables_of_the_code(misleading: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if misleading:
        for name in ("ClassVar", "InitVar", "KW_ONLY", "typing", "t", "dataclasses"):
            monkeypatch.setattr(sys.modules["__main__"], name, int, raising=False)
    executor = fastexec.LocalPythonExecutor(["__future__", "dataclasses", "typing"])
    executor.send_tools({})
    assert executor(CODE).logs == EXPECTED


def test_recursion_is_as_deep_as_the_code_asks() -> None:
    code = "import sys\nsys.setrecursionlimit(5000)\ndef depth(n): return 0 if n == 0 else 1 + depth(n - 1)\nprint(sys.getrecursionlimit(), depth(4000))"
    executor = fastexec.LocalPythonExecutor(["sys"])
    executor.send_tools({})
    before = sys.getrecursionlimit()
    assert executor(code).logs == "5000 4000\n"
    assert executor("print(depth(3000))").logs == "3000\n"
    with pytest.raises(fastexec.InterpreterError, match="RecursionError"):
        executor("depth(6000)")
    assert sys.getrecursionlimit() == before
    capped = fastexec.LocalPythonExecutor(["sys"], limits=fastexec.Limits(recursion=200))
    capped.send_tools({})
    assert capped("import sys\nsys.setrecursionlimit(5000)\nsys.getrecursionlimit()").output == 200
    with pytest.raises(fastexec.InterpreterError, match="RecursionError"):
        capped("def depth(n): return 0 if n == 0 else 1 + depth(n - 1)\ndepth(300)")
