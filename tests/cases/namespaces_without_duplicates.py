# Namespaces of `__prepare__` that see each name as it is set, and how often.
class NoDuplicates(dict):
    def __setitem__(self, key, value):
        if key in self:
            raise TypeError(f"duplicate name {key!r}")
        super().__setitem__(key, value)

class Meta(type):
    @classmethod
    def __prepare__(metaclass, name, bases):
        return NoDuplicates()

class Once(metaclass=Meta):
    x = 1
    def f(self):
        return self.x

print(Once.x, Once().f(), Once.__qualname__, Once.__module__)
try:
    class Twice(metaclass=Meta):
        x = 1
        x = 2
except TypeError as error:
    print(error)

class Overloads(dict):
    def __setitem__(self, key, value):
        if callable(value):
            self.setdefault(key, []).append(value)
        else:
            super().__setitem__(key, value)

class Overloaded(type):
    @classmethod
    def __prepare__(metaclass, name, bases):
        return Overloads()
    def __new__(metaclass, name, bases, namespace):
        plain = {key: value[-1] if isinstance(value, list) else value for key, value in namespace.items()}
        made = super().__new__(metaclass, name, bases, plain)
        made.counts = {key: len(value) for key, value in namespace.items() if isinstance(value, list)}
        return made

class Shape(metaclass=Overloaded):
    def area(self): return 1
    def area(self, a): return a
    def name(self): return "shape"

print(Shape.counts, Shape().area(3), Shape().name())

class Log(dict):
    def __init__(self):
        super().__init__()
        self.seen = []
    def __setitem__(self, key, value):
        self.seen.append(key)
        super().__setitem__(key, value)

class Logged(type):
    @classmethod
    def __prepare__(metaclass, name, bases):
        return Log()
    def __new__(metaclass, name, bases, namespace):
        made = super().__new__(metaclass, name, bases, dict(namespace))
        made.seen = [key for key in namespace.seen if not key.startswith("__") or key in ("__module__", "__qualname__", "__doc__")]
        return made

def outer():
    class Inner(metaclass=Logged):
        """A doc."""
        b = 2
        a = 1
    return Inner

print(outer().seen, outer().__qualname__, outer().__doc__)
