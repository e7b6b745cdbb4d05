"""`__getattr__` and `__getattribute__` of classes of others, as they stand in these classes once the code has seen them.

Objects that show what is in them as attributes (a `Series` by its labels) would tell native code an address of memory that the code
put in. Python code, since the interpreter calls it fastest: `frame.column` comes here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Set
from typing import Any

from fastexec._fastexec import sandboxed


def wrap(hook: Callable[[Any, str], Any], refused: Set[str]) -> Callable[[Any, str], Any]:
    """The hook, which has none of the names while the code runs.

    Raises:
        AttributeError: by the function, for these names.
    """

    def attribute_hook(self: Any, name: str, /) -> Any:
        if name in refused and sandboxed():
            raise AttributeError(name)
        return hook(self, name)

    made = functools.update_wrapper(attribute_hook, hook)
    del made.__wrapped__  # (it would lead past this one)
    return made


CODE = wrap(getattr, frozenset()).__code__
"""By which such a function is known."""
