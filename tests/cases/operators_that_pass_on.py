# Subclasses of the interpreter's types whose operators know no answer: the type's own are asked then.
class K(int):
    __mul__ = lambda s, o: NotImplemented
    __lt__ = lambda s, o: NotImplemented
    __sub__ = lambda s, o: NotImplemented
    def __pow__(s, o, m=None): return NotImplemented
class L(list):
    __add__ = lambda s, o: NotImplemented
    __mul__ = lambda s, o: NotImplemented
class S(str):
    __add__ = lambda s, o: NotImplemented
    __mod__ = lambda s, o: NotImplemented
    __lt__ = lambda s, o: NotImplemented
class F(float):
    __add__ = lambda s, o: NotImplemented
class D(dict):
    __or__ = lambda s, o: NotImplemented
class T(tuple):
    __mul__ = lambda s, o: NotImplemented
class P(set):
    __and__ = lambda s, o: NotImplemented
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for _ in range(3):
    t(lambda: K(5) * 2); t(lambda: K(5) * 2.5); t(lambda: K(5) - 2); t(lambda: K(5) < 7); t(lambda: K(2) ** 3); t(lambda: K(5) * K(3))
    t(lambda: K(5) * [1]); t(lambda: K(5)*"ab"); t(lambda: [1]*K(2))
    t(lambda: L([1]) + [2]); t(lambda: L([1]) * 2); t(lambda: L([1]) * K(2)); t(lambda: 2 * L([1]))
    t(lambda: S("a") + "b"); t(lambda: S("a%s") % 2); t(lambda: S("a") < "b"); t(lambda: F(1) + 2); t(lambda: F(1) + 2.5); t(lambda: D(a=1) | {}); t(lambda: T((1,)) * 2); t(lambda: P([1]) & {1})
def g():
    k = K(5)
    k *= 2
    return k
t(g)
def g():
    k = K(5)
    k -= 2
    return k
t(g)
def g():
    k = L([5])
    k += [2]
    return k
t(g)
def g():
    k = S("a")
    k += "b"
    return k
t(g)
