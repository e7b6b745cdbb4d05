"""Numbers and lists of the contract. `fastexec` has them under the same names, and reads the limits
there at each call: to change one, assign to `fastexec.MAX_...`; None lifts it."""

from __future__ import annotations

from fastexec.memory import share as _memory_share

MAX_OPERATIONS: int | None = 10_000_000
"""Evaluated nodes of the syntax tree per call."""
MAX_WHILE_ITERATIONS: int | None = 1_000_000
"""Iterations of one `while` loop."""
MAX_EXECUTION_TIME_SECONDS: float | None = 30
"""Seconds per call, by the clock on the wall."""
DEFAULT_MAX_LEN_OUTPUT: int | None = 50_000
"""Characters of printed text that are kept."""
MAX_CPU_SECONDS: float | None = None
"""Processor seconds of the calling thread per call."""
MAX_MEMORY_BYTES: int | None = _memory_share()
"""Bytes that a call may add to the process: a quarter of what was available to it when the package was
imported, at least 1 GiB."""
MAX_RECURSION: int | None = None
"""Nested calls of functions of the code; None means the interpreter's own limit."""
MAX_SOURCE_BYTES: int | None = 1 << 20
"""Length of a snippet in bytes of UTF-8."""
MAX_NESTING: int | None = 1_000
"""Depth of brackets and blocks in a snippet."""
MAX_INT_BITS: int | None = 8 << 20
"""Size of an integer that an operation may give."""

BASE_BUILTIN_MODULES: list[str] = [
    "collections",
    "datetime",
    "itertools",
    "math",
    "queue",
    "random",
    "re",
    "stat",
    "statistics",
    "time",
    "unicodedata",
]
"""Modules that code may import without being asked for."""

DANGEROUS_MODULES: list[str] = [
    "builtins",
    "io",
    "multiprocessing",
    "os",
    "pathlib",
    "pty",
    "shutil",
    "socket",
    "subprocess",
    "sys",
]
"""Modules that lead out of the sandbox, for hosts that want to warn about them."""

DANGEROUS_FUNCTIONS: list[str] = [
    "builtins.compile",
    "builtins.eval",
    "builtins.exec",
    "builtins.globals",
    "builtins.locals",
    "builtins.__import__",
    "os.popen",
    "os.system",
    "posix.system",
]
"""Functions that the code never gets hold of, unless the host hands them over as tools."""

ALLOWED_DUNDER_METHODS: list[str] = ["__init__", "__str__", "__repr__"]
"""Methods with such names that the original lets code call."""
