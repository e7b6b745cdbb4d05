# imports: itertools


def words(*given):
    try:
        yield from given
    finally:
        print("ends")


for i, word in enumerate(words("a", "b")):
    print(i, word)
for i, word in enumerate(words("a", "b"), 5):
    print(i, word)
for pair in enumerate(words("a", "b"), -1):
    print(pair)
for i, (x, y) in enumerate(words((1, 2), "xy")):
    print(i, x, y)
for i, *rest in enumerate(words("a")):
    print(i, rest)
for i, word in enumerate(words()):
    print("never")
else:
    print("nothing")
print([(i, w) for i, w in enumerate(words(1, 2))], {w: i for i, w in enumerate(words("k", "l"))})
print(sum(i * n for i, n in enumerate(words(3, 4, 5))), list(enumerate(words(1))))
for big, word in enumerate(words("a", "b"), 2**62):
    print(big, word)
for odd, word in enumerate(words("a"), True):
    print(odd, word)


# --- step
def breaks():
    for i, word in enumerate(words("a", "b", "c")):
        if i == 1:
            break
        print(i, word)
    print("after")


def returns():
    for i, word in enumerate(words("a", "b", "c")):
        return i, word


breaks()
print(returns())


def raises():
    yield 1
    raise ValueError("inside")


try:
    for i, x in enumerate(raises()):
        print(i, x)
except ValueError as error:
    print(error, i)
try:
    for i, x, y in enumerate(words("a")):
        print(i, x, y)
except ValueError as error:
    print(error)


def stops():
    yield 1
    raise StopIteration


try:
    for i, x in enumerate(stops()):
        print(i, x)
except RuntimeError as error:
    print(error)


# --- step
def handles():
    for text in ("1", "x", "2"):
        try:
            yield int(text)
        except ValueError as error:
            yield str(error)
    try:
        raise KeyError("kept")
    except KeyError:
        yield "while it handles"
        yield "still"
    yield "at last"


for i, x in enumerate(handles()):
    print(i, x)


def itself():
    for i, x in enumerate(again):
        yield x


again = itself()
try:
    for i, x in enumerate(again):
        print("never")
except ValueError as error:
    print(error)


def nested(n):
    for i, x in enumerate(words(*range(n))):
        for j, y in enumerate(nested(x)):
            yield i, j, y
        yield x


for i, x in enumerate(nested(3)):
    print(i, x)
used = words(1, 2, 3, 4)
print(next(used))
for i, x in enumerate(used):
    print(i, x, next(used))
for i, x in enumerate(used):
    print("never")
for i, x in enumerate(n * n for n in range(3)):
    print(i, x)
for (i, x), letter in zip(enumerate(words(7, 8)), "ab"):
    print(i, x, letter)


def delegating():
    yield from words("p", "q")
    yield from [1, 2]


for i, x in enumerate(delegating()):
    print(i, x)


# --- step
def accumulates():
    total = 0
    for i, got in enumerate(words(1, 2, 3)):
        sent = yield i, total
        total += got + (sent or 0)


g = accumulates()
print(next(g), g.send(10), next(g))
for i, x in enumerate(g):
    print(i, x)


class Tree:
    def __init__(self, value, *children):
        self.value, self.children = value, children

    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child


for i, value in enumerate(Tree(1, Tree(2, Tree(3)), Tree(4)), start=1):
    print(i, value)
for i, value in enumerate(iter(Tree(1, Tree(2)))):
    print(i, value)
for i, value in enumerate(itertools.chain(Tree(1), words("z"))):
    print(i, value)


def enumerate(source):
    return [("own", x) for x in source]


for i, x in enumerate(words(1, 2)):
    print(i, x)
del enumerate
for i, x in enumerate(words(1, 2)):
    print(i, x)
