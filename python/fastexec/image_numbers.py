"""Looks at the numbers in images of PIL, for its compiled functions, which compute with them as the processor does."""

from __future__ import annotations

import importlib
from typing import Any

LEAST = -(2**31)


def check_quotient(above: Any, below: Any) -> None:
    """Raises an `OverflowError` if the least number is divided by -1 anywhere: the processor ends the process then.

    Both are images of whole numbers, as the compiled part of PIL has them, of one size.
    """
    if 0 in above.size or above.mode != "I" or above.getextrema()[0] != LEAST:
        return
    least, most = below.getextrema()
    if least <= -1 <= most and _meet(above, below):
        raise OverflowError("the least whole number of an image is divided by -1")


def _meet(above: Any, below: Any) -> bool:
    images, numbers = (importlib.import_module(f"PIL.{name}") for name in ("_imaging", "_imagingmath"))

    def image(number: int) -> Any:
        return images.fill("I", above.size, number)

    first, second = image(0), image(0)
    numbers.binop(numbers.eq_I, first.ptr, above.ptr, image(LEAST).ptr)
    numbers.binop(numbers.eq_I, second.ptr, below.ptr, image(-1).ptr)
    numbers.binop(numbers.and_I, first.ptr, first.ptr, second.ptr)
    return bool(first.getextrema()[1])
