"""What a check finds, as data and as text for the model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

_LINE_WIDTH = 160
"""Characters of a line that are shown."""


@dataclass(frozen=True)
class Finding:
    """Something in a snippet that cannot work."""

    kind: str
    """As `kind` of an error: `"syntax"`, `"refused"`, `"raised"` or `"limit"`."""
    type: str
    """Name of the class of the error that a run has for it."""
    message: str
    """What that error says."""
    line: int | None
    """Line of the snippet, counted from 1."""
    column: int | None
    """Column where it begins, counted from 1."""
    end_line: int | None
    """Line where it ends."""
    end_column: int | None
    """Column behind its end."""
    hint: str | None
    """What the author of the code may do."""
    host_hint: str | None
    """What the host may do."""
    certain: bool
    """Whether no run of the snippet can succeed because of it. Otherwise it counts if its line is reached, and nothing there
    catches the error."""
    statement: str | None
    """Source text of the top-level statement."""
    limit: str | None
    """The field of `fastexec.Limits` that would be reached."""
    shown: str = field(repr=False)
    """Lines of code with a caret, and the hints: what stands below the message in a text."""

    def __str__(self) -> str:
        """The message with its lines, for the model."""
        if self.kind == "syntax":
            return self.shown
        doubt = "" if self.certain else "possibly: "
        return f"{doubt}{self.type}: {self.message}{self.shown}"


class Findings(tuple[Finding, ...]):
    """All findings of a check, in the order in which a run would come to them. Empty if there are none."""

    __slots__ = ()

    @property
    def certain(self) -> Findings:
        """Those that no run gets past."""
        return Findings(finding for finding in self if finding.certain)

    @property
    def text(self) -> str:
        """All of them for the model; empty if there are none."""
        return "\n".join(map(str, self))

    def __str__(self) -> str:
        return self.text

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(self.text or "nothing was found")

    def _repr_html_(self) -> str:
        from fastexec.notebook import html

        return html.error(self.text or "  nothing was found")


def marked(text: str, line: int, column: int, width: int) -> str:
    """A line of the code with carets below what is meant, as errors of a run show it. `column` counts from 1."""
    bare = text.lstrip()
    first = max(column - 1 - (len(text) - len(bare)), 0)
    heading = f"  line {line}: "
    shown = f"\n{heading}{bare.rstrip()[:_LINE_WIDTH]}"
    if first >= _LINE_WIDTH:
        return shown
    count = min(max(width, 1), _LINE_WIDTH - first)
    return f"{shown}\n{' ' * (len(heading) + first)}{'^' * count}"


def hints(hint: str | None, host_hint: str | None) -> str:
    """Lines of the hints, as errors of a run show them."""
    own = f"\n  hint: {hint}" if hint else ""
    return own + (f"\n  host: {host_hint}" if host_hint else "")
