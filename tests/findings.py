"""What `executor.check` finds, as tests compare it."""

from __future__ import annotations

from fastexec import LocalPythonExecutor


def executor(imports: tuple[str, ...] = (), tools: dict | None = None, **options: object) -> LocalPythonExecutor:
    made = LocalPythonExecutor(imports, **options)
    made.send_tools(tools or {})
    return made


def found(code: str, **options: object) -> list[tuple[bool, str]]:
    return [(finding.certain, finding.message) for finding in executor(**options).check(code)]


def undefined(*names: str, guarded: bool = False) -> list[tuple[bool, str]]:
    return [(True, f"name '{name}' is not defined" if guarded else f"The variable `{name}` is not defined.") for name in names]


def doubtful(*names: str, guarded: bool = False) -> list[tuple[bool, str]]:
    return [(False, message) for _, message in undefined(*names, guarded=guarded)]
