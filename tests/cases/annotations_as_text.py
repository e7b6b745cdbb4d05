# imports: __future__
# python: 3.11
from __future__ import annotations


def f(a: List [ int ], b: ( int , str )='x', *c: "q", d: lambda x : x+1 = 0, **e: -1 .real) -> f"{x!r:>{y}}": pass


print(f.__annotations__)


class A:
    x: int|None = 3
    y: {1:2, **d}
    z: a   if b else c
    w: Callable[[ int,], str]
    v: "quoted"
    u: (
        1 +  # a comment
        2
    )
    t: [i for i in j if k]
    s: 'a' 'b'
    __private: x . y
    r: (1, )
    q: (not a) and (b or c)
    p: 1e3 + 0x10 + 1_000j


print(A.__annotations__)


def g(*args: *Ts): pass


print(g.__annotations__)
# --- step
def later(a: List [ int ] = 1): return a


print(later(2))
