"""Text for the person at the terminal, or for the program behind the pipe."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO, cast

from fastexec._fastexec import shown
from fastexec.cli.checks import Checked
from fastexec.cli.runs import Report
from fastexec.cli.settings import option_of
from fastexec.outcome import Failure

if TYPE_CHECKING:
    from rich.text import Text

_HOST_LINE = re.compile(r"^  host: (?:Limits\((?P<limit>\w+)=\.\.\.\)|(?P<name>\w+)=\[(?P<value>.+)\]) (?P<does>raises this limit|allows it)$", re.M)
_FILES = ("\n  host: allow_read=[...] and allow_write=[...] let", "\n  option: --read and --write let")
_OPTIONS = {"additional_authorized_imports": "--allow", "allow_read": "--read", "allow_write": "--write"}
_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
NOT_WRITTEN = 74
"""The exit code of programs whose output could not be written (`EX_IOERR`)."""
_STYLES = (("  hint: ", "green"), ("  option: ", "cyan"), ("  line ", "default"))
# Codes that a terminal obeys, but for line ends and tabs.
_CONTROL = {code: f"\\x{code:02x}" for code in [*range(32), *range(127, 160)] if chr(code) not in "\n\t"}


def prepare() -> None:
    """Lets standard streams take every text: what their encoding has no letter for is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def write(stream: TextIO | None, text: str) -> None:
    """Writes and flushes. A terminal gets no control codes from the code. Where nobody reads any more, nothing happens;
    where what is said is lost (a full disk), the program ends with `NOT_WRITTEN`."""
    if stream is None or not text:
        return
    try:
        stream.write(without_control_codes(text) if stream.isatty() else text)
        stream.flush()
    except (OSError, ValueError) as error:
        _lose(stream, error)


def _lose(stream: TextIO, error: Exception) -> None:
    _to_nowhere(stream)
    if stream is sys.stdout and isinstance(error, OSError) and error.errno in _FULL:
        write(sys.stderr, f"fastexec: standard output could not be written: {error.strerror}\n")
        raise SystemExit(NOT_WRITTEN)


class Guarded:
    """A stream for what others write (help, messages of the parser), where the same happens as by `write`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._done(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        self._done(self._stream.flush)

    def _done(self, writing: Callable[[], object]) -> None:
        try:
            writing()
        except (OSError, ValueError) as error:
            _lose(cast("TextIO", self), error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def without_control_codes(text: str) -> str:
    """With escapes in their place."""
    return text.translate(_CONTROL)


def _to_nowhere(stream: TextIO) -> None:
    """What is left in the buffer goes nowhere, also when the interpreter ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass


def show(report: Report, *, value: bool) -> None:
    """What a run printed, its value if wanted, and its error."""
    write(sys.stdout, report.logs)
    if report.failure:
        if report.logs and not report.logs.endswith("\n"):
            write(sys.stdout, "\n")
        show_failure(report.failure)
    elif value and report.value is not None:
        write(sys.stdout, shown(report.value) + "\n")


def show_json(value: dict[str, Any]) -> None:
    """One object on one line."""
    write(sys.stdout, json.dumps(value) + "\n")


def show_failure(failure: Failure) -> None:
    """On standard error."""
    _show(sys.stderr, failure.text)


def show_checked(checked: Checked) -> None:
    """What was found, on standard output; why nothing could be, on standard error."""
    if checked.failure:
        show_failure(checked.failure)
    elif checked.text:
        _show(sys.stdout, checked.text)


def _show(stream: TextIO | None, text: str) -> None:
    """A message, in colours where it goes to a terminal."""
    text = with_options(text)
    if stream is None or not stream.isatty():
        write(stream, text + "\n")
        return
    # Most runs do without it: it takes a while to load.
    from rich.console import Console

    try:
        Console(file=stream, highlight=False, soft_wrap=True).print(_coloured(without_control_codes(text)))
    except OSError as error:
        _lose(stream, error)


def with_options(text: str) -> str:
    """The text of an error that names options of the command, where it says what the host may do."""
    return _HOST_LINE.sub(_option_line, text).replace(*_FILES)


def _option_line(host: re.Match[str]) -> str:
    """What the host may do, as an option of this command."""
    option = option_of(host["limit"]) if host["limit"] else f"{_OPTIONS[host['name']]} {shlex.quote(host['value'][1:-1])}"
    return f"  option: {option} {host['does']}"


def _coloured(text: str) -> Text:
    from rich.text import Text

    lines: list[Text] = []
    for line in text.split("\n"):
        style = next((style for start, style in _STYLES if line.startswith(start)), "red" if not line.startswith("  ") else "default")
        lines.append(Text(line, style=style))
    return Text("\n").join(lines)
