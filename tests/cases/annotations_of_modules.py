import collections

x: int = 3
y: "text" = 4
z: collections.OrderedDict
print(__annotations__)


def f():
    local: undefined = 1
    return __annotations__, local


print(f())
if x:
    inside: list[int] = [1]
print(sorted(__annotations__))
# --- step
def noted(what):
    print("noted", what)
    return int


a: noted("a") = print("value first")
b: noted("bare")
holder = collections.UserDict()
holder["k"]: noted("subscript") = 1
(c): noted("parenthesised") = 2
# --- step
d: 1 / 0 = 5
# --- step
class Prepared(type):
    @classmethod
    def __prepare__(metacls, name, bases):
        return {"__annotations__": collections.OrderedDict(first=1)}


class A(metaclass=Prepared):
    second: int = 2


print(A.__annotations__)
