"""Arguments of a call, held against what a tool takes. No tool is called: Python says what is wrong when a function without
a body, with the parameters of the tool, is called in its place."""

from __future__ import annotations

import ast
import inspect
import itertools
import types
from collections.abc import Callable
from typing import Any, NamedTuple

from fastexec.guards import is_dict, is_list

_EMPTY = (lambda: None).__code__
_STARS = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
_MOST = 255
"""Arguments, and parameters of the code, that are looked at."""


def wrong(tool: Any, call: ast.Call) -> tuple[str, bool] | None:
    """What Python says of the call, and whether it is sure to say it; None if the arguments fit or nothing is known."""
    keywords = told(call)
    if keywords is None:
        return None
    if _of_smolagents(tool):
        return _wrong_for_smolagents(tool, call, keywords)
    found = function_of(tool)
    said = found and Shape.of(found[0]).said(found[1], len(call.args), keywords)
    return (said, True) if said else None


def function_of(tool: object) -> tuple[types.FunctionType, int] | None:
    """The function that runs, and how many arguments come before those of the call."""
    if type(tool) is types.FunctionType:
        return tool, 0
    if type(tool) is types.MethodType and type(tool.__func__) is types.FunctionType:
        return tool.__func__, 1
    if issubclass(type(tool), type):  # what the tool says of its class does not matter
        return None
    called = inspect.getattr_static(type(tool), "__call__", None)
    return (called, 1) if type(called) is types.FunctionType else None


class Shape(NamedTuple):
    """Parameters of a function, and the name by which Python's messages know it."""

    name: str
    positional: tuple[str, ...]
    positional_only: int
    keyword_only: tuple[str, ...]
    star: str | None
    stars: str | None
    defaults: int
    """How many of the positional ones, the last, have a default."""
    keyword_defaults: tuple[str, ...]

    @classmethod
    def of(cls, function: types.FunctionType) -> Shape:
        code = function.__code__
        names = iter(code.co_varnames)
        positional = tuple(itertools.islice(names, code.co_argcount))
        keyword_only = tuple(itertools.islice(names, code.co_kwonlyargcount))
        star = next(names, None) if code.co_flags & inspect.CO_VARARGS else None
        stars = next(names, None) if code.co_flags & inspect.CO_VARKEYWORDS else None
        defaults = len(function.__defaults__ or ())
        return cls(function.__qualname__, positional, code.co_posonlyargcount, keyword_only, star, stars, defaults, tuple(function.__kwdefaults__ or ()))

    @classmethod
    def of_text(cls, name: str, arguments: ast.arguments) -> Shape:
        """Of the parameters of a `def` or a `lambda`."""
        positional = tuple(one.arg for one in (*arguments.posonlyargs, *arguments.args))
        keyword_only = tuple(one.arg for one in arguments.kwonlyargs)
        given = tuple(key for key, value in zip(keyword_only, arguments.kw_defaults, strict=True) if value is not None)
        star, stars = (one.arg if one is not None else None for one in (arguments.vararg, arguments.kwarg))
        return cls(name, positional, len(arguments.posonlyargs), keyword_only, star, stars, len(arguments.defaults), given)

    def is_long(self) -> bool:
        """Whether there are more parameters than are looked at."""
        return len(self.positional) + len(self.keyword_only) > _MOST

    def function(self) -> Callable[..., Any]:
        """A function with this name and these parameters that does nothing."""
        gathered = tuple(name for name in (self.star, self.stars) if name is not None)
        names = (*self.positional, *self.keyword_only, *gathered)
        flags = (inspect.CO_VARARGS if self.star is not None else 0) | (inspect.CO_VARKEYWORDS if self.stars is not None else 0)
        parameters = _EMPTY.replace(
            co_argcount=len(self.positional),
            co_posonlyargcount=self.positional_only,
            co_kwonlyargcount=len(self.keyword_only),
            co_nlocals=len(names),
            co_varnames=names,
            co_flags=_EMPTY.co_flags | flags,
        )
        made = types.FunctionType(parameters, {}, self.name.rpartition(".")[2], (None,) * self.defaults or None)
        made.__kwdefaults__ = dict.fromkeys(self.keyword_defaults)
        made.__qualname__ = self.name
        return made

    def said(self, before: int, positional: int, keywords: list[Any]) -> str | None:
        """What Python says of so many positional arguments, behind those that come before them, and of these keywords."""
        try:
            self.function()(*[None] * (before + positional), **dict.fromkeys(keywords))
        except TypeError as error:
            return str(error)
        return None


def told(call: ast.Call) -> list[Any] | None:
    """The keywords of a call; None if not all of its arguments stand there, or too many."""
    keywords = [keyword.arg for keyword in call.keywords]
    if None in keywords or len(call.args) + len(keywords) > _MOST or any(isinstance(value, ast.Starred) for value in call.args):
        return None
    return keywords


def _of_smolagents(tool: object) -> bool:
    """Whether its class is a `Tool` that is called as all of them are."""
    called = inspect.getattr_static(type(tool), "__call__", None)
    return (
        type(called) is types.FunctionType
        and called.__qualname__ == "Tool.__call__"
        and isinstance(called.__module__, str)
        and called.__module__.startswith("smolagents")
    )


def _wrong_for_smolagents(tool: Any, call: ast.Call, keywords: list[Any]) -> tuple[str, bool] | None:
    if "sanitize_inputs_outputs" in keywords:
        return None
    # A dict alone may stand for all arguments.
    alone = len(call.args) == 1 and not keywords
    if alone and _type_of(call.args[0]) in (None, "object") and not isinstance(call.args[0], ast.Tuple):
        return None
    found = _forward(tool)
    if found is None:
        return None
    said = Shape.of(found[0]).said(found[1], len(call.args), keywords)
    if said is not None:
        return said, True
    gathers = bool(found[0].__code__.co_flags & _STARS)
    unfit = (_unlike_inputs(tool, call, keywords) if gathers else None) or _mistyped(tool, call, None if gathers else found)
    return (unfit, False) if unfit else None


def _forward(tool: Any) -> tuple[types.FunctionType, int] | None:
    """The function that does the work. What `smolagents.tool` made passes everything on to the function it was made of."""
    forward = inspect.getattr_static(tool, "forward", None)
    before = 1
    if type(forward) is staticmethod:
        forward, before = forward.__func__, 0
    has_module = getattr(forward, "__module__", None) is not None
    if type(forward) is types.FunctionType and has_module and type(tool).__name__ == "SimpleTool":
        forward = forward.__dict__.get("__wrapped__", forward)
    return (forward, before) if type(forward) is types.FunctionType else None


def _unlike_inputs(tool: Any, call: ast.Call, keywords: list[Any]) -> str | None:
    """What does not fit the schema, where the function itself takes anything."""
    inputs, name = inspect.getattr_static(tool, "inputs", None), inspect.getattr_static(tool, "name", None)
    if not is_dict(inputs) or type(name) is not str:
        return None
    other = next((given for given in keywords if given not in inputs), None)
    if other is not None:
        return f"{name}() got an unexpected keyword argument '{other}'"
    given = {*list(inputs)[: len(call.args)], *keywords}
    missing = [key for key, schema in inputs.items() if key not in given and not (is_dict(schema) and (_is_nullable(schema) or "default" in schema))]
    return f"{name}() missing required argument: '{missing[0]}'" if missing else None


_LITERALS: dict[type, str] = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def _mistyped(tool: Any, call: ast.Call, function: tuple[types.FunctionType, int] | None) -> str | None:
    """What smolagents would say of a literal that is of another type than the schema wants; the tool may take it all the same."""
    inputs = inspect.getattr_static(tool, "inputs", None)
    if not is_dict(inputs):
        return None
    names = list(inputs) if function is None else list(function[0].__code__.co_varnames[function[1] :])
    given = [*zip(names, call.args, strict=False), *((keyword.arg, keyword.value) for keyword in call.keywords)]
    for name, value in given:
        schema, actual = inputs.get(name), _type_of(value)
        wanted = schema.get("type") if is_dict(schema) else None
        if actual is not None and is_dict(schema) and not _may_be(actual, wanted, nullable=_is_nullable(schema)):
            return f"Argument {name} has type '{actual}' but should be '{wanted}'"
    return None


def _is_nullable(schema: dict[str, Any]) -> bool:
    """Nothing but Python's own values is asked whether it is true."""
    said = schema.get("nullable")
    return type(said) in (bool, int, str) and bool(said)


def _may_be(actual: str, wanted: Any, *, nullable: bool) -> bool:
    allowed: Any = [wanted] if type(wanted) is str else wanted
    if not is_list(allowed) or not all(type(name) is str for name in allowed) or not {"any", "image", "audio"}.isdisjoint(allowed):
        return True  # (A path may stand for an image.)
    return actual in allowed or actual == "integer" and "number" in allowed or actual == "null" and nullable


def _type_of(value: ast.expr) -> str | None:
    """The JSON type of a literal; None for anything else."""
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        value = value.operand
    if isinstance(value, ast.Constant):
        return _LITERALS.get(type(value.value))
    if isinstance(value, ast.JoinedStr):
        return "string"
    if isinstance(value, (ast.List, ast.ListComp)):
        return "array"
    return "object" if isinstance(value, (ast.Dict, ast.DictComp)) else None
