"""Hints about calls of functions and classes of libraries, and of Python's own, with arguments that they do not have."""

from __future__ import annotations

import builtins
import inspect
import re
import types
from collections.abc import Iterable, Iterator
from typing import Any

from fastexec._fastexec import is_class_of_code, is_function_of_code
from fastexec.hints.asked import Asked, holds, is_module, is_whole, kind_of, member_of, near

_KEYWORD = re.compile(r"(?:([\w.<>]+)\(\) )?got an unexpected keyword argument '(\w+)'|'(\w+)' is an invalid keyword argument for (\w+)\(\)")
_NUMBER = re.compile(r"([\w.<>]+)\(\) (?:missing \d+ required|takes )")
_CALLED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?=\()")
_KINDS = ("function", "builtin_function_or_method", "_ArrayFunctionDispatcher", "cython_function_or_method")
"""Of functions: Python's, numpy's, and those that Cython compiled."""
_LONGEST = 250
"""Characters of parameters that are shown."""
_SHORTEST = 3
"""Characters of a name that is the beginning of another one, at least."""


def hint(asked: Asked) -> str | None:
    called = _CALLED.match(asked.marked)
    if called is None or not is_whole(asked.marked[called.end() + 1 :]):
        return None
    keyword, number = _KEYWORD.match(asked.message), _NUMBER.match(asked.message)
    told = keyword or number
    function = _found(asked, called[0].split(".")) if told is not None else None
    if told is None or function is None:
        return None
    word = (keyword[2] or keyword[3]) if keyword is not None else None
    if word is not None and not re.search(rf"\b{word}\s*=", asked.marked):
        return None  # the library itself gave it to another function
    return _said(called[0], function, word, _is_told_of(told[1] or None, function))


def _said(name: str, function: Any, word: str | None, is_told_of: bool) -> str | None:
    """What is told of another function is of this one where it passes on what it does not know."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    if not is_told_of and all(parameter.kind is not parameter.VAR_KEYWORD for parameter in parameters):
        return None
    named = [parameter.name for parameter in parameters if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)]
    similar = _meant(word, named) if word is not None else None
    if similar is not None:
        return f"did you mean `{similar}`?"
    if not is_told_of:
        return None
    told = ", ".join(shown(parameters))
    return f"it is called as `{name}({told})`" if len(told) <= _LONGEST else None


def shown(parameters: Iterable[inspect.Parameter]) -> Iterator[str]:
    """Names alone, as one writes them."""
    stars: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    only = False
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not only:
            yield "*"
        only = only or parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.KEYWORD_ONLY)
        yield f"{stars.get(parameter.kind, '')}{parameter.name}{'' if parameter.default is inspect.Parameter.empty else '=...'}"


def _meant(word: str, names: list[str]) -> str | None:
    """The name that is like the word, or the only one that begins with it or that it begins with."""
    beginning = [name for name in names if min(len(name), len(word)) >= _SHORTEST and (name.startswith(word) or word.startswith(name))]
    return near(word, names) or (beginning[0] if len(beginning) == 1 else None)


def _found(asked: Asked, path: list[str]) -> Any:
    """What the code calls, if it is a library's: by the names of modules, and of members of its classes."""
    root, *others = path
    value: Any = asked.state.get(root)
    if value is None and root not in asked.functions and not others and asked.tools.get(root) is not None and not asked.is_tool(root):
        return vars(builtins).get(root)
    for name in others:
        if is_module(value):
            members = types.ModuleType.__getattribute__(value, "__dict__")
            value = members[name] if holds(members, name) else None
        elif isinstance(value, type):
            value = member_of(value, name)
        else:
            return None
    if isinstance(value, type):
        return None if is_class_of_code(value) else value
    return value if kind_of(value) in _KINDS and not is_class_of_code(type(value)) and not is_function_of_code(value) else None


def _is_told_of(told: str | None, function: Any) -> bool:
    """Whether the message is about the function, and not about another one that it calls: some name none."""
    if told is None:
        return True
    *owner, name = told.split(".")
    if isinstance(function, type):
        return name in ("__init__", "__new__", function.__name__) and (not owner or any(base.__name__ == owner[-1] for base in function.__mro__))
    own: str = function.__name__
    return name == own
