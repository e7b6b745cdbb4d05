from collections.abc import Awaitable, Callable
from typing import Any

class StructuredTool:
    @classmethod
    def from_function(
        cls, func: Callable[..., Any], coroutine: Callable[..., Awaitable[Any]], name: str, description: str
    ) -> StructuredTool: ...
