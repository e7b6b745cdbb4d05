"""Snippets of data analysis, in the manner of published questions: each makes its own data and answers with one value.

Every snippet runs warm, one after the other in one process; fresh, in a process that has numpy, pandas and the executor's
modules loaded and has run nothing, where making the executor counts; and whole, in a process that has loaded nothing, where
the imports count too. CPython's share is compiling and running the same text.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import io
import json
import os
import statistics
import subprocess
import sys
import traceback
from collections.abc import Callable

IMPORTS = ("numpy.*", "pandas.*", "math", "statistics", "collections", "re", "datetime")

_SALES = """
import numpy as np
import pandas as pd
n = 240
df = pd.DataFrame({
    "region": [["north", "south", "east", "west"][i % 4] for i in range(n)],
    "product": [f"p{i % 7}" for i in range(n)],
    "units": [(i * 37) % 23 + 1 for i in range(n)],
    "price": [((i * 53) % 97) / 4 + 1 for i in range(n)],
    "day": pd.date_range("2024-01-01", periods=n, freq="D"),
})
df["revenue"] = df["units"] * df["price"]
"""
_PEOPLE = """
import numpy as np
import pandas as pd
rng = np.random.default_rng(7)
n = 200
df = pd.DataFrame({
    "age": rng.integers(18, 80, n),
    "income": rng.normal(40000, 9000, n).round(2),
    "city": rng.choice(["Rome", "Oslo", "Lima"], n),
    "smoker": rng.random(n) < 0.3,
})
df.loc[::17, "income"] = np.nan
"""
_ARRAYS = """
import numpy as np
a = (np.arange(600) * 7919 % 1009).reshape(30, 20)
b = np.sin(np.arange(30.0))
"""

_GROUPS: dict[str, tuple[str, dict[str, str]]] = {
    "sales": (_SALES, {
        "total revenue": "round(float(df['revenue'].sum()), 2)",
        "mean by region": "df.groupby('region')['revenue'].mean().round(3).to_dict()",
        "best product": "df.groupby('product')['units'].sum().idxmax()",
        "filter and count": "int(((df['units'] > 10) & (df['region'] == 'north')).sum())",
        "sort and head": "df.sort_values('revenue', ascending=False).head(3)['product'].tolist()",
        "month totals": "df.groupby(df['day'].dt.month)['revenue'].sum().round(2).to_dict()",
        "pivot": "df.pivot_table(index='region', columns='product', values='units', aggfunc='sum').loc['north', 'p0'].item()",
        "share of region": "(df.groupby('region')['revenue'].sum() / df['revenue'].sum()).round(4).to_dict()",
        "rolling mean": "round(float(df['revenue'].rolling(7).mean().iloc[-1]), 4)",
        "cumulative": "int((df['revenue'].cumsum() > 5000).idxmax())",
        "apply a function": "df['price'].apply(lambda p: 'cheap' if p < 10 else 'dear').value_counts().to_dict()",
        "row by row": "total = 0\nfor _, row in df.head(40).iterrows():\n    if row['region'] == 'east':\n        total += row['units'] * row['price']\nround(float(total), 2)",
        "tuples": "best = None\nfor row in df.itertuples():\n    if best is None or row.revenue > best.revenue:\n        best = row\nbest.product, round(best.revenue, 2)",
        "describe": "df['units'].describe().round(2).to_dict()",
        "quantiles": "df['price'].quantile([0.25, 0.5, 0.75]).round(3).tolist()",
        "correlation": "round(float(df['units'].corr(df['price'])), 5)",
        "merge": "names = pd.DataFrame({'product': [f'p{i}' for i in range(7)], 'label': list('abcdefg')})\ndf.merge(names, on='product').groupby('label')['units'].sum().to_dict()",
        "weekday": "df['day'].dt.day_name().value_counts().to_dict()",
        "several aggregates": "df.groupby('region').agg({'units': 'sum', 'price': ['mean', 'max']}).round(2).values.tolist()",
        "growth": "monthly = df.set_index('day')['revenue'].resample('MS').sum()\n(monthly.pct_change().dropna() * 100).round(2).tolist()",
        "printed report": "for region, part in df.groupby('region'):\n    print(f\"{region}: {part['revenue'].mean():.2f} ({len(part)})\")\nlen(df)",
        "text columns": "df['product'].str.upper().str.replace('P', 'item ').unique().tolist()",
        "where": "df['band'] = np.where(df['price'] > 15, 'high', np.where(df['price'] > 8, 'middle', 'low'))\ndf['band'].value_counts().to_dict()",
        "cut": "pd.cut(df['units'], bins=[0, 5, 10, 15, 25], labels=['a', 'b', 'c', 'd']).value_counts().sort_index().tolist()",
    }),
    "people": (_PEOPLE, {
        "missing values": "df.isna().sum().to_dict()",
        "fill with the median": "round(float(df['income'].fillna(df['income'].median()).mean()), 2)",
        "drop missing": "len(df.dropna())",
        "smokers by city": "df.groupby('city')['smoker'].mean().round(4).to_dict()",
        "cross table": "pd.crosstab(df['city'], df['smoker']).values.tolist()",
        "age bands": "df.assign(band=(df['age'] // 10) * 10).groupby('band')['income'].mean().round(1).tolist()",
        "outliers": "q1, q3 = df['income'].quantile(0.25), df['income'].quantile(0.75)\nspan = q3 - q1\nint(((df['income'] < q1 - 1.5 * span) | (df['income'] > q3 + 1.5 * span)).sum())",
        "standard scores": "z = (df['income'] - df['income'].mean()) / df['income'].std()\nround(float(z.abs().max()), 4)",
        "richest of each city": "df.loc[df.groupby('city')['income'].idxmax(), 'age'].tolist()",
        "ranks": "int(df['income'].rank(ascending=False).fillna(0).iloc[3])",
        "query of columns": "df[df['age'].between(30, 40) & df['city'].isin(['Rome', 'Oslo'])].shape",
        "correlations": "df[['age', 'income']].corr().round(5).values.tolist()",
        "skew": "round(float(df['income'].skew()), 5)",
        "ratio of means": "young, old = df[df['age'] < 40], df[df['age'] >= 40]\nround(float(young['income'].mean() / old['income'].mean()), 5)",
        "dict of records": "sum(1 for record in df.to_dict('records') if record['smoker'] and record['age'] > 50)",
        "one hot": "pd.get_dummies(df['city']).sum().to_dict()",
        "two samples": "import math\na, b = df.loc[df.smoker, 'age'], df.loc[~df.smoker, 'age']\nround(float((a.mean() - b.mean()) / math.sqrt(a.var() / len(a) + b.var() / len(b))), 5)",
        "train and test": "mixed = df.sample(frac=1, random_state=3)\ncut = int(len(mixed) * 0.8)\nround(float(mixed[:cut]['age'].mean() - mixed[cut:]['age'].mean()), 5)",
        "columns in a loop": "found = {}\nfor name in df.columns:\n    if df[name].dtype.kind in 'if':\n        found[name] = round(float(df[name].std()), 3)\nfound",
    }),
    "arrays": (_ARRAYS, {
        "means of columns": "a.mean(axis=0).round(3).tolist()[:4]",
        "mask": "int(a[a % 2 == 0].sum())",
        "arg max": "tuple(int(k) for k in np.unravel_index(a.argmax(), a.shape))",
        "normalise": "m = (a - a.mean(axis=0)) / a.std(axis=0)\nround(float(np.abs(m).max()), 5)",
        "line of best fit": "x = np.arange(30.0)\nslope, intercept = np.polyfit(x, b, 1)\nround(float(slope), 6), round(float(intercept), 6)",
        "solve": "m = np.eye(4) * 3 + 1\n[round(float(v), 6) for v in np.linalg.solve(m, np.array([1.0, 2, 3, 4]))]",
        "distances": "points = a[:10, :2].astype(float)\nround(float(np.sqrt(((points[:, None] - points[None]) ** 2).sum(-1)).max()), 5)",
        "histogram": "counts, edges = np.histogram(a, bins=8)\ncounts.tolist()",
        "percentiles": "[round(float(v), 3) for v in np.percentile(a, [5, 50, 95])]",
        "unique counts": "values, counts = np.unique(a % 9, return_counts=True)\ndict(zip(values.tolist(), counts.tolist()))",
        "moving average": "np.convolve(b, np.ones(5) / 5, mode='valid').round(4).tolist()[:3]",
        "elements in a loop": "total = 0.0\nfor row in a:\n    for value in row[:5]:\n        if value > 500:\n            total += float(value) ** 0.5\nround(total, 5)",
        "scalar functions": "total = 0.0\nfor k in range(120):\n    total += np.sqrt(k) * np.exp(-k / 50)\nround(float(total), 6)",
        "covariance": "np.cov(a[:, :3].T).round(2).tolist()[0]",
        "cumulative product": "round(float(np.cumprod(1 + b / 100)[-1]), 8)",
        "broadcast table": "table = np.arange(1, 13)[:, None] * np.arange(1, 13)\nint(table.trace()), table.shape",
        "monte carlo": "rng = np.random.default_rng(0)\np = rng.random((2000, 2))\nfloat(4 * (np.hypot(p[:, 0], p[:, 1]) < 1).mean())",
        "stack and sort": "np.sort(np.concatenate([a[0], a[1]]))[:5].tolist()",
    }),
}
SNIPPETS = {name: f"{head}{tail}\n" for head, snippets in _GROUPS.values() for name, tail in snippets.items()}


def _seconds(executor, session: Callable[[], Callable[[str], object]], text: str) -> tuple[float, str]:
    gc.collect()
    with contextlib.redirect_stdout(io.StringIO()):
        started = executor.clock()
        value = session()(text)
        return executor.clock() - started, repr(value)


def warm(executors: list, text: str, rounds: int) -> tuple[dict[str, float], dict[str, str]]:
    """Median seconds of one run in a session that is there already, by executor, and the values."""
    times: dict[str, list[float]] = {}
    values = {}
    sessions = {executor.name: executor.session(IMPORTS, {}) for executor in executors}
    for number in range(2 * rounds + 1):
        for executor in executors if number % 2 else reversed(executors):
            run = sessions[executor.name]
            seconds, values[executor.name] = _seconds(executor, lambda run=run: run, text)
            if number:
                times.setdefault(executor.name, []).append(seconds)
    return {name: statistics.median(found) for name, found in times.items()}, values


POPULATE_WRITE = 23
"""Of `madvise`, since Linux 5.14."""


def _own_all_pages() -> None:
    """Makes a copied process what one would be that loaded its packages itself. Otherwise each page costs a copy when it is
    written first, which takes longer than most snippets, for all executors."""
    if sys.platform != "linux":
        return
    system = ctypes.CDLL(None)
    with open("/proc/self/maps") as file:
        ranges = [line.split()[:2] for line in file]
    for addresses, rights in ranges:
        if rights.startswith("rw") and rights.endswith("p"):
            start, end = (int(address, 16) for address in addresses.split("-"))
            system.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), POPULATE_WRITE)


def _in_fork(work: Callable[[], object]) -> object:
    """What `work` gives in a copy of this process."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            _own_all_pages()
            with os.fdopen(writes, "w") as file:
                json.dump(work(), file)
            status = 0
        except BaseException:  # noqa: BLE001 - nothing may leave the copy
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writes)
    with os.fdopen(reads) as file:
        answer = file.read()
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("failed in a process of its own")
    return json.loads(answer)


def fresh(executors: list, text: str, rounds: int) -> dict[str, float]:
    """Median seconds of session and run in processes that have run nothing."""
    found: dict[str, list[float]] = {}
    for number in range(rounds):
        for executor in executors if number % 2 else reversed(executors):
            once = lambda executor=executor: _seconds(executor, lambda: executor.session(IMPORTS, {}), text)[0]  # noqa: E731
            found.setdefault(executor.name, []).append(_in_fork(once))
    return {name: statistics.median(times) for name, times in found.items()}


WHOLE = """
import contextlib, io, json, sys, time
text, imports, ours = json.loads(sys.argv[1])
with contextlib.redirect_stdout(io.StringIO()):
    started = time.process_time()
    if ours:
        import fastexec
        executor = fastexec.LocalPythonExecutor(imports)
        executor.send_tools({})
        executor(text)
    else:
        import ast
        tree, names = ast.parse(text), {"__name__": "__main__"}
        last = ast.Expression(tree.body.pop().value)
        exec(compile(tree, "<program>", "exec"), names)
        eval(compile(last, "<program>", "eval"), names)
    took = time.process_time() - started
print(took)
"""


def whole(text: str, rounds: int) -> dict[str, float]:
    """Median seconds of processes that begin with nothing loaded."""
    found: dict[str, list[float]] = {"CPython": [], "fastexec": []}
    for number in range(rounds):
        for name in sorted(found, reverse=number % 2 == 1):
            given = json.dumps([text, IMPORTS, name == "fastexec"])
            run = subprocess.run([sys.executable, "-c", WHOLE, given], check=True, stdout=subprocess.PIPE, text=True)
            found[name].append(float(run.stdout))
    return {name: statistics.median(times) for name, times in found.items()}


def measure(rounds: int, only: list[str] | None = None) -> dict[str, dict[str, dict[str, float]]]:
    """Seconds by snippet, warm, fresh and whole, and executor. Runs in a process of its own, which stays as it was when it had
    loaded the packages."""
    import executors
    import numpy as np  # noqa: F401
    import pandas as pd  # noqa: F401

    both = executors.installed(["fastexec"])
    chosen = {name: text for name, text in SNIPPETS.items() if not only or any(part in name for part in only)}
    rows = {name: {"fresh": fresh(both, text, rounds)} for name, text in chosen.items()}
    for name, text in chosen.items():
        rows[name]["whole"] = whole(text, rounds)
        rows[name]["warm"], values = warm(both, text, rounds)
        if len(set(values.values())) != 1:
            raise ValueError(f"{name}: {values}"[:400])
    return rows


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), sys.argv[2:])))
