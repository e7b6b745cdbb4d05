# Counters, flags and settings that classes hold, changed while others look at them.


class Counter:
    n = 0
    rate = 1.5
    on = False
    label = None

    def __init__(self):
        Counter.n += 1
        self.mine = Counter.n

    @classmethod
    def up(cls):
        cls.n += 1
        return cls.n


class Below(Counter):
    pass


for _ in range(100):
    Counter()
print(Counter.n, Below.n, Counter().mine, Counter().n)
for _ in range(100):
    Below.up()
print(Counter.n, Below.n, vars(Below).get("n"), "n" in vars(Counter))
for i in range(100):
    Counter.rate *= 1.01
    Counter.on = not Counter.on
    Counter.label = i if i % 2 else None
print(round(Counter.rate, 6), Counter.on, Counter.label, Below.on)

# What was a number becomes something else, and back.
for value in (3, "three", [3], lambda self: self.mine, property(lambda self: "of a property"), 4.5, None, True, 2**70):
    for _ in range(12):
        Counter.kind = value
        found = Counter.kind
    print(type(found).__name__, type(Counter().kind).__name__)
Counter.kind = classmethod(lambda cls: cls.__name__)
print(Counter.kind(), Below.kind(), Below().kind())
Counter.kind = 5
print(Counter.kind, Below.kind, Below().kind)
del Counter.kind
try:
    print(Counter.kind)
except AttributeError as error:
    print(error)


# Who has a say in what classes hold.
class Meta(type):
    seen = []

    def __setattr__(cls, name, value):
        Meta.seen.append((name, value))
        super().__setattr__(name, value)

    @property
    def total(cls):
        return "of the metaclass"


class Watched(metaclass=Meta):
    n = 0
    total = 1


for _ in range(20):
    Watched.n += 1
print(Watched.n, Meta.seen[:2], len(Meta.seen), Watched.total, Watched().total)


class Slots:
    __slots__ = ("a",)
    b = 1


for i in range(20):
    Slots.b += i
try:
    Slots().b = 2
except AttributeError as error:
    print(error)
print(Slots.b, type(Slots.a).__name__)


class Number(int):
    n = 1


for _ in range(20):
    Number.n += 1
print(Number.n, Number(5).n)


class Numbered(Counter, Slots):
    pass


for _ in range(20):
    Counter.n -= 1
    Slots.b -= 1
print(Numbered.n == Counter.n, Numbered.b == Slots.b, Numbered().b)


class Later:
    @property
    def step(self):
        return Later.size * 2

    size = 1


sizes = []
for i in range(70):
    Later.size = i
    sizes.append((Later.size, Later().step, Later().size))
print(sizes[:3], sizes[-1])

# Names of classes.
for kind in (int, Counter, Watched, type, ValueError, type(None), type(print), type("Made", (), {})):
    print(kind.__name__, kind.__qualname__, type(kind).__name__)
Counter.__name__ = "Renamed"
print(Counter.__name__, Counter.__qualname__, type(Counter()).__name__, Counter().__class__.__name__)
try:
    Counter.__name__ = 5
except TypeError as error:
    print(error)


class Outer:
    class Inner:
        __qualname__ = "elsewhere"

    __name__ = "of the body"


print(Outer.__name__, Outer.Inner.__qualname__, Outer().__name__)


# Exceptions whose own `__init__` calls that of Python's.
class Coded(ValueError):
    def __init__(self, text, code, **more):
        super().__init__(text, code)
        self.code = code
        self.more = more


class Mixed(Coded, KeyError):
    def __init__(self, *args):
        super().__init__(*args, extra=True)


class File(OSError):
    def __init__(self, number, text):
        super().__init__(number, text, "name.txt")


class Stop(StopIteration):
    def __init__(self, value):
        super().__init__(value)


class Odd(Exception):
    def __init__(self, **named):
        super().__init__(**named)


class Noted:
    def __init__(self, *args, **named):
        print("noted", args, named)
        super().__init__(*args)


class Between(Noted, RuntimeError):
    def __init__(self, text):
        super().__init__(text, 1, by="name")


for _ in range(3):
    for make in (
        lambda: Coded("a", 1, x=2),
        lambda: Mixed("b", 2),
        lambda: File(2, "missing"),
        lambda: Stop([3]),
        lambda: Odd(a=1),
        lambda: Odd(),
        lambda: Between("c"),
    ):
        try:
            raise make()
        except Exception as error:
            print(type(error).__name__, error.args, error, getattr(error, "code", None), getattr(error, "filename", None), getattr(error, "value", None))
ValueError_init = Coded.__init__
Coded.__init__ = lambda self, *args, **named: super(Coded, self).__init__("changed", *args)
print(repr(Coded(1)), repr(Mixed(2)))
Coded.__init__ = ValueError_init
print(repr(Coded("t", 1)))


# Classes that say how their attributes are set.
class Positive:
    log = []

    def __setattr__(self, name, value):
        Positive.log.append((name, value))
        if isinstance(value, int) and value < 0:
            raise ValueError(f"{name} must not be negative: {value}")
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        Positive.log.append((name, "deleted"))
        object.__delattr__(self, name)


class Upper(Positive):
    def __setattr__(self, name, value):
        super().__setattr__(name.upper(), value)

    def __delattr__(self, name):
        super().__delattr__(name.upper())

    def __getattribute__(self, name):
        return super().__getattribute__(name if name.startswith("__") else name.upper())


class Odd(Positive):
    def __setattr__(self, name, value, extra=3):
        super().__setattr__(name, value)
        return "nobody sees it"


class Frozen:
    __slots__ = ("x", "_y")

    def __init__(self, x):
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "_y", [x])

    def __setattr__(self, name, value):
        raise AttributeError(f"cannot assign to {name!r}")


class Attributes(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


class ByDict:
    def __setattr__(self, name, value):
        self.__dict__[name] = value * 2


class Deep:
    def __setattr__(self, name, value):
        if value:
            self.next = value - 1
        super().__setattr__(name, value)


class Bound:
    def __setattr__(self, name, value):
        set_it = super().__setattr__
        set_it(name, value)
        (lambda: object.__setattr__(self, "again", value))()


for _ in range(70):
    p, u, o, b, d, a = Positive(), Upper(), Odd(), Bound(), ByDict(), Attributes()
    p.x = u.x = o.x = b.x = d.x = a.x = 5
    p._hidden = u._hidden = 6
    p.x += 1
    u.x += 1
    p.call = len
    del p.call, u._hidden
    try:
        p.x = -1
    except ValueError as error:
        message = str(error)
print(vars(p), u.x, o.x, vars(b), d.x, a, a.x, message, len(Positive.log), Positive.log[:4])
frozen = Frozen(3)
for change in (lambda: setattr(frozen, "x", 4), lambda: frozen.__setattr__("x", 4), lambda: object.__setattr__(frozen, "z", 4)):
    try:
        change()
    except AttributeError as error:
        print(error)
object.__setattr__(frozen, "x", 4)
print(frozen.x, frozen._y, object.__setattr__ is object.__setattr__)
deep = Deep()
deep.first = 5
print(vars(deep))
for wrong in (
    lambda: object.__setattr__(frozen, "x"),
    lambda: object.__setattr__(frozen, 5, 1),
    lambda: object.__setattr__(),
    lambda: object.__setattr__(frozen, "x", 1, 2),
    lambda: object.__setattr__(3, "x", 1),
    lambda: object.__delattr__(frozen, "nothing"),
    lambda: object.__getattribute__(frozen, "nothing"),
    lambda: setattr(u, "y", -3),
):
    try:
        print(wrong())
    except (TypeError, AttributeError, ValueError) as error:
        print(type(error).__name__, error)


class Watcher(type):
    def __setattr__(cls, name, value):
        super().__setattr__(name, [value])


class Seen(metaclass=Watcher):
    pass


for i in range(20):
    Seen.n = i
print(Seen.n)
Positive.__setattr__ = lambda self, name, value: object.__setattr__(self, name, "changed")
p.x = 1
u.x = 2
print(p.x, u.x)
del Positive.__setattr__
p.x = 1
u.x = 2
print(p.x, u.x)
