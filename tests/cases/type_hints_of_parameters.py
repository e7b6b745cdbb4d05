# imports: typing, inspect
# python: 3.13
# Texts that name the type parameters of their function or class, which hide variables of the code.
import inspect
import typing

U = int


def pair[T](a: "T", b: "list[T]", c: "U") -> "dict[str, T]":
    pass


class Box[U]:
    held: "U"
    all: "list[U]"


def size(of: "U") -> "list[U]":
    pass


print(typing.get_type_hints(pair))
print(inspect.get_annotations(pair, eval_str=True))
print(inspect.signature(pair, eval_str=True))
print(inspect.get_annotations(Box, eval_str=True)["all"])
print(inspect.get_annotations(size, eval_str=True))
print(typing.get_type_hints(size, localns={"U": bytes}))
print(inspect.get_annotations(pair, locals={"T": str}, eval_str=True))
