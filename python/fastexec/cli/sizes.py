"""Numbers as they are written on the command line. `none` lifts a limit."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

import typer

NONE = "none"
_SIZE = re.compile(r"(\d[\d_]*|\d*\.\d+)\s*(?:([kmgt])i?)?b?", re.I)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}


class Cap(NamedTuple):
    """A limit that was given; None lifts it."""

    value: int | float | None

    def __str__(self) -> str:
        return NONE if self.value is None else str(self.value)


def count(text: str) -> Cap:
    """A whole number.

    Raises:
        typer.BadParameter: It is none.
    """
    if text.lower() == NONE:
        return Cap(None)
    try:
        number = int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a whole number or 'none'.") from None
    return Cap(_not_negative(text, number))


def seconds(text: str) -> Cap:
    """A number of seconds.

    Raises:
        typer.BadParameter: It is none.
    """
    if text.lower() == NONE:
        return Cap(None)
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise typer.BadParameter(f"{text!r} is not a number of seconds or 'none'.")
    return Cap(_not_negative(text, number))


def size(text: str) -> Cap:
    """A number of bytes; `k`, `m`, `g` and `t` stand for powers of 1024.

    Raises:
        typer.BadParameter: It is none.
    """
    if text.lower() == NONE:
        return Cap(None)
    match = _SIZE.fullmatch(text.strip())
    if not match:
        raise typer.BadParameter(f"{text!r} is not a size such as 500000, 512k, 64m or 2g, or 'none'.")
    number, suffix = match[1], (match[2] or "").lower()
    factor = 1024 ** _POWERS[suffix]
    return Cap(int(float(number) * factor) if "." in number else int(number) * factor)


def _not_negative(text: str, number: int | float) -> int | float:
    if number < 0:
        raise typer.BadParameter(f"{text} is negative.")
    return number
