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
