"""What modules that this process has loaded say of their members. Nothing is imported, and no code of theirs runs."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import os
import re
import sys
import types
from collections.abc import Iterator
from typing import Any

from fastexec._fastexec import is_authorized, is_class_of_code, is_function_of_code
from fastexec.check import calls
from fastexec.check.calls import Shape
from fastexec.guards import is_list
from fastexec.hints import library_calls
from fastexec.hints.asked import holds, member_of

MISSING: Any = object()
"""In place of a value of which nothing is known."""

_PLAIN = frozenset(("builtins", "math", "_bisect", "_heapq", "_operator", "unicodedata"))
"""Modules whose compiled functions look at the number of their arguments, and at nothing else, before they begin."""
_PASS_ON = {("json", "dumps"): "JSONEncoder", ("json", "dump"): "JSONEncoder", ("json", "loads"): "JSONDecoder"}
"""Functions that give a class of their module the keywords that they do not have themselves."""
_ANY = ("*",)
_WITHOUT_SIGNATURE: dict[str, tuple[int, int, tuple[str, ...]]] = {
    "anext": (1, 2, ()), "bool": (0, 1, ()), "dict": (0, 1, _ANY), "dir": (0, 1, ()), "filter": (2, 2, ()), "frozenset": (0, 1, ()), "getattr": (2, 3, ()),
    "int": (0, 2, ("base",)), "iter": (1, 2, ()), "map": (2, 255, ("strict",)), "max": (1, 255, ("default", "key")), "min": (1, 255, ("default", "key")),
    "next": (1, 2, ()), "print": (0, 255, ("sep", "end", "file", "flush")), "range": (1, 3, ()), "reversed": (1, 1, ()), "set": (0, 1, ()), "slice": (1, 3, ()), "str": (0, 3, ("object", "encoding", "errors")),
    "super": (0, 2, ()), "vars": (0, 1, ()), "zip": (0, 255, ("strict",)),
}  # fmt: skip
"""Of Python's own: how many positional arguments they take, and the names of others. (A later version may tell more of them itself.)"""
_NEUTRAL = tuple(member_of(kind, "__new__") for kind in (object, dict, list))
"""Those that take whatever `__init__` takes."""


def module(name: str, authorized: list[str]) -> Any:
    """A module that code may import, if it is loaded."""
    found: Any = sys.modules.get(name)
    if type(found) is not types.ModuleType or not is_authorized(authorized, name):
        return MISSING
    return MISSING if getattr(vars(found).get("__spec__"), "_initializing", False) else found


def member(value: Any, name: str, authorized: list[str]) -> Any:
    """What a module or a class has under the name."""
    if type(value) is types.ModuleType:
        members = vars(value)
        found = members[name] if holds(members, name) else MISSING
        if found is sys.modules.get("os.path") and value is sys.modules.get("os"):
            return found  # (its own name is another one)
        return module(found.__name__, authorized) if type(found) is types.ModuleType else found
    if not is_plain_class(value):
        return MISSING
    found = member_of(value, name)
    function: Any = getattr(found, "__func__", None) if issubclass(type(found), (classmethod, staticmethod)) else None
    if type(function) is not types.FunctionType:
        return MISSING
    return types.MethodType(function, value) if issubclass(type(found), classmethod) else function


def is_plain_class(value: Any) -> bool:
    """Whether it is a class that answers as all do, and none of the code."""
    return type(value) is type and not is_class_of_code(value)


def lacks(value: Any, name: str) -> bool:
    """Whether a module, or a class, is sure to have no such member."""
    if name.startswith("_"):
        return False
    if is_plain_class(value):
        return not any(holds(vars(kind), name) for kind in (*value.__mro__, type))
    if type(value) is not types.ModuleType or holds(vars(value), name):
        return False
    return not _may_answer(value, name) and not _is_part(value, name)


def _is_part(package: types.ModuleType, name: str) -> bool:
    """Whether a module of this name lies in the package: whoever imports it makes it a member."""
    found = vars(package).get("__path__")
    if found is None:
        return False
    if f"{package.__name__}.{name}" in sys.modules or not is_list(found):
        return True
    try:
        return any(entry.partition(".")[0] == name for folder in found for entry in os.listdir(str(folder)))
    except OSError:
        return True


def _may_answer(found: types.ModuleType, name: str) -> bool:
    """Whether the module's own `__getattr__` may know the name: it stands in its code, or in what its code looks into."""
    answering: Any = vars(found).get("__getattr__")
    if answering is None:
        return False
    if type(answering) is not types.FunctionType or answering.__closure__ or answering.__defaults__:
        return True
    texts = list(_texts(answering.__code__))
    looked_into = [vars(found).get(other) for other in answering.__code__.co_names]
    known = any(isinstance(held, (dict, list, set, frozenset, tuple)) and name in held for held in looked_into)
    # What else it would say, nobody knows.
    return known or name in texts or "module " not in texts or not any(text.startswith(" has no attribute ") for text in texts)


def _texts(code: types.CodeType) -> Iterator[str]:
    left: list[Any] = [*code.co_consts]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, (tuple, frozenset)):
            left += one
        elif isinstance(one, types.CodeType):
            left += one.co_consts


def said_of_member(value: Any, name: str, called: bool) -> tuple[str, str]:
    """Class and message of the error about a member that is not there; `called`: where its call is all that is wanted of it."""
    if called:
        return "InterpreterError", f"Object {value!r} has no attribute {name}"
    whose = f"type object '{_name_of_type(value)}'" if isinstance(value, type) else f"module '{value.__name__}'"
    return "AttributeError", f"{whose} has no attribute '{name}'"


def said_of_import(found: types.ModuleType, name: str) -> str:
    """Of a name that cannot be imported from the module."""
    return f"cannot import name '{name}' from '{found.__name__}' ({vars(found).get('__file__') or 'unknown location'})"


def _name_of_type(kind: type) -> str:
    """As messages of compiled code have it: with its module, if it is compiled itself."""
    is_heap = bool(kind.__flags__ & (1 << 9))
    return kind.__name__ if is_heap or kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def wrong(value: Any, call: ast.Call) -> str | None:
    """What Python says of the arguments of a call of this function or class; None if they fit or nothing is known."""
    keywords = calls.told(call)
    found: tuple[types.FunctionType, int] | None = None
    if keywords is None or value is MISSING or is_function_of_code(value):
        return None
    if type(value) in (types.FunctionType, types.MethodType):
        found = calls.function_of(value)
    elif is_plain_class(value) and any(member_of(value, "__new__") is neutral for neutral in _NEUTRAL):
        made = member_of(value, "__init__")
        found = (made, 1) if type(made) is types.FunctionType else None
    if found is not None:
        said = Shape.of(found[0]).said(found[1], len(call.args), keywords)
        return said or _said_behind(value, keywords)
    return _said_by_compiled(value, len(call.args), keywords)


def _passes_on_to(function: Any) -> Any:
    """The class to which it gives what it does not know."""
    name = _PASS_ON.get((function.__module__, function.__name__)) if type(function) is types.FunctionType else None
    return vars(sys.modules[function.__module__]).get(name) if name is not None else None


def _said_behind(function: Any, keywords: list[Any]) -> str | None:
    kind = _passes_on_to(function)
    if kind is None or "cls" in keywords:
        return None
    shape = Shape.of(function)
    passed_on = [keyword for keyword in keywords if keyword not in (*shape.positional, *shape.keyword_only)]
    return Shape.of(kind.__init__).said(1, 0, passed_on)


def _said_by_compiled(value: Any, positional: int, keywords: list[Any]) -> str | None:
    """Called with nothing, as often as there are arguments: it refuses their number or their names before it begins."""
    is_function = type(value) is types.BuiltinFunctionType and type(value.__self__) is types.ModuleType and value.__self__.__name__ in _PLAIN
    if not is_function and not (is_plain_class(value) and vars(builtins).get(value.__name__) is value):
        return None
    if _fits(value, positional, keywords):
        return None
    try:
        value(*[()] * positional, **dict.fromkeys(keywords))
    except TypeError as error:
        return str(error)
    return None


@functools.lru_cache(maxsize=256)
def _signature(value: Any) -> inspect.Signature:
    """Of a compiled function of Python's own."""
    return inspect.signature(value)


def _fits(value: Any, positional: int, keywords: list[Any]) -> bool:
    """Whether the arguments fit, or nothing is known of them."""
    try:
        _signature(value).bind(*[()] * positional, **dict.fromkeys(keywords))
    except TypeError:
        return False
    except ValueError:
        name: str = value.__name__
        if name not in _WITHOUT_SIGNATURE or vars(builtins).get(name) is not value:
            return True
        least, most, names = _WITHOUT_SIGNATURE[name]
        if names != _ANY and not set(keywords).issubset(names):
            return False
        return bool(keywords and names) or least <= positional <= most
    return True


def meant(value: Any, message: str) -> str | None:
    """A hint about a keyword that a function does not have, by what it passes its own on to."""
    kind = _passes_on_to(value)
    word = re.search(r" got an unexpected keyword argument '(\w+)'", message)
    made: Any = value if kind is None else kind.__init__
    if word is None or type(made) is not types.FunctionType:
        return None
    similar = library_calls.meant(word[1], list(inspect.signature(made).parameters.values()))
    return f"did you mean `{similar}`?" if similar is not None else None


def of_python(name: str) -> Any:
    """Python's own function of this name."""
    return vars(builtins).get(name, MISSING)


def of_session(held: Any, authorized: list[str]) -> Any:
    """A module, or a class of one, that an earlier snippet has imported."""
    if type(held) is types.ModuleType:
        return module(held.__name__, authorized)
    return held if is_plain_class(held) and vars(sys.modules.get(held.__module__, builtins)).get(held.__name__) is held else MISSING
