"""What `fastexec serve` serves."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import Any

import typer

from fastexec import Limits, LocalPythonExecutor
from fastexec.cli.settings import Settings
from fastexec.limits import AT_CALL

_OWN: dict[str, int | None] = {"operations": None, "while_iterations": None, "output_chars": 10 << 20}
"""Caps that Monty does not have, as clients expect them: time and memory limit the code."""


def serve_monty(settings: Settings) -> int:
    """Serves pydantic-monty's worker protocol until the client goes; gives the code to exit with."""
    try:
        from fastexec.adapters.monty.server import MODULES, serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "google":
            raise
        raise typer.BadParameter("this needs protobuf; install it with: pip install fastexec[monty]", param_hint="--monty") from None
    # Monty's clock is.
    os.environ["TZ"] = "UTC"
    time.tzset()
    own: dict[str, Any] = {name: cap for name, cap in _OWN.items() if getattr(settings.limits, name) is AT_CALL}
    settings = replace(settings, imports=[*MODULES, *settings.imports], limits=replace(settings.limits, **own))

    def make(limits: Limits) -> LocalPythonExecutor:
        return replace(settings, limits=limits).executor(top_level_return=True)

    make(settings.limits).cleanup()  # says now what is wrong, and loads what workers are made from
    return serve(settings.limits, make)
