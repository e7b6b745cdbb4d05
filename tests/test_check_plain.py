"""Members that values of Python's own types do not have, told before a run."""

from __future__ import annotations

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

KNOWN = [
    ('"abc".push("d")', "Object abc has no attribute push", "that is `text + other`"),
    ("(1, 2).append(3)", "Object (1, 2) has no attribute append", "that is a new tuple, `t + (item,)`, or a list: tuples do not change"),
    ("5 .isdigit()", "Object 5 has no attribute isdigit", "that is a text's: `str(number).isdigit()`"),
    ("'abc'.length", "'str' object has no attribute 'length'", "that is `len(text)`"),
    ("[].add(1)", "Object [] has no attribute add", "that is `append(item)`"),
    ("name = 'ann'\nname.toUpperCase()", "Object ann has no attribute toUpperCase", "that is `upper()`"),
    ("person = {'age': 3}\nprint(person.age)", "'dict' object has no attribute 'age'", "this is a dict: write `['age']`"),
    ("try:\n    [].add(1)\nfinally:\n    pass", "'list' object has no attribute 'add'", "that is `append(item)`"),
]
CHANGED = [
    ("f'{1}'.trim()", "str", "trim"),
    ("items = []\nitems.append(1)\nitems.push(2)", "list", "push"),
    ("a = b = {}\nb.add(1)", "dict", "add"),
    ("seen: set[int] = {1}\nseen.append(2)", "set", "append"),
    ("[n for n in range(3)].push(3)", "list", "push"),
    ("sorted([2, 1]).push(3)", "list", "push"),
    ("size = len('abc')\nsize.foo()", "int", "foo"),
]


@pytest.mark.parametrize("code, message, hint", KNOWN)
def test_a_value_that_is_known(code: str, message: str, hint: str) -> None:
    (finding,) = LocalPythonExecutor([]).check(code)
    assert (finding.message, finding.hint, finding.certain, finding.kind) == (message, hint, True, "raised")
    with pytest.raises(InterpreterError) as raised:
        LocalPythonExecutor([])(code)
    assert (raised.value.error_message, raised.value.error_type, raised.value.hint) == (message, finding.type, hint)


@pytest.mark.parametrize("code, kind, name", CHANGED)
def test_a_value_that_may_have_changed_is_told_in_the_words_of_python(code: str, kind: str, name: str) -> None:
    (finding,) = LocalPythonExecutor([]).check(code)
    assert (finding.type, finding.message, finding.certain) == ("AttributeError", f"'{kind}' object has no attribute '{name}'", True)
    with pytest.raises(InterpreterError, match=f"has no attribute {name}"):
        LocalPythonExecutor([])(code)


@pytest.mark.parametrize(
    "code",
    [
        "x = []\ndef f():\n    global x\n    x = 'a'\nf()\nx.upper()",
        "x = []\nfor x in 'a': pass\nx.upper()",
        "x = 'a'\nx = x.encode()\nx.decode()",
        "x = []\nx = 'a'\nx.upper()",
        "x = ()\nx += (1,)\nx.count(1)",
        "x = []\nif (x := 'a'): x.upper()",
        "x = []\nwith open(0) as x: pass",
        "x = []\n(lambda x: x.upper())('a')",
        "x = []\n[x.upper() for x in 'ab']",
        "x = []\ndef f(x): return x.upper()\nf('a')",
        "x = []\nclass A:\n    x = 'a'\n    x.upper()",
        "x = []\nmatch 'a':\n    case x: pass\nx.upper()",
        "x = []\ntry: 1 / 0\nexcept ArithmeticError as x: pass",
        "x = 'a'\nif isinstance(x, bytes):\n    x.decode()",
        "x = 'a'\nisinstance(x, bytes) and x.decode()",
        "x = 'a'\ny = x.decode() if hasattr(x, 'decode') else x",
        "print('a'.decode() if hasattr('a', 'decode') else 1)",
        "x = 'a'\ntry:\n    x.decode()\nexcept AttributeError: pass",
        "x = 'a'\ntry:\n    x.decode()\nexcept Exception: pass",
        "from contextlib import suppress\nwith suppress(AttributeError):\n    [].push(1)",
        "def list(given): return 'a'\nx = list(())\nx.upper()",
        "x = str(3)\nx.anything",
        "x = []\nx.__class__",
        "5 .real, 'a'.format(1), (1,).index(1), {}.get(1), {1}.add, [].sort, b''.hex, 1.5.is_integer, True.bit_length",
    ],
)
def test_what_may_work_is_not_told(code: str) -> None:
    executor = LocalPythonExecutor(["contextlib"])
    assert not [finding for finding in executor.check(code) if "attribute" in finding.message]


def test_a_name_of_an_earlier_snippet() -> None:
    executor = LocalPythonExecutor([])
    executor("x = 'a'\ndef change():\n    global x\n    x = 'b'")
    assert not executor.check("if False:\n    x = []\nx.upper()")
    assert executor.check("x = []\nx.upper()").certain


def test_a_call_is_refused_before_it_runs() -> None:
    executor = LocalPythonExecutor([], check_first=True)
    with pytest.raises(InterpreterError, match="'list' object has no attribute 'push'\n.*\n.*\n  hint: that is `append"):
        executor("items = []\nprint('begun')\nitems.push(1)")
    assert "items" not in executor.state
