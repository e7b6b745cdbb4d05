"""What small things cost: latency, how cost grows, and what the package weighs."""

from __future__ import annotations

import io
import pathlib
import statistics
import sys
import zipfile

SNIPPET = """
prices = {"apple": 1.25, "pear": 0.5, "fig": 3.0}
order = [("apple", 4), ("fig", 1), ("pear", 10)]
total = 0
lines = []
for name, count in order:
    cost = prices[name] * count
    total += cost
    lines.append(f"{name}: {cost:.2f}")
print(", ".join(lines))
total
"""
VARIABLES = (10, 1_000, 10_000)
BLOCK = """
def report_{n}(accounts, *, rate=0.5):
    total = 0
    for name, balance in accounts:
        if balance > {n} and name != "nobody":
            total += balance * rate
        else:
            total -= len(name) + {n}
    return {{"total": total, "names": [name for name, _ in accounts], "text": f"{{total:.2f}}"}}
"""
Rows = dict[str, dict[str, float]]


def median(executor, function, repetitions: int) -> float:
    """Median seconds of single calls, by the executor's clock."""
    clock, times = executor.clock, []
    for _ in range(repetitions):
        started = clock()
        function()
        times.append(clock() - started)
    return statistics.median(times)


def close(run, text: str | None = None) -> None:
    if text is not None:
        run(text)
    getattr(run, "close", lambda: None)()


class Notes:
    """Rows of microseconds by executor; what an executor cannot do is left out."""

    def __init__(self) -> None:
        self.rows: Rows = {}

    def note(self, row: str, executor, seconds) -> None:
        try:
            self.rows.setdefault(row, {})[executor.name] = seconds() * 1e6
        except Exception as error:  # noqa: BLE001
            print(f"  {row}: {executor.name}: {type(error).__name__}: {error}"[:200], file=sys.stderr)


def printing(executor) -> dict:
    """`print` for executors whose printing would go to the terminal."""
    return {"print": lambda *args: None} if executor.name in ("CPython", "RestrictedPython") else {}


def repetitions(executor) -> int:
    return 15 if executor.slow or executor.name == "pydantic-monty" else 300


def latency(executors: list) -> Rows:
    """Microseconds of small things, by executor."""
    notes = Notes()
    for executor in executors:
        many, own = repetitions(executor), printing(executor)
        warm = executor.session((), own)
        notes.note("ten lines, warm", executor, lambda: median(executor, lambda: warm(SNIPPET), many))
        notes.note("session + ten lines", executor, lambda: median(executor, lambda: close(executor.session((), own), SNIPPET), many))
        notes.note("empty snippet", executor, lambda: median(executor, lambda: warm("0"), many))
        notes.note("call of a tool", executor, lambda: tool_call(executor))
        for module in ("numpy", "pandas"):
            notes.note(f"import {module}, loaded", executor, lambda: import_loaded(executor, module, many))
        close(warm)
    return notes.rows


def tool_call(executor) -> float:
    """Seconds that calling a host function costs more than an empty loop."""
    count = 300 if executor.slow or executor.name == "pydantic-monty" else 20_000
    run = executor.session((), {"tool": lambda n: n})
    with_call = median(executor, lambda: run(f"for i in range({count}):\n    tool(i)\n0"), 7)
    without = median(executor, lambda: run(f"for i in range({count}):\n    i\n0"), 7)
    close(run)
    return (with_call - without) / count


def import_loaded(executor, module: str, many: int) -> float:
    __import__(module)
    run = executor.session((module,), {})
    run(f"import {module}\n0")
    seconds = median(executor, lambda: run(f"import {module}\n0"), many) - median(executor, lambda: run("0"), many)
    close(run)
    return max(seconds, 0.0)


def scaling(executors: list) -> Rows:
    """Microseconds of the same work with more and more variables in the session."""
    notes = Notes()
    for executor in executors:
        many = 10 if executor.slow or executor.name == "pydantic-monty" else 100
        for variables in VARIABLES:
            try:
                run = with_variables(executor, variables)
            except Exception as error:  # noqa: BLE001
                print(f"  {variables} variables: {executor.name}: {error}"[:200], file=sys.stderr)
                continue
            label = f"{variables:,} variables"
            notes.note(f"ten lines, {label}", executor, lambda: median(executor, lambda: run(SNIPPET), many))
            notes.note(f"comprehension of 100 items, {label}", executor, lambda: difference(executor, run, "[v * 2 for v in r]", many))
            notes.note(f"100 calls, {label}", executor, lambda: difference(executor, run, "for v in r:\n    f(v)", many))
            close(run)
    return notes.rows


def difference(executor, run, text: str, many: int) -> float:
    return max(median(executor, lambda: run(f"{text}\n0"), many) - median(executor, lambda: run("0"), many), 0.0)


def with_variables(executor, count: int):
    """A session with so many variables, a function `f` and a list `r`."""
    run = executor.session((), printing(executor))
    for start in range(0, count, 1000):
        run("\n".join(f"variable_{n} = {n}" for n in range(start, min(start + 1000, count))) + "\n0")
    run("def f(v):\n    return v\nr = list(range(100))\n0")
    return run


def front(executors: list) -> Rows:
    """Milliseconds until 1 MB of definitions is parsed, lowered or compiled, and bound."""
    text = ""
    parts = []
    while sum(map(len, parts)) < 1_000_000:
        parts.append(BLOCK.format(n=len(parts)))
    text = "".join(parts) + "0"
    found: dict[str, float] = {}
    for executor in executors:
        if executor.name in ("CPython", "fastexec"):
            run = executor.session((), {})
            found[executor.name] = median(executor, lambda: run(text), 5) * 1000
    return {"1 MB of source, parsed and lowered, ms": found}


def footprint() -> dict[str, float]:
    """Sizes of the package."""
    import fastexec
    from fastexec import _fastexec

    folder = pathlib.Path(fastexec.__file__).parent
    # (Builds for other versions may lie there, too.)
    own = pathlib.Path(_fastexec.__file__)
    files = [path for path in folder.iterdir() if path.is_file() and (path == own or path.suffix not in (".pyc", ".so", ".pyd"))]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            archive.write(path, path.name)
    return {
        "extension, MB": sum(path.stat().st_size for path in files if path.suffix in (".so", ".pyd")) / 1e6,
        "package packed as a wheel, MB": len(packed.getvalue()) / 1e6,
    }
