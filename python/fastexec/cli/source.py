"""Where the code comes from: a file, an option, standard input."""

from __future__ import annotations

import os
import sys
from importlib.util import decode_source
from typing import BinaryIO, NamedTuple

import typer

import fastexec
from fastexec.limits import AT_CALL, Limits
from fastexec.outcome import LIMIT, SYNTAX, Failure

STDIN = "-"


class Source(NamedTuple):
    """Code that was read; or why it is none."""

    code: str
    failure: Failure | None = None


def read(file: str | None, command: str | None, limits: Limits) -> Source:
    """The code that a command is to run.

    Raises:
        typer.BadParameter: Neither or both were given, or the file cannot be read.
    """
    if (file is None) == (command is None):
        raise typer.BadParameter("give a FILE, -c CODE, or - for standard input." if file is None else "give either FILE or -c CODE.")
    if command is not None:
        return Source(command)
    assert file is not None
    most = fastexec.MAX_SOURCE_BYTES if limits.source_bytes is AT_CALL else limits.source_bytes
    name, data = ("<stdin>", _read_stdin(most)) if file == STDIN else (file, _read_file(file, most))
    if most is not None and len(data) > most:
        return _failed(LIMIT, "InterpreterError", f"The code is longer than {most} bytes. --source-bytes raises this limit.", "source_bytes")
    return _decoded(name, data)


def _read_file(file: str, most: int | None) -> bytes:
    if os.path.isdir(file):
        raise typer.BadParameter(f"{file!r} is a directory.", param_hint="FILE")
    try:
        with open(file, "rb") as opened:
            return _read(opened, most)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise typer.BadParameter(f"{file!r} cannot be read: {why}.", param_hint="FILE") from None


def _read_stdin(most: int | None) -> bytes:
    return b"" if sys.stdin is None else _read(sys.stdin.buffer, most)


def _read(stream: BinaryIO, most: int | None) -> bytes:
    """No more than it takes to see that it is too much: the file may have no end."""
    return stream.read() if most is None else stream.read(most + 1)


def _decoded(name: str, data: bytes) -> Source:
    """In the encoding that it declares, else UTF-8, as Python reads files."""
    try:
        return Source(decode_source(data))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return _failed(SYNTAX, "SyntaxError", f"{name} is not {error.encoding}: byte 0x{data[error.start]:02x} in line {line}", None, line)
    except SyntaxError as error:
        # Two of them say "for '<name>'" where the name is known.
        return _undeclared(name, data, str(error))


def _undeclared(name: str, data: bytes, message: str) -> Source:
    """Of a file whose first lines are not UTF-8 and declare nothing else, or declare what there is not."""
    if message.startswith("invalid or missing encoding"):
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            message = f"{name} is not utf-8: byte 0x{data[error.start]:02x} in line {line}"
            return _failed(SYNTAX, "SyntaxError", message, None, line)
    return _failed(SYNTAX, "SyntaxError", f"{name}: {message}", None, 1)


def _failed(outcome: str, kind: str, message: str, limit: str | None, line: int | None = None) -> Source:
    return Source("", Failure(outcome, kind, message, line, None, limit, None, [], f"{kind}: {message}"))
