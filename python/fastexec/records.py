"""Records of calls for audit: a line of JSON for each, in a file that is rotated."""

from __future__ import annotations

import itertools
import json
import os
import stat
import threading
import warnings
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from fastexec import observe, options
from fastexec.outcome import failure
from fastexec.stats import Run

try:
    import fcntl
except ImportError:  # not on every platform
    fcntl: Any = None  # type: ignore[no-redef]

_ITEMS, _DEPTH = 50, 4
"""How far into containers a text goes."""

_CALLS = 200
"""Calls of tools whose arguments or results are in a record."""

_executors = itertools.count(1)


@dataclass(frozen=True)
class Record:
    """How calls are recorded.

    Args:
        path: The file; it is made if need be, for its owner alone.
        arguments: Whether the arguments of tools are recorded, as texts.
        results: The same of what tools give.
        code_chars: Characters of the code that are kept.
        text_chars: Characters of an argument, a result, or a message that are kept.
        max_bytes: A file that would grow beyond that is renamed to `path.1`, and those before to `path.2`, ….
        keep: How many of those are kept.

    Raises:
        TypeError: An argument is of another type.
        ValueError: A number is negative.
    """

    path: str | os.PathLike[str]
    arguments: bool = False
    results: bool = False
    code_chars: int = 20_000
    text_chars: int = 2_000
    max_bytes: int = 50 << 20
    keep: int = 5

    def __post_init__(self) -> None:
        options.paths("record", self.path)
        for name in ("arguments", "results"):
            options.flag(name, getattr(self, name))
        for name in ("code_chars", "text_chars", "max_bytes", "keep"):
            if options.number(name, getattr(self, name), whole=True) is None:
                raise TypeError(f"{name} must be a number, not None")


class Recorder:
    """Writes the records of one executor. What goes wrong is a warning: no call fails for it.

    Args:
        record: Where, and what; a path alone is enough.

    Raises:
        OSError: The file cannot be written.
        TypeError: It is neither a path nor a `Record`.
    """

    def __init__(self, record: Record | str | os.PathLike[str]) -> None:
        if not isinstance(record, Record):
            if not isinstance(record, (str, os.PathLike)):
                raise TypeError(f"record must be a path or fastexec.Record, not {type(record).__name__}")
            record = Record(record)
        self.record: Record = record
        self._file = _File(options.paths("record", record.path)[0], record.max_bytes, record.keep)
        self._executor = next(_executors)
        try:
            os.close(self._file.open())
        except OSError as error:
            raise type(error)(error.errno, f"calls cannot be recorded: {error.strerror}", str(record.path)) from None

    def kept_calls(self) -> KeptCalls | None:
        """For arguments and results of a call that begins; None where nobody wants them."""
        record = self.record
        return KeptCalls(record) if record.arguments or record.results else None

    def write(self, code: Any, run: Run, error: BaseException | None, kept: KeptCalls | None) -> None:
        """Adds the record of a call that has ended."""
        try:
            self._file.add(self._line(code, run, error, kept))
        except Exception as failed:  # noqa: BLE001  (what looks on changes nothing)
            observe.tell_lost_record(failed)
            with suppress(Warning):  # where they are errors
                warnings.warn(f"fastexec: a call was not recorded: {failed}", RuntimeWarning, stacklevel=5)

    def _line(self, code: Any, run: Run, error: BaseException | None, kept: KeptCalls | None) -> bytes:
        record = self.record
        stats = run.stats().as_dict()
        fields: dict[str, Any] = {
            "time": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
            "process": os.getpid(),
            "executor": self._executor,
            "code": cut(code if isinstance(code, str) else repr(code), record.code_chars),
            "outcome": stats["outcome"],
            "error": None,
            "stats": stats,
        }
        if error is not None:
            told = failure(error)
            message = cut(told.message, record.text_chars)
            fields["error"] = {"type": told.type, "message": message, "line": told.line, "limit": told.limit}
        if kept is not None:
            fields["tools"] = kept.calls
        return json.dumps(fields).encode() + b"\n"


class KeptCalls:
    """Arguments and results of the tools of one call, as texts that no code had a part in."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.calls: list[dict[str, Any]] = []

    def look(self, name: str, _tool: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> KeptCall:
        """A call of a tool begins."""
        call: dict[str, Any] = {"name": name}
        if len(self.calls) < _CALLS:
            self.calls.append(call)
            if self._record.arguments:
                named = {str(key): self._text(value) for key, value in kwargs.items()}
                call["arguments"] = [*map(self._text, args), named] if named else [*map(self._text, args)]
        return KeptCall(call, self._text if self._record.results else None)

    def _text(self, value: Any) -> str:
        return cut(text_of(value, _DEPTH), self._record.text_chars)


class KeptCall:
    """One of them, under way."""

    def __init__(self, call: dict[str, Any], text: Any) -> None:
        self._call = call
        self._text = text

    def leave(self) -> None:
        """Nothing."""

    def end(self, result: Any, error: BaseException | None) -> None:
        """It has ended."""
        if error is not None:
            self._call["error"] = type(error).__qualname__
        elif self._text is not None:
            self._call["result"] = self._text(result)


def cut(text: str, most: int) -> str:
    """The text, shortened to so many characters and a word about it."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"


_SCALARS = (type(None), bool, int, float, complex, str, bytes)
_BRACKETS: dict[type[Any], tuple[str, str]] = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), frozenset: ("{", "}")}


def text_of(value: Any, depth: int) -> str:
    """How plain data looks; of anything else the class alone, whose own text could say what it likes."""
    found: object = value
    kind = type(found)
    if kind in _SCALARS:
        if kind is int and value.bit_length() > 10_000:
            return f"<int of {value.bit_length():,} bits>"
        return repr(value[:10_000] if kind in (str, bytes) else value)
    if kind is dict and depth:
        items = itertools.islice(list(value.items()), _ITEMS)
        inner = [f"{text_of(key, depth - 1)}: {text_of(item, depth - 1)}" for key, item in items]
        return "{" + ", ".join([*inner, *(["…"] if len(value) > _ITEMS else [])]) + "}"
    if kind in _BRACKETS and depth:
        inner = [text_of(item, depth - 1) for item in itertools.islice(list(value), _ITEMS)]
        opening, closing = _BRACKETS[kind]
        return opening + ", ".join([*inner, *(["…"] if len(value) > _ITEMS else [])]) + closing
    return f"<{kind.__name__}>"


class _File:
    """A file that lines are added to, whole, by any number of threads and processes."""

    def __init__(self, path: str, max_bytes: int, keep: int) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._keep = keep
        self._turn = threading.Lock()

    def open(self) -> int:
        """Raises `OSError`. A pipe that nobody reads is an error, not a wait."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        return os.open(self._path, flags | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0), 0o600)

    def add(self, line: bytes) -> None:
        """Adds a line. Raises `OSError`, and then the file is as it was."""
        with self._turn:
            file = self._opened(len(line))
            try:
                _write(file, line if self._ends_with_a_line(file) else b"\n" + line)
            finally:
                os.close(file)

    def _opened(self, size: int) -> int:
        """The file with room for so many bytes, for us alone until it is closed."""
        while True:
            file = self.open()
            try:
                if fcntl is not None:
                    fcntl.flock(file, fcntl.LOCK_EX)
                found = os.fstat(file)
                if not stat.S_ISREG(found.st_mode):
                    return file
                if os.path.samestat(found, os.stat(self._path)):
                    if not found.st_size or found.st_size + size <= self._max_bytes:
                        return file
                    self._rotate()
            except FileNotFoundError:
                pass  # renamed by another process just now
            except BaseException:
                os.close(file)
                raise
            os.close(file)

    def _ends_with_a_line(self, file: int) -> bool:
        """Whether what is there ends with one (a process that was killed may have left a part of it), or cannot be read."""
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode) or not found.st_size:
            return True
        try:
            with open(self._path, "rb") as reading:
                reading.seek(-1, os.SEEK_END)
                return reading.read(1) == b"\n"
        except OSError:
            return True

    def _rotate(self) -> None:
        if not self._keep:
            os.unlink(self._path)
            return
        for number in range(self._keep - 1, 0, -1):
            with suppress(FileNotFoundError):
                os.replace(f"{self._path}.{number}", f"{self._path}.{number + 1}")
        os.replace(self._path, f"{self._path}.1")


def _write(file: int, line: bytes) -> None:
    written = 0
    try:
        while written < len(line):
            written += os.write(file, line[written:])
    except OSError:
        if written:
            with suppress(OSError):
                os.ftruncate(file, os.fstat(file).st_size - written)
        raise
