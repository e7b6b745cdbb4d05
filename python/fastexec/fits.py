"""What compiled code of scipy and scikit-learn goes by in fits, though a class of the code computes it, or the code has set it."""

from __future__ import annotations

import importlib
from typing import Any, cast

RESTART = 10_000
NOWHERE = -9999


def check(*given: Any) -> None:
    """Raises `ValueError` if a fit that goes on has more parameters than it was given, or `TypeError` if nothing tells how many it has."""
    import numpy as np

    # (What the function belongs to may come first.)
    parameters, values, places, job, numbers = given[-5:]
    if job is not None and type(job) not in (int, np.int32, np.int64):
        raise TypeError("job is an int")
    if numbers is None or job is None or job % (10 * RESTART) < RESTART:
        return
    if type(numbers) is not np.ndarray or numbers.dtype != np.int32 or numbers.ndim != 1:
        raise TypeError("iwork is an array of 32-bit integers of one dimension")
    count = _count(parameters)
    at = 2 * count + _rows(values) * _rows(places) + 4
    if len(numbers) <= at or not 0 <= numbers[at] <= count:
        raise ValueError("iwork is none of a fit with so many parameters")


def _count(given: Any) -> int:
    import numpy as np

    if type(given) is np.ndarray:
        return given.size
    if type(given) in (list, tuple) and all(type(number) in (int, float) for number in given):
        return len(given)
    raise TypeError("a fit that goes on begins with an array of parameters")


def _rows(given: Any) -> int:
    """How many values there are at a point."""
    import numpy as np

    if type(given) is int:
        return given
    if type(given) is np.ndarray:
        return 1 if given.ndim == 1 else given.shape[0]
    raise TypeError("a fit that goes on is one of arrays")


def check_density(*given: Any) -> None:
    """Raises `ValueError` unless there is a weight for each point, and all points have as many dimensions, or `TypeError` for what is no array."""
    import numpy as np

    # (What Cython binds a function to comes first.)
    arrays = given[-4:]
    if any(type(array) is not np.ndarray or array.ndim != 2 for array in arrays):
        raise TypeError("a density is computed of arrays of two dimensions")
    points, weights, places, factor = arrays
    if len(points) != len(weights) or not points.shape[1:] == places.shape[1:] == factor.shape[:1] == factor.shape[1:]:
        raise ValueError("a density has a weight for each point, and one number of dimensions")


def check_paths(*given: Any) -> None:
    """Raises `ValueError` if a path through a graph comes back to where it was."""
    import numpy as np

    predecessors = given[-1]
    if not isinstance(predecessors, np.ndarray):
        raise TypeError("predecessors are an array")
    # (What is no table of numbers the function refuses by itself.)
    table: Any = np.asarray(cast("Any", predecessors))
    if table.ndim != 2 or table.dtype != np.int32 or table.shape[0] != table.shape[1]:
        return
    count = len(table)
    places = np.arange(count)
    for start, row in enumerate(table):
        inside = (row >= -count) & (row < count) & (places != start) & (row != NOWHERE)
        # Where each step leads, at the end to itself; twice as far each time.
        last = ~inside
        steps = np.where(inside, row, places) % count
        for _ in range(count.bit_length()):
            steps = steps[steps]
        if not last[steps].all():
            raise ValueError("a path of predecessors comes back to where it was")


def check_steps(*given: Any) -> None:
    """Raises `ValueError` unless there is a weight for each column of the table that a linear model is fitted to, and a mark for each of its rows."""
    import sys

    import numpy as np

    sparse: Any = importlib.import_module("scipy.sparse")
    compiled: Any = importlib.import_module("sklearn.linear_model._sgd_fast")
    weights, averages, loss, *others = given[-8:]
    has_step_size = "C" in compiled._plain_sgd64.__code__.co_varnames[:8]
    dataset, mask, average = (others[place] for place in ((1, 2, 4) if has_step_size else (0, 1, 3)))
    # (The compiled table tells nothing; the function that made it has what it was made of.)
    table: Any = sys._getframe(1).f_locals.get("X")
    if loss is None or dataset is None or type(table) not in (np.ndarray, sparse.csr_matrix, sparse.csr_array):
        raise TypeError("a linear model is fitted to a table, by a loss")
    rows, columns = table.shape
    if averages is None and average:
        raise TypeError("averages of weights are an array")
    lengths = [(array, columns) for array in (weights, averages) if array is not None] + [(mask, rows)]
    if any(type(array) is not np.ndarray for array, _ in lengths):
        raise TypeError("weights of a linear model are arrays")
    for array, length in lengths:
        if array.shape != (length,):
            raise ValueError(f"a linear model has {array.shape} numbers where the table has {length}")


def check_categories(*given: Any) -> None:
    """Raises `ValueError` if there is no such category, or not a value for each row."""
    import numpy as np

    table, values, counts = given[-3:]
    if any(type(array) is not np.ndarray for array in (table, values, counts)):
        raise TypeError("categories are given in arrays")
    if table.ndim != 2 or len(table) != len(values) or counts.shape != table.shape[1:]:
        raise ValueError("a table of categories has a value for each row, and a number of categories for each column")
    # (-1 stands for one that is not known.)
    if table.size and ((table < -1).any() or (table >= counts).any()):
        raise ValueError("a table names categories that are not there")


def check_gradient(*given: Any) -> None:
    """Raises `ValueError` unless a gradient has as many numbers as there are variables."""
    import numpy as np

    if not all(isinstance(array, np.ndarray) for array in given[-2:]):
        raise TypeError("a gradient is an array")
    # (A class of the code may say otherwise.)
    variables, numbers = (np.asarray(array).size for array in given[-2:])
    if variables != numbers:
        raise ValueError(f"a gradient has {numbers} numbers, and there are {variables} variables")


def check_search(*given: Any) -> None:
    """As `check_gradient`; and there is the memory that `slsqp` takes before it finds that there are too many constraints."""
    state, gradient, place, memory = given[-4:]
    check_gradient(place, gradient)
    variables, constraints, equal = (state[name] for name in ("n", "m", "meq"))
    # (scipy subtracts from its size what grows with the equations.)
    needed = 9 * variables * variables + 36 * variables + 9 * constraints + 28
    if equal > variables and memory.size < needed:
        raise ValueError("More equality constraints than independent variables")


def check_start(*given: Any) -> None:
    """Raises `ValueError` unless the first vector of ARPACK has as many numbers as the matrix has rows."""
    import numpy as np

    first, vectors = given[-2:]
    if type(first) is not np.ndarray or first.size != len(vectors):
        raise ValueError(f"v0 has as many numbers as the matrix has rows: {len(vectors)}")


def check_range(*given: Any) -> None:
    """Raises `MemoryError` if a whole number of C does not count all from the least value to the greatest one: there is a place for each."""
    import numpy as np

    values = given[-1]
    if not isinstance(values, np.ndarray):
        return
    plain: Any = np.asarray(cast("Any", values))
    if plain.dtype.kind not in "iu" or plain.dtype.itemsize < 4 or plain.size == 0:
        return
    if int(plain.max()) - int(plain.min()) >= np.iinfo(plain.dtype).max:
        raise MemoryError("Couldn't allocate hist")


def check_histograms(*given: Any) -> None:
    """Raises `ValueError` unless there is a gradient for each row of a table, and a hessian (or one for all)."""
    import numpy as np

    # (What is made comes first.)
    table, gradients, hessians, constant = given[-4:]
    if any(type(array) is not np.ndarray for array in (table, gradients, hessians)):
        raise TypeError("histograms are made of arrays")
    if len(gradients) != len(table) or len(hessians) not in ({1, len(table)} if constant else {len(table)}):
        raise ValueError("a loss gives a gradient and a hessian for each row")
