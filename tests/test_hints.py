"""Hints are found without the code's help: none of it runs, nothing private of the host shows, and they come in time."""

from __future__ import annotations

import asyncio
import concurrent.futures
import dataclasses
import enum
import functools
import sys
import time

import pytest
from failures import failure
from fastexec import ExecutionTimeoutError, InterpreterError, Limits, LocalPythonExecutor
from smolagents import Tool, tool

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


@pytest.mark.filterwarnings("ignore:non-string key in the __dict__:RuntimeWarning")
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


NESTED = "an object holds itself or too many levels of others, or its `__repr__` asks for itself: make it flat, or go through it with a loop"
ENDLESS = "the function calls itself without an end, or too deeply: look at the case in which it stops, or use a loop"

OF_MISTAKES = {
    "import math\nmath.squareroot(4)": "did you mean `sqrt`?",
    "import math\nmath.ln(4)": "did you mean `log`?",
    "from math import square_root": "did you mean `sqrt`?",
    "'2' * 1.5": "make a number of the text first, `float(...)`; lists are multiplied item by item, `[2.5 * item for item in items]`",
    "'%d items' % '5'": "make a number of the text first, `int(...)` or `float(...)`, or write `%s` for a text",
    "sorted([{'a': 1}, {'a': 0}])": "dicts have no order: say by what, `key=lambda item: item['name']`",
    "isinstance(1, 'int')": "the class itself is wanted, without quotes: `isinstance(value, str)`, or several in a tuple, `(int, float)`",
    "bytes('abc')": "`text.encode()` makes bytes of text",
    "''.join(5)": "join takes several texts: `', '.join(str(item) for item in items)`; one value is made a text by `str(value)`",
    "dict([1, 2])": "a dict is made of pairs: `dict(zip(keys, values))`, or `{key: value for ...}`",
    "f'{3.5:d}'": "that is for whole numbers: `{int(number)}`, or `{number:.0f}`",
    "'{} {}'.format(1)": "there are more `{}` in the text than values for them; braces that stand for themselves are written twice, `{{` and `}}`",
    "'{name}'.format(nam=1)": "`{name}` in the text has no value: give `name=...` to `format`; braces that stand for themselves are written twice, `{{` and `}}`",
    "import re\nre.search('(a)', 'a').group(2)": "a group is a pair of brackets in the pattern, counted from 1; `match.groups()` has all of them",
    "'\xe9'.encode('ascii')": "that encoding has not all characters: `text.encode('utf-8')`, or `errors='ignore'` leaves them out",
    "page = ['a']\npage.results": "this is a list: it has items, `items[0]`, and no such attribute",
    "page = '{\"temp\": 21}'\npage.temp": "this is text: `json.loads(text)` reads JSON, and `['temp']` what is in it",
    "page = 'It is 21 degrees'\npage.temp": "this is text, which has no such attribute: print its beginning",
    "x = list[int]\nfor _ in range(100_000): x = list[x]\nrepr(x)": NESTED,
    "x = []\nfor _ in range(100_000): x = [x]\nrepr(x)": NESTED,
    "class A:\n    def __repr__(self): return f'{self!r}'\nrepr(A())": NESTED,
    "def f(n): return f(n + 1)\nf(0)": ENDLESS,
    "def f(a): pass\nh = f\nh()": "it is called as `h(a)`",
    "class P:\n    def __init__(self, x, *, y=1): pass\nP()": "it is called as `P(x, *, y=...)`",
    "class DB:\n    def search(self, q, n): pass\nDB().search()": "it is called as `search(q, n)`",
    "class A:\n    def f(self): pass\nA.f()": "it is called on an instance: `A(...).f(...)`",
    "class A:\n    def f(): pass\nA().f()": "the first parameter of a method is `self`",
    "prices = {'apple': 1}\nprices.aple": "this is a dict: did you mean `['apple']`?",
    "import asyncio\nasync def main(): pass\nasyncio.run(main())\nasyncio.get_event_loop().run_until_complete(main())": (
        "`asyncio.run(main())` makes one; at the top level `await` works as it is"
    ),
    "class A: apple = 1\nA.aple": "did you mean `apple`?",
    "from datetime import datetime\ndatetime.datetime.now()": "`datetime` is the class already, not the module: leave one `datetime.` out",
    "from datetime import datetime\ndatetime.timedelta(days=1)": "that is the module's, and this is the class: `from datetime import timedelta`",
    "from datetime import date\ndate.now()": "did you mean `today`?",
    "from datetime import datetime\ndatetime.now() - '2024-01-01'": "make a date of the text first: `datetime.fromisoformat(text)` or `strptime`",
    "[3, 1].sort().reverse()": "`sort` changes the value itself and gives None: call it on a line of its own",
    "'a' + None": "a value is None here: what gave it found, or returned, nothing",
    "'a' + [1]": "make a text of it first: `str(...)`, or `', '.join(...)` of its items",
    "', '.join([1, 2])": "join takes texts: `', '.join(str(item) for item in items)`",
    "x = [1]\nx += 1": "Cannot add non-list value 1 to a list.",
    "[1] + 2": "one item is added by `append(item)`, or as a list: `items + [item]`",
    "{'a': 1}.keys()[0]": "its values come one after the other: make a list of it first, `list(...)`",
    "{1, 2}[0]": "a set has no order: `sorted(items)` or `list(items)` first",
    "for key in {'a': 1}: key['b']": "this is a text, which has no keys; a loop over a dict or a table gives its keys or columns",
    "'{\"a\": 1}'['a']": "this is text: for what is in it, parse it first (`json.loads(text)`)",
    "raise 'error'": "raise an exception, with the text in it: `raise ValueError('...')`",
    "d = {'a': 1}\nfor k, v in d: pass": "a loop over a dict gives its keys: `d.items()` gives both",
    "d = {'a': 1}\n[k for k, v in d]": "a loop over a dict gives its keys: `d.items()` gives both",
    "d = {'a': 1}\nfor k, v in d.items():\n    a, b = k": "Cannot unpack tuple of wrong size: take as many names as there are values, or a star for the rest, `a, *rest = ...`",
    "tools.search(1)": "`search` is a tool: call it by its name alone, `search(...)`",
    "x = [functions.search(1)]": "`search` is a tool: call it by its name alone, `search(...)`",
    "search.call(1)": "`search` is a tool: call it first, `search(...)`",
    "range(3 / 2)": "a whole number is wanted: `int(...)`, or `//` in place of `/`",
    "import time\ntime.sleep('1')": "a number is wanted: `int(...)` or `float(...)` of the text",
    "len(5)": "a number has no length: `len(str(number))` counts its characters",
    "raise BadCityError('x')": "define it first: `class BadCityError(Exception): pass`, or take one of Python's own: `ValueError`",
    "raise ZeroDivisonError('x')": "did you mean `ZeroDivisionError`?",
    "datetime.now()": "import it first: `from datetime import datetime`",
    "date.today()": "import it first: `from datetime import date`",
    "Counter('abc')": "import it first: `from collections import Counter`",
    "time.sleep(0)": "import it first: `import time`",
    "os.getcwd()": "`os` is a module that the code may not import: do it in another way, or by a tool",
    "nx.Graph()": "`networkx` is a module that the code may not import: do it in another way, or by a tool",
    "Decimal('1')": "`Decimal` is of the module `decimal`, which the code may not import: do it in another way, or by a tool",
    "    x = 1\n    y = 2": "begin the line where the one above begins, and the first line at the left margin",
    "x = 1\n  y = 2": "begin the line where the one above begins, and the first line at the left margin",
    "search()": "it is called as `search(query)`",
    "import datetime\ndatetime.date(2024, 1, 1).year()": "`year` is a value, not a method: leave its brackets out",
    "Math.sqrt(4)": "Python has the module `math` for that",
    "def f():\n    print(y)\n    y = 2\nf()": "`y` has no value yet where it is read here: give it one before",
    "async def f(): return 'a'\n'b' + f()": "a coroutine is not its result: write `await` before the call",
    "async def f(): return [1]\nf()[0]": "this is a coroutine: `await` gives its result",
    "fetch('x').title": "`fetch` is async: `(await fetch(...))` gives its result",
    "await fetch(link='x')": "it is called as `fetch(url: str) -> str`",
    "await search('x')": "this is the value already: leave `await` out",
    "await fetch": "this is a function: call it, `await name(...)`",
    "import asyncio\nasyncio.run(fetch)": "call the function: `asyncio.run(main())`",
    "import asyncio\nasyncio.create_task(fetch('x'))": "no loop runs at the top level: do this in an `async def` function, and `await` that",
    "x = !ls -l": "this runs no shell commands: what is installed is the host's to say",
    "x = !flag": "Python writes `not`",
    "datetime.datetime.now()": "import it first: `import datetime`",
    "x = search\nx()": "it is called as `x(query)`",
    "partly()": "it is called as `partly(first, *, second=2)`: Helps.",
    "weather()": "it is called as `weather(city)`: Counts.",
    "raise RecursionError('mine')": None,
    "import datetime as dt\ndt.now()": "did you mean `dt.datetime.now`?",
    "from datetime import datetime\ndatetime.date.today()": "this is a method of `datetime`; that is of the class: `from datetime import date`",
    "from datetime import datetime\ndatetime.now().format('%Y')": "that is `strftime(...)`",
    "import time\ntime()": "`time` is a module: call what is in it, `time.time(...)`",
    "import datetime\ndatetime(2024, 1, 1)": "`datetime` is a module: call what is in it, `datetime.datetime(...)`",
    "'a'.str.upper()": "that is nothing: this is one text, leave `.str` out",
    "class A:\n    def add(item): return item\nA().add(1)": "the first parameter of a method is `self`",
    "class P:\n    def __init__(self, x): pass\nclass Q(P): pass\nQ()": "it is called as `Q(x)`",
    "class A:\n    def add(self, item): return item\nA().add(1, 2)": "it is called as `add(item)`",
    "class A:\n    def __init__(self, a): pass\nclass B(A):\n    def __init__(self): super().__init__()\nB()": "it is called as `super().__init__(a)`",
    "from collections import namedtuple\nP = namedtuple('P', 'x y')\nP(1)": "it is called as `P(x, y)`",
    "from collections import Iterable": "it is in another module: `from collections.abc import Iterable`",
    "import math\nmath.round(1.5)": "that is Python's own: `round(...)`",
    "x = ['1']\n[integer(i) for i in x]": "Python writes `int`",
    "import asyncio\nawait asyncio.gather([fetch('a'), fetch('b')])": "it takes them one by one: `asyncio.gather(*tasks)`",
    "async def f(): return 'a'\n', '.join([f(), f()])": "a coroutine is not its result: write `await` before the call",
    "import asyncio\nawait asyncio.wait_for(fetch, 1)": (
        "it takes what a call of an async function gives, `name(...)`: neither the function nor its result"
        if sys.version_info < (3, 12)
        else "this is a function: call it, `await name(...)`"
    ),
    "async def g():\n    yield 1\nawait g()": "`async for` goes through an async generator",
    "async def g():\n    yield 1\nfor x in g(): pass": "`async for` goes through an async generator",
    "import nest_asyncio": "leave it out: `await` works at the top level, and `asyncio.run(main())` does too",
    "x = 1\nx =! 3": "unequal is `!=`, and Python writes `not`",
    "import math\nimport math.sqrt": "`sqrt` is no module: `from math import sqrt`",
    "print 'a', 'b'": "`print` is a function: `print(...)`",
    ">>> x = 1": "leave the prompt `>>>` out",
    "Final Answer: 5": "this line is no Python: send code alone, with explanations in comments (#)",
    "- item one": "this line is no Python: send code alone, with explanations in comments (#)",
    "upper('a')": "that is a text's own: `text.upper(...)`",
    "reduce(max, [1])": "a loop does that",
    "'b' - 'a'": "make numbers or dates of the texts first: `float(text)`, `datetime.fromisoformat(text)`",
    "search.title()": "`search` is a tool: call it first, `search(...)`",
    "f'{}'": "each pair of braces in an f-string has an expression; a brace itself is written twice: {{ and }}",
    "x = 1\nf'{x!z}'": "behind `!` in an f-string stand r, s or a; a format follows a colon: {x:.2f}",
    "x = 1\nf'{x'": "each brace in an f-string has its partner; a brace itself is written twice: {{ and }}",
    "x = 1\nf'x}'": "each brace in an f-string has its partner; a brace itself is written twice: {{ and }}",
    "print(1)\0": "a null character is written as \\0 in a text",
    "pip install numpy": "this runs no shell commands: what is installed is the host's to say",
    "<code>\nx = 1\n</code>": "send the code alone, without the tags around it",
    "Sure! Here's the code:\nx = 1": "this line is no Python: send code alone, with explanations in comments (#)",
    "x = 'it's me'": "a text over several lines needs three quotes, a quote in a text a \\ before it",
}
"""What else models get wrong, and the hint."""

UNLIKE = {
    "class A(Missing): pass": "the name is like no other",
    "count + 1": "nor is this one, which is no call of a function of `itertools`",
    "code = string": "a name of a module that is not used as one",
    "class A:\n    @property\n    def size(self):\n        return self.missing_it\n    def __getattr__(self, name):\n        raise AttributeError(name)\nA().size": "the property is there",
    "fails_to_call(1)": "the tool was called rightly, and failed itself",
    "fails_to_add(1)": "so did this one",
    "fails_to_find(1)": "and this one",
    "decorated(1)": "and this one, past its decorator",
    "def f():\n    def g(a): pass\n    return g\nf()()": "what is called is what `f` gave",
    "search('a')[0](x=1)": "what is called is not the tool",
    "import threading\nthreading.Timer(0, 5).run()": "what is no function is called by the library",
    "class datetime: pass\ndatetime.datetime": "it is no class of the library",
    "def f(x): return x\ndef k(x, y): return x\ndef call(f): return f(1)\ncall(k)": "another function has the name",
    "def k(x, y): return x\ndef call(search): return search(1)\ncall(k)": "nor is it the tool",
    "class A:\n    __module__ = 'os'\nA.A_": "no module is asked",
}
"""Without a hint, and why: what could be said of it would be of something else."""


async def fetch(url: str) -> str:
    return url


def helper(first, second): ...


def fails_to_call(number):
    return helper(number)


def fails_to_add(number):
    return "a" + number


def fails_to_find(number):
    return None.found


@functools.wraps(fails_to_add)
def decorated(*args):
    return fails_to_add(*args)


class Counted:
    """An object that can be called."""

    def __call__(self, city):
        """Counts."""


def helps(first, second):
    """Helps."""


TOOLS = {"partly": functools.partial(helps, second=2), "weather": Counted(), "search": lambda query: [query], "fetch": fetch}
TOOLS |= {tool.__name__: tool for tool in (fails_to_call, fails_to_add, fails_to_find)} | {"decorated": decorated}


@pytest.mark.filterwarnings("ignore:coroutine 'fetch' was never awaited", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("code", OF_MISTAKES)
def test_mistakes(code: str) -> None:
    assert failure(code, TOOLS, ("asyncio",)).hint == OF_MISTAKES[code]


@pytest.mark.parametrize("code", UNLIKE)
def test_no_hint_is_better_than_a_wrong_one(code: str) -> None:
    assert failure(code, TOOLS, ("threading",)).hint is None


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


@tool
def lookup(city: str, days: int = 1) -> str:
    """Looks the weather up.

    Args:
        city: Where.
        days: How many.
    """
    return city

class Pages(Tool):
    name = "pages"
    description = "Gets a page."
    inputs = {"url": {"type": "string", "description": "Its address."}}
    output_type = "string"

    def forward(self, url: str) -> str:
        return url


@pytest.mark.parametrize("isolation", [None, pytest.param("process", marks=pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's"))])
def test_tools_of_smolagents(isolation):
    executor = LocalPythonExecutor([], isolation=isolation)
    executor.send_tools({"lookup": lookup, "pages": Pages()})
    for call, hint in {
        "lookup(town='x')": "it is called as `lookup(city: str, days: int = 1) -> str`: Looks the weather up.",
        "pages()": "it is called as `pages(url: str) -> str`: Gets a page.",
    }.items():
        with pytest.raises(InterpreterError) as caught:
            executor(call)
        assert caught.value.hint == hint and [finding.hint for finding in executor.check(call)] == [hint]
    inspecting = LocalPythonExecutor(["inspect"], isolation=isolation)
    inspecting.send_tools({"lookup": lookup})
    if isolation is None:
        assert inspecting("import inspect\nstr(inspect.signature(lookup))").output == "(city: 'str', days: 'int' = 1) -> 'str'"


def slow(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


async def slowly():
    while True:
        await asyncio.sleep(0.2)
        yield 1


OF_ITEMS = "the tool `slowly` was at work on the next of the items that it gives: take fewer of them, or ask it for less"
OF_TIME = {
    "slow(1)": "`slow` is a tool, and its call was under way: ask it for less, or call it fewer times",
    "list(map(slow, [0.4] * 3))": "calls of the tool `slow` took most of the time: ask it for less, or call it fewer times",
    "sorted([0.4, 0.3], key=slow)": "calls of the tool `slow` took most of the time: ask it for less, or call it fewer times",
    "x = slow\nx(1)": "calls of the tool `slow` took most of the time: ask it for less, or call it fewer times",
    "for i in range(2): slow(0.1)\nwhile True: pass": None,
    "import threading\nt = threading.Thread(target=slow, args=[1])\nt.start()\nt.join()": "calls of the tool `slow` took most of the time: ask it for less, or call it fewer times",
    "import queue\nqueue.Queue().get()": "the code was waiting here: give it a timeout, and see to it that what it waits for comes",
    "import queue\nq = queue.Queue()\nq.get()": "the code was waiting here: give it a timeout, and see to it that what it waits for comes",
    "import threading\nthreading.Event().wait()": "the code was waiting here: give it a timeout, and see to it that what it waits for comes",
    "import time\ntime.sleep(5)": "the code was sleeping here: sleep for less, or not at all",
    "async for item in slowly(): pass": OF_ITEMS,
    "[item async for item in slowly()]": OF_ITEMS,
}
"""Programs that half a second is too short for, and the hint if it is not that of endless loops."""


@pytest.mark.parametrize("isolation", [None, "process"])
@pytest.mark.parametrize("code", OF_TIME)
def test_where_the_time_went(code: str, isolation) -> None:
    executor = LocalPythonExecutor(["threading"], timeout_seconds=0.5, isolation=isolation, limits=Limits(while_iterations=None, operations=None))
    executor.send_tools({"slow": slow, "slowly": slowly})
    with pytest.raises(ExecutionTimeoutError) as caught:
        executor(code)
    expected = OF_TIME[code] or "do less per call: look for an endless loop, use a faster way for the inner loop, or split the work over several calls (variables stay)"
    assert caught.value.hint == expected


def items(count=100):
    """Of a tool that gives them one by one."""
    for number in range(count):
        time.sleep(0.2)
        yield number


class Rows:
    """An iterator of the host."""

    def __iter__(self):
        return self

    def __next__(self):
        time.sleep(0.2)
        return 1


class Slow:
    def __getitem__(self, index):
        time.sleep(0.6)
        return index

    def pages(self):
        while True:
            time.sleep(0.2)
            yield 1


OF_GIVEN_ITEMS = "the tool `items` was at work on the next of the items that it gives: take fewer of them, or ask it for less"
OF_ROWS = "`Rows` was at work on the next of the items that it gives: take fewer of them, or ask it for less"
OF_GIVEN = {
    "for item in items(): pass": OF_GIVEN_ITEMS,
    "given = items()\nfor item in given: pass": OF_GIVEN_ITEMS,
    "def f():\n    for item in items(): yield item\nlist(f())": OF_GIVEN_ITEMS,
    "for item in rows: pass": OF_ROWS,
    "for item in slow_one.pages(): pass": "`pages` was at work on the next of the items that it gives: take fewer of them, or ask it for less",
}
"""Programs that half a second is too short for, and what was at work then."""
OF_GIVEN_TO_NATIVES = {
    "list(items())": OF_GIVEN_ITEMS,
    "next(items(1)); next(items(1)); next(items(1))": OF_GIVEN_ITEMS,
    "[*zip(items(), items())]": OF_GIVEN_ITEMS,
    "list(rows)": OF_ROWS,
    "slow_one[1]": "`Slow` was under way: give it less to do, or call it fewer times",
    "for i in range(2): next(rows)\nwhile True: pass": "do less per call: look for an endless loop, use a faster way for the inner loop, or split the work over several calls (variables stay)",
}


def of_given(code: str, isolation) -> str | None:
    executor = LocalPythonExecutor([], timeout_seconds=0.5, isolation=isolation, limits=Limits(while_iterations=None, operations=None))
    executor.send_tools({"items": items})
    executor.send_variables({"rows": Rows(), "slow_one": Slow()})
    with pytest.raises(ExecutionTimeoutError) as caught:
        executor(code)
    return caught.value.hint


@pytest.mark.parametrize("isolation", [None, "process"])
@pytest.mark.parametrize("code", [*OF_GIVEN, *OF_GIVEN_TO_NATIVES])
def test_what_of_the_host_was_at_work(code: str, isolation) -> None:
    assert of_given(code, isolation) == {**OF_GIVEN, **OF_GIVEN_TO_NATIVES}[code]


OFF_THE_MAIN_THREAD = {
    **OF_GIVEN,
    "for item in items(): print(item)": OF_GIVEN_ITEMS,
    "for place, item in enumerate(items(4)): pass": OF_GIVEN_ITEMS,
    "list(items(4))": "`items` is a tool that gives its items one by one, which takes time: take fewer of them, or ask it for less",
    "given = items()\nwhile True: next(given)": None,
    "for item in [1, 2]:\n    while True: pass": None,
    "import time\nfor item in quick(): time.sleep(0.2)": "the code was sleeping here: sleep for less, or not at all",
    "for item in quick():\n    sum(range(2_000_000))": None,
}
"""The same where no signal can interrupt what is at work; None: the hint is that of endless loops."""


def quick():
    while True:
        yield 1


@pytest.mark.parametrize("code", OFF_THE_MAIN_THREAD)
def test_where_the_time_went_off_the_main_thread(code: str) -> None:
    executor = LocalPythonExecutor([], timeout_seconds=0.5, limits=Limits(while_iterations=None, operations=None))
    executor.send_tools({"items": items, "quick": quick})
    executor.send_variables({"rows": Rows(), "slow_one": Slow()})
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        error = pool.submit(executor, code).exception()
    assert isinstance(error, ExecutionTimeoutError)
    expected = OFF_THE_MAIN_THREAD[code] or "do less per call: look for an endless loop, use a faster way for the inner loop, or split the work over several calls (variables stay)"
    assert error.hint == expected


OF_TOOLS_THEMSELVES = {
    "search += 1": "`search` is a tool: call it first, `search(...)`",
    "search['a']": "`search` is a tool: call it first, `search(...)`",
    "'a' + search": "`search` is a tool: call it first, `search(...)`",
    "for x in search: pass": "`search` is a tool: call it first, `search(...)`",
    "len(search)": "`search` is a tool: call it first, `search(...)`",
}


@dataclasses.dataclass
class Deal:
    number: int
    amount: float = 0.0


class AppError(Exception):
    def __init__(self, text, code):
        super().__init__(text)
        self.code = code


class Config:
    price = 9.5

    def total(self, count: int, tax: float = 0.2) -> float:
        """Of all."""
        return count * self.price * (1 + tax)


class Color(enum.Enum):
    RED = 1


OF_BOTH = {
    **OF_TOOLS_THEMSELVES,
    "config.total()": "it is called as `config.total(count: int, tax: float = 0.2) -> float`: Of all.",
    "config.total(1, rate=2)": "it is called as `config.total(count: int, tax: float = 0.2) -> float`: Of all.",
    "config.total.x": "this is a function: call it first, with brackets",
    "config.price()": "`price` is a value, not a method: leave its brackets out",
    "Deal()": "it is called as `Deal(number, amount=...)`",
    "Deal(1, sum=2)": "it is called as `Deal(number, amount=...)`",
    "raise AppError('x')": "it is called as `AppError(text, code)`",
    "Color('red')": "a member is had by its name with brackets: `Kind['NAME']`",
    "next(numbers(0))": "the iterator has come to its end: `next(iterator, None)`",
}
"""Mistakes with what the host gives, and the hint, which is the same wherever the code runs."""


def numbers(count):
    yield from range(count)


@pytest.mark.parametrize("isolation", [None, "process"])
@pytest.mark.parametrize("code", OF_BOTH)
def test_mistakes_with_what_the_host_gives(code: str, isolation) -> None:
    executor = LocalPythonExecutor([], isolation=isolation)
    executor.send_tools({"search": lambda query: query, "numbers": numbers})
    executor.send_variables({"config": Config(), "Deal": Deal, "AppError": AppError, "Color": Color})
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    assert caught.value.hint == OF_BOTH[code]


def test_nesting_is_a_limit() -> None:
    executor = LocalPythonExecutor([], limits=Limits(nesting=5))
    with pytest.raises(InterpreterError, match="too many nested parentheses") as caught:
        executor("((((((((1))))))))")
    assert (caught.value.kind, caught.value.limit) == ("limit", "nesting")
    assert str(caught.value).endswith("\n  host: Limits(nesting=...) raises this limit")
    with pytest.raises(InterpreterError) as caught:
        executor("((((((((1)))))))")
    assert caught.value.kind == "syntax"
    with pytest.raises(InterpreterError) as caught:
        LocalPythonExecutor([])("(" * 300 + "1" + ")" * 300)
    assert caught.value.kind == "syntax", "Python has that limit too"


JSON = {
    '{"a": 1,}': "JSON has no comma before a bracket that closes: take it out of the text",
    "[1, ]": "JSON has no comma before a bracket that closes: take it out of the text",
    "{'a': 1}": "JSON has double quotes; this looks like a literal of Python",
    '{"a": }': None,
    "": "the text is empty or no JSON: print its beginning",
}


@pytest.mark.parametrize("text", JSON)
def test_texts_that_are_no_json(text: str) -> None:
    assert failure(f"import json\njson.loads({text!r})", imports=("json",)).hint == JSON[text]
    assert failure("import json\njson.stringify({})", imports=("json",)).hint == "that is `json.dumps(...)`"


def test_generated_signatures() -> None:
    code = "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 2\nP()"
    assert failure(code, imports=("dataclasses",)).hint == "it is called as `P(x, y=...)`"


class Client:
    def find(self, query):
        """Finds."""

    @staticmethod
    def ping(host): ...

    @classmethod
    def made(cls, name): ...

    def wait(self):
        time.sleep(0.6)


class Special(Client):
    pass


OF_OBJECTS = {
    "client.find()": "it is called as `client.find(query)`: Finds.",
    "client.ping()": "it is called as `client.ping(host)`",
    "client.made()": "it is called as `client.made(name)`",
    "client.fnd(1)": "did you mean `find`?",
    "client.wait()": "`client.wait` was under way: give it less to do, or call it fewer times",
}


@pytest.mark.parametrize("isolation", [None, "process"])
@pytest.mark.parametrize("code", OF_OBJECTS)
def test_methods_of_objects_of_the_host(code: str, isolation) -> None:
    executor = LocalPythonExecutor([], timeout_seconds=0.5, isolation=isolation)
    executor.send_tools({})
    executor.send_variables({"client": Special()})
    with pytest.raises((InterpreterError, ExecutionTimeoutError)) as caught:
        executor(code)
    assert caught.value.hint == OF_OBJECTS[code]


OF_ATTRIBUTES = {
    "fetch('x').result()": "`fetch` is async: `(await fetch(...))` gives its result",
    "fetch('x').text": "`fetch` is async: `(await fetch(...))` gives its result",
    "page = fetch('x')\npage.text": "this is a coroutine: `await` gives its result",
    "next(fetch('x'))": "a coroutine is not its result: write `await` before the call",
    "client.fnd": "did you mean `find`?",
    "print(client.fnd)": "did you mean `find`?",
}


async def fetch_page(url):
    return url


@pytest.mark.filterwarnings("ignore:coroutine 'fetch_page' was never awaited", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("isolation", [None, "process"])
@pytest.mark.parametrize("code", OF_ATTRIBUTES)
def test_attributes_that_the_host_does_not_have(code: str, isolation) -> None:
    executor = LocalPythonExecutor([], timeout_seconds=5, isolation=isolation)
    executor.send_tools({"fetch": fetch_page})
    executor.send_variables({"client": Special()})
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    assert caught.value.hint == OF_ATTRIBUTES[code]


@pytest.mark.parametrize("isolation", [None, "process"])
def test_what_a_variable_hides(isolation) -> None:
    executor = LocalPythonExecutor([], isolation=isolation)
    executor.send_tools({"search": lambda query: query})
    executor.send_variables({"search": 5, "len": 5})
    for name, whose in (("search", "the tool `search`"), ("len", "Python's own `len`")):
        with pytest.raises(InterpreterError) as caught:
            executor(f"{name}('x')")
        assert caught.value.hint == f"`{name}` is a variable with a value of type int, which hides {whose}: take another name for it"


@pytest.mark.parametrize("code", ["x = search\nx()", "partly()", "weather()", "search()"])
def test_signatures_in_a_worker(code: str) -> None:
    executor = LocalPythonExecutor([], isolation="process")
    executor.send_tools(TOOLS)
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    assert caught.value.hint == OF_MISTAKES.get(code, "it is called as `search(query)`")


class Failing:
    """Fails in ways that look like slips of the code."""

    @property
    def value(self):
        return "a" + 5

    def __add__(self, other):
        return [][other]

    def __iter__(self):
        a, b = [1, 2, 3]
        return iter([a, b])

    def method(self):
        import json

        return json.loads("{'a': 1}")

    def eats(self):
        raise MemoryError

    def recurses(self):
        raise RecursionError("maximum recursion depth exceeded")


async def adds(number):
    return "a" + number


OF_THE_HOST = ["failing.value", "failing + 1", "for x in failing: pass", "failing.method()", "failing.eats()", "failing.recurses()", "await adds(1)"]


@pytest.mark.parametrize("isolation", [None, "process"])
@pytest.mark.parametrize("code", OF_THE_HOST)
def test_errors_of_the_host_have_no_hints(code: str, isolation) -> None:
    executor = LocalPythonExecutor([], isolation=isolation)
    executor.send_tools({"adds": adds})
    executor.send_variables({"failing": Failing()})
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    assert (caught.value.kind, caught.value.limit, caught.value.hint, caught.value.host_hint) == ("raised", None, None, None)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="such texts are Python there")
@pytest.mark.parametrize("code", ['xs = ["a"]\nprint(f"{", ".join(xs)}")', 'f"Total: {"yes" if 1 else "no"}"', "f'{'a'}'", "d = {'a': 1}\nf'x {1} {d['a']}'"])
def test_the_same_quotes_in_an_f_string(code: str) -> None:
    assert failure(code).hint == "inside of an f-string use the other kind of quotes, or name the value before"


def test_a_database_is_opened_by_a_grant() -> None:
    error = failure("import sqlite3\nsqlite3.connect('/nowhere/x.db')", imports=("sqlite3",))
    assert error.host_hint == "allow_read=[...] and allow_write=[...] of its path open a database"


@pytest.mark.parametrize(
    ("imports", "code", "expected"),
    [
        (["zipfile"], "import zipfile\nzipfile.ZipFile('a.zip', 'w')", "allow_write=['a.zip'] allows it, or allow_read=['a.zip'] where it is read"),
        (["xml.*"], "import xml.etree.ElementTree as E\nE.parse('a.xml')", "allow_write=['a.xml'] allows it, or allow_read=['a.xml'] where it is read"),
        (["dbm.*"], "import dbm\ndbm.open('a', 'n')", "allow_write=['a'] allows it"),
    ],
)
def test_hosts_hint_for_files_that_libraries_open(imports: list[str], code: str, expected: str) -> None:
    with pytest.raises(InterpreterError) as caught:
        LocalPythonExecutor(imports)(code)
    assert (caught.value.kind, caught.value.host_hint) == ("refused", expected)
