"""The cell magic: a cell runs in a sandbox, with the options of the command line."""

from __future__ import annotations

import shlex
import sys
from typing import Annotated, Any

import typer

import fastexec
from fastexec._fastexec import shown
from fastexec.cli.screen import with_options, without_control_codes
from fastexec.cli.settings import Settings, with_settings
from fastexec.notebook import html
from fastexec.snippets import ends_in_an_expression

_Names = list[str] | None
_UsageError: Any = typer.BadParameter.__base__
"""Of a wrong command line. (typer has its own copy of click.)"""
_RED, _PLAIN = "\x1b[31m", "\x1b[0m"
_COLOURS = (("  hint: ", "\x1b[32m"), ("  option: ", "\x1b[36m"), ("  ", ""))


class Value:
    """The value of a cell, as text or as a table; `value` is the value itself."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return shown(self.value)

    def _repr_html_(self) -> str:
        return html.value(self.value)


class Sandbox:
    """What the cells of a notebook share.

    Args:
        shell: The notebook's shell of IPython.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._executor: fastexec.LocalPythonExecutor | None = None
        self._access: Any = None
        self._cell = ""
        self._result: Any = None
        app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, context_settings={"help_option_names": ["-h", "--help"]})
        app.command()(with_settings(self._command))
        self._parser = typer.main.get_command(app)

    def run(self, line: str, cell: str) -> Any:
        """Runs the cell in a sandbox: `%%fastexec --help` shows the options.

        Variables last from cell to cell. What the code may reach stays as it was said last; saying something else begins a
        new sandbox, without them. Limits are for the cell.

        Raises:
            InterpreterError: As a call of an executor does.
            ExecutionTimeoutError: As a call of an executor does.
        """
        self._cell, self._result = cell, None
        try:
            self._parser.main(args=_split(line), prog_name="%%fastexec", standalone_mode=False)
        except _UsageError as error:
            # (What is no error of the line itself is one of ours.)
            more = "" if type(error) is _UsageError else "\n`%%fastexec --help` shows the options."
            print(f"%%fastexec: {error.format_message().removeprefix('Invalid value: ')}{more}", file=sys.stderr)
        except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
            shown = coloured(str(error))
            vars(error)["_render_traceback_"] = lambda: shown  # IPython shows this in place of its frames
            raise
        return self._result

    def close(self) -> None:
        """Ends the sandbox, whose variables go."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.close()

    def _command(
        self,
        settings: Settings,
        take: Annotated[_Names, typer.Option("--in", metavar="NAME", help="A variable of the notebook that the code gets. Repeatable.")] = None,
        give: Annotated[_Names, typer.Option("--out", metavar="NAME", help="A variable of the code that the notebook gets. Repeatable.")] = None,
        tool: Annotated[_Names, typer.Option(metavar="NAME", help="A function of the notebook that the code may call. Repeatable.")] = None,
        new: Annotated[bool, typer.Option("--new", help="Begin a new sandbox.")] = False,
        profile: Annotated[bool, typer.Option("--profile", help="Show what each line used.")] = False,
        check: Annotated[bool, typer.Option("--check", help="Say what can be known without running it.")] = False,
    ) -> None:
        executor = self._sandbox(settings, new)
        if tool:
            executor.send_tools({**(executor.static_tools or {}), **self._functions(tool)})
        if take:
            executor.send_variables(self._named(take))
        if check:
            self._result = executor.check(self._cell) or None
        elif profile:
            self._result = executor.profile(self._cell, limits=settings.limits)
        else:
            self._result = self._run(executor, settings.limits)
        self._shell.push({name: _of(executor, name) for name in give or ()})

    def _run(self, executor: fastexec.LocalPythonExecutor, limits: fastexec.Limits) -> Any:
        executor.state.pop("_print_outputs", None)
        try:
            result = executor(self._cell, limits=limits)
        finally:
            sys.stdout.write(without_control_codes(str(executor.state.get("_print_outputs", ""))))
        shows = result.output is not None and (result.is_final_answer or ends_in_an_expression(self._cell))
        return Value(result.output) if shows else None

    def _sandbox(self, settings: Settings, new: bool) -> fastexec.LocalPythonExecutor:
        access = settings.access()
        said = access != Settings([], [], [], False, "raise", "none", settings.limits).access()
        if self._executor is None or new or (said and access != self._access):
            # (Where there can be no new one, the cells go on with what they have.)
            before, self._executor, self._access = self._executor, settings.executor(), access
            if before is not None:
                before.close()
        return self._executor

    def _named(self, names: list[str]) -> dict[str, Any]:
        """Variables of the notebook."""
        missing = [name for name in names if name not in self._shell.user_ns]
        if missing:
            raise _UsageError(f"the notebook has no variable {', '.join(missing)}")
        return {name: self._shell.user_ns[name] for name in names}

    def _functions(self, names: list[str]) -> dict[str, Any]:
        """Of the notebook."""
        found = self._named(names)
        others = [name for name, value in found.items() if not callable(value)]
        if others:
            raise _UsageError(f"this is no function of the notebook: {', '.join(others)}")
        return found


def _split(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise _UsageError(str(error)) from None


def _of(executor: fastexec.LocalPythonExecutor, name: str) -> Any:
    """A variable of the code."""
    for held in (executor.state, executor.custom_tools):
        if name in held:
            return held[name]
    raise _UsageError(f"the code has no variable {name}")


def coloured(text: str) -> list[str]:
    """Lines of an error for a terminal or a notebook."""
    lines: list[str] = []
    for line in without_control_codes(with_options(text)).split("\n"):
        colour = next((colour for start, colour in _COLOURS if line.startswith(start)), _RED)
        lines.append(f"{colour}{line}{_PLAIN}" if colour else line)
    return lines
