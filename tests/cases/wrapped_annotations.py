# imports: functools, contextlib
# before: 3.14
# Annotations of what the library lays round functions of the code. (From 3.14 on they are made when somebody asks, and not by all of it.)
import contextlib
import functools


class Dispatch:
    plain = functools.singledispatchmethod(lambda self, argument: argument)
    plain.func.__annotations__["argument"] = int

    def kind(cls, argument: int) -> str:
        return str(argument)

    of_class = functools.singledispatchmethod(classmethod(kind))
    static = functools.singledispatchmethod(staticmethod(kind))


for method in (Dispatch.plain, Dispatch().plain, Dispatch.of_class, Dispatch().of_class, Dispatch.static, Dispatch().static):
    print(method.__name__, method.__annotations__)


@functools.lru_cache
def cached(x: int) -> int:
    return x


@functools.singledispatch
def dispatched(x: int) -> str:
    return "int"


@contextlib.contextmanager
def managed(x: int):
    yield x


print(cached.__annotations__, cached.__wrapped__.__annotations__, dispatched.__annotations__, managed.__annotations__)
