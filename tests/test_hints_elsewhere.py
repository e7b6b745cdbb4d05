"""What models are told where a name has moved, has another name here, or is of another kind of value; and nothing that is wrong."""

from __future__ import annotations

import sys

import pytest
from fastexec import InterpreterError, LocalPythonExecutor


def web_search(query: str) -> list[dict[str, str]]:
    return [{"title": "T", "url": "u"}]


def get_weather(city: str) -> dict[str, object]:
    return {"city": city, "temp": 20.5}


def final_answer(answer: object) -> object:
    return answer


TOOLS = {tool.__name__: tool for tool in (web_search, get_weather, final_answer)}
TEXTS = "the array holds texts: `np.array(items, dtype=float)` or `array.astype(float)` makes numbers of them"
NO_NAMES = "its arguments have no names: write their values alone, `pop(...)`"
UNNAMED = "" if sys.version_info >= (3, 13) else ", without names of arguments"
"""(From 3.13 on names are allowed for some.)"""
RANGE = "the number is outside of what the function takes: square roots want none below 0, logarithms more than 0"
AS_TEXT = "that is nothing: this is text already"
SEVERAL = "values for one argument go into a list or a tuple: `np.sum([1, 2, 3])`, `np.zeros((rows, columns))`"
PAIR = "a result with a name of its own is a pair: `agg(total=('column', 'sum'))`; without, `agg({'column': 'sum'})`"
NUMBERS = "this is for numbers: take one item, or all of them, `[... for item in items]`"
TOOLS_ARE = "there is no such function; the tools are: "

HINTS = {
    # names that have moved, or never were
    "import statistics\nstatistics.average([1])": "did you mean `mean`?",
    "import math\nmath.mean([1])": "it is in another module: `from statistics import mean`",
    "import math\nmath.round(2.5)": "that is Python's own: `round(...)`",
    "from itertools import zip": "that is Python's own: `zip(...)`",
    "import itertools\nitertools.izip([1], [2])": "write `zip`",
    "import string\nstring.join(['a'], '')": "write `separator.join(items)`",
    "import heapq\nheapq.push([], 1)": "did you mean `heappush`?",
    "import pandas as pd\npd.np.array([1])": "that is a module of its own: `import numpy as np`",
    "import pandas as pd\npd.rolling_mean([1], 2)": "write `column.rolling(window).mean()`",
    "import pandas as pd\npd.io.json.json_normalize([])": "it is in another module: `from pandas import json_normalize`",
    "import numpy as np\nnp.asscalar(np.array(3))": "numpy has no such alias any more: write `array.item()`",
    "import numpy as np\nnp.matrix_multiply([1], [2])": "did you mean `matmul`?",
    "from sklearn.cross_validation import train_test_split": "the module is `sklearn.model_selection` now",
    "import sklearn.grid_search": "the module is `sklearn.model_selection` now",
    "import sklearn.model_selektion": "did you mean `sklearn.model_selection`?",
    "import sklearn.tre": "did you mean `sklearn.tree`?",
    "from sklearn.preprocessing import Imputer": "write `from sklearn.impute import SimpleImputer`",
    "from sklearn.metrics import train_test_split": "it is in another module: `from sklearn.model_selection import train_test_split`",
    "from sklearn.ensemble import RandomForest": "did you mean one of `RandomForestClassifier`, `RandomForestRegressor`?",
    "train_test_split([1])": "import it first: `from sklearn.model_selection import train_test_split`",
    "from urllib.parse import quote_url": "did you mean `quote`?",
    "import urllib\nurllib.parse.quote('a')": "a part of it is allowed: `import urllib.parse`",
    # arguments of Python's own methods
    "'a,b'.split(separator=',')": "it is called as `split(sep=..., maxsplit=...)`",
    "text = 'a b'\ntext.split(delimiter=' ')": "it is called as `split(sep=..., maxsplit=...)`",
    "web_search('a')[0]['url'].lower(x=1)": "it is called as `lower()`, without names of arguments",
    "'abc'.replace(old='a', new='b')": "it is called as `replace(old, new, count=...)`" + UNNAMED,
    "d = {}\nd.get('b', default=0)": "it is called as `get(key, default=...)`, without names of arguments",
    "d = {}\nd.pop('b', default=0)": NO_NAMES,
    "','.join(['a'], 'b')": "it is called as `join(iterable)`",
    "[3, 1].sort(cmp=len)": "it is called as `sort(*, key=..., reverse=...)`",
    # what is of another kind of value
    "import re\nre.search('a', 'cat').text": "that is `group()`, or `group(1)` of the first brackets",
    "[1, 2].average()": "this is a list: `statistics.mean(items)`",
    "[1, 2].len()": "that is `len(items)`",
    "import numpy\n[1, 2].std()": "arrays of numpy have that: `np.array(items).std`",
    "(5).upper()": "that is a text's: `str(number).upper(...)`",
    "import time\ntime.time().strftime('%Y')": "that is `datetime.fromtimestamp(number)` first: this is a number",
    "'a'.text": AS_TEXT,
    "{'a': 1}.keys().sort()": "that is a list's: make one of it first, `list(...)`",
    "iter([1]).next()": "that is `next(iterator)`",
    "from collections import deque\ndeque([1]).push(2)": "that is `append(item)`",
    "from collections import Counter\nCounter('a').most_frequent()": "did you mean `most_common`?",
    "from enum import Enum\nclass C(Enum):\n    A = 1\nC.B": "the members are: 'A'",
    "5['a']": "a number has no items",
    "rows = [[1, 2]]\nrows[0, 1]": "what is in a list is indexed after it: `[0][1]`",
    "{'a': 1} + 'x'": "make a text of it first: `str(...)`, or an f-string",
    "[1] / 2": NUMBERS,
    "class A: pass\nA(1)": "a class takes arguments by its `__init__(self, ...)`, and a `@dataclass` by its fields: this one has neither",
    "for i, x in [1, 2]: pass": "it is one value: take one name for it, or loop over what has several (`enumerate(items)`, `mapping.items()`)",
    "def f(x): pass\nlist(map([1], f))": "the function comes first: `map(function, items)`",
    # what tools give, and are called
    "web_search('x').title": "this is a list of dicts: `[item['title'] for item in items]`",
    "web_search('x')['results']": "a list is indexed by whole numbers; of its items the keys are: 'title', 'url'",
    "get_weather('x').temperature": "this is a dict: the keys are: 'city', 'temp'",
    "wiki_lookup('x')": f"{TOOLS_ARE}`web_search`, `get_weather`",
    "x = google_search(query='x')": f"{TOOLS_ARE}`web_search`, `get_weather`",
    "weather_forecast('x')": f"{TOOLS_ARE}`get_weather`, `web_search`",
    "print(wiki)": None,
    # values
    "import math\nmath.sqrt(-1)": RANGE,
    "import numpy as np\nnp.array([1, 2], [3, 4])": "rows are one argument, a list of lists: `np.array([[1, 2], [3, 4]])`",
    "import numpy as np\nnp.sum(1, 2, 3)": SEVERAL,
    "import numpy as np\nnp.array(['1']) + 1": TEXTS,
    "from decimal import Decimal\nDecimal(1) + 1.5": "`Decimal(str(number))` makes one of a float, `float(number)` a float of a Decimal",
    "from bs4 import BeautifulSoup\nBeautifulSoup('<p>', 'nosuchparser')": "that parser is not installed: `BeautifulSoup(text, 'html.parser')` needs none",
    "from bs4 import BeautifulSoup\ns = BeautifulSoup('<p>', 'html.parser')\ns.find_alll('p')": "`s` has no such method: did you mean `find_all`?",
    "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\ndf.groupby('a').agg(total='sum')": PAIR,
    "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\ndf.groupby('a').agg({'c': 'sum'})": "the columns are: 'a'",
    "import pandas as pd\ndf = pd.DataFrame({'a': [1], 'b': [1]})\ndf.groupby('a').agg({'b': 'average'})": "did you mean `mean`?",
    "import matplotlib.pyplot as plt\nplt.style.use('seaborn')": "there is no such style: `plt.style.available` lists them (`'seaborn-v0_8'`, `'ggplot'`)",
    "import matplotlib.pyplot as plt\nplt.bar(['a'], [1], colour='red')": "did you mean `color`?",
}  # fmt: skip

IMPORTS = ["statistics", "math", "itertools", "string", "heapq", "pandas.*", "numpy", "sklearn.*", "urllib.parse", "re", "time", "collections", "enum", "decimal", "bs4", "matplotlib.*"]


@pytest.mark.parametrize("code", HINTS)
def test_what_was_meant(code: str) -> None:
    for package in ("pandas", "sklearn", "bs4", "matplotlib"):
        if package in code:
            pytest.importorskip(package)
    executor = LocalPythonExecutor(IMPORTS)
    executor.send_tools(TOOLS)
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    assert caught.value.hint == HINTS[code]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
@pytest.mark.parametrize("rules", ["all", "contract"])
def test_there_is_no_screen(rules: str) -> None:
    pytest.importorskip("matplotlib")
    executor = LocalPythonExecutor(["matplotlib.*", "pickle", "io"], isolation="process", rules=rules)
    executor("import matplotlib\nmatplotlib.use('Agg')")
    for code in ("matplotlib.use('TkAgg')", "import matplotlib.pyplot as plt\nplt.switch_backend('Qt5Agg')"):
        with pytest.raises(InterpreterError) as caught:
            executor(code)
        assert caught.value.hint == "there is no screen: leave it out, pictures are drawn without one (`'Agg'`)"
    with pytest.raises(InterpreterError) as caught:
        executor("import io, pickle\nclass A: pass\npickle.Pickler(io.BytesIO()).dump(A())")
    assert caught.value.hint is not None and "`pickle.dump(object" in caught.value.hint


@pytest.mark.parametrize("code", ["x = google_search(query='x')", "print(wiki_lookup('x'))"])
def test_a_check_tells_of_tools(code: str) -> None:
    executor = LocalPythonExecutor([])
    executor.send_tools(TOOLS)
    assert [finding.hint for finding in executor.check(code)] == [f"{TOOLS_ARE}`web_search`, `get_weather`"]


def test_without_tools_none_are_told() -> None:
    executor = LocalPythonExecutor([])
    executor.send_tools({"final_answer": final_answer})
    with pytest.raises(InterpreterError) as caught:
        executor("wiki_lookup('x')")
    assert caught.value.hint is None
