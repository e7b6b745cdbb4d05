"""fastexec runs Python that models write: inside the host process, fast, and under control.

`LocalPythonExecutor` takes the place of the class of that name in smolagents; `docs` and README show how.

The limits below are read at each call: assigning to `fastexec.MAX_OPERATIONS` changes the limit of every
executor that was not given one of its own (`Limits`). The rest of the package is loaded when first used.
"""

# Names that are loaded on first use are declared in the stub beside this file.
# pyright: reportUnsupportedDunderAll=false

import sys as _sys
from types import ModuleType as _ModuleType

from fastexec.constants import (
    ALLOWED_DUNDER_METHODS,
    BASE_BUILTIN_MODULES,
    DANGEROUS_FUNCTIONS,
    DANGEROUS_MODULES,
    DEFAULT_MAX_LEN_OUTPUT,
    MAX_CPU_SECONDS,
    MAX_EXECUTION_TIME_SECONDS,
    MAX_INT_BITS,
    MAX_MEMORY_BYTES,
    MAX_NESTING,
    MAX_OPERATIONS,
    MAX_RECURSION,
    MAX_SOURCE_BYTES,
    MAX_WHILE_ITERATIONS,
)

# Names that are loaded on first use, by the module that has them.
_HOMES = {
    "fastexec.executor": ("CodeOutput", "LocalPythonExecutor", "PythonExecutor", "evaluate_python_code"),
    "fastexec.errors": ("ExecutionTimeoutError", "FinalAnswerException", "InterpreterError"),
    "fastexec.isolation": ("IsolationError",),
    "fastexec.isolation.pool": ("Pool",),
    "fastexec.isolation.shared_memory": ("shared_array",),
    "fastexec.limits": ("Limits",),
    "fastexec.profile": ("Profile", "ProfileLine"),
    "fastexec.stats": ("Stats", "ToolCall"),
    "fastexec.records": ("Record",),
    "fastexec.check": ("Finding", "Findings"),
    "fastexec.once": ("run",),
    "fastexec.notebook": ("load_ipython_extension", "unload_ipython_extension"),
    "fastexec.imports": ("check_import_authorized", "get_safe_module"),
    "fastexec.base_tools": ("BASE_PYTHON_TOOLS",),
    "fastexec.answer": ("fix_final_answer_code",),
    "fastexec._fastexec": ("PrintContainer", "__version__"),
}
# Modules that programs may name, where they are loaded.
_MODULES = ("adapters", "aio", "cluster", "isolation", "notebook", "outcome", "ray", "smolagents", "tiers")
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "ALLOWED_DUNDER_METHODS",
    "BASE_BUILTIN_MODULES",
    "BASE_PYTHON_TOOLS",
    "CodeOutput",
    "DANGEROUS_FUNCTIONS",
    "DANGEROUS_MODULES",
    "DEFAULT_MAX_LEN_OUTPUT",
    "ExecutionTimeoutError",
    "FinalAnswerException",
    "Finding",
    "Findings",
    "InterpreterError",
    "IsolationError",
    "Limits",
    "LocalPythonExecutor",
    "MAX_CPU_SECONDS",
    "MAX_EXECUTION_TIME_SECONDS",
    "MAX_INT_BITS",
    "MAX_MEMORY_BYTES",
    "MAX_NESTING",
    "MAX_OPERATIONS",
    "MAX_RECURSION",
    "MAX_SOURCE_BYTES",
    "MAX_WHILE_ITERATIONS",
    "Pool",
    "PrintContainer",
    "Profile",
    "ProfileLine",
    "PythonExecutor",
    "Record",
    "Stats",
    "ToolCall",
    "check_import_authorized",
    "evaluate_python_code",
    "fix_final_answer_code",
    "get_safe_module",
    "run",
    "shared_array",
]

# Programs that say `smolagents.local_python_executor` only change the package's name.
local_python_executor = _sys.modules[__name__]
_sys.modules[__name__ + ".local_python_executor"] = local_python_executor


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in ("aio", "outcome", "tiers"):  # (those that need nothing else)
        return import_module(f"fastexec.{name}")
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    own = (name for name in globals() if name.startswith("__") or name in _MODULES)
    return sorted({*own, *__all__, "__version__", "local_python_executor"})


class _Package(_ModuleType):
    """A module whose limits are looked at when they are assigned."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _FRACTIONS:
            from fastexec import options

            options.number(f"fastexec.{name}", value, whole=not _FRACTIONS[name], most=options.most(name))
        super().__setattr__(name, value)


# The limits, and whether they may be fractions.
_FRACTIONS = {name: name.endswith("_SECONDS") for name in __all__ if name.startswith("MAX_") or name == "DEFAULT_MAX_LEN_OUTPUT"}
_sys.modules[__name__].__class__ = _Package
