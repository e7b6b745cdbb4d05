def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


print(depth(800))


def endless(n):
    return endless(n + 1)


try:
    endless(0)
except RecursionError as e:
    print("RecursionError", str(e).startswith("maximum recursion depth exceeded"))
print(depth(100))


def hanoi(n, a="A", b="B", c="C"):
    return 0 if n == 0 else hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)


def permutations(items):
    if len(items) <= 1:
        return [items]
    return [[x] + rest for i, x in enumerate(items) for rest in permutations(items[:i] + items[i + 1 :])]


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def flatten(v):
    return [x for item in v for x in flatten(item)] if isinstance(v, list) else [v]


print(hanoi(8), len(permutations([1, 2, 3, 4, 5])), ackermann(2, 6), flatten([1, [2, [3, [4, []]], 5]]))


class Node:
    def __init__(self, value, *children):
        self.value, self.children = value, children

    def total(self):
        return self.value + sum(child.total() for child in self.children)

    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child


tree = Node(1, Node(2, Node(3)), Node(4))
print(tree.total(), list(tree))


class Self:
    def __repr__(self):
        return repr(self)


try:
    repr(Self())
except RecursionError:
    print("RecursionError in repr")
