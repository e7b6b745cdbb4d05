"""Runs the snippets of data/everyday/ on CPython and on fastexec, each in a child of a host that has loaded
several libraries before (see isolation.py); bare.py runs the same snippets in fresh processes.

A file holds snippets of one library, each below a line `# --- title`. What a snippet imports is what it
is allowed to import: modules of the standard library by their own names, other packages as `package.*`,
and everything in `star.py`.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import pathlib
import sys

import bare
import isolation
import snippets

HERE = pathlib.Path(__file__).parent / "data" / "everyday"
PRELOADED = (  # by the host, in this order
    "numpy", "pandas", "scipy.stats", "scipy.signal", "sklearn.linear_model", "sklearn.ensemble", "sklearn.model_selection", "matplotlib.pyplot",
    "sympy", "pydantic", "pytest", *isolation.ENGINE,
)  # fmt: skip

NOT_SINCE = {"members/resize in place": (3, 14)}
"""What CPython itself does not run: numpy takes the variable in which an array is for somebody else's reference."""

SCIPY_SINCE = {"scipy/pivots of decompositions": (1, 17), "scipy/pivots that functions of lapack give and take": (1, 17)}
"""Functions that older versions of scipy, the last ones for older versions of Python, do not have."""


def is_there(name: str) -> bool:
    """Whether Python and its packages have what the snippet uses."""
    import packages

    if name in SCIPY_SINCE and packages.present(["scipy"]):
        import scipy

        return tuple(map(int, scipy.__version__.split(".")[:2])) >= SCIPY_SINCE[name]
    return sys.version_info < NOT_SINCE.get(name, (4,))


def load_all() -> dict[str, dict]:
    """All snippets by `file/title`."""
    found = {}
    for path in sorted(HERE.glob("*.py")):
        for title, code in snippets.read(path):
            name = f"{path.stem}/{title}"
            assert name not in found, name
            found[name] = {"name": name, "code": code, "imports": ["*"] if path.stem == "star" else snippets.authorized(code)}
    return found


def on_cpython(code: str) -> tuple[str, str | None]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(code, "<snippet>", "exec", dont_inherit=True), {"__name__": "__main__"})  # noqa: S102
        except Exception as error:  # noqa: BLE001
            return out.getvalue(), f"{type(error).__name__}: {error}"
    return out.getvalue(), None


def on_fastexec(case: dict) -> tuple[str, str | None, list[str]]:
    """What it printed, its error, and what was refused (also where a library went on without)."""
    import fastexec

    executor = fastexec.LocalPythonExecutor(case["imports"], timeout_seconds=60)
    executor.send_tools({})
    try:
        return executor(case["code"]).logs, None, [str(refusal) for refusal in executor.refusals]
    except Exception as error:  # noqa: BLE001
        return str(executor.state.get("_print_outputs", "")), str(error), [str(refusal) for refusal in executor.refusals]


def run(case: dict) -> dict:
    """In the child: what both printed, and their errors."""
    got = run_alone(case)
    wanted = on_cpython(case["code"])
    return got | {"wanted": wanted[0].rstrip("\n"), "wanted_error": wanted[1]}


def run_alone(case: dict) -> dict:
    """In the child: what fastexec printed, its error and what it refused."""
    got = on_fastexec(case)
    return {"got": got[0].rstrip("\n"), "error": got[1], "refused": got[2]}


def oracle(case: dict) -> dict:
    """In the child: what CPython makes of a payload of bare.py. It prints the same in a fresh process, where it would load the libraries once more."""
    return bare.run(case, "cpython")


for module in PRELOADED:  # once in the worker, before it forks
    with contextlib.suppress(ImportError):
        importlib.import_module(module)
