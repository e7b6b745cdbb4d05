from typing import Literal

class TextContent:
    def __init__(self, *, type: Literal["text"], text: str) -> None: ...

class CallToolResult:
    def __init__(self, *, content: list[TextContent], is_error: bool = False) -> None: ...
