x = [5, 3, 1]
x.append(4)
x.extend([9, 9])
x.insert(1, 7)
print(x, x.pop(), x.pop(0), x.index(3), x.count(9), len(x))
x.remove(3)
x.sort(reverse=True)
y = x.copy()
y.reverse()
print(x, y, x + y, x * 2, x == y, 9 in x, sorted(y, key=lambda v: -v), list(reversed(y)))
x[1:1] = ["a", "b"]
x[::2] = [0] * len(x[::2])
print(x, x[-1], x[-2:], x[::-1], x[10:], x[1:4:2])
del x[0], x[-1]
del x[1:3]
print(x)
x.clear()
print(x, not x, [[]] * 2, [[0] * 2 for _ in range(2)])
a = [1, 2, 3]
a[len(a):] = [4]
a += a
print(a, a[:], a is a[:], min(a), max(a), sum(a, 10))
name = "a"
for bad in (lambda: [].pop(), lambda: [1][5], lambda: [1].remove(9), lambda: [1].index(9), lambda: x[name], lambda: [3, "a"].sort(), lambda: [1, 2, 3][::0], lambda: [1] + (2,), lambda: list(5)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
try:
    z = [1, 2, 3, 4]
    z[::2] = [1]
except ValueError as e:
    print(e)
r = []
r.append(r)
print(r, len(r))
m = [[1, 2], [3, 4]]
print([list(c) for c in zip(*m)], [v for row in m for v in row], sum(m, []))
words = ["banana", "apple", "fig", "date"]
words.sort(key=lambda w: (len(w), w))
print(words)
print([1, 2] * 0, [None] * 3, list(range(5, 0, -2)), list({"b": 1, "a": 2}), list("abc"))
q = [3, 1, 2]
for v in q:
    if v == 1:
        q.append(10)
print(q)
