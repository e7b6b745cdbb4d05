# imports: copy
# A memo of the code's own: objects copied with the same one stay the same.
import copy


class Node:
    def __init__(self, value, children=()):
        self.value, self.children, self.parent = value, list(children), None

    def __deepcopy__(self, memo):
        made = Node(self.value)
        memo[id(self)] = made
        made.children = copy.deepcopy(self.children, memo)
        made.parent = copy.deepcopy(self.parent, memo)
        return made


leaf = Node(1)
root = Node(0, [leaf, leaf])
leaf.parent = root
made = copy.deepcopy(root)
print(made.children[0] is made.children[1], made.children[0].parent is made, made is root)

shared = [1, 2]
memo = {}
first = copy.deepcopy({"a": shared}, memo)
second = copy.deepcopy({"b": shared}, memo)
print(first["a"] is second["b"], first["a"] is shared, len(memo) > 0)
once = copy.deepcopy(shared, memo)
print(once is first["a"], memo[id(shared)] is once)

kept = [3]
memo = {id(kept): kept}
print(copy.deepcopy([kept], memo)[0] is kept, memo[id(kept)] is kept)
memo = {id(kept): "instead"}
print(copy.deepcopy([kept, kept], memo))
memo.clear()
print(copy.deepcopy([kept], memo), copy.deepcopy((1, "a"), {}))


class Shared:
    pass


for attempt in range(3):
    memo = {}
    objects = [Shared() for _ in range(100)]
    copies = [copy.deepcopy(objects, memo) for _ in range(2)]
    print(all(a is b for a, b in zip(*copies)), copies[0][0] is objects[0])
del memo, copies


class Forgets:
    def __deepcopy__(self, memo):
        memo.setdefault("seen", []).append(1)
        count = len(memo["seen"])
        memo.clear()
        return count


print(copy.deepcopy([Forgets(), Forgets()]))
