# imports: math, operator, string
# What a module holds, as a dict of names.
import math
import operator
import string

env = dict(vars(math))
print(env["pi"], env["sqrt"](16), "sin" in vars(math), vars(math)["floor"](2.5))
print(sorted(name for name in vars(math) if name.startswith("is")))
functions = {name: value for name, value in vars(math).items() if callable(value)}
print(functions["hypot"](3, 4), vars(math)["__name__"], vars(string)["digits"])
OPERATORS = {name: vars(operator)[name] for name in ("add", "mul", "sub")}
print({name: function(6, 3) for name, function in OPERATORS.items()})


class Env(dict):
    def __init__(self, names=(), values=(), outer=None):
        super().__init__(zip(names, values))
        self.outer = outer

    def find(self, name):
        if name in self:
            return self
        if self.outer is None:
            raise NameError(name)
        return self.outer.find(name)


top = Env()
top.update(vars(math))
inner = Env(["r"], [2.0], top)
print(inner.find("pi")["pi"] * inner.find("r")["r"] ** 2)
try:
    inner.find("area")
except NameError as error:
    print(error)
print(isinstance(vars(math), dict), "pi" in vars(math))
