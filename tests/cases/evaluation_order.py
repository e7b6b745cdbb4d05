log = []


def L(name, value=None):
    log.append(name)
    return value


def show():
    print(log)
    log.clear()


L("a", 1) + L("b", 2) * L("c", 3) - L("d", 4)
show()
[L("x", 1), L("y", 2)][L("i", 0)]
show()
L("f", lambda *a, **k: None)(L("p"), *L("s", []), k=L("k"), **L("m", {}))
show()
x = L("cond", 0) and L("never") or L("alt", 5)
show()
{L("k1", 1): L("v1"), **L("rest", {}), L("k2", 2): L("v2")}
show()
L("l", 1) < L("m", 2) < L("r", 0) < L("never")
show()
L("then", 1) if L("test", True) else L("else")
show()


class C:
    L("body")

    def __init__(self):
        L("init")


C()
show()


def g(a=L("default a"), *, b=L("default b")):
    pass


show()


@L("deco", lambda f: f)
def h(v=L("default v")) -> L("annotation"):
    pass


show()
d = {}
d[L("key", "k")] = L("value", 1)
show()
(L("t1", d)[L("t1k", 1)], L("t2", d)[L("t2k", 2)]) = L("rhs", (1, 2))
show()
assert L("assert", True), L("message")
show()
for i in L("iter", [1, 2]):
    L("loop")
show()
del L("del obj", d)[L("del key", 1)]
show()
[L("e") for a in L("outer", [1, 2]) if L("if", True) for b in L("inner", [1])]
show()
f"{L('f1', 1)}{L('f2', 2):{L('spec', 3)}}"
show()
try:
    L("before", 1) + L("raiser", "a") + L("never")
except TypeError:
    show()
L("obj", [0, 1, 2])[L("lo", 0) : L("hi", 2) : L("st", 1)]
show()
lambda z=L("lambda default"): z
show()
not L("n", 0), -L("neg", 1)
show()
x = y = L("chain", 1)
show()
with L("cm", type("CM", (), {"__enter__": lambda s: L("enter"), "__exit__": lambda s, *a: L("exit")})()) as v:
    L("with body")
show()


def noted(what, value=None):
    print("noted", what)
    return value


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


attempt(lambda: print(*3, sep=noted("sole star first, then walked")))
attempt(lambda: print(1, *3, sep=noted("never")))
attempt(lambda: print(*noted("star", (1, 2)), sep=noted("keyword", "-")))
attempt(lambda: print(*noted("star", 5), **noted("keywords", {"sep": "-"})))


class Walked:
    def __iter__(self):
        print("walked")
        return iter((1, 2))


attempt(lambda: print(*Walked(), sep=noted("before the walk", "-")))
attempt(lambda: print(*Walked(), *Walked(), sep=noted("after the walks", "-")))
for plain in (3, "s", None, (1,), [1], {}, 1.5, len, (x for x in [])):
    try:
        plain.missing = noted("value", 1)
    except AttributeError as e:
        print(e)
    try:
        del plain.missing
    except AttributeError as e:
        print(e)
    try:
        plain.__len__ = 1
    except AttributeError as e:
        print(e)


class Keys:
    def keys(self):
        return ["k"]

    def __getitem__(self, key):
        return 1


def named(**k):
    return k


attempt(lambda: named(k=1, **Keys()))
attempt(lambda: (1, 2)(k=1, **{"k": 2}))
attempt(lambda: (1, 2)(**{3: 4}))
attempt(lambda: named(**{3: 4}))
try:
    raise KeyError
except KeyError:
    try:
        named(k=1, **Keys())
    except (KeyError, TypeError) as e:
        print(type(e).__name__, e)
try:
    class Twice(object, **{"a": 1}, **{"a": 2}):
        pass
except TypeError as e:
    print(e)


def noted(name):
    print(name, end=" ")
    return name


def annotated(a: noted("a"), b: noted("b"), /, c: noted("c"), *r: noted("r"), d: noted("d"), **k: noted("k")) -> noted("return"):
    pass


print(list(annotated.__annotations__))
