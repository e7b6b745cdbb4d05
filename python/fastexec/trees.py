"""Nodes of scikit-learn's trees, which code may change in place: compiled functions follow them wherever they point."""

from __future__ import annotations

import importlib
from typing import Any, cast

LEAF = -1


def _members() -> dict[str, Any]:
    """Of the class of trees."""
    return cast("dict[str, Any]", vars(importlib.import_module("sklearn.tree._tree").Tree))


def check(tree: Any, columns: int | None) -> None:
    """Raises `ValueError` unless each node leads to later ones of the tree, and asks for one of so many columns (those of the tree, for `None`)."""
    import numpy as np

    # (A class of the code may say otherwise.)
    members = _members()
    left, right, feature, features = [members[name].__get__(tree) for name in ("children_left", "children_right", "feature", "n_features")]
    count = len(left)
    if not count:
        raise ValueError("a tree has no nodes")
    inner = np.flatnonzero(left != LEAF)
    if not inner.size:
        return
    left, right, feature = left[inner], right[inner], feature[inner]
    if not ((left > inner).all() and (right > inner).all() and max(left.max(), right.max()) < count):
        raise ValueError("nodes of a tree lead out of it")
    if feature.min() < 0 or feature.max() >= (features if columns is None else columns):
        raise ValueError("nodes of a tree ask for columns that are not there")


def check_columns(nodes: Any, table: Any) -> None:
    """Raises `ValueError` unless nodes of a tree over histograms lead to others of it, and ask for columns of the table."""
    import numpy as np

    nodes, (_, columns) = np.asarray(nodes), table.shape
    inner = nodes[nodes["is_leaf"] == 0]
    if not len(inner):
        return
    if max(inner["left"].max(), inner["right"].max()) >= len(nodes):
        raise ValueError("nodes of a tree lead out of it")
    if inner["feature_idx"].min() < 0 or inner["feature_idx"].max() >= columns:
        raise ValueError("nodes of a tree ask for columns that are not there")


def check_dependence(tree: Any, table: Any, features: Any, sums: Any) -> None:
    """Raises `ValueError` unless the table has a column for each feature that is asked about, and there is a sum for each of its rows."""
    check(tree, None)
    # (As compiled code sees them.)
    shapes: Any = [memoryview(given).shape for given in (table, features, sums)]
    (rows, columns), (count,), (places,) = shapes
    if count > columns:
        raise ValueError(f"{count} features are asked about in a table of {columns} columns")
    if places < rows:
        raise ValueError(f"{rows} rows have {places} sums")


def check_links(*given: Any) -> None:
    """Raises `ValueError` unless each row of a linkage of HDBSCAN (which comes last) joins two clusters that are there by then."""
    import numpy as np

    # (What Cython binds a function to comes first.)
    linkage = given[-1]
    if type(linkage) is not np.ndarray or not {"left_node", "right_node"} <= set(linkage.dtype.names or ()):
        raise TypeError("a linkage is an array of records")
    rows = np.arange(len(linkage))
    for name in ("left_node", "right_node"):
        if ((linkage[name] < 0) | (linkage[name] > rows + len(linkage))).any():
            raise ValueError("a row of a linkage joins a cluster that is not there")
