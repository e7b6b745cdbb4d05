s = {3, 1, 2}
s.add(5)
s.discard(99)
s.remove(1)
t = {2, 3, 4}
print(sorted(s), sorted(s | t), sorted(s & t), sorted(s - t), sorted(s ^ t), s <= t, {2} < s, s.isdisjoint({9}), s.union([7]) == {2, 3, 5, 7})
s.update([10, 11], (12,))
s.difference_update({10})
s.intersection_update({2, 3, 11})
s.symmetric_difference_update({2, 100})
print(sorted(s), len(s), 3 in s, frozenset([1, 2]) == {1, 2}, hash(frozenset([1])) == hash(frozenset([1])), {frozenset([1]): "f"}[frozenset([1])])
print(set(), frozenset(), {1, 1.0, True}, sorted({c for c in "hello"}), set([1, 2]).copy(), type({1}).__name__, {*"ab"} == set("ab"))
for bad in (lambda: {[]}, lambda: {1}.remove(5), lambda: set().pop(), lambda: {1} + {2}, lambda: {1} | [2], lambda: {{}}, lambda: frozenset().add(1), lambda: set(3)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
try:
    u = {1, 2, 3}
    for x in u:
        u.add(x + 10)
except RuntimeError as e:
    print(e)
