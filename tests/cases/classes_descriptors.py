# imports: dataclasses
class Typed:
    def __init__(self, kind, default=None):
        self.kind, self.default = kind, default

    def __set_name__(self, owner, name):
        self.name = "_" + name
        print("set_name", owner.__name__, name)

    def __get__(self, obj, owner=None):
        if obj is None:
            return f"<Typed {self.name}>"
        return getattr(obj, self.name, self.default)

    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name[1:]} must be {self.kind.__name__}")
        setattr(obj, self.name, value)

    def __delete__(self, obj):
        print("delete", self.name)


class Person:
    name = Typed(str)
    age = Typed(int, 18)


p = Person()
p.name = "Ann"
print(p.name, p.age, Person.name)
try:
    p.age = "old"
except TypeError as e:
    print(e)
del p.age


class NonData:
    def __get__(self, obj, owner):
        return "from descriptor"


class Holder:
    x = NonData()
    f = staticmethod(lambda: "static")
    g = classmethod(lambda cls: cls.__name__)


h = Holder()
print(h.x, Holder.x, h.f(), h.g(), Holder.g())
h.x = "instance"
print(h.x)


class Callable:
    def __call__(self, *args, **kw):
        return args, kw


class Bound:
    def __init__(self, f):
        self.f = f

    def __get__(self, obj, owner=None):
        return self if obj is None else lambda *a: self.f(obj, *a)


class Uses:
    call = Callable()

    @Bound
    def method(self, x):
        return (type(self).__name__, x)


print(Uses().call(1, k=2), Uses().method(5))


class Hooks:
    def __setattr__(self, name, value):
        print("set", name, value)
        super().__setattr__(name, value)

    def __getattribute__(self, name):
        if name == "secret":
            return "intercepted"
        return super().__getattribute__(name)


k = Hooks()
k.a = 1
k.a += 1
print(k.a, k.secret)
# --- step: the class of an object whose attributes are asked for in its own way
import dataclasses


class Traced:
    def __getattribute__(self, name):
        print("asked", name)
        return super().__getattribute__(name)


print(Traced().__class__ is Traced, Traced().__class__.__name__)


@dataclasses.dataclass
class Point:
    x: int = 1

    def __getattribute__(self, name):
        return object.__getattribute__(self, name)


print(Point(), Point() == Point(), Point() == Point(2), isinstance(Point(), Point))


class Fails:
    def __getattribute__(self, name):
        raise AttributeError(name)


try:
    print(Fails().__class__)
except AttributeError as e:
    print(e)
