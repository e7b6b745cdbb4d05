"""What models are told of arguments that functions of libraries do not have, and of values that do not fit; and nothing that is wrong."""

from __future__ import annotations

import pathlib
import sys

import failures
import pytest
from fastexec import InterpreterError, LocalPythonExecutor


class Deal:
    def __init__(self, price: int) -> None:
        self.price = price


def web_search(query: str) -> list[str]:
    return [query]


TOOLS = {"web_search": web_search, "Deal": Deal}


def failure(code: str, imports: tuple[str, ...] = (), isolation: str | None = None) -> InterpreterError:
    return failures.failure(code, TOOLS, imports, isolation)


NUMBER = "make a number of the text first: `int(...)` or `float(...)`"
WHOLE = "a whole number is wanted: `int(...)`, or `//` in place of `/`"
BYTES = "`data.decode()` makes text of bytes, `text.encode()` bytes of text"
LIST_FIRST = "its values come one after the other: make a list of it first, `list(...)`"
DIGITS = "so many digits are not written or read: `hex(number)` has no such limit, `math.log10(number)` tells how many there are, `number % 10**20` has the last ones"
ESCAPED = "brackets and `* + ? . |` that stand for themselves have a \\ before them: `re.escape(text)`"
ZONE = (
    "one of the times has a time zone: `time.replace(tzinfo=timezone.utc)` gives the other one too, `time.replace(tzinfo=None)` takes it away; "
    "of a column `.dt.tz_localize(...)`"
)
TAGS = "send the code alone, without the tags around it"
HYPHEN = "a name has no `-` in it: write `_`; keys of a dict are texts, `{'a-b': 1}`"
NO_LETTERS = "a number has no letters behind it, and a name does not begin with a digit"
BACKSLASH = "a \\ outside of a text stands at the end of its line alone, without a space behind it"
BRACES = "blocks are indented after a colon, without braces"

MISTAKES = {
    # arguments
    "import re\nre.sub('a', 'b')": "it is called as `re.sub(pattern, repl, string, count=..., flags=...)`",
    "import random\nrandom.randint(5)": "it is called as `random.randint(a, b)`",
    "import textwrap\nw = textwrap.TextWrapper()\nw.fill()": "it is called as `w.fill(text)`: fill(text : string) -> string",
    "from textwrap import TextWrapper\nw = TextWrapper()\nw.fill()": "it is called as `w.fill(text)`",
    "import re\nre.findall(pattern='a', text='b')": "it is called as `re.findall(pattern, string, flags=...)`",
    "from re import findall as find\nfind(pattern='a', text='b')": "it is called as `find(pattern, string, flags=...)`",
    # (From 3.13 on Python says so itself.)
    "sorted([1], reversed=True)": None if sys.version_info >= (3, 13) else "did you mean `reverse`?",
    "enumerate([1], begin=1)": "it is called as `enumerate(iterable, start=...)`",
    "import json\njson.dumps({}, indents=2)": "did you mean `indent`?",
    "import json\ndef f(x):\n    return json.dumps(x, indents=2)\nf(1)": "did you mean `indent`?",
    "import json\nclass J:\n    def dumps(self, x): pass\ndef f(json): return json.dumps({}, indents=2)\nf(J())": "it is called as `dumps(x)`",
    "import json\ndef f(o, x): pass\njson.dumps(object(), default=f)": None,
    "import json\nclass E(json.JSONEncoder):\n    def default(self, o): return json.dumps(o, indnt=1)\nE().encode(object())": "did you mean `indent`?",
    "from datetime import timedelta\ntimedelta(months=1)": (
        "a timedelta has no months and years, which differ in length: take days or weeks, or `date.replace(month=...)`"
    ),
    "Deal()": "it is called as `Deal(price)`",
    # names
    "search_web('a')": "did you mean `web_search`?",
    "import jsn": "did you mean `json`?",
    "import css": None,
    "import html": None,  # it is another module, which is there
    # values
    "'a' * '3'": NUMBER,
    "'10' / 2": NUMBER,
    "round('3.14', 1)": NUMBER,
    "2 ** 'a'": NUMBER,
    "1 | 'a'": None,
    "f\"{'abc':.2f}\"": NUMBER,
    "f\"{'1000':,}\"": NUMBER,
    "1 + 'a'": "turn the number into text with `str(...)` or an f-string, or the text into a number with `int(...)` or `float(...)`",
    "sum(['1', '2'])": "`sum` adds numbers: of texts make them first, `sum(float(item) for item in items)`; `''.join(items)` joins texts",
    "sum([[1], [2]])": "`sum` adds numbers: lists are joined by `[item for part in parts for item in part]`",
    "min([])": "there is nothing in it: `min(items, default=...)`",
    "max([])": "there is nothing in it: `max(items, default=...)`",
    "[1, 2][3 / 2]": WHOLE,
    "[1][3]": "a list with 1 item: the last one is [0]",
    "{1} + {2}": "both together are `first | second`",
    "range(3) + [4]": LIST_FIRST,
    "next([1])": "`next(iter(items))` gives the first of them",
    "'a' + b'b'": BYTES,
    "b'a' + 'b'": BYTES,
    "b'a'.split(',')": BYTES,
    "str(2 ** 100_000)": DIGITS,
    "int('9' * 5000)": DIGITS,
    "import re\nre.compile('(a')": ESCAPED,
    "import re\nre.compile('*.csv')": ESCAPED,
    "from datetime import datetime, date\ndatetime(2024, 1, 1) > date(2024, 1, 1)": "make both the same: `.date()` of the datetime",
    "from datetime import datetime, timezone\ndatetime.now(timezone.utc) - datetime(2024, 1, 1)": ZONE,
    "from datetime import datetime\ndatetime.fromisoformat('Jan 5')": "the text has another form than 2024-05-31: `datetime.strptime(text, format)` reads it by a format",
    "import json\njson.loads('{}{}')": "there is more behind the first value: where each line is one, `[json.loads(line) for line in text.splitlines()]`",
    "import json\njson.loads('```json\\n{}\\n```')": "the text has ``` around the JSON: take the lines with them away first",
    # source
    "s = '''a\nx = 1": "the text begins with three quotes, and needs the same three at its end",
    "raise ValueError, 'a'": "the text of an error is its argument: `raise ValueError(text)`",
    "if 1 <> 2:\n    pass": "unequal is `!=`",
    "List<String> names = new ArrayList<>()": "objects are made by calling their class, without `new`",
    "x = 10L": NO_LETTERS,
    "1st = 5": NO_LETTERS,
    "x = 5 // a comment here": "comments begin with `#`",
    "SELECT * FROM t": "SQL is a text for a database: put quotes around it",
    "my-var = 5": HYPHEN,
    "dict(my-key=5)": HYPHEN,
    "d = {'a' = 1}": "in a dict a colon stands between key and value: `{'key': value}`",
    "p = 'C:\\Users\\x'": "a \\ in a text is written twice, or the text begins with r: r'C:\\Users'",
    "x = 1 + \\ \n2": BACKSLASH,
    "if (x > 1) {\n    y = 1\n}": BRACES,
    "if (x) {\n    f()\n    g()\n}": BRACES,
    "s = '''\nif (a) {\n'''\nx = = 1": None,
    "x = 1<end_code>": TAGS,
    "x = 1<|im_end|>": TAGS,
    "import json as js, csv as": None,
    # an error of the code's own that names an attribute, but of no object
    "class A:\n    def __getattr__(self, name): raise AttributeError('nope', name=name)\nA().foo": None,
}


@pytest.mark.parametrize("code", MISTAKES)
def test_mistakes(code: str) -> None:
    assert failure(code, ("json", "csv", "xml", "string", "textwrap")).hint == MISTAKES[code]


@pytest.mark.parametrize("code", ["Deal()", "import json\njson.dumps({}, indents=2)", "sorted([1], reversed=True)", "search_web('a')"])
def test_in_a_worker(code: str) -> None:
    assert failure(code, ("json",), "process").hint == MISTAKES[code]


OF_TABLES = {
    "left.merge(right, on='id')": "`right` has no such column: did you mean 'ID'? the columns are: 'ID'",
    "pd.merge(left, right, on='id')": "`right` has no such column: did you mean 'ID'? the columns are: 'ID'",
    "left.merge(right, on='key')": "the columns are: 'id', 'x'",
    "left.merge(right, left_on='id', right_on='key')": None,
    "left[left['id'] > 0 & left['x'] == 'a']": "`&` and `|` bind closer than comparisons: put each of these in brackets, `(a > 1) & (b == 2)`",
    "pd.DataFrame([[1]], column=['a'])": "did you mean `columns`?",
    "pd.to_datetime('2024', forms='%Y')": "did you mean `format`?",
    "left.to_csv(seperator=';')": "did you mean `sep`?",
    "np.linspace(0, 1, number=5)": "did you mean `num`?",
    "np.array([left, None], dtype=object).merge(right)": "this is an array of the shape (2,): its items have that, `array[0].merge`",
    "pd.Series(pd.to_datetime(['2024-01-01'])).dt.tz_localize('UTC') > pd.Timestamp('2024-01-01')": ZONE,
    "left.drop(column='x')": "did you mean `columns`?",
    "left.sort_values('x', descending=True)": "did you mean `ascending`?",
    "left.unique()": "that is of one column: `frame['column'].unique`",
    "left.apply(lambda row: row.id & row.x, axis=1)": None,
    "import pands": "did you mean `pandas`?",
}


@pytest.mark.parametrize("code", OF_TABLES)
def test_mistakes_with_tables(code: str) -> None:
    pytest.importorskip("pandas")
    frames = "import numpy as np, pandas as pd\nleft = pd.DataFrame({'id': [1], 'x': ['a']})\nright = pd.DataFrame({'ID': [1]})\n"
    assert failure(frames + code, ("pandas.*", "numpy")).hint == OF_TABLES[code]


OF_PICTURES = {
    "axes.set_title('a')": "this is an array of the shape (2, 2): its items have that, `array[0, 0].set_title`",
    "axes[0, 0].xlabel('a')": "did you mean `set_xlabel`?",
    "ax = axes[0, 0]\nax.title('a')": "`title` is a value, not a method: `ax.set_title(...)` sets it",
    "plt.title = 'a'": "this is a function: call it, `plt.title(...)`",
    "plt.figure(size=(3, 3))": "did you mean `figsize`?",
    "plt.subplots(rows=2)": "did you mean `nrows`?",
    "plt.plot([1], [1], colour='red')": "did you mean `color`?",
}


@pytest.mark.parametrize("code", OF_PICTURES)
def test_mistakes_with_pictures(code: str) -> None:
    pytest.importorskip("matplotlib")
    assert failure("import matplotlib.pyplot as plt\nfigure, axes = plt.subplots(2, 2)\n" + code, ("matplotlib.*",)).hint == OF_PICTURES[code]


def test_an_agent_says_of_itself_what_it_was_given_for_that() -> None:
    smolagents = pytest.importorskip("smolagents")
    helper = smolagents.CodeAgent(tools=[], model=smolagents.Model(), name="helper", description="Reads tables.")
    executor = LocalPythonExecutor([])
    executor.send_tools({"helper": helper})
    with pytest.raises(InterpreterError) as caught:
        executor("helper(request='x')")
    assert caught.value.hint == "it is called as `helper(task: str, **kwargs)`: Reads tables."


def test_the_network_is_the_hosts() -> None:
    error = failure("import urllib.robotparser as r\np = r.RobotFileParser('http://127.0.0.1:9/robots.txt')\np.read()", ("urllib.robotparser",))
    assert (error.kind, error.host_hint) == ("refused", "the network is not open to the code: a tool can fetch it")


OF_FILES = {
    "open({0!r}).read()": "a worker has the files that are granted alone: allow_read=[{0!r}], or allow_write=[{0!r}] where it is written",
    "import os\nos.mkdir({1!r})": "a worker has the files that are granted alone: allow_read=[{1!r}], or allow_write=[{1!r}] where it is written",
    "open({2!r}, 'w')": "allow_write=[{2!r}] allows it",
    "read({0!r})": None,
    "raise PermissionError(13, 'no', {0!r})": None,
}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
@pytest.mark.filterwarnings("ignore:Authorizing:RuntimeWarning")
@pytest.mark.parametrize("code", OF_FILES)
def test_files_that_the_kernel_does_not_open(code: str, tmp_path: pathlib.Path) -> None:
    """`os` has the process's files; a worker's process has those that were granted."""

    def read(path: str) -> str:
        raise PermissionError(13, "Permission denied", path)

    (tmp_path / "granted").mkdir()
    paths = [str(tmp_path / name) for name in ("a.txt", "b.txt", "granted/c.txt")]
    (tmp_path / "a.txt").write_text("a", encoding="utf-8")
    executor = LocalPythonExecutor(["os"], isolation="process", allow_read=[tmp_path / "granted"])
    executor.send_tools({"read": read})
    with pytest.raises(InterpreterError) as caught:
        executor(code.format(*paths))
    expected = OF_FILES[code]
    assert caught.value.host_hint == (None if expected is None else expected.format(*paths))
