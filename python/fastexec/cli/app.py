"""The commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from textwrap import indent
from typing import Annotated, Any, Literal, cast

import typer

from fastexec.cli import doctor as examination
from fastexec.cli import screen, source
from fastexec.cli.checks import Checked, examine
from fastexec.cli.runs import EXIT_CODES, Report, execute, shows_a_value
from fastexec.cli.settings import Settings, with_settings
from fastexec.cli.source import Source

_CODES = """Exit codes: 0 fine, 1 an error left the code, 2 wrong command line, 3 syntax error, 4 refused, 5 limit or timeout,
70 internal error, 74 output not written, 130 Ctrl-C."""

app: typer.Typer = typer.Typer(
    name="fastexec",
    help=f"Runs Python that nobody has read, in a sandbox.\n\n{_CODES}",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

File = Annotated[str | None, typer.Argument(metavar="FILE|-", help="A file with the code, or - for standard input.", show_default=False)]
Command = Annotated[str | None, typer.Option("--command", "-c", metavar="CODE", help="The code itself.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, and nothing else.")]


def start(arguments: Sequence[str] | None = None) -> int:
    """Runs the command with these arguments (None: the process's), and gives the code to exit with."""
    screen.prepare()
    output = sys.stdout
    if output is not None:
        sys.stdout = cast("Any", screen.Guarded(output))
    try:
        app(list(arguments) if arguments is not None else None, prog_name="fastexec")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        return EXIT_CODES["interrupted"]
    finally:
        sys.stdout = output
    return 0


def _version(wanted: bool) -> None:
    if wanted:
        import fastexec

        screen.write(sys.stdout, f"fastexec {fastexec.__version__}\n")
        raise typer.Exit


@app.callback()
def _fastexec(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    pass


@app.command(epilog=_CODES)
@with_settings
def run(settings: Settings, file: File = None, command: Command = None, as_json: Json = False) -> None:
    """Runs code once.

    What it printed goes to standard output when it is over, then the value of its last line if that is an expression;
    errors go to standard error."""
    code = source.read(file, command, settings.limits)
    report = _report(settings, code, profiled=False)
    if as_json:
        screen.show_json(report.as_dict())
    else:
        screen.show(report, value=shows_a_value(report, code.code))
    _leave(report)


@app.command(epilog=_CODES)
@with_settings
def profile(settings: Settings, file: File = None, command: Command = None, as_json: Json = False) -> None:
    """Runs code once, and shows what each of its lines used: operations exactly, and time."""
    report = _report(settings, source.read(file, command, settings.limits), profiled=True)
    if as_json:
        screen.show_json(report.as_dict())
    else:
        screen.show(report, value=False)
        screen.write(sys.stdout, f"{report.profile}\n" if report.profile else "")
    _leave(report)


@app.command(epilog=_CODES)
@with_settings
def check(settings: Settings, file: File = None, command: Command = None, as_json: Json = False) -> None:
    """Says what can be known of code without running it.

    Exits with the code that a run would exit with: 0 if nothing of it is certain."""
    code = source.read(file, command, settings.limits)
    executor = settings.executor()
    checked = Checked(code.failure) if code.failure else examine(executor, code.code)
    screen.show_json(checked.as_dict()) if as_json else screen.show_checked(checked)
    raise typer.Exit(EXIT_CODES[checked.outcome])


@app.command()
@with_settings
def repl(settings: Settings) -> None:
    """Runs what you type, with variables that last. Ctrl-D leaves."""
    from fastexec.cli.repl import Repl

    raise typer.Exit(Repl(settings.executor()).run())


@app.command()
@partial(with_settings, isolation="process")
def serve(
    settings: Settings,
    monty: Annotated[bool, typer.Option("--monty", help="pydantic-monty's worker protocol, on standard input and output.")] = False,
    mode: Annotated[Literal["subprocess"] | None, typer.Argument(hidden=True, help="What clients of Monty add.")] = None,
) -> None:
    """Runs what another program sends, in a worker behind the kernel's walls if not told otherwise."""
    if not monty:
        raise typer.BadParameter("say what to serve: --monty")
    raise typer.Exit(_serve_monty(settings))


@app.command(hidden=True)
@partial(with_settings, isolation="process")
def subprocess(settings: Settings) -> None:
    """`serve --monty`, as clients of Monty call the program that `MONTY_BIN` names."""
    raise typer.Exit(_serve_monty(settings))


def _serve_monty(settings: Settings) -> int:
    from fastexec.cli.serve import serve_monty

    return serve_monty(settings)


@app.command()
def doctor(as_json: Json = False) -> None:
    """Shows versions, and whether the engine does here what it should."""
    findings = examination.findings()
    if as_json:
        screen.show_json(findings)
    else:
        screen.write(sys.stdout, "".join(_finding(name, value) for name, value in findings.items()))
    raise typer.Exit(0 if examination.is_well(findings) else EXIT_CODES["internal"])


def _finding(name: str, value: dict[str, Any] | str | bool | None) -> str:
    """One line; a text of several lines is under its name."""
    text = ", ".join(f"{part} {what}" for part, what in value.items()) or "none" if isinstance(value, dict) else str(value)
    return f"{name}:\n{indent(text, '  ')}\n" if "\n" in text else f"{name + ':':<19} {text}\n"


def _report(settings: Settings, code: Source, profiled: bool) -> Report:
    executor = settings.executor()
    return Report(code.failure) if code.failure else execute(executor, code.code, profiled)


def _leave(report: Report) -> None:
    raise typer.Exit(EXIT_CODES[report.outcome])
