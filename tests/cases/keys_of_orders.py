# imports: functools, operator
# sorted, list.sort, min and max with functions of the code as their keys.
import functools, operator
words = ["pear", "fig", "apple", "kiwi", "date", "Banana", "cherry", "élan", ""]
numbers = [5, -3, 12, 0, -3, 7, 2**70, -(2**65), True, 4.5]
print(sorted(words, key=lambda w: len(w)))
print(sorted(words, key=lambda w: len(w), reverse=True))
print(sorted(words, key=lambda w: w.lower()))
print(sorted(words, key=lambda w: (len(w), w)))
print(sorted(words, key=lambda w: (-len(w), w), reverse=1))
print(sorted(numbers, key=lambda n: -n))
print(sorted(numbers, key=lambda n: n % 3))
print(sorted(numbers, key=lambda n: abs(n), reverse=True))
print(sorted(numbers, key=lambda n: n * 0.5))
print(sorted(numbers, key=lambda n: None and n) if False else "-")
print(sorted([(1, "b"), (1, "a"), (0, "z")], key=lambda p: p[0]))
print(sorted({"b": 2, "a": 3, "c": 1}.items(), key=lambda kv: kv[1]))
print(sorted({"b": 2, "a": 3, "c": 1}, key=lambda k: -ord(k)))
print(sorted({3, 1, 2}, key=lambda k: -k), sorted((3, 1, 2), key=lambda k: k, reverse=False), sorted([], key=lambda k: 1 / 0))
print(sorted("banana", key=lambda c: c), sorted(range(5), key=lambda i: -i), sorted((i for i in [2, 1]), key=lambda i: i))
# --- step
print(max(words, key=lambda w: len(w)), min(words, key=lambda w: len(w)), max(words, key=lambda w: w), min(words, key=lambda w: (len(w), w)))
print(max(numbers, key=lambda n: n), min(numbers, key=lambda n: n * 2), max(numbers, key=lambda n: 1), min(numbers, key=lambda n: 1))
print(max({"a": 3, "b": 3}.items(), key=lambda kv: kv[1]), min({"a": 3, "b": 1}, key=lambda k: {"a": 3, "b": 1}[k]))
print(max([], key=lambda x: x, default="none"), min((), default=0, key=lambda x: x), max([4], key=lambda x: 1 / x, default=0))
print(max({"a": 1, "b": 5}.values(), key=lambda v: -v), min(frozenset([4]), key=lambda v: v))
print(max([1, 2], [0, 9], key=lambda row: row[1]), max(3, -4, key=lambda n: abs(n)))
for empty in ([], (), {}, set()):
    for which in (min, max):
        try:
            which(empty, key=lambda x: x)
        except ValueError as error:
            print(type(error).__name__)
# --- step
nan = float("nan")
print(sorted([3.0, nan, 1.0, 2.0, nan, 0.5], key=lambda x: x), max([nan, 1.0], key=lambda x: x), min([1.0, nan], key=lambda x: x))
print(sorted([0.0, -0.0, 1.5, float("inf"), float("-inf")], key=lambda x: x), sorted([1, -1, 1.0], key=lambda x: x * x))
print(sorted([3, 1.5, True, 2], key=lambda x: x), sorted([2**63, 2**63 - 1, -(2**63), -(2**63) - 1], key=lambda x: x))
print(sorted([False, True, 0, 1], key=lambda x: x), sorted(["b", "a"], key=lambda x: x == "b"))
# --- step
calls = []
def noted(value):
    calls.append(value)
    if value == "bad":
        raise KeyError(value)
    return value
for attempt in (
    lambda: sorted(["x", "bad", "y"], key=noted),
    lambda: max(["x", "bad", "y"], key=noted),
    lambda: sorted(["x", 3, "y"], key=noted),
    lambda: max(["x", 3, "y"], key=noted),
    lambda: sorted(["x", "w"], key=noted, reverse="yes"),
    lambda: sorted(["x", "w"], key=noted, other=1),
    lambda: max(["x", "w"], key=noted, reverse=True),
    lambda: sorted(["x", "w"], key=noted, default=True),
    lambda: sorted(["x", None], key=noted),
    lambda: min([object(), object()], key=lambda o: o),
    lambda: sorted(5, key=noted),
    lambda: sorted([1], noted),
):
    calls.clear()
    try:
        print(attempt())
    except Exception as error:
        text = str(error)
        print(type(error).__name__, text if "instances of" in text or text == "'bad'" else "-", calls)
# --- step
class Size:
    made = 0
    def __init__(self, n):
        self.n = n
        Size.made += 1
    def __lt__(self, other):
        return self.n < other.n
    def __gt__(self, other):
        print("gt", self.n, other.n)
        return self.n > other.n
    def __repr__(self):
        return f"Size({self.n})"
    def __del__(self):
        Size.made -= 1
print(sorted([3, 1, 2], key=lambda n: Size(n)), max([3, 1, 2], key=lambda n: Size(n)), min([3, 1, 2], key=lambda n: Size(n)), Size.made)
print(sorted([Size(2), Size(1)], key=lambda s: s.n), max([Size(2), Size(1)], key=lambda s: s.n), Size.made)
def several(n, *rest, factor=-1):
    return n * factor
def with_default(n, factor=-1):
    return n * factor
print(sorted([1, 3, 2], key=several), sorted([1, 3, 2], key=with_default), max([1, 3, 2], key=with_default), min([1, 3], key=several))
print(sorted(["b", "A"], key=str.lower), sorted([[2], [1]], key=operator.itemgetter(0)), max(["a", "bbb"], key=len), sorted([3, 1], key=None))
print(sorted([1, 3, 2], key=functools.cmp_to_key(lambda a, b: b - a)), sorted([1, 2], key=functools.partial(with_default, factor=-2)))
class Table:
    weights = {"a": 2, "b": 1}
    def weight(self, name):
        return self.weights[name]
    def ranked(self):
        return sorted(self.weights, key=self.weight), max(self.weights, key=lambda name: self.weight(name))
print(Table().ranked())
# --- step
def deep(n):
    return n if n < 1 else max([n, 0], key=lambda x: deep(n - 1) + x)
print(deep(5), sorted([3, 1, 2], key=lambda x: sorted([x, 0], key=lambda y: -y)[0]))
def wrong(n):
    return sorted([n], key=lambda x: wrong(x))
try:
    wrong(1)
except RecursionError as error:
    print(type(error).__name__)
def gen():
    got = yield max([1, 2], key=lambda x: -x)
    yield sorted([got, 1], key=lambda x: x)
g = gen()
print(next(g), g.send(0), [sorted(row, key=lambda x: -x) for row in ([1, 2], [3, 4])])
changing = {"a": 1, "b": 2}
def grows(name):
    changing[name + "!"] = 1
    return name
for which in (max, sorted):
    try:
        print(which(changing, key=grows))
    except RuntimeError as error:
        print(error, len(changing) > 2)
listed = [1, 2, 3]
def takes(n):
    if listed:
        listed.pop()
    return n
print(max(listed, key=takes), listed, sorted([1, 2, 3], key=takes), listed)
# --- step
# Plain keys of every kind, and those that are not.
rows = [(2, "b"), (1, "b"), (1, "a"), (2, "a"), (1, "b")]
print(sorted(rows, key=lambda r: (-r[0], r[1])), sorted(rows, key=lambda r: (r[1], -r[0]), reverse=True), sorted(rows, key=lambda r: r[1]))
print(sorted(rows, key=lambda r: (r[0] > 1, r[1], 0.5)), sorted(rows, key=lambda r: ()), sorted(rows, key=lambda r: (r,)), sorted(rows, key=lambda r: [r[1]]))
print(sorted([1, 2, 3], key=lambda n: (n % 2, nan)), sorted([1, 2, 3], key=lambda n: (0.5, nan, -n)), sorted([3, 1, 2], key=lambda n: (n, "x") if n > 1 else (n,)))
print(sorted([1, 2.5, True], key=lambda n: (n,)), sorted([2**70, 1], key=lambda n: (n, 0)), sorted(["b" * 300, "a" * 300], key=lambda s: s)[0][0])
print(sorted(["é", "e", "z", "\U0001f600", "\uffff", ""], key=lambda s: s), sorted([b"b", b"a"], key=lambda s: s), sorted(["a\0b", "a", "a\0a"], key=lambda s: (s,)))
for mixed in (lambda n: (n, "a") if n > 1 else (n, 3), lambda n: n if n > 1 else "a", lambda n: (1, "a") if n > 1 else (1, 3), lambda n: None, lambda n: (None,)):
    try:
        print(sorted([1, 2], key=mixed))
    except TypeError as error:
        print(error)
class Text(str):
    def __lt__(self, other):
        return str(self) > str(other)
class Number(int):
    def __lt__(self, other):
        return int(self) > int(other)
class Pair(tuple):
    def __lt__(self, other):
        return len(self) < 0
print(sorted("abc", key=lambda c: Text(c)), sorted([1, 2, 3], key=lambda n: Number(n)), sorted([2, 1], key=lambda n: Pair((n,))), sorted("abc", key=lambda c: (0, Text(c))))
print(max("abc", key=lambda c: Text(c)), min([1, 2, 3], key=lambda n: Number(n)))
# --- step
# Functions of the interpreter's own as keys.
count = {"a": 3, "b": 1, "c": 3}
print(max(count, key=count.get), min(count, key=count.get), sorted(count, key=count.get, reverse=True), sorted(count, key=count.__getitem__))
print(max(words, key=len), sorted(words, key=len), sorted(["b", "A", "c"], key=str.lower), sorted(["10", "9"], key=int), min(["10", "9"], key=float), sorted([10, 9], key=str))
print(sorted([[3], [1, 2]], key=sum), sorted([-3, 2], key=abs), max(["ab", "b"], key=lambda s: s[::-1]), sorted(["b", "a"], key="ba".index), sorted([3, 1], key=[0, 2, 1, 0].__getitem__))
for wrong in (lambda: max(count, key=count.fromkeys), lambda: sorted(words, key=str.index), lambda: sorted([1], key=len), lambda: max(["x"], key=int), lambda: sorted(["a", 1], key=count.get), lambda: sorted([[]], key=count.get), lambda: max([1], key=5)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
