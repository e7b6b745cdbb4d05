class C(metaclass=type, metaclass=type): pass
# --- step
match 3:
    case {**_}: pass
# --- step
match 3:
    case 42 as _: pass
# --- step
class C(x for x in []): pass
# --- step
class C((x for x in [])): pass
# --- step
def f(**k): pass


f(a=1, a=2)
# --- step
[(yield) for x in []]
# --- step
match 3:
    case {0: _, False: _}: pass
# --- step
match 3:
    case {1: _, True: _}: pass
# --- step
match 3:
    case {"a": _, 2: _, 2.0: _}: pass
# --- step
match 3:
    case {0.0: _, -0j: _}: pass
# --- step
match 3:
    case {1+2j: _, 1.0+2j: _}: pass
# --- step
match 3:
    case {2j: _, 0+2j: _}: pass
# --- step
match 3:
    case f"": pass
# --- step
match 3:
    case [1, f"{x}"]: pass
# --- step
match 3:
    case "a" f"b": pass
# --- step
match 3:
    case -0j ** 0: pass
# --- step
match 3:
    case {-1j: _, 0-1j: _}: pass
# --- step
from sys import (*)
# --- step
from sys import ( # all of it
    *
)
# --- step
def g(): 1, yield 1
# --- step
def g():
    x = 1, yield 2
# --- step
def g():
    x = yield, 1
# --- step
def g():
    x += 1, yield from ()
# --- step
def g():
    x: int = (yield), 2, yield
# --- step
def g():
    x = (1, # one
         yield)
# --- step
def g():
    yield if 1 else 2
# --- step
def g():
    x = (yield, 1)
# --- step
def g():
    print(f"{1, yield}")
# --- step
def g():
    x = 1, (yield), ( # parentheses
        yield 2)
    y = (yield) if x else (yield 3)
    print(f"{yield}", x, y)


made = g()
print(next(made), [made.send(i) for i in range(2, 5)])
try:
    made.send(6)
except StopIteration:
    print("done")
# --- step
match {1 + 2j: "sum", 1 - 2j: "difference", 2j: "imaginary", 1: "one", 1.5: "float"}:
    case {1+2j: a, 1-2j: b, 2j: c, 1: d, 1.5: e, "1": _}: print("not this")
    case {1+2j: a, 1-2j: b, 2j: c, True: d, 1.5: e}: print(a, b, c, d, e)
