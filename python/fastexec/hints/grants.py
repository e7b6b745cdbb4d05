"""What the host can do so that the code may have what it wanted."""

from __future__ import annotations

import re
from importlib.util import find_spec

from fastexec.hints.asked import Asked

IMPORT = re.compile(r"Import (?:of|from) ([\w.]+) is not allowed")
_MODULE = re.compile(r"Forbidden access to module: ([\w.]+)$")
_ATTRIBUTE = re.compile(r"Forbidden access to (dunder )?attribute: _")
_FILE = re.compile(r"Forbidden to (read|write|open|list|change|remove)\w* (?:file|folder|the file): (.+)$", re.S)
_OPEN = re.compile(r"(Forbidden function evaluation: 'open' |The variable `open` )")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.I)
_WRITES = ("write", "change", "remove")


def hint(asked: Asked) -> str | None:
    if asked.category != "refused":
        return None
    module = IMPORT.match(asked.message) or _MODULE.match(asked.message)
    if module is not None:
        return _module(module[1])
    if _OPEN.match(asked.message):
        return "allow_read=[...] and allow_write=[...] let it open files"
    if _ATTRIBUTE.match(asked.message):
        return "no option opens attributes: a tool can do what this one is needed for"
    file = _FILE.match(asked.message)
    if file is None or len(file[2]) > 300:
        return None
    if _URL.match(file[2]):
        return "the network is not open to the code: a tool can fetch it"
    return f"{'allow_write' if file[1] in _WRITES else 'allow_read'}=[{file[2]!r}] allows it"


def _module(name: str) -> str | None:
    if find_spec(name.partition(".")[0]) is None:
        return f"the module `{name}` is not installed"
    return f'additional_authorized_imports=["{name}"] allows it'
