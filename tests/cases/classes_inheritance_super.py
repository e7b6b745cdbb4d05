class A:
    def __init__(self):
        self.log = ["A"]

    def who(self):
        return ["A"]

    @classmethod
    def make(cls):
        return cls.__name__

    @staticmethod
    def util(x):
        return x * 2

    @property
    def p(self):
        return "A.p"


class B(A):
    def __init__(self):
        super().__init__()
        self.log.append("B")

    def who(self):
        return ["B"] + super().who()

    @classmethod
    def make(cls):
        return "B:" + super().make()

    @property
    def p(self):
        return "B." + super().p


class C(A):
    def __init__(self):
        super().__init__()
        self.log.append("C")

    def who(self):
        return ["C"] + super(C, self).who()


class D(B, C):
    def __init__(self):
        super().__init__()
        self.log.append("D")

    def who(self):
        return ["D"] + super().who()

    def nested(self):
        def inner():
            return super(D, self).who()

        return inner() + [x for x in super().who()]


d = D()
print(d.log, d.who(), D.make(), D.util(4), d.p, d.nested(), B.make(), d.util(1))
try:

    class Bad(A, B):
        pass

except TypeError as e:
    print(str(e).split("\n")[0])
for f in (lambda: super(), lambda: super(int, "a"), lambda: super(5)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)


class L(list):
    def append(self, v):
        super().append(v * 2)

    def total(self):
        return sum(self)


l = L([1])
l.append(5)
print(l, l.total(), isinstance(l, list), len(l), l[-1], l + [1], type(l + [1]).__name__)


class DD(dict):
    def __missing__(self, k):
        self[k] = k * 2
        return self[k]


dd = DD(a=1)
print(dd["a"], dd["zz"], dd, isinstance(dd, dict))


class S(str):
    def shout(self):
        return self.upper() + "!"


class I(int):
    def __new__(cls, v):
        return super().__new__(cls, v + 1)

    def __add__(self, o):
        return I(int(self) * 10)


class T(tuple):
    def __new__(cls, *v):
        return super().__new__(cls, v)

    @property
    def first(self):
        return self[0]


class F(float):
    pass


print(S("hi").shout(), S("a") + "b", I(5), I(5) + 1, T(1, 2).first, T(1, 2), F(1.5) + 1, S("x") == "x", {S("k"): 1}["k"], I(2) in [3])


class Mixin:
    def describe(self):
        return f"{self.name}:{self.extra()}"

    def extra(self):
        raise NotImplementedError


class Impl(Mixin):
    name = "impl"

    def extra(self):
        return "extra"


print(Impl().describe())
try:
    Mixin().extra()
except NotImplementedError as e:
    print(repr(e))


class P:
    def __init__(self, **kw):
        super().__init__(**kw)
        self.ok = True


class Q(P):
    def __init__(self, q, **kw):
        self.q = q
        super().__init__(**kw)


print(Q(5).q, Q(5).ok)
try:
    Q(5, z=1)
except TypeError as e:
    print("TypeError")
try:

    class Boolish(bool):
        pass

except TypeError as e:
    print(e)
