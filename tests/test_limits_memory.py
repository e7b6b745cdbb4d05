"""Memory bombs end at the budget of their call, and the executor is usable afterwards."""

from __future__ import annotations

import sys

import fastexec
import pytest

# Each would fill the memory of any machine.
BOMBS = {
    'append str': "x=[]\nwhile True:\n    x.append('a'*10**6)",
    'append small': 'x=[]\nfor i in range(10**9):\n    x.append((i,i))',
    'append float': 'x=[]\nfor i in range(10**9):\n    x.append(i*1.5)',
    'double str': "x='ab'\nwhile True:\n    x=x+x",
    'double list': 'x=[1,2]\nwhile True:\n    x=x+x',
    'extend self': 'x=[1,2]\nwhile True:\n    x.extend(x)',
    'iadd': 'x=[1,2]\nwhile True:\n    x+=x',
    'imul': 'x=[1,2]\nwhile True:\n    x*=10',
    'bytearray': "x=bytearray(b'ab')\nwhile True:\n    x+=x",
    'bytearray2': 'x=bytearray()\nwhile True:\n    x.extend(bytes(10**6))',
    'bytearray n': 'bytearray(10**10)',
    'bytes n': 'bytes(10**10)',
    'nested list': 'x=[]\nwhile True:\n    x=[x,x[:]]*3',
    'dict': 'd={}\nfor i in range(10**9):\n    d[i]=str(i)',
    'dict str': 'd={}\nfor i in range(10**9):\n    d[str(i)*100]=i',
    'set': 's=set()\nfor i in range(10**9):\n    s.add(i)',
    'setcomp': '{i for i in range(10**9)}',
    'listcomp': '[i*2.5 for i in range(10**9)]',
    'dictcomp': '{i:[i] for i in range(10**9)}',
    'genlist': 'list(i*2.5 for i in range(10**9))',
    'deepcopy': 'import copy\nx=[list(range(1000)) for i in range(2000)]\ny=[]\nwhile True:\n    y.append(copy.deepcopy(x))',
    'deepcopy2': 'import copy\nx=[bytearray(1000)]\nfor i in range(20):\n    x=[x,copy.deepcopy(x)]*3',
    'list copy': 'x=list(range(10**6))\ny=[]\nwhile True: y.append(x[:])',
    'np': 'import numpy as np\nx=[]\nwhile True:\n    x.append(np.zeros(10**6)+1)',
    'np zeros': 'import numpy as np\nnp.zeros(10**10)',
    'np tile': 'import numpy as np\nnp.tile(np.ones(10**6),10**4)',
    'np repeat': 'import numpy as np\nnp.repeat(np.ones(10**6),10**4)',
    'np outer': 'import numpy as np\nnp.outer(np.ones(10**5),np.ones(10**5))',
    'np concat': 'import numpy as np\nx=np.ones(10)\nwhile True:\n    x=np.concatenate([x,x])',
    'np meshgrid': 'import numpy as np\nnp.meshgrid(*[np.arange(1000)]*4)',
    'np broadcast': 'import numpy as np\nnp.arange(10**5)[:,None]*np.arange(10**5)',
    'np small': 'import numpy as np\nx=[]\nwhile True:\n    x.append(np.ones(10))',
    'np str': "import numpy as np\nnp.array(['a'*10**6]*1000)",
    'np cycle': 'import numpy as np\nclass A: pass\nwhile True:\n    a=A()\n    a.me=a\n    a.x=np.ones(10**6)',
    'gens': 'def g():\n    x=[0]*1000\n    yield x\ny=[]\nwhile True:\n    a=g()\n    next(a)\n    y.append(a)',
    'gens2': 'x=[]\nwhile True:\n    x.append((i for i in range(3)))',
    'classes': "x=[]\nwhile True:\n    x.append(type('A',(),{}))",
    'classes2': 'x=[]\nwhile True:\n    class A:\n        y=1\n        def f(self): pass\n    x.append(A)',
    'instances': 'class A:\n    def __init__(s): s.x=1\nx=[]\nfor i in range(10**9):\n    x.append(A())',
    'slots': "class A:\n    __slots__=('x','y')\nx=[]\nfor i in range(10**9):\n    x.append(A())",
    'funcs': 'x=[]\nfor i in range(10**9):\n    x.append(lambda: i)',
    'closures': 'def f(i):\n    y=[i]\n    def g(): return y\n    return g\nx=[]\nfor i in range(10**9):\n    x.append(f(i))',
    'ints2': 'x=3\nwhile True:\n    x=x*x',
    'int list': 'x=[]\nfor i in range(10**9):\n    x.append(i<<1000)',
    'join': "','.join(['a'*10**6]*10**6)",
    'join2': "x=['a'*10**5]*10**5\n','.join(x)",
    'fstring': "f'{1:>1000000000}'",
    'fstring2': "w=10**9\nf'{1:{w}}'",
    'fstring3': "f'{1.5:.1000000000f}'",
    'format': "'{:{}}'.format(1,10**9)",
    'percent': "'%*d' % (10**9,1)",
    'tee': 'import itertools\na,b=itertools.tee(itertools.count())\nfor x in a: pass',
    'tee2': 'import itertools\na,b=itertools.tee(range(10**12))\nsum(a)',
    'deque': 'from collections import deque\nd=deque()\nfor i in range(10**9): d.append(i*1.5)',
    'Counter': 'from collections import Counter\nc=Counter()\nfor i in range(10**9): c[i]+=1',
    'defaultdict': 'from collections import defaultdict\nc=defaultdict(list)\nfor i in range(10**9): c[i].append(i)',
    'pd': "import pandas as pd\nx=[]\nwhile True:\n    x.append(pd.DataFrame({'a':range(10**6)}))",
    'pd concat': "import pandas as pd\nx=pd.DataFrame({'a':range(10**3)})\nwhile True:\n    x=pd.concat([x,x])",
    'pd str': "import pandas as pd\nx=pd.Series(['a'*1000]*10**5)\ny=[]\nwhile True:\n    y.append(x.str.upper())",
    'pd cross': "import pandas as pd\na=pd.DataFrame({'x':range(10**5)})\na.merge(a,how='cross')",
    'pd pivot': "import pandas as pd\na=pd.DataFrame({'x':range(10**5),'y':range(10**5),'z':1})\na.pivot(index='x',columns='y',values='z')",
    'pd dummies': 'import pandas as pd\npd.get_dummies(pd.Series(range(10**5)))',
    'pd unique': 'import pandas as pd\ns=pd.Series(range(3*10**6))\ny=[]\nfor i in range(100):\n    y.append((s+i).value_counts())',
    'star': 'def f(*a): return f(*a,*a)\nf(1)',
    'kwargs': "d={str(i):i for i in range(10**5)}\ndef f(**k): return f(**{**k,**{'x'+a:1 for a in k}})\nf(**d)",
    'unpack': 'a,*b=range(10**10)',
    'split2': "s='a,'*10**7\nx=[]\nwhile True: x.append(s.split(','))",
    'replace': "('a'*10**6).replace('a','b'*10**6)",
    'translate': "('a'*10**6).translate({97:'b'*10**6})",
    'expandtabs': "('\\t'*10**5).expandtabs(10**6)",
    're.sub': "import re\nre.sub('a','b'*10**6,'a'*10**6)",
    'json': "import json\nx=['a'*100]*10**5\ny=[]\nwhile True: y.append(json.dumps(x))",
    'zlib': 'import zlib\nx=zlib.compress(bytes(10**7))\nwhile True: y=zlib.decompress(x)*10',
    'zlib bomb': "import zlib\nc=zlib.compressobj()\nb=b''.join(c.compress(bytes(10**7)) for i in range(30))+c.flush()\nzlib.decompress(b)",
    'str repr': "x='\\x00'*10**7*5\nrepr(x)",
    'encode': "x='\\u1234'*10**7*4\nx.encode()",
    'exceptions': 'x=[]\nwhile True:\n    try: 1/0\n    except Exception as e: x.append(e)',
    'recursion data': 'def f(n,x): return f(n+1,x+[0]*10**5)\nf(0,[])',
    'wide attrs': "class A: pass\na=A()\nfor i in range(10**9): setattr(a,'x'+str(i),i)",
    'swallow mem': "x=[]\nwhile True:\n    try:\n        x.append('a'*10**6)\n    except BaseException:\n        pass",
    'swallow mem2': 'x=[]\ndef f():\n    while True:\n        try:\n            x.append([0]*1000)\n        except MemoryError:\n            pass\nf()',
    'lru': 'import functools\n@functools.lru_cache(None)\ndef f(i): return [i]*100\nfor i in range(10**9): f(i)',
    'memoryview': 'x=[]\nwhile True: x.append(memoryview(bytes(10**6)))',
    'array': "import array\nx=array.array('d',[0])\nwhile True: x.extend(x)",
    'io': 'import io\nb=io.BytesIO()\nwhile True: b.write(bytes(10**6))',
    'sio': "import io\nb=io.StringIO()\nwhile True: b.write('a'*10**6)",
    'decimal': 'import decimal\ndecimal.getcontext().prec=10**9\ndecimal.Decimal(1)/3',
    'random': "import random\nrandom.choices('ab',k=10**9)",
    'product': "import itertools\nlist(itertools.product('ab',repeat=40))",
    'perm': 'import itertools\nset(itertools.permutations(range(12)))',
    'zip': 'list(zip(*[range(10**9)]*3))',
    'sorted': 'sorted(i*1.5 for i in range(10**9))',
    'sort by len': "x=['']*11*10**6\nx.sort(key=len)",
    'enumerate': 'dict(enumerate(range(10**9)))',
    'fromkeys': 'dict.fromkeys(range(10**9))',
    'matrix': '[[0]*10**5 for i in range(10**5)]',
    'numbers of a text': "import numpy as np\nnp.fromstring('1 ' * 2 * 10**7, sep=' ', dtype='g')",
    'sum lists': 'sum([[0]*10**6]*10**4,[])',
}
if sys.version_info >= (3, 11):
    BOMBS |= {
        'texts of SQL': "import sqlite3\nsqlite3.connect(':memory:').execute(\"select length(replace(hex(zeroblob(20000000)), '0', 'abcdefghij'))\").fetchall()",
        'bytes of SQL': "import sqlite3\nsqlite3.connect(':memory:').execute('select length(hex(hex(zeroblob(80000000))))').fetchall()",
        'texts of SQL, with a limit': "import sqlite3\nc = sqlite3.connect(':memory:')\nc.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10**9)\nc.execute('select length(zeroblob(900000000) || 1)').fetchall()",
    }
# These stay below the budget, and make it many times: what was freed can be had again.
FRUGAL = {
    'cycle ok': 'import numpy as np\nclass A: pass\nfor i in range(300):\n    a=A()\n    a.me=a\n    a.x=np.ones(250_000)\n1',
    'cycles, fast': 'import numpy as np\nclass A: pass\nfor i in range(9000):\n    a=A()\n    a.me=a\n    a.x=np.empty(250_000)\n1',
    'churn ok': 'for i in range(2000):\n    x=[0]*250_000\n1',
    'churn np ok': 'import numpy as np\nfor i in range(300):\n    x=np.ones(250_000)*2+1\n1',
    "catch list": "try:\n    x = [0] * 10**12\nexcept MemoryError:\n    x = 1\nx",
    "catch array": "import numpy as np\ntry:\n    x = np.ones(10**10)\nexcept MemoryError:\n    x = 1\nx",
    "catch integer": "try:\n    x = 10**10**10\nexcept MemoryError:\n    x = 1\nx",
    "catch recursion": "def f():\n    return f()\ntry:\n    f()\nexcept RecursionError:\n    x = 1\nx",
    "numbers of a short text": "import numpy as np\nint(np.fromstring('1 ' * 2 * 10**6, sep=' ').sum()) // 2000000",
    "short texts of SQL": "import sqlite3\nsqlite3.connect(':memory:').execute(\"select length(printf('%020000000d', 1)) / 20000000\").fetchone()[0]",
    "again after a large one": "for i in range(100):\n    try:\n        [0] * 10**12\n    except MemoryError:\n        pass\n1",
}
ALLOWED = sorted({'array', 'collections', 'copy', 'decimal', 'functools', 'io', 'itertools', 'json', 'numpy', 'pandas', 'random', 're', 'sqlite3', 'zlib'})
BUDGET = 96 << 20  # what the bombs make before the call that is the point has to fit
OVERRUN = 96 << 20  # what is taken between two looks, and the process's own
LARGE = 384 << 20
BUDGETS = {"pd unique": LARGE}
PAYLOADS = {
    f"{name} @ {where}": {"code": code, "imports": ALLOWED, "thread": thread, "seconds": 20, "limits": {"operations": None, "while_iterations": None, "memory_bytes": BUDGETS.get(name, BUDGET)}}
    for name, code in (BOMBS | FRUGAL).items()
    for where, thread in (("main", None), ("thread", 1 << 20))
    if where == "main" or name in ("append str", "double list", "dict", "np", "pd", "genlist", "zlib bomb", "swallow mem")
}


def needs(code: str) -> None:
    for library in ("numpy", "pandas"):
        if f"import {library}" in code:
            pytest.importorskip(library)


@pytest.mark.parametrize("name", [name for name in PAYLOADS if name.split(" @ ")[0] in BOMBS])
def test_bomb(name: str, batch) -> None:
    needs(PAYLOADS[name]["code"])
    found = batch.result("exhaustion:run", PAYLOADS, name, seconds=60)
    assert found["outcome"] in ("InterpreterError", "ExecutionTimeoutError"), found
    assert found["after"] == 42, found
    if sys.platform == "linux":
        assert found["memory"] < PAYLOADS[name]["limits"]["memory_bytes"] + OVERRUN, found


@pytest.mark.parametrize("name", [name for name in PAYLOADS if name.split(" @ ")[0] in FRUGAL])
def test_frugal_code_works(name: str, batch) -> None:
    needs(PAYLOADS[name]["code"])
    found = batch.result("exhaustion:run", PAYLOADS, name, seconds=60)
    assert (found["outcome"], found["value"]) == ("ok", "1"), found


def test_cap_of_a_call() -> None:
    executor = fastexec.LocalPythonExecutor([])
    small = fastexec.Limits(memory_bytes=8 << 20)
    with pytest.raises(fastexec.InterpreterError, match="MemoryError"):
        executor("x = [0] * 2_000_000", limits=small)
    assert executor("x = [0] * 2_000_000\nlen(x)").output == 2_000_000
    assert executor("y = [0] * 100_000_000\nlen(y)", limits=fastexec.Limits(memory_bytes=None)).output == 100_000_000
    assert executor("del x, y\n1").output == 1


def test_tools_are_not_part_of_the_account() -> None:
    executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(memory_bytes=16 << 20))
    executor.send_tools({"load": lambda: bytes(64 << 20)})
    assert executor("data = load()\nlen(data)").output == 64 << 20


def test_arrays_outlive_their_run() -> None:
    np = pytest.importorskip("numpy")
    executor = fastexec.LocalPythonExecutor(["numpy"], limits=fastexec.Limits(memory_bytes=64 << 20))
    made = executor("import numpy as np\na = np.arange(1_000_000)\na").output
    assert int(made.sum()) == 499999500000
    made = np.resize(made, 10)
    executor.state.clear()
    del executor
    assert made.tolist() == list(range(10))
    # Outside of a call nothing is counted.
    assert np.ones(64 << 20, dtype=np.uint8).nbytes == 64 << 20
