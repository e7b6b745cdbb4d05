"""Measures how long calls of C code end under a deadline: the table in docs/limits.md.

    python benches/long_calls.py [--seconds 2]

Every call runs in a process of its own, once on its main thread and once on another thread. `refused`: an
error or limit ended it before half of the time was over; `ended`: it came back within half a second of the
deadline; else the overshoot is given.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

CALLS = {
    "`10**10**8`": "10**10**8",
    "`'a' * 10**11`": "'a' * 10**11",
    "`list(range(10**10))`": "list(range(10**10))",
    "regular expression that backtracks": "import re\nre.sub('(x+x+)+y', '', 'x' * 60)",
    "`math.factorial(10**8)`": "import math\nmath.factorial(10**8)",
    "`math.comb(10**7, 5 * 10**6)`": "import math\nmath.comb(10**7, 5 * 10**6)",
    "`str` of a large integer": "str(1 << 8_000_000)",
    "`int` of a long text": "int('9' * 4_000_000)",
    "division of large integers": "(1 << 8_000_000) % ((1 << 4_000_000) + 1)",
    "`pow` with a large modulus": "pow(3**100_000, 5**100_000, 7**100_000)",
    "`math.gcd` of large integers": "import math\nmath.gcd(3**500_000, 7**400_000)",
    "`sorted` of large lists": "x = [(i * 7919) % 10_000_019 for i in range(3_000_000)]\nfor i in range(100):\n    sorted(x)",
    "`sorted` with a slow key": "def k(v):\n    for i in range(10**6): pass\n    return v\nsorted(range(10**6), key=k)",
    "`sum(range(10**12))`": "sum(range(10**12))",
    "`max(range(10**12))`": "max(range(10**12))",
    "`1.5 in range(10**12)`": "1.5 in range(10**12)",
    "`list(itertools.count())`": "import itertools\nlist(itertools.count())",
    "`itertools.product`, counted": "import itertools\nsum(1 for x in itertools.product(range(100), repeat=10))",
    "`deque(itertools.count(), 10)`": "import itertools, collections\ncollections.deque(itertools.count(), 10)",
    "`''.join(itertools.repeat('a'))`": "import itertools\n''.join(itertools.repeat('a'))",
    "`time.sleep(60)`": "import time\ntime.sleep(60)",
    "`queue.Queue().get()`": "import queue\nqueue.Queue().get()",
    "`Decimal` with a precision of 200,000": "import decimal\ndecimal.getcontext().prec = 200_000\ndecimal.Decimal(3).ln()",
    "`Fraction` that doubles": "from fractions import Fraction\nx = Fraction(1, 3)\nfor i in range(10**6): x = x * x + 1",
    "`json.dumps` of large data": "import json\nx = [[i] * 100 for i in range(100_000)]\nfor i in range(100):\n    json.dumps(x)",
    "hash of nested tuples": "x = ()\nfor i in range(60): x = (x, x)\nhash(x)",
    "comparison of nested tuples": "x = ()\ny = ()\nfor i in range(60):\n    x = (x, x)\n    y = (y, y)\nx == y",
    "dict of colliding integers": "dict.fromkeys([i * (2**61 - 1) for i in range(60_000)])",
    "`bytes.translate`, many times": "b = bytes(10**8)\nt = bytes(range(256))\nfor i in range(1000):\n    b.translate(t)",
    "`str.replace`, many times": "s = 'ab' * 10**7\nfor i in range(10**4):\n    s.replace('a', 'c')",
    "`difflib` ratio": "import difflib\ndifflib.SequenceMatcher(None, 'ab' * 20_000, 'ba' * 20_000, autojunk=False).ratio()",
    "`textwrap.fill` of a long text": "import textwrap\ntextwrap.fill('a b ' * 5_000_000, 3)",
    "`random.choices(k=10**10)`": "import random\nrandom.choices(range(100), k=10**10)",
    "set operations": "a = set(range(2_000_000))\nb = set(range(1_000_000, 3_000_000))\nfor i in range(1000):\n    a & b",
    "`zlib.compress`, many times": "import zlib\nb = bytes(10**8)\nfor i in range(100):\n    zlib.compress(b, 9)",
    "`hashlib.pbkdf2_hmac`": "import hashlib\nhashlib.pbkdf2_hmac('sha512', b'a', b'b', 10**9)",
    "numpy sort, many times": "import numpy as np\nx = np.arange(20 * 10**6)[::-1] % 1_000_003\nfor i in range(100):\n    np.sort(x)",
    "`np.linalg.svd` of 4000 × 4000": "import numpy as np\nnp.linalg.svd(np.ones((4000, 4000)))",
    "product of integer matrices": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\na @ a",
    "`np.convolve`": "import numpy as np\na = np.ones(3 * 10**6)\nnp.convolve(a, a)",
    "`np.einsum`": "import numpy as np\na = np.ones((700, 700))\nnp.einsum('ij,jk,kl->il', a, a, a)",
    "pandas cross merge": "import pandas as pd\na = pd.DataFrame({'x': range(100_000)})\na.merge(a, how='cross')",
    "pandas `apply` with a slow function": "import pandas as pd\npd.Series(range(10**6)).apply(lambda r: sum(range(10**5)))",
}
IMPORTS = ["copy", "decimal", "difflib", "fractions", "hashlib", "json", "numpy.*", "pandas", "textwrap", "zlib"]

CHILD = """
import json, sys, threading, time
import fastexec
code, imports, seconds, main = json.load(sys.stdin)
for name in ("numpy", "pandas"):
    if f"import {name}" in code:
        __import__(name)
def work():
    limits = fastexec.Limits(operations=None, while_iterations=None)
    executor = fastexec.LocalPythonExecutor(imports, timeout_seconds=seconds, limits=limits)
    executor("kept = 41")
    started = time.monotonic()
    try:
        executor(code)
        kind = "done"
    except Exception as error:
        kind = type(error).__name__
    took = time.monotonic() - started
    print(json.dumps([kind, took, executor("kept + 1").output]))
if main:
    work()
else:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
"""


def measure(code: str, seconds: float, main: bool) -> str:
    """One cell of the table."""
    given = json.dumps([code, IMPORTS, seconds, main])
    try:
        done = subprocess.run([sys.executable, "-c", CHILD], input=given, capture_output=True, text=True, timeout=10 * seconds + 20)
    except subprocess.TimeoutExpired:
        return "not interrupted"
    if done.returncode:
        return f"**crash ({done.returncode})**"
    kind, took, after = json.loads(done.stdout)
    if after != 42:
        return "**not usable afterwards**"
    if kind == "done":
        return f"completes ({took:.1f} s)"
    over = took - seconds
    if took < seconds / 2:
        return f"refused ({took:.1f} s)"
    return f"ended ({over:+.2f} s)" if over < 0.5 else f"late ({over:+.1f} s)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2)
    seconds = parser.parse_args().seconds
    print("| call | main thread | other thread |\n|---|---|---|")
    for name, code in CALLS.items():
        print(f"| {name} | {measure(code, seconds, True)} | {measure(code, seconds, False)} |", flush=True)


if __name__ == "__main__":
    main()
