"""Hints about names that mean nothing."""

from __future__ import annotations

import builtins
import difflib
import re
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from fastexec._fastexec import is_class_of_code, is_function_of_code
from fastexec.hints import grants, library_calls, moved
from fastexec.hints.asked import Asked, is_of_python, member_of, near, of_pandas
from fastexec.hints.moved import HOMES, SHORT, may_import

_WORDS = {
    "true": "True", "false": "False", "null": "None", "none": "None", "nil": "None", "undefined": "None", "NULL": "None", "TRUE": "True",
    "FALSE": "False", "NaN": "float('nan')", "nan": "float('nan')", "Infinity": "float('inf')", "this": "self",
    "inf": "float('inf')", "pi": "math.pi",
}  # fmt: skip
_TYPES = {"integer": "int", "string": "str", "boolean": "bool", "double": "float", "long": "int", "file": "open"}
_PACKAGES = frozenset(module.partition(".")[0] for module in SHORT.values()) | {"PIL", "bs4", "requests", "sklearn", "sympy"}
_FUNCTIONS = {
    "console": "print(...)", "printf": "print(...)", "echo": "print(...)", "println": "print(...)", "strlen": "len(...)", "length": "len(...)",
    "parseInt": "int(...)", "parseFloat": "float(...)", "toString": "str(...)", "unicode": "str(...)", "xrange": "range(...)",
    "JSON": "json.loads(...) and json.dumps(...)", "raw_input": "a tool", "unichr": "chr(...)", "basestring": "str", "cmp": "(a > b) - (a < b)", "apply": "function(*arguments)", "reduce": "functools.reduce(...)", "require": "import",
}  # fmt: skip
_ALIKE = 0.78
_MOST = 5_000
"""Names that are compared, at most."""
_SHOWN = 10
"""Tools that are listed, at most."""
_OF_TEXTS = frozenset({"upper", "lower", "strip", "split", "replace", "startswith", "endswith", "title", "capitalize", "join"})
_NOT_NEEDED = {"nest_asyncio": "leave it out: `await` works at the top level, and `asyncio.run(main())` does too"}
_OF_CLASS = re.compile(r"(?<![\w.])datetime\.(?:combine|fromisoformat|fromtimestamp|now|strptime|today|utcnow)\b")
_LOOP = re.compile(r"\bfor ([\w, ()]+) in (\w+)\s*(?=[:\])}])")
_UNBOUND = re.compile(r"(?:cannot access )?local variable '(\w+)'")
_NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")
_NOT_IN_MODULE = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")

_NO_SUCH_MODULE = re.compile(r"No module named '(\w+)'")


def hint(asked: Asked) -> str | None:
    wanted = asked.of("name")
    if wanted is not None:
        return _undefined(asked, wanted[1])
    refused = grants.IMPORT.match(asked.message) if asked.category == "refused" else None
    if refused is not None:
        if refused[1] in _NOT_NEEDED:
            return _NOT_NEEDED[refused[1]]
        if grants.is_member(refused[1]):
            module, _, member = refused[1].rpartition(".")
            return f"`{member}` is no module: `from {module} import {member}`"
        named_otherwise = [module for module in grants.modules_of(refused[1]) if may_import(asked, module)]
        if named_otherwise:
            return f"the package is imported as `{named_otherwise[0]}`"
        parts = [entry for entry in asked.authorized if entry.startswith(f"{refused[1]}.") and not entry.endswith("*")]
        if parts:
            return f"a part of it is allowed: `import {parts[0]}`"
        similar = _module_like(refused[1], [entry.removesuffix(".*") for entry in asked.authorized])
        return f"did you mean `{similar}`?" if similar else None
    if asked.kind == "ValueError" and "values to unpack" in asked.message:
        return _of_loop(asked)
    if asked.kind == "UnboundLocalError":
        return _unbound(asked)
    if asked.kind == "NameError" and not library_calls.is_of_a_library(asked.error):
        return _of_name_error(asked)
    if asked.kind in ("ImportError", "ModuleNotFoundError"):
        return _not_in_module(asked)
    return None


def _of_name_error(asked: Asked) -> str | None:
    """Where a block that handles errors stands around the name: Python's own words are said then."""
    from fastexec.check.known import MISSING

    found = _NOT_DEFINED.match(asked.message)
    if found is None:
        return None
    said = MISSING.get(found[1]) or _undefined(asked, found[1])
    if said is not None:
        return said
    similar = near(found[1], [*asked.state, *asked.functions, *asked.tools])
    return f"did you mean `{similar}`?" if similar is not None else of_tools(found[1], asked.line, asked.tools)


def _undefined(asked: Asked, name: str) -> str | None:
    if name in _WORDS:
        return f"Python writes `{_WORDS[name]}`"
    if name in _FUNCTIONS:
        if name == "reduce" and not may_import(asked, "functools"):
            return "a loop does that"
        return f"Python has {_FUNCTIONS[name]} for that" if _FUNCTIONS[name] != "a tool" else "nobody is there to answer: get the value from a tool"
    if name in _TYPES and (name not in sys.stdlib_module_names or _is_used(asked, name, "[(]")):
        return f"Python writes `{_TYPES[name]}`"
    if name in _OF_TEXTS and _is_used(asked, name, "[(]"):
        return f"that is a text's own: `text.{name}(...)`"
    if name.endswith("Error") and name != "Error" and not _is_like_an_exception(name):
        return f"define it first: `class {name}(Exception): pass`, or take one of Python's own: `ValueError`"
    if name == "datetime" and _OF_CLASS.search(asked.line) and may_import(asked, name):
        return "import it first: `from datetime import datetime`"
    module = SHORT.get(name, name)
    if may_import(asked, module):
        return f"import it first: `import {module}{f' as {name}' if module != name else ''}`"
    home = HOMES.get(name) if _is_used(asked, name, "[.(]") or name != name.lower() else None
    if home is not None and may_import(asked, home):
        return f"import it first: `from {home} import {name}`"
    if name != name.lower() and may_import(asked, name.lower()):
        return f"Python has the module `{name.lower()}` for that"
    if home is not None:
        return f"`{name}` is of the module `{home}`, which the code may not import: do it in another way, or by a tool"
    if (name in SHORT or name in _PACKAGES or name in sys.stdlib_module_names) and _is_used(asked, name, "[.]"):
        return f"`{module}` is a module that the code may not import: do it in another way, or by a tool"
    if asked.function is not None and any(_has_both(value, asked.function, name) for value in list(asked.state.values())[:_MOST]):
        return f"that is a method: `self.{name}(...)`"
    member = re.search(rf"\b{re.escape(name)}\.(\w+)\(", asked.line)
    if member is not None and asked.is_tool(member[1]):
        return f"`{member[1]}` is a tool: call it by its name alone, `{member[1]}(...)`"
    return _of_same_words(asked, name)


def _has_both(kind: Any, method: str, name: str) -> bool:
    """Whether it is a class of the code with two methods of these names."""
    return issubclass(type(kind), type) and is_class_of_code(kind) and all(is_function_of_code(member_of(kind, own)) for own in (method.rpartition(".")[2], name))


def _of_same_words(asked: Asked, name: str) -> str | None:
    """The name that has the words in another order: `search_web` of `web_search`."""
    words = sorted(name.lower().split("_"))
    known = [other for other in (*asked.tools, *asked.functions, *asked.state) if type(other) is str] if len(words) > 1 else []
    same = [other for other in known[:_MOST] if len(other) == len(name) and sorted(other.lower().split("_")) == words]
    return f"did you mean `{same[0]}`?" if same else None


def _module_like(module: str, authorized: list[str]) -> str | None:
    """The module that was meant. What is installed has been meant itself, and names of packages are short and like each other."""
    similar = near(module, authorized)
    root = module.partition(".")[0]
    if similar is None or root == module and find_spec(root) is not None:
        return None
    return similar if difflib.SequenceMatcher(None, similar, module).ratio() >= _ALIKE else None


def of_tools(name: str, line: str, tools: Mapping[str, Any]) -> str | None:
    """The host's tools, those first that have a word of the name."""
    if not re.search(rf"(?<![\w.]){re.escape(name)}\(", line) or len(tools) > _MOST:
        return None
    words = set(name.lower().split("_"))
    known = [tool for tool, value in tools.items() if type(tool) is str and tool != "final_answer" and not is_of_python(value)]
    known.sort(key=lambda tool: not words & set(tool.lower().split("_")))
    more = f", and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    return f"there is no such function; the tools are: {', '.join(f'`{tool[:60]}`' for tool in known[:_SHOWN])}{more}" if known else None


def _is_used(asked: Asked, name: str, by: str) -> bool:
    """Whether the line goes on so behind the name, or is a decorator; where it is not known, it may."""
    return asked.line == name or re.search(rf"\b{re.escape(name)}\s*{by}|^\s*@{re.escape(name)}\b", asked.line) is not None


def _is_like_an_exception(name: str) -> bool:
    """Whether one of Python's looks like it, but for the end that all of them have."""
    stems = [known.removesuffix("Error") for known in dir(builtins) if known.endswith("Error")]
    return near(name.removesuffix("Error"), stems) is not None


def _unbound(asked: Asked) -> str | None:
    found = _UNBOUND.match(asked.message)
    if found is None:
        return None
    name = found[1]
    if asked.function is not None and (name in asked.state or name in asked.functions):
        return f"`{asked.function}` assigns `{name}`, which makes it a local name there: begin the function with `global {name}`, or give it as an argument"
    if asked.function is not None and re.match(rf"\s*{name}\s*([-+*/%&|^@]|//|\*\*|<<|>>)=", asked.line):
        return f"this makes `{name}` a local name of `{asked.function}`: give it a value there first, or write `nonlocal {name}` if a function around it has it"
    return f"`{name}` has no value yet where it is read here: give it one before"


def _of_loop(asked: Asked) -> str | None:
    """Two names for each key of a dict, or each column of a frame."""
    looped = _LOOP.search(asked.line)
    in_loop = asked.function is None or asked.function.endswith("comp>")
    if looped is None or not in_loop or looped[1].strip("() ") != asked.marked.strip("() "):
        return None
    value: object = asked.state.get(looped[2])
    if of_pandas(value) == "DataFrame":
        return f"a loop over a frame gives the names of its columns: `{looped[2]}.iterrows()` gives labels and rows"
    if type(value) is not dict:
        return None
    return f"a loop over a dict gives its keys: `{looped[2]}.items()` gives both"


def _not_in_module(asked: Asked) -> str | None:
    found = _NOT_IN_MODULE.match(asked.message)
    home = found and sys.modules.get(found[2])
    if found is None or home is None:
        return moved.of_import(asked) or _not_installed(asked)
    abstract = sys.modules.get(f"{found[2]}.abc")
    if found[2] == "collections" and abstract is not None and found[1] in vars(abstract):
        return f"it is in another module: `from collections.abc import {found[1]}`"
    return moved.of_member(asked, home, found[1])


def _not_installed(asked: Asked) -> str | None:
    """Of a module that is not there at all."""
    found = _NO_SUCH_MODULE.fullmatch(asked.message)
    if found is None or find_spec(found[1]) is not None:
        return None
    modules = [module for module in grants.modules_of(found[1]) if find_spec(module.partition(".")[0]) is not None]
    return f"the package is imported as `{modules[0]}`" if modules else f"`{found[1]}` is not installed here, and cannot be: do it with another module"
