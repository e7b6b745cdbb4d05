class A:
    __secret = "class"

    def __init__(self):
        self.__value = 1
        self.__dunder__ = 2

    def get(self):
        return self.__value, self.__secret, self.__helper(3)

    def __helper(self, __x):
        return __x * 2

    def set(self, v):
        self.__value = v
        return self

    def local(self):
        __tmp = 5
        return __tmp, [__tmp for __i in range(2)]


class B(A):
    def __init__(self):
        super().__init__()
        self.__value = "B's"

    def both(self):
        return self.__value, self.get()


a, b = A(), B()
print(a.get(), a.set(5).get(), b.both(), a._A__value, b._B__value, A._A__secret, a.local())
print(hasattr(a, "__value"), hasattr(a, "_A__value"), sorted(n for n in dir(b) if n.startswith("_A") or n.startswith("_B")))
__outside = 3


class C:
    def f(self):
        try:
            return __outside
        except NameError as e:
            return str(e)


print(C().f())


class _Under:
    def __m(self):
        return 1

    def g(self):
        return self.__m()


print(_Under().g())
