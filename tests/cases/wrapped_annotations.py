# imports: functools, contextlib
# before: 3.14
# Annotations of what the library lays round functions of the code. (From 3.14 on they are made when somebody asks, and not by all of it.)
import contextlib
import functools


class Dispatch:
    @functools.singledispatchmethod
    def plain(self, argument: int) -> str:
        """Of objects."""
        return f"plain {argument}"

    @plain.register
    def _(self, argument: str) -> str:
        return f"text {argument}"

    @functools.singledispatchmethod
    @classmethod
    def of_class(cls, argument: int) -> str:
        """Of the class."""
        return f"{cls.__name__} {argument}"

    @functools.singledispatchmethod
    @staticmethod
    def static(argument: int) -> str:
        """Of nothing."""
        return f"static {argument}"


for method in (Dispatch.plain, Dispatch().plain, Dispatch.of_class, Dispatch().of_class, Dispatch.static, Dispatch().static):
    print(method.__name__, method.__doc__, method.__annotations__)


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
