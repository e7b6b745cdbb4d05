"""Tracebacks that code gets: without the variables of the frames, which may be the host's."""

from __future__ import annotations

import traceback
from typing import Any

from fastexec.errors import InterpreterError


class TracebackException(traceback.TracebackException):
    def __init__(self, *arguments: Any, capture_locals: bool = False, **options: Any) -> None:
        if capture_locals:
            raise InterpreterError("Forbidden in a traceback: variables of frames")
        super().__init__(*arguments, **options)


# The code takes classes of the modules that it may import.
TracebackException.__module__ = traceback.__name__
