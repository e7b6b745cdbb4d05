"""The table of "Traces in the host" in docs/security.md: what is changed in the interpreter around the executor.

`--write` writes it from the rows of `src/cpython/hooks/table.rs`, as the extension module has them."""

from __future__ import annotations

import os
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "security.md"
HEAD = "| what | why | CPython | when the last executor is gone |\n|---|---|---|---|\n"
TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
Row = tuple[str, str, tuple[int | None, int | None], str | None]


def rows() -> list[Row]:
    """What the extension module of this process tells, which needs `FASTEXEC_TEST_NETS=1` in its environment."""
    from fastexec import _fastexec

    return _fastexec.interpreter_hooks()


def versions(first: int | None, last: int | None) -> str:
    """`3.14 and newer`."""
    if first == last:
        return "all" if first is None else f"3.{first}"
    return f"3.{first} and newer" if last is None else f"3.{last} and older"


def table(rows: list[Row]) -> str:
    """The table of the page."""
    return HEAD + "".join(f"| {what} | {why} | {versions(*of)} | {'gone' if stays is None else f'stays: {stays}'} |\n" for what, why, of, stays in rows)


def main() -> int:
    """The exit code: 1 when the page has another table."""
    text = PAGE.read_text(encoding="utf-8")
    right = TABLE.sub(lambda _: table(rows()), text)
    if "--write" in sys.argv[1:]:
        PAGE.write_text(right, encoding="utf-8")
    elif right != text:
        print("docs/security.md: the table of traces is not the engine's (tools/host_traces.py --write writes it)")
        return 1
    return 0


if __name__ == "__main__":
    os.environ["FASTEXEC_TEST_NETS"] = "1"
    sys.exit(main())
