# Loops over zip, enumerate and items of a dict: what they give, when they end, and what happens to what they run over.
numbers = [1, 2.5, "x", None, True, float("nan"), 10**30]
letters = ("a", "b", "c")

for x, y in zip(numbers, letters):
    print(x, y)
for pair in zip(letters, numbers):
    print(pair, type(pair))
for x, y in zip([], letters):
    print("never")
for x, y in zip(letters, []):
    print("never")
for i, x in enumerate(numbers):
    print(i, x)
for i, x in enumerate(letters, 10):
    print(i, x)
for i, x in enumerate(letters, -(2**70)):
    print(i, x)
for i, x in enumerate(letters, True):
    print(i, x)
for i, (x, y) in enumerate(zip(numbers, letters)):
    print(i, x, y)
for i, (k, v) in enumerate({"a": 1}.items()):
    print(i, k, v)
for x, y, *rest in zip([1, 2], [3]):
    print(x, y, rest)
for (x, y), z in zip([(1, 2), (3, 4)], [5, 6]):
    print(x, y, z)

# Sequences that change.
growing = [1, 2, 3]
for i, x in enumerate(growing):
    if i < 5:
        growing.append(x * 10)
print(growing)
shrinking = [1, 2, 3, 4]
for x, y in zip(shrinking, letters):
    print(x, y, shrinking.pop())
replaced = [1, 2]
for i, x in enumerate(replaced):
    replaced = [7, 8]
    print(i, x)

# Dicts that change.
table = {"a": 1, "b": 2.5, 3: [1], None: None}
for k, v in table.items():
    print(k, v)
for item in table.items():
    print(item)
for k, v in table.items():
    table[k] = (v, v)
print(table)
try:
    for k, v in table.items():
        table[(k, k)] = 1
except RuntimeError as error:
    print(repr(error), len(table))
try:
    for k, v in table.items():
        print(k)
        del table[k]
except RuntimeError as error:
    print(repr(error), len(table))
swapped = {1: 2, 3: 4}
try:
    for k, v in swapped.items():
        print(k, v)
        del swapped[k]
        swapped[k + 10] = v
except RuntimeError as error:
    print(repr(error), swapped)
for k, v in {}.items():
    print("never")
view = {"x": 1, "y": 2}.items()
for k, v in view:
    for k2, v2 in view:
        print(k, k2, v * v2)


class Table(dict):
    def items(self):
        return [("own", 1)]


class Loud(dict):
    def __getitem__(self, key):
        return "got " + super().__getitem__(key)


for k, v in Table(a=1).items():
    print(k, v)
for k, v in Loud(a="x").items():
    print(k, v)

# Comprehensions, aggregates, generators, breaks.
print([x * y for x, y in zip([1, 2], [3, 4])], {k: v for k, v in zip("ab", [1, 2])})
print(sum(x * y for x, y in zip([1, 2, 3], [4, 5, 6])), max(v for k, v in {"a": 1, "b": 3}.items()))
print(sorted(k for k, v in table.items() if v) if all(isinstance(k, str) for k in table) else "mixed")


def pairs(source):
    for i, x in enumerate(source):
        yield i, x
    for k, v in {"k": source}.items():
        yield k, v
    for x, y in zip(source, source):
        yield x, y


print(list(pairs([7, 8])))
for x, y in zip([1, 2, 3], [4, 5, 6]):
    if x == 2:
        break
else:
    print("not broken")
print(x, y)
for i, x in enumerate([]):
    pass
else:
    print("empty", x)


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone", self.name)


def noisy():
    for i, x in enumerate([Noisy("first"), Noisy("second")]):
        print(i, x.name)
    for x, y in zip([Noisy("left")], [Noisy("right")]):
        print(x.name, y.name)
    print("end")


noisy()

# Errors.
for wrong in (lambda: [0 for x in zip(1, [2])], lambda: [0 for x in enumerate(1)], lambda: [0 for x in enumerate([], "a")]):
    try:
        wrong()
    except TypeError as error:
        print(error)
try:
    for x, y in zip([(1, 2)], [1], strict=True):
        print(x, y)
    for a, b in zip("abc", [[1], 2]):
        print(a, b[0])
except TypeError as error:
    print(error)


# Names that mean something else.
def shadowed(zip, enumerate):
    print([pair for pair in zip([1], [2])], [pair for pair in enumerate([1])])


shadowed(lambda a, b: [(a, b)], lambda a: [("mine", a)])


def enumerate(source, start=5):
    return [(start, source)]


for i, x in enumerate([1]):
    print(i, x)
for i, x in enumerate([1], 6):
    print(i, x)
del enumerate
for i, x in enumerate(["back"]):
    print(i, x)
