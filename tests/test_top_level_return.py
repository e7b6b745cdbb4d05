"""`top_level_return`: a `return` outside of functions gives the value of a function with that body, and leaves by the same way."""

import ast
import asyncio
import textwrap
import warnings

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

BODIES = [
    "return 1",
    "return",
    "x = 5",
    "x = 5\nreturn x + 1\nx = 7",
    "return (1,\n  2)  # why",
    "def f():\n    return 1\nreturn f(), 'é', *[2]",
    "é = 1; return é",
    "match 1:\n    case 1:\n        return 5",
    "x = lambda: 1\r\nreturn[1]\r\n",
    "class A:\n    def f(self):\n        return 1\nreturn A().f()",
    "for i in range(10):\n    if i == 3:\n        return i\nreturn -1",
    "for i in range(3):\n    for j in [4, 5]:\n        if i and j == 5:\n            return i, j",
    "i = 0\nwhile True:\n    i += 1\n    if i > 5: return i",
    "for i in []: pass\nelse:\n    return 'else'",
    "a = 2\nreturn 'yes' if a > 1 else 'no'",
    "a = 2\nif a > 5:\n    return 1\nelif a > 1:\n    return 2\nelse:\n    return 3",
    # What the way out runs.
    "try:\n    return log.append(1)\nfinally:\n    log.append(2)",
    "try:\n    return 1\nfinally:\n    return 2",
    "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    return type(e).__name__\nfinally:\n    log.append('finally')",
    "try:\n    return 5\nexcept ValueError:\n    return 3\nelse:\n    log.append(4)",
    "class C:\n    def __enter__(self): return self\n    def __exit__(self, *a): log.append(a)\nwith C(), C():\n    return 5",
    "class C:\n    def __enter__(self): return self\n    def __exit__(self, *a): log.append(a)\nfor i in range(3):\n    with C():\n        try:\n"
    "            if i: return i\n        finally:\n            log.append(i)",
    "x = [1]\ntry:\n    return x\nfinally:\n    x = [2]",
    "x = 1\ntry:\n    return x\nfinally:\n    x = 2",
    "def g():\n    try:\n        yield 1\n    finally:\n        log.append('g')\nfor i in g():\n    return i",
    "y = [i for i in range(3)]\nreturn y",
    "import math\nreturn math.floor(2.5)",
]  # fmt: skip


def of_python(body):
    """What a function with this body gives, and what it logged."""
    log = []
    names = {"log": log}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # 3.14 has one for `return` in `finally`
        exec("def body():\n" + textwrap.indent(body, "    "), names)
    return names["body"](), log


def executor(**options):
    made = LocalPythonExecutor([], top_level_return=True, **options)
    made.send_tools({})
    return made


@pytest.mark.parametrize("body", BODIES)
def test_as_a_function(body):
    made = executor()
    made.send_variables({"log": []})
    result = made(body)
    assert (result.output, made.state["log"]) == of_python(body)
    assert not result.is_final_answer


@pytest.mark.parametrize("body", BODIES)
def test_check_finds_nothing(body):
    made = executor()
    made.send_variables({"log": []})
    assert not made.check(body), body


def test_last_expression():
    assert executor()("x = 5\nx * 2").output == 10


def test_variables_stay():
    made = executor()
    made("x = 1\nfor x in range(5):\n    if x == 3:\n        return 'found'")
    assert made("x").output == 3


def test_in_a_worker():
    made = executor(isolation="process")
    made.send_variables({"log": []})
    made("class C:\n    def __enter__(self): log.append('in')\n    def __exit__(self, *a): log.append('out')")
    assert made("with C():\n    return 5").output == 5
    assert made("log").output == ["in", "out"]
    with pytest.raises(InterpreterError, match="line 2: return r / 0"):
        made("r = 1\nreturn r / 0")
    made.cleanup()


def test_awaited():
    body = """
class C:
    async def __aenter__(self): return self
    async def __aexit__(self, *a): log.append("out")
async def f(x): return x + 1
async with C():
    return await f(4)
"""
    made = executor()
    made.send_variables({"log": []})
    assert asyncio.run(made.arun(body)).output == 5
    assert made.state["log"] == ["out"]
    assert made(body).output == 5


def test_error_shows_the_code():
    with pytest.raises(InterpreterError) as caught:
        executor()("r = 1\nreturn r / 0")
    assert caught.value.statement == "return r / 0"
    assert "line 2: return r / 0" in str(caught.value)


def test_what_follows_is_not_certain():
    found = executor().check("import random\nif random.random() < 2:\n    return 1\nmissing")
    assert [finding.certain for finding in found] == [False]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("return 1\nbreak", "'break' outside loop"),
        ("return 1\nx = (yield)", "'yield' outside function"),
        ("class A:\n    return 1", "'return' outside function"),
        ("return 1\nnonlocal x", "nonlocal declaration not allowed at module level"),
        ("return 1\nx = = 2", "invalid syntax"),
    ],
)
def test_other_errors(code, message):
    for made in (executor(), executor(check_first=True)):
        with pytest.raises(InterpreterError) as caught:
            made(code)
        assert caught.value.kind == "syntax"
        assert caught.value.error_message.startswith(message)


def test_usually_refused():
    made = LocalPythonExecutor([])
    with pytest.raises(InterpreterError, match="'return' outside function"):
        made("return 1")
    with pytest.raises(SyntaxError):
        compile(ast.parse("return 1"), "<code>", "exec")


@pytest.mark.parametrize("wrong", [1, "yes", None])
def test_option(wrong):
    with pytest.raises(TypeError, match="top_level_return must be True or False"):
        LocalPythonExecutor([], top_level_return=wrong)
