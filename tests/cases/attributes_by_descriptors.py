# Descriptors of the code, `__getattr__` behind them, `object.__setattr__`, and objects whose dict was asked for, over and over at one place.
class Checked:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return getattr(instance, self.name, None)

    def __set__(self, instance, value):
        if value < 0:
            raise ValueError(f"{self.name} must not be below 0: {value}")
        setattr(instance, self.name, value)

    def __delete__(self, instance):
        delattr(instance, self.name)


class Item:
    price = Checked()
    count = Checked()

    def __init__(self, price, count):
        self.price = price
        self.count = count

    @property
    def total(self):
        return self.price * self.count


items = [Item(n, n + 1) for n in range(20)]
print(sum(item.total for item in items), [item.price for item in items][:5], Item.price.name)
for item in items[:3]:
    item.price += 1
    del item.count
    print(item.price, item.count, vars(item))
for value in (1, 2, -3):
    try:
        items[0].price = value
    except ValueError as error:
        print("refused", error)
print(items[0].price)

# --- step
# What comes after an AttributeError of a property, a descriptor, a `__getattribute__`.
class Asked:
    def __getattr__(self, name):
        return name + "!"

    @property
    def field(self):
        raise AttributeError("not yet")

    checked = Checked()


class Raises:
    def __get__(self, instance, owner):
        raise AttributeError("none")

    def __set__(self, instance, value):
        raise AttributeError("read only")


class AskedToo(Asked):
    raises = Raises()


asked = AskedToo()
for turn in range(12):
    asked.checked = turn
    print(asked.field, asked.raises, asked.checked, asked.other, getattr(asked, "field"), hasattr(asked, "raises"))
    try:
        asked.raises = 1
    except AttributeError as error:
        print(error)

# --- step
# A descriptor whose class changes under way: it stops to set, begins to, and gets another `__get__`.
class Data:
    def __get__(self, instance, owner):
        return "from the descriptor"

    def __set__(self, instance, value):
        instance.__dict__["field"] = value


class Holder:
    field = Data()


def read(holder):
    return holder.field


def write(holder, value):
    holder.field = value


holder = Holder()
for turn in range(10):
    write(holder, turn)
print(read(holder), vars(holder))
setter = Data.__set__
del Data.__set__
for turn in range(3):
    print(read(holder))
    write(holder, turn + 100)
    print(vars(holder))
Data.__set__ = setter
print(read(holder))
Data.__get__ = lambda self, instance, owner: f"anew for {owner.__name__}"
print(read(holder))
Holder.field = 5
print(read(holder), vars(holder))
write(holder, 6)
print(read(holder), vars(holder))

# --- step
# Descriptors with other parameters, with a generator, with a callable, in classes below.
class Wide:
    def __get__(self, instance, owner, more=3):
        return more

    def __set__(self, *given):
        print("set", len(given), given[2])


class Lazy:
    def __get__(self, instance, owner):
        yield 1
        yield 2

    def __set__(self, instance, value):
        yield value


class Callable:
    class Getter:
        def __call__(self, instance, owner):
            return ("called", instance is None, owner.__name__)

    __get__ = Getter()

    def __set__(self, instance, value):
        print("callable", value)


class Many:
    wide = Wide()
    lazy = Lazy()
    called = Callable()


class Below(Many):
    wide = Wide()


many = [Many(), Below(), Many(), Below()]
for turn in range(3):
    for each in many:
        print(each.wide, list(each.lazy), each.called)
        each.wide = print
        each.wide = len
        each.lazy = 3
        each.called = turn

# --- step
# `object.__setattr__`, by its name and by `super()`.
class Frozen:
    __slots__ = ("left", "right")

    def __init__(self, left, right):
        object.__setattr__(self, "left", left)
        object.__setattr__(self, "right", right)

    def __setattr__(self, name, value):
        raise AttributeError(f"cannot set {name!r}")


class Noted:
    def __init__(self, **given):
        super().__setattr__("changes", [])
        for name, value in given.items():
            setattr(self, name, value)

    def __setattr__(self, name, value):
        self.changes.append(name)
        super().__setattr__(name, value)


class Viewed(Noted):
    @property
    def twice(self):
        return self.x * 2

    @twice.setter
    def twice(self, value):
        super().__setattr__("x", value // 2)


pairs = [Frozen(n, str(n)) for n in range(10)]
print([(pair.left, pair.right) for pair in pairs][:3])
for name in ("left", "third"):
    try:
        pairs[0].left = 1
    except AttributeError as error:
        print(error)
    try:
        object.__setattr__(pairs[0], name, [1, 2.5, len])
        print(pairs[0].left)
    except AttributeError as error:
        print(error)
noted = [Viewed(x=n, y=float(n), z=None, f=len, g={"a": n}) for n in range(5)]
for each in noted:
    object.__setattr__(each, "twice", 40)
    each.twice = 50
    print(each.x, each.y, each.f("abc"), each.g, each.changes)
for arguments in [(), (noted[0],), (noted[0], "x"), (noted[0], 1, 2), (noted[0], "x", 1, 2), ("text", "x", 1), (5, "real", 1)]:
    try:
        print(object.__setattr__(*arguments))
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)
for turn in range(3):
    try:
        object.__setattr__(5, "real", 1)
    except AttributeError as error:
        print(error)


class Mapped(dict):
    def __setattr__(self, name, value):
        if name.startswith("own"):
            object.__setattr__(self, name, value)
        else:
            self[name] = value


class Failed(Exception):
    def __init__(self, code):
        super().__init__(code)
        object.__setattr__(self, "code", code)


mapped = Mapped()
for turn in range(5):
    mapped.first = turn
    mapped.own = turn + 1
    print(mapped, mapped.own, vars(mapped), Failed(turn).code, vars(Failed(turn)))

# --- step
# Objects whose dict was asked for, beside others of their class.
class Point:
    kind = "point"
    z = 0

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def norm(self):
        return self.x * self.x + self.y * self.y + self.z

    @classmethod
    def zero(cls):
        return cls(0, 0)

    @staticmethod
    def name():
        return "p"


def use(point, turn):
    point.x = turn
    point.y += 1
    return point.x, point.y, point.z, point.kind, point.norm(), point.zero().x, point.name()


plain, asked, filled, own, emptied = (Point(1, 2) for _ in range(5))
print(vars(asked))
filled.__dict__["other"] = 7
own.__dict__.update({"kind": "own", "norm": lambda: "mine", "name": lambda: "mine, too"})
print(emptied.__dict__)
for turn in range(12):
    print([use(point, turn) for point in (plain, asked, filled, own)])
    emptied.x = turn
    del emptied.x
    try:
        print(emptied.x)
    except AttributeError as error:
        print(error)
asked.z = 5
asked.norm = lambda: "shadowed"
vars(asked)["kind"] = "changed"
filled.z = 6
del own.kind
print([use(point, 100) for point in (plain, asked, filled, own)])
Point.z = 50
print([use(point, 101) for point in (plain, asked, filled, own)])
asked.__dict__ = {"x": 1, "y": 2, "extra": 3}
print([use(point, 102) for point in (plain, asked, filled, own)], vars(asked))
asked.__dict__.clear()
asked.y = 1
print(use(asked, 103), vars(asked))
for point in (plain, asked, filled):
    for number in range(40):
        setattr(point, f"more{number}", number)
    print(use(point, 104), len(vars(point)), point.more39)

# --- step
# Attributes that some have and others do not.
class Sparse:
    left = None

    def __init__(self, number):
        if number % 2:
            self.left = number
        if number % 3 == 0:
            self.right = number
        if number % 5 == 0:
            vars(self)


def both(sparse):
    try:
        right = sparse.right
    except AttributeError as error:
        right = str(error)
    return sparse.left, right


print([both(Sparse(number)) for number in range(31)])
