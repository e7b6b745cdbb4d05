# imports: itertools, copy
# before: 3.14
"""Copies of iterators of `itertools` that are counted step by step."""
import copy
import itertools

count = itertools.count(5, 2)
next(count)
other = copy.copy(count)
print(next(other), next(other), next(count), other, copy.deepcopy(count))
for make in (
    lambda: itertools.product("ab", [1, 2]),
    lambda: itertools.permutations("abc", 2),
    lambda: itertools.combinations("abc", 2),
    lambda: itertools.combinations_with_replacement("ab", 2),
    lambda: itertools.cycle([1, 2, 3]),
    lambda: itertools.repeat("x"),
    lambda: itertools.repeat("x", 3),
):
    for copies in (copy.copy, copy.deepcopy):
        iterator = make()
        first = next(iterator)
        print(first, list(itertools.islice(copies(iterator), 4)))
items = [[1], [2]]
cycle = itertools.cycle(items)
next(cycle)
deep = copy.deepcopy(cycle)
items[1].append(3)
print(next(deep), next(cycle))
