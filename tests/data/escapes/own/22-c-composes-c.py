# --- raw getattr out of a namespace that sympy filled | sympy,operator | leak
import sympy, operator, itertools
d = {"Symbol": sympy.Symbol, "Integer": sympy.Integer}
sympy.parse_expr("1", global_dict=d)
g = map(operator.itemgetter("getattr"), map(operator.itemgetter("__builtins__"), [d]))
list(itertools.starmap(operator.call, zip(g, [fetch_record()], ["_conn"])))[0].password
# --- no builtins are left by parse_expr | sympy | expr: 'caught' not in globals() and out is True
import sympy
d = {"Symbol": sympy.Symbol, "Integer": sympy.Integer}
sympy.parse_expr("1", global_dict=d)
"__builtins__" in d
# --- no builtins are left by type hints | typing | expr: out is True
import typing
d = {}
def f(x: "int"): pass
typing.get_type_hints(f, globalns=d)
"__builtins__" in d
# --- names of the globals of a doctest | doctest,json | leak
import doctest, json
def f(): "doc"
t = doctest.DocTestFinder(exclude_empty=False).find(f, "f", module=json)[0]
def raw(name): return map(dict.get, map(dict.get, [t.globs], ["__builtins__"]), [name])
[list(r) for r in map(map, raw("getattr"), [[fetch_record()]], [["_conn"]])][0][0].password
# --- vars out of the globals of a doctest | doctest,json | leak
import doctest, json
def f(): "doc"
t = doctest.DocTestFinder(exclude_empty=False).find(f, "f", module=json)[0]
def raw(name): return map(dict.get, map(dict.get, [t.globs], ["__builtins__"]), [name])
str([list(r)[0]["_conn"].password for r in map(map, raw("vars"), [[fetch_record()]])])
# --- setattr out of the globals of a doctest | doctest,json | expr: mod('json').dumps(1) != '1'
import doctest, json
from collections import deque
def f(): "doc"
t = doctest.DocTestFinder(exclude_empty=False).find(f, "f", module=json)[0]
def raw(name): return map(dict.get, map(dict.get, [t.globs], ["__builtins__"]), [name])
[list(r) for r in map(map, raw("setattr"), [[json]], [["dumps"]], [[lambda x: "evil"]])]
# --- delattr out of the globals of a doctest | doctest,json | expr: not hasattr(mod('json'), 'loads')
import doctest, json
def f(): "doc"
t = doctest.DocTestFinder(exclude_empty=False).find(f, "f", module=json)[0]
def raw(name): return map(dict.get, map(dict.get, [t.globs], ["__builtins__"]), [name])
[list(r) for r in map(map, raw("delattr"), [[json]], [["loads"]])]
# --- import out of the globals of a doctest | doctest,json | leak
import doctest, json, itertools
def f(): "doc"
t = doctest.DocTestFinder(exclude_empty=False).find(f, "f", module=json)[0]
def raw(name): return map(dict.get, map(dict.get, [t.globs], ["__builtins__"]), [name])
def call(functions, *columns):
    for results in map(map, functions, *columns):
        yield results
m = call(raw("__import__"), [["os"]])
e = itertools.chain.from_iterable(map(map, raw("getattr"), m, [["environ"]]))
str([dict(x).get("FX_TOKEN") for x in e])
# --- exec out of the globals of a doctest | doctest,json | expr: getattr(mod('json'), 'pwned', None) is not None
import doctest, json
def f(): "doc"
t = doctest.DocTestFinder(exclude_empty=False).find(f, "f", module=json)[0]
def raw(name): return map(dict.get, map(dict.get, [t.globs], ["__builtins__"]), [name])
[list(r) for r in map(map, raw("exec"), [["import json; json.pwned = 1"]])]
# --- globals out of the globals of a doctest | doctest,json | leak
import doctest, json
def f(): "doc"
t = doctest.DocTestFinder(exclude_empty=False).find(f, "f", module=json)[0]
def raw(name): return map(dict.get, map(dict.get, [t.globs], ["__builtins__"]), [name])
import collections
str(list(list(map(collections.defaultdict, raw("locals")))[0][1]))
# --- raw getattr below library code that calls back | doctest,json,statistics | leak
import doctest, json, statistics
def f(): "doc"
t = doctest.DocTestFinder(exclude_empty=False).find(f, "f", module=json)[0]
def raw(name): return map(dict.get, map(dict.get, [t.globs], ["__builtins__"]), [name])
seen = []
def pulled():
    seen.append([list(r) for r in map(map, raw("getattr"), [[fetch_record()]], [["_conn"]])])
    yield 1
statistics.mean(pulled())
seen[0][0][0].password
# --- a format text for matplotlib | matplotlib,matplotlib.* | leak
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.xaxis.set_major_formatter("{x._conn.password}")
ax.xaxis.get_major_formatter()(fetch_record())
# --- a format text through map |  | leak
str(list(map(str.format, ["{0._conn.password}"], [fetch_record()])))
# --- a format map through map |  | leak
str(list(map(str.format_map, ["{a._conn.password}"], [{"a": fetch_record()}])))
# --- fields of an object of the host | dataclasses | leak
import dataclasses
f = dataclasses.make_dataclass("D", ["_conn"])
str(list(map(dataclasses.astuple, [fetch_record(), f(1)])))
