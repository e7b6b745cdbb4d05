"""No code keeps a limit from ending its run, whichever way it runs and whatever it catches."""

from __future__ import annotations

import sys

import pytest

# Each has LOOP where it does not come to an end, and sets `escaped` if it goes on after it.
FORMS = {
    "except": "try:\n    LOOP\nexcept Exception:\n    escaped = True",
    "bare except": "try:\n    LOOP\nexcept:\n    escaped = True",
    "except tuple": "try:\n    LOOP\nexcept (MemoryError, RecursionError, BaseException):\n    escaped = True",
    "except group": "try:\n    LOOP\nexcept* BaseException:\n    escaped = True",
    "nested except": "try:\n    try:\n        LOOP\n    except BaseException:\n        escaped = True\nexcept BaseException:\n    escaped = True",
    "finally": "try:\n    LOOP\nfinally:\n    escaped = True\n    while True:\n        pass",
    "return in finally": "def f():\n    global escaped\n    try:\n        LOOP\n    finally:\n        escaped = True\n        return 1\nf()",
    "continue in finally": "for i in range(10**9):\n    try:\n        LOOP\n    finally:\n        escaped = True\n        continue",
    "exit": "class C:\n    def __enter__(self):\n        pass\n    def __exit__(self, *a):\n        global escaped\n        escaped = True\n        return True\nwith C():\n    LOOP",
    "exit that loops": "class C:\n    def __enter__(self):\n        pass\n    def __exit__(self, *a):\n        global escaped\n        escaped = True\n        while True:\n            pass\nwith C():\n    LOOP",
    "suppress": "import contextlib\nwith contextlib.suppress(BaseException):\n    LOOP\nescaped = True",
    "exit stack": "import contextlib\ndef late():\n    global escaped\n    escaped = True\nwith contextlib.ExitStack() as stack:\n    stack.callback(late)\n    LOOP",
    "contextmanager": "import contextlib\n@contextlib.contextmanager\ndef c():\n    global escaped\n    try:\n        yield\n    except BaseException:\n        escaped = True\nwith c():\n    LOOP\nescaped = True",
    "generator": "def g():\n    global escaped\n    try:\n        yield 1\n    finally:\n        escaped = True\nfor x in g():\n    LOOP",
    "in a generator": "def g():\n    global escaped\n    try:\n        LOOP\n        yield 1\n    except BaseException:\n        escaped = True\n        yield 2\nlist(g())\nescaped = True",
    "generator throw": "def g():\n    global escaped\n    while True:\n        try:\n            yield\n        except BaseException:\n            LOOP\n            escaped = True\nx = g()\nnext(x)\nx.throw(ValueError)\nescaped = True",
    "generator close": "def g():\n    global escaped\n    try:\n        yield\n    finally:\n        LOOP\n        escaped = True\nx = g()\nnext(x)\nx.close()\nescaped = True",
    "retry": "def again():\n    global escaped\n    while True:\n        try:\n            LOOP\n        except BaseException:\n            escaped = True\nagain()",
    "recursion": "def f():\n    global escaped\n    try:\n        f()\n    finally:\n        LOOP\n        escaped = True\nf()",
    "sort key": "def key(v):\n    global escaped\n    try:\n        LOOP\n    except BaseException:\n        escaped = True\n    return v\nsorted([1, 2], key=key)\nescaped = True",
    "map": "def f(v):\n    global escaped\n    try:\n        LOOP\n    except BaseException:\n        escaped = True\nlist(map(f, [1, 2]))\nescaped = True",
    "filter, any": "def f(v):\n    LOOP\nany(filter(f, [1, 2]))\nescaped = True",
    "reduce": "import functools\ndef f(a, b):\n    LOOP\nfunctools.reduce(f, [1, 2, 3])\nescaped = True",
    "re.sub": "import re\ndef f(m):\n    global escaped\n    try:\n        LOOP\n    except BaseException:\n        escaped = True\n    return ''\nre.sub('a', f, 'aaa')\nescaped = True",
    "json hook": "import json\ndef f(pairs):\n    LOOP\ntry:\n    json.loads('{\"a\": {}}', object_pairs_hook=f)\nexcept BaseException:\n    escaped = True\nescaped = True",
    "json default": "import json\nclass A:\n    pass\ndef f(x):\n    LOOP\ntry:\n    json.dumps(A(), default=f)\nexcept BaseException:\n    escaped = True\nescaped = True",
    "repr": "class A:\n    def __repr__(self):\n        LOOP\ntry:\n    f'{[A()]}'\nexcept BaseException:\n    escaped = True\nescaped = True",
    "eq": "class A:\n    def __eq__(self, other):\n        LOOP\nA() in [A()]\nescaped = True",
    "hash": "class A:\n    def __hash__(self):\n        LOOP\n{A(): 1}\nescaped = True",
    "bool": "class A:\n    def __bool__(self):\n        LOOP\nall([A()])\nescaped = True",
    "len": "class A:\n    def __len__(self):\n        LOOP\nlen(A())\nescaped = True",
    "iter": "class A:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        LOOP\nlist(A())\nescaped = True",
    "getattr": "class A:\n    def __getattr__(self, name):\n        LOOP\nhasattr(A(), 'x')\nescaped = True",
    "getattr default": "class A:\n    def __getattr__(self, name):\n        LOOP\ngetattr(A(), 'x', 1)\nescaped = True",
    "property": "class A:\n    @property\n    def x(self):\n        LOOP\nA().x\nescaped = True",
    "descriptor": "class D:\n    def __get__(self, o, t):\n        LOOP\nclass A:\n    x = D()\nA().x\nescaped = True",
    "metaclass": "class M(type):\n    def __call__(cls):\n        LOOP\nclass A(metaclass=M):\n    pass\nA()\nescaped = True",
    "init_subclass": "class A:\n    def __init_subclass__(cls):\n        LOOP\nclass B(A):\n    pass\nescaped = True",
    "del": "class A:\n    def __del__(self):\n        global escaped\n        LOOP\n        escaped = True\na = A()\ndel a\nescaped = True",
    "del at the end": "class A:\n    def __del__(self):\n        global escaped\n        escaped = True\na = [A()]\ntry:\n    LOOP\nfinally:\n    a.clear()",
    "class body": "class A:\n    LOOP\nescaped = True",
    "default": "def f(x=[0 for i in iter(int, 1)]):\n    pass\nescaped = True",
    "decorator": "def d(f):\n    LOOP\n@d\ndef g():\n    pass\nescaped = True",
    "comprehension": "[0 for i in [1] for j in iter(int, 1)]\nescaped = True",
    "generator expression": "sum(0 for i in iter(int, 1))\nescaped = True",
    "star": "print(*iter(int, 1))\nescaped = True",
    "native loop": "list(iter(int, 1))\nescaped = True",
    "native filter": "list(filter(None, iter(int, 1)))\nescaped = True",
    "async": "async def f():\n    global escaped\n    try:\n        LOOP\n    except BaseException:\n        escaped = True\nimport asyncio\nasyncio.run(f())\nescaped = True",
    "async tasks": "async def f():\n    global escaped\n    while True:\n        try:\n            LOOP\n        except BaseException:\n            escaped = True\nimport asyncio\nasync def main():\n    await asyncio.gather(f(), f(), return_exceptions=True)\nasyncio.run(main())\nescaped = True",
    "async with": "class C:\n    async def __aenter__(self):\n        pass\n    async def __aexit__(self, *a):\n        global escaped\n        escaped = True\n        return True\nasync def f():\n    async with C():\n        LOOP\nimport asyncio\nasyncio.run(f())\nescaped = True",
    "partial": "import functools\ndef f(x):\n    LOOP\nfunctools.partial(f, 1)()\nescaped = True",
    "cached": "import functools\n@functools.lru_cache\ndef f():\n    LOOP\ntry:\n    f()\nexcept BaseException:\n    escaped = True",
    "match": "class A:\n    __match_args__ = ('x',)\n    @property\n    def x(self):\n        LOOP\nmatch A():\n    case A(1):\n        pass\nescaped = True",
    "default dict": "from collections import defaultdict\ndef f():\n    LOOP\ndefaultdict(f)['a']\nescaped = True",
    "key of max": "max([1, 2], key=lambda v: [0 for i in iter(int, 1)])\nescaped = True",
    "cmp_to_key": "import functools\ndef f(a, b):\n    LOOP\nsorted([1, 2], key=functools.cmp_to_key(f))\nescaped = True",
    "string formatter": "class A:\n    def __format__(self, spec):\n        LOOP\n'{}'.format(A())\nescaped = True",
    "raise from": "try:\n    try:\n        LOOP\n    except BaseException as e:\n        escaped = True\n        raise ValueError from e\nexcept ValueError:\n    escaped = True",
    "tool": "def call():\n    LOOP\nswallow(call)\nescaped = True",
    "tool, again": "def call():\n    global escaped\n    try:\n        swallow(call)\n    finally:\n        escaped = True\nwhile True:\n    swallow(lambda: [0 for i in iter(int, 1)])",
    "vectorize": "import numpy as np\ndef f(x):\n    LOOP\ntry:\n    np.vectorize(f)(np.arange(3))\nexcept BaseException:\n    escaped = True\nescaped = True",
    "apply": "import pandas as pd\ndef f(x):\n    LOOP\ntry:\n    pd.Series([1, 2]).apply(f)\nexcept BaseException:\n    escaped = True\nescaped = True",
    "apply rows": "import pandas as pd\ndef f(x):\n    LOOP\ntry:\n    pd.DataFrame({'a': [1, 2]}).apply(f, axis=1)\nexcept BaseException:\n    escaped = True\nescaped = True",
    "group by": "import pandas as pd\ndef f(x):\n    LOOP\ntry:\n    pd.DataFrame({'a': [1, 2]}).groupby('a')['a'].agg(f)\nexcept BaseException:\n    escaped = True\nescaped = True",
    "interrupt": "try:\n    LOOP\nexcept (KeyboardInterrupt, SystemExit, GeneratorExit):\n    escaped = True",
    "import in handler": "try:\n    LOOP\nexcept BaseException:\n    import math\n    escaped = True",
}
LOOPS = {"operations": "for _ in iter(int, 1): pass", "while": "while True: pass", "time": "while True: pass", "memory": "hoard()"}
HOARD = "def hoard():\n    kept = []\n    for i in iter(int, 1):\n        kept.append('x' * 100_000)\n"
LIMITS = {
    "operations": {"operations": 20_000, "while_iterations": None},
    "while": {"while_iterations": 1000, "operations": None},
    "time": {"while_iterations": None, "operations": None, "seconds": 0.15},
    "memory": {"operations": None, "while_iterations": None, "memory_bytes": 48 << 20},
}
MESSAGE = {
    "operations": "Reached the max number of operations of 20000",
    "while": "Maximum number of 1000 iterations in While loop exceeded",
    "time": "Code execution exceeded the maximum execution time of 0.15 seconds",
    "memory": "Code execution exceeded the maximum of",
}
WITHOUT_LOOP = ("default", "comprehension", "generator expression", "star", "native loop", "native filter", "key of max", "tool, again")
PAYLOADS = {
    f"{form} @ {limit} @ {where}": {
        "code": "escaped = False\n" + HOARD + code.replace("LOOP", LOOPS[limit]),
        "imports": ["asyncio", "contextlib", "functools", "json", "numpy", "pandas"],
        "limits": LIMITS[limit],
        "seconds": 20,
        "thread": thread,
    }
    for form, code in FORMS.items()
    if form != "except group" or sys.version_info >= (3, 11)
    for limit in LIMITS
    for where, thread in (("main", None), ("thread", 512 << 10))
    if not (form in WITHOUT_LOOP and limit in ("while", "memory"))
    # One thread of two limits is enough: the engine does the same on both.
    if where == "main" or limit in ("time", "memory")
}


@pytest.mark.parametrize("name", PAYLOADS)
def test_limit_holds(name: str, batch) -> None:
    for library in ("numpy", "pandas"):
        if f"import {library}" in PAYLOADS[name]["code"]:
            pytest.importorskip(library)
    found = batch.result("exhaustion:run", PAYLOADS, name, seconds=40)
    limit = name.split(" @ ")[1]
    assert MESSAGE[limit] in found["value"], found
    assert found["outcome"] == ("ExecutionTimeoutError" if limit == "time" else "InterpreterError"), found
    assert found["after"] == 42, found
    assert found["state"].get("escaped") is False, found
    assert found["seconds"] < 10, found
