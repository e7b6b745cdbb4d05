"""The exceptions that leave a call."""

from __future__ import annotations

import sys

from fastexec._fastexec import ExecutionTimeoutError, InterpreterError

__all__ = ["ExecutionTimeoutError", "FinalAnswerException", "InterpreterError"]

ORIGINAL = "smolagents.local_python_executor"
"""The module whose `except` clauses our errors must satisfy, once it is loaded."""


class FinalAnswerException(BaseException):
    """Carries the value of `final_answer`. Not an `Exception`, so that code could not catch it; no call
    raises it, programs may name it."""

    def __init__(self, value):
        self.value = value


_both: dict[tuple[type, type], type] = {}


def raised_class(ours: type) -> type:
    """The class to raise for `ours`: where the original is loaded, one that is also its class of that
    name. Decided when an error is made, since the original may be loaded at any time."""
    theirs = getattr(sys.modules.get(ORIGINAL), ours.__name__, None)
    if not isinstance(theirs, type) or issubclass(ours, theirs):
        return ours
    both = _both.get((ours, theirs))
    if both is None:
        namespace = {
            "__module__": ours.__module__,
            "__doc__": ours.__doc__,
            # Sent to another process it arrives as ours, whether or not the original is loaded there.
            "__reduce__": lambda self: (ours, self.args, self.__dict__ or None),
        }
        both = _both[ours, theirs] = type(ours.__name__, (ours, theirs), namespace)
    return both


def error(ours: type[Exception], text: str) -> Exception:
    """An instance of `raised_class(ours)`."""
    return raised_class(ours)(text)
