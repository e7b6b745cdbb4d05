class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class OldStyle:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * i


class Reiterable:
    def __iter__(self):
        yield from "ab"


print(list(Countdown(3)), [x for x in OldStyle()], 9 in OldStyle(), list(Reiterable()) * 2, max(Countdown(4)), sum(OldStyle()), *Countdown(2))
a, b, *c = Countdown(5)
print(a, b, c, sorted(OldStyle(), reverse=True), list(zip(Countdown(2), OldStyle())), dict(enumerate(Reiterable(), 5)))
it = iter([1, 2])
print(next(it), next(it), next(it, "default"))
try:
    next(it)
except StopIteration as e:
    print("StopIteration", e.value)
calls = iter([3, 2, 1, 0, 5])
print(list(iter(lambda: next(calls), 0)))


class BadIter:
    def __iter__(self):
        return 5


class NoNext:
    def __iter__(self):
        return object()


class RaisingNext:
    def __iter__(self):
        return self

    def __next__(self):
        raise ValueError("broken")


for f in (lambda: list(BadIter()), lambda: [x for x in BadIter()], lambda: list(RaisingNext()), lambda: [x for x in RaisingNext()], lambda: [x for x in 3], lambda: iter(5), lambda: next([]), lambda: [*None], lambda: dict(**5), lambda: max([])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Rev:
    def __reversed__(self):
        return iter("zyx")

    def __len__(self):
        return 3

    def __length_hint__(self):
        return 10


print(list(reversed(Rev())), len(Rev()))
print(list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(filter(lambda v: v % 2, range(6))), list(filter(None, [0, 1, "", "a"])), list(zip([1, 2], "ab", [True, False])))
print(list(enumerate("ab", start=1)), all([]), any([]), all(x > 0 for x in [1, 2]), list(zip()), sum([], 5))
if True:
    try:
        print(list(zip([1, 2], [1], strict=True)))
    except ValueError as e:
        print(e)
