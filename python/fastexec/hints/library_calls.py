"""Hints about calls of functions and classes of libraries, and of Python's own, with arguments that they do not have."""

from __future__ import annotations

import builtins
import inspect
import re
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any, cast

from fastexec._fastexec import is_class_of_code, is_function_of_code
from fastexec.hints.asked import Asked, holds, is_module, is_whole, kind_of, member_of, near
from fastexec.hints.work import is_host_code

_KEYWORD = re.compile(r"(?:([\w.<>]+)\(\) )?got an unexpected keyword argument '(\w+)'|'(\w+)' is an invalid keyword argument for (\w+)\(\)")
_NUMBER = re.compile(r"([\w.<>]+)\(\) (?:missing \d+ required|takes )")
_CALLED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?=\()")
_KINDS = ("function", "method", "builtin_function_or_method", "_ArrayFunctionDispatcher", "cython_function_or_method")
"""Of functions: Python's, numpy's, and those that Cython compiled."""
_LONGEST = 250
"""Characters of parameters that are shown."""
_SHORTEST = 3
"""Characters of a name that is the beginning of another one, at least."""


_TOLD_METHOD = re.compile(r"(?:(\w+)\.)?(\w+)\(\) takes (no keyword|exactly|at most|at least)|'\w+' is an invalid keyword argument for (\w+)\(\)|(\w+) expected (?:at least|at most|exactly) |(\w+)\(\) got an unexpected keyword")
"""What methods say that are compiled."""
_TYPES = (str, list, dict, set, tuple, bytes, int, float)
_LITERALS = {"'": str, '"': str, "[": list}


_OF_LEVELS = {f"{name}.level": f"levels are groups: `.groupby(level=...).{name}()`" for name in ("count", "max", "mean", "median", "min", "prod", "std", "sum", "var")}
_FORMER: dict[str, dict[str, str]] = {
    "pandas": {
        **_OF_LEVELS, "fillna.method": "gaps are filled by `ffill()` and `bfill()`", "read_csv.squeeze": "the result is made a column by `.squeeze('columns')`",
        "read_csv.prefix": "names get a prefix by `.add_prefix(...)` of the result", "mangle_dupe_cols": "leave it out: it is so always", "infer_datetime_format": "leave it out: it is so always",
        "resample.how": "what is made of each part is a method of the result: `.resample('D').sum()`", "concat.join_axes": "the result is cut to labels by `.reindex(labels)`",
        "apply.center": "it is an argument of `rolling(...)`", "inplace": "leave it out, and take the result", "null_counts": "show_counts", "labels": "codes",
    },
    "numpy": {"interpolation": "method", "normed": "density"},
    "sklearn": {
        "normalize": "scale first: `make_pipeline(StandardScaler(), model)`", "mean_squared_error.squared": "the root is `root_mean_squared_error(...)`, or `mean_squared_error(...) ** 0.5`", "n_iter": "max_iter",
        "affinity": "metric", "n_folds": "n_splits", "n_jobs": "leave it out: this has no such argument", "LogisticRegression.multi_class": "that is `OneVsRestClassifier(model)`",
        "categorical_features": "columns are chosen by a `ColumnTransformer`",
    },
    "scipy": {"tol": "rtol", "solve.sym_pos": "that is `assume_a='pos'`"},
    "matplotlib": {
        "normed": "that is `density=True`", "axisbg": "that is `facecolor=...`", "labels": "tick_labels", "gca.projection": "that is `fig.add_subplot(projection=...)`", "use_line_collection": "leave it out: it is so always",
    },
}  # fmt: skip
"""Arguments that functions of a package once had, or one of them: the name of the one in its place, or what is written for it."""


def _former(package: str, function: str, word: str, parameters: list[inspect.Parameter]) -> str | None:
    """What is written for an argument that a function of the package once had. A name is told where the function has it."""
    known = _FORMER.get(package, {})
    now = known.get(f"{function}.{word}", known.get(word))
    if now is None or not now.isidentifier():
        return now
    return f"did you mean `{now}`?" if any(parameter.name == now for parameter in parameters) else None


def of_own_method(asked: Asked) -> str | None:
    """How a method of a text, a list, or another of Python's own types is called."""
    told = _TOLD_METHOD.match(asked.message) if asked.kind == "TypeError" else None
    name = told and (told[2] or told[4] or told[5] or told[6])
    if told is None or not name:
        return None
    called = next((found for found in re.finditer(rf"\.{name}\(", asked.marked) if is_whole(asked.marked[found.end() :])), None)
    if called is None:
        return None
    receiver = asked.marked[: called.start()]
    kind = cast("type[object]", type(asked.state[receiver])) if receiver in asked.state else _LITERALS.get(receiver[:1])
    kinds = [own for own in _TYPES if own is kind]
    if told[6] and not kinds:
        return None  # any function says that
    kinds = kinds or [own for own in _TYPES if told[1] in (None, own.__name__)]
    ways = {way for own in kinds if name in vars(own) and (way := _way(vars(own)[name])) is not None}
    if len(ways) == 1:
        return f"it is called as `{name}({ways.pop()})`{', without names of arguments' if told[3] == 'no keyword' else ''}"
    return f"its arguments have no names: write their values alone, `{name}(...)`" if told[3] == "no keyword" else None


def _way(method: Any) -> str | None:
    """Parameters of a method, but for the first one."""
    try:
        return ", ".join(shown(list(inspect.signature(method).parameters.values())[1:]))
    except (TypeError, ValueError):
        return None


def hint(asked: Asked, similar_alone: bool = False) -> str | None:
    """The argument that was meant, or how the function is called."""
    of_artist = _of_artist(asked)
    if of_artist is not None:
        return of_artist
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
    is_told_of = _is_told_of(told[1] or None, function)
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    if not is_told_of and not (is_of_a_library(asked.error) and any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)):
        return None  # (where it passes on what it does not know, another one is told of)
    former = _former(str(function.__module__).partition(".")[0], function.__name__, word, parameters) if word is not None else None
    if former is not None:
        return former
    similar = meant(word, parameters) if word is not None else None
    if similar is not None:
        return f"did you mean `{similar}`?"
    shown_all = ", ".join(shown(parameters))
    is_shown = is_told_of and not similar_alone and len(shown_all) <= _LONGEST
    return f"it is called as `{called[0]}({shown_all})`" if is_shown else None


_ARTIST = re.compile(r"(\w+)\.set\(\) got an unexpected keyword argument '(\w+)'")


def _of_artist(asked: Asked) -> str | None:
    """Of what matplotlib draws, which takes each `name` that has a method `set_name`."""
    told = _ARTIST.match(asked.message) if asked.kind == "AttributeError" else None
    parts = [module for name, module in list(sys.modules.items()) if type(name) is str and name.startswith("matplotlib.") and is_module(module)]
    kinds = [found for module in parts if told is not None and isinstance(found := vars(module).get(told[1]), type)]
    if told is None or not kinds:
        return None
    former = _former("matplotlib", told[1], told[2], [])
    if former is not None:
        return former
    similar = near(told[2], [name.removeprefix("set_") for name in dir(kinds[0]) if name.startswith("set_")])
    return f"did you mean `{similar}`?" if similar is not None else None


def is_of_a_library(error: BaseException | None) -> bool:
    """Whether Python code below the call raised it: what it says is of something else then."""
    trace = error.__traceback__ if error is not None else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_filename != "<string>"


def shown(parameters: Iterable[inspect.Parameter]) -> Iterator[str]:
    """Names alone, as one writes them."""
    stars: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    only = False
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not only:
            yield "*"
        only = only or parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.KEYWORD_ONLY)
        yield f"{stars.get(parameter.kind, '')}{parameter.name}{'' if parameter.default is inspect.Parameter.empty else '=...'}"


def meant(word: str, parameters: list[inspect.Parameter]) -> str | None:
    """The only name that begins with the word or that it begins with, else the one that is like it."""
    names = [parameter.name for parameter in parameters if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)]
    beginning = [name for name in names if min(len(name), len(word)) >= _SHORTEST and (name.startswith(word) or word.startswith(name))]
    return beginning[0] if len(beginning) == 1 else near(word, names)


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
        elif name is others[0] and _is_of_a_library(value):
            value = _bound(value, name)
        else:
            return None
    if isinstance(value, type):
        return None if is_class_of_code(value) else value
    return value if _is_function_of_a_library(value) else None


def _is_of_a_library(value: object) -> bool:
    module: str = type(value).__module__
    return not is_host_code(module, sys.modules.get(module))


def _is_function_of_a_library(value: object) -> bool:
    return kind_of(value) in _KINDS and not is_class_of_code(type(value)) and not is_function_of_code(value)


def _bound(value: object, name: str) -> Any:
    """A method as the variable has it."""
    member = member_of(type(value), name)
    is_plain = type(member) is types.FunctionType and not is_function_of_code(member)
    return types.MethodType(member, value) if is_plain else None


def _is_told_of(told: str | None, function: Any) -> bool:
    """Whether the message is about the function, and not about another one that it calls: some name none."""
    if told is None:
        return True
    *owner, name = told.split(".")
    if isinstance(function, type):
        return name in ("__init__", "__new__", function.__name__) and (not owner or any(base.__name__ == owner[-1] for base in function.__mro__))
    own: tuple[str, str] = function.__name__, getattr(function, "__qualname__", "")
    return told == own[1] or not owner and name == own[0]
