"""Hints are found without the code's help: none of it runs, nothing private of the host shows, and they come in time."""

from __future__ import annotations

import time

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

KEY = """
class Key:
    def __hash__(self): return hash('foo')
    def __eq__(self, other):
        tell('ran')
        return False
"""
"""A key that answers for itself whether it is `foo`."""

OF_THE_CODE = {
    "a dict": (KEY + "d = {Key(): 1}\nd.foo", None),
    "a dict in a list": (KEY + "d = [{Key(): 1}]\nd['foo']", "a list is indexed by whole numbers"),
    "a class called function": (
        """
class function:
    @property
    def __signature__(self):
        tell('ran')
    def __call__(self, a): pass
def decorated(f): return function()
@decorated
def g(): pass
g()
""",
        None,
    ),
}


def failure(code: str, tools: dict | None = None, imports: tuple[str, ...] = ()) -> InterpreterError:
    executor = LocalPythonExecutor(imports)
    executor.send_tools(tools or {})
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    return caught.value


def test_names_of_a_class() -> None:
    """The interpreter compares the key when it looks for the attribute (how often, depends on its caches), the hint does not once more."""
    ran: list[str] = []
    lookup = "type('C', (), {Key(): 1})().foo"
    executor = LocalPythonExecutor([])
    executor.send_tools({"tell": ran.append})
    executor(f"{KEY}try: {lookup}\nexcept AttributeError: pass")
    without_hint, ran[:] = len(ran), []
    with pytest.raises(InterpreterError) as caught:
        executor(lookup)
    assert caught.value.hint is None and 1 <= len(ran) <= without_hint


@pytest.mark.parametrize("name", OF_THE_CODE)
def test_no_code_runs_for_a_hint(name: str) -> None:
    code, hint = OF_THE_CODE[name]
    ran: list[str] = []
    assert failure(code, {"tell": ran.append}).hint == hint
    assert ran == []


HONEST = {
    "d = {'foo': 1}\nd.foo": "this is a dict: write `['foo']`",
    "d = [{'foo': 1}]\nd['foo']": "a list of dicts: `items[0]['foo']`, or `[item['foo'] for item in items]`",
    "class A: apple = 1\nA().aple": "did you mean `apple`?",
    "def area(width, height=2): return width\narea()": "it is called as `area(width, height=...)`",
    "import datetime\ndatetime.now()": "did you mean `datetime.datetime.now`?",
}


@pytest.mark.parametrize("code", HONEST)
def test_honest_neighbours(code: str) -> None:
    assert failure(code).hint == HONEST[code]


def search(query: str, limit: int = 10, _key: str = "secret", *, _more: object = None) -> list[str]:
    """Searches."""
    return [query]


def test_private_parameters_of_tools_keep_their_defaults() -> None:
    hint = failure("search()", {"search": search}).hint
    assert hint == "it is called as `search(query: str, limit: int = 10, _key: str = ..., *, _more: object = ...) -> list[str]`: Searches."


LIKE_EACH_OTHER = "import random\nrandom.seed(1)\ndef word(n): return ''.join(random.choice('ab') for _ in range(n))\n"
LATE = {
    "attributes": LIKE_EACH_OTHER + "class C: pass\nfor i in range(4_900): setattr(C, word(99), 1)\ngetattr(C(), word(99))",
    "keys": LIKE_EACH_OTHER + "d = {word(199): 1 for i in range(4_900)}\nd[word(199)]",
}


@pytest.mark.parametrize("name", LATE)
def test_a_hint_comes_in_time(name: str) -> None:
    began = time.monotonic()
    failure(LATE[name])
    # Comparing all of it takes a minute or two.
    assert time.monotonic() - began < 20


def test_hints_of_a_check_come_in_time() -> None:
    def names(n: int, width: int) -> str:
        return " = ".join("".join("ab"[(i * (j + 7) >> 3) % 2] for j in range(width)) + f"{i:06}" for i in range(n))

    wanted = "\n".join("".join("ab"[(i * (j + 5) >> 2) % 2] for j in range(180)) + f"z{i:06}" for i in range(100))
    began = time.monotonic()
    found = LocalPythonExecutor([]).check(f"{names(4_000, 180)} = 1\n{wanted}")
    assert len(found) == 100
    assert time.monotonic() - began < 20


def test_labels_of_tables() -> None:
    pytest.importorskip("pandas")
    frame = "import pandas as pd\nframe = pd.DataFrame({'apple': [1], 'pear': [2]})\n"
    assert failure(frame + "frame['aple']", imports=("pandas",)).hint == "did you mean 'apple'? the columns are: 'apple', 'pear'"
    assert failure(frame + "frame.aple", imports=("pandas",)).hint == "did you mean `apple`?"
    dated = "import pandas as pd\npd.Series([1], index=pd.date_range('2024-01-01', periods=1))['x']"
    assert failure(dated, imports=("pandas",)).hint is None
