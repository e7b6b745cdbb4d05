# python: 3.12
# imports: typing
import typing


def noted(what, value):
    print("evaluated", what)
    return value


def f[T: noted("bound", int), C: (noted("one", int), noted("two", str)), *Ts, **P](x: T) -> T:
    return x


print("made")
T, C, Ts, P = f.__type_params__
print(f.__type_params__, f(3), T.__bound__, C.__constraints__, T.__constraints__, T.__bound__)
print(T.__module__, T.__infer_variance__, T.__covariant__, type(T) is typing.TypeVar)


class Node[K: Missing]:
    children: "list[Node[K]]"

    def get[__P](self, key: K) -> K:
        return key


print(Node.__type_params__, Node[int].__args__, Node.__orig_bases__, Node.get.__type_params__)
(K,) = Node.__type_params__
try:
    print(K.__bound__)
except NameError as e:
    print(e)
Missing = str
print(K.__bound__)

type Tree[V] = dict[str, Tree[V]] | V
type Alias = noted("alias", list[int])
print(Tree, Tree.__type_params__, Tree.__module__, Alias.__name__)
print(Alias.__value__, Alias.__value__, Tree.__value__)
type Broken = 1 / 0
try:
    Broken.__value__
except ZeroDivisionError as e:
    print(e)


class Holder:
    item = int
    type Own = list[item]

    def method[T: item](self): pass


print(Holder.Own.__value__, Holder.method.__type_params__[0].__bound__)


def outer(kind):
    type Local = dict[str, kind]

    def inner[T: kind](): pass

    return Local, inner


made, inner = outer(float)
print(made.__value__, inner.__type_params__[0].__bound__)


def names[value0, value_1: list[value0]]():
    return value0


print(names(), names.__type_params__[1].__bound__)
print(Tree[int], typing.get_origin(Tree[int]), Pair if (Pair := 1) else 0)
