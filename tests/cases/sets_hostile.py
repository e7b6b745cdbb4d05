# Comparisons and operators of containers whose items run code when they are compared.
calls = []


class Item:
    def __init__(self, name, action):
        self.name, self.action = name, action

    def __hash__(self):
        return 7

    def __eq__(self, other):
        calls.append((self.name, getattr(other, "name", other)))
        return self.action()

    def __repr__(self):
        return f"<{self.name}>"


def attempt(function):
    calls.clear()
    try:
        result = function()
    except Exception as error:
        result = type(error).__name__, str(error)
    print(result, calls)


def fail():
    raise ValueError("no comparison")


def rebind():
    global left, right
    left = right = None
    return True


OPERATIONS = {
    "==": lambda: left == right, "!=": lambda: left != right, "<=": lambda: left <= right, "<": lambda: left < right,
    ">=": lambda: left >= right, ">": lambda: left > right, "-": lambda: left - right, "&": lambda: left & right,
    "|": lambda: left | right, "^": lambda: left ^ right,
}  # fmt: skip

for kind in (set, frozenset, list, tuple, lambda items: {item: 1 for item in items}):
    for action in (fail, rebind, lambda: [], lambda: "yes", lambda: NotImplemented):
        for name, operation in OPERATIONS.items():
            left, right = kind([Item("a", action)]), kind([Item("b", action)])
            attempt(operation)

left, right = {1, 2}, frozenset({2, 3})
for name, operation in OPERATIONS.items():
    attempt(operation)
    print(type(operation()).__name__)
left, right = {1}, [1]
for name, operation in OPERATIONS.items():
    attempt(operation)


class Own(set):
    def __le__(self, other):
        return "own"

    def __sub__(self, other):
        return "own difference"

    def __rsub__(self, other):
        return "reflected"


left, right = Own({1}), {1, 2}
print(left <= right, right >= left, left - right, right - left, {1} - Own())
nan = float("nan")
print([nan] == [nan], (nan,) != (nan,), {nan} == {nan}, {1: nan} == {1: nan}, [float("nan")] == [float("nan")])
if {1, 2} <= {1, 2, 3} and not {1} == {2} and [1, [2]] == [1, [2]]:
    print("as expected")
deep = []
for _ in range(1_000_000):
    deep = [deep]
other = []
for _ in range(1_000_000):
    other = [other]
try:
    print(deep == other)
except RecursionError:
    print("too deep")
