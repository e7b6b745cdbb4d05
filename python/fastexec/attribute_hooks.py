"""`__getattr__` and `__getattribute__` of classes of others, as they stand in these classes once the code has seen them.

Objects that show what is in them as attributes (a `Series` by its labels) would tell native code an address of memory that the code
put in. Python code, since the interpreter calls it fastest: `frame.column` comes here.
"""

from __future__ import annotations

import functools
import gc
import types
from collections.abc import Callable, Iterator, Set
from typing import Any

from fastexec._fastexec import sandboxed, told_to_host


def wrap(hook: Callable[..., Any], refused: Set[str]) -> Callable[..., Any]:
    """The hook, which has none of the names while the code runs, and no address for them afterwards.

    Raises:
        AttributeError: by the function, for these names.
    """
    function = _template(hook, refused)
    made = functools.update_wrapper(types.FunctionType(CODE, globals(), function.__name__, None, function.__closure__), hook)
    del made.__wrapped__  # (it would lead past this one)
    return made


def _template(hook: Callable[..., Any], refused: Set[str]) -> types.FunctionType:
    def attribute_hook(self: Any, name: str, *args: Any, **keywords: Any) -> Any:
        if name in refused:
            if sandboxed():
                raise AttributeError(name)
            return told_to_host(self, hook(self, name, *args, **keywords), name)
        # (Libraries call some with more than the interpreter does.)
        return hook(self, name, *args, **keywords) if args or keywords else hook(self, name)

    assert isinstance(attribute_hook, types.FunctionType)
    return attribute_hook


CODE = _template(getattr, frozenset()).__code__.replace(co_filename="<frozen fastexec.attribute_hooks>")
"""By which such a function is known. To those who look at callers it is of the standard library, which they look past."""


def told_by_array(holder: object, told: dict[str, Any]) -> dict[str, Any] | None:
    """What the array that `holder` holds, and that `told` describes, tells of its memory: its bytes, which whoever asks
    keeps; a copy of them where they do not lie one behind the other. None without such an array."""
    import numpy as np

    description = np.ndarray.__dict__["__array_interface__"].__get__
    for array in _arrays_within(holder, np.ndarray):
        own: dict[str, Any] = description(array)
        if not array.dtype.hasobject and all(told.get(key) == own[key] for key in ("data", "shape", "typestr", "strides")):
            octets = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
            return {**own, "data": octets, "strides": None}
    return None


NEAR = 4
"""How many steps from its holder an array is looked for: a proxy, its dict, an object, its dict, the array."""

MOST = 10_000
"""How many objects are looked at."""


def _arrays_within(holder: object, kind: type) -> Iterator[Any]:
    met: dict[int, object] = {id(holder): holder}
    level = [holder]
    for _ in range(NEAR):
        found = {id(thing): thing for thing in gc.get_referents(*level) if not issubclass(type(thing), PLACES)}
        level = [thing for key, thing in found.items() if key not in met][:MOST]
        met.update((id(thing), thing) for thing in level)
        yield from (thing for thing in level if issubclass(type(thing), kind))


PLACES = (type, types.ModuleType, types.FunctionType)
"""What leads from an object to the rest of the process."""
