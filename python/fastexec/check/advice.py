"""Hints about findings: those of the error that a run would have."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fastexec import hints
from fastexec.check.calls import Shape
from fastexec.check.known import MISSING, Known
from fastexec.hints.asked import ALIKE, pairs
from fastexec.hints.library_calls import shown

Said = tuple["str | None", "str | None"]

_LONGEST = 200
"""Characters of a name that is compared."""
_LONGEST_CALL = 300
_MOST = 5_000
"""Names that are compared, at most."""


def of(told: tuple[str, str, str], subject: tuple[str, Any, Any] | None, marked: str, known: Known, held: Mapping[str, Any] | None = None) -> Said:
    """Hints for the author of the code and for the host, or None.

    Args:
        told: Kind, type and message of the finding.
        subject: As for `fastexec.hints.of_error`.
        marked: The text of the code that it is about.
        known: What names mean.
        held: What variables are going to hold, in place of those that there are.
    """
    kind, type_, message = told
    dicts = (known.tools, known.state if held is None else held, known.functions)
    try:
        return hints.of_error(None, (type_, message, kind), subject, (marked, marked), None, dicts, known.authorized)[:2]
    except Exception:  # noqa: BLE001 - tools of the host may say anything of themselves; a hint is an extra
        return None, None


def of_own(name: str, shape: tuple[Shape, int], marked: str) -> Said:
    """How a function or a class of the text is called."""
    if not marked.startswith(f"{name}("):
        return None, None
    parameters = list(inspect.signature(shape[0].function()).parameters.values())[shape[1] :]
    return f"it is called as `{name}({', '.join(shown(parameters))})`"[:_LONGEST_CALL], None


def of_name(told: tuple[str, str, str], name: str, line: str, known: Known, visible: Callable[[], Iterable[str]]) -> Said:
    """The same about a name that means nothing, in this line. `visible` gives the variables that could have been meant."""
    said, host = of(told, ("name", None, name), name, known)
    said = MISSING.get(name, said)
    if said is None:
        similar = _similar(name, {*visible(), *known.others}, known)
        said = f"did you mean `{similar}`?" if similar else hints.of_tools(name, line, known.tools)
    return said, host


def _similar(name: str, names: set[str], known: Known) -> str | None:
    """As a run looks for it, while the check has work left for it."""
    if len(name) > _LONGEST or len(names) > _MOST:
        return None
    compared = [other for other in names if len(other) <= _LONGEST]
    work = pairs(name, compared)
    if work > known.work_left:
        return None
    known.work_left -= work
    found = difflib.get_close_matches(name, compared, 1, ALIKE)
    return found[0] if found else None
