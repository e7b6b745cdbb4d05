"""Hints about members that a class does not have: it stands in place of its module, or something like them is there."""

from __future__ import annotations

import sys
import types
from typing import Any

from fastexec.guards import is_list
from fastexec.hints import tables
from fastexec.hints.asked import is_class_reference, names_of, near

_NEAR: dict[str, dict[str, str]] = {"date": {"now": "today"}, "time": {"now": "datetime.now().time"}}


def of_member(kind: Any, name: str) -> str | None:
    """Of a class of the standard library that is called as its module, or is in it (`from datetime import datetime`)."""
    if type(kind) is not type:
        return _similar(kind, name) or _of_members(kind)
    own, module = type.__dict__["__name__"].__get__(kind), type.__dict__["__module__"].__get__(kind)
    home = sys.modules.get(module) if type(module) is str else None
    if not isinstance(home, types.ModuleType) or vars(home).get(own) is not kind:
        return _similar(kind, name)
    if name == own:
        return f"`{own}` is the class already, not the module: leave one `{own}.` out"
    if module == "datetime" and name in _NEAR.get(own, {}):
        return f"did you mean `{_NEAR[own][name]}`?"
    if module == own and name in names_of(home):
        return f"that is the module's, and this is the class: `from {own} import {name}`"
    return _similar(kind, name)


def of_namesake(method: types.MethodDescriptorType, name: str) -> str | None:
    """Of a method that is called as a class of the same module: `datetime.date.today` of the class `datetime`."""
    module = type.__dict__["__module__"].__get__(method.__objclass__)
    home = sys.modules.get(module) if type(module) is str else None
    kind = vars(home).get(method.__name__) if isinstance(home, types.ModuleType) else None
    if type(kind) is not type or name not in _names(kind):
        return None
    return f"this is a method of `{method.__objclass__.__name__}`; that is of the class: `from {module} import {method.__name__}`"


def _similar(kind: Any, name: str) -> str | None:
    similar = near(name, _names(kind))
    return f"did you mean `{similar}`?" if similar is not None else None


def _of_members(kind: Any) -> str | None:
    """Which ones an `Enum` has."""
    if _is_of_host(kind):
        named = _members_of_host(kind) if kind._has_members else []
        return tables.listed("members", named) if named else None
    members: object = type.__dict__["__dict__"].__get__(kind).get("_member_names_")
    is_enum = "enum" in sys.modules and issubclass(type(kind), sys.modules["enum"].EnumMeta)
    return tables.listed("members", members) if is_enum and is_list(members) and members else None


def _members_of_host(kind: Any) -> list[str]:
    """Without other names of the same ones."""
    try:
        members: dict[str, Any] = dict(kind.__members__)
    except Exception:  # noqa: BLE001  (the host may be gone)
        return []
    first: dict[int, str] = {}
    for name, member in members.items():
        first.setdefault(id(member), name)
    return list(first.values())


def _is_of_host(kind: Any) -> bool:
    """Whether it stands, in a worker, for a class of the host."""
    return is_class_reference(kind) and bool(kind.is_of_host())


def _names(kind: Any) -> list[str]:
    if _is_of_host(kind):
        try:
            return [name for name in kind._ask("dir", [], {}) if type(name) is str and not name.startswith("_")]
        except Exception:  # noqa: BLE001  (the host may be gone)
            return []
    found: dict[str, None] = {}
    for base in type.__dict__["__mro__"].__get__(kind):
        members = type.__dict__["__dict__"].__get__(base)
        found.update(dict.fromkeys(name for name in list(members) if type(name) is str and not name.startswith("_")))
    return list(found)
