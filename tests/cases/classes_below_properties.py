"""Classes that derive from `property` and keep something of their own."""


class Typed(property):
    def __init__(self, fget=None, fset=None, fdel=None, doc=None, kind=int):
        super().__init__(fget, fset, fdel, doc)
        self.kind = kind

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"not {self.kind.__name__}: {value!r}")
        super().__set__(instance, value)

    def setter(self, function):
        return type(self)(self.fget, function, self.fdel, self.__doc__, self.kind)


class A:
    @Typed
    def x(self):
        "The x."
        return self.held

    @x.setter
    def x(self, value):
        self.held = value


a = A()
a.x = 3
print(a.x, A.x.kind, A.x.fget.__name__, isinstance(A.x, property), type(A.x).__name__)
try:
    a.x = "3"
except TypeError as error:
    print(error)
try:
    A.x.fget = None
except AttributeError as error:
    print(type(error).__name__)
# --- step


class Noted(property):
    def __new__(cls, *args, **kwargs):
        made = super().__new__(cls)
        made.notes = []
        return made

    def __init__(self, function, *others):
        property.__init__(self, function, *others)
        self.notes.append(function.__name__)

    def getter(self, function):
        print("getter")
        return super().getter(function)

    def __set_name__(self, owner, name):
        self.notes.append((owner.__name__, name))

    def __get__(self, instance, owner=None):
        return self if instance is None else (self.notes[-1][1], super().__get__(instance, owner))


class B:
    _hidden = 1

    @Noted
    def y(self):
        return 5

    @y.getter
    def y(self):
        return self._hidden

    @Noted
    def _z(self):
        return 7


print(B().y, B.y.notes, B()._z, vars(B.y)["notes"] is B.y.notes, hasattr(B.y, "other"))
B.y.other = 1
print(B.y.other, B.y.fset)
del B.y.other
print(hasattr(B.y, "other"))
# --- step
b = B()
b.__dict__["_z"] = "hidden by the property"
print(b._z)
for change in (lambda: setattr(b, "y", 1), lambda: delattr(b, "y")):
    try:
        change()
    except AttributeError as error:
        print(type(error).__name__)
