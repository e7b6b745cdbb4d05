# imports: collections
import collections


class Table(dict):
    log = []

    def __setitem__(self, key, value):
        self.log.append(("set", key))
        super().__setitem__(key, value)

    def __getitem__(self, key):
        return super().__getitem__(key.lower() if isinstance(key, str) else key)

    def __delitem__(self, key):
        super().__delitem__(key)
        self.log.append(("del", key))

    def __contains__(self, key):
        return super().__contains__(str(key).lower())

    def get(self, key, default="none"):
        return super().get(key, default)

    def update(self, *given, **named):
        for key, value in dict(*given, **named).items():
            self[key] = value

    def pop(self, *given):
        return super().pop(*given)

    def copy(self):
        return type(self)(super().copy())


table = Table(a=1)
for turn in range(3):
    table["b"] = turn
    table.update(c=turn, d=turn)
    print(table["A"], "B" in table, table.get("x"), table.get("b", 5), table.pop("c"), table.pop("c", "gone"), table.copy())
    del table["d"]
    for wrong in (lambda: table.pop("zz"), lambda: table["zz"], lambda: table.pop(), lambda: table.pop(1, 2, 3)):
        try:
            wrong()
        except (KeyError, TypeError) as error:
            print(type(error).__name__, error)
print(len(Table.log), Table.log[:3])


# --- step
class Rows(list):
    def __init__(self, *rows):
        super().__init__(rows)

    def append(self, row):
        super().append(row * 2)
        return self

    def __getitem__(self, place):
        found = super().__getitem__(place)
        return Rows(*found) if isinstance(place, slice) else found

    def __add__(self, other):
        return Rows(*super().__add__(list(other)))

    def __iter__(self):
        return reversed(list(super().__iter__()))

    def __len__(self):
        return super().__len__() + 100

    def __eq__(self, other):
        return super().__eq__(other)

    def __repr__(self):
        return "Rows" + super().__repr__()

    def sort(self, **named):
        super().sort(**named)
        return self


rows = Rows(3, 1, 2)
for turn in range(3):
    print(rows.append(turn), rows[0], rows[1:3], rows + [7], list(rows), len(rows), rows == [3], rows.sort(reverse=True), rows.sort(key=lambda n: -n))
for wrong in (lambda: list.append(rows), lambda: super(Rows, rows).append(), lambda: super(Rows, rows).append(1, 2), lambda: super(Rows, rows).sort(1)):
    try:
        wrong()
    except TypeError as error:
        print(error)


class Title(str):
    def upper(self):
        return Title(super().upper() + "!")

    def split(self, *given):
        return [Title(part) for part in super().split(*given)]

    def __add__(self, other):
        return Title(super().__add__(other))

    def __mul__(self, times):
        return Title(super().__mul__(times))

    def __hash__(self):
        return super().__hash__()

    def __eq__(self, other):
        return super().__eq__(other)

    def format(self, *given, **named):
        return Title(super().format(*given, **named))


title = Title("a {} b")
print([title.upper() for _ in range(2)], title.split(), title + "c", title * 2, {title: 1}["a {} b"], [title.format(n) for n in range(3)], type(title.format(1)).__name__)


class Money(float):
    def __add__(self, other):
        return Money(super().__add__(other))

    def __round__(self, digits=None):
        return Money(super().__round__(digits or 0))

    def __lt__(self, other):
        return super().__lt__(other)


class Score(int):
    def __add__(self, other):
        found = super().__add__(other)
        return NotImplemented if found is NotImplemented else Score(found)

    def bit_length(self):
        return super().bit_length() + 1


print([Money(1.5) + 1 for _ in range(2)], round(Money(1.25), 1), Money(1) < 2, [Score(2) + n for n in (1, 2)], Score(5).bit_length(), type(Score(1) + 1).__name__)
try:
    Score(1) + "a"
except TypeError as error:
    print(error)


class Bag(set):
    def add(self, item):
        super().add(item)
        return self

    def __or__(self, other):
        return Bag(super().__or__(other))

    def __contains__(self, item):
        return super().__contains__(item)


class Ordered(collections.OrderedDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.move_to_end(key, last=False)


class Tally(collections.Counter):
    def update(self, *given):
        super().update(*given)
        return self


bag, ordered = Bag(), Ordered()
for turn in range(3):
    ordered[turn] = turn
    print(sorted(bag.add(turn)), 1 in bag, sorted(bag | {9}), list(ordered), Tally().update("aab"))


class Base:
    def __init__(self, x):
        self.x = x


class Kid(Base):
    def __init__(self, x, y):
        Base.__init__(self, x)
        self.y = y


print([(Kid(n, n).x, dict.get({n: 1}, n), tuple.__new__(tuple, [n]), str.upper("a"), dict.__getitem__({n: 2}, n)) for n in range(3)])
Base.__init__ = lambda self, x: setattr(self, "x", -x)
print([Kid(n, n).x for n in range(3)])


# --- step
# A class is asked before its metaclass, unless what that has also sets.
class Tells:
    def __get__(self, object, kind=None):
        return "told"


class Meta(type):
    name = Tells()
    other = 5

    def make(cls):
        return "by the metaclass"


class Has(metaclass=Meta):
    name = "own"
    other = 6

    @classmethod
    def make(cls):
        return "own"


class HasNot(metaclass=Meta):
    pass


seen = []
for turn in range(6):
    if turn == 3:
        Tells.__set__ = lambda self, object, value: None
    seen.append([(kind.name, kind.other, kind.make()) for kind in (Has, HasNot)])
print(seen)

# --- step
# Slices go to an own `__setitem__` as they are given.
class Watched(list):
    def __setitem__(self, index, value):
        print(index, type(value).__name__)
        if isinstance(index, slice) and not isinstance(value, int):
            super().__setitem__(index, value)


class Below(list):
    pass


for kind in (Watched, Below):
    watched = kind(range(6))
    for value in (7, [8, 9], (n for n in range(2)), {"a": 1}.values(), "xyz", range(2)):
        try:
            watched[1:3] = value
        except TypeError as error:
            print(error)
        print(watched)
