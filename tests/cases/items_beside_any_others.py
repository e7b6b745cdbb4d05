# imports: collections.abc
"""`*_` in a pattern: nobody asks for what it stands for."""
import collections
import collections.abc


class Lazy(collections.abc.Sequence):
    def __init__(self, length):
        self.length = length

    def __len__(self):
        print("len")
        return self.length

    def __getitem__(self, index):
        print("item", index)
        return index


def ends(value):
    match value:
        case [first, *_, 8, last]:
            return "eight", first, last
        case [7, *_]:
            return "seven"
        case [*_, [nested]]:
            return "nested", nested
        case [first, _, *_, last] if last > 100:
            return "guard", first, last
        case [first, *_, last]:
            return first, last
        case [*_]:
            return "any"
    return "none"


print(ends(Lazy(10**12)))
print(ends(Lazy(2)), ends(Lazy(1)), ends(Lazy(0)))
for value in ([1, 2, 3], (1,), [], range(10**9), "ab", b"ab", {1: 2}, [0, 8, 9], [7], [1, [2]], [1, 2, 101], collections.deque([1, 2])):
    print(ends(value))


def either(value):
    match value:
        case (1, *_) | (*_, 2):
            return "either"
        case {"k": [*_, {"v": [x, *_]}]}:
            return x


print(either([1, 5]), either([5, 2]), either([5]), either({"k": [0, {"v": (3, 4)}]}))


class Short(Lazy):
    def __getitem__(self, index):
        raise IndexError(f"no item {index}")


class NoNumber(list):
    def __len__(self):
        return 10


for value in (Short(3), NoNumber([1, 2])):
    try:
        match value:
            case [first, *_, last]:
                print(first, last)
    except IndexError as error:
        print(repr(error))
