"""Errors on their way through the protocol, which knows some of Python's classes by name, and no others."""

from __future__ import annotations

import builtins
import dataclasses
import re
from typing import Any

from fastexec import outcome
from fastexec.adapters.monty.schema import RaisedException

KNOWN = frozenset(
    """
    Exception BaseException SystemExit KeyboardInterrupt ArithmeticError OverflowError ZeroDivisionError LookupError IndexError KeyError
    RuntimeError NotImplementedError RecursionError AttributeError FrozenInstanceError NameError UnboundLocalError ValueError
    UnicodeDecodeError UnicodeEncodeError json.JSONDecodeError tomllib.TOMLDecodeError ImportError ModuleNotFoundError OSError
    FileNotFoundError FileExistsError IsADirectoryError NotADirectoryError PermissionError io.UnsupportedOperation TimeoutError
    AssertionError MemoryError StopIteration SyntaxError TypeError
    """.split()
)
"""Classes of errors of the protocol."""

_MOST_FRAMES = 200
_OF_TEXT = re.compile(
    r"(?P<ImportError>Import )|(?P<AttributeError>Forbidden access to dunder|Object .* has no attribute)"
    r"|(?P<NameError>The variable `|Forbidden function evaluation)|.*: (?P<lookup>KeyError|IndexError): ",
    re.S,
)
"""What an error of the executor's own words is in Python's."""


def exception(name: str, message: str | None) -> BaseException:
    """The error of the client, as the code catches it."""
    found = getattr(builtins, name, None) or {"FrozenInstanceError": dataclasses.FrozenInstanceError}.get(name)
    if name in ("json.JSONDecodeError", "tomllib.TOMLDecodeError", "UnicodeDecodeError", "UnicodeEncodeError"):
        found = ValueError  # they are, and their own arguments are more than a message
    if name == "io.UnsupportedOperation":
        found = OSError
    if not isinstance(found, type) or not issubclass(found, Exception):
        found = RuntimeError
    return found() if message is None else found(message)


def raised(name: str, message: str | None = None) -> Any:
    """An error without a place."""
    return RaisedException(exc_type=name, message=message)


def of_run(error: BaseException, code: str, filename: str) -> Any:
    """The error that a run raised, with its places in the code as it was fed."""
    said = outcome.failure(error)
    name, message = _class_and_message(said)
    message = message.removesuffix(f" (<unknown>, line {said.line})")
    told = raised(name, f"{message}\n  hint: {said.hint}" if said.hint else message)
    lines = code.splitlines()
    frames = said.frames[:_MOST_FRAMES] or ([outcome.Frame(None, said.line, "")] if said.line is not None else [])
    for frame in frames:
        text = lines[frame.line - 1] if 0 < frame.line <= len(lines) else ""
        _frame(told.traceback.add(), filename, frame.line, frame.function, text)
    if told.traceback and said.line is not None and len(frames) <= 1:
        _columns(told.traceback[-1], said)
    if said.outcome == outcome.SYNTAX and told.traceback:
        told.traceback[-1].hide_frame_name = True
    return told


def _class_and_message(said: outcome.Failure) -> tuple[str, str]:
    if said.outcome == outcome.LIMIT:
        limits = {"memory_bytes": "MemoryError", "recursion": "RecursionError", "seconds": "TimeoutError"}
        start = {"memory_bytes": "memory limit exceeded", "seconds": "feed time limit exceeded"}.get(said.limit or "", "")
        return limits.get(said.limit or "", "RuntimeError"), ": ".join(part for part in (start, said.message) if part)
    if said.outcome == outcome.INTERNAL:
        return "RuntimeError", said.text
    if said.type == "InterpreterError":
        match = _OF_TEXT.match(said.message)
        name = (match["lookup"] or match.lastgroup) if match else None
        return name or "PermissionError", said.message
    return _nearest(said.type, said.message)


def _nearest(name: str, message: str) -> tuple[str, str]:
    """The class of the protocol that it is an instance of; the message names its own where that is another."""
    name = {"JSONDecodeError": "json.JSONDecodeError", "TOMLDecodeError": "tomllib.TOMLDecodeError"}.get(name, name)
    if name in KNOWN:
        return name, message
    own = getattr(builtins, name, None)
    bases = own.__mro__ if isinstance(own, type) else ()
    return next((base.__name__ for base in bases if base.__name__ in KNOWN), "Exception"), f"{name}: {message}" if message else name


def _frame(frame: Any, filename: str, line: int, function: str | None, text: str) -> None:
    frame.filename, frame.preview_line = filename, text
    _mark(frame, line, len(text) - len(text.lstrip()) + 1, len(text) + 1)
    if function is not None:
        frame.frame_name = function


def _columns(frame: Any, said: outcome.Failure) -> None:
    """Of an error in the statement itself."""
    if said.line is not None and said.column is not None:
        ends_there = said.end_line == said.line and said.end_column is not None
        _mark(frame, said.line, said.column, said.end_column if ends_there and said.end_column else len(frame.preview_line) + 1)


def _mark(frame: Any, line: int, column: int, end: int) -> None:
    """A part of the line that is shown: the client believes no other."""
    most = len(frame.preview_line) + 1
    frame.start.line = frame.end.line = line
    frame.start.column = max(1, min(column, most))
    frame.end.column = max(frame.start.column, min(end, most))
