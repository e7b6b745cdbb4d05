"""Hints about calls: how a function is called, and which tool took the time."""

from __future__ import annotations

import functools
import inspect
import re
import sys
import types
from collections.abc import Iterator
from typing import Any, cast

from fastexec._fastexec import is_class_of_code, is_function_of_code
from fastexec.hints import library_calls, work
from fastexec.hints.asked import Asked, is_class_reference, is_module, is_of_python, is_reference, kind_of, member_of, names_of, near

CALLED = re.compile(r"((?:[\w<>]+\.)*)([\w<>]+)\(\) (?:missing|takes|got|argument|expected)")
_ATTRIBUTE = re.compile(r"\.([A-Za-z_]\w*)\(\)$")
_OTHERWISE = re.compile(r"cannot create|'await'|be awaited")
"""What is said of a tool where a call is not all that is missing."""
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_CALLS = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(")
METHOD = re.compile(r"([A-Za-z_]\w*)\.([A-Za-z_]\w*)\(")
_SLEEP = re.compile(r"(?:time\.)?sleep\(")
_WAIT = re.compile(r"[\w)]\.(get|wait|join|acquire|result)\([^()]*\)$")
_WAITED = "the code was waiting here: give it a timeout, and see to it that what it waits for comes"
_GIVEN = re.compile(r" takes .* but (\d+) (?:was|were) given$")
_LONGEST = 300
_LONGEST_PARAMETERS = 250
NAMELESS = ("<lambda>", "__call__", "forward")
"""How messages call tools that have no name of their own."""
_ITERATED = re.compile(r"\basync for\b[^:]*\bin\s*$")
"""What stands before a call whose items are asked for: since 3.12 the call alone is marked."""
_PARTIAL: Any = functools.partial


_OF_ITEMS = "{} was at work on the next of the items that it gives: take fewer of them, or ask it for less"


def hint(asked: Asked) -> str | None:
    if asked.kind == "ExecutionTimeoutError":
        return _slow_tool(asked)
    if "fastexec.tool" in asked.message and not _OTHERWISE.search(asked.message):
        return _uncalled_tool(asked)
    if asked.kind == "AttributeError":  # (as matplotlib has it)
        return library_calls.hint(asked)
    if asked.kind != "TypeError":
        return None
    return _shadowed(asked) or library_calls.hint(asked, similar_alone=True) or _signature(asked) or library_calls.hint(asked) or library_calls.of_own_method(asked)


def _uncalled_tool(asked: Asked) -> str | None:
    """Where something is done with a tool itself (`search + 1`)."""
    name = next((name for name in _NAME.findall(asked.marked) if asked.is_tool(name)), None)
    return f"`{name}` is a tool: call it first, `{name}(...)`" if name is not None else None


def _slow_tool(asked: Asked) -> str | None:
    if _SLEEP.match(asked.marked):
        return "the code was sleeping here: sleep for less, or not at all"
    callee = asked.callee()
    called = asked.awaited() if callee is None else [callee]
    late, slow = asked.of("time") or (None, None)
    found = _at_work(asked, late) if late is not None and slow is None else None
    if found is not None:
        return found
    if slow is not None:
        called.append(slow)
    name = next((name for name in called if asked.is_tool(name)), None)
    if name is None:
        giver = next((name for name in _CALLS.findall(asked.marked) if _gives_items(asked, name)), None)
        if giver is not None:
            return f"`{giver}` is a tool that gives its items one by one, which takes time: take fewer of them, or ask it for less"
        return _slow_method(asked) or (_WAITED if _WAIT.search(asked.marked) else None)
    iterates = "async for " in asked.marked if callee is None else _ITERATED.search(asked.line.partition(asked.marked)[0])
    if iterates:
        return _OF_ITEMS.format(f"the tool `{name}`")
    if name == slow and f"{name}(" not in asked.marked:
        return f"calls of the tool `{name}` took most of the time: ask it for less, or call it fewer times"
    return f"`{name}` is a tool, and its call was under way: ask it for less, or call it fewer times"


def _gives_items(asked: Asked, name: str) -> bool:
    """Whether it is a tool whose call is over at once, and whose items are asked for afterwards."""
    tool = asked.tools.get(name)
    return asked.is_tool(name) and callable(tool) and inspect.isgeneratorfunction(function_of(tool))


def _at_work(asked: Asked, late: Any) -> str | None:
    """Of what is the host's, and was at work when the time was up: a frame, or an iterator whose next item came too late."""
    told = work.of_frame(late) if type(late) is types.FrameType else work.of_iterator(late)
    if told is None:
        return None
    if told.gives_items:
        name = f"the tool `{told.name}`" if told.name in asked.tools and asked.is_tool(told.name) else f"`{told.name}`"
        return _OF_ITEMS.format(name)
    return _slow_method(asked) or f"`{told.name}` was under way: give it less to do, or call it fewer times"


def _slow_method(asked: Asked) -> str | None:
    """Of an object that the code did not make."""
    called = METHOD.match(asked.marked)
    value: object = asked.state.get(called[1]) if called is not None else None
    found = member_of(type(value), called[2]) if called is not None and value is not None else None
    is_python = type(found) is types.FunctionType and not is_function_of_code(found)
    if called is None or not (is_python or is_reference(value, "Reference")):
        return None
    if is_python and str(found.__module__).partition(".")[0] in sys.stdlib_module_names:
        return None
    return f"`{called[1]}.{called[2]}` was under way: give it less to do, or call it fewer times"


def _shadowed(asked: Asked) -> str | None:
    """A variable in place of a function."""
    if "object is not callable" not in asked.message:
        return None
    none = _of_nothing(asked)
    if none is not None:
        return none
    attribute = _ATTRIBUTE.search(asked.marked)
    if attribute is not None and not library_calls.is_of_a_library(asked.error):
        return f"`{attribute[1]}` is a value, not a method: leave its brackets out"
    name = asked.callee()
    if name is None or name not in asked.state:
        return _setter(asked)
    held = kind_of(asked.state[name])
    if is_module(asked.state[name]):
        inner = name if name in names_of(asked.state[name]) else "function"
        return f"`{name}` is a module: call what is in it, `{name}.{inner}(...)`"
    hidden = asked.tools.get(name)
    whose = f"Python's own `{name}`" if is_of_python(hidden) else f"the tool `{name}`"
    was = "" if hidden is None else f", which hides {whose}: take another name for it"
    return f"`{name}` is a variable with a value of type {held}{was}"


def _of_nothing(asked: Asked) -> str | None:
    """Of a method that an object gives None for: parsed pages take unknown names for tags."""
    called = METHOD.match(asked.marked)
    value: object = asked.state.get(called[1]) if called is not None and asked.message.startswith("'NoneType'") else None
    if called is None or value is None or member_of(type(value), called[2]) is not None:
        return None
    similar = near(called[2], names_of(value))
    return f"`{called[1]}` has no such method: did you mean `{similar}`?" if similar is not None else None


def _setter(asked: Asked) -> str | None:
    """Of `ax.title("...")`, which is set by `set_title`."""
    called = METHOD.match(asked.marked)
    value: object = asked.state.get(called[1]) if called is not None else None
    if called is None or value is None or member_of(type(value), f"set_{called[2]}") is None or library_calls.is_of_a_library(asked.error):
        return None
    return f"`{called[2]}` is a value, not a method: `{called[1]}.set_{called[2]}(...)` sets it"


def _signature(asked: Asked) -> str | None:
    called = CALLED.match(asked.message)
    if called is None:
        return None
    owner, callee = called[1].rstrip(".").rpartition(".")[2], asked.callee()
    if owner == "<locals>" and callee is not None and _tool_behind(asked, callee) is not None:
        return _of_tool(callee, _tool_behind(asked, callee))
    # A tool has a name of its own, whatever it calls.
    if callee is not None and callee in asked.tools and callee not in asked.functions and callee not in asked.state:
        tool = asked.tools[callee]
        if called[2] in ("__init__", "__new__") and is_class_of_host(tool):
            return _of_class(callee, tool)
        return _of_tool(callee, tool) if called[2] in (callee, name_of(tool), *NAMELESS) else None
    if owner not in ("", "<locals>", "__main__"):
        return _of_method(asked, owner, called[2])
    if callee is None:
        return _of_awaited(asked, called[2])
    meant = _tool_behind(asked, callee)
    if meant is not None:
        return _of_tool(callee, meant)
    function = asked.functions.get(callee, asked.state.get(callee))
    # (In a function, the name may be another one's.)
    own = function.__name__ if is_function_of_code(function) else None
    return _of_function(callee, function) if type(own) is str and own == called[2] else None


def _tool_behind(asked: Asked, name: str) -> Any:
    """The tool that a variable stands for."""
    value = asked.state.get(name)
    return value if value is not None and any(value is tool for tool in asked.tools.values()) and not is_of_python(value) else None


def _of_awaited(asked: Asked, name: str) -> str | None:
    """Of a function whose call is a part of what is marked."""
    if name not in asked.awaited() and f"{name}(" not in asked.marked.replace(f".{name}(", ""):
        return None
    if name in asked.functions:
        return _of_function(name, asked.functions[name])
    return _of_tool(name, asked.tools[name]) if name in asked.tools and name not in asked.state else None


def _of_method(asked: Asked, owner: str, name: str) -> str | None:
    """Of a class of the code. What is called like a tool, or like a function, is not it."""
    if re.search(r" missing \d+ required positional arguments?: 'self'", asked.message):
        return f"it is called on an instance: `{owner}(...).{name}(...)`"
    if " takes 0 positional arguments but " in asked.message:
        return "the first parameter of a method is `self`"
    kind: Any = asked.state.get(owner)
    found: Any = member_of(kind, name) if issubclass(type(kind), type) else None
    if name == "__new__" and type(found) is staticmethod:
        found = _behind(found)
    if name == "__init__" and is_class_of_host(kind):
        return _of_class(asked.callee() or owner, kind)
    if found is None and asked.error is not None:
        return _of_host(asked, owner, name)
    # `dataclass` and `namedtuple` write them as texts.
    made = name in ("__init__", "__new__") and type(found) is types.FunctionType and found.__code__.co_filename == "<string>"
    if found is None or name == "__call__" or not (made or is_function_of_code(found)):
        return None
    first, *others = _parameters(found)
    if name not in ("__init__", "__new__") and _lacks_self(asked.message, first, len(others)):
        return "the first parameter of a method is `self`"
    shown = name
    if name in ("__init__", "__new__"):
        shown = f"super().{name}" if asked.marked.startswith("super()") else asked.callee() or owner
    return f"it is called as `{shown}({', '.join(others)})`"[:_LONGEST]


def is_class_of_host(kind: Any) -> bool:
    """Whether it is one of the host's own program; in a worker, what stands for one."""
    if is_class_reference(kind):
        return bool(kind.is_of_host())
    if type(kind) is not type or is_class_of_code(kind):
        return False
    made = member_of(kind, "__init__")
    return type(made) is types.FunctionType and work.is_host_code(kind.__module__, sys.modules.get(kind.__module__))


def _of_class(name: str, kind: Any) -> str | None:
    """How a class of the host is called."""
    try:
        return f"it is called as `{name}({', '.join(_parameters(kind))})`"[:_LONGEST]
    except (TypeError, ValueError):
        return None


def _lacks_self(message: str, first: str, others: int) -> bool:
    """Whether a method was given one argument too many, since its first parameter is that of something else."""
    given = _GIVEN.search(message)
    return given is not None and first not in ("self", "cls", "mcs", "_") and int(given[1]) == others + 2


def _of_host(asked: Asked, owner: str, name: str) -> str | None:
    """Of a method of an object that the host gave as a variable."""
    called = METHOD.match(asked.marked)
    if called is None or called[2] != name or called[1] not in asked.state:
        return None
    value: object = asked.state[called[1]]
    if is_reference(value, "Reference"):
        return _of_tool(f"{called[1]}.{name}", getattr(value, name, None))
    found = member_of(type(value), name)
    bound = not isinstance(found, staticmethod)
    function = _behind(found)
    if type(function) is not types.FunctionType or not any(base.__name__ == owner for base in type(value).__mro__):
        return None
    return _described(f"{called[1]}.{name}", parameters_of(types.MethodType(function, value) if bound else function), function.__doc__)


def _behind(member: Any) -> Any:
    """The function of a static method or one of the class."""
    found: Any = getattr(member, "__func__", None)
    return found if issubclass(type(member), (staticmethod, classmethod)) else member


def _of_function(name: str, function: Any) -> str | None:
    """Names alone: a default value may show itself in any way."""
    if not is_function_of_code(function) or {"__wrapped__", "__signature__"} & set(object.__getattribute__(function, "__dict__")):
        return None
    return f"it is called as `{name}({', '.join(_parameters(function))})`"[:_LONGEST]


def _parameters(function: Any) -> Iterator[str]:
    return library_calls.shown(inspect.signature(function).parameters.values())


def _of_tool(name: str, tool: Any) -> str | None:
    """With types and defaults, and the first line of what it says of itself."""
    if is_reference(tool, "CallableReference"):
        # In a worker: the host has said how it is called.
        return f"it is called as `{name}{tool._signature}"[:_LONGEST] if tool._signature else None
    function, described = called_by(tool)
    return None if function is None else _described(name, parameters_of(function), described)


def called_by(tool: Any) -> tuple[Any, str | None]:
    """What has the parameters of a tool, None if it is no Python code, and what the tool says of itself."""
    if any(kind.__name__ == "Tool" and kind.__module__.startswith("smolagents") for kind in type(tool).__mro__):
        return function_of(tool), tool.description
    if any(kind.__name__ == "MultiStepAgent" and kind.__module__.startswith("smolagents") for kind in type(tool).__mro__):
        return tool.__call__, tool.description
    if is_partial(tool):
        return (tool if inspect.isroutine(tool.func) else None), inspect.getdoc(tool.func)
    given: object = tool
    call: Any = member_of(type(given), "__call__")
    if not inspect.isroutine(tool) and not isinstance(tool, type) and type(call) is types.FunctionType:
        return types.MethodType(call, tool), inspect.getdoc(call) or inspect.getdoc(tool)
    is_python = inspect.isroutine(tool) and not isinstance(tool, types.BuiltinFunctionType)
    return (tool if is_python else None), inspect.getdoc(tool)


def name_of(tool: Any) -> str | None:
    """The name by which Python's messages know the function of a tool."""
    if is_reference(tool, "CallableReference"):
        return cast("str | None", tool.__dict__.get("__name__"))
    function = tool.func if is_partial(tool) else function_of(tool)
    found: object = getattr(inspect.unwrap(function), "__name__", None) if callable(function) else None
    return found if isinstance(found, str) else None


def is_partial(value: Any) -> bool:
    """Whether it is one of `functools`' own."""
    return type(value) is _PARTIAL


def function_of(tool: Any) -> Any:
    """What does the work of a tool of smolagents, as code calls it; anything else as it is."""
    forward = inspect.getattr_static(tool, "forward", None)
    if type(forward) is staticmethod:  # of `@tool`, which gives it a parameter `self` for its own looks
        forward = forward.__func__
        return getattr(forward, "__dict__", {}).get("__wrapped__", forward)
    return types.MethodType(forward, tool) if type(forward) is types.FunctionType else tool


def parameters_of(function: Any) -> str:
    """Parameters and result of a function of the host, as one writes them: `(query: str, limit: int = 5) -> list`. Private
    ones keep their default values to themselves; of many, names alone are told."""
    signature = inspect.signature(function)
    parameters = [_shown(parameter) for parameter in signature.parameters.values()]
    told = str(signature.replace(parameters=parameters, return_annotation=_plain(signature.return_annotation)))
    return told if len(told) <= _LONGEST_PARAMETERS else f"({', '.join(_parameters(function))})"


def _shown(parameter: inspect.Parameter) -> inspect.Parameter:
    default = parameter.default
    if parameter.name.startswith("_") and default is not inspect.Parameter.empty:
        default = _Text("...")
    return parameter.replace(annotation=_plain(parameter.annotation), default=default)


def _plain(annotation: Any) -> Any:
    return _Text(annotation) if type(annotation) is str else annotation


class _Text(str):
    """A text without its quotes: an annotation (`from __future__ import annotations`)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _described(name: str, parameters: str, described: str | None) -> str:
    return f"it is called as `{name}{with_words(parameters, described)}"[:_LONGEST]


def with_words(parameters: str, described: str | None) -> str:
    """Parameters, and the first line of what a function says of itself."""
    said = (described or "").strip().split("\n")[0]
    return f"{parameters}`: {said}" if said else f"{parameters}`"
