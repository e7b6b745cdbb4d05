# imports: functools
import functools
def counted(function):
    @functools.wraps(function)
    def wrapper(*args): wrapper.calls += 1; return function(*args)
    wrapper.calls = 0
    return wrapper
def count_all(cls):
    for name, member in list(vars(cls).items()):
        if isinstance(member, (staticmethod, classmethod)): setattr(cls, name, type(member)(counted(member.__func__)))
        elif callable(member) and not name.startswith("__"): setattr(cls, name, counted(member))
    return cls
@count_all
class A:
    @classmethod
    def c(cls): return cls.__name__
    @staticmethod
    def d(x): return x
    def e(self): return "e"
    @property
    def p(self): return 5
print(A.c(), A.d(3), A().e(), A().e(), A.c.calls, A.d.calls, A.e.calls)
class B(A): pass
c, d, p = vars(A)["c"], vars(A)["d"], vars(A)["p"]
print(c.__func__(B), d.__func__(3), c.__get__(None, B)(), d.__wrapped__(1), d.__get__(None, A)(4), d(5), c.__wrapped__(A), c.__name__, d.__name__, p.fget(A()), p.__get__(A()), p.__get__(A(), A))
print(staticmethod(len).__func__([1]), staticmethod(len).__wrapped__([1, 2]), property(len).fget([1]), classmethod(counted).__func__ is counted)
print(hasattr(c, "__func__"), hasattr(p, "fset"), p.fset, getattr(d, "__func__").__name__)
