"""Splines of several dimensions, whose knots and places code may set in a class below scipy's: compiled functions go by them without a look."""

from __future__ import annotations

from typing import Any


def check(points: Any, knots: Any, lengths: Any, degrees: Any, orders: Any, numbers: Any, last: Any, strides: Any, places: Any) -> None:
    """Raises `ValueError` unless the knots of each direction make a spline of its degree, and all places lie among its numbers."""
    import numpy as np

    arrays = (points, knots, lengths, degrees, orders, numbers, strides, places)
    if any(type(given) is not np.ndarray for given in arrays) or type(last) is not int:
        raise TypeError("a spline of several dimensions is made of arrays")
    count = len(lengths)
    # (The last stride is that of what stands at each place.)
    shapes = [given.shape for given in (lengths, degrees, orders, strides[:count])] + [given.shape[1:] for given in (points, places)]
    if shapes != [(count,)] * 6:
        raise ValueError("a spline has knots, a degree and places for each direction")
    if knots.ndim != 2 or len(knots) != count or numbers.ndim != 1 or last < 0 or (degrees < 0).any():
        raise ValueError("a spline has knots, a degree and places for each direction")
    if (lengths > knots.shape[1]).any() or (lengths < 2 * degrees + 2).any():
        raise ValueError("there are fewer knots than the degree of a spline asks for")
    if (places < 0).any() or (places > degrees).any() or (strides < 0).any():
        raise ValueError("places of a spline lie outside of it")
    # (In numbers that do not overflow.)
    steps = [
        (int(length) - int(degree) - 2) * int(stride) for length, degree, stride in zip(lengths, degrees, strides[:count], strict=True)
    ]
    if sum(steps) + last > len(numbers):
        raise ValueError("a spline has fewer coefficients than its knots ask for")
