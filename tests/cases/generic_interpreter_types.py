# imports: types, typing, collections.abc
# python: 3.13
# Classes of the interpreter that take parameters.
import collections.abc
import types
import typing

for made in (
    types.GeneratorType[int, str, bytes],
    types.CoroutineType[int, str, bytes],
    types.AsyncGeneratorType[int, str],
    types.MappingProxyType[str, int],
):
    print(made, typing.get_args(made), len(made.__args__))


def numbers() -> types.GeneratorType[int, None, None]:
    yield 1


print(typing.get_type_hints(numbers), list(numbers()))
print(typing.get_origin(types.GeneratorType[int, None, None]) is types.GeneratorType)
T = typing.TypeVar("T")
print(types.GeneratorType[T, None, None][int], types.GeneratorType[T, None, None].__parameters__)
print(types.GeneratorType[int, None, None] == types.GeneratorType[int, None, None], types.GeneratorType[int] | None)
for cls in (types.FunctionType, types.ModuleType, types.SimpleNamespace):
    try:
        print(cls[int])
    except TypeError as error:
        print(error)
try:
    isinstance(numbers(), types.GeneratorType[int, None, None])
except TypeError as error:
    print(error)
try:
    types.GeneratorType[int]()
except TypeError as error:
    print(error)
