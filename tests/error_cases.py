"""The mistakes that docs/errors.md shows, each with what the model is told. `python tests/error_cases.py` writes the page."""

from __future__ import annotations

import gc
import pathlib
import re
import time
import warnings
from typing import NamedTuple

import fastexec

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "errors.md"


class Case(NamedTuple):
    section: str
    title: str
    code: str
    imports: tuple[str, ...] = ()


def web_search(query: str) -> list:
    """Searches the web and gives the titles that were found."""
    return [query]


def weather(city: str) -> str:
    """The weather in a city."""
    raise LookupError(f"no city is called {city}")


async def fetch(url: str) -> str:
    """Gets a page."""
    return url


def slow() -> None:
    """Takes its time."""
    time.sleep(1)


class Config:
    """Of the host."""

    _secret = 1

    def price(self, city: str) -> int:
        """In a city."""
        return len(city)


TOOLS = {"web_search": web_search, "weather": weather, "fetch": fetch, "slow": slow}
MEMORY = 200_000_000


def failure(case: Case, isolation: str | None = None) -> BaseException | None:
    """What a call raises."""
    seconds = 0.5 if case.title in ("Waiting too long", "A tool that is slow") else 20
    limits = fastexec.Limits(memory_bytes=MEMORY, while_iterations=1_000_000)
    executor = fastexec.LocalPythonExecutor(case.imports, timeout_seconds=seconds, limits=limits, isolation=isolation)
    executor.send_tools(TOOLS)
    executor.send_variables({"config": Config()})
    failed = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a coroutine that nobody awaits
        try:
            executor(case.code)
        except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
            failed = error.with_traceback(None)
            failed.__cause__ = failed.__context__ = None
        del executor
        gc.collect()
    return failed


def message(case: Case, isolation: str | None = None) -> str:
    """Its text, without what is this machine's, or this moment's."""
    text = str(failure(case, isolation))
    text = re.sub(r" \(/[^)\s]*\)", "", text)
    text = re.sub(r" from '/[^']*'", "", text)
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    return re.sub(r"\n  lines? [\d-]+ took \d+ % of [\d.]+ seconds", "", text)


def block(kind: str, text: str) -> str:
    fence = "````" if "```" in text else "```"
    return f"{fence}{kind}\n{text}\n{fence}\n"


def page() -> str:
    """The page with all of them."""
    parts, section = [PAGE.read_text(encoding="utf-8").partition("\n## Source\n")[0]], ""
    for case in CASES:
        if case.section != section:
            section = case.section
            parts.append(f"\n## {section}\n")
        parts.append(f"\n### {case.title}\n\n{block('python', case.code)}\n{block('text', message(case))}")
    return "".join(parts)


CASES = [
    Case('Source', 'A fence of Markdown', '```python\nx = 1\n```'),
    Case('Source', 'A fence in prose', 'Here is the code:\n```py\nprint(1)\n```\nDone.'),
    Case('Source', 'Prose before code', 'Thought: I will add the numbers.\nx = 1 + 2'),
    Case('Source', 'A shell command of notebooks', '!pip install requests\nimport json'),
    Case('Source', 'A magic of notebooks', '%matplotlib inline\nx = 1'),
    Case('Source', 'Smart quotes', 'print(“hello”)'),
    Case('Source', '`else if`', 'x = 1\nif x == 1:\n    y = 1\nelse if x == 2:\n    y = 2'),
    Case('Source', '`&&` and `||`', 'x = 1\nif x > 0 && x < 2:\n    print(x)'),
    Case('Source', '`x++`', 'x = 1\nx++'),
    Case('Source', 'A missing colon', 'for i in range(3)\n    print(i)'),
    Case('Source', 'A bracket that is not closed', 'x = [1, 2\ny = 3'),
    Case('Source', 'A text that is not closed', "x = 'abc\ny = 1"),
    Case('Source', 'A body that is missing', 'def f():\nx = 1'),
    Case('Source', 'Indentation that fits nothing', 'if True:\n        x = 1\n    y = 2'),
    Case('Source', 'Tabs and spaces', 'if True:\n\tx = 1\n        y = 2'),
    Case('Source', '`=` in a condition', 'x = 1\nif x = 1:\n    print(x)'),
    Case('Source', '`print` without brackets', "print 'hello'"),
    Case('Source', 'A comma in `except`', "try:\n    x = 1\nexcept ValueError, e:\n    x = 2"),
    Case('Source', '`return` outside of a function', 'x = 1\nreturn x'),
    Case('Source', 'An f-string with a quote too many', "d = {'a': 1}\nprint(f'{d['a'}')"),
    Case('Source', 'A number with a leading zero', 'x = 007'),
    Case('Source', 'A keyword as a name', "class = 'a'"),
    Case('Source', "JSON's words", "x = {'a': true, 'b': null}"),
    Case('Source', "JavaScript's arrow", 'f = (x) => x + 1'),
    Case('Source', '`const`', 'const x = 1'),
    Case('Source', 'Tags around the code', '<code>\nx = 1\n</code>'),
    Case('Source', 'An apostrophe in prose', "Let's add the numbers:\nx = 1 + 2"),
    Case('Source', 'A sentence', 'The answer is 5.'),
    Case('Names', 'A name with a typing error', 'total = 5\nprint(totl)'),
    Case('Names', 'A function with a typing error', 'def compute(x):\n    return x\ncompue(1)'),
    Case('Names', 'A tool with a typing error', "web_serch(query='otters')"),
    Case('Names', 'A tool that is not there', "wikipedia(topic='otters')"),
    Case('Names', 'A module that was not imported', 'math.sqrt(4)'),
    Case('Names', 'A local that is assigned later', 'count = 0\ndef add():\n    count += 1\nadd()'),
    Case('Names', 'A local of the function around it', 'def outer():\n    n = 0\n    def inner():\n        n += 1\n    inner()\nouter()'),
    Case('Names', 'A variable deleted before', 'x = 1\ndel x\nprint(x)'),
    Case('Names', '`null`', 'x = null'),
    Case('Names', 'A function of Python 2', 'cmp(1, 2)'),
    Case('Names', 'A method without `self`', 'class A:\n    def one(self):\n        return two()\n    def two(self):\n        return 2\nA().one()'),
    Case('Names', 'A builtin that is missing', "x = input('name? ')"),
    Case('Names', '`exec`', "exec('x = 1')"),
    Case('Imports', 'A module that is not authorized', 'import requests'),
    Case('Imports', 'A module with a typing error', 'import nunpy as np', ('numpy',)),
    Case('Imports', 'A submodule that is not authorized', 'import numpy as np\nnp.random.rand(3)', ('numpy',)),
    Case('Imports', 'A member that is not there', 'from math import squrt'),
    Case('Imports', 'A dangerous module', "import os\nos.listdir('.')"),
    Case('Imports', 'A module that is not installed either', 'import nosuchmodule'),
    Case('Attributes', 'A method with a typing error', "'abc'.uper()"),
    Case('Attributes', 'A method of another language', '[1, 2].push(3)'),
    Case('Attributes', "A text's method on a list", "['a'].split(',')"),
    Case('Attributes', 'A member of a module with a typing error', 'import math\nmath.squrt(4)'),
    Case('Attributes', 'A member that is in another module', 'import math\nmath.mean([1, 2])'),
    Case('Attributes', '`datetime.now()` on the module', 'import datetime\ndatetime.now()'),
    Case('Attributes', '`datetime.datetime` on the class', 'from datetime import datetime\ndatetime.datetime.now()'),
    Case('Attributes', 'What a method that sorts gives', 'xs = [3, 1]\nxs.sort().reverse()'),
    Case('Attributes', 'A key with a typing error, as an attribute', "prices = {'apple': 1}\nprices.aple"),
    Case('Attributes', 'An attribute of None', 'result = None\nresult.strip()'),
    Case('Attributes', 'A method that is not called', "x = 'abc'\nx.upper.lower()"),
    Case('Attributes', 'A special attribute', '().__class__.__bases__'),
    Case('Attributes', 'A module of an earlier version', 'from sklearn.lda import LinearDiscriminantAnalysis', ('sklearn.*',)),
    Case('Attributes', 'A method of an earlier version of numpy', 'import numpy as np\nnp.array([1, 2]).itemset(0, 5)', ('numpy',)),
    Case('Attributes', 'A method of `np.random` on a generator', 'import numpy as np\nnp.random.default_rng(1).randint(5)', ('numpy.*',)),
    Case('Attributes', 'A method of an earlier version of pandas', 'import pandas as pd\npd.Series([1, 2]).reshape(2, 1)', ('pandas',)),
    Case('Attributes', 'The week of a date', "import pandas as pd\npd.Series(pd.to_datetime(['2024-05-01'])).dt.week", ('pandas',)),
    Case('Attributes', 'A function of the package, as a method', 'import networkx as nx\ngraph = nx.path_graph(3)\ngraph.add_cycle([0, 1, 2])', ('networkx',)),
    Case('Attributes', "A text's method on the module `string`", "import string\nstring.upper('a')", ('string',)),
    Case('Attributes', 'An abstract class on `collections`', 'import collections\ncollections.Iterable', ('collections',)),
    Case('Attributes', 'A private attribute of an object of the host', 'config._secret'),
    Case('Data', 'A key with a typing error', "prices = {'apple': 1, 'pear': 2}\nprices['aple']"),
    Case('Data', 'A key of another type', "d = {1: 'a'}\nd['1']"),
    Case('Data', 'A key that is taken out', "prices = {'apple': 1}\nprices.pop('aple')"),
    Case('Data', 'An index beyond the end', 'xs = [1, 2, 3]\nxs[3]'),
    Case('Data', 'An index that is a text', "xs = [{'a': 1}]\nxs['a']"),
    Case('Data', 'A column with a typing error', "import pandas as pd\ndf = pd.DataFrame({'price': [1], 'name': ['a']})\ndf['prise']", ('pandas',)),
    Case('Data', 'Two columns, one with a typing error', "import pandas as pd\ndf = pd.DataFrame({'price': [1], 'name': ['a']})\ndf[['prise', 'name']]", ('pandas',)),
    Case('Data', 'A column of another case', "import pandas as pd\ndf = pd.DataFrame({'Price': [1]})\ndf.price", ('pandas',)),
    Case('Data', 'A column of another case, in a method', "import pandas as pd\ndf = pd.DataFrame({'city': ['Oslo'], 'temp': [4]})\ndf.groupby('City').mean()", ('pandas',)),
    Case('Data', 'A column that is dropped like a row', "import pandas as pd\ndf = pd.DataFrame({'city': ['Oslo'], 'temp': [4]})\ndf.drop('city')", ('pandas',)),
    Case('Data', 'Two tables, one with another column', "import pandas as pd\norders = pd.DataFrame({'id': [1], 'sum': [5]})\nnames = pd.DataFrame({'ID': [1], 'name': ['a']})\norders.merge(names, on='id')", ('pandas',)),
    Case('Data', 'Shapes that do not fit', 'import numpy as np\nnp.ones((2, 3)) @ np.ones((2, 3))', ('numpy',)),
    Case('Data', 'A shape with too few items', 'import numpy as np\nnp.reshape([1, 2, 3], (2, 2))', ('numpy',)),
    Case('Data', 'A list without the items of another', '[1, 2] - [1]'),
    Case('Data', 'An item that is not there', '[1, 2].remove(3)'),
    Case('Data', 'Nothing to take out', 'xs = []\nxs.pop()'),
    Case('Data', 'Bytes and text', "import re\nre.findall('a', b'abc')"),
    Case('Data', 'Values for a format', "'%s and %s' % 'a'"),
    Case('Data', 'Two values for three names', 'a, b, c = [1, 2]'),
    Case('Data', 'A dict in a loop with two names', "prices = {'apple': 1}\nfor name, price in prices:\n    print(name)"),
    Case('Data', 'A number added to a list', 'xs = [1]\nxs += 2'),
    Case('Data', 'The first key of a dict', "d = {'a': 1}\nd.keys()[0]"),
    Case('Data', 'Numbers that are joined', "', '.join([1, 2])"),
    Case('Data', 'A date and a text', "from datetime import datetime\ndatetime(2024, 5, 1) - '2024-01-01'"),
    Case('Data', 'A text in place of a number', "'3' + 4"),
    Case('Data', 'A number in a text', "'total: ' + 5"),
    Case('Data', 'A call of what is no function', 'x = 5\nx()'),
    Case('Data', 'None in a loop', 'for x in None:\n    print(x)'),
    Case('Data', 'A dict that changes in its loop', 'd = {1: 2}\nfor k in d:\n    d[k + 1] = 3'),
    Case('Data', 'A list as a key', 'd = {}\nd[[1, 2]] = 3'),
    Case('Data', 'A number that is none', "int('12a')"),
    Case('Data', 'JSON that is none', 'import json\njson.loads("{\'a\': 1}")', ('json',)),
    Case('Data', 'A date in another form', "import datetime\ndatetime.datetime.strptime('2024-13-01', '%Y-%m-%d')"),
    Case('Data', 'Division by zero', 'prices = []\nsum(prices) / len(prices)'),
    Case('Calls', 'An argument that is missing', 'def area(width, height):\n    return width * height\narea(3)'),
    Case('Calls', 'An argument too many', 'def double(x):\n    return 2 * x\ndouble(1, 2)'),
    Case('Calls', 'A keyword with a typing error', 'def area(width, height):\n    return width * height\narea(width=1, heigth=2)'),
    Case('Calls', 'A tool called wrongly', "web_search('otters', limit=3)"),
    Case('Calls', 'A tool without its argument', 'web_search()'),
    Case('Calls', 'A tool that fails', "weather(city='Atlantis')"),
    Case('Calls', 'A class called wrongly', 'class Point:\n    def __init__(self, x, y):\n        self.x, self.y = x, y\nPoint(1)'),
    Case('Calls', 'A method of a class that is no instance', 'class Box:\n    def open(self):\n        return 1\nBox.open()'),
    Case('Calls', 'A method of an object of the host', 'config.price()'),
    Case('Calls', "An argument of a library's function", "import json\njson.dumps({}, indents=2)", ('json',)),
    Case('Calls', "An argument that a library's function does not have", "import re\nre.findall(pattern='a', text='b')"),
    Case('Calls', "An argument of a text's method", "' '.join(['a', 'b'], 'c')"),
    Case('Calls', 'A function for sorting without its name', 'sorted([3, 1], lambda x: -x)'),
    Case('Calls', 'Flags of a pattern', "import re\nre.compile('a', flags='i')"),
    Case('Calls', 'An argument of an earlier version of pandas', "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\ndf.sum(level=0)", ('pandas',)),
    Case('Calls', 'An argument of an earlier version of numpy', 'import numpy as np\nnp.histogram([1, 2], normed=True)', ('numpy',)),
    Case('Calls', 'A mapping that is none', 'def f(**kw): pass\nf(**[1, 2])'),
    Case('Async', 'A coroutine that is not awaited', 'async def load():\n    return 5\nx = load() + 1'),
    Case('Async', 'An async tool that is not awaited', "page = fetch(url='x')\npage.upper()"),
    Case('Async', '`asyncio.run` inside a running loop', 'import asyncio\nasync def inner():\n    return 1\nasync def outer():\n    return asyncio.run(inner())\nawait outer()', ('asyncio',)),
    Case('Async', 'A loop that is asked for', 'import asyncio\nasync def main():\n    return 1\nasyncio.run(main())\nasyncio.get_event_loop().run_until_complete(main())', ('asyncio',)),
    Case('Async', 'A coroutine in a text', "'page: ' + fetch(url='x')"),
    Case('Async', '`await` of a value', "await web_search(query='otters')"),
    Case('Async', 'A function given to `asyncio.run`', 'import asyncio\nasync def main():\n    return 1\nasyncio.run(main)', ('asyncio',)),
    Case('Async', '`await` in a function that is not async', 'def f():\n    await load()'),
    Case('Files', 'A file that is not granted', "open('/etc/passwd').read()"),
    Case('Files', 'A table from a file', "import pandas as pd\npd.read_csv('/data/sales.csv')", ('pandas',)),
    Case('Files', 'A table from the web', "import pandas as pd\npd.read_csv('https://example.com/a.csv')", ('pandas',)),
    Case('Files', 'Writing a file', "with open('out.txt', 'w') as f:\n    f.write('x')"),
    Case('Limits', 'A loop without an end', 'n = 0\nwhile True:\n    n += 1'),
    Case('Limits', 'Too many operations', 'total = 0\nfor i in range(10**9):\n    total += i'),
    Case('Limits', 'Recursion without an end', 'def f(n):\n    return f(n + 1)\nf(0)'),
    Case('Limits', 'Too much memory', 'x = [0] * 10**11'),
    Case('Limits', 'Waiting too long', 'import time\ntime.sleep(100)'),
    Case('Limits', 'A tool that is slow', 'slow()'),
    Case('Limits', 'A number that is too large', '10 ** 10 ** 8'),
    Case('Raised', 'An assertion', "x = 1\nassert x > 1, 'x is too small'"),
    Case('Raised', 'An error with its cause', "try:\n    int('a')\nexcept ValueError as e:\n    raise RuntimeError('no number') from e"),
    Case('Raised', 'An error in a function', 'def inner(x):\n    return 1 / x\ndef outer():\n    return inner(0)\nouter()'),
]  # fmt: skip


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
