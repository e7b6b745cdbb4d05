"""Results, errors and profiles as HTML. All of it is escaped, and none of it is long: objects of the code may say anything of
themselves."""

from __future__ import annotations

import sys
from html import escape
from typing import TYPE_CHECKING, Any

from fastexec._fastexec import shown

if TYPE_CHECKING:
    from fastexec.executor import CodeOutput
    from fastexec.profile import Profile, ProfileLine

MOST_CHARS = 20_000
"""Characters of a text that are shown: the first and the last half."""
MOST_LINES = 500
"""Lines of a profile that are shown."""
MOST_ROWS, MOST_COLUMNS = 60, 20

_PRE = "margin:0;padding:0;background:transparent;white-space:pre-wrap"
_ERROR, _HINT, _HOST, _DIM = "color:#c62828", "color:#2e7d32", "color:#0277bd", "color:#808080"
_MARKS = (("  hint: ", _HINT), ("  host: ", _HOST), ("  line ", ""))
_CELL = "text-align:right;font-family:monospace;padding:0 0.6em;white-space:pre"
_SOURCE = "text-align:left;font-family:monospace;padding:0 0.6em;white-space:pre"


def output(given: CodeOutput) -> str:
    """What was printed, and the value."""
    parts = [_pre(given.logs, _DIM)] if given.logs else []
    if given.output is not None:
        title = f'<div style="{_DIM}">final answer</div>' if given.is_final_answer else ""
        parts.append(title + value(given.output))
    return "".join(parts) or _pre("None", _DIM)


def value(given: Any) -> str:
    """A table of pandas as a table, anything else as text."""
    return _table(given) or _pre(shown(given))


def error(given: object) -> str:
    """The text of an error, or of findings, with its hints in colours."""
    lines: list[str] = []
    for line in _cut(str(given)).split("\n"):
        style = next((style for start, style in _MARKS if line.startswith(start)), "" if line.startswith("  ") else _ERROR)
        lines.append(f'<span style="{style}">{escape(line)}</span>' if style else escape(line))
    return f'<pre style="{_PRE}">' + "\n".join(lines) + "</pre>"


def profile(given: Profile) -> str:
    """A table; the more of the operations or of the time a hot line took, the redder it is."""
    head = f"{given.operations:,} operations, {given.seconds * 1000:.3f} ms"
    titles = "".join(f'<th style="{_CELL}">{title}</th>' for title in ("line", "operations", "share", "ms", "share"))
    own = [line for line in given.lines if line.own]
    earlier = [line for line in given.lines if not line.own]
    rows = _rows(own)
    if earlier:
        rows += f'<tr><td colspan="6" style="{_SOURCE};{_DIM}">of earlier snippets:</td></tr>' + _rows(earlier)
    ended = error(given.output) if isinstance(given.output, Exception) else ""
    return f'<div>{head}</div><table style="border-collapse:collapse"><thead><tr>{titles}<th style="{_SOURCE}">source</th></tr></thead><tbody>{rows}</tbody></table>{ended}'


def _rows(lines: list[ProfileLine]) -> str:
    rows = "".join(map(_row, lines[:MOST_LINES]))
    left = len(lines) - MOST_LINES
    return rows + (f'<tr><td colspan="6" style="{_SOURCE};{_DIM}">… and {left:,} more lines</td></tr>' if left > 0 else "")


def _row(line: ProfileLine) -> str:
    part = max(line.share, line.time_share)
    colour = f"background:rgba(229,57,53,{min(0.15 + 0.6 * part, 0.75):.2f})" if line.hot else ""
    numbers = (f"{line.line}", f"{line.operations:,}", f"{line.share:.1%}", f"{line.seconds * 1000:.3f}", f"{line.time_share:.1%}")
    cells = "".join(f'<td style="{_CELL}">{number}</td>' for number in numbers)
    return f'<tr style="{colour}">{cells}<td style="{_SOURCE}">{escape(_cut(line.text, 200))}</td></tr>'


def _table(given: Any) -> str:
    """Of a data frame or a series; empty for anything else, and for what cannot be shown so."""
    pandas = sys.modules.get("pandas")
    if pandas is None or type(given) not in (pandas.DataFrame, pandas.Series):
        return ""
    try:
        frame = pandas.DataFrame(given) if type(given) is pandas.Series else given
        text: str = frame.to_html(max_rows=MOST_ROWS, max_cols=MOST_COLUMNS, escape=True, show_dimensions=True, notebook=True)
    except Exception:  # noqa: BLE001  (of an object in it)
        return ""
    return text if len(text) <= 20 * MOST_CHARS else ""


def _pre(text: str, style: str = "") -> str:
    return f'<pre style="{_PRE};{style}">{escape(_cut(text))}</pre>'


def _cut(text: str, most: int = MOST_CHARS) -> str:
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters …\n{text[-half:]}"
