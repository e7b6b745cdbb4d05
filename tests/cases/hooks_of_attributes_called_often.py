# `__getattr__` of the code's classes, asked at the same place again and again, and changed in between.
class Plain:
    def __getattr__(self, name):
        return "hook " + name


class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)


class AttrDict(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name)

    def __setattr__(self, name, value):
        self[name] = value


class Slots:
    __slots__ = ("a", "__dict__")

    def __getattr__(self, name):
        return "slot " + name


class NoDict:
    __slots__ = ("a",)

    def __getattr__(self, name):
        return "nodict " + name


class Deep(Plain):
    value = 3


class Both:
    def __getattribute__(self, name):
        if name == "first":
            return "getattribute"
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        return "both " + name


def read(o):
    return o.x


def call(o):
    return o.upper()


for thing in (Plain(), Deep(), Slots(), NoDict(), AttrDict(x=1), Both(), Proxy(Deep())):
    print([read(thing) for _ in range(4)])

# The instance gets what the hook was asked for, and loses it.
for cls in (Plain, Deep, Slots):
    o, p = cls(), cls()
    print([read(o), read(p), read(o)])
    o.x = 1
    print([read(o), read(p), read(o)])
    o.__dict__["y"] = 2
    print(o.y, p.y)
    del o.x
    print([read(o), read(p), read(o)])
    o.__dict__ = {"x": 5}
    print([read(o), read(p), read(o)])
o = NoDict()
print([read(o) for _ in range(3)], [o.a for _ in range(2)])
o.a = 4
print([o.a for _ in range(2)])

# The class gets it, loses it, and gets another hook.
o = Deep()
print(read(o), read(o))
Deep.x = "of the class"
print(read(o), read(o))
del Deep.x
print(read(o), read(o))
Plain.x = "of the base"
print(read(o), read(o))
del Plain.x
Plain.__getattr__ = lambda self, name: "new " + name
print(read(o), read(o))
Deep.__getattr__ = lambda self, name: "own " + name
print(read(o), read(o))
del Deep.__getattr__
print(read(o), read(o))
Deep.__getattribute__ = lambda self, name: "all " + name
print(read(o), read(o), o.value)
del Deep.__getattribute__
print(read(o), read(o), o.value)
del Plain.__getattr__
for _ in range(3):
    try:
        print(read(o))
    except AttributeError as error:
        print(error)
Plain.__getattr__ = lambda self, name: "again " + name
print(read(o), read(o))


# Called at once.
class Strings:
    def __init__(self, text):
        self.text = text

    def __getattr__(self, name):
        return getattr(self.text, name)


print([call(Strings("a")) for _ in range(4)], [Strings("a,b").split(sep=",") for _ in range(3)], [Strings("x").join(*[["1", "2"]]) for _ in range(3)])


# What goes wrong in a hook.
class Failing:
    def __getattr__(self, name):
        if name == "x":
            raise AttributeError("no x")
        if name == "y":
            raise KeyError(name)
        return self.x

    @property
    def broken(self):
        raise AttributeError("broken")

    @property
    def deeper(self):
        return self.nothing


class Named:
    def __getattr__(self, name):
        raise AttributeError("named", name="mine", obj=None)


def tell(read):
    try:
        print(read())
    except Exception as error:
        print(type(error).__name__, error, getattr(error, "name", "-"))


for _ in range(4):
    o = Failing()
    tell(lambda: o.x)
    tell(lambda: o.y)
    tell(lambda: o.z)
    tell(lambda: o.x())
    tell(lambda: o.broken)
    tell(lambda: o.deeper)
    tell(lambda: Named().q)
    print(hasattr(o, "x"), getattr(o, "x", 3))


class Endless:
    def __getattr__(self, name):
        return self.other


for _ in range(2):
    try:
        Endless().x
    except RecursionError:
        print("too deep")


# Hooks with other parameters, generators, and what is no function.
class Defaults:
    def __getattr__(self, name, more=7):
        return name, more


class Gathered:
    def __getattr__(self, *names):
        return names


class Generating:
    def __getattr__(self, name):
        yield name


class Called:
    def __call__(self, name):
        return "called " + name


class OfObject:
    __getattr__ = Called()


class Static:
    @staticmethod
    def __getattr__(name):
        return "static " + name


class Closed:
    def make():
        kept = []

        def __getattr__(self, name):
            kept.append(name)
            return len(kept)

        return __getattr__

    __getattr__ = make()


for thing in (Defaults(), Gathered(), OfObject(), Static(), Closed()):
    print([read(thing) for _ in range(3)])
print([list(read(Generating())) for _ in range(3)])


# A hook that puts what it was asked for in its place, and one that changes its class meanwhile.
class Lazy:
    count = 0

    def __getattr__(self, name):
        Lazy.count += 1
        self.__dict__[name] = value = name * 2
        return value


o = Lazy()
print([o.part for _ in range(3)], Lazy.count, [Lazy().part for _ in range(3)], Lazy.count)


class Changing:
    def __getattr__(self, name):
        Changing.__getattr__ = lambda self, name: "changed " + name
        return "first"


o = Changing()
print([read(o) for _ in range(3)])

# Private names, special names, and the class.
o = Plain()
o = Proxy([1, 2])
print([o.__class__ is Proxy for _ in range(2)], [o._private_ if hasattr(o, "_private_") else "none" for _ in range(2)])
try:
    len(o)
except TypeError as error:
    print(error)
del o._target
try:
    o.x
except RecursionError:
    print("endless")


class Meta(type):
    def __getattr__(cls, name):
        return cls.__name__ + "." + name


class OfMeta(metaclass=Meta):
    pass


print([read(OfMeta) for _ in range(3)], [OfMeta.upper for _ in range(2)])
