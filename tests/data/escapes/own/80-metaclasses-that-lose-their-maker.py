# Classes of metaclasses whose `__new__` was deleted.
# --- __new__ of a metaclass that has none is deleted |  | expr:err is None
class Meta(type): pass
try: del Meta.__new__
except AttributeError: pass
Meta("X", (), {"__class__": property(lambda self: dict)})
# --- __new__ of a metaclass is deleted |  | expr:err is None
class Meta(type):
    def __new__(meta, name, bases, namespace): return super().__new__(meta, name, bases, namespace)
del Meta.__new__
Meta("X", (), {"__class__": property(lambda self: dict)})
# --- __new__ of a metaclass is deleted by its type | numpy | expr:err is None
class Meta(type):
    def __new__(meta, name, bases, namespace): return super().__new__(meta, name, bases, namespace)
type.__delattr__(Meta, "__new__")
Meta("X", (), {"__array_interface__": {"data": (4096, True), "shape": (1,), "typestr": "|u1", "version": 3}})
# --- __new__ of a metaclass is deleted below a metaclass that hears of it |  | expr:err is None
class Above(type):
    def __delattr__(cls, name): super().__delattr__(name)
class Meta(type, metaclass=Above): pass
try: del Meta.__new__
except AttributeError: pass
Meta("X", (), {"__buffer__": lambda self, flags: 5})
# --- __new__ of a mixin of a metaclass is deleted |  | expr:err is None
class Mixin:
    def __new__(meta, name, bases, namespace): return super().__new__(meta, name, bases, namespace)
class Meta(Mixin, type): pass
Meta("Y", (), {})
del Mixin.__new__
Meta("X", (), {"__class__": property(lambda self: dict)})
# --- a metaclass made by one that lost its __new__ tells another lineage |  | expr:err is None
class Above(type):
    def __new__(meta, name, bases, namespace): return super().__new__(meta, name, bases, namespace)
del Above.__new__
class Base(type): pass
Above("Meta", (Base,), {"mro": lambda cls: [cls, int, object]})
