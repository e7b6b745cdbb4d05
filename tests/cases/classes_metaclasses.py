class Meta(type):
    def __new__(mcs, name, bases, ns, **kw):
        ns["added"] = sorted(k for k in ns if not k.startswith("_"))
        cls = super().__new__(mcs, name, bases, ns)
        cls.options = kw
        return cls

    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
        cls.inited = True

    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        print("prepare", name, kw)
        return {"prepared": 1}

    def __call__(cls, *args):
        print("calling", cls.__name__)
        return super().__call__(*args)

    def __len__(cls):
        return 7

    def shout(cls):
        return cls.__name__.upper()

    def __contains__(cls, x):
        return x == "in"


class A(metaclass=Meta, flag=True):
    x = 1

    def f(self):
        return 2


class B(A, level=3):
    y = 2


print(A.added, A.options, A.inited, B.options, B.added, len(A), A.shout(), "in" in B, isinstance(A, Meta), type(A) is Meta, A.prepared)
print(A().f(), B().x)


class Base:
    subclasses = []

    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
        Base.subclasses.append(cls.__name__)

    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item}]"


class One(Base, tag="one"):
    pass


class Two(Base):
    pass


print(Base.subclasses, One.tag, Two.tag, Base[int], One["x", 2] if True else None)
try:

    class Bad(int, str):
        pass

except TypeError as e:
    print(e)
try:

    class Worse(5):
        pass

except TypeError as e:
    print("TypeError")
try:

    class Unknown(Base, nope=1):
        pass

except TypeError as e:
    print("TypeError", "keyword" in str(e))


class Singleton(type):
    instances = {}

    def __call__(cls, *args, **kw):
        if cls not in cls.instances:
            cls.instances[cls] = super().__call__(*args, **kw)
        return cls.instances[cls]


class S(metaclass=Singleton):
    def __init__(self, v):
        self.v = v


print(S(1) is S(2), S(3).v)
D = type("D", (Base,), {"z": 5, "m": lambda self: self.z + 1}, tag="dyn")
print(D().m(), D.tag, D.__name__)


class Entries:
    def __mro_entries__(self, bases):
        return (dict,)


class FromEntries(Entries()):
    pass


print(FromEntries(a=1))
# --- step: the call of type itself
class Once(type):
    made = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls.made:
            cls.made[cls] = type.__call__(cls, *args, **kwargs)
        return cls.made[cls]

    def __repr__(cls):
        return type.__repr__(cls).upper()

    def __eq__(cls, other):
        return type.__eq__(cls, other)

    def __hash__(cls):
        return type.__hash__(cls)

    def __instancecheck__(cls, value):
        print("asked")
        return type.__instancecheck__(cls, value)


class Settings(metaclass=Once):
    def __init__(self, size=1):
        print("made", size)
        self.size = size


print(Settings(3) is Settings(4), Settings().size, Settings, Settings == Settings, isinstance(3, Settings))
print(type.__call__(list, "ab"), type.__call__(dict, a=1), list(map(type.__call__, [str, int], [5, "6"])))
print(getattr(type, "nothing", "none"), hasattr(type, "nothing"))


# A metaclass that has methods from a class beside `type`.
class Greets:
    def hello(cls):
        return "hello " + cls.__name__


class Beside(Greets, type):
    pass


class Behind(type, Greets):
    pass


class Made(metaclass=Beside):
    x = 1


class Below(Made, metaclass=Beside):
    def __init__(self):
        self.y = 2


print(Made.hello(), Below.hello(), Below().x, Below().y, Behind("Called", (), {"z": 3}).z)
Made.x = 5
print(Below.x, isinstance(Below, Greets), hasattr(Below(), "__array_interface__"), hasattr(Below, "__array_interface__"))
# --- step
def made_by(name, bases, namespace, **keywords):
    print("made", name, [key for key in namespace if not key.startswith("__")], keywords)
    return type(name, bases, dict(namespace))


class Noted(dict):
    def __setitem__(self, name, value):
        if not name.startswith("__"):
            print("set", name, value)
        super().__setitem__(name, value)


made_by.__prepare__ = lambda name, bases, **keywords: Noted()


class Prepared(metaclass=made_by, other=1):
    a = 1
    a = 2


print(Prepared.a, made_by.__prepare__ is not None)
