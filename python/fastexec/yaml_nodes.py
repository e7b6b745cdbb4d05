"""Nodes of YAML, which PyYAML's compiled parts go through on the native stack, however deep they are nested."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
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


def _as_the_original(looking: Callable[..., Any], original: Callable[..., Any]) -> Callable[..., Any]:
    functools.update_wrapper(looking, original)
    # It looks at nothing.
    del looking.__wrapped__  # type: ignore[attr-defined]
    return looking


def represent_yaml_object(original: Callable[..., Any], look: Callable[[Any], None]) -> Callable[..., Any]:
    """The method of that name, with a look at the object whose state it asks for."""

    def represent_yaml_object(self: Any, tag: Any, data: Any, cls: Any, flow_style: Any = None) -> Any:
        look(data)
        return original(self, tag, data, cls, flow_style=flow_style)

    return _as_the_original(represent_yaml_object, original)


def construct_yaml_object(original: Callable[..., Any], look: Callable[[Any], None]) -> Callable[..., Any]:
    """The method of that name, with a look at the object that `__new__` gave before it is filled in."""

    def construct_yaml_object(self: Any, node: Any, cls: Any) -> Iterator[Any]:
        for data in original(self, node, cls):
            look(data)
            yield data

    return _as_the_original(construct_yaml_object, original)
