"""The options that commands share: what the code may reach, and what it may use."""

from __future__ import annotations

import inspect
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal

import typer

import fastexec
from fastexec.cli import sizes
from fastexec.cli.sizes import Cap

SPELLED = {"seconds": "timeout", "memory_bytes": "memory"}
"""Limits whose option has another name."""
_ACCESS, _LIMITS = "What the code may reach", "Limits (`none` lifts one)"


def option_of(limit: str) -> str:
    """The option that sets a field of `fastexec.Limits`."""
    return "--" + SPELLED.get(limit, limit).replace("_", "-")


@dataclass(frozen=True)
class Settings:
    """What a command makes its executor with."""

    imports: list[str]
    read: list[str]
    write: list[str]
    strict: bool
    on_refusal: Literal["raise", "abort"]
    isolation: Literal["none", "process"]
    limits: fastexec.Limits

    def access(self) -> tuple[object, ...]:
        """All but the limits."""
        return self.imports, self.read, self.write, self.strict, self.on_refusal, self.isolation

    def executor(self, *, top_level_return: bool = False) -> fastexec.LocalPythonExecutor:
        """An executor with these settings. The code may end with `final_answer(value)`, as that of agents does.

        Raises:
            typer.BadParameter: A setting is no good: a module that is not there, one that `strict` refuses, or a worker
                that this machine cannot wall in.
        """
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                executor = fastexec.LocalPythonExecutor(
                    self.imports,
                    limits=self.limits,
                    allow_read=self.read,
                    allow_write=self.write,
                    on_refusal=self.on_refusal,
                    strict=self.strict,
                    isolation=None if self.isolation == "none" else self.isolation,
                    top_level_return=top_level_return,
                )
                if self.isolation != "none":
                    executor("None")  # starts the worker
            except (ValueError, fastexec.IsolationError) as error:
                raise typer.BadParameter(_by_options(str(error), self.imports)) from None
        for warning in caught:
            typer.echo(f"warning: {warning.message}", err=True)
        executor.send_tools({"final_answer": _final_answer})
        return executor


_OPTIONS = {"strict=True": "--strict", "allow_read": "--read", "allow_write": "--write", "additional_authorized_imports": "--allow"}
"""What errors call by the names of Python's arguments."""


def _by_options(text: str, imports: list[str]) -> str:
    for name, option in _OPTIONS.items():
        text = text.replace(name, option)
    several = any("," in module or " " in module for module in imports)
    return f"{text} (--allow is given once for each module.)" if several else text


def _final_answer(answer: Any = None) -> Any:
    """Ends the run with a value."""
    return answer


def _limit(parser: Callable[[str], Cap], metavar: str, text: str, *names: str) -> Any:
    return typer.Option(*names, parser=parser, metavar=metavar, help=text, rich_help_panel=_LIMITS, show_default=False)


def _one_of(choices: tuple[str, ...], text: str) -> Any:
    """An option with a word of these. (Errors are told in words of a command line, not in those of what checks types for Typer.)"""

    def chosen(given: str) -> str:
        if given not in choices:
            raise typer.BadParameter(f"{given!r} is not one of {', '.join(map(repr, choices))}.")
        return given

    return typer.Option(parser=chosen, autocompletion=lambda: list(choices), metavar=f"<{'|'.join(choices)}>", help=text, rich_help_panel=_ACCESS)


def _settings(
    *,
    allow: Annotated[
        list[str] | None,
        typer.Option(metavar="MODULE", help="A module that the code may import; `a.*` is all of a package, `*` everything. Repeatable.", rich_help_panel=_ACCESS),
    ] = None,
    read: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="A file or folder that the code may read. Repeatable.", rich_help_panel=_ACCESS)
    ] = None,
    write: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="The same for writing. Repeatable.", rich_help_panel=_ACCESS)
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse to allow modules that hand over the process.", rich_help_panel=_ACCESS)] = False,
    on_refusal: Annotated[
        Literal["raise", "abort"], _one_of(("raise", "abort"), "Whether the code may catch a refusal, or is ended by it.")
    ] = "raise",
    isolation: Annotated[
        Literal["none", "process"], _one_of(("none", "process"), "`process`: in a worker behind the kernel's walls (Linux).")
    ] = "none",
    timeout: Annotated[Cap | None, _limit(sizes.seconds, "SECONDS", "Seconds by the clock on the wall.")] = None,
    operations: Annotated[Cap | None, _limit(sizes.count, "N", "Evaluated nodes of the syntax tree.")] = None,
    while_iterations: Annotated[Cap | None, _limit(sizes.count, "N", "Iterations of one `while` loop.")] = None,
    cpu_seconds: Annotated[Cap | None, _limit(sizes.seconds, "SECONDS", "Seconds of the processor (Linux).")] = None,
    memory: Annotated[Cap | None, _limit(sizes.size, "SIZE", "Memory that the code may add: 64m, 2g.")] = None,
    recursion: Annotated[Cap | None, _limit(sizes.count, "N", "Nested calls of functions.")] = None,
    output_chars: Annotated[Cap | None, _limit(sizes.count, "N", "Characters of printed text that are kept.")] = None,
    source_bytes: Annotated[Cap | None, _limit(sizes.size, "SIZE", "Length of the code.")] = None,
    nesting: Annotated[Cap | None, _limit(sizes.count, "N", "Depth of brackets and blocks.")] = None,
    int_bits: Annotated[Cap | None, _limit(sizes.count, "N", "Size of an integer in bits.")] = None,
) -> Settings:
    given = dict(locals())
    spelled = {field.name: given[SPELLED.get(field.name, field.name)] for field in fields(fastexec.Limits)}
    caps = {name: cap.value for name, cap in spelled.items() if cap is not None}
    try:
        limits = fastexec.Limits(**caps)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    # (A shell leaves `--read=~/data` as it is.)
    read, write = (list(map(os.path.expanduser, paths or ())) for paths in (read, write))
    return Settings(allow or [], read, write, strict, on_refusal, isolation, limits)


def with_settings(command: Callable[..., None], **defaults: Any) -> Callable[..., None]:
    """Gives a command the shared options, with other defaults if it has some; it gets them as `settings`."""
    shared = {name: one.replace(default=defaults.get(name, one.default)) for name, one in inspect.signature(_settings, eval_str=True).parameters.items()}
    own = inspect.signature(command, eval_str=True).parameters

    def with_options(**given: Any) -> None:
        command(settings=_settings(**{name: given.pop(name) for name in shared}), **given)

    parameters = [parameter for name, parameter in own.items() if name != "settings"]
    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in [*parameters, *shared.values()]]
    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    with_options.__name__, with_options.__doc__ = command.__name__, command.__doc__
    return with_options
