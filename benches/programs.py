"""The programs of the benchmark: text that ends in an expression, with `N` as its size.

`OWN` are of this project, in the manner of what agents write; `pyperformance()` takes the plain-Python
programs of the installed package of that name.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import pathlib
import re


@dataclasses.dataclass(frozen=True)
class Program:
    """A program; `small` is the size for executors that are a hundred times slower."""

    name: str
    source: str
    size: int
    small: int
    imports: tuple[str, ...] = ()
    group: str = "own"
    variables: int = 0  # in the session beforehand
    tool: bool = False  # calls `lookup(n)`

    def text(self, size: int) -> str:
        future = "from __future__ import annotations\n"  # must stay in front
        head, body = (future, self.source.replace(future, "", 1)) if future in self.source else ("", self.source)
        return f"{head}N = {size}\n{body}"


def own(name: str, size: int, small: int, source: str, **options) -> Program:
    return Program(name, source.strip("\n") + "\n", size, small, **options)


OWN = [
    own("recursion", 29, 19, """
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
fib(N)
"""),
    own("loop in module", 1_500_000, 40000, """
total = 0
for i in range(N):
    if i % 3 == 0:
        total += i * 2
    else:
        total -= 1
total
"""),
    own("while in module", 1_000_000, 30000, """
i = 0
total = 0
while i < N:
    total = (total * 31 + i) % 1000003
    i += 1
total
"""),
    own("loop in function", 2_500_000, 50000, """
def work(n):
    total = 0
    for i in range(n):
        if i & 1:
            total += i
        elif i % 7 == 0:
            total ^= i
    return total
work(N)
"""),
    own("sieve", 2_000_000, 30000, """
def sieve(n):
    flags = [True] * (n + 1)
    flags[0] = flags[1] = False
    i = 2
    while i * i <= n:
        if flags[i]:
            for j in range(i * i, n + 1, i):
                flags[j] = False
        i += 1
    return sum(1 for flag in flags if flag)
sieve(N)
"""),
    own("matrix product", 130, 30, """
def product(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]
m = [[(i * j) % 7 for j in range(N)] for i in range(N)]
sum(sum(row) for row in product(m, m))
"""),
    own("mandelbrot", 200, 24, """
def inside(n):
    count = 0
    for row in range(n):
        for column in range(n):
            x0, y0 = column * 3.0 / n - 2.0, row * 2.0 / n - 1.0
            x = y = 0.0
            steps = 0
            while steps < 60 and x * x + y * y < 4.0:
                x, y = x * x - y * y + x0, 2.0 * x * y + y0
                steps += 1
            count += steps
    return count
inside(N)
"""),
    own("objects", 400_000, 5000, """
class Account:
    def __init__(self, owner, balance):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        self.balance += amount
        self.history.append(amount)
        return self

    def worth(self):
        return self.balance

class Savings(Account):
    def __init__(self, owner, balance):
        super().__init__(owner, balance)
        self.rate = 2

    def worth(self):
        return self.balance * self.rate

accounts = [Savings("s", 1), Account("a", 2)]
for i in range(N):
    accounts[i & 1].deposit(i % 10)
sum(account.worth() for account in accounts)
"""),
    own("word counts", 400_000, 10000, """
words = "the quick brown fox jumps over the lazy dog and runs away from the bear".split()
counts = {}
for i in range(N):
    word = words[(i * 7) % len(words)]
    counts[word] = counts.get(word, 0) + 1
longest = {}
for word, n in counts.items():
    longest.setdefault(len(word), []).append((n, word))
sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[0][1] + len(longest)
"""),
    own("strings", 150_000, 5000, """
parts = []
for i in range(N):
    name = f"item-{i:05d}"
    if name.endswith("7") or "99" in name:
        parts.append(name.upper().replace("ITEM", "it"))
    else:
        parts.append(name[:6] + str(i % 10))
text = ",".join(parts)
len(text) + text.count("it-")
"""),
    own("csv table", 80_000, 2000, """
lines = ["name,qty,price"] + [f"p{i % 50},{i % 7},{i % 13}.5" for i in range(N)]
header = lines[0].split(",")
rows = [dict(zip(header, line.split(","))) for line in lines[1:]]
totals = {}
for row in rows:
    totals[row["name"]] = totals.get(row["name"], 0.0) + int(row["qty"]) * float(row["price"])
best = max(totals, key=totals.get)
round(totals[best], 2)
"""),
    own("comprehensions", 30_000, 600, """
result = 0
for k in range(N):
    squares = [x * x for x in range(20) if x % 2]
    table = {x: x + k for x in squares}
    result += sum(table.values()) + len({v % 5 for v in squares})
result
""", variables=200),
    own("sort by key", 60_000, 10000, """
people = [{"name": f"n{(i * 7919) % 1000}", "age": (i * 31) % 90} for i in range(N)]
people.sort(key=lambda p: (p["age"], p["name"]))
youngest = sorted(people, key=lambda p: p["age"])[0]
youngest["age"] + people[-1]["age"] + max(people, key=lambda p: len(p["name"]))["age"]
"""),
    own("exceptions", 200_000, 6000, """
def parse(text):
    try:
        return int(text)
    except ValueError:
        return -1
caught = 0
data = ["1", "x", "22", "", "3"]
for i in range(N):
    if parse(data[i % 5]) < 0:
        caught += 1
caught
"""),
    own("generators", 500_000, 6000, """
def numbers(n):
    i = 0
    while i < n:
        yield i
        i += 1

def pairs(source):
    previous = None
    for value in source:
        if previous is not None:
            yield previous, value
        previous = value
sum(a * b % 7 for a, b in pairs(numbers(N)))
"""),
    own("dynamic programming", 600, 60, """
def distance(a, b):
    table = [[i + j if i * j == 0 else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            if a[i - 1] == b[j - 1]:
                table[i][j] = table[i - 1][j - 1]
            else:
                table[i][j] = 1 + min(table[i - 1][j], table[i][j - 1], table[i - 1][j - 1])
    return table[-1][-1]
first = "".join("abcde"[(i * i) % 5] for i in range(N))
second = "".join("abcde"[(i * 3) % 5] for i in range(N))
distance(first, second)
"""),
    own("graph search", 80_000, 1500, """
graph = {i: [(i * 3 + 1) % N, (i * 5 + 2) % N, (i + 1) % N] for i in range(N)}
queue = [0]
seen = {0: 0}
while queue:
    following = []
    for node in queue:
        for other in graph[node]:
            if other not in seen:
                seen[other] = seen[node] + 1
                following.append(other)
    queue = following
max(seen.values()) * 10000 + len(seen)
"""),
    own("closures", 300_000, 10000, """
def compose(f, g):
    return lambda x: f(g(x))
def adder(n):
    def add(x):
        return x + n
    return add
f = compose(adder(1), compose(adder(2), lambda x: x * 2))
total = 0
for i in range(N):
    total += f(i) & 255
total
"""),
    own("numpy steps", 25_000, 1000, """
import numpy as np
data = np.arange(100.0)
total = 0.0
for i in range(N):
    part = data[i % 50 : i % 50 + 10] * 2
    total += float(part.mean()) + float(np.sqrt(part).sum())
round(total, 3)
""", imports=("numpy",)),
    own("pandas steps", 60, 3, """
import pandas as pd
rows = [{"name": f"n{i % 7}", "score": i * 37 % 101, "price": i / 4} for i in range(200)]
total = 0.0
for i in range(N):
    frame = pd.DataFrame(rows)
    best = frame[frame["score"] > i % 50].sort_values("score")
    total += float(best.groupby("name")["price"].mean().sum()) + best["score"].apply(lambda s: s + 1).max()
round(total, 3)
""", imports=("pandas",)),
    own("tool loop", 400_000, 10000, """
found = []
for i in range(N):
    answer = lookup(i)
    if answer["score"] > 5:
        found.append(answer["name"])
len(found)
""", tool=True),
]  # fmt: skip


# Program, what is added after its text, size, small size, imports.
PYPERFORMANCE = [
    ("nbody", "bench_nbody(1, 'sun', N)\nround(report_energy(), 9)", 15000, 20, ()),
    ("spectral_norm", "DEFAULT_N = N\nbench_spectral_norm(1)", 130, 6, ()),
    ("fannkuch", "fannkuch(N)", 9, 4, ()),
    ("float", "round(benchmark(N).x, 9)", 80000, 100, ("math",)),
    ("nqueens", "len(list(n_queens(N)))", 8, 4, ("itertools",)),
    ("richards", "Richards().run(N)", 3, 1, ()),
    ("richards_super", "Richards().run(N)", 3, 1, ()),
    ("raytrace", "bench_raytrace(1, N, N, None)", 60, 2, ("array", "math")),
    ("go", "random.seed(N)\nversus_cpu()", 7, 7, ("math", "random")),
    ("hexiom", "main(1, N)", 25, 2, ("io",)),
    ("deltablue", "delta_blue(N)", 1200, 3, ("__future__", "enum")),
    ("generators", "sum(1 for _ in tree(range(N)))", 80000, 100, ("__future__", "collections.abc")),
    ("comprehensions", "bench_comprehensions(N)", 4000, 5, ("dataclasses", "enum", "typing")),
    ("coroutines", "fib = fibonacci(N)\ntry:\n    fib.send(None)\nexcept StopIteration as stop:\n    answer = stop.value\nanswer", 25, 6, ()),
    ("meteor_contest", "main()", 1, 1, ("bisect",)),
    ("chaos", "main(pyperf(), Options())", 20000, 20, ("math", "random")),
    ("scimark", "bench_SOR(1, 40, N, Array2D)", 200, 1, ("array", "math")),
    ("barnes_hut", "bench_quadtree_nbody(1, 60, N, 0.5)", 60, 1, ("math",)),
    ("unpack_sequence", "bench_all(N)", 5000, 10, ()),
]

# Stands for the package that times the original programs, and for the command line's options.
STAND_IN = """
class pyperf:
    def __init__(self):
        self.metadata = {}

    def bench_func(self, name, function, *args):
        return function(*args)

    def bench_time_func(self, name, function, *args):
        return function(1, *args)

    Runner = None

pyperf.Runner = pyperf

class Options:
    thickness, width, height, iterations, filename, rng_seed = 0.25, 256, 256, N, None, 1234
"""


def pyperformance() -> list[Program]:
    """The programs of the installed package, ready to run; none when it is not installed."""
    specification = importlib.util.find_spec("pyperformance")
    if specification is None:
        return []
    folder = pathlib.Path(specification.origin).parent / "data-files" / "benchmarks"
    found = []
    for name, ending, size, small, imports in PYPERFORMANCE:
        path = folder / f"bm_{name}" / "run_benchmark.py"
        if path.exists():
            source = prepare(path.read_text(encoding="utf-8"), ending)
            found.append(Program(f"bm_{name}", source, size, small, imports, "pyperformance"))
    return found


def prepare(text: str, ending: str) -> str:
    """The program without its command line and its timing; with the stand-in where it needs a runner."""
    text = re.split(r"^if __name__ ==", text, flags=re.M)[0].replace("pyperf.perf_counter()", "0.0") + ending + "\n"
    bare = re.sub(r"^import pyperf\n", "", text, count=1, flags=re.M)
    return re.sub(r"^import pyperf\n", lambda match: STAND_IN, text, count=1, flags=re.M) if "pyperf" in bare else bare


def all_programs() -> list[Program]:
    return OWN + pyperformance()
