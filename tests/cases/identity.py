# Identity, membership and order of every pair of kinds, as a value, a condition, negated, in functions and comprehensions.
class Own:
    pass


class Equal:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


def make():
    return {
        "set": {1, 2},
        "same set": {2, 1},
        "empty set": set(),
        "frozenset": frozenset([1, 2]),
        "of frozensets": {frozenset([1, 2]), 3},
        "frozen of frozensets": frozenset([frozenset([1, 2])]),
        "list": [1, 2],
        "same list": [1, 2],
        "list of sets": [{1, 2}, frozenset([1, 2])],
        "tuple": (1, [2]),
        "dict": {1: 2},
        "keys": {1: 2, 2: 3}.keys(),
        "items": {1: 2}.items(),
        "text": "ab",
        "part": "a",
        "bytes": b"ab",
        "bytearray": bytearray(b"ab"),
        "own": Own(),
        "equal": Equal(),
        "class": Own,
        "function": make,
        "none": None,
        "true": True,
        "one": 1,
        "big": int("9" * 30),
        "complex": complex("1j"),
        "range": range(2),
        "slice": slice(1),
        "ellipsis": ...,
    }


def values(a, b):
    return a is b, a is not b, not (a is b), not (a is not b)


def conditions(a, b):
    found = []
    if a is b:
        found.append("is")
    if a is not b:
        found.append("is not")
    if not a is b:
        found.append("not is")
    while a is not b:
        found.append("while")
        break
    found.append("y" if a is b else "n")
    found.append(a is not b and "and")
    found.append(a is b or "or")
    return found + [1 for _ in "x" if a is not b] + [2 for _ in "x" if not a is not b]


def members(a, b):
    try:
        return a in b, a not in b, "y" if a in b else "n", "n" if a not in b else "y", [1 for _ in "x" if a in b], not a in b
    except (TypeError, ValueError) as e:
        return str(e)


def orders(a, b):
    shown = []
    for compare in (lambda: a == b, lambda: a != b, lambda: a < b, lambda: a <= b, lambda: a > b, lambda: a >= b, lambda: a < b < a, lambda: a is b is a):
        try:
            shown.append("TF"[not compare()])
        except TypeError:
            shown.append("-")
    return "".join(shown)


first, second = make(), make()
rows = {}
for name, a in first.items():
    print(name, values(a, a), conditions(a, a))
    for other, b in second.items():
        row = str((values(a, b), conditions(a, b), members(a, b), orders(a, b)))
        rows.setdefault(row, []).append(f"{name} {other}")
for row, pairs in rows.items():
    print(row, len(pairs), pairs[:40])
