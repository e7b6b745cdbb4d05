"""What the host can do so that the code may have what it wanted."""

from __future__ import annotations

import os
import re
import sys
from importlib.util import find_spec
from typing import Any

from fastexec.hints.asked import Asked

IMPORT = re.compile(r"Import (?:of|from) ([\w.]+) is not allowed")
_MODULE = re.compile(r"Forbidden access to module: ([\w.]+)$")
_ATTRIBUTE = re.compile(r"Forbidden access to (dunder )?attribute: _")
_FILE = re.compile(r"Forbidden to (read|write|open|list|change|remove)\w* (?:file|folder|the file): (.+)$", re.S)
_OF_LIBRARY = re.compile(r"Forbidden operation: ([\w./]+) \((.+)\)$", re.S)
"""What a library does by itself, with a path."""
_LISTS = ("os.listdir", "os.scandir", "os.walk", "os.fwalk", "glob.glob", "glob.glob/2", "pathlib.Path.glob", "pathlib.Path.rglob")
_OPEN = re.compile(r"(Forbidden function evaluation: 'open' |The variable `open` )")
_NETWORK = re.compile(r"Forbidden operation: (urllib\.Request|(socket|http\.client|ftplib|smtplib|imaplib|poplib)\.)")
_GRANTS = "allow_read=[...] and allow_write=[...] let it open files"
_CLOSED = "the network is not open to the code: a tool can fetch it"
_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.I)
_WRITES = ("write", "change", "remove")


_NO_NETWORK = 'a worker (isolation="process") has no network, whatever is authorized: a tool can fetch it, and isolation=None has the network'
_FURTHEST = 10
"""Errors that led to one, at most."""
_shut = False
_granted: tuple[list[str], list[str]] | None = None
"""In a worker that the kernel holds, the paths that may be read and written."""


def shut_network() -> None:
    """This process is a worker from now on, and the kernel opens no socket for it."""
    global _shut
    _shut = True


def shut_files(read: list[str], write: list[str]) -> None:
    """This process is a worker from now on, and the kernel opens these files alone."""
    global _granted
    _granted = read, write


def hint(asked: Asked) -> str | None:
    if asked.kind == "NameError" and asked.message == "name 'open' is not defined":  # in a block that handles errors
        return _GRANTS
    if asked.category == "raised":
        return _NO_NETWORK if _shut and _is_for_want_of_network(asked.error) else _of_walls(asked)
    if asked.category != "refused":
        return None
    module = IMPORT.match(asked.message) or _MODULE.match(asked.message)
    if module is not None:
        return None if is_member(module[1]) else _module(asked, module[1])
    if _OPEN.match(asked.message):
        return _GRANTS
    if asked.message == "Forbidden operation: sqlite3.connect":
        return "allow_read=[...] and allow_write=[...] of its path open a database"
    if _NETWORK.match(asked.message):
        return _CLOSED
    if _ATTRIBUTE.match(asked.message):
        return "no option opens attributes: a tool can do what this one is needed for"
    operation = _OF_LIBRARY.match(asked.message)
    if operation is not None and operation[1].partition(".")[0] in ("open", "os", "shutil", "glob", "pathlib", "tempfile"):
        return _operation(operation[1], operation[2])
    file = _FILE.match(asked.message)
    if file is None or len(file[2]) > 300:
        return None
    if _URL.match(file[2]):
        return _CLOSED
    return f"{'allow_write' if file[1] in _WRITES else 'allow_read'}=[{file[2]!r}] allows it"


def _of_walls(asked: Asked) -> str | None:
    """Of a file that the rules leave to the process, but the kernel does not open in a worker."""
    error = asked.error
    if _granted is None or type(error) is not PermissionError or type(error.filename) is not str or asked.line.lstrip().startswith("raise"):
        return None
    host = getattr(sys.modules.get("fastexec.isolation.conversation"), "__dict__", None)
    if len(error.filename) > 300 or any(module is host for module in _modules_of(error)):
        return None
    path = os.path.realpath(error.filename)
    read, write = (any(path == os.path.realpath(root) or path.startswith(os.path.join(os.path.realpath(root), "")) for root in roots) for roots in _granted)
    if read or write:
        return None if write else f"allow_write=[{error.filename!r}] allows it"
    return f"a worker has the files that are granted alone: allow_read=[{error.filename!r}], or allow_write=[{error.filename!r}] where it is written"


def _operation(name: str, path: str) -> str | None:
    if len(path) > 300:
        return None
    if name == "open":
        return f"allow_write=[{path!r}] allows it, or allow_read=[{path!r}] where it is read"
    if name.startswith("tempfile."):  # the name is another one each time
        path = os.path.dirname(path)
    return f"{'allow_read' if name in _LISTS else 'allow_write'}=[{path!r}] allows it"


def is_member(name: str) -> bool:
    """Whether it names something in a loaded module that is no module itself: `math.sqrt`."""
    module, _, member = name.rpartition(".")
    home = sys.modules.get(module)
    return home is not None and not hasattr(home, "__path__") and name not in sys.modules and member in vars(home)


def _is_for_want_of_network(error: BaseException | None) -> bool:
    """Whether a socket was refused here, or no name found, and the error came of that."""
    network: Any = sys.modules.get("socket")
    host = getattr(sys.modules.get("fastexec.isolation.conversation"), "__dict__", None)
    if network is None:
        return False
    for _ in range(_FURTHEST):
        if error is None:
            break
        modules = _modules_of(error)
        if host is not None and any(module is host for module in modules):
            break  # a tool has raised it, in the host's process
        if isinstance(error, (network.gaierror, network.herror)):
            return True
        if isinstance(error, PermissionError) and modules and modules[-1] is vars(network):
            return True
        error = _of(error, "__cause__") or _of(error, "__context__")
    return False


def _of(error: BaseException, name: str) -> Any:
    """Of the exception itself: its class may be the code's."""
    return vars(BaseException)[name].__get__(error)


def _modules_of(error: BaseException) -> list[dict[str, Any]]:
    """Globals of the functions that it went through, the outermost first."""
    step = _of(error, "__traceback__")
    modules: list[dict[str, Any]] = []
    while step is not None:
        modules.append(step.tb_frame.f_globals)
        step = step.tb_next
    return modules


def modules_of(name: str) -> list[str]:
    """Those that are meant, if it names no module, but an installed package: `bs4` of `beautifulsoup4`."""
    from fastexec import imports

    return imports.modules_of(name) if find_spec(name.partition(".")[0]) is None else []


def _module(asked: Asked, name: str) -> str | None:
    from fastexec._fastexec import is_authorized

    if find_spec(name.partition(".")[0]) is None:
        modules = modules_of(name)
        if not modules:
            return f"the module `{name}` is not installed"
        package, name = name, modules[0]
        if find_spec(name.partition(".")[0]) is None:
            return f"the module `{name}`, as which `{package}` is imported, is not installed"
        if is_authorized(asked.authorized, name):
            return None
    return f'additional_authorized_imports=["{name}"] allows it'
