"""The prompt: what is typed runs when it is complete."""

from __future__ import annotations

import ast
import codeop
import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import PygmentsLexer
from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]

import fastexec
from fastexec.cli import screen
from fastexec.cli.runs import execute, shows_a_value

PROMPT, MORE = ">>> ", "... "
LEAVE = ("exit", "exit()", "quit", "quit()")
GONE = 129
"""The code to exit with when the terminal has gone: as if by SIGHUP."""
HISTORY = "FASTEXEC_HISTORY"
"""Names another file for what was typed; empty: none is kept."""
INDENT = "    "


class Repl:
    """A conversation with one executor."""

    def __init__(self, executor: fastexec.LocalPythonExecutor) -> None:
        self._executor = executor

    def run(self) -> int:
        """Until the end of the input; gives the code to exit with."""
        typed = sys.stdin is not None and sys.stdin.isatty()
        try:
            if typed:
                screen.write(sys.stdout, f"fastexec {fastexec.__version__} on Python {sys.version.split()[0]}; Ctrl-D leaves\n")
            for text in _typed() if typed else _piped():
                if text.strip() in LEAVE:
                    break
                report = execute(self._executor, text)
                screen.show(report, value=shows_a_value(report, text))
        except OSError:
            return GONE
        return 0


def _typed() -> Iterator[str]:
    """What is typed at the prompt, complete."""
    session: PromptSession[str] = PromptSession(
        history=_history(),
        lexer=PygmentsLexer(PythonLexer),
        auto_suggest=AutoSuggestFromHistory(),
        multiline=True,
        prompt_continuation=MORE,
        key_bindings=_bindings(),
    )
    while True:
        try:
            text = session.prompt(PROMPT)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if text.strip():
            yield text


def _piped() -> Iterator[str]:
    """The same from a pipe, without a prompt."""
    held = ""
    for line in sys.stdin or ():
        held += line
        if not held.strip():
            held = ""
        elif is_complete(held.removesuffix("\n")):
            yield held
            held = ""
    if held.strip():
        yield held


def _bindings() -> KeyBindings:
    """Enter runs what is complete, and starts a line where something is missing."""
    bindings = KeyBindings()

    @bindings.add("enter")
    def _enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if not buffer.document.is_cursor_at_the_end and buffer.document.text_after_cursor.strip():
            buffer.newline()
        elif is_complete(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n" + next_indent(buffer.document.current_line))

    return bindings


def is_complete(text: str) -> bool:
    """Whether a person who typed this and Enter wants it to run. A block ends with an empty line."""
    lines = text.split("\n")
    if len(lines) > 1 and not lines[-1].strip():
        text = "\n".join(lines[:-1]) + "\n"
    single = _compiles(text, "single")
    # Several statements at once, as they are pasted, are no single one.
    return _compiles(text, "exec") is not False if single is None else single


def _compiles(text: str, mode: str) -> bool | None:
    """False where something is missing, None where something is wrong: the run says what."""
    compiler = codeop.CommandCompiler()
    compiler.compiler.flags |= ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return compiler(text, "<input>", mode) is not None
        except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
            return None


def next_indent(line: str) -> str:
    """White space that the line after this one starts with."""
    own = line[: len(line) - len(line.lstrip())]
    code = line.split("#")[0].rstrip()
    if code.endswith(":"):
        return own + INDENT
    if code.strip().partition(" ")[0] in ("return", "pass", "break", "continue", "raise"):
        return own.removesuffix(INDENT)
    return own


def _history() -> History:
    """What was typed before: in the user's own file, readable to nobody else; in memory where there can be none."""
    name = os.environ.get(HISTORY, str(Path.home() / ".fastexec_history"))
    if not name:
        return InMemoryHistory()
    try:
        os.close(os.open(name, os.O_CREAT | os.O_APPEND | os.O_RDWR, 0o600))
    except OSError:
        return InMemoryHistory()
    return FileHistory(name)
