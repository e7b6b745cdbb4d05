"""Distances of scikit-learn: compiled functions believe that their parameters are as many as there are columns, and their norms as rows."""

from __future__ import annotations

import importlib
from typing import Any

from fastexec.guards import is_dict

HOME = "sklearn.metrics._dist_metrics"


def check(metric: Any, table: Any, other: Any) -> None:
    """Raises `ValueError` unless both tables have the columns that the parameters of the metric are for. (Of two dense ones, the method
    sees to that itself.)"""
    import numpy as np

    sparse = importlib.import_module("scipy.sparse")

    tables = [table] if other is None else [table, other]
    if not any(sparse.issparse(given) for given in tables):
        return
    # (A class of the code may say otherwise.)
    for given in tables:
        if (
            sparse.issparse(given)
            and next(base for base in type(given).__mro__ if "shape" in vars(base)).__module__.partition(".")[0] != "scipy"
        ):
            raise TypeError("a sparse matrix has the shape that scipy gives it")
    validate = getattr(next(base for base in type(metric).__mro__ if base.__module__ == HOME), "_validate_data")  # noqa: B009 (classes say nothing of it)
    if len({_columns(given) for given in tables}) > 1:
        raise ValueError("X and Y must have the same second dimension")
    for given in tables:
        validate(metric, given if sparse.issparse(given) else np.asarray(given))


def _columns(given: Any) -> int:
    import numpy as np

    sparse = importlib.import_module("scipy.sparse")

    if sparse.issparse(given):
        return int(given.shape[1])
    if not issubclass(type(given), (list, tuple)):
        return np.shape(memoryview(given))[-1]
    # (What is no number may be another one each time that it is asked.)
    if not all(type(row) in {list, tuple} and all(type(number) in {int, float} for number in row) for row in given):
        raise TypeError("a table is an array, a sparse matrix or rows of numbers")
    return len(given[0])


def check_norms(*given: Any) -> None:
    """Raises `ValueError` unless norms among the parameters (which come last, after two tables) are those of all rows."""
    import numpy as np

    # (What Cython binds a method of a class to comes first.)
    *_, table, other, parameters = given
    if parameters is None:
        return
    if not is_dict(parameters):
        raise TypeError("parameters of a metric are a dict")
    for name, rows in (("X_norm_squared", table), ("Y_norm_squared", other)):
        norms: Any = parameters.get(name)
        if norms is None:
            continue
        if type(norms) not in {np.ndarray, list, tuple}:
            raise TypeError(f"{name} is an array of numbers")
        if len(norms) != rows.shape[0]:
            raise ValueError(f"{name} has {len(norms)} numbers for {rows.shape[0]} rows")
