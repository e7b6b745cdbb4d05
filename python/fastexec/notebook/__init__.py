"""Notebooks: how results, errors and profiles look there, and the cell magic `%%fastexec` (`fastexec[notebook]`).

    %load_ext fastexec
"""

from __future__ import annotations

from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """Adds `%%fastexec` to a shell of IPython; `%load_ext fastexec` calls it.

    Raises:
        ModuleNotFoundError: Something is missing that the magic needs; the message says how to install it.
    """
    try:
        from fastexec.notebook.magic import Sandbox
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "fastexec":
            raise
        raise ModuleNotFoundError(f"%%fastexec needs {missing.name}; install it with: pip install fastexec[notebook]", name=missing.name) from None
    shell.register_magic_function(Sandbox(shell).run, "cell", "fastexec")


def unload_ipython_extension(shell: Any) -> None:
    """Takes `%%fastexec` away again, with its sandbox; `%unload_ext fastexec` calls it."""
    run = shell.magics_manager.magics["cell"].pop("fastexec", None)
    if run is not None:
        run.__self__.close()
