# imports: inspect, dataclasses, functools
import dataclasses
import functools
import inspect
from inspect import _empty


def checked(function):
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(*args, **kwargs):
        for name, value in signature.bind(*args, **kwargs).arguments.items():
            kind = signature.parameters[name].annotation
            if kind is not inspect._empty and not isinstance(value, kind):
                raise TypeError(f"{name} must be {kind.__name__}")
        return function(*args, **kwargs)
    return call


@checked
def repeat(text: str, times: int = 2, other=None):
    return text * times


print(repeat("ab"), _empty is inspect.Parameter.empty is inspect.Signature.empty, inspect._empty)
try:
    repeat("ab", "c")
except TypeError as error:
    print(error)
print([(p.name, p.default is inspect._empty, isinstance(p.kind, inspect._ParameterKind)) for p in inspect.signature(repeat).parameters.values()])


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
    z: list = dataclasses.field(default_factory=list)


print([(f.name, isinstance(f.default, dataclasses._MISSING_TYPE), f.default_factory is dataclasses.MISSING) for f in dataclasses.fields(Point)])
