# imports: string, operator
# What an object of an own class has under the name of a method of its base is what is called.
import operator
import string


class Text(str):
    pass


text = Text("{0.real}")
print(text.format(1), str.format(text, 2))
text.format = lambda *args, **named: ("mine", args, named)
text.format_map = lambda mapping: ("mapped", mapping)
print(text.format(1, 2), text.format(*[1], a=2), text.format_map({}), str.format(text, 3), operator.methodcaller("format", 4)(text))
print(getattr(text, "format")(5), list(map(text.format, [6])), f"{text}", "%s" % text, format(text, ">10"))
del text.format
print(text.format(7), text.format_map({}))


class Named(str):
    def __init__(self, *args):
        self.format = "not to be called"


named = Named("{}")
print(named.format)
try:
    named.format(1)
except TypeError as error:
    print(error)


class Nothing(str):
    format = None


class Asked(str):
    @property
    def format(self):
        return lambda *args: ("property", args)

    format_map = staticmethod(lambda mapping: ("static", mapping))


class Outer(str):
    def format(self, *args):
        return "outer " + super().format(*args)


class Inner(Outer):
    def format(self, *args):
        return "inner " + super().format(*args)


class Getting(str):
    def __getattribute__(self, name):
        if name == "format":
            return lambda *args: ("got", args)
        return super().__getattribute__(name)


class Joining(str):
    format = str.join


class Formatting(str):
    format = string.Formatter().format


print(Nothing("{}").format, Asked("{}").format(1), Asked("{}").format_map({}))
print(Inner("{}").format(1), str.format(Inner("{}"), 2), Outer.format(Inner("{}"), 3))
print(Getting("{}").format(1), getattr(Getting("{}"), "format")(2), Getting("{a}").format_map({"a": 3}))
print(Joining(", ").format(["a", "b"]), Formatting("{}").format("x{}", 4))

Text.format = lambda self, *args: ("late", args)
print(Text("{}").format(1))
del Text.format
print(Text("{}").format(1), *map(Text("<{}>").format, [1, 2]))

for kind, value in ((list, [3, 1, 2]), (dict, {"a": 1})):
    own = type("Own", (kind,), {})(value)
    for name in ("sort", "append", "get", "items", "update", "keys"):
        setattr(own, name, lambda *args, name=name: [(name, args)])
    print(own.sort(), own.append(4), own.get("a"), own.update(), list(own.items()), [key for key in own.keys()], own)
