t = (1, "a", [2])
print(t, t[0], t[-1], t[1:], t + (3,), t * 2, len(t), t.index("a"), t.count(1), (1,) < (1, 2), 1 in t, tuple([1, 2]), tuple("ab"), ())
a, b, c = t
t[2].append(9)
print(t, a, b, c, hash((1, 2)) == hash((1, 2)), {(1, 2): 3}, (1, 2) == (1, 2.0), ((1, 2), 3)[0][1])
for bad in (lambda: t[7], lambda: hash(t), lambda: (1,).index(2), lambda: t + [1], lambda: (1, "a") < ("a", 1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
try:
    t[0] = 1
except TypeError as e:
    print(e)
try:
    del t[0]
except TypeError as e:
    print(e)
print(max((1, 5), (1, 6)), sorted([(2, "b"), (1, "z"), (2, "a")]), sum([(1,), (2,)], ()), *zip((1, 2), (3, 4)))
