# imports: math, random, collections, operator, datetime
# What loops and assignments enter by themselves: `__next__` of own iterators, setters of properties; and operators on large
# and complex numbers.
import collections
import datetime
import math
import operator
import random


def attempt(label, action):
    try:
        print(label, action())
    except Exception as error:
        print(label, type(error).__name__, error)


class Down:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


print([x for x in Down(4)], {x: y for x in Down(2) for y in Down(x + 2)}, list(Down(3)), sum(Down(5)))
for x in Down(2):
    print(x)
else:
    print("no more")


# Other ways to end.
class Enough(StopIteration):
    pass


class Ending(Down):
    def __next__(self):
        try:
            if self.n == 0:
                raise Enough("value")
            self.n -= 1
            return self.n
        finally:
            print("asked", self.n)


def first_even(source):
    for x in source:
        if x % 2 == 0:
            return x


print(first_even(Ending(4)), [x for x in Ending(2)])


def through_generator():
    for x in Down(2):
        yield x
    yield from Down(2)
    return "end"


print(list(through_generator()))


class Failing(Down):
    def __next__(self):
        raise KeyError(self.n)


attempt("failing", lambda: [x for x in Failing(1)])


def inner_stop():
    for x in Down(3):
        next(iter([]))


attempt("inner", inner_stop)


def generator_stop():
    for x in Down(3):
        yield x
        raise StopIteration


attempt("generator", lambda: list(generator_stop()))


# Odd signatures.
class Generator(Down):
    def __next__(self):
        yield self.n


class WithDefault(Down):
    def __next__(self, step=2):
        self.n -= step
        if self.n < 0:
            raise StopIteration(self.n)
        return self.n


class Starred(Down):
    def __next__(*args):
        args[0].n -= 1
        if args[0].n < 0:
            raise StopIteration
        return args[0].n


class TwoNeeded(Down):
    def __next__(self, other):
        return other


class Static(Down):
    @staticmethod
    def __next__():
        return "static"


class Borrowed(Down):
    __next__ = lambda self: next(self.source)


for x in Generator(1):
    print(type(x).__name__, next(x))
    break
print([x for x in WithDefault(7)], [x for x in Starred(2)])
attempt("two", lambda: [x for x in TwoNeeded(1)])
for x in Static(1):
    print(x)
    break
borrowed = Borrowed(1)
borrowed.source = iter("ab")
print([x for x in borrowed])


# Changes in the middle of a loop.
class Changing(Down):
    def __next__(self):
        Changing.__next__ = Down.__next__
        return "changed"


print([x for x in Changing(2)])


class Removing(Down):
    def __next__(self):
        if self.n == 1:
            del Removing.__next__
            return "last of its own"
        return super().__next__()


print([x for x in Removing(3)])


class Rebinding:
    def __iter__(self):
        return self

    def __next__(self):
        global loop, count
        loop = None
        count += 1
        if count > 3:
            raise StopIteration
        return count


loop, count = Rebinding(), 0
for value in loop:
    print(value, loop)


class Nested(Down):
    def __next__(self):
        total = 0
        for x in Down(super().__next__()):
            for y in Down(x):
                total += y
        return total


print([x for x in Nested(5)])


class Deep:
    def __iter__(self):
        return self

    def __next__(self):
        for x in Deep():
            return x


def deepest():
    for x in Deep():
        return x


try:
    deepest()
except RecursionError as error:
    print(type(error).__name__)


# Properties that are set.
class Celsius:
    def __init__(self, degrees=0):
        self.degrees = degrees

    @property
    def degrees(self):
        return self._degrees

    @degrees.setter
    def degrees(self, value):
        if not isinstance(value, (int, float)):
            raise TypeError(f"a number, not {value!r}")
        if value < -273:
            raise ValueError(f"too cold: {value}")
        self._degrees = value

    @property
    def kelvin(self):
        return self.degrees + 273


t = Celsius()
for step in [5, 2.5, -300, "x", None, print]:
    try:
        t.degrees = step
        t.degrees += 1
    except (TypeError, ValueError) as error:
        print(type(error).__name__, "too cold" in str(error))
    print(t.degrees, t.kelvin)
for _ in range(2):
    try:
        t.kelvin = 3
    except AttributeError as error:
        print("no setter" in str(error) or "can't set" in str(error))


class Kept(Celsius):
    @Celsius.degrees.setter
    def degrees(self, value):
        Celsius.degrees.fset(self, value * 2)
        return "nobody gets this"


k = Kept(4)
for value in range(3):
    k.degrees = value
    print(k.degrees)


class Callback:
    @property
    def action(self):
        return self._action

    @action.setter
    def action(self, action):
        self._action = action


holder = Callback()
for action in [len, str.upper, lambda text: text * 2, Celsius, math.sqrt]:
    holder.action = action
    print(holder.action is action)


class Forgetting:
    @property
    def x(self):
        return 1

    @x.setter
    def x(self, value):
        if value == 2:
            Forgetting.x = "plain now"


f = Forgetting()
for value in range(5):
    f.x = value
print(f.x, Forgetting.x)


# Large ints, complex numbers, and what they meet.
values = [0, 1, -1, True, 7, 2**31, -(2**31), 2**62, 2**63, -(2**63), 2**64, 3**50, -(7**40), 10**60, 1.5, -0.0, float("inf"), 1j, 2 - 3j]
operators = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}


def changed(sign, a, b):
    if sign == "+":
        a += b
    elif sign == "-":
        a -= b
    elif sign == "*":
        a *= b
    elif sign == "/":
        a /= b
    elif sign == "//":
        a //= b
    elif sign == "%":
        a %= b
    elif sign == "&":
        a &= b
    elif sign == "|":
        a |= b
    else:
        a ^= b
    return a


def outcome(action):
    try:
        result = action()
        return type(result).__name__, repr(result)
    except Exception as error:
        return type(error).__name__, str(error)


different = 0
for sign, action in operators.items():
    seen = collections.Counter()
    for a in values:
        for b in values:
            plain, in_place = outcome(lambda: action(a, b)), outcome(lambda: changed(sign, a, b))
            different += plain != in_place and "unsupported" not in plain[1]
            seen[plain[0]] += 1
            if a == 3**50 or b == 2**63:
                print(a, sign, b, plain)
    print(sign, sorted(seen.items()))
print(different)
x = 3**50
print(x << 3, x >> 70, x**3, x**-1, x**0.5, 2**x.bit_length(), -x // 10**9, divmod(x, 97), pow(x, 3, 1000), abs(-x), ~x, -x)
attempt("shift", lambda: x << -1)
attempt("power", lambda: 0 ** -x)
z = 0j
for _ in range(20):
    z = z * z + (0.25 - 0.3j)
print(abs(z) < 2, z.real == z.real)
state = 12345678901234567890
for _ in range(5):
    state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
    state ^= state >> 33
    print(state)

# Functions that count, texts that are formatted with what is in a list, methods of library classes.
print([math.factorial(n) for n in (0, 5, 25, 500, 501)][:3], math.comb(50, 25), math.perm(10, 3), math.isqrt(10**6), math.comb(5, 9))
for action in (lambda: math.factorial(-1), lambda: math.comb(-1, 2), lambda: math.isqrt(-4), lambda: math.comb(3), lambda: math.factorial(True)):
    attempt("math", action)
pair = ("a", 3)
print("{} {}".format(*pair), "{1}{0}{1}".format(*pair), "{x}-{}".format(*[1], **{"x": 2}), "{:>{}}|".format(*pair[::-1][:1], 5))
attempt("format", lambda: "{} {} {}".format(*pair))
attempt("format", lambda: "{0.real} {}".format(*pair))
numbers = random.Random(3)
print([numbers.randint(1, 6) for _ in range(5)], [numbers.choice("abc") for _ in range(3)], numbers.uniform(a=1, b=2) < 2)
for bad in range(3):
    attempt("randint", lambda: numbers.randint(5, bad))
    attempt("randint", lambda: numbers.randint(b=bad, a=7))


class Loaded(random.Random):
    def choice(self, items):
        return "mine"


loaded = Loaded(1)
for step in range(4):
    print(loaded.choice("abc"), loaded.randint(1, 1))
    if step == 1:
        loaded.randint = lambda a, b: "shadowed"
    if step == 2:
        del loaded.randint
        Loaded.choice = random.Random.choice
        loaded.choice = lambda items: "own"


# What operators say of functions and generators, and methods of wrong arguments.
def plain():
    return 1


def delete_first(x):
    del x[0]


for thing in (plain, (n for n in [1]), print):
    attempt("del", lambda: delete_first(thing))
    attempt("*=", lambda: changed("*", thing, "a"))
    attempt("*", lambda: "a" * thing)
    attempt("+=", lambda: changed("+", thing, []))
for _ in range(2):
    attempt("keys", lambda: collections.Counter().keys(1))
    attempt("note", lambda: ValueError().add_note())
print(operator.attrgetter("a.b", "c"), operator.methodcaller("m", 1, k="v"))
attempt("throw", lambda: (n for n in [1]).throw(datetime.timedelta(2)))


# Texts of own classes, which format in a way of their own.
class Template(str):
    def format(self, *args):
        return "own " + super().format(*args)

    def format_map(self, mapping):
        return "mapped"


class Plain(str):
    pass


for _ in range(3):
    print(Template("{}").format(1), Template("{}").format(*[2]), Template("{a}").format_map({}), Plain("{}").format(*[3]), Plain("{a}").format_map({"a": 4}))
del Template.format
print(Template("{}").format(1), Template("{}").format(*[2]))
