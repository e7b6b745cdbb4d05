"""What the lines of a snippet used."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastexec.executor import CodeOutput

HOT = 0.1
"""Share of the operations or of the time from which a line is marked."""

_Row = tuple[int, float, bool, int, str]


@dataclass(frozen=True)
class ProfileLine:
    """What a line used, or a function: its own body without the functions it calls."""

    line: int
    """Line of the snippet, counted from 1; of a function, where its definition starts."""
    operations: int
    share: float
    """Share of all operations, 0 to 1."""
    seconds: float
    time_share: float
    text: str
    """Source text of the line, or name of the function."""
    own: bool = True
    """Whether it is the snippet's own; if not, it belongs to a function that a snippet before it defined, and
    `line` is one of that snippet."""

    @property
    def hot(self) -> bool:
        """Whether a tenth or more of the operations or of the time went here."""
        return self.share >= HOT or self.time_share >= HOT


@dataclass(frozen=True)
class Profile:
    """What one call used, line by line; as text, a table.

    Operations are exact: each evaluated node counts at the line where it starts, and the sum is the
    `operations` of the call (`executor.state["_operations_count"]["counter"]`). Time is measured between those
    counts: time in native code and in the host's tools is that of the line that called them. A function of an
    earlier snippet is measured run by run: several simple lines in a row count at the first of them.
    """

    output: CodeOutput | Exception
    """What the call gave or raised."""
    operations: int
    seconds: float
    lines: list[ProfileLine] = field(repr=False)
    """The lines that ran, in order; lines of earlier snippets at the end."""
    functions: list[ProfileLine] = field(repr=False)
    """The same by function; `<module>` is the top level."""

    @property
    def table(self) -> list[tuple[int, int, float, float, float, str]]:
        """The snippet's own lines as tuples: line, operations, their share, seconds, their share, text."""
        return [
            (line.line, line.operations, line.share, line.seconds, line.time_share, line.text)
            for line in self.lines
            if line.own
        ]

    def __str__(self) -> str:
        head = f"{self.operations:,} operations, {self.seconds * 1000:.3f} ms"
        if isinstance(self.output, Exception):
            head += f", ended by {type(self.output).__name__}"
        titles = f"{'':1} {'line':>5} {'operations':>12} {'share':>6} {'ms':>10} {'share':>6}  source"
        own = [_text(line) for line in self.lines if line.own]
        earlier = [_text(line) for line in self.lines if not line.own]
        return "\n".join([head, titles, *own, *(["of earlier snippets:", *earlier] if earlier else [])])

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from fastexec.notebook import html

        return html.profile(self)


def of_rows(output: CodeOutput | Exception, lines: list[_Row], functions: list[_Row]) -> Profile:
    """A profile, from the rows of the engine."""
    operations = sum(row[0] for row in lines)
    seconds = sum(row[1] for row in lines)

    def item(row: _Row) -> ProfileLine:
        count, time, own, line, text = row
        return ProfileLine(line, count, _share(count, operations), time, _share(time, seconds), text, own)

    return Profile(output, operations, seconds, list(map(item, lines)), list(map(item, functions)))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _text(line: ProfileLine) -> str:
    mark = "*" if line.hot else " "
    operations, seconds = f"{line.operations:>12,} {line.share:>6.1%}", f"{line.seconds * 1000:>10.3f} {line.time_share:>6.1%}"
    return f"{mark} {line.line:>5} {operations} {seconds}  {line.text}".rstrip()
