def count(n):
    i = 0
    while i < n:
        yield i
        i += 1
    return "done"


g = count(3)
print(next(g), next(g), list(g), list(count(4)), sum(count(5)), 2 in count(3), [x for x in count(3)], tuple(count(2)), max(count(7)))
try:
    next(g)
except StopIteration as e:
    print("stop", e.value)
g = count(0)
try:
    next(g)
except StopIteration as e:
    print(e.value)


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


out = []
for x in fib():
    if x > 50:
        break
    out.append(x)
print(out)


def flatten(v):
    for item in v:
        if isinstance(item, list):
            yield from flatten(item)
        else:
            yield item


print(list(flatten([1, [2, [3, [4]], 5], []])))


def with_locals():
    for a in range(2):
        for b in "xy":
            yield a, b


print(list(with_locals()), dict(with_locals()))


def lazy():
    print("started")
    yield 1
    print("resumed")
    yield 2
    print("finished")


g = lazy()
print("made")
print(next(g))
print(next(g))
print(next(g, "default"))
gens = [count(2), count(3)]
print([list(z) for z in zip(*gens)])
ge = (x * x for x in range(4) if x % 2 == 0)
print(next(ge), list(ge), list(ge))
n = 5
deferred = (n * x for x in range(2))
n = 10
print(list(deferred))
try:
    bad = (x for x in undefined_name)
except NameError as e:
    print("iterable evaluated at once")
print(sum(x for x in count(4)), ",".join(str(x) for x in count(3)), sorted(c for c in "hello"), any(x > 1 for x in count(3)), all(x < 9 for x in count(3)))


def primes(limit):
    sieve = [True] * limit
    for i in range(2, limit):
        if sieve[i]:
            yield i
            for j in range(i * i, limit, i):
                sieve[j] = False


print(list(primes(40)))


def mutual_a(n):
    yield n
    if n:
        yield from mutual_b(n - 1)


def mutual_b(n):
    yield -n
    if n:
        yield from mutual_a(n - 1)


print(list(mutual_a(4)))
g = count(2)
print(iter(g) is g, type(g).__name__, g.__name__, type(ge).__name__)
a, *b = count(3)
print(a, b, *count(2))


def empty():
    return
    yield


print(list(empty()))
# --- step: names that no generator has
def numbers():
    yield 1


async def later():
    return 1


coroutine = later()
for each in (numbers(), (n for n in ()), coroutine):
    print(getattr(each, "shape", None), hasattr(each, "shape"), getattr(each, "read", 5))
    try:
        each.shape
    except AttributeError as e:
        print(e)
    try:
        each.items()
    except AttributeError as e:
        print(e)
coroutine.close()
