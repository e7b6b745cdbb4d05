# imports: functools, sys
# before: 3.12
# The limit that the code asks for holds for calls through C code too, which the interpreter counts itself. (From 3.12 on
# it counts C code by a limit of its own, which no setting moves.)
import functools
import sys

print(sys.getrecursionlimit())
sys.setrecursionlimit(9000)


@functools.lru_cache(maxsize=None)
def steps(n):
    return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else n - 1)


@functools.lru_cache(maxsize=None)
def count(n):
    return 0 if n == 0 else count(n - 1) + 1


class Node:
    def __init__(self, below):
        self.below = below

    def __repr__(self):
        return f"Node({self.below!r})"

    def __eq__(self, other):
        return self.below == other.below

    def __hash__(self):
        return hash(self.below)


def chain(n):
    node = None
    for _ in range(n):
        node = Node(node)
    return node


def deepest(items):
    return 1 + max(map(deepest, items), default=0)


def nested(n):
    items = []
    for _ in range(n):
        items = [items]
    return items


def walk(n):
    if n:
        yield from walk(n - 1)
    yield n


print(steps(2**100 + 1))
print(count(4000), count(1300))
print(len(repr(chain(4000))), hash(chain(4000)) == hash(None), chain(2500) == chain(2500))
print(deepest(nested(4000)))
print(sorted([3, 1, 2], key=lambda n: count(n)))
print(sum(walk(1500)))
print(functools.reduce(lambda total, n: total + count(n), range(50)))

sys.setrecursionlimit(1000)


@functools.lru_cache(maxsize=None)
def endless(n):
    return endless(n + 1)


try:
    endless(0)
except RecursionError as error:
    print(type(error).__name__)
print(count(600))
