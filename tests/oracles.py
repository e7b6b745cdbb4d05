"""The two oracles: a program runs on fastexec and on CPython, and what can be seen of it is compared.

A program is a list of steps that share one session. What can be seen of a step: the value of a last
expression (as `repr`), the printed text, and the error that left it. Errors are compared by type and
message; where the contract fixes another text for an error of CPython, that text counts as the same.
"""

from __future__ import annotations

import ast
import asyncio
import builtins
import inspect
import io
import random
import re
import sys
import types

import fastexec

ADDRESS = re.compile(r"0x[0-9a-fA-F]{5,}")
EXECUTION = re.compile(r"Code execution failed at line '(.*?)' due to: (\w+): ?(.*)", re.S)
PARSING = re.compile(r"Code parsing failed on line (\w+) due to: (\w+): ?(.*)", re.S)
SYNTAX = ("SyntaxError", "IndentationError", "TabError")  # their text also tells the place
LONGEST = 40_000
SEED = 7


def normal(text: str) -> str:
    """Text without what differs between two runs."""
    return ADDRESS.sub("0xADDRESS", text)[:LONGEST]


def ends_in_expression(source: str) -> bool:
    """Whether the value of the last statement is an expression's (then both oracles have one)."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return False
    return bool(body) and isinstance(body[-1], ast.Expr)


# ------------------------------------------------------------------------------------------ CPython
def run_on_cpython(steps: list[str], top_level_await: bool = True) -> list[dict]:
    """Outcome of each step in a module namespace of its own, by `exec`; one that awaits runs in an event loop."""
    module = types.ModuleType("__main__")
    module.__dict__.update(__builtins__=builtins)
    if sys.version_info < (3, 11):
        # CPython 3.10 forgets to make it when a module's annotations stand in `match` statements only.
        module.__dict__["__annotations__"] = {}
    outcomes = []
    replaced, sys.modules["__main__"] = sys.modules["__main__"], module
    random.seed(SEED)
    try:
        for source in steps:
            outcomes.append(run_step_on_cpython(source, module.__dict__, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if top_level_await else 0))
    finally:
        sys.modules["__main__"] = replaced
    return outcomes


def run_code(code: types.CodeType, namespace: dict) -> object:
    """The value of the code; one that awaits at its top level runs in an event loop."""
    value = eval(code, namespace)
    return asyncio.run(value) if code.co_flags & inspect.CO_COROUTINE else value


def run_step_on_cpython(source: str, namespace: dict, flags: int) -> dict:
    """Outcome of one step."""
    printed, standard = io.StringIO(), sys.stdout
    sys.stdout = printed
    outcome: dict = {"ok": True}
    try:
        tree = ast.parse(source, "<snippet>")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        code = compile(tree, "<snippet>", "exec", flags=flags, dont_inherit=True)
        run_code(code, namespace)
        if last is not None:
            flags |= code.co_flags & 0x1000000  # future annotations
            value = run_code(compile(ast.Expression(last.value), "<snippet>", "eval", flags=flags, dont_inherit=True), namespace)
            outcome["value"] = normal(repr(value))
    except BaseException as error:  # noqa: BLE001 - the outcome, whatever it is
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        outcome = {"ok": False, "type": type(error).__name__, "message": normal(message or "")}
    finally:
        sys.stdout = standard
    return outcome | {"printed": normal(printed.getvalue())}


# ------------------------------------------------------------------------------------------ fastexec
def run_on_fastexec(steps: list[str], imports: list[str], **options) -> list[dict]:
    """Outcome of each step of one executor."""
    return run_on_executor(fastexec.LocalPythonExecutor(imports, **options), steps)


def run_on_executor(executor, steps: list[str]) -> list[dict]:
    """Outcome of each step of an executor that is ready (smolagents' own is one, too)."""
    executor.send_tools({})
    random.seed(SEED)
    outcomes = []
    for source in steps:
        try:
            result = executor(source)
        except BaseException as error:  # noqa: BLE001 - the outcome, whatever it is
            outcomes.append(split_error(error) | {"printed": normal(str(executor.state.get("_print_outputs", "")))})
            continue
        outcome = {"ok": True, "printed": normal(result.logs)}
        if ends_in_expression(source):
            outcome["value"] = normal(repr(result.output))
        outcomes.append(outcome)
        del result  # a host that keeps a value keeps its array from being resized
    return outcomes


def split_error(error: BaseException) -> dict:
    """Type and message inside the contract's wrapper text; `outer` is what the host catches."""
    text = str(error)
    inner = EXECUTION.match(text) or PARSING.match(text)
    kind, message = (inner[2], inner[3]) if inner else (type(error).__name__, text)
    return {"ok": False, "outer": type(error).__name__, "type": kind, "message": normal(message), "text": normal(text)}


# ------------------------------------------------------------------------------------------ comparing
def difference(expected: dict, got: dict) -> str | None:
    """What differs between CPython's outcome of a step and fastexec's; None when nothing does."""
    if expected["ok"] and not got["ok"]:
        return f"fails: {got['text']}\n(printed before: {got['printed'][-500:]!r})"
    if expected["printed"] != got["printed"]:
        return "printed text:\n" + first_difference(expected["printed"], got["printed"])
    if expected["ok"]:
        if "value" in expected and "value" in got and expected["value"] != got["value"]:
            return f"value: {expected['value']} expected, got {got['value']}"
        return None
    if got["ok"]:
        return f"no error: {expected['type']}: {expected['message']} expected"
    if not same_error(expected["type"], expected["message"], got):
        return f"error: {expected['type']}: {expected['message']} expected, got {got['type']}: {got['message']}"
    return None


def first_difference(expected: str, got: str) -> str:
    """The first lines that differ."""
    ours, theirs = got.splitlines(), expected.splitlines()
    for number in range(max(len(ours), len(theirs))):
        line, other = (lines[number] if number < len(lines) else "<nothing>" for lines in (theirs, ours))
        if line != other:
            return f"  line {number + 1}\n  expected {line}\n  got      {other}"
    return f"  expected {expected[-200:]!r}\n  got      {got[-200:]!r}"


def same_error(kind: str, message: str, got: dict) -> bool:
    """Whether fastexec's error is CPython's `kind: message`, or the contract's text for it.

    What fastexec adds (lines, caret, hints) follows after a line break.
    """
    text = f"{got['type']}: {got['message']}"
    if starts_with_whole(text, f"{kind}: {message}") or (kind == got["type"] and kind in SYNTAX and message in text):
        return True
    return any(re.match(form, text, re.S) for form in contract_forms(kind, message))


def starts_with_whole(text: str, beginning: str) -> bool:
    """Whether `text` is `beginning`, up to what follows on lines of its own."""
    return text.rstrip() == beginning.rstrip() or text.startswith((beginning + "\n", beginning.rstrip() + "\n"))


def contract_forms(kind: str, message: str) -> list[str]:
    """Patterns of the texts that the contract has instead of `kind: message` of CPython."""
    forms = []
    if kind == "NameError" and (name := re.match(r"name '(\w+)' is not defined", message)):
        forms += [
            rf"InterpreterError: The variable `{name[1]}` is not defined\.",
            rf"InterpreterError: Forbidden function evaluation: '{name[1]}' is not among the explicitly allowed tools",
            rf"InterpreterError: Cannot delete name '{name[1]}': name is not defined",
        ]
    if kind in ("KeyError", "IndexError", "TypeError"):
        forms.append(rf"InterpreterError: Could not index .* with '.*': {kind}: {re.escape(message)}")
        forms.append(rf"InterpreterError: Cannot delete index/key: {re.escape(message)}")
    if kind == "AttributeError" and (name := re.search(r"has no attribute '(\w+)'", message)):
        forms.append(rf"InterpreterError: Object .* has no attribute {name[1]}\b")
    if kind == "AssertionError" and not message:
        forms.append(r"AssertionError: Assertion failed: \S")
    return forms


def compare(steps: list[str], expected: list[dict], got: list[dict]) -> str | None:
    """The first difference of a program, with its step."""
    for number, (theirs, ours) in enumerate(zip(expected, got, strict=True), 1):
        found = difference(theirs, ours)
        if found:
            return (f"step {number} of {len(steps)}: " if len(steps) > 1 else "") + found
    return None
