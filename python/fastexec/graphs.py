"""Graphs of scipy that its compiled functions walk through."""

from __future__ import annotations

import importlib
from typing import Any

LONG = 3e9
"""Steps of the search for ways around that may be taken before a function begins."""


def check(graph: Any, **options: Any) -> None:
    """Raises scipy's `NegativeCycleError` where a way around leads back for less than nothing: Dijkstra's algorithm follows it
    without an end (since scipy 1.17; older versions do not follow it)."""
    scipy = importlib.import_module("scipy")
    if tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 17):
        return
    arrays: Any = importlib.import_module("numpy")
    sparse = importlib.import_module("scipy.sparse")
    functions = importlib.import_module("scipy.sparse.csgraph")
    try:
        weights = graph.data if sparse.issparse(graph) else arrays.asarray(graph)
        rows, is_negative = graph.shape[0] if sparse.issparse(graph) else len(weights), bool((weights < 0).any())
    except (AttributeError, TypeError, ValueError):
        return  # (what is no graph the function refuses)
    if not is_negative or options.get("unweighted"):
        return
    if rows * weights.size > LONG:
        raise ValueError("dijkstra takes weights that are not negative: bellman_ford and johnson take others")
    try:
        functions.bellman_ford(graph, **options)
    except functions.NegativeCycleError:
        raise
    except (IndexError, TypeError, ValueError):
        return


def relaxed(graph: Any, sources: Any) -> float:
    """Steps of `bellman_ford`, which goes along all edges as often as there are nodes, for each node that paths begin at."""
    arrays: Any = importlib.import_module("numpy")
    sparse = importlib.import_module("scipy.sparse")
    try:
        if sparse.issparse(graph):
            nodes, edges = graph.shape[0], graph.nnz
        else:
            weights = arrays.asarray(graph)
            nodes, edges = len(weights), arrays.count_nonzero(arrays.isfinite(weights) & (weights != 0))
        return float(nodes) * float(edges) * float(nodes if sources is None else arrays.size(sources))
    except (AttributeError, TypeError, ValueError):
        return 0.0  # (what is no graph the function refuses)
