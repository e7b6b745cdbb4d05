"""What names mean to a snippet before it runs: the session's variables, the tools, the builtins of the sandbox."""

from __future__ import annotations

import builtins
import math
import types
from collections.abc import Iterable, Mapping
from typing import Any

from fastexec._fastexec import is_authorized
from fastexec.guards import is_definition, is_dict, is_plain

_BUILTINS = frozenset(
    """
    abs aiter all anext any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod enumerate filter float
    format frozenset hash hex id int isinstance issubclass len list map max min next object oct ord property range repr reversed
    round set slice sorted staticmethod str sum tuple zip Ellipsis NotImplemented __debug__ getattr hasattr setattr delattr super
    vars dir iter pow type print ceil floor log exp sin cos tan asin acos atan atan2 degrees radians sqrt
    """.split()
)
_ERRORS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)
_ALWAYS = frozenset(
    """
    True False None __name__ __class__ __classdict__ __qualname__ __module__ __annotations__ __doc__ __dict__ __firstlineno__
    __static_attributes__ __conditional_annotations__ _print_outputs _operations_count
    """.split()
)
"""Names that mean something in some scope at least: none of them is ever said to be undefined."""

_OPENERS = ("os", "io", "pathlib", "shutil", "tempfile", "glob", "fileinput")
"""Modules that bring `open` with them when they are authorized."""

MISSING = {
    "open": "files are not available unless the host grants `open` as a tool",
    "input": "nobody is there to answer: assign the value in the code, or get it from a tool",
    "breakpoint": "nobody is there to answer: use print(...)",
    "help": "`print(function.__doc__)` shows what a function says of itself",
    "eval": "code that is made at run time is not available",
    "exec": "code that is made at run time is not available",
    "compile": "code that is made at run time is not available",
    "__import__": "use an import statement",
    "globals": "variables are not available as a dict: use their names, or keep a dict of your own",
    "locals": "variables are not available as a dict: use their names, or keep a dict of your own",
    "exit": "the code ends by reaching its end or by final_answer(...)",
    "quit": "the code ends by reaching its end or by final_answer(...)",
    "__build_class__": "it is not available here",
    "memoryview": "it is not available here",
}
"""Builtins that code does not have, with what the error of a run says about each."""

_WORK = 3_000_000
"""Pairs of characters that are compared for names like others in one check: about a second."""

def names_of(given: Any) -> set[str]:
    """The texts among the keys, as exact strings."""
    return {str.__str__(name) for name in list(given) if isinstance(name, str)}


class Known:
    """Names, and the values of tools. Values of the code's variables are looked at by their class alone."""

    def __init__(
        self,
        state: Mapping[str, Any],
        functions: Mapping[str, Any],
        tools: Mapping[str, Any],
        authorized: Iterable[str],
        paths: bool,
    ) -> None:
        self.state: Mapping[str, Any] = state
        self.functions: Mapping[str, Any] = functions
        self.tools: Mapping[str, Any] = tools
        self.authorized: list[str] = list(authorized)
        self.work_left: int = _WORK
        self._plain: dict[str, bool] = {}
        self.variables: set[str] = names_of(state) | names_of(functions)
        self._tools = names_of(tools)
        opens = paths or any(is_authorized(self.authorized, module) for module in _OPENERS)
        self.others: set[str] = self._tools | _BUILTINS | _ERRORS | _ALWAYS | ({"open"} if opens else set[str]())
        """What is not a variable."""

    def is_tool(self, name: str) -> bool:
        """Whether it is the host's own function, which the code may not bind."""
        return name in ("print", "final_answer") or name in self._tools and not _of_python(name, self.tools[name])

    def is_pythons(self, name: str) -> bool:
        """Whether it is Python's own function, or what the package has in its place."""
        return name in _BUILTINS and (name not in self.tools or _of_python(name, self.tools[name]))

    def ends_runs(self) -> bool:
        """Whether a call of `final_answer` ends a run."""
        return "final_answer" in self._tools

    def may_call_tools(self, name: str) -> bool:
        """Whether the name means something of an earlier snippet that may call any function when it is used."""
        if name not in self.variables:
            return False
        if name not in self._plain:
            # (Values of a worker are not sent for: it looks at them.)
            state: Any = self.state
            is_here = is_dict(state)
            self._plain[name] = (is_plain(state[name]) if name in state else False) if is_here else state.has_plain(name)
        return not self._plain[name]

    def definition(self, name: str) -> Any:
        """The module or class that an earlier snippet has under this name; None for anything else."""
        state: Any = self.state
        if is_dict(state):
            return state[name] if name in state and is_definition(state[name]) else None
        return state.definition(name)


def _of_python(name: str, tool: Any) -> bool:
    """Whether the tool is Python's own function of this name, or what the package has in its place."""
    if tool is getattr(math, name, None):
        return True
    if name not in _BUILTINS:
        return False
    if tool is getattr(builtins, name, None):
        return True
    if type(tool) is not types.FunctionType:
        return False
    home = tool.__module__
    return isinstance(home, str) and (home.startswith("fastexec") or home == "smolagents.local_python_executor")
