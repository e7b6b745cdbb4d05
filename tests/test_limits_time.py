"""Long calls of C code, and waits, end close to their deadline: refused before, interrupted, or ended by a look."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import re
import signal
import subprocess
import sys
import threading
import time

import fastexec
import pytest
from fastexec.limits import over

CALLS = {
    'pow tower': '10**10**8',
    'repeat': "'a'*10**11",
    'list range': 'list(range(10**10))',
    're backtrack': "import re\nre.match('(a+)+b','a'*60)",
    're sub': "import re\nre.sub('(x+x+)+y','',  'x'*60)",
    'factorial': 'import math\nmath.factorial(10**8)',
    'marks in order': "import unicodedata\nlen(unicodedata.normalize('NFD', '\\u0315\\u0300' * 200000))",
    'marks in many runs': "import unicodedata\nlen(unicodedata.normalize('NFC', ('a' + '\\u0316\\u0300' * 10**4) * 100))",
    'power of decimals': "import decimal\nc = decimal.Context(prec=10**6, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)\nc.power(c.create_decimal('9' * 300000), c.create_decimal('9' * 300000), c.create_decimal('7' * 300000))",
    'power of decimals by map': "from decimal import *\nwith localcontext(Context(prec=10**6, Emax=MAX_EMAX, Emin=MIN_EMIN)):\n    list(map(pow, [Decimal('9' * 300000)], [Decimal('9' * 300000)], [Decimal('7' * 300000)]))",
    'marks by map': "import unicodedata\nlist(map(unicodedata.normalize, ['NFC'], ['\\u0315\\u0300' * 200000]))",
    'decimal to integer': "from decimal import Decimal\nint(Decimal('1e20000000'))",
    'decimal by floor': "import math\nfrom decimal import Decimal\nlist(map(math.floor, [Decimal('1e20000000')]))",
    'integer to decimal': 'from decimal import Decimal\nDecimal(1 << 8000000)',
    'sort': 'x=[(i*7919)%10000019 for i in range(3000000)]\nfor i in range(100):\n    sorted(x)',
    'sum range': 'sum(range(10**12))',
    'max range': 'max(range(10**12))',
    'sum bytes': 'sum(bytes(10**9))',
    'set of bytes': 'set(bytes(10**9))',
    'deque of bytes': 'import collections\nlen(collections.deque(bytes(10**9),maxlen=1))',
    'any of bytes': 'any(bytes(10**9))',
    'sum array': "import array\nsum(array.array('b',bytes(5*10**8)))",
    'set of a text': "set('ab'*(4*10**8))",
    'sum list': 'x=[1]*(3*10**7)\nfor i in range(100):\n    sum(x)',
    'search from the end': "x='a'*10**7\nlist(map(x.rfind,['a'*5000+'b'+'a'*5000]*1000))",
    'part from the end': "x=bytearray(b'a'*10**7)\nlist(map(x.rpartition,[b'a'*5000+b'b'+b'a'*5000]*1000))",
    'bytes from the end': "x=b'a'*10**7\nlist(map(x.rfind,[b'a'*5000+b'b'+b'a'*5000]*1000))",
    'zeros': 'from scipy.special import kelvin_zeros\nkelvin_zeros(1000)',
    'more zeros': 'from scipy.special import erf_zeros\nerf_zeros(10**5)',
    'fresnel zeros': 'from scipy.special import fresnel_zeros\nfresnel_zeros(10**5)',
    'bessel zeros': 'from scipy.special import y0_zeros\ny0_zeros(10**5)',
    'zipf': 'import numpy as np\nnp.random.RandomState(1).zipf(2**62)',
    'zipf of several': 'import numpy as np\nnp.random.RandomState(1).zipf(np.array([2.0,2e9]))',
    'vonmises': 'import numpy as np\nnp.random.RandomState(1).vonmises(0,1e18)',
    'raw random numbers': 'import numpy as np\nnp.random.PCG64(1).random_raw(2**40,False)',
    'raw random numbers by map': 'import numpy as np\nlist(map(np.random.SFC64(1).random_raw,[(2**20,2**40)],[False]))',
    'jumps': 'import numpy as np\nnp.random.MT19937(1).jumped(10**6)',
    'remez': 'from scipy.signal import remez\nremez(200001,[0,0.1,0.2,0.5],[1,0])',
    'product': 'import itertools\nlist(itertools.product(range(100),repeat=10))',
    'sum product': 'import itertools\nsum(1 for x in itertools.product(range(100),repeat=10))',
    'len perms': 'import itertools, collections\ncollections.deque(itertools.permutations(range(20)),maxlen=0)',
    'list count': 'import itertools\nlist(itertools.count())',
    'deque count': 'import itertools, collections\ncollections.deque(itertools.count(),maxlen=10)',
    'join': "import itertools\n''.join(itertools.repeat('a'))",
    'join map': "''.join(map(str,range(10**12)))",
    'slow key': 'def k(v):\n    for i in range(10**6): pass\n    return v\nsorted(range(10**6),key=k)',
    'sleep': 'import time\ntime.sleep(60)',
    'pow mod': 'pow(3**100000,5**100000,7**100000)',
    'comb': 'import math\nmath.comb(10**7,5*10**6)',
    'gcd': 'import math\na=3**1500000\nb=7**1200000\nmath.gcd(a,b)',
    'decimal exp': 'import decimal\ndecimal.getcontext().prec=200000\ndecimal.Decimal(3).ln()',
    'fraction': 'from fractions import Fraction\nx=Fraction(1,3)\nfor i in range(10**6): x=x*x+1',
    'json dumps': 'import json\nx=[[i]*100 for i in range(100000)]\nfor i in range(100):\n    json.dumps(x)',
    'json loads': "import json\ns='['+'1,'*5000000+'1]'\nfor i in range(100):\n    json.loads(s)",
    'eq tuples': 'x=()\ny=()\nfor i in range(60):\n    x=(x,x)\n    y=(y,y)\nx==y',
    'reverse by map': 'import collections\nx=[1]*10**7\ncollections.deque(map(list.reverse, [x]*10**6), maxlen=0)',
    'look by map': 'x="ab"*10**7\nall(map(str.isalpha, [x]*10**6))',
    'sort long lists': 'sorted([[0]*8000000 for i in range(3)]*200000)',
    'max of long lists': 'max([[0]*8000000 for i in range(3)]*200000)',
    'find a long list': 'x=[[0]*8000000+[i] for i in range(3)]\n[0]*8000000+[9] in x*200000',
    'eq deque': 'from collections import deque\nx=deque()\ny=deque()\nfor i in range(60):\n    x=deque([x,x])\n    y=deque([y,y])\nx==y',
    'collide dict': 'P=2**61-1\nx=[i*P for i in range(200000)]\ndict.fromkeys(x)',
    'collide zip': 'P=2**61-1\nx=[i*P for i in range(200000)]\ndict(zip(x,x))',
    'collide set': 'P=2**61-1\nx=[i*P for i in range(200000)]\nset(x)',
    'collide Counter': 'import collections\nP=2**61-1\ncollections.Counter([i*P for i in range(200000)])',
    'collide subclass': 'class K(int): pass\nP=2**61-1\nfrozenset([K(i*P) for i in range(200000)])',
    'collide tuples': 'P=2**61-1\nset([(i*P,) for i in range(200000)])',
    'collide complex': 'set([complex(-1000003*i,i) for i in range(200000)])',
    'collide frozensets': 'P=2**61-1\nset([frozenset([i*P]) for i in range(200000)])',
    'collide Decimal': 'from decimal import Decimal\nP=2**61-1\nset([Decimal(i*P) for i in range(60000)])',
    'collide pandas': 'import pandas as pd\nP=2**61-1\npd.unique(pd.Series([i*P for i in range(200000)],dtype=object))',
    'collide value_counts': 'import pandas as pd\nP=2**61-1\npd.Series([i*P for i in range(200000)],dtype=object).value_counts()',
    'count ints': 'x=[10**6]*10**7\nfor i in range(1000): x.count(10**6+1)',
    'translate': 'b=bytes(10**8)\nt=bytes(range(256))\nfor i in range(1000):\n    b.translate(t)',
    'difflib': "import difflib\na='ab'*20000\nb='ba'*20000\ndifflib.SequenceMatcher(None,a,b,autojunk=False).ratio()",
    'hashlib': 'import hashlib\nb=bytes(10**8)\nfor i in range(1000):\n    hashlib.sha512(b).hexdigest()',
    'pbkdf2': "import hashlib\nhashlib.pbkdf2_hmac('sha512',b'a',b'b',10**9)",
    'scrypt': "import hashlib\nhashlib.scrypt(b'a',salt=b'b',n=2**14,r=8,p=1000,maxmem=2**31-1)",
    'in range objs': 'class A:\n    def __eq__(s,o): return False\n    __hash__=None\nA() in range(10**12)',
    'in range float': '1.5 in range(10**12)',
    'index range': 'range(10**12).index(1.5)',
    'count range': "range(10**12).count('a')",
    'choices': 'import random\nrandom.choices(range(100),k=10**10)',
    'sample': 'import random\nrandom.sample(range(10**10),10**9)',
    'shuffle': 'import random\nx=list(range(10**7))\nfor i in range(100):\n    random.shuffle(x)',
    'randbytes': 'import random\nrandom.getrandbits(10**11)',
    'replace': "('a'*10**7).replace('a','b'*10**5)",
    'replace loop': "s='ab'*10**7\nfor i in range(10**4):\n    s.replace('a','c')",
    'split join': "s='a '*10**7\nfor i in range(1000):\n    ' '.join(s.split())",
    'datetime range': 'import datetime as d\nx=d.datetime(1,1,1)\nwhile True:\n    x+=d.timedelta(microseconds=1)',
    'set ops': 'a=set(range(2000000))\nb=set(range(1000000,3000000))\nfor i in range(1000):\n    a&b',
    'np svd': 'import numpy as np\nnp.linalg.svd(np.random.rand(4000,4000))',
    'np solve': 'import numpy as np\nnp.linalg.inv(np.random.rand(3000,3000))',
    'np int matmul': 'import numpy as np\na=np.ones((4000,4000),dtype=int)\na@a',
    'np convolve': 'import numpy as np\na=np.ones(3*10**6)\nnp.convolve(a,a)',
    'decimal that says it is short': "from decimal import Decimal\nclass D(Decimal):\n    def adjusted(self):\n        return 0\nint(D('1e20000000'))",
    'np convolve lists': 'import numpy as np\na=[1.0]*10**6\nnp.convolve(a,a)',
    'np convolve own class': 'import numpy as np\nclass A(np.ndarray):\n    shape=(1,)\n    size=1\na=np.ones(3*10**6).view(A)\nnp.convolve(a,a)',
    'np matmul own class': 'import numpy as np\nclass A(np.ndarray):\n    pass\na=np.ones((4000,4000),dtype=int).view(A)\na@a',
    'seeds by a name that is looked up in vain': 'import numpy as np\nclass S(str):\n    def __hash__(self):\n        return 5\nnp.random.SeedSequence(1, **{S("pool_size"): 10**6})',
    'seeds by such a name in a partial': 'import functools, numpy as np\nclass S(str):\n    def __hash__(self):\n        return 5\np=functools.partial(np.random.SeedSequence, 1)\np.keywords[S("pool_size")]=10**6\np()',
    'np einsum': "import numpy as np\na=np.ones((700,700))\nnp.einsum('ij,jk,kl->il',a,a,a)",
    'np vectorize': 'import numpy as np\nnp.vectorize(lambda x: sum(range(10**6)))(np.arange(10**6))',
    'pd merge cross': "import pandas as pd\na=pd.DataFrame({'x':range(100000)})\na.merge(a,how='cross')",
    'pd apply': "import pandas as pd\na=pd.DataFrame({'x':range(10**6)})\na.apply(lambda r: sum(range(10**5)),axis=1)",
    'bisect key': 'import bisect\nbisect.bisect(range(10**18),5,key=lambda x: sum(range(10**7)))',
    'heap merge': 'import heapq, itertools\nlist(heapq.merge(itertools.count(),itertools.count()))',
    'nsmallest': 'import heapq, itertools\nheapq.nsmallest(3,itertools.count())',
    'reduce': 'import functools, itertools\nfunctools.reduce(max,itertools.count())',
    'int mult': 'a=3**2500000\nfor i in range(1000):\n    a*a',
    'divmod': 'a=1<<8000000\nb=(1<<4000000)+1\na%b',
    'isqrt': 'import math\nlist(map(math.isqrt,[(1<<8000000)//3]*30))',
    'sre findall': "import re\nre.findall(r'(.*)*(.*)*(.*)*b','a'*40)",
    'repeat in tuple': 'import itertools\ntuple(itertools.repeat(None))',
    'zip star': 'import itertools\nlist(zip(itertools.count(),itertools.count()))',
    'dict comp C': 'import itertools\ndict(zip(itertools.count(),itertools.count()))',
    'Counter': 'import collections, itertools\ncollections.Counter(itertools.count())',
    'Counter elements': 'import collections\nsum(collections.Counter(a=10**12).elements())',
    'mean': 'import statistics, itertools\nstatistics.mean(itertools.count())',
}
WAITS = {
    'q.get': 'import queue\nqueue.Queue().get()',
    'q.put': 'import queue\nq=queue.Queue(1)\nq.put(1)\nq.put(2)',
    'q.join': 'import queue\nq=queue.Queue()\nq.put(1)\nq.join()',
    'sq': 'import queue\nqueue.SimpleQueue().get()',
    'lifo': 'from queue import LifoQueue\nLifoQueue().get()',
    'swallow q': 'import queue\nwhile True:\n    try:\n        queue.Queue().get()\n    except BaseException:\n        pass',
    'event': 'import threading\nthreading.Event().wait()',
    'lock': 'import threading\nl=threading.Lock()\nl.acquire()\nl.acquire()',
    'cond': 'import threading\nc=threading.Condition()\nwith c:\n    c.wait()',
    'sem': 'import threading\nc=threading.Semaphore(0)\nc.acquire()',
    'barrier': 'import threading\nthreading.Barrier(2).wait()',
    'asyncio': 'import asyncio\nasync def f():\n    await asyncio.sleep(60)\nasyncio.run(f())',
    'asyncio gather': 'import asyncio\nasync def g():\n    while True:\n        try:\n            await asyncio.sleep(60)\n        except BaseException:\n            pass\nasync def f():\n    await asyncio.gather(g(),g())\nasyncio.run(f())',
    'asyncio spin': 'import asyncio\nasync def f():\n    while True:\n        await asyncio.sleep(0)\nasyncio.run(f())',
    'sleep map': 'import time\nlist(map(time.sleep,[1]*3600))',
    'sched': 'import sched,time\ns=sched.scheduler(time.time,time.sleep)\ns.enter(60,1,print)\ns.run()',
}
if sys.version_info < (3, 14):
    # From then on a tuple keeps its hash.
    CALLS['hash tuples'] = 'x=()\nfor i in range(60): x=(x,x)\nhash(x)'
# Only a signal reaches these, that is only on the main thread. See docs/limits.md.
MAIN_ONLY = {"count", "pow mod", "gcd"}
ALLOWED = sorted({
    "array", "asyncio", "bisect", "collections", "copy", "datetime", "decimal", "difflib", "fractions", "functools", "hashlib", "heapq",
    "itertools", "json", "math", "numpy.*", "pandas", "queue", "random", "re", "sched", "scipy.*", "statistics", "threading", "time",
    "unicodedata", "zlib",
})  # fmt: skip
SECONDS = 0.35
# What these make before the call that is meant takes half of that, or more.
PREPARED = {"zeros", "more zeros", "fresnel zeros", "bessel zeros", "remez", "sort", "gcd", "json dumps", "json loads", "find a long list", "sort long lists", "max of long lists", "shuffle", "set ops", "np int matmul", "np matmul own class", "int mult"}
PAYLOADS = {
    f"{name} @ {where}": {"code": code, "imports": ALLOWED, "thread": thread, "seconds": 1 if name in PREPARED else SECONDS, "limits": {"operations": None, "while_iterations": None}}
    for name, code in (CALLS | WAITS).items()
    for where, thread in (("main", None), ("thread", 1 << 20))
    # Real-time signals, which the main thread needs, are Linux's.
    if (sys.platform == "linux" if where == "main" else name not in MAIN_ONLY)
}
# The machines of tests are slow and busy: what is asserted is that the call comes back by itself.
PATIENCE = 20


@pytest.mark.parametrize("name", PAYLOADS)
def test_long_call_ends(name: str, batch) -> None:
    for library in ("numpy", "pandas", "scipy"):
        if f"import {library}" in PAYLOADS[name]["code"] or f"from {library}" in PAYLOADS[name]["code"]:
            pytest.importorskip(library)
    found = batch.result("exhaustion:run", PAYLOADS, name, seconds=60)
    assert found["outcome"] in ("InterpreterError", "ExecutionTimeoutError"), found
    assert found["after"] == 42, found
    assert found["seconds"] < PATIENCE, found


WORKING = {
    "marks": "import unicodedata\nunicodedata.normalize('NFC', 'e\\u0301' * 300000) == 'é' * 300000 and len(unicodedata.normalize('NFD', '\\u0315\\u0300' * 2000)) == 4000",
    "powers": "from decimal import *\n(pow(Decimal(3), Decimal(1000), Decimal(17)), pow(3, Decimal(20), 7), Decimal(2) ** 3, Context().power(2, 5), Context().power(2, b=5, modulo=7), pow(Decimal(2), 3, None)) == (16, 2, 8, 32, 4, 8)",
    "decimals": "from decimal import Decimal\nint(Decimal('1e5000')) == 10**5000 and int(Decimal('-1e-900000')) == 0 and Decimal(1 << 50000) > 0 and round(Decimal('2.5')) == 2",
    "queue": "import queue\nq = queue.PriorityQueue()\nq.put(3)\nq.put(1)\n[q.get(), q.get(), q.qsize(), isinstance(q, queue.Queue)] == [1, 3, 0, True]",
    "queue timeout": "import queue\ntry:\n    queue.Queue().get(timeout=0.05)\nexcept queue.Empty:\n    x = True\nx",
    "queue without waiting": "import queue\ntry:\n    queue.SimpleQueue().get_nowait()\nexcept queue.Empty:\n    x = True\nx",
    "lock": "import threading\nlock = threading.Lock()\nwith lock:\n    x = lock.locked() and not lock.acquire(False) and not lock.acquire(timeout=0.05)\nx and not lock.locked()",
    "rlock": "import threading\nlock = threading.RLock()\nwith lock, lock:\n    x = True\nx",
    "event": "import threading\ne = threading.Event()\nx = e.wait(0.05)\ne.set()\ne.wait() and not x",
    "condition": "import threading\nc = threading.Condition()\nwith c:\n    x = c.wait(0.05)\nx is False",
    "semaphore": "import threading\ns = threading.Semaphore(1)\ns.acquire() and not s.acquire(timeout=0.05)",
    "asyncio": "import asyncio\nasync def f():\n    await asyncio.sleep(0.05)\n    return True\nasyncio.run(f())",
    "pool": "import time\nfrom concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor() as pool:\n    x = list(pool.map(time.sleep, [0.01] * 3))\nx == [None] * 3",
}


@pytest.mark.parametrize("name", WORKING)
def test_waits_work(name: str) -> None:
    executor = fastexec.LocalPythonExecutor(["asyncio", "concurrent.futures", "decimal", "threading"])
    assert executor(WORKING[name]).output is True


@contextlib.contextmanager
def soon(action, seconds: float = 0.3):
    timer = threading.Timer(seconds, action)
    timer.start()
    yield
    timer.cancel()
    timer.join()


ENDLESS = fastexec.Limits(operations=None, while_iterations=None, seconds=60)


@pytest.mark.parametrize("code", ["while True:\n    pass", "import time\ntime.sleep(60)", "import itertools\nsum(itertools.count())"])
def test_cancel(code: str) -> None:
    executor = fastexec.LocalPythonExecutor([], limits=ENDLESS)
    executor("kept = 1")
    with soon(executor.cancel), pytest.raises(fastexec.InterpreterError, match="was cancelled by the host"):
        executor(code)
    assert executor("kept").output == 1
    executor.cancel()  # nothing runs: nothing happens
    assert executor("kept + 1").output == 2


AFTER_A_CANCEL = [
    "halt()\nkept = 5",
    "try:\n    halt()\nexcept BaseException:\n    note(1)\nfinally:\n    note(2)\nkept = 5",
    "def f():\n    yield halt()\n    note(3)\nlist(f())\nkept = 5",
    "list(map(lambda _: halt(), range(3)))\nnote(4)",
]


@pytest.mark.parametrize("isolation", [None, pytest.param("process", marks=pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked"))])
@pytest.mark.parametrize("fails", [False, True])
def test_a_tool_cancels(isolation, fails: bool) -> None:
    """The run goes no step further, whatever it would catch."""
    noted: list[int] = []

    def halt() -> None:
        executor.cancel()
        if fails:
            raise ValueError("not approved")

    executor = fastexec.LocalPythonExecutor([], limits=ENDLESS, isolation=isolation)
    executor.send_tools({"halt": halt, "note": noted.append, "more": lambda: executor("kept += 1").output})
    executor("kept = 1")
    for code in AFTER_A_CANCEL * 3:
        with pytest.raises(fastexec.InterpreterError, match="was cancelled by the host"):
            executor(code)
    assert noted == [] and executor("kept").output == 1
    assert executor("more()\nmore()\nnote(kept)\nkept").output == 3 and noted == [3]


INTERRUPTED = """
import sys
import fastexec
executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(operations=None, while_iterations=None, seconds=60))
executor("kept = 1")
print("ready", flush=True)
try:
    executor(sys.argv[1])
except KeyboardInterrupt:
    print("interrupted", executor("kept").output)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one process")
@pytest.mark.parametrize(
    "code",
    [
        "while True:\n    pass",
        "try:\n    while True:\n        pass\nexcept BaseException:\n    while True:\n        pass",
        "import time\nwhile True:\n    try:\n        time.sleep(1)\n    except BaseException:\n        pass",
        "import re\nre.match('(a+)+b', 'a' * 60)",
    ],
)
def test_interrupt_of_the_host(code: str) -> None:
    host = subprocess.Popen([sys.executable, "-c", INTERRUPTED, code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert host.stdout.readline() == "ready\n"
    time.sleep(0.5)
    host.send_signal(signal.SIGINT)
    out, errors = host.communicate(timeout=60)
    assert out == "interrupted 1\n", errors


class TestMessages:
    def spent(self, code: str, **limits) -> str:
        executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(**limits))
        executor.send_tools({"nap": time.sleep})
        with pytest.raises(Exception) as caught:
            executor(code)
        return str(caught.value)

    def test_operations(self) -> None:
        text = self.spent("x = 0\nfor i in range(10):\n    x += i\nfor j in range(10**9): x += j\n", operations=1_000_000)
        assert "Reached the max number of operations of 1000000." in text
        assert "\n  line 4 took 100 % of 1,000,000 operations\n  hint: do less per call" in text
        assert text == self.spent("x = 0\nfor i in range(10):\n    x += i\nfor j in range(10**9): x += j\n", operations=1_000_000)

    def test_shares_are_true(self) -> None:
        # The function's loop and the one at the top level take as much as each other.
        code = "def f():\n    for i in range(1000): pass\nfor j in range(10**9):\n    f()\n    for k in range(1000): pass"
        shares = dict(re.findall(r"lines? ([\d-]+) took (\d+) %", self.spent(code, operations=2_000_000)))
        assert {line: round(int(share), -1) for line, share in shares.items()} == {"2": 50, "5": 50}

    def test_time_in_native_code(self) -> None:
        text = self.spent("x = 1\nimport itertools\nsum(itertools.count())\ny = 2", seconds=2)
        assert text.startswith("Code execution exceeded the maximum execution time of 2 seconds\n  line 3: sum(itertools.count())")
        assert re.search(r"\n  line 3 took \d+ % of \d+\.\d seconds\n  hint: ", text)

    def test_while(self) -> None:
        text = self.spent("n = 0\nwhile True:\n    n += 1", while_iterations=1000)
        assert "Maximum number of 1000 iterations in While loop exceeded" in text
        assert "\n  hint: make sure that the condition of the loop becomes false; for more iterations use `for`\n" in text
        assert text.endswith("\n  host: Limits(while_iterations=...) raises this limit")

    def test_memory(self) -> None:
        text = self.spent("x = []\nwhile True:\n    x.append('a' * 10_000)", memory_bytes=32 << 20)
        assert "Code execution exceeded the maximum of 33554432 bytes of added memory" in text
        assert "hint: a call may add 33554432 bytes of memory" in text
        assert text.endswith("\n  host: Limits(memory_bytes=...) raises this limit")

    @pytest.mark.parametrize(
        "code, limits",
        [
            ("for i in range(10**9): pass", {"operations": 1000}),
            ("while True: pass", {"seconds": 0.1, "operations": None, "while_iterations": None}),
            ("while True: pass", {"cpu_seconds": 0.1, "operations": None, "while_iterations": None}),
            ("x = [0] * 10**8", {"memory_bytes": 32 << 20}),
            ("x = 7 ** 10**6", {"int_bits": 10_000}),
            ("def f(): f()\nf()", {"recursion": 50}),
            ("x = 1\n" * 100, {"source_bytes": 100}),
        ],
        ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
    )
    def test_the_host_learns_which_limit_it_was(self, code: str, limits: dict) -> None:
        assert self.spent(code, **limits).endswith(f"\n  host: Limits({next(iter(limits))}=...) raises this limit")

    def test_the_name_of_the_limit_is_an_attribute(self) -> None:
        executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(operations=1000))
        with pytest.raises(fastexec.InterpreterError) as caught:
            executor("for i in range(10**9): pass")
        assert caught.value.limit == "operations"
        with pytest.raises(fastexec.InterpreterError) as caught:
            executor("1 / 0")
        assert caught.value.limit is None

    def test_runs_without_a_limit_hit_say_nothing(self) -> None:
        assert " took " not in self.spent("for i in range(1_000_000): pass\n1 / 0")


class TestLimitsObject:
    def test_one_call(self) -> None:
        executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(operations=1000))
        with pytest.raises(fastexec.InterpreterError, match="operations of 1000"):
            executor("for i in range(1000): pass")
        assert executor("for i in range(1000): pass\n1", limits=fastexec.Limits(operations=100_000)).output == 1
        assert executor("for i in range(1000): pass\n1", limits=fastexec.Limits(operations=None)).output == 1
        with pytest.raises(fastexec.InterpreterError, match="operations of 1000"):
            executor("for i in range(1000): pass", limits=fastexec.Limits(while_iterations=5))

    def test_each(self) -> None:
        executor = fastexec.LocalPythonExecutor([])

        def fails(code: str, **limits) -> str:
            with pytest.raises((fastexec.InterpreterError, fastexec.ExecutionTimeoutError)) as caught:
                executor(code, limits=fastexec.Limits(**limits))
            return str(caught.value)

        assert "operations of 50" in fails("for i in range(100): pass", operations=50)
        assert "5 iterations" in fails("while True: pass", while_iterations=5)
        assert "execution time of 0.2 seconds" in fails("for i in iter(int, 1): pass", seconds=0.2, operations=None)
        if sys.platform == "linux":
            assert "processor time of 0.2 seconds" in fails("for i in iter(int, 1): pass", cpu_seconds=0.2, operations=None)
        assert "MemoryError" in fails("x = [0] * 10_000_000", memory_bytes=1 << 20)
        assert "RecursionError" in fails("def f(n): return f(n - 1) if n else 0\nf(60)", recursion=50)
        assert "at most 20 are accepted" in fails("x = " + "1 + " * 20 + "1", source_bytes=20)
        assert "nest" in fails("x = " + "[" * 20 + "]" * 20, nesting=10)
        for large in ("x = 1 << 1000", "x = 7\nx <<= 1000", "x = 7**400", "x = 10**18\nx **= 30", "import math; x = math.factorial(300)", "import math; x = math.perm(300, 200)"):
            assert "the integer would have about" in fails(large, int_bits=500)
        assert executor("print('a' * 100)", limits=fastexec.Limits(output_chars=10)).logs.startswith("aaaaa\n")
        assert executor("print('a' * 100)", limits=fastexec.Limits(output_chars=None)).logs == "a" * 100 + "\n"

    def test_none_lifts(self) -> None:
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.3)
        nothing = fastexec.Limits(**{name: None for name in fastexec.Limits.__dataclass_fields__})
        code = "n = 0\nwhile n < 1_000_100: n += 1\nx = [0] * 60_000_000\n(n, len(x), (1 << 9_000_000) > 0)"
        assert executor(code, limits=nothing).output == (1_000_100, 60_000_000, True)

    def test_bad_values(self) -> None:
        for bad in (-1, True, "1", 1.5):
            with pytest.raises((TypeError, ValueError), match="limit operations must"):
                fastexec.Limits(operations=bad)

    def test_are_values(self) -> None:
        assert fastexec.Limits(operations=5) == fastexec.Limits(operations=5) != fastexec.Limits()
        assert over(fastexec.Limits(seconds=1), fastexec.Limits(seconds=2, operations=3)) == fastexec.Limits(seconds=1, operations=3)

    def test_function_takes_them(self) -> None:
        with pytest.raises(fastexec.InterpreterError, match="operations of 50"):
            fastexec.evaluate_python_code("for i in range(100): pass", limits=fastexec.Limits(operations=50))


class TestTimeInTools:
    def test_counts(self) -> None:
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.3)
        executor.send_tools({"nap": time.sleep})
        with pytest.raises(fastexec.ExecutionTimeoutError):
            executor("nap(0.6)\n1")

    def test_can_be_left_out(self) -> None:
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.5, count_tool_time=False)
        executor.send_tools({"nap": time.sleep, "call": lambda function: function()})
        assert executor("for i in range(4): nap(0.3)\n1").output == 1
        with pytest.raises(fastexec.ExecutionTimeoutError):
            executor("nap(0.6)\nfor i in iter(int, 1): pass", limits=fastexec.Limits(operations=None))
        # The code that a tool calls back is the code's time.
        with pytest.raises(fastexec.ExecutionTimeoutError):
            executor("call(lambda: [0 for i in iter(int, 1)])", limits=fastexec.Limits(operations=None, memory_bytes=None))


def test_nested_executors_keep_their_own_deadlines() -> None:
    inner = fastexec.LocalPythonExecutor([], timeout_seconds=0.3)
    outer = fastexec.LocalPythonExecutor([], timeout_seconds=30)

    def run(code: str) -> str:
        try:
            return repr(inner(code, limits=fastexec.Limits(operations=None, while_iterations=None)).output)
        except fastexec.ExecutionTimeoutError as error:
            return str(error)[:62]

    outer.send_tools({"run": run})
    result = outer("first = run('while True: pass')\n(first, run('1 + 1'), sum([1, 2]))").output
    assert result == ("Code execution exceeded the maximum execution time of 0.3 seco", "2", 3)


def test_same_executor_inside_of_a_tool() -> None:
    executor = fastexec.LocalPythonExecutor([], timeout_seconds=30)

    def again(code: str) -> str:
        try:
            return repr(executor(code, limits=fastexec.Limits(seconds=0.3, operations=None, while_iterations=None)).output)
        except fastexec.ExecutionTimeoutError:
            return "late"

    executor.send_tools({"again": again})
    assert executor("(again('while True: pass'), again('5'), 6)").output == ("late", "5", 6)


def test_two_threads_at_once() -> None:
    outcomes = {}

    def work(number: int) -> None:
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.5 if number % 2 else 30)
        try:
            code = "while True: pass" if number % 2 else "t = 0\nfor i in range(300_000): t += i\nt"
            outcomes[number] = executor(code, limits=fastexec.Limits(while_iterations=None, operations=None)).output
        except fastexec.ExecutionTimeoutError:
            outcomes[number] = "late"

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert outcomes == {n: "late" if n % 2 else 44999850000 for n in range(6)}


def test_caller_s_context_is_seen_by_tools() -> None:
    import contextvars

    request = contextvars.ContextVar("request", default="none")
    local = threading.local()
    executor = fastexec.LocalPythonExecutor([])
    executor.send_tools({"who": lambda: (request.get(), local.name, threading.current_thread().name)})
    seen = {}

    def work(name: str) -> None:
        request.set(name)
        local.name = name
        seen[name] = fastexec.LocalPythonExecutor([], additional_functions={"who": executor.static_tools["who"]})("who()").output

    for name in ("a", "b"):
        thread = threading.Thread(target=work, args=(name,), name=name)
        thread.start()
        thread.join()
    assert seen == {"a": ("a", "a", "a"), "b": ("b", "b", "b")}


class TestContextOfTools:
    """Tools run in the context of the host: what they set there stays, as a span that one opens and another one closes."""

    def test_what_tools_set_stays(self) -> None:
        import contextvars

        span = contextvars.ContextVar("span", default="none")
        executor = fastexec.LocalPythonExecutor([])
        executor.send_tools({"open_span": span.set, "current": span.get, "call": lambda f: (span.get(), f(), span.get())})

        def work() -> None:
            code = "open_span('outer')\na = current()\nb = call(lambda: [open_span('inner'), 1][1])\n(a, b, current())"
            assert executor(code).output == ("outer", ("outer", 1, "inner"), "inner")
            assert span.get() == "inner"
            assert executor("sorted([2, 1], key=lambda n: open_span('key') and n)\ncurrent()").output == "key"
            with pytest.raises(fastexec.InterpreterError):
                executor("open_span('failed')\n1 / 0")
            assert span.get() == "failed"
            with pytest.raises(fastexec.InterpreterError):
                executor("open_span('limit')\nwhile True: current()", limits=fastexec.Limits(operations=1000))
            assert span.get() == "limit"

        contextvars.copy_context().run(work)
        assert span.get() == "none"

    def test_what_code_sets_does_not(self) -> None:
        import decimal

        executor = fastexec.LocalPythonExecutor(["decimal"])
        executor.send_tools({"precision": lambda: decimal.getcontext().prec, "call": lambda f: f()})
        before = decimal.getcontext().prec
        code = "import decimal\ndecimal.getcontext().prec = 50\ndef mine(): return decimal.getcontext().prec\n"
        assert executor(code + "(precision(), call(mine), precision(), mine())").output == (before, 50, before, 50)
        assert decimal.getcontext().prec == before
        assert executor("(precision(), call(mine), decimal.getcontext().prec)").output == (before, 50, 50)

    def test_nested_executors_and_event_loops(self) -> None:
        import contextvars

        span = contextvars.ContextVar("span", default="none")
        inner = fastexec.LocalPythonExecutor([])
        inner.send_tools({"mark": span.set})
        outer = fastexec.LocalPythonExecutor(["asyncio"])
        outer.send_tools({"run": lambda code: inner(code).output, "get": span.get, "mark": span.set})
        assert outer("run('mark(\"inner\")\\n1')\nget()").output == "inner"
        code = "import asyncio\nasync def f():\n    mark('task')\n    await asyncio.sleep(0)\n    return get()\nasyncio.run(f())"
        assert outer(code).output == "task"


SLICED = {
    "lock of _thread": "import _thread\nl = _thread.allocate_lock()\nl.acquire()\nl.acquire()",
    "with lock of _thread": "import _thread\nl = _thread.allocate_lock()\nwith l:\n    with l: pass",
    "join": "import threading, time\nt = threading.Thread(target=time.sleep, args=(30,))\nt.start()\nt.join()",
    "timer": "import threading\nt = threading.Timer(30, print)\nt.daemon = True\nt.start()\nt.join()",
    "queue join": "import queue\nq = queue.Queue()\nq.put(1)\nq.join()",
    "wait_for": "import threading\nc = threading.Condition()\nwith c: c.wait_for(lambda: False)",
    "future": "from concurrent.futures import Future\nFuture().result()",
    "pool": "from concurrent.futures import ThreadPoolExecutor\nimport time\nwith ThreadPoolExecutor(1) as p:\n    p.submit(time.sleep, 30).result()",
    "futures": "from concurrent.futures import Future, wait\nwait([Future()])",
    "as_completed": "from concurrent.futures import Future, as_completed\nlist(as_completed([Future()]))",
    "poll": "import select\nselect.poll().poll()",
    "epoll": "import select\nselect.epoll().poll()",
    "selectors": "import selectors\nselectors.DefaultSelector().select()",
    "loop": "import asyncio\nasync def f(): await asyncio.sleep(30)\nasyncio.new_event_loop().run_until_complete(f())",
    "pause": "import signal\nsignal.pause()",
    "sigwait": "import signal\nsignal.sigwait([signal.SIGUSR2])",
    "read": "import os\nr, w = os.pipe()\nos.read(r, 1)",
    "process": "import subprocess\nsubprocess.Popen(['sleep', '5'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).wait()",
}
SLICED_PAYLOADS = {
    name: {"code": code, "imports": ["*"], "thread": 1 << 20, "seconds": SECONDS, "limits": {"operations": None, "while_iterations": None}}
    for name, code in SLICED.items()
}


@pytest.mark.parametrize("name", SLICED)
def test_waits_of_libraries_end_on_every_thread(name: str, batch) -> None:
    if sys.platform != "linux":
        pytest.skip("not all of these exist here")
    found = batch.result("exhaustion:run", SLICED_PAYLOADS, name, seconds=60)
    assert found["outcome"] == "ExecutionTimeoutError", found
    assert found["after"] == 42, found
    assert found["seconds"] < 4.5, found


# numpy goes back one length at a time, and comes to no end.
FAR_PLACES = """
import numpy as np
a, b = np.arange(7), np.arange(7)
b.put([2**62], [9], mode="wrap")
[np.take(a, [2**62, -2**62], mode="wrap").tolist(), b.tolist(), np.choose([2**62], [[1], [2], [3]], mode="wrap").tolist(), [take([2**62], mode="wrap").tolist() for take in [a.take]]]
"""


def test_far_places_count_from_the_start_again() -> None:
    pytest.importorskip("numpy")
    found = fastexec.LocalPythonExecutor(["numpy"], timeout_seconds=20)(FAR_PLACES).output
    assert found == [[2**62 % 7, -(2**62) % 7], [0, 1, 2, 3, 9, 5, 6], [2], [[4]]], found


WORKING_OFF_MAIN = {
    "threads": "import threading\nx = []\nt = threading.Thread(target=x.append, args=(1,))\nt.start()\nt.join()\nx == [1] and not t.is_alive()",
    "join with timeout": "import threading, time\nt = threading.Thread(target=time.sleep, args=(0.3,))\nt.start()\nt.join(0.05)\na = t.is_alive()\nt.join()\na and not t.is_alive()",
    "pool": "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(3) as p:\n    x = list(p.map(abs, range(-50, 0)))\nx == list(range(50, 0, -1))",
    "lock timeouts": "import _thread\nl = _thread.allocate_lock()\n(l.acquire(), l.acquire(False), l.acquire(True, 0.06), l.acquire(timeout=0.01), l.acquire(blocking=False)) == (True, False, False, False, False)",
    "lock errors": "import _thread\nl = _thread.allocate_lock()\nx = []\nfor a in ((True, -2), (False, 1), ('a', 'b')):\n    try:\n        l.acquire(*a)\n    except (ValueError, TypeError, OverflowError) as e:\n        x.append(type(e).__name__)\nx == ['ValueError', 'ValueError', 'TypeError']",
    "select": "import select, os\nr, w = os.pipe()\na = select.select([r], [], [], 0.05)\nos.write(w, b'x')\na == ([], [], []) and select.select([r], [], []) == ([r], [], []) and os.read(r, 5) == b'x'",
    "poll": "import select, os\nr, w = os.pipe()\np = select.poll()\np.register(r, select.POLLIN)\na = p.poll(50)\nos.write(w, b'x')\na == [] and p.poll() == [(r, select.POLLIN)]",
    "epoll": "import select, os\nr, w = os.pipe()\np = select.epoll()\np.register(r, select.EPOLLIN)\na = p.poll(0.05, maxevents=3)\nos.write(w, b'x')\nx = a == [] and p.poll(timeout=5) == [(r, select.EPOLLIN)]\np.close()\nx",
    "process": "import subprocess\nsubprocess.run(['sleep', '0.05']).returncode == 0 and subprocess.Popen(['false']).wait() == 1",
    "output of a process": "import subprocess\nsubprocess.check_output(['echo', 'a']) == b'a\\n'",
    "loop": "import asyncio\nasync def f():\n    await asyncio.sleep(0.05)\n    return True\nloop = asyncio.new_event_loop()\nx = loop.run_until_complete(f())\nloop.close()\nx",
    "imports": "import colorsys, xml.dom.minidom, wave\nTrue",
}


@pytest.mark.skipif(sys.platform != "linux", reason="not all of these exist elsewhere")
@pytest.mark.parametrize("name", WORKING_OFF_MAIN)
def test_waits_of_libraries_work_on_every_thread(name: str) -> None:
    found = []
    executor = fastexec.LocalPythonExecutor(["*"], timeout_seconds=20)

    def work() -> None:
        try:
            found.append(executor(WORKING_OFF_MAIN[name]).output)
        except Exception as error:  # noqa: BLE001
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [True]


def test_what_is_left_of_a_snippet_that_awaited_ends_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its registers were the session's: nothing of it goes on when it is collected in the middle of another run."""

    async def slowly():
        while True:
            await asyncio.sleep(0.2)
            yield 1

    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    for code in ("[item async for item in slowly()]", "async for item in slowly():\n    pass"):
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.1)
        executor.send_tools({"slowly": slowly})
        with pytest.raises(fastexec.ExecutionTimeoutError):
            executor(code)
    executor = fastexec.LocalPythonExecutor([])
    executor.send_tools({"collect": gc.collect})
    executor("collect()")
    assert told == []
