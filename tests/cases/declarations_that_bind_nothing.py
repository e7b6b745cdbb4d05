# python: 3.12
"""Nothing is bound, awaited or yielded in the parts of declarations that are evaluated later, and type parameters are nobody's to bind."""
# --- step
type X = (y := 3)
# --- step
def f():
    type X = (yield)
# --- step
async def f():
    type X = await y
# --- step
def f():
    type X = (yield from y)
# --- step
class C[T: (y := int)]: pass
# --- step
class C[T: (int, (y := int))]: pass
# --- step
class C[T: ((y := int), int)]: pass
# --- step
def f[T](x: (y := 3)): pass
# --- step
def f[T](x=(y := 3)): pass
# --- step
class C[T](y := object): pass
# --- step
class C[T](metaclass=(y := type)): pass
# --- step
def g():
    class C[T]((yield)): pass
# --- step
def g():
    def f[T](x: (yield)): pass
# --- step
async def g():
    def f[T](x: (await z)): pass
# --- step
def f[T]():
    nonlocal T
# --- step
def f[T]():
    def g():
        nonlocal T
        T = 3
# --- step
class C[T]:
    def g(self):
        nonlocal T
# --- step
class C[T]:
    nonlocal T
# --- step
type X = [y for x in z if (y := x)]
# --- step
class C[T: [y for x in z if (y := x)]]: pass
# --- step
class C[T]([y for x in z if (y := x)]): pass
# --- step
class D:
    type X = [y for y in z]
# --- step
class D:
    type X = lambda: z
# --- step
class D[T: lambda: 3]: pass
# --- step
class D:
    def f[T: lambda: 3](self): pass
# --- step
class D:
    def f[T: [x for x in y]](self): pass
# --- step
class D:
    def f[T](self, x: [x for x in y]): pass
# --- step
class D:
    class E[T](make(x for x in y)): pass
# --- step
def f[T = (y := 3)](): pass
# --- step
def f[*T = (y := 3)](): pass
# --- step
def f[**T = (y := 3)](): pass
# --- step
def g():
    def f[T = (yield)](): pass
# --- step
async def g():
    def f[T = (await x)](): pass
# --- step
async def g():
    type X = [x async for x in y]
# --- step
async def g():
    type X = (x async for x in y)
# --- step
async def g():
    type X = [await x for x in y]
# --- step
def f[T]():
    global T
# --- step
type X[T] = (lambda: (y := 3))
# --- step
type X[T] = (lambda: (yield))
# --- step
def f():
    type X = [(yield) for x in y]
# --- step
def f():
    type X[__debug__] = int
# --- step
type __debug__ = int
# --- step
def f[T, T](): pass
# --- step
def f():
    x = 1
    type x = int
    nonlocal x
# --- step
def f():
    nonlocal T
    def g[T](): pass
# --- step
def f():
    T = 1
    def g[T]():
        def h():
            nonlocal T
# --- step
class C[T, U = int, V]: pass
# --- step
from __future__ import annotations
def f(x: (y := 3)): pass
# --- step
from __future__ import annotations
def f():
    x: (yield)
# --- step
from __future__ import annotations
async def f():
    x: (await y)
# --- step
from __future__ import annotations
def f() -> (y := 3): pass
# --- step
from __future__ import annotations
x: (y := 3)
# --- step
from __future__ import annotations
x: [y for z in w if (y := z)] = 1
# --- step
type X[T: (await y)] = int
# --- step
type X = await y
# --- step
def f[T: (await y)](): pass
# --- step
class C[T](await y): pass
