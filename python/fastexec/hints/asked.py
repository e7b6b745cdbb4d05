"""What hints are found from."""

from __future__ import annotations

import difflib
import re
import sys
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from fastexec.guards import is_dict

_CALLEE = re.compile(r"([A-Za-z_]\w*)\(")
_CALLED = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(")

_AWAITS = re.compile(r"^await |\basync for ")

_MOST = 5_000
"""Names that are compared, at most."""

_WORK = 1_000_000
"""Pairs of characters in a comparison of names, at most: some tenths of a second."""


@dataclass(frozen=True)
class Asked:
    """As the arguments of `fastexec.hints.of_error`."""

    error: BaseException | None
    kind: str
    message: str
    category: str
    subject: tuple[str, Any, Any] | None
    marked: str
    line: str
    function: str | None
    tools: Mapping[str, Any]
    state: Mapping[str, Any]
    functions: Mapping[str, Any]
    authorized: list[str]

    def of(self, what: str) -> tuple[Any, Any] | None:
        """Value and name or index, if the code wanted this."""
        return self.subject[1:] if self.subject is not None and self.subject[0] == what else None

    def callee(self) -> str | None:
        """The name of the function whose call is all that is marked, as far as the line goes."""
        called = _CALLEE.match(self.marked)
        return called[1] if called and is_whole(self.marked[called.end() :]) else None

    def is_tool(self, name: str) -> bool:
        """Whether the host gave a tool of that name, which is none of Python's own functions."""
        tool = self.tools.get(name)
        return tool is not None and name not in self.state and not is_of_python(tool)

    def said(self, table: Iterable[tuple[str, str, str]]) -> str | None:
        """The first hint whose type and pattern are those of the error."""
        return next((said for kind, pattern, said in table if kind == self.kind and re.match(pattern, self.message, re.S)), None)

    def awaited(self) -> list[str]:
        """Names of the functions that are called in a marked `await`, or whose items are."""
        return _CALLED.findall(self.marked) if _AWAITS.search(self.marked) else []


def is_of_python(tool: Any) -> bool:
    """Whether it is one of Python's own functions, which are among the tools."""
    from fastexec.base_tools import SHIPPED

    return any(tool is shipped for shipped in SHIPPED.values())


def is_whole(rest: str) -> bool:
    """Whether the bracket that is open closes at the end, or in another line: else something is done with the result."""
    depth = 1
    for at, letter in enumerate(rest):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0:
            return at == len(rest) - 1
    return True


ALIKE = 0.7
"""How alike names are, as `difflib` measures it: by less, short names are like many others."""


def near(word: Any, candidates: Iterable[Any]) -> str | None:
    """The candidate that looks most like the word."""
    known = [name for name in candidates if type(name) is str and len(name) < 100]
    if type(word) is not str or len(word) > 100 or len(known) > _MOST:
        return None
    same = {name.lower(): name for name in known}.get(word.lower())
    if same is not None or pairs(word, known) > _WORK:
        return same
    found = difflib.get_close_matches(word, known, 1, ALIKE)
    return found[0] if found else None


def pairs(word: str, names: Iterable[str]) -> int:
    """Of characters, that are compared when the word is looked for among names like it."""
    return len(word) * sum(map(len, names))


# As Python itself reads them: a class of the code may answer for itself, or never.
_NAME, _BASES, _MEMBERS = (type.__dict__[name].__get__ for name in ("__name__", "__mro__", "__dict__"))


def kind_of(value: Any) -> str:
    """The name of the value's class."""
    return str(_NAME(type(value)))


def is_reference(value: Any, *kinds: str) -> bool:
    """Whether it stands, in a worker, for an object of the host, by a class of one of these names."""
    return any(_NAME(base) in kinds and _MEMBERS(base).get("__module__") == "fastexec.isolation.references" for base in _BASES(type(value)))


def is_class_reference(value: Any) -> bool:
    """Whether it stands, in a worker, for a class of the host, or is one of the code below such."""
    return any(_MEMBERS(base).get("__module__") == "fastexec.isolation.class_references" for base in _BASES(type(value)))


def is_module(value: Any) -> TypeGuard[types.ModuleType]:
    """Whether it is one, whatever it says."""
    return issubclass(type(value), types.ModuleType)


def of_pandas(value: Any) -> str | None:
    """`"DataFrame"` or `"Series"`, if it is one."""
    pandas = sys.modules.get("pandas")
    return next((name for name in ("DataFrame", "Series") if pandas is not None and type(value) is getattr(pandas, name, None)), None)


def labels(value: Any, which: str) -> list[Any]:
    """Those of an index of pandas' own (`columns`, `index`); of others, or too many, none."""
    index = getattr(value, which)
    if type(index) is not getattr(sys.modules["pandas"], kind_of(index), None) or len(index) > _MOST:
        return []
    return list(index)


def has(kind: type, name: str) -> bool:
    """Whether instances of the class have the attribute, but for what all objects have."""
    return any(holds(_MEMBERS(base), name) for base in _BASES(kind)[:-1])


def member_of(kind: type, name: str) -> Any:
    """What the class, or a base of it, has under this name; None if nothing."""
    return next((_MEMBERS(base)[name] for base in _BASES(kind) if holds(_MEMBERS(base), name)), None)


def holds(mapping: Mapping[Any, Any], name: str) -> bool:
    """Whether the text is a key. Keys that are no texts are not compared: they would answer for themselves."""
    return name in _keys(mapping)


def names_of(value: Any) -> list[str]:
    """Public names of a value, as its classes and its own dict have them. In a worker the host is asked for those of its
    objects."""
    found: dict[str, None] = {}
    if is_reference(value, "Reference"):
        return [name for name in _dir_of(value) if type(name) is str and not name.startswith("_")]
    if is_module(value):
        found.update(dict.fromkeys(_keys(types.ModuleType.__getattribute__(value, "__dict__"))))
    for kind in _BASES(type(value)):
        found.update(dict.fromkeys(_keys(_MEMBERS(kind))))
    own: object = None
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        pass
    if is_dict(own):
        found.update(dict.fromkeys(_keys(own)))
    return [name for name in found if not name.startswith("_")]


def _dir_of(reference: Any) -> list[Any]:
    try:
        return list(reference._ask(reference._number, "dir", [], {}))
    except Exception:  # noqa: BLE001  (the object may do anything, and the host may be gone)
        return []


def _keys(names: Mapping[Any, Any]) -> list[str]:
    return [name for name in list(names) if type(name) is str]
