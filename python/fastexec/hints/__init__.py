"""What the author of the code, or the host, may do about an error: one line each, found from the error and the values it is
about.

A hint is an extra that follows the text of the error. Nothing here runs code of the snippet: values are looked at by their
class, not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fastexec.hints import attributes, calls, grants, items, names, refused, source, tables, tools_of_host, values
from fastexec.hints.asked import Asked

_READ = 500
"""Characters of a message, or of marked code, that are looked at."""

_IN_ORDER: tuple[Callable[[Asked], str | None], ...] = (names.hint, attributes.hint, items.hint, tables.of_message, calls.hint, values.hint, refused.hint)


def of_error(
    error: BaseException | None,
    told: tuple[str, str, str],
    subject: tuple[str, Any, Any] | None,
    marked: tuple[str, str] | None,
    function: str | None,
    dicts: tuple[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]],
    authorized: Iterable[str],
) -> tuple[str | None, str | None, bool]:
    """A hint for the author of the code and one for the host, or None, and whether the error is one of the host's own program.

    Args:
        error: What left the code; None where a limit ended it.
        told: Its type and message as the text has them, and the kind of the end.
        subject: What the code wanted (`"name"`, `"attribute"`, `"item"`), of which value, and its name or index. Of a run
            whose time was up: `"time"`, the frame or the iterator that was at work then, and the name of the tool that took most
            of it; None for what is not known.
        marked: The text of the code that the error is about, and the line that it is in.
        function: The function in which it was raised; None at the top level.
        dicts: Tools, variables and functions.
        authorized: Modules that may be imported.
    """
    kind, message, category = told
    tools, state, functions = dicts
    part, line = marked or ("", "")
    asked = Asked(error, kind, message[:_READ], category, subject, part[:_READ], line[:_READ], function, tools, state, functions, list(authorized))
    of_host = tools_of_host.failed_inside(asked)
    hint = None if of_host else next((found for look in _IN_ORDER if (found := look(asked)) is not None), None)
    return hint, grants.hint(asked), of_host


def of_tools(name: str, line: str, tools: Mapping[str, Any]) -> str | None:
    """Which tools there are, where a line calls one that is not: a hint for names that look like none."""
    return names.of_tools(name, line[:_READ], tools)


def of_source(text: str, line: int | None, message: str) -> str | None:
    """A hint about a source that does not parse.

    Args:
        text: The source.
        line: Where the parser found the error, counted from 1.
        message: What it says.
    """
    return source.hint(text, line, message)
