"""docs/command-line.md and the README show what the command line does."""

from __future__ import annotations

import dataclasses
import pathlib
import re

import consoles
import fastexec
import pytest
from fastexec.cli import app, runs, screen, settings
from typer.testing import CliRunner

ROOT = pathlib.Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = [*consoles.sessions(PAGE), *consoles.sessions(README)]


def test_there_is_something_to_check() -> None:
    assert len(SESSIONS) >= 6


@pytest.mark.parametrize(("arguments", "shown"), SESSIONS, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_session(arguments: list[str], shown: str) -> None:
    result = CliRunner().invoke(app.app, arguments, env={"COLUMNS": "200"})
    printed, shown = (re.sub(r'"seconds": [\d.e-]+', '"seconds": s', text) for text in (result.output, shown))
    assert printed == shown


def test_exit_codes() -> None:
    rows = re.findall(r"^\| (\d+) \| (?:`(\w+)` )?\|", PAGE, re.M)
    assert {outcome: int(code) for code, outcome in rows if outcome} == runs.EXIT_CODES
    assert [int(code) for code, outcome in rows if not outcome] == [2, screen.NOT_WRITTEN]


def test_commands_and_options() -> None:
    commands = {command.callback.__name__ for command in app.app.registered_commands if not command.hidden}
    assert set(re.findall(r"^\| `fastexec (\w+)` \|", PAGE, re.M)) == commands
    for field in dataclasses.fields(fastexec.Limits):
        assert f"`{settings.option_of(field.name)}" in PAGE
