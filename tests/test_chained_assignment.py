"""Warnings of pandas about assignments to what nobody else has: pandas counts references and looks at its caller.

Each statement runs at module level and in a function, on CPython and on fastexec; category, line and frame must agree.
"""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap

STATEMENTS = """
df['a'][0] = 100
df['a'][0:1] = 100
df['a'].loc[0] = 100
df['a'].iloc[0] = 100
df['a'].at[0] = 100
df.loc[0]['a'] = 5
df[df.a > 1]['b'] = 100
df['a'][0] += 1
df['a'].fillna(0, inplace=True)
df.a.replace(1, 2, inplace=True)
df['a'].clip(1, 2, inplace=True)
df['a'].mask(df.a > 1, 0, inplace=True)
df['a'].ffill(inplace=True)
df['a'].update(pd.Series([9.0]))
df[['a']].fillna(0, inplace=True)
for c in df: df[c].fillna(0, inplace=True)
list(map(lambda c: df[c].fillna(0, inplace=True), ['a']))
getattr(df, 'a').fillna(0, inplace=True)
df.assign(k=1)['k'][0] = 2
df.pipe(lambda d: d)['a'] = 0
df.fillna(0, inplace=True)
df['c'] = 1
df.loc[0, 'a'] += 1
s = df['a']; s[0] = 7
s = df['a']; s.fillna(0, inplace=True)
d = {'k': df}; d['k']['c'] = 3
d = {'k': df}; d['k']['a'][0] = 3
for c in df: df[c] = df[c].fillna(0)
df['a'], df['b'] = df['b'], df['a']
f = lambda d: d.fillna(0, inplace=True); f(df['a'])
f = lambda d: d.__setitem__('q', 1); f(df)
df2 = df[['a']].copy(); df2['n'] = 1
df2 = df[df.a > 1]; df2.loc[:, 'b'] = 0
df2 = df[df.a > 1]; df2.fillna(0, inplace=True)
df.rename(columns={'a': 'z'}, inplace=True)
""".strip().splitlines()

PROGRAM = """
df = pd.DataFrame({'a': [1.0, np.nan, 3.0], 'b': [4, 5, 6]})
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    STATEMENT
print([(one.category.__name__, one.lineno) for one in caught], df.to_dict())
"""
IMPORTS = "import pandas as pd, numpy as np, warnings\n"


def programs() -> list[str]:
    plain = [PROGRAM.replace("STATEMENT", statement.replace("; ", "\n    ")) for statement in STATEMENTS]
    inside = ["def main():\n" + textwrap.indent(program, "    ") + "\nmain()" for program in plain]
    return [IMPORTS + program for program in plain + inside]


DRIVER = """
import contextlib, io, json, sys

def by_cpython(program):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(program, {"__name__": "__main__"})
    return printed.getvalue()

def by_fastexec(program):
    from fastexec import LocalPythonExecutor
    executor = LocalPythonExecutor(["pandas", "numpy", "warnings"])
    executor.send_tools({})
    return executor(program).logs

run = by_fastexec if sys.argv[1] == "fastexec" else by_cpython
json.dump([run(program) for program in json.load(sys.stdin)], sys.stdout)
"""


def printed(runner: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", DRIVER, runner], input=json.dumps(programs()), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_warnings_are_those_of_cpython() -> None:
    expected, got = printed("cpython"), printed("fastexec")
    assert any("Warning" in one or "Error" in one for one in expected) and any(one.startswith("[]") for one in expected)
    differing = [(program, a, b) for program, a, b in zip(programs(), expected, got, strict=True) if a != b]
    assert not differing, differing
