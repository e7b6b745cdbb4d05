class File:
    name: str
    content: str | bytes

class CodeExecutionInput:
    code: str
    input_files: list[File]
    execution_id: str | None

class CodeExecutionResult:
    def __init__(self, *, stdout: str, stderr: str = "", exit_code: int) -> None: ...
