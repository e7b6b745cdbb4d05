# --- for over a tool's attribute |  | expr:host.search.name == 'pwned'
for search.name in ['pwned']:
    pass
# --- comprehension over a tool's attribute |  | expr:host.search.name == 'pwned'
[0 for search.name in ['pwned']]
# --- with as a tool's attribute |  | expr:host.search.name == 'pwned'
class C:
    def __enter__(self): return 'pwned'
    def __exit__(self, *a): pass
with C() as search.name:
    pass
# --- starred target |  | expr:host.search.inputs == ['pwned']
*search.inputs, = ['pwned']
# --- chained assignment |  | expr:host.search.name == 'pwned'
x = search.name = y = 'pwned'
# --- subscript of a tool's table |  | expr:'pwned' in str(host.search.inputs)
search.inputs['query'] |= {'pwned': 1}
# --- deletion in a tuple |  | expr:not hasattr(host.search, 'inputs')
x = 1
del x, search.inputs
# --- global deletion in a function |  | expr:err_f is not None | followup=search('x')
def f():
    global search
    del search
f()
# --- except as a tool |  | expr:err_f is not None | followup=search('x')
try:
    1 / 0
except ZeroDivisionError as search:
    pass
# --- class named like a tool |  | expr:out_f == 'pwned' | followup=str(search('x'))
class search:
    def __init__(self, q): pass
    def __str__(self): return 'pwned'
# --- import as a tool |  | expr:err_f is not None | followup=search('x')
import math as search
# --- from import as final_answer |  | expr:fin_f is False and out_f == 2.0 | followup=final_answer(4)
from math import sqrt as final_answer
# --- match capture as a tool |  | expr:err_f is not None | followup=search('x')
match 1:
    case search:
        pass
# --- match star as a tool |  | expr:err_f is not None | followup=search('x')
match [1, 2]:
    case [*search]:
        pass
# --- match mapping rest as a tool |  | expr:err_f is not None | followup=search('x')
match {'a': 1}:
    case {**search}:
        pass
# --- match as pattern |  | expr:err_f is not None | followup=search('x')
match 1:
    case int() as search:
        pass
# --- walrus in a comprehension |  | expr:err_f is not None | followup=search('x')
[search := i for i in range(3)]
# --- global assignment in a function |  | expr:out_f == 'pwned' | followup=search('x')
def f():
    global search
    search = lambda q: 'pwned'
f()
# --- function under a global declaration |  | expr:out_f == 'pwned' | followup=search('x')
def f():
    global search
    def search(q): return 'pwned'
f()
# --- class under a global declaration |  | expr:err_f is not None | followup=search('x')
def f():
    global search
    class search: pass
f()
# --- with target tuple |  | expr:err_f is not None | followup=search('x')
class C:
    def __enter__(self): return 1, 2
    def __exit__(self, *a): pass
with C() as (search, y):
    pass
# --- async for |  | expr:err_f is not None | followup=search('x')
import asyncio
async def g():
    yield 1
async def f():
    global search
    async for search in g():
        pass
asyncio.run(f())
# --- annotated assignment |  | expr:out_f == 'pwned' | followup=search('x')
search: object = lambda q: 'pwned'
# --- augmented assignment of a tool |  | expr:err_f is not None | followup=search('x')
class R:
    def __radd__(self, o): return 5
search += R()
# --- decorator turns a def into a value under a tool's name |  | expr:err_f is not None | followup=search('x')
@lambda f: 5
def search(q): pass
# --- private name of a module by import |  | leak
from random import _os
_os.getenv('FX_TOKEN')
# --- private name by import as |  | leak
from statistics import random as r
r._os.getenv('FX_TOKEN')
# --- attribute in a default of a lambda |  | leak
(lambda r=fetch_record()._conn: r.password)()
# --- attribute in an assert's message |  | leak
assert False, fetch_record()._conn.password
# --- attribute in a raise |  | leak
raise ValueError(fetch_record()._conn.password)
# --- attribute in a slice |  | leak
'abc'[:len(fetch_record()._conn.password)] + fetch_record()._conn.password
# --- attribute in a dict key |  | leak
{fetch_record()._conn.password: 1}
# --- attribute in a star argument |  | leak
def f(*a): return a
f(*[fetch_record()._conn.password])
# --- attribute in a yield |  | leak
def g(): yield fetch_record()._conn.password
next(g())
# --- attribute in an await |  | leak
import asyncio
async def f(): return fetch_record()._conn.password
asyncio.run(f())
# --- attribute in a conditional and a comparison |  | leak
x = fetch_record()._conn.password if True else 0
(x < 'z', x)
# --- attribute in a global type alias |  | leak
from typing import Annotated
x: Annotated[int, fetch_record()._conn.password] = 1
__annotations__
# --- name mangling |  | leak
class HostTool:
    def get(self, t): return t.__vault
HostTool().get(search)
