# imports: abc, dataclasses, enum, typing
# python: 3.13
# Where a class begins and what its methods set, as its namespace has it.
import abc
import dataclasses
import enum
import typing
def deco(c): return c
class A:
    """doc"""
    x = 1
    def f(self):
        self.z = 1
        self.__p = 2
        self.aug += 1
        self.ann: int = 3
        self.noval: int
        (self.t1, [self.t2]) = 1, [2]
        for self.loop in []: pass
        with open("x") as self.w: pass
        other.q = 3
        del self.z
        def inner():
            self.inner = 1
        lambda: [0 for self.comp in []]
    @staticmethod
    def g(me): me.h = 3
@deco
@deco
class B(A):
    def __init__(self): super().__init__(); self.b = 3
class C[T]:
    "doc"
    y: T
    class D:
        def f(self): self.inner_d = 1
    def g(self): self.c = 1
class E:
    for i in range(1): pass
def fn():
    class Local:
        def f(self): self.l = 1
    return Local
class M(type):
    def __new__(m, n, b, ns):
        print([name for name in ns if name != "__classdictcell__"]); return super().__new__(m, n, b, ns)
class F(metaclass=M):
    "doc"
    def f(self): return __class__
class En(enum.Enum): A = 1
@dataclasses.dataclass(slots=True)
class Dc:
    a: int
for c in (A, B, C, C.D, E, fn(), F, En, Dc):
    print(c.__name__, c.__firstlineno__, sorted(c.__static_attributes__))
    if c not in (En, Dc):
        print([name for name in vars(c)])
print("__firstlineno__" in dir(A), [n for n in En.__members__])
class P(typing.Protocol):
    a: int
    def f(self): ...
print(sorted(P.__protocol_attrs__), A().__firstlineno__)
T = type("T", (), {})
print(hasattr(T, "__firstlineno__"), hasattr(T, "__static_attributes__"))
class Sub(T): pass
print(Sub.__firstlineno__)
if 1:
    class Q: self = A(); self.k = 3
    class R:
        def f(self):
            class S: self.in_s = 1
    print(Q.__static_attributes__, R.__static_attributes__)
