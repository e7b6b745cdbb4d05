# Metaclasses that copy the namespace of a class whose methods use `super()` and `__class__`.
class Copying(type):
    def __new__(meta, name, bases, namespace):
        return super().__new__(meta, name, bases, {key: value for key, value in namespace.items()})

class A(metaclass=Copying):
    def text(self):
        return super().__repr__()[:5], __class__.__name__

print(A().text())

class Ordered(dict):
    def __init__(self):
        self.order = []
    def __setitem__(self, key, value):
        self.order.append(key)
        super().__setitem__(key, value)

class Noting(type):
    @classmethod
    def __prepare__(meta, name, bases):
        return Ordered()
    def __new__(meta, name, bases, namespace):
        made = super().__new__(meta, name, bases, dict(namespace))
        made.order = [key for key in namespace.order if not key.startswith("__")]
        return made

class B(metaclass=Noting):
    x = 1
    def f(self): return super().__hash__() is not None
    y = 2

print(B.order, B().f())
