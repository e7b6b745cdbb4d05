"""Special methods, properties and wrapped functions of own classes, each at one place in a loop: what the engine learns of the place
must hold for whatever comes there next."""


def shown(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


class Number:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        if not isinstance(other, Number):
            return NotImplemented
        return self.value < other.value

    def __eq__(self, other):
        if not isinstance(other, Number):
            return NotImplemented
        return self.value == other.value

    def __contains__(self, item):
        return item < self.value

    def __bool__(self):
        return self.value != 0

    def __call__(self, first, second=2, *rest, key=None):
        return first, second, rest, key

    @property
    def double(self):
        return self.value * 2

    @property
    def broken(self):
        raise AttributeError("inner")

    @staticmethod
    def plus(left, right=1):
        return left + right

    @classmethod
    def named(cls, number=1):
        return cls.__name__ + str(number)


class Reflected(Number):
    def __gt__(self, other):
        return "reflected"

    def __lt__(self, other):
        return NotImplemented


class Odd(Number):
    def __lt__(self, other):
        return []

    def __gt__(self, other):
        return 5

    def __bool__(self):
        return 1

    def __contains__(self, item):
        return "yes"


class Silent:
    def __eq__(self, other):
        return NotImplemented

    def __ne__(self, other):
        return NotImplemented

    def __lt__(self, other):
        return NotImplemented


class Failing:
    def __eq__(self, other):
        raise KeyError("eq")

    def __bool__(self):
        raise KeyError("bool")

    def __contains__(self, item):
        raise KeyError("contains")

    def __call__(self):
        raise KeyError("call")


class Yielding:
    def __eq__(self, other):
        yield 1

    def __call__(self):
        yield 2

    @property
    def double(self):
        yield 3

    @staticmethod
    def plus(left, right=1):
        yield 4


class Length:
    def __init__(self, length):
        self.length = length

    def __len__(self):
        return self.length


class Nothing:
    __contains__ = None
    __call__ = None


one, two, three = Number(1), Number(2), Number(3)
subjects = [one, two, Number(0), Reflected(1), Odd(1), Silent(), Failing(), Length(0), Length(2), Nothing(), 5, 2.5, "text", None, [1], {1: 2}]
others = [one, Reflected(2), Odd(3), Silent(), 1, None]
for left in subjects:
    print(type(left).__name__, shown(lambda: "true" if left else "false"), shown(lambda: not left))
    print(shown(lambda: 1 in left), shown(lambda: 1 not in left), shown(lambda: "in" if 1 in left else "out"))
    print(shown(lambda: "out" if 1 not in left else "in"), shown(lambda: left(1)), shown(lambda: left(1, 3, 4, key=5)), shown(lambda: left()))
    print(shown(lambda: left(second=1, first=0)), shown(lambda: left(other=1)))
    for right in others:
        print(shown(lambda: left < right), shown(lambda: left == right), shown(lambda: left != right), shown(lambda: left > right))
        print(shown(lambda: "less" if left < right else "more"), shown(lambda: "same" if left == right else "other"))
        print(shown(lambda: "other" if left != right else "same"), shown(lambda: "more" if not left > right else "less"))
        print(shown(lambda: left < right < three), shown(lambda: left <= right))

for turn in range(5):
    for subject in (one, two, Reflected(4)):
        print(shown(lambda: subject.double), shown(lambda: subject.broken), shown(lambda: subject.named()), shown(lambda: subject.named(3)))
        print(shown(lambda: subject.plus(1)), shown(lambda: subject.plus(1, 2)), shown(lambda: subject.plus()), shown(lambda: subject.plus(1, right=5)))
        print(shown(lambda: subject.plus(len("abc"), subject.value)), shown(lambda: subject.named(len("abcd"))))
    if turn == 1:
        one.plus = lambda *given: ("own", given)
    if turn == 2:
        Number.plus = lambda self, *given: ("method", given)
        Number.double = 7
    if turn == 3:
        Number.double = property(lambda self: "new")
        two.named = print

for turn in range(3):
    subject = Yielding()
    print(list(subject == 1), list(subject()), list(subject.double), list(subject.plus(1)), "true" if subject == 1 else "false")
