"""smolagents on fastexec, without a change of the agent's code.

    import fastexec.smolagents
    fastexec.smolagents.install()

`python -m fastexec.smolagents` is the command line of smolagents on fastexec. `factory` is the entry point `fastexec`
of the group `smolagents.executors`, for versions of smolagents that look there.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from fastexec.executor import LocalPythonExecutor, evaluate_python_code
from fastexec.limits import Limits
from fastexec.options import PACKAGE_DEFAULT
from fastexec.records import Record

_EXECUTOR, _EVALUATE = "LocalPythonExecutor", "evaluate_python_code"
_PLACES = (
    ("smolagents", _EXECUTOR),
    ("smolagents.agents", _EXECUTOR),
    ("smolagents.local_python_executor", _EXECUTOR),
    ("smolagents.default_tools", _EVALUATE),
)
"""Where smolagents looks up what runs code. Its own executor calls `local_python_executor.evaluate_python_code`: that stays,
for agents that have one already."""

_Place = tuple[str, str]
_originals: dict[_Place, Any] = {}
_ours: dict[_Place, Any] = {}


def factory(additional_authorized_imports: str | Iterable[str], logger: Any = None, **executor_kwargs: Any) -> LocalPythonExecutor:
    """An executor for an agent.

    Args:
        additional_authorized_imports: Modules that code may import besides `fastexec.BASE_BUILTIN_MODULES`.
        logger: The agent's; not used.
        **executor_kwargs: Other options of `fastexec.LocalPythonExecutor`; `limits` and `record` may be dicts, as an agent that was saved has them.

    Raises:
        InterpreterError: A module is not installed.
        TypeError: An option is of another type, or there is none of this name.
        ValueError: An option has a value that it cannot have.
    """
    return LocalPythonExecutor(additional_authorized_imports, **_from_saved(executor_kwargs))


def settings(executor: LocalPythonExecutor) -> dict[str, Any]:
    """Options of an executor as JSON can say them: what was given when it was made, but for its imports and functions. As
    `executor_kwargs` of an agent they are saved with it (`to_dict`, `save`); one that is loaded after `install()` has them again."""
    allow_read, allow_write, on_refusal, plain_errors, top_level_return = executor._policy
    worker = executor._session
    isolated = {"isolation": "process", "require": worker._require, "rules": worker._rules} if hasattr(worker, "_require") else {}
    found = {
        "timeout_seconds": executor._timeout_seconds,
        "limits": executor.limits and executor.limits.as_dict(),
        "count_tool_time": executor.count_tool_time,
        "allow_read": allow_read,
        "allow_write": allow_write,
        "on_refusal": on_refusal,
        "error_format": "plain" if plain_errors else "full",
        "check_first": executor._check_first,
        "top_level_return": top_level_return,
        "record": _recorded(executor),
        **isolated,
    }
    return {name: value for name, value in found.items() if value is not PACKAGE_DEFAULT and _USUAL.get(name, _USUAL) != value}


_USUAL: dict[str, Any] = {
    "limits": None,
    "count_tool_time": True,
    "allow_read": [],
    "allow_write": [],
    "on_refusal": "raise",
    "error_format": "full",
    "check_first": False,
    "top_level_return": False,
    "record": None,
    "require": "full",
    "rules": "all",
}
"""Options that need not be said."""


def _recorded(executor: LocalPythonExecutor) -> dict[str, Any] | None:
    """Its `Record` with what is not usual, as `record` takes it again."""
    recorder = executor._look_on.recorder
    if recorder is None:
        return None
    record = recorder.record
    usual = Record(record.path)
    told = {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}
    return {"path": os.fspath(record.path), **{name: value for name, value in told.items() if value != getattr(usual, name)}}


def _from_saved(options: dict[str, Any]) -> dict[str, Any]:
    """The options with their limits and their record as objects."""
    kinds: dict[str, Any] = {"limits": Limits, "record": Record}
    return {name: kinds[name](**value) if name in kinds and isinstance(value, dict) else value for name, value in options.items()}


def install(**options: Any) -> None:
    """Lets agents that are made from now on, and smolagents' `PythonInterpreterTool`, run their code on fastexec. Calling
    it again only exchanges the options.

    Args:
        **options: Options of `fastexec.LocalPythonExecutor` for those agents; `executor_kwargs` of an agent win.

    Raises:
        ModuleNotFoundError: smolagents is not installed.
        TypeError: An option is of another type, or there is none of this name.
        ValueError: An option has a value that it cannot have.
    """
    executor = _with_defaults(options)
    executor([])  # says now what is wrong with the options
    places = [(import_module(module), (module, name)) for module, name in _PLACES]
    uninstall()
    for module, place in places:
        name = place[1]
        if hasattr(module, name):
            _originals[place] = getattr(module, name)
            _ours[place] = executor if name == _EXECUTOR else evaluate_python_code
            setattr(module, name, _ours[place])


def uninstall() -> None:
    """Takes back what `install` did. What somebody else has put there since stays; agents keep the executor that they have."""
    for (module, name), original in _originals.items():
        loaded = sys.modules.get(module)
        if loaded is not None and getattr(loaded, name, None) is _ours[module, name]:
            setattr(loaded, name, original)
    _originals.clear()
    _ours.clear()


def installed() -> bool:
    """Whether `install` is in force."""
    return bool(_originals)


def _with_defaults(options: dict[str, Any]) -> type[LocalPythonExecutor]:
    """The executor's class, with these options where none are given."""
    options = _from_saved(options)
    if not options and _bare:
        return _bare[0]

    class Configured(LocalPythonExecutor):
        def __init__(self, additional_authorized_imports: str | Iterable[str], *args: Any, **given: Any) -> None:
            # The agent hands on its own None for what it was not told.
            told = {name: value for name, value in given.items() if not (value is None and name == "max_print_outputs_length")}
            LocalPythonExecutor.__init__(self, additional_authorized_imports, *args, **{**options, **_from_saved(told)})

    Configured.__name__ = Configured.__qualname__ = LocalPythonExecutor.__name__
    if not options:
        _bare.append(Configured)
    return Configured


_bare: list[type[LocalPythonExecutor]] = []
"""The class without options, once it was asked for."""


if __name__ == "__main__":
    from smolagents.cli import main

    import fastexec.smolagents

    # This module is another one than the one that is imported.
    fastexec.smolagents.install()
    main()
