class Temperature:
    def __init__(self, c=0):
        self._c = c

    @property
    def celsius(self):
        "Degrees."
        return self._c

    @celsius.setter
    def celsius(self, v):
        if v < -273.15:
            raise ValueError("too cold")
        self._c = v

    @celsius.deleter
    def celsius(self):
        print("deleting")
        self._c = None

    @property
    def fahrenheit(self):
        return self._c * 9 / 5 + 32

    kelvin = property(lambda self: self._c + 273.15, lambda self, k: setattr(self, "celsius", k - 273.15))


t = Temperature()
t.celsius = 100
print(t.celsius, t.fahrenheit, t.kelvin)
t.celsius += 1
t.kelvin = 300
print(round(t.celsius, 2))
try:
    t.celsius = -500
except ValueError as e:
    print(e)
try:
    t.fahrenheit = 5
except AttributeError as e:
    print("AttributeError")
del t.celsius
print(t.celsius)


class Meta:
    registry = []

    @classmethod
    def add(cls, x):
        cls.registry.append((cls.__name__, x))
        return cls

    @staticmethod
    def helper(a, b=2):
        return a + b

    @classmethod
    def create(cls, *args):
        self = cls()
        self.args = args
        return self


class Child(Meta):
    pass


Meta.add(1).add(2)
Child.add(3)
print(Meta.registry, Meta.helper(1), Meta().helper(1, b=5), Child.create(1, 2).args, type(Child.create()).__name__)


class Lazy:
    def __getattr__(self, name):
        if name.startswith("dyn_"):
            value = name[4:]
            setattr(self, name, value)
            return value
        raise AttributeError(f"no {name}")


z = Lazy()
print(z.dyn_abc, hasattr(z, "dyn_q"), hasattr(z, "other"), getattr(z, "other", 5))
try:
    z.nothing
except AttributeError as e:
    print(e)
