from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

class BaseCallback: ...

def with_callbacks(fn: _F) -> _F: ...
