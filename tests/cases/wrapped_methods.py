# imports: functools
# What the library lays round functions and descriptors of the code.
import functools


def capture(*arguments, **named):
    return arguments, named


class Partial:
    static = functools.partialmethod(staticmethod(capture), 8)
    of_class = functools.partialmethod(classmethod(capture), d=9)
    plain = functools.partialmethod(capture, 3, b=4)
    keywords = functools.partialmethod(capture, self=1, func=2)
    nested = functools.partialmethod(functools.partialmethod(capture, 1), 2)
    over_partial = functools.partialmethod(functools.partial(capture, c=6), c=7)

    @staticmethod
    def double(x):
        return 2 * x

    answer = functools.partialmethod(double, 21)


one = Partial()
print(Partial.static(), one.static(5, d=8), Partial.static(5), one.answer(), Partial.answer())
print(one.of_class(1)[0] == (Partial, 1), Partial.of_class(1)[1], one.plain(5)[0][1:], one.plain(5)[1], one.keywords()[1])
print(one.nested(3)[0][1:], one.over_partial(3)[1], list(map(staticmethod(capture), [1, 2])))


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
    print(method.__doc__)
print(Dispatch().plain(1), Dispatch().plain("a"), Dispatch.of_class(2), Dispatch().of_class(3), Dispatch.static(4), Dispatch().static(5))
