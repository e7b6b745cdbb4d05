# imports: types, typing, enum
"""`types.new_class` and `types.prepare_class` of the code's own classes."""
import enum
import types
import typing


def fill(namespace):
    namespace["x"] = 1
    namespace["method"] = lambda self: self.x + 1
    namespace["__init_subclass__"] = lambda cls, **kwargs: print("below", cls.__name__, kwargs)


A = types.new_class("A", (), {}, fill)
print(A().method(), A.__name__, A.__qualname__, A.__module__, A.__mro__)


class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases, **kwargs):
        print("prepare", name, bases, kwargs)
        return {"prepared": kwargs}

    def __new__(mcls, name, bases, namespace, **kwargs):
        return super().__new__(mcls, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **kwargs):
        super().__init__(name, bases, namespace)


B = types.new_class("B", (A,), {"metaclass": Meta, "flag": True}, lambda ns: ns.update(y=2))
print(B.prepared, B.y, type(B) is Meta, B.__bases__)
print(types.new_class("C").__name__, types.new_class("D", (int,))(4) + 1)
T = typing.TypeVar("T")
G = types.new_class("G", (typing.Generic[T],))
print(G.__orig_bases__, G[int], G.__mro__)
print(types.prepare_class("X", (), {"metaclass": Meta, "a": 1})[1:])
print(types.prepare_class("X"))
print(types.resolve_bases((typing.List[int], str)), types.resolve_bases((A,)))
for call in (
    lambda: types.new_class(3),
    lambda: types.new_class(),
    lambda: types.new_class("A", (), {}, None, 5),
    lambda: types.new_class("A", (bool,)),
    lambda: types.new_class("A", (A, B)),
):
    try:
        call()
    except TypeError as error:
        print(error)
