# imports: abc
# Builtins of plain values: the same results, kinds, identities and errors whatever they are called with.
import collections
from abc import ABC


class Whole(int):
    def __abs__(self):
        return "own abs"

    def __lt__(self, other):
        return "own" and True

    __gt__ = __lt__

    def __str__(self):
        return "own str"


class Word(str):
    def __str__(self):
        return "own word"


class Meta(type):
    def __instancecheck__(cls, instance):
        return instance == 5


class Checked(metaclass=Meta):
    pass


class Abstract(ABC):
    pass


Abstract.register(int)


class Node:
    def __bool__(self):
        print("asked")
        return False

    def __len__(self):
        return 3


def attempt(function, *arguments):
    try:
        result = function(*arguments)
    except Exception as error:
        return type(error).__name__[:5]
    return type(result).__name__[0] + str(result)


node = Node()
nan, values = float("nan"), [0, -7, 2**62, -(2**63), 2**63, 10**20, True, None, 0.0, -0.0, -2.5, 1e300, 2.0**53, 2.0**60, float("inf"), float("nan"), "7", " 12 ", "2.5", "x", "", "é", "ab", Whole(-3), Word("5"), [1], ()]
for value in values:
    print(attempt(lambda: abs(value)), attempt(lambda: int(value)), attempt(lambda: float(value)), attempt(lambda: str(value)), attempt(lambda: bool(value)), attempt(lambda: ord(value)))
    print([attempt(lambda: isinstance(value, kind)) for kind in (int, float, str, bool, type(None), object, (int, str), (list, (float, tuple)), (), Whole, Checked, Abstract, 5, (int, 5), (5, int), int | str)])
for left in values[:20]:
    for right in values[:20]:
        print(attempt(lambda: min(left, right)), attempt(lambda: max(left, right)), end=" ")
    print()
print(min(1, 2, 3), max(1, 3, 2), min(3, 2, 1, 0, 5), max(1, 1.0), max(1.0, 1), min(0.0, -0.0), min(-0.0, 0.0), max(True, 1), max(nan, 1.0), max(1.0, nan), min("b", "a"), max("a", "é"))
big, same = 10**6, 10**6 + 0
print(max(big, same) is big, min(big, 5) == 5, int(big) is big, str("text") == "text", max([1], [2]), attempt(lambda: max(1)), attempt(lambda: max()), attempt(lambda: min(1, "a")))
print(isinstance(node, Node), isinstance(node, (int, Node)), isinstance(5, Checked), isinstance(Whole(1), (str, int)), isinstance(True, int))
print(bool(node), bool([]), bool({}), bool(""), bool(0.0), bool(None), bool([0]))
print([attempt(lambda: chr(code)) for code in (65, 0, 0x10FFFF, 0x110000, -1, 233, 2**70, 1.5, True)])
print(attempt(lambda: abs()), attempt(lambda: abs(1, 2)), attempt(lambda: isinstance(1)), attempt(lambda: ord("a", "b")), attempt(lambda: int(1, 2)), attempt(lambda: int("11", 2)), attempt(lambda: float()), attempt(lambda: str()), attempt(lambda: int(float("inf"))))
counts = collections.Counter("aab")
print(isinstance(counts, dict), isinstance(counts, (list, collections.OrderedDict)), max(counts.values()))


def shadowed():
    abs, max = (lambda value: "mine"), (lambda *values: values)
    return abs(-1), max(1, 2)


print(shadowed())
total = 0
for i in range(-5, 6):
    total += max(min(i, 3), -2) * abs(i) + int(i / 2) + len(str(i)) + ord(chr(65 + abs(i)))
print(total)
