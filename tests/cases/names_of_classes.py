class Meta(type):
    @property
    def __name__(cls): return "of the metaclass"
class A: __name__ = "in the body"
class B(metaclass=Meta): pass
class C:
    class D: pass
print(A.__name__, A().__name__, B.__name__, C.D.__qualname__, type(A()).__name__, int.__name__, type(3).__name__, type.__name__, type(A).__name__)
A.__name__ = "renamed"; A.__qualname__ = "x.y"
print(A.__name__, A.__qualname__, A().__name__)
for look in (lambda: iter(type), lambda: 1 in type, lambda: list(type)):
    try: look()
    except TypeError as e: print(e)
print(type[int], [x for x in [1, 2] if isinstance(x, (int, type))])
class Count:
    n = 0
    made = []
    @classmethod
    def more(cls): cls.n += 1; return cls.n
class Sub(Count): pass
for i in range(5): Count.n += 1; Sub.more(); Count.made += [i]
print(Count.n, Sub.n, Count.made, Sub.made is Count.made)
Count.n = property(lambda self: "now a property"); print(Count().n, Sub.n, Sub().n)
del Count.n
print(hasattr(Count, "n"), Sub.n)
class Base1: pass
class Base2:
    def f(self): return "2"
class E(Base1): k = 1
E.k = 2
try: print(E().f())
except AttributeError as e: print(e)
E.f = lambda self: self.k; E.k += 1
print(E().f())
