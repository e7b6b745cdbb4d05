# imports: collections
from collections.abc import MutableSet, Set


class Listed(Set):
    def __init__(self, items=()):
        self.items = []
        for item in items:
            if item not in self.items:
                self.items.append(item)

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    __hash__ = Set._hash


class Kept(Listed):
    def __hash__(self):
        return self._hash() + 1


class Changing(MutableSet):
    def __init__(self, items=()):
        self.items = list(items)

    __contains__, __iter__, __len__ = Listed.__contains__, Listed.__iter__, Listed.__len__

    def add(self, item):
        self.items.append(item)

    def discard(self, item):
        self.items.remove(item)

    def frozen(self):
        return super()._hash()

    @classmethod
    def _from_iterable(cls, items):
        return super()._from_iterable(sorted(items))


print(hash(Listed([1, 2, 3])) == hash(frozenset([1, 2, 3])), Listed([1, 2]) == {2, 1}, {Listed("ab"): 1}[Listed("ba")])
print(hash(Kept([1])) - hash(Listed([1])), Changing([1]).frozen() == hash(frozenset([1])))
print(list(Changing([3, 1]) | Changing([2])), Set._hash({4, 5}) == hash(frozenset({4, 5})))
try:
    print(hash(Changing([1])))
except TypeError as error:
    print(error)
