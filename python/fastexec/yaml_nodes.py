"""Nodes of YAML, which PyYAML's compiled parts go through on the native stack, however deep they are nested."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

# So deep PyYAML's own code, which is not compiled, does not get.
DEEPEST = 1_000


def check(node: Any) -> None:
    """Raises `RecursionError` unless the node holds others no deeper than that."""
    import yaml

    level, depth, seen = [node], 0, {id(node)}
    while level:
        depth += 1
        if depth > DEEPEST:
            raise RecursionError("maximum recursion depth exceeded: nodes of YAML are nested too deeply")
        found: list[Any] = []
        for one in level:
            if type(one) is yaml.MappingNode:
                found += [part for pair in one.value for part in pair]
            elif type(one) is yaml.SequenceNode:
                found += one.value
        # (Nodes may be there more than once, and hold themselves.)
        level = [one for one in found if not (id(one) in seen or seen.add(id(one)))]  # type: ignore[func-returns-value]


def guarded(original: Callable[..., None], look: Callable[[], None]) -> Callable[..., None]:
    """`descend_resolver`, which is called before each node that is read, with a look at the native stack."""

    @functools.wraps(original)
    def descend_resolver(self: Any, current_node: Any, current_index: Any) -> None:
        look()
        original(self, current_node, current_index)

    return descend_resolver
