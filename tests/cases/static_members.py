# python: 3.11
# imports: inspect
"""What classes of the code hold, as they hold it."""
import inspect


class A:
    a = 1

    def __init__(self):
        self.z = 3

    def f(self):
        pass

    @classmethod
    def c(cls):
        pass

    @staticmethod
    def s():
        pass

    @property
    def p(self):
        print("asked")
        return 1

    def __getattr__(self, name):
        print("asked for", name)
        raise AttributeError(name)


class B(A):
    b = 2

    def f(self):
        pass


def public(pairs):
    return [(name, type(value).__name__) for name, value in pairs if not name.startswith("__")]


print(public(inspect.getmembers_static(B())))
print(public(inspect.getmembers_static(B)))
print(public(inspect.getmembers_static(B, inspect.isfunction)))
print(type(inspect.getattr_static(B(), "p")).__name__, inspect.getattr_static(B(), "z"), inspect.getattr_static(B, "q", 5))
try:
    inspect.getattr_static(B(), "nothing")
except AttributeError as error:
    print(error)
for entry in inspect.classify_class_attrs(B):
    if not entry.name.startswith("__"):
        print(entry.name, entry.kind, entry.defining_class.__name__, type(entry.object).__name__)
print(inspect.classify_class_attrs(B)[0]._fields)
# --- step


class Slotted:
    __slots__ = ("x",)


class Own(B):
    held = B.f

    def __getattribute__(self, name):
        return super().__getattribute__(name)


for name in ("__init__", "__eq__", "__getattribute__", "__setattr__", "__delattr__", "x", "nothing"):
    print(name, type(inspect.getattr_static(Slotted, name, None)).__name__, type(inspect.getattr_static(Own, name, None)).__name__)
slotted = Slotted()
inspect.getattr_static(Slotted, "__setattr__")(slotted, "x", 4)
print(inspect.getattr_static(Slotted, "__getattribute__")(slotted, "x"), inspect.getattr_static(Own, "held") is B.f)
