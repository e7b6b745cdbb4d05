"""Pages (README.md and docs/): their code blocks, and how they are run. One way for all of them:

Python blocks run in order, in one namespace of their page. A `text` block shows what the Python block before it printed,
all of it; what a block prints and no block shows is not compared. Commands of `console` blocks are tried where the command
line is (`test_command_line_page.py`), those of `sh` blocks are targets of the Makefile (`test_readme.py`)."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import inspect
import io
import pathlib
import re
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import NamedTuple

ROOT = pathlib.Path(__file__).parent.parent
FENCE = re.compile(r"^(?P<fence>`{3,})(?P<kind>\w*)\n(?P<text>.*?)^(?P=fence)$", re.M | re.S)
# Of the errors' page the cases below this heading are mistakes of models: `error_cases.py` runs them.
ENDS = {"errors.md": "\n## Source\n"}


class Block(NamedTuple):
    """A code block of a page."""

    kind: str
    text: str
    line: int


def everything() -> list[pathlib.Path]:
    """All pages, the README first."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def page(name: str) -> pathlib.Path:
    """The page of this name."""
    return ROOT / name if name == "README.md" else ROOT / "docs" / name


def blocks(path: pathlib.Path) -> Iterator[Block]:
    """The code blocks of a page that it is tested for here."""
    text = path.read_text(encoding="utf-8").split(ENDS.get(path.name, "\0"))[0]
    for match in FENCE.finditer(text):
        yield Block(match["kind"], match["text"], text.count("\n", 0, match.start()) + 2)


def python(path: pathlib.Path) -> list[str]:
    """The Python of a page."""
    return [block.text for block in blocks(path) if block.kind == "python"]


def in_one_namespace(path: pathlib.Path) -> Callable[[Block], str]:
    """Runs the Python blocks of a page as a program; gives what each prints."""
    # (A page that asks for its name is no program that was started.)
    namespace: dict = {"__name__": "page"}

    def run(block: Block) -> str:
        # (A cell of a notebook may await.)
        code = compile("\n" * (block.line - 1) + block.text, str(path), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            if code.co_flags & inspect.CO_COROUTINE:
                asyncio.run(FunctionType(code, namespace)())
            else:
                exec(code, namespace)
        return printed.getvalue()

    return run


def check(path: pathlib.Path, run: Callable[[Block], str] | None = None, kinds: tuple[str, ...] = ("python",)) -> int:
    """Runs the examples of a page (blocks of these kinds) and compares what they print; gives how many texts were compared."""
    run = run or in_one_namespace(path)
    printed: str | None = None
    shown = 0
    for block in blocks(path):
        if block.kind in kinds:
            printed = run(block)
        elif block.kind == "text":
            assert printed is not None, f"{path.name}:{block.line}: no example printed this"
            # A blank line at the end is not worth showing.
            assert printed.rstrip("\n") == block.text.rstrip("\n"), f"{path.name}:{block.line}"
            printed, shown = None, shown + 1
    return shown
