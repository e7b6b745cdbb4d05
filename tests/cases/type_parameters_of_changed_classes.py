# python: 3.12
"""Bounds and values that stand in a class see its names as they are when somebody asks."""


class X:
    T = int

    type A = T
    type B = X.T
    type Later = U

    class C[V: T]:
        pass

    def f[V: (T, str)](self):
        pass

    try:
        print(A.__value__)
    except NameError as error:
        print(error)


print(X.A.__value__, X.B.__value__, X.C.__type_params__[0].__bound__)
X.T = bytes
print(X.A.__value__, X.f.__type_params__[0].__constraints__)


class Y:
    T = int

    type A = T
    type B = T
    type Later = U


Y.T = str
print(Y.A.__value__)
del Y.T
try:
    print(Y.B.__value__)
except NameError as error:
    print(error)
T = float
print(Y.B.__value__)
try:
    Y.Later.__value__
except NameError as error:
    print(error)
Y.U = "now"
print(Y.Later.__value__)


def local():
    kind = "around"

    class Z:
        type A = kind
        type B = kind
        kind = "inside"

    print(Z.A.__value__)
    del Z.kind
    try:
        print(Z.B.__value__)
    except NameError as error:
        print(error)
    other = "free"

    class W:
        type A = other
        type B = other

    print(W.A.__value__)
    W.other = "set"
    print(W.B.__value__)


local()


class Global:
    global G
    G = 1
    type A = G


Global.G = 2
print(Global.A.__value__)


class Meta(type):
    def __new__(mcls, name, bases, namespace):
        namespace = dict(namespace, added=3)
        return super().__new__(mcls, name, bases, namespace)


class Made(metaclass=Meta):
    type A = added


print(Made.A.__value__)
