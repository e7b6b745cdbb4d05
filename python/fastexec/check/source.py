"""The text of a snippet, and where the parts of its tree stand in it."""

from __future__ import annotations

import ast


class Source:
    """Lines as the parser counts them; columns of a tree are bytes, those of an error characters."""

    def __init__(self, text: str) -> None:
        self.text: str = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.lines: list[str] = self.text.split("\n")

    def line(self, number: int) -> str:
        """A line, counted from 1; empty if there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def column(self, line: int, offset: int) -> int:
        """The column of this offset in bytes, counted from 1."""
        text = self.line(line)
        if text.isascii():
            return offset + 1
        return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore")) + 1

    def place(self, node: ast.AST) -> tuple[int, int, int, int]:
        """Line and column, line and column behind the end."""
        line, end = node.lineno, node.end_lineno or node.lineno  # type: ignore[attr-defined]
        return (
            line,
            self.column(line, node.col_offset),  # type: ignore[attr-defined]
            end,
            self.column(end, node.end_col_offset or 0),  # type: ignore[attr-defined]
        )

    def width(self, place: tuple[int, int, int, int]) -> int:
        """Characters of it in its first line."""
        line, column, end_line, end_column = place
        return end_column - column if end_line == line else len(self.line(line)) - column + 1

    def of(self, node: ast.AST) -> str:
        """Its text."""
        line, column, end_line, end_column = self.place(node)
        if line == end_line:
            return self.line(line)[column - 1 : end_column - 1]
        between = self.lines[line : end_line - 1]
        return "\n".join([self.line(line)[column - 1 :], *between, self.line(end_line)[: end_column - 1]])
