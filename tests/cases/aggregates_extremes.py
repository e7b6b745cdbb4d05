# `min` and `max` of generator expressions: looped over in place while the names mean the builtins.
calls = []


class Item:
    def __init__(self, value):
        self.value = value

    def __gt__(self, other):
        calls.append((">", self.value, other.value))
        return self.value > other.value

    def __lt__(self, other):
        calls.append(("<", self.value, other.value))
        return [self.value] if self.value < other.value else []

    def __repr__(self):
        return f"Item({self.value})"


def attempt(function):
    calls.clear()
    try:
        result = function()
    except Exception as error:
        result = type(error).__name__, str(error)
    print(result, calls)


def noted(value):
    calls.append(value)
    return value


items = [Item(2), Item(3), Item(1), Item(3)]
attempt(lambda: max(item for item in items))
attempt(lambda: min(item for item in items))
attempt(lambda: max(item for item in items) is items[1])
attempt(lambda: max(x * x % 7 for x in range(10) if x % 2))
attempt(lambda: min(len(word) for word in "the quick brown fox".split()))
attempt(lambda: max(x for x in []))
attempt(lambda: min(x for x in range(5) if x > 5))
attempt(lambda: max(noted(x) for x in [1, "a", 2]))
attempt(lambda: min(noted(x) for x in [2, None]))
attempt(lambda: max(1 / x for x in [1, 0]))
attempt(lambda: max(x for x in 5))
attempt(lambda: max((x, -y) for x in range(3) for y in range(3)))
attempt(lambda: max(x for x in [1, 1.0, True]))
attempt(lambda: max(x for x in [float("nan"), 1.0, 2.0]))
attempt(lambda: max(x for x in [1.0, float("nan"), 2.0]))
attempt(lambda: min(x for x in [0.0, -0.0]))
attempt(lambda: max(max(y for y in range(x)) for x in range(1, 4)))
attempt(lambda: max(x for x in {3: 1, 5: 2}) + min(v for v in {3: 1, 5: 2}.values()))
attempt(lambda: max((x for x in range(3)), default=5))
attempt(lambda: max((-x for x in range(3)), key=abs))
attempt(lambda: max(x for x in range(10**6)))
it = iter([1, 2])
attempt(lambda: max(next(it) for _ in range(5)))
print(max(x for x in "hello"), min(x for x in (3, 1, 2)))
best = max(n for n in range(5))
try:
    print(n)
except NameError as error:
    print(error)


def shadowed(max):
    return max(x for x in range(3))


print(shadowed(list), shadowed(sum))


def rebound():
    global min
    before = min(x for x in [3, 1])
    min = sorted
    after = min(x for x in [3, 1])
    del min
    return before, after, min(x for x in [3, 1])


print(rebound())


def running(rows):
    return [max(abs(a - b) for a, b in zip(row, row[1:])) for row in rows]


print(running([[1, 5, 2], [4, 4, 9]]))
