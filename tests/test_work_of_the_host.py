"""Functions of the host do what the host may, also where C code calls them for the code: generators, special methods."""

from __future__ import annotations

import contextlib
import pathlib
import sys
from collections.abc import Iterator
from typing import Any

import fastexec
import pytest

TEXT = "of the host"


@pytest.fixture
def tools(tmp_path: pathlib.Path) -> dict[str, Any]:
    file = tmp_path / "rows.txt"
    file.write_text(TEXT, encoding="utf-8")

    class Rows:
        def __iter__(self) -> Iterator[str]:
            return iter([file.read_text(encoding="utf-8")])

        def __getitem__(self, _place: int) -> str:
            return file.read_text(encoding="utf-8")

        def __len__(self) -> int:
            return len(file.read_text(encoding="utf-8"))

        def __add__(self, other: int) -> str:
            return file.read_text(encoding="utf-8") * other

        def __enter__(self) -> Rows:
            return self

        def __exit__(self, *_error: object) -> None:
            file.write_text("left", encoding="utf-8")

        def pages(self) -> Iterator[str]:
            yield file.read_text(encoding="utf-8")

    def pages() -> Iterator[str]:
        with file.open(encoding="utf-8") as opened:
            yield from opened

    @contextlib.contextmanager
    def opened() -> Iterator[str]:
        with file.open(encoding="utf-8") as opened:
            yield opened.read()

    return {"rows": Rows, "pages": pages, "opened": opened, "said": lambda: file.read_text(encoding="utf-8")}


PROGRAMS = {
    "[page for page in pages()][0]": TEXT,
    "list(pages())[0]": TEXT,
    "next(pages())": TEXT,
    "first, = pages()\nfirst": TEXT,
    "','.join(pages())": TEXT,
    "for page in rows().pages():\n    found = page\nfound": TEXT,
    "list(rows())[0]": TEXT,
    "rows()[1]": TEXT,
    "len(rows())": len(TEXT),
    "rows() + 2": TEXT * 2,
    "with opened() as text: pass\ntext": TEXT,
    "try:\n    with rows():\n        1 / 0\nexcept ZeroDivisionError: pass\nsaid()": "left",
    "with rows(): pass\nsaid()": "left",
}
WORKER = pytest.param("process", marks=pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's"))


@pytest.mark.parametrize("where", ["here", WORKER])
@pytest.mark.parametrize("code", PROGRAMS)
def test_the_host_is_at_work(code: str, where: str, tools: dict[str, Any]) -> None:
    options: dict[str, Any] = {} if where == "here" else {"isolation": "process"}
    executor = fastexec.LocalPythonExecutor([], **options)
    executor.send_tools(tools)
    assert executor(code).output == PROGRAMS[code]


class Talker:
    def __getitem__(self, place: int) -> int:
        print("item", place)
        return place

    def __iter__(self) -> Iterator[int]:
        print("walked")
        yield 1

    def plain(self) -> None:
        print("plain")


@pytest.mark.parametrize("where", ["here", WORKER])
def test_what_the_host_prints_is_its_own(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    options: dict[str, Any] = {} if where == "here" else {"isolation": "process"}
    executor = fastexec.LocalPythonExecutor([], **options)
    executor.send_tools({"make": Talker})
    run = executor("talker = make()\nprint('begin')\ntalker.plain()\ntalker[2]\nfor item in talker:\n    print('code', item)\nprint('end')")
    assert run.logs == "begin\ncode 1\nend\n"
    assert capsys.readouterr().out == "plain\nitem 2\nwalked\n"


class Reader:
    """Takes functions and texts of the code."""

    def __init__(self) -> None:
        self.called: list[Any] = []

    def __getitem__(self, function: Any) -> Any:
        return function()

    def __add__(self, function: Any) -> Any:
        return list(map(function, ["/etc/passwd"]))

    def __len__(self) -> int:
        return 1


REFUSED = [
    # What the code does is its own, whoever calls it.
    "reader[lambda: __import__('os')]",
    "import zipfile\nreader[lambda: zipfile.ZipFile('/etc/passwd')]",
    "import zipfile\nreader + (lambda path: zipfile.ZipFile(path))",
    "import zipfile\nlen(reader)\nzipfile.ZipFile('/etc/passwd')",
    # Libraries at work for the code are not the host.
    "import zipfile\nlist(map(zipfile.ZipFile, ['/etc/passwd']))",
    "import pandas\npandas.read_csv('/etc/passwd')",
    "import typing\ndef f(x: \"(lambda: open('/etc/passwd').read())()\"): pass\ntyping.get_type_hints(f)",
]


@pytest.mark.parametrize("code", REFUSED)
def test_the_code_is_not_the_host(code: str) -> None:
    executor = fastexec.LocalPythonExecutor(["zipfile", "pandas", "typing"])
    executor.send_tools({"make": Reader})
    with pytest.raises(fastexec.InterpreterError, match=r"Forbidden|not among|refused"):
        executor("reader = make()\n" + code)
