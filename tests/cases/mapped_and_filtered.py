# imports: functools
# map and filter of functions of the code, read by builtins.
import functools
xs = [1, 2, 3, 4]
double = lambda n: n * 2
print(list(map(double, xs)), tuple(map(double, xs)), set(map(double, xs)), sum(map(double, xs)), sorted(map(lambda n: -n, xs)))
print(list(filter(lambda n: n % 2, xs)), tuple(filter(lambda n: n > 2, xs)), sum(filter(lambda n: n > 1, xs)), sorted(filter(lambda n: n < 4, xs), reverse=True))
print(any(map(lambda n: n > 3, xs)), all(map(lambda n: n > 3, xs)), any(filter(lambda n: n > 9, xs)), all(filter(lambda n: n, xs)))
print(max(map(double, xs)), min(filter(lambda n: n > 1, xs)), dict(map(lambda n: (n, str(n)), xs)), ",".join(map(lambda n: str(n), xs)))
print(list(map(lambda a, b: a + b, xs, xs)), list(map(double, range(3))), list(map(double, "ab")), list(map(double, {1: 2})), list(map(double, {5})))
print(list(map(lambda kv: kv[0], {"a": 1}.items())), list(map(double, {"a": 1}.values())), list(map(double, (n for n in xs))), list(map(double, map(double, xs))))
print(list(filter(None, [0, 1, "", "a"])), list(filter(lambda s: s, ["", "a", None, [], [0]])), list(map(str, xs)), list(map(lambda n: None, xs)))
print(sum(map(lambda n: n / 2, xs)), sum(map(lambda n: [n], xs), []), sum(map(lambda n: 0.1, range(10))), sum(map(lambda n: 0.1, [0] * 10)))
# --- step
m = map(double, xs)
print(next(m), list(m), list(m), next(m, "over"))
f = filter(lambda n: n > 1, xs)
print(next(f), tuple(f), tuple(f))
calls = []
def noted(n):
    calls.append(n)
    if n == 3:
        raise ValueError(n)
    return n
m = map(noted, xs)
for read in (list, tuple, set, sum, any, all, sorted):
    calls.clear()
    m = map(noted, [0, 3, 4] if read is any else xs)
    try:
        print(read(m))
    except ValueError as error:
        print(read.__name__, error, calls, list(m))
def stops(n):
    if n == 3:
        raise StopIteration(n)
    return n
m = map(stops, xs)
print(list(m), list(m), sum(map(stops, xs)), any(map(lambda n: stops(n) and False, xs)), tuple(filter(stops, xs)))
# --- step
class Truth:
    def __init__(self, is_so):
        self.is_so = is_so
    def __bool__(self):
        if self.is_so is None:
            raise TypeError("no truth")
        return self.is_so
print(list(filter(lambda n: Truth(n % 2 == 0), xs)), any(map(Truth, [False, True])), all(map(lambda n: Truth(n < 3), xs)))
for read in (list, any, all, sum):
    try:
        print(read(filter(lambda n: Truth(None), xs)))
    except TypeError as error:
        print(read.__name__, error)
try:
    any(map(lambda n: Truth(None), xs))
except TypeError as error:
    print(error)
grows = [1]
print(list(map(lambda n: grows.append(n + 1) or n if n < 4 else n, grows)), grows)
changing = {"a": 1}
try:
    list(map(lambda k: changing.update({k + "!": 1}), changing))
except RuntimeError as error:
    print(error)
own = []
m = map(lambda n: own.append(next(m, None)) or n, xs)
print(list(m), own)
def deep(n):
    return sum(map(lambda k: deep(n - 1), [1, 1])) if n else 1
print(deep(6))
def endless(n):
    return list(map(endless, [n]))
try:
    endless(1)
except RecursionError as error:
    print(type(error).__name__)
class Gone:
    def __del__(self):
        print("gone")
print(len(list(map(lambda n: Gone(), [1]))), sum(map(lambda g: 1, [Gone()])))
print(set(map(lambda n: frozenset([n]), xs)) == {frozenset([n]) for n in xs}, list(map(lambda n: (lambda: n), [1]))[0]())
try:
    set(map(lambda n: [n], xs))
except TypeError as error:
    print(error)
print(functools.reduce(lambda a, b: a * b, map(double, xs)), list(zip(map(double, xs), xs)), [*map(double, xs)], list(enumerate(map(double, xs)))[:1])
first, *rest = map(double, xs)
print(first, rest, 4 in map(double, xs), list(map(len, map(lambda n: "x" * n, xs))))
# --- step
def given(*items):
    yield from items
print(max(given(3, 9, 4)), min(given("b", "a")), max(given(2.5)), min(map(lambda n: -n, xs)), max(given((1, 2), (1, 3))), max(given(1, True, 1.0)))
for empty in (lambda: max(given()), lambda: min(map(double, [])), lambda: max(filter(lambda n: n > 9, xs)), lambda: max(given(1, "a")), lambda: min(given(None, None))):
    try:
        print(empty())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, str(error) if "instances" in str(error) else "-")
print(max(given(), default=4), "-".join(given("a", "b")), "-".join(map(lambda n: str(n), xs)), "".join(filter(lambda c: c > "b", ["a", "b", "c"])))
for joined in (lambda: ",".join(map(double, xs)), lambda: ",".join(map(noted, [3])), lambda: ",".join(given("a", 1))):
    try:
        print(joined())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
class Ordered:
    def __init__(self, n):
        self.n = n
    def __gt__(self, other):
        print(self.n, ">", other.n)
        return self.n > other.n
    def __del__(self):
        print("gone", self.n)
print(max(map(Ordered, [1, 3, 2])).n, max(map(lambda n: Ordered(n), [1, 3, 2])).n, max(given(Ordered(5), Ordered(4))).n)
