"""Every construct of the language that reads, writes or deletes an attribute, or binds a name, is guarded.

The constructs are read off the grammar of the running Python's `ast` module: one that is not in the tables
below fails the first test.
"""

from __future__ import annotations

import ast
import math
import re
import sys

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

SECRET = "record._secret.word"

# Where an expression may stand: code by the node and field that holds it; `$` is the private read.
READS = {
    "Expr.value": "$",
    "Module.body": "$",
    "FunctionDef.decorator_list": "@(lambda f, a=$: a)\ndef f(): pass\nf",
    "FunctionDef.returns": "def f() -> $: pass\nf.__annotations__",
    "FunctionDef.args": "def f(a=$): return a\nf()",
    "arguments.kw_defaults": "def f(*, a=$): return a\nf()",
    "arg.annotation": "def f(a: $): pass\nf.__annotations__",
    "Lambda.args": "(lambda a=$: a)()",
    "Lambda.body": "(lambda: $)()",
    "ClassDef.bases": "class A($): pass",
    "ClassDef.keywords": "class B:\n    def __init_subclass__(cls, k): cls.k = k\nclass A(B, k=$): pass\nA.k",
    "ClassDef.decorator_list": "@(lambda c, a=$: a)\nclass A: pass\nA",
    "ClassDef.body": "class A:\n    x = $\nA.x",
    "Return.value": "def f(): return $\nf()",
    "Assign.value": "x = $\nx",
    "AugAssign.value": "x = ''\nx += $\nx",
    "AugAssign.target": "class R:\n    def __radd__(self, o): got.append(o); return o\ngot = []\nrecord._secret += R()\ngot",
    "AnnAssign.value": "x: int = $\nx",
    # From 3.14 on nobody can ask for the annotations of a snippet.
    "AnnAssign.annotation": "x: $ = 1\n__annotations__" if sys.version_info < (3, 14) else "class A:\n    x: $ = 1\nA.__annotations__",
    "For.iter": "for x in [$]: pass\nx",
    "For.body": "for _ in [0]:\n    x = $\nx",
    "While.test": "while (x := $):\n    break\nx",
    "If.test": "if (x := $): pass\nx",
    "With.items": "class C:\n    def __init__(self, v): self.v = v\n    def __enter__(self): return self.v\n    def __exit__(self, *a): pass\nwith C($) as x: pass\nx",
    "withitem.context_expr": "with record._secret as x: pass\nx",
    "Match.subject": "match $:\n    case x: pass\nx",
    "MatchValue.value": "match record:\n    case record._secret.word: pass",
    "MatchClass.kwd_attrs": "match record:\n    case object(_secret=object(word=x)): pass\nx",
    "MatchClass.cls": "match 1:\n    case record._secret(): pass",
    "MatchMapping.keys": "match {1: 2}:\n    case {record._secret.word: x}: pass",
    "match_case.guard": "match 1:\n    case _ if (x := $): pass\nx",
    "Raise.exc": "raise ValueError($)",
    "Raise.cause": "raise ValueError from $",
    "Try.body": "try:\n    x = $\nexcept ZeroDivisionError: pass\nx",
    "ExceptHandler.type": "try:\n    1 / 0\nexcept $: pass",
    "Assert.test": "assert not $",
    "Assert.msg": "assert False, $",
    "Delete.targets": "x = {}\ndel x[$]",
    "BoolOp.values": "0 or $",
    "NamedExpr.value": "(x := $)",
    "BinOp.left": "$ + ''",
    "BinOp.right": "'' + $",
    "UnaryOp.operand": "not $",
    "IfExp.test": "1 if $ else 2",
    "IfExp.body": "$ if 1 else 2",
    "IfExp.orelse": "1 if 0 else $",
    "Dict.keys": "{$: 1}",
    "Dict.values": "{1: $}",
    "Set.elts": "{$}",
    "List.elts": "[$]",
    "Tuple.elts": "($, 1)",
    "ListComp.elt": "[$ for _ in [0]]",
    "SetComp.elt": "{$ for _ in [0]}",
    "DictComp.key": "{$: 1 for _ in [0]}",
    "DictComp.value": "{1: $ for _ in [0]}",
    "GeneratorExp.elt": "list($ for _ in [0])",
    "comprehension.iter": "[x for x in [$]]",
    "comprehension.ifs": "[1 for _ in [0] if $]",
    "Await.value": "import asyncio\nasync def f(): return await record._secret\nasyncio.run(f())",
    "AsyncFor.iter": "import asyncio\nasync def f():\n    async for x in record._secret: pass\nasyncio.run(f())",
    "AsyncWith.items": "import asyncio\nasync def f():\n    async with record._secret: pass\nasyncio.run(f())",
    "AsyncFunctionDef.body": "import asyncio\nasync def f(): return $\nasyncio.run(f())",
    "Yield.value": "def f(): yield $\nlist(f())",
    "YieldFrom.value": "def f(): yield from [$]\nlist(f())",
    "Compare.left": "$ < ''",
    "Compare.comparators": "'' < $",
    "Call.func": "record._secret.word.upper()",
    "Call.args": "str($)",
    "Call.keywords": "dict(a=$)",
    "FormattedValue.value": "f'{$}'",
    "JoinedStr.values": "f'{$!r:>40}'",
    "FormattedValue.format_spec": "f'{1:{$}}'",
    "Attribute.value": "$.upper",
    "Subscript.value": "$[0]",
    "Subscript.slice": "[0][$]",
    "Slice.lower": "'abc'[$:]",
    "Slice.upper": "'abc'[:$]",
    "Slice.step": "'abc'[::$]",
    "Starred.value": "[*$]",
    "keyword.value": "dict(**{'a': $})",
    "TryStar.body": "try:\n    x = $\nexcept* ZeroDivisionError: pass\nx",
    "TypeAlias.value": "type X = $\nX.__value__",
    "TypeVar.bound": "def f[T: $](): pass\nf.__type_params__[0].__bound__",
    "ParamSpec.default_value": "def f[**P = $](): pass\nf.__type_params__[0].__default__",
    "TypeVarTuple.default_value": "def f[*T = $](): pass\nf.__type_params__[0].__default__",
    "TypeVar.default_value": "def f[T = $](): pass\nf.__type_params__[0].__default__",
}
# Statements that store to or delete `$`: an attribute, an item.
WRITES = {
    "Assign.targets": "$ = 1",
    "Assign.targets 2": "x = $ = 1",
    "Tuple.elts": "$, x = 1, 2",
    "List.elts": "[x, $] = 1, 2",
    "Starred.value": "*$, x = 1, 2",
    "AugAssign.target": "$ += 1",
    "AnnAssign.target": "$: int = 1",
    "Delete.targets": "del $",
    "Delete.targets 2": "x = 1\ndel x, $",
    "For.target": "for $ in [1]: pass",
    "comprehension.target": "[0 for $ in [1]]",
    "withitem.optional_vars": "class C:\n    def __enter__(self): return 1\n    def __exit__(self, *a): pass\nwith C() as $: pass",
    "AsyncFor.target": "import asyncio\nasync def g(): yield 1\nasync def f():\n    async for $ in g(): pass\nasyncio.run(f())",
    "AsyncWith.items": "import asyncio\nclass C:\n    async def __aenter__(self): return 1\n    async def __aexit__(self, *a): pass\nasync def f():\n    async with C() as $: pass\nasyncio.run(f())",
}
TARGETS = ["record._secret", "record.__class__", "math.pi", "math.__name__", "tool.name", "tool.__doc__", "len.x", "int.x", "type(record).plain"]
# Statements that bind the name `tool`.
BINDINGS = {
    "Name Store": "tool = 1",
    "Name Del": "del tool",
    "FunctionDef.name": "def tool(): pass",
    "AsyncFunctionDef.name": "async def tool(): pass",
    "ClassDef.name": "class tool: pass",
    "alias.asname": "import math as tool",
    "alias.asname 2": "from math import pi as tool",
    "ExceptHandler.name": "try:\n    1 / 0\nexcept ZeroDivisionError as tool: pass",
    "ExceptHandler.name 2": "try:\n    raise ExceptionGroup('', [ValueError()])\nexcept* ValueError as tool: pass",
    "Global.names": "def f():\n    global tool\n    tool = 1\nf()",
    "Global.names 2": "class A:\n    global tool\n    tool = 1",
    "Nonlocal.names": "def f():\n    tool = 1\n    def g():\n        nonlocal tool\n        tool = 2\n    g()\nf()",
    "NamedExpr.target": "(tool := 1)",
    "NamedExpr.target 2": "[tool := 1 for _ in [0]]",
    "MatchAs.name": "match 1:\n    case tool: pass",
    "MatchAs.name 2": "match 1:\n    case int() as tool: pass",
    "MatchStar.name": "match [1]:\n    case [*tool]: pass",
    "MatchMapping.rest": "match {}:\n    case {**tool}: pass",
    "arg.arg": "(lambda tool: tool)(1)",
    "keyword.arg": "dict(tool=1)",
    "TypeAlias.name": "type tool = int",
    "TypeVar.name": "def f[tool](): return tool\nf()",
    "ParamSpec.name": "def f[**tool](): return tool\nf()",
    "TypeVarTuple.name": "def f[*tool](): return tool\nf()",
    **{f"{name} by target": code.replace("$", "tool") for name, code in WRITES.items()},
}
# Identifiers of the grammar that are neither names nor attributes being bound.
NO_BINDING = {"Attribute.attr", "alias.name", "ImportFrom.module", "Name.id", "MatchClass.kwd_attrs"}


class Secret:
    word = "the-secret"


class Record:
    """What a tool gives."""

    def __init__(self) -> None:
        self.plain = 1
        self._secret = Secret()


def executor() -> LocalPythonExecutor:
    made = LocalPythonExecutor(["asyncio", "math"])
    made.send_tools({"tool": lambda: "the tool", "final_answer": lambda x: x})
    made.send_variables({"record": Record()})
    made("import math")
    return made


def parses(code: str) -> bool:
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True


# What the grammar of this Python has.
READABLE = [where for where in READS if parses(READS[where].replace("$", SECRET))]
BINDABLE = [where for where in BINDINGS if parses(BINDINGS[where])]


def identifiers() -> set[str]:
    found = set()
    for name, node in vars(ast).items():
        if isinstance(node, type) and issubclass(node, ast.AST) and (node.__doc__ or "").startswith(f"{name}("):
            fields = re.findall(r"(identifier)[?*]* (\w+)", node.__doc__ or "")
            found |= {f"{name}.{field}" for _, field in fields}
    return found


def test_the_tables_are_complete() -> None:
    known = {name.split(" ")[0] for name in BINDINGS} | NO_BINDING
    assert identifiers() - known == set()
    deprecated = {"Num", "Str", "Bytes", "NameConstant", "Ellipsis", "Constant", "Name", "Index", "ExtSlice"}
    expressions = {
        f"{name}.{field}"
        for name, node in vars(ast).items()
        if isinstance(node, type) and issubclass(node, (ast.expr, ast.stmt)) and name not in deprecated and (node.__doc__ or "").startswith(f"{name}(")
        for kind, field in re.findall(r"(expr)[?*]* (\w+)", node.__doc__ or "")
    }
    covered = {name.split(" ")[0] for name in [*READS, *WRITES]}
    # The same position in a related node.
    alike = {"AsyncFunctionDef.decorator_list", "AsyncFunctionDef.returns", "AsyncFor.target", "NamedExpr.target", "Interpolation.value", "Interpolation.format_spec", "TemplateStr.values", "TypeAlias.name"}
    assert expressions - covered - alike == set()


@pytest.mark.parametrize("where", READABLE)
def test_a_private_attribute_is_not_read(where: str) -> None:
    code = READS[where].replace("$", SECRET)
    run = executor()
    try:
        shown = str(run(code).output) + run.state["_print_outputs"].value
    except InterpreterError as error:
        shown = str(error)
        assert "Forbidden" in shown
    else:
        # Annotations of local names and type parameters that nobody asks for are not evaluated.
        assert where in ("AnnAssign.annotation",), shown
    assert Secret.word not in shown


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("where", WRITES)
def test_what_is_not_the_codes_is_not_written(where: str, target: str) -> None:
    run = executor()
    record = run.state["record"]
    with pytest.raises(InterpreterError):
        run(WRITES[where].replace("$", target))
    assert isinstance(record._secret, Secret) and record.plain == 1 and type(record) is Record
    assert not hasattr(Record, "plain")
    assert math.pi > 3.1 and math.__name__ == "math"
    assert run("tool()").output == "the tool"


@pytest.mark.parametrize("where", BINDABLE)
def test_a_tool_keeps_its_name(where: str) -> None:
    code = BINDINGS[where]
    run = executor()
    try:
        run(code)
    except InterpreterError:
        pass
    assert run("tool()").output == "the tool"


@pytest.mark.parametrize("where", READABLE)
def test_the_same_read_of_a_public_attribute_works(where: str) -> None:
    """The refusals above are about the name, not the construct."""
    code = READS[where].replace("$", "str(record.plain)").replace("record._secret.word", "record.plain").replace("record._secret", "record.plain")
    code = code.replace("_secret=object(word=x)", "plain=x")
    try:
        executor()(code)
    except InterpreterError as error:
        assert "Forbidden" not in str(error)

