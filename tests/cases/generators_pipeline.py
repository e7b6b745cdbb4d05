# imports: itertools
import itertools


def source(n):
    for i in range(n):
        yield {"id": i, "tags": ["even"] if i % 2 == 0 else ["odd", "x"]}


def where(rows, test):
    return (r for r in rows if test(r))


def explode(rows, key):
    for r in rows:
        for v in r[key]:
            yield {**r, key: v}


def batch(rows, size):
    it = iter(rows)
    while chunk := list(itertools.islice(it, size)):
        yield chunk


for b in batch(explode(where(source(6), lambda r: r["id"] != 2), "tags"), 3):
    print(len(b), b)
print(list(itertools.takewhile(lambda x: x < 5, itertools.count())), list(itertools.chain.from_iterable([[1], (2, 3)])))
print([(k, list(v)) for k, v in itertools.groupby("aabbbc")], list(itertools.accumulate([1, 2, 3], lambda a, b: a * b)), list(itertools.product("ab", repeat=2))[:3])
a, b = itertools.tee(source(2))
print(len(list(a)), len(list(b)), list(itertools.zip_longest([1, 2], "a", fillvalue="-")), list(itertools.compress("abcd", [1, 0, 1, 0])))
print(list(itertools.starmap(lambda x, y: x + y, [(1, 2), (3, 4)])), list(itertools.dropwhile(lambda x: x < 2, range(4))), next(itertools.cycle("xy")), list(map(lambda *a: a, "ab", [1, 2])))


def tree(depth, path=()):
    yield path
    if depth:
        for side in "LR":
            yield from tree(depth - 1, path + (side,))


print(["".join(p) for p in tree(2)], len(list(tree(6))))


def pingpong(n):
    while n:
        n = (yield n) or n - 1


g = pingpong(5)
print(next(g), next(g), g.send(10), list(g))
total = 0
for i, row in enumerate(source(100)):
    total += i * len(row["tags"])
print(total)
