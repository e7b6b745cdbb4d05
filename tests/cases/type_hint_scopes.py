# imports: typing
# What names in annotations mean that are texts: by the variables of the code, or by what is given for them.
import typing
from typing import List, Optional


def tried(call):
    try:
        return call()
    except NameError as error:
        return type(error).__name__, str(error)


class Point:
    x: "int"
    near: "Optional[Point]"
    all: "List['Point']"


def local(a: "Local", b: "List[Local]" = None) -> "Point":
    pass


Shadow = int


def shadowed(a: "Shadow", b: "List[Shadow]") -> "Other":
    pass


print(typing.get_type_hints(Point))
print(tried(lambda: typing.get_type_hints(local)))
print(typing.get_type_hints(local, localns={"Local": int}))
print(tried(lambda: typing.get_type_hints(shadowed)))
print(typing.get_type_hints(shadowed, localns={"Shadow": bytes, "Other": None}))
print(typing.get_type_hints(shadowed, localns={"Other": Point}))
print(tried(lambda: typing.get_type_hints(shadowed, localns={})))


class Holder:
    Inner: "type" = int
    a: "Inner"
    c: "List[type]"
    b: "Shadow"


print(tried(lambda: typing.get_type_hints(Holder, localns={"Inner": str})))


def made():
    class Own:
        pass

    def takes(a: "Own") -> "Local":
        pass

    return typing.get_type_hints(takes, localns={"Own": Own, "Local": dict})


print({name: hint.__name__ for name, hint in made().items()})
