"""What modules hand to the code: every public callable that the executor gives for a module, with the
dangerous things that its code can get to by itself (a crawl for sinks).

As a program (`python exports.py`) it prints, for each callable that reaches something and is not listed in
data/harmless_exports.txt, its name and what it reaches.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import importlib
import inspect
import os
import pathlib
import pkgutil
import re
import sys
import types
import warnings
from collections.abc import Iterator

import fastexec
import packages

BASE = "collections datetime itertools math queue random re stat statistics time unicodedata".split()
# Modules that code is given for plain work: nothing that they export should open, start or run anything.
STANDARD = """abc argparse array ast asyncio base64 binascii bisect bz2 calendar cmath codecs collections.abc
    colorsys configparser contextlib contextvars copy csv dataclasses decimal difflib email.message enum fnmatch fractions
    functools gettext graphlib gzip hashlib heapq hmac html html.parser inspect ipaddress json keyword locale logging lzma
    mimetypes numbers operator pickle pprint quopri reprlib sched secrets shlex sqlite3 string struct
    textwrap threading timeit token traceback types typing typing_extensions unittest.mock urllib.parse uuid warnings weakref
    xml.dom.minidom xml.etree.ElementTree zlib zoneinfo""".split()
PACKAGES = ["numpy", "pandas"]
# (Plugins of mypy are for the tool, which the tests bring and hosts do not have.)
SKIPPED = re.compile(r"(^|\.)(tests?|testing|conftest|_.*|f2py|distutils|setup|mypy|mypy_plugin)(\.|$)")

# Modules whose functions act on the outside, and what of the others does.
SINK_MODULES = """_ctypes _pickle _posixsubprocess _signal _socket code codeop ctypes dis fcntl ftplib http.client http.server imaplib
    importlib importlib._bootstrap importlib.util marshal mmap multiprocessing nt pickle poplib posix pty runpy shelve shutil signal
    smtplib socket socketserver sqlite3 subprocess tempfile urllib.request webbrowser xmlrpc.client zipimport""".split()
HARMLESS_OF_SINKS = re.compile(
    r"fspath|getpid|cpu_count|PathLike|stat_result|.*Error|.*Exception|.*Warning|error|timeout|getcwd|getcwdb|fsencode|fsdecode|urandom|"
    r"BytesIO|parse_qs|parse_qsl|urlparse|urlunparse|urlsplit|urlunsplit|urljoin|urldefrag|quote|quote_plus|unquote|unquote_to_bytes|unwrap|splitport|splithost|splittype|Row|Date|Time|Timestamp|.*FromTicks|Binary|adapt|complete_statement|Blob|Cursor|PrepareProtocol|Positions|whichmodule|encode_long|decode_long|strerror|get_terminal_size|terminal_size|times_result|sched_param|HIGHEST_PROTOCOL|DEFAULT_PROTOCOL|get_ident|register_at_fork"
)
SINK_BUILTINS = "open exec eval compile __import__ input breakpoint".split()
NUMPY_SINKS = "fromfile memmap load save savez genfromtxt loadtxt savetxt".split()
# Words in the names or parameters of native functions (there is no code to look at).
NATIVE = re.compile(r"(^|_)(file|filename|fname|fd|fildes|fileno|path|command|address|addr|ptr|pointer|handle|dll|socket|url|exec|eval|system|spawn|fork|kill|dump|load|open)(_|$)")
DEPTH = 6
LISTED = pathlib.Path(__file__).parent / "data" / "harmless_exports.txt"


def identities() -> dict[int, str]:
    """Addresses of the dangerous things, with names."""
    found = {id(getattr(builtins, name)): name for name in SINK_BUILTINS}
    found[id(os.fdopen)] = "os.fdopen"
    for name in [*SINK_MODULES, "os", "io"]:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        for key, value in vars(module).items():
            plain = key.startswith("_") or HARMLESS_OF_SINKS.fullmatch(key) or not callable(value)
            home = (getattr(value, "__module__", None) or name).split(".")[0]
            if name == "io" and key not in ("open", "open_code", "FileIO"):
                continue
            if not plain and home in (name.split(".")[0], "_" + name, "posix", "nt", "_io"):
                found.setdefault(id(value), f"{name}.{key}")
    if pandas := sys.modules.get("pandas"):
        found[id(pandas.io.common.get_handle)] = "open"
    if numpy := sys.modules.get("numpy"):
        found.update({id(getattr(numpy, name)): f"numpy.{name}" for name in NUMPY_SINKS})
    return found


class Crawl:
    """Which sinks a callable gets to through the code of its own module."""

    def __init__(self) -> None:
        self.sinks = identities()
        self.known: dict[int, frozenset[str]] = {}
        self.kept: list[object] = []

    def reached(self, value: object, depth: int = DEPTH) -> frozenset[str]:
        value = unwrapped(value)
        if id(value) in self.sinks:
            return frozenset([self.sinks[id(value)]])
        if id(value) in self.known or depth == 0:
            return self.known.get(id(value), frozenset())
        self.kept.append(value)
        self.known[id(value)] = frozenset()
        if isinstance(value, types.FunctionType):
            found = self.by_code(value.__code__, value.__globals__, depth)
        elif isinstance(value, type):
            made = [vars(value).get(name) for name in ("__new__", "__init__", "__call__", "__enter__", "__del__", "__iter__", "__next__")]
            found = frozenset().union(*(self.reached(method, depth - 1) for method in made if method is not None))
        else:
            found = native(value)
        self.known[id(value)] = found
        return found

    def by_code(self, code: types.CodeType, scope: dict, depth: int) -> frozenset[str]:
        found: set[str] = set()
        local = {name.split(".")[0]: sys.modules.get(name.split(".")[0]) for name in imported(code)}
        for held in chains(code, {**vars(builtins), **scope}, local):
            if id(held) in self.sinks:
                found.add(self.sinks[id(held)])
            elif callable(held) and getattr(held, "__module__", None) == scope.get("__name__"):
                found |= self.reached(held, depth - 1)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                found |= self.by_code(constant, scope, depth)
        return frozenset(found)


def imported(code: types.CodeType) -> list[str]:
    return [step.argval for step in dis.get_instructions(code) if step.opname == "IMPORT_NAME"]


def chains(code: types.CodeType, scope: dict, local: dict) -> Iterator[object]:
    """What the global names of the code, and attributes of the modules among them, are."""
    held: object = None
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            held = scope.get(step.argval)
        elif step.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) and step.argval in local:
            held = local[step.argval]
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM") and isinstance(held, types.ModuleType):
            held = vars(held).get(step.argval)
        elif step.opname == "IMPORT_NAME":
            held = sys.modules.get(step.argval)
        elif step.opname not in ("PUSH_NULL", "CACHE", "EXTENDED_ARG"):
            held = None
        if held is not None:
            yield held


def unwrapped(value: object) -> object:
    for _ in range(8):
        if isinstance(value, (staticmethod, classmethod, types.MethodType)):
            value = value.__func__
        elif isinstance(value, property):
            value = value.fget
        elif hasattr(value, "__wrapped__") and not isinstance(value, type):
            value = value.__wrapped__
        else:
            break
    return value


def native(value: object) -> frozenset[str]:
    """What the name and the parameters of a native function say."""
    name = getattr(value, "__name__", "")
    receiver = getattr(value, "__self__", None)
    if not isinstance(name, str) or (receiver is not None and not isinstance(receiver, (type, types.ModuleType))):
        return frozenset()
    words = [name]
    try:
        words += inspect.signature(value).parameters
    except (TypeError, ValueError):
        first = (getattr(value, "__doc__", None) or "").strip().split("\n")[0]
        words += re.findall(r"\w+", first)[:12] if "(" in first else []
    return frozenset(f"native {word}" for word in words if NATIVE.search(word))


# ------------------------------------------------------------------------------------------ what the code gets
GIVE = """
import {module}
for name in names:
    try:
        found = getattr({module}, name)
    except Exception:
        continue
    if not take(name, found, True):
        continue
    for member in members(found):
        try:
            part = getattr(found, member)
        except Exception:
            continue
        take(name + '.' + member, part, False)
"""


def submodules(package: str) -> list[str]:
    """Public modules of a package that `package.*` lets the code import."""
    top = importlib.import_module(package)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [info.name for info in pkgutil.walk_packages(top.__path__, package + ".", onerror=lambda _: None) if not SKIPPED.search(info.name)]
    return [package, *found]


def given(module: str, imports: list[str]) -> Iterator[tuple[str, object]]:
    """Each callable that the code gets raw: not a stand-in of this package."""
    taken: list[tuple[str, object]] = []

    def members(value: object) -> list[str]:
        return [name for name in dir(value) if not name.startswith("_")] if isinstance(value, type) else []

    def take(name: str, value: object, top: bool) -> bool:
        raw = raw_of(importlib.import_module(module), name)
        kind = type(value)
        guarded = "fastexec" in str(getattr(kind, "__module__", "")) or (kind.__name__, kind.__module__) in GUARDS or (top and raw is not value)
        if kind.__name__ == "function" and kind is not types.FunctionType:
            guarded, value = kind.__module__ != "builtins", raw
        if callable(value) and not guarded:
            taken.append((f"{module}.{name}", raw if not top else value))
        return top and isinstance(value, type)

    executor = fastexec.LocalPythonExecutor(imports, timeout_seconds=None, limits=fastexec.Limits(operations=None))
    names = [name for name in dir(importlib.import_module(module)) if not name.startswith("_")]
    executor.send_tools({"members": members, "take": take})
    executor.send_variables({"names": names})
    try:
        executor(GIVE.format(module=module))
    except fastexec.InterpreterError as error:
        if "not allowed" not in str(error) and "Error" not in str(error):
            raise
    yield from taken


# Stand-ins that look at what they are given, by name and module of their type.
GUARDS = {("method", "builtins"), ("builtin_function_or_method", "builtins"), ("wrapper_descriptor", "builtins")} - {
    (kind.__name__, kind.__module__) for kind in (types.MethodType, types.BuiltinFunctionType, types.WrapperDescriptorType)
}


def raw_of(module: types.ModuleType, name: str) -> object:
    found: object = module
    for part in name.split("."):
        try:
            found = inspect.getattr_static(found, part) if isinstance(found, type) else getattr(found, part)
        except AttributeError:
            return None
    return found


def defined_as(value: object, path: str) -> str:
    """Where a callable is defined, which holds however many modules import it."""
    value = unwrapped(value)
    if owner := getattr(value, "__objclass__", None):
        return f"{owner.__module__}.{owner.__qualname__}.{value.__name__}"
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    return f"{module}.{name}" if isinstance(module, str) and isinstance(name, str) and "<" not in name else path


def dangerous() -> dict[str, set[str]]:
    """Callables that the code gets, with what they reach."""
    found: dict[str, set[str]] = {}
    jobs = [(module, [module]) for module in STANDARD if packages.present([module])] + [(module, []) for module in BASE]
    for package in PACKAGES:
        if packages.present([package]):
            jobs += [(module, [f"{package}.*"]) for module in submodules(package)]
    for module, _ in jobs:
        with contextlib.suppress(ImportError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            importlib.import_module(module)
    crawl = Crawl()
    for module, imports in jobs:
        for name, value in given(module, imports) if module in sys.modules else []:
            if reached := crawl.reached(value):
                found.setdefault(defined_as(value, name), set()).update(reached)
    return found


def listed() -> dict[str, set[str]]:
    """What is judged harmless: `# reason`, below it a name in each line with all that it may reach."""
    found = {}
    for line in LISTED.read_text(encoding="utf-8").splitlines():
        name, _, sinks = line.partition(": ")
        if line and not line.startswith("#"):
            assert name not in found, name
            found[name] = set(sinks.split(", "))
    return found


def unlisted() -> dict[str, set[str]]:
    """What the code gets, reaches something, and nobody has looked at."""
    known = listed()
    found = {name: reached - known.get(name, set()) for name, reached in dangerous().items()}
    return {name: reached for name, reached in found.items() if reached}


if __name__ == "__main__":
    for name, reached in sorted(unlisted().items()):
        print(f"{name}: {', '.join(sorted(reached))}")
