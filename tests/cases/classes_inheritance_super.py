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


class OldStyle:
    def __init__(self, name, *rest, **named):
        self.log = [("OldStyle", name, rest, named)]

    def who(self):
        return "old"

    @classmethod
    def make(cls, name):
        return cls(name)


class Left(OldStyle):
    def __init__(self, name, extra=0):
        super(Left, self).__init__(name, extra, key=extra)
        self.log.append("Left")

    def who(self):
        return "left " + super(Left, self).who()

    @classmethod
    def make(cls, name):
        return super(Left, cls).make(name + "!")


class Right(OldStyle):
    def who(self):
        return "right " + super(Right, self).who()


class Both(Left, Right):
    def who(self):
        return "both " + super(Both, self).who()

    def skip(self):
        return super(Left, self).who()

    def wrong(self):
        return super(Right, object()).who()

    def missing(self):
        return super(Both, self).nothing(1)


for item in (Left("a"), Both("b", 5), Left.make("c"), Both.make("d")):
    for _ in range(3):
        print(type(item).__name__, item.log, item.who())
both = Both("x")
print([both.skip() for _ in range(3)], both.who())
for failing in (both.wrong, both.missing):
    try:
        failing()
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)


def other(first, second):
    return first(second)


class Twice:
    def __init__(self, value):
        self.value = value

    def who(self):
        return ("twice", type(self.value).__name__)


class Shadowed(Both):
    def who(self):
        return super(Twice, self).who()


shadowed = Shadowed("s")
super = other
print(shadowed.who())
del super
print(both.who())
