"""Runs the examples of installed packages' docstrings on CPython and on fastexec (in child processes: see isolation.py).

The worker loads a package, as a host does, and forks for each docstring: once for fastexec, where each
example is one call of one executor, and once for CPython. What is compared is what both print, the text of each
expression's value and each error; not the text that stands in the docstring. Left out are examples that
their authors skip, and docstrings whose results differ between two runs of CPython, take it too long, or
need packages or a network that are not here.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import functools
import importlib
import inspect
import json
import os
import pathlib
import pkgutil
import sys
import tempfile
import types
import warnings
from collections.abc import Iterator

import divergences
import isolation
import snippets

LIST = pathlib.Path(__file__).parent / "data" / "docstrings.toml"
M_PERTURB = -6  # the C library's name for filling the memory that it gives and takes
SECONDS = 40  # for one docstring on CPython; fastexec may take twice that
PACKAGES = ("numpy", "pandas", "scipy.stats", "sklearn", "sympy", "networkx", "statsmodels", "standard")
# What the packages' own test runs put into the namespace of their docstrings, and seeds.
NUMBERS = "import numpy as np\nnp.random.seed(0)"
PRELUDES = {
    "numpy": NUMBERS,
    "pandas": f"{NUMBERS}\nimport pandas as pd",
    "scipy.stats": NUMBERS,
    "sklearn": NUMBERS,
    "sympy": "import random\nfrom sympy.core.random import seed\nrandom.seed(0)\nseed(0)\ndel random, seed",
    "networkx": f"{NUMBERS}\nimport networkx as nx\nimport random\nrandom.seed(0)",
    "statsmodels": NUMBERS,
}
# What a docstring's own imports may authorize besides its package.
ORDINARY = set(
    "abc array bisect calendar collections contextlib copy dataclasses datetime dateutil decimal enum fractions functools heapq io itertools json keyword"
    " math matplotlib mpl_toolkits mpmath networkx numbers numpy operator pandas patsy pprint pytz queue random re scipy sklearn sqlite3 statistics statsmodels string"
    " struct sympy sys tempfile textwrap threading time timeit types typing unicodedata warnings zoneinfo".split()
)
# Parts of packages that are no library, as modules with an underscore are: their tests, tools for building, windows.
PASSED_OVER = ("tests", "externals", "testing", "conftest", "setup", "_build_utils", "distutils", "f2py", "_pyinstaller", "pyglet_plotting", "idlelib", "tkinter", "turtledemo", "lib2to3", "sandbox")
# What the worker loads besides the package: what its docstrings import, most of them the same.
LOADED = {
    "sklearn": tuple(f"sklearn.{name}" for name in "cluster datasets ensemble linear_model metrics model_selection pipeline preprocessing svm".split()),
    "statsmodels": ("statsmodels.api", "statsmodels.formula.api"),
}
WAITING = {"socket.create_server"}  # for somebody who connects
# What an example raises on CPython that is not for this environment.
ABSENT = {"ModuleNotFoundError", "SyntaxError", "URLError", "gaierror"}
NOT_MODULES = ("antigravity", "this", "test", "turtle", "idlelib", "tkinter", "turtledemo", "lib2to3", "ensurepip", "venv", "msilib")


# ------------------------------------------------------------------------------------------ the list
def rows() -> list[dict]:
    return divergences.tomllib.loads(LIST.read_text(encoding="utf-8")).get("failing", [])


def listed() -> set[str]:
    """Names of docstrings that are known to fail on this version of Python."""
    here = "{}.{}".format(*sys.version_info)
    return {name for row in rows() if here in row.get("python", [here]) for name in row["names"]}


# ------------------------------------------------------------------------------------------ collecting
def collect(package: str) -> list[dict]:
    """All docstrings with examples of a package, each once, under the first name that leads to it."""
    os.environ["MPLBACKEND"] = "Agg"
    warnings.simplefilter("ignore")
    found: dict[str, dict] = {}
    for module in modules(package):
        for name, text in documented(module):
            examples = parsed(text)
            if examples and text not in found and name not in WAITING:
                found[text] = {"name": name, "package": package, "module": module.__name__, "examples": examples}
    names: dict[str, dict] = {}
    for doc in found.values():
        names.setdefault(doc["name"], doc)
    return sorted(names.values(), key=lambda doc: doc["name"])


def modules(package: str) -> Iterator[types.ModuleType]:
    for name in module_names(package):
        # Modules of other systems and of extras that are not installed stay out.
        with contextlib.suppress(BaseException), contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):
            yield importlib.import_module(name)


def module_names(package: str) -> Iterator[str]:
    if package == "standard":
        yield from sorted(name for name in sys.stdlib_module_names if not name.startswith("_") and name not in NOT_MODULES)
        yield from ("collections.abc", "concurrent.futures", "email.message", "email.utils", "os.path", "urllib.parse", "xml.etree.ElementTree")
        return
    yield package
    top = importlib.import_module(package)
    for module in pkgutil.walk_packages(top.__path__, package + ".", onerror=lambda name: None):
        if not any(part in PASSED_OVER or part.startswith(("_", "test_")) for part in module.name.split(".")):
            yield module.name


def documented(module: types.ModuleType) -> Iterator[tuple[str, str]]:
    """Names and docstrings of a module, of what it defines for others, and of the members of its classes."""
    top = module.__name__.split(".")[0]
    if isinstance(module.__doc__, str):
        yield module.__name__, module.__doc__
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or isinstance(value, types.ModuleType) or str(getattr(value, "__module__", None) or top).split(".")[0] != top:
            continue
        path = f"{module.__name__}.{name}"
        if isinstance(value, type):
            for member, inner in sorted(vars(value).items()):
                if not member.startswith("_") or member.endswith("__"):
                    yield from text_of(f"{path}.{member}", inner)
        yield from text_of(path, value)


def text_of(name: str, value: object) -> Iterator[tuple[str, str]]:
    with contextlib.suppress(Exception):
        text = value.__doc__
        if isinstance(text, str) and ">>>" in text and not isinstance(value, (str, int, tuple, dict)):
            yield name, inspect.cleandoc(text)


def parsed(text: str) -> list[str]:
    """The examples that their authors do not skip."""
    try:
        examples = doctest.DocTestParser().get_examples(text)
    except ValueError:
        return []
    sources = [example.source for example in examples if not example.options.get(doctest.SKIP)]
    return sources if all(map(parses, sources)) else []


def parses(source: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return bool(ast.parse(source).body)
        except (SyntaxError, ValueError):
            return False


# ------------------------------------------------------------------------------------------ running
def steps(doc: dict) -> list[str]:
    """The prelude, then the examples; each expression shows its value itself, as it is inside of the session."""
    prelude = PRELUDES.get(doc["package"], "")
    if doc["package"] == "standard" and doc["module"] != "builtins":
        prelude = f"from {doc['module']} import *"
    return ([prelude] if prelude else []) + [shown(source) for source in doc["examples"]]


def shown(source: str) -> str:
    last = ast.parse(source).body[-1]
    if not isinstance(last, ast.Expr):
        return source
    lines = source.splitlines(keepends=True)
    begin = sum(map(len, lines[: last.lineno - 1])) + len(lines[last.lineno - 1].encode()[: last.col_offset].decode())
    end = sum(map(len, lines[: last.end_lineno - 1])) + len(lines[last.end_lineno - 1].encode()[: last.end_col_offset].decode())
    return f"{source[:begin]}print(repr({source[begin:end]}))\n"


def authorized(doc: dict) -> list[str]:
    package = doc["package"]
    if package == "standard":
        own = [doc["module"]]
    else:
        top = package.split(".")[0]
        own = [top, f"{top}.*"]
    names = [name for step in steps(doc) for name in snippets.imported(step)]
    others = [name for name in names if name.split(".")[0] in ORDINARY]
    wanted = own + [name if name.split(".")[0] in sys.stdlib_module_names else f"{name.split('.')[0]}.*" for name in others]
    return [name for name in dict.fromkeys(wanted) if name not in snippets.BASE]


def on_cpython(doc: dict) -> list[dict]:
    import oracles

    return oracles.run_on_cpython(steps(doc), top_level_await=False)


def on_cpython_elsewhere(doc: dict) -> list[dict]:
    """In memory with other contents at other addresses: what examples show of those is nobody's result."""
    import ctypes

    global ELSEWHERE
    ELSEWHERE = [object() for _ in range(10_000)]
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).mallopt(M_PERTURB, 0x5A)
    return on_cpython(doc)


def on_fastexec(doc: dict) -> list[dict]:
    import fastexec
    import oracles

    if os.environ.get("DOCSTRINGS_RULES") == "contract":
        behind_walls(doc)
    limits = fastexec.Limits(operations=None, while_iterations=None, memory_bytes=4 << 30)
    options = {"limits": limits, "timeout_seconds": 2 * SECONDS - 5, "max_print_outputs_length": 1 << 20}
    return oracles.run_on_fastexec(steps(doc), authorized(doc), allow_read=os.getcwd(), allow_write=os.getcwd(), **options)


def behind_walls(doc: dict) -> None:
    """The child becomes what a worker with `rules="contract"` is."""
    from fastexec._fastexec import confine, rely_on_walls
    from fastexec.isolation import grants

    folder = os.getcwd()
    descriptors = [int(name) for name in os.listdir("/proc/self/fd")]
    read = [*grants.readable([name.removesuffix(".*") for name in authorized(doc)], [folder]), os.path.dirname(__file__)]
    walls = confine(read=read, write=[folder], memory_bytes=None, cpu_seconds=None, files=256, keep=descriptors)
    assert not any(walls.values()), walls
    rely_on_walls()


def run(doc: dict) -> dict:
    """In the child: the verdict of a docstring (`equal`, `different`, `left out`, `crashed`), and what differs."""
    import oracles

    ours, theirs = apart(on_fastexec, doc), apart(on_cpython, doc)
    if "lost" in theirs:
        return {"verdict": "left out", "shows": theirs["lost"]}
    if absent := ABSENT.intersection(outcome.get("type") for outcome in theirs["value"]):
        return {"verdict": "left out", "shows": f"CPython raises {', '.join(absent)}"}
    if "lost" in ours:
        return {"verdict": "crashed", "shows": ours["lost"]}
    found = oracles.compare(steps(doc), theirs["value"], ours["value"])
    if not found:
        return {"verdict": "equal"}
    if apart(on_cpython_elsewhere, doc) != theirs:
        return {"verdict": "left out", "shows": "CPython's own results differ"}
    return {"verdict": "different", "shows": found}


def apart(function, doc: dict) -> dict:
    """What `function` gives in a process and a folder of its own, which the host grants."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.getcwd()
        os.chdir(folder)
        os.environ["TMPDIR"], tempfile.tempdir = folder, None
        try:
            return json.loads(isolation.run_in_fork(function, doc, 2 * SECONDS if function is on_fastexec else SECONDS))
        finally:
            os.chdir(before)
            del os.environ["TMPDIR"]
            tempfile.tempdir = None


def __getattr__(name: str):
    """`run` in a worker that has loaded the package `name` (with `_` for each dot)."""
    package = name.replace("_", ".")
    if package not in PACKAGES:
        raise AttributeError(name)
    os.environ["MPLBACKEND"] = "Agg"
    if package != "standard":
        importlib.import_module(package)
        for module in ("pandas", "matplotlib.pyplot", *LOADED.get(package, ())):
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
    for module in isolation.ENGINE:
        importlib.import_module(module)
    importlib.import_module("oracles")
    return functools.partial(run)
