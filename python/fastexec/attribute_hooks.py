"""`__getattr__` and `__getattribute__` of classes of others, as they stand in these classes once the code has seen them.

Objects that show what is in them as attributes (a `Series` by its labels) would tell native code an address of memory that the code
put in. Python code, since the interpreter calls it fastest: `frame.column` comes here.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Set
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
            # (With no name for it: the engine looks whether anybody else has it.)
            return told_to_host(hook(self, name, *args, **keywords), name)
        # (Libraries call some with more than the interpreter does.)
        return hook(self, name, *args, **keywords) if args or keywords else hook(self, name)

    assert isinstance(attribute_hook, types.FunctionType)
    return attribute_hook


CODE = _template(getattr, frozenset()).__code__.replace(co_filename="<frozen fastexec.attribute_hooks>")
"""By which such a function is known. To those who look at callers it is of the standard library, which they look past."""
