"""Support vectors of scikit-learn's models, which code may exchange: libsvm reads as many numbers as they say that there are."""

from __future__ import annotations

from typing import Any

# Of the kinds of models (`svm_type`) those that tell classes apart.
CLASSIFIERS = (0, 1)


def check(kind: Any, *parts: Any) -> None:
    """Raises `ValueError` unless the parts of a model fit each other, and lie in the table where they are places in it."""
    table, support, vectors, counts, coefficients, constants, *chances = _plain(*parts)
    number, classes = len(support), len(counts)
    pairs = classes * (classes - 1) // 2
    fits = coefficients.ndim == table.ndim == 2 and classes > 1
    fits = fits and coefficients.shape == (classes - 1, number) and len(constants) >= max(pairs, 1)
    fits = fits and all(not chance.size or len(chance) >= pairs for chance in chances)
    if fits and vectors.size:
        fits = vectors.shape == (number, table.shape[1])
    elif fits and number:
        # With a kernel of one's own they are places.
        fits = bool(0 <= support.min() and support.max() < table.shape[1])
    if fits and kind in CLASSIFIERS:
        fits = bool((counts >= 0).all()) and int(counts.sum()) == number
    if not fits:
        raise ValueError("support vectors, their numbers and coefficients do not fit each other")


def check_sparse(kind: Any, ends: Any, counts: Any, coefficients: Any, constants: Any, *chances: Any) -> None:
    """The same of a model whose support vectors are rows of a sparse matrix."""
    ends, counts, coefficients, constants, *likelihoods = _plain(ends, counts, coefficients, constants, *chances)
    number, classes = len(ends) - 1, len(counts)
    pairs = classes * (classes - 1) // 2
    fits = number >= 0 and classes > 1 and coefficients.size >= (classes - 1) * number and len(constants) >= max(pairs, 1)
    fits = fits and all(not chance.size or len(chance) >= pairs for chance in likelihoods)
    if fits and kind in CLASSIFIERS:
        fits = bool((counts >= 0).all()) and int(counts.sum()) == number
    if not fits:
        raise ValueError("support vectors, their numbers and coefficients do not fit each other")


def _plain(*parts: Any) -> list[Any]:
    """Arrays of numpy's own class: one of the code's may say that they are longer than they are."""
    import numpy as np

    if not all(isinstance(part, np.ndarray) for part in parts):
        raise TypeError("parts of a model are arrays")
    return [np.asarray(part) for part in parts]
