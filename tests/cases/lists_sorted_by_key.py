# list.sort with functions of the code as keys: the list is empty meanwhile, and a change to it is told.
xs = [3, 1, 2, 1]
print(xs.sort(key=lambda n: -n), xs)
xs.sort(key=lambda n: (n, 0), reverse=True)
print(xs)
xs.sort(key=lambda n: xs.count(n) + len(xs))
print(xs)
xs.sort(key=lambda n: str(n))
print(xs, [].sort(key=lambda n: 1 / 0))
words = ["bb", "a", "ccc", "dd"]
words.sort(key=lambda w: len(w), reverse=True)
print(words)
# --- step
for change in ("append", "clear", "assign", "append and pop"):
    ys = [3, 1, 2]
    def changes(n):
        if change == "append":
            ys.append(n)
        elif change == "clear":
            ys.clear()
        elif change == "assign":
            ys[:] = [7, 8]
        else:
            ys.append(n)
            ys.pop()
        return n
    def changes_text(n):
        return str(changes(n))
    for key in (changes, changes_text):
        ys = [3, 1, 2]
        try:
            ys.sort(key=key)
            print("sorted", ys)
        except ValueError as error:
            print(change, error, ys)
# --- step
zs = [2, 1, "x", 0]
try:
    zs.sort(key=lambda n: 1 / n if n != "x" else n)
except Exception as error:
    print(type(error).__name__, zs)
try:
    zs.sort(key=lambda n: n)
except TypeError as error:
    print(error, sorted(map(str, zs)))
try:
    zs.sort(key=lambda n: 1, reverse="no")
except TypeError:
    print("no truth", zs)
try:
    zs.sort(lambda n: 1)
except TypeError as error:
    print(type(error).__name__, zs)
class Own(list):
    def append(self, item):
        super().append(item * 2)
own = Own([2, 1])
own.sort(key=lambda n: n)
print(own, type(own).__name__)
class Sorted(list):
    def sort(self, key):
        return "own", key(2)
print(Sorted([1]).sort(key=lambda n: n + 1))
nested = [[3, 1], [2], []]
nested.sort(key=lambda row: len(row))
print(nested, [row.sort(key=lambda n: n) for row in nested], nested)
class Loud:
    def __init__(self, n):
        self.n = n
    def __del__(self):
        print("gone", self.n)
loud = [Loud(2), Loud(1)]
loud.sort(key=lambda l: l.n)
print([l.n for l in loud])
def replaces(item):
    loud.append(Loud(9))
    return item.n
try:
    loud.sort(key=replaces)
except ValueError as error:
    print(error, [l.n for l in loud])
del loud
aliased = alias = [3, 2, 1]
print(aliased.sort(key=lambda n: len(alias) * 10 + n), alias)
